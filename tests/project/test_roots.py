"""Every way a trace can begin."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tests.programs import Traced, report_of, traces_of
from tflint_autograph.model.levels import Confidence


@pytest.mark.parametrize(
    ("imports", "decorator"),
    [
        ("import tensorflow as tf", "tf.function"),
        ("import tensorflow as tf", "tf.function()"),
        ("import tensorflow as tf", "tf.function(jit_compile=True)"),
        ("import tensorflow as tf", "tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])"),
        ("import tensorflow", "tensorflow.function"),
        ("import tensorflow.compat.v2 as tf", "tf.function"),
        ("import tensorflow.compat.v1 as tf", "tf.function"),
        ("import tensorflow as tf", "tf.compat.v2.function"),
        ("import tensorflow as tf", "tf.compat.v1.function"),
        ("from tensorflow import function", "function"),
        ("from tensorflow import function as graph", "graph"),
        ("from tensorflow.compat.v2 import function", "function"),
        ("from tensorflow.compat import v2 as tf", "tf.function"),
        ("from tensorflow.python.eager import def_function", "def_function.function"),
        ("from tensorflow.python.eager.def_function import function", "function"),
        ("import tensorflow.python.eager.def_function as df", "df.function"),
        ("from tensorflow.python.eager.polymorphic_function import polymorphic_function as pf", "pf.function"),
        ('import pytest\ntf = pytest.importorskip("tensorflow")', "tf.function"),
        ("from ray.rllib.utils.framework import try_import_tf\ntf1, tf, version = try_import_tf()", "tf.function"),
        ('import importlib\ntf = importlib.import_module("tensorflow.compat.v2")', "tf.function"),
        ("import tensorflow as tf\ngraph = tf.function", "graph"),
        ("import tensorflow as tf\ngraph = tf.function(jit_compile=True)", "graph"),
        ("import functools\nimport tensorflow as tf", "functools.partial(tf.function, jit_compile=True)"),
        (
            "from functools import partial\nimport tensorflow as tf\ngraph = partial(tf.function, jit_compile=True)",
            "graph",
        ),
        (
            "try:\n    import tensorflow.compat.v2 as tf\nexcept ImportError:\n    import tensorflow as tf",
            "tf.function",
        ),
    ],
)
def test_decorator(traced: Traced, imports: str, decorator: str) -> None:
    found = traced(f"{imports}\n\n@{decorator}\ndef f(x):\n    return x\n")
    assert set(found) == {"f"}
    assert found["f"].root == "tf.function"
    assert found["f"].confidence is Confidence.HIGH
    assert found["f"].converted
    assert found["f"].steps[0].span.path == "m.py"


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("g = tf.function(f)", "f"),
        ("tf.function(f)(1)", "f"),
        ("g = tf.function(func=f)", "f"),
        ("g = tf.function(input_signature=[])(f)", "f"),
        ("wrap = tf.function(jit_compile=True)\ng = wrap(f)", "f"),
        ("g = tf.function(lambda x: x)", "<lambda>"),
        ("g = tf.function(functools.partial(f, 1))", "f"),
        ("g = tf.function(Thing().method)", "Thing.method"),
        ("thing = Thing()\nthing.step = tf.function(thing.method)", "Thing.method"),
        ("g = tf.function(Thing.static)", "Thing.static"),
        ("g = tf.function(Thing())", "Thing.__call__"),
        ("def main():\n    return tf.function(f)", "f"),
        ("def main():\n    def inner(x):\n        return x\n    return tf.function(inner)", "main.inner"),
        ("h = f\ng = tf.function(h)", "f"),
        ("if True:\n    g = tf.function(f)", "f"),
        ("g = [tf.function(f)]", "f"),
        ("g = tf.function(f if f else None)", "f"),
        ("def make(fn):\n    return tf.function(fn)\ng = make(f)", "f"),
    ],
)
def test_call(traced: Traced, source: str, name: str) -> None:
    top = """\
import functools
import tensorflow as tf

def f(x, y=0):
    return x

class Thing:
    def method(self, x):
        return x
    @staticmethod
    def static(x):
        return x
    def __call__(self, x):
        return x

"""
    found = traced(top + source + "\n")
    assert set(found) == {name}
    assert found[name].root == "tf.function"


def test_call_in_the_constructor_on_a_method(traced: Traced) -> None:
    found = traced(
        """\
        import tensorflow as tf
        class Agent:
            def __init__(self):
                self.step = tf.function(self._step)
                self._run = tf.function(self.other, jit_compile=True)
            def _step(self, x):
                return self.helper(x)
            def helper(self, x):
                return x
            def other(self, x):
                return x
            def plain(self, x):
                return x
        """
    )
    assert set(found) == {"Agent._step", "Agent.helper", "Agent.other"}


def test_call_in_a_class_body(traced: Traced) -> None:
    found = traced(
        """\
        import tensorflow as tf
        class Agent:
            def _step(self, x):
                return x
            step = tf.function(_step)
        """
    )
    assert set(found) == {"Agent._step"}


@pytest.mark.parametrize("over", ["property", "classmethod", "staticmethod", "functools.lru_cache"])
def test_decorators_stacked(traced: Traced, over: str) -> None:
    found = traced(
        f"""\
        import functools
        import tensorflow as tf
        class A:
            @{over}
            @tf.function
            def f(self):
                return 1
        """
    )
    assert set(found) == {"A.f"}


@pytest.mark.parametrize(
    ("first", "last", "conversion"),
    [("@tf.function(autograph=False)", "@tf.function", {"A.f": True}), ("@tf.function", "@tf.function(autograph=False)", {"A.f": False}),
     ("@tf.function", "", {})],
)  # fmt: skip
def test_a_class_has_the_last_of_two_methods_with_one_name(
    traced: Traced, first: str, last: str, conversion: dict[str, bool]
) -> None:
    methods = f"    {first}\n    def f(self):\n        return 1\n\n    {last}\n    def f(self):\n        return 2\n"
    found = traced(f"import tensorflow as tf\n\nclass A:\n{methods}\nA().f()\n")
    assert {name: trace.converted for name, trace in found.items()} == conversion


def test_decorated_nested_function(traced: Traced) -> None:
    found = traced(
        """\
        import tensorflow as tf
        def main():
            @tf.function
            def step(x):
                return x
            return step
        """
    )
    assert set(found) == {"main.step"}


@pytest.mark.parametrize(
    "decorator",
    [
        "def graph(fn):\n    return tf.function(fn)",
        "def graph(fn):\n    made = tf.function(fn, jit_compile=True)\n    return made",
        "def graph(fn):\n    @tf.function\n    def inner(*args):\n        return fn(*args)\n    return inner",
    ],
)
def test_own_decorator_that_wraps(traced: Traced, decorator: str) -> None:
    found = traced(f"import tensorflow as tf\n\n{decorator}\n\n@graph\ndef f(x):\n    return x\n")
    assert "f" in found


def test_own_decorator_with_arguments(traced: Traced) -> None:
    found = traced(
        """\
        import tensorflow as tf
        def graph(jit):
            def decorate(fn):
                return tf.function(fn, jit_compile=jit)
            return decorate
        @graph(True)
        def f(x):
            return x
        """
    )
    assert "f" in found


def test_own_decorator_of_another_module(traced: Traced) -> None:
    found = traced(
        {
            "wrap.py": "import tensorflow as tf\ndef graph(fn):\n    return tf.function(fn)\n",
            "m.py": "from wrap import graph\n@graph\ndef f(x):\n    return x\n",
            "word.py": "import tensorflow\nimport m\n",
        },
        extra_roots=("wrap.graph",),
    )
    assert "f" in found


@pytest.mark.parametrize(
    "source",
    [
        "def make(fn):\n    return tf.data.Dataset.range(3).map(fn)\nmake(f)",
        "def make(files, fn=None):\n    ds = tf.data.Dataset.range(3)\n    return ds.map(fn)\ndef main():\n    make([], fn=f)",
        "def make(fn):\n    return tf.data.Dataset.range(3).map(fn)\ndef outer(fn):\n    return make(fn)\nouter(f)",
        "class P:\n    def make(self, fn):\n        return tf.data.Dataset.range(3).map(fn)\nP().make(f)",
        "def make(fn):\n    return tf.data.Dataset.range(3).map(fn)\nmake(functools.partial(f, y=1))",
        "def fit(loss):\n    tf.keras.Sequential().compile(loss=loss)\nfit(f)",
        "def graph(fn):\n    g = tf.function(fn)\n    def inner(*a):\n        return g(*a)\n    return inner\nh = graph(f)",
    ],
)
def test_functions_that_plain_python_hands_on(traced: Traced, source: str) -> None:
    assert set(traced(f"import functools\nimport tensorflow as tf\ndef f(x, y=0):\n    return x\n{source}\n")) == {"f"}


def test_own_decorator_that_keeps_the_graph_inside(traced: Traced) -> None:
    found = traced(
        """\
        import tensorflow as tf
        def graph(fn):
            made = tf.function(fn)
            def inner(*args):
                return made(*args)
            return inner
        @graph
        def f(x):
            return x
        """
    )
    assert set(found) == {"f"}
    assert found["f"].steps[0].text == "`tf.function` in `m.graph` traces `m.f`"


@pytest.mark.parametrize("use", ["log", "log(name='f')"])
def test_own_decorator_with_arguments_or_without(traced: Traced, use: str) -> None:
    found = traced(
        f"""\
        import tensorflow as tf
        def log(fn=None, name=None):
            def decorate(fn):
                def inner(*args):
                    return fn(*args)
                return inner
            return decorate if fn is None else decorate(fn)
        @{use}
        def f(x):
            return x < 2
        ds = tf.data.Dataset.range(3).filter(f)
        """
    )
    assert set(found) == {"f", "log.decorate.inner"}


@pytest.mark.parametrize("made", ["tf.function(fn, **options)", "functools.wraps(fn)(tf.function(fn, **options))",
                                  "functools.update_wrapper(tf.function(fn, **options), fn)"])
@pytest.mark.parametrize("later", ["lambda fn: jit(fn, **options)", "functools.partial(jit, **options)"])
@pytest.mark.parametrize("use", ["jit", "jit(autograph=False)"])
def test_own_decorator_that_calls_itself_later(traced: Traced, made: str, later: str, use: str) -> None:
    found = traced(
        f"""\
        import functools
        import tensorflow as tf
        def jit(fn=None, **options):
            if fn is None:
                return {later}
            return {made}
        @{use}
        def f(x):
            return x
        """
    )
    assert set(found) == {"f"}


@pytest.mark.parametrize("inner", ["lambda x: tf.function(h)(x)", "lambda x: call(h, x)"])
def test_a_function_called_in_a_lambda(traced: Traced, inner: str) -> None:
    code = "def call(fn, x):\n    return tf.function(fn)(x)\ndef h(x):\n    return x\n"
    assert set(traced(f"import tensorflow as tf\n{code}def make():\n    return {inner}\nmake()(tf.constant(1))\n")) == {"h"}


def test_own_decorator_that_does_not_wrap(traced: Traced) -> None:
    found = traced(
        """\
        import tensorflow as tf
        def timed(fn):
            def inner(*args):
                return fn(*args)
            return inner
        @timed
        def f(x):
            return tf.square(x)
        """
    )
    assert found == {}


@pytest.mark.parametrize(
    "use", ["@jit\ndef f(x):\n    return x", "@jit(1)\ndef f(x):\n    return x", "def f(x):\n    return x\ng = jit(f)"]
)
def test_extra_roots(traced: Traced, use: str) -> None:
    source = f"from company.graphs import jit\n\n{use}\n"
    assert set(traced(source, extra_roots=("company.graphs.jit",))) == {"f"}


def test_without_extra_roots_nothing_is_known_of_a_foreign_decorator(traced: Traced) -> None:
    assert traced("import tensorflow\nfrom company.graphs import jit\n@jit\ndef f(x):\n    return x\n") == {}


@pytest.mark.parametrize("call", ["f.get_concrete_function(1)", "tf.function(f).get_concrete_function(1)"])
def test_get_concrete_function(traced: Traced, call: str) -> None:
    found = traced(f"import tensorflow as tf\ndef f(x):\n    return x\nf = tf.function(f)\ng = {call}\n")
    assert "f" in found


@pytest.mark.parametrize(
    ("call", "root"),
    [
        ("ds.map(f)", "Dataset.map"),
        ("ds.map(f, num_parallel_calls=tf.data.AUTOTUNE)", "Dataset.map"),
        ("ds.map(map_func=f)", "Dataset.map"),
        ("ds.map(lambda x: f(x))", "Dataset.map"),
        ("ds.filter(f)", "Dataset.filter"),
        ("ds.flat_map(f)", "Dataset.flat_map"),
        ("ds.interleave(f)", "Dataset.interleave"),
        ("ds.reduce(0, f)", "Dataset.reduce"),
        ("ds.scan(0, f)", "Dataset.scan"),
        ("ds.take_while(f)", "Dataset.take_while"),
        ("ds.group_by_window(f, f, 2)", "Dataset.group_by_window"),
        ("ds.batch(2).shuffle(3).prefetch(1).repeat().map(f)", "Dataset.map"),
        ("ds.map(f).filter(lambda x: True).map(f)", "Dataset.map"),
        ("ds.apply(tf.data.experimental.map_and_batch(f, 2))", "tf.data.experimental.map_and_batch"),
        ("tf.data.Dataset.load('x', reader_func=f)", "tf.data.Dataset.load"),
        ("tf.data.experimental.save(ds, 'x', shard_func=f)", "tf.data.experimental.save"),
        ("tf.data.Dataset.zip((ds, ds)).map(f)", "Dataset.map"),
        ("tf.data.TFRecordDataset('x').map(f)", "Dataset.map"),
    ],
)
@pytest.mark.parametrize("place", ["top", "function", "method"])
def test_datasets_and_calls_that_always_trace(traced: Traced, call: str, root: str, place: str) -> None:
    code = f"ds = tf.data.Dataset.range(3)\nr = {call}"
    if place == "function":
        code = "def main():\n    " + code.replace("\n", "\n    ")
    elif place == "method":
        code = "class A:\n    def main(self):\n        " + code.replace("\n", "\n        ")
    found = traced(f"import tensorflow as tf\ndef f(x, y=0):\n    return x\n{code}\n")
    assert found["f"].root == root
    assert not {"main", "A.main"} & set(found)


@pytest.mark.parametrize(
    "source",
    [
        "def main(ds: tf.data.Dataset):\n    return ds.map(f)",
        "def make():\n    return tf.data.Dataset.range(3)\ndef main():\n    return make().map(f)",
        "class A:\n    def __init__(self):\n        self.ds = tf.data.Dataset.range(3)\n    def main(self):\n        return self.ds.map(f)",
        "def main(ds):\n    return ds.map(f, num_parallel_calls=4)",
        "def main(ds):\n    ds = ds.shuffle(2).prefetch(tf.data.AUTOTUNE)\n    return ds.map(f)",
        "import tensorflow_datasets as tfds\ndef main():\n    return tfds.load('mnist', split='train').map(f)",
        "import tensorflow_datasets as tfds\nbuilder = tfds.builder('mnist')\nbuilder.as_dataset(split='train').map(f)",
        "import tensorflow_datasets as tfds\ntfds.builder('mnist').as_dataset()['train'].map(f)",
        "import tensorflow_datasets as tfds\none, other = tfds.builder('mnist').as_dataset(split=['train', 'test'])\none.map(f)",
        "def main(ds):\n    ds = ds.apply(tf.data.experimental.ignore_errors())\n    return ds.map(f)",
        "class Lines(tf.data.Dataset):\n    pass\ndef main():\n    return Lines(1).shuffle(2).map(f)",
        "class Lines(tf.data.TextLineDataset):\n    pass\nclass Some(Lines):\n    def main(self):\n        return self.filter(f)",
        "def main(files):\n    for name in files:\n        ds = tf.data.TFRecordDataset(name)\n        ds = ds.map(f)\n    return ds",
        "import tensorflow_datasets as tfds\ndef main():\n    (a, b), info = tfds.load('mnist', split=['train', 'test'], with_info=True)\n    a.map(f)",
    ],
)
def test_what_is_known_to_be_a_dataset(traced: Traced, source: str) -> None:
    assert "f" in traced(f"import tensorflow as tf\ndef f(x):\n    return x\n{source}\n")


@pytest.mark.parametrize(
    "source",
    [
        "make().map(f).padded_batch(2, [3])", "make().map(f).take(1).as_numpy_iterator()",
        "make().map(map_func=f)", "make().shuffle(9, reshuffle_each_iteration=True).map(f)",
        "make().map(f).batch(2).prefetch(tf.data.AUTOTUNE)", "make().map(f).map(g, num_parallel_calls=2)",
        "ds = make()\nds = ds.map(f)\nds = ds.shuffle(9)\nds = ds.prefetch(buffer_size=tf.data.experimental.AUTOTUNE)",
        "def main(ds, shuffled):\n    ds = ds.map(f)\n    if shuffled:\n        ds = ds.shuffle(9)\n    return ds.prefetch(tf.data.AUTOTUNE)",
        "def main(ds, mapped):\n    if mapped:\n        ds = ds.map(f)\n    ds = ds.batch(2)\n    return ds.padded_batch(2, padded_shapes=[3])",
    ],
)  # fmt: skip
def test_what_must_have_been_a_dataset(traced: Traced, source: str) -> None:
    assert "f" in traced(f"import tensorflow as tf\nfrom x import make, g\ndef f(x):\n    return x\n{source}\n")


@pytest.mark.parametrize(
    "source",
    [
        "make().map(f).to_tf_dataset().prefetch(tf.data.AUTOTUNE)", "ds = make().map(f)\nother = make().prefetch(tf.data.AUTOTUNE)",
        "make().map(f).batch(2).prefetch(1)", "make().using(map_func=f)", "make([f]).prefetch(tf.data.AUTOTUNE)",
        "ds = make().map(f)\nds = make(ds).prefetch(tf.data.AUTOTUNE)",
    ],
)  # fmt: skip
def test_what_need_not_have_been_a_dataset(traced: Traced, source: str) -> None:
    assert traced(f"import tensorflow as tf\nfrom x import make\ndef f(x):\n    return x\n{source}\n") == {}


def test_what_a_class_puts_in_the_place_of_map(traced: Traced) -> None:
    lines = "class Lines(tf.data.Dataset):\n    def map(self, f):\n        return f\n\n"
    assert traced(f"import tensorflow as tf\n{lines}def f(x):\n    return x\n\nLines().map(f)\n") == {}


@pytest.mark.parametrize("call", ["pool.map(f, [1])", "frame.apply(f)", "map(f, [1])", "list.map(f)", "cache.get(f)"])
def test_look_alikes_trace_nothing(traced: Traced, call: str) -> None:
    source = f"import tensorflow as tf\nfrom x import pool, frame, cache\ndef f(x):\n    return x\nr = {call}\n"
    assert traced(source) == {}


@pytest.mark.parametrize(
    "call",
    [
        "tf.cond(x > 0, g, h)",
        "tf.cond(x > 0, true_fn=g, false_fn=h)",
        "tf.cond(x > 0, lambda: g(), lambda: h())",
        "tf.while_loop(g, h, [x])",
        "tf.case([(x > 0, g)], default=h)",
        "tf.switch_case(x, [g, h])",
        "tf.switch_case(x, {0: g, 1: h})",
        "tf.map_fn(g, x), tf.map_fn(h, x)",
        "tf.scan(g, x), tf.foldl(h, x)",
        "tf.foldr(g, x), tf.vectorized_map(h, x)",
        "tf.recompute_grad(g)(x), tf.custom_gradient(h)(x)",
        "tf.nest.map_structure(g, x), tf.nest.map_structure(h, x)",
    ],
)
def test_calls_that_trace_inside_traced_code(traced: Traced, call: str) -> None:
    source = """\
import tensorflow as tf
def g(*args): return 1
def h(*args): return 1
{decorator}
def f(x):
    return {call}
"""
    found = traced(source.format(decorator="@tf.function", call=call))
    assert {"f", "g", "h"} <= set(found)
    assert found["g"].root == found["h"].root == "tf.function"
    assert traced(source.format(decorator="", call=call)) == {}


def test_strategy(traced: Traced) -> None:
    found = traced(
        """\
        import tensorflow as tf
        strategy = tf.distribute.MirroredStrategy()
        def replica(x):
            return x
        def eager(x):
            return x
        @tf.function
        def step(x):
            return strategy.run(replica, args=(x,))
        def main(x):
            strategy.run(eager, args=(x,))
        """
    )
    assert set(found) == {"step", "replica"}


def test_what_runs_in_the_cross_replica_context(traced: Traced) -> None:
    found = traced(
        """\
        import tensorflow as tf
        class Average:
            def apply(self, x):
                return tf.distribute.get_replica_context().merge_call(self.merge, args=(x,))
            def merge(self, strategy, x):
                def assign(variable, value):
                    return variable.assign(value)
                strategy.extended.update(self.kept, assign, args=(x,))
                return strategy.extended.call_for_each_replica(self.each, args=(x,))
            def each(self, x):
                return x
            def eager(self, x):
                return tf.distribute.get_replica_context().merge_call(self.plain, args=(x,))
            def plain(self, strategy, x):
                return x
        average = Average()
        @tf.function
        def step(x):
            return average.apply(x)
        average.eager(1)
        """
    )
    assert set(found) == {"step", *(f"Average.{name}" for name in ("apply", "merge", "merge.assign", "each"))}
    assert {name: trace.converted for name, trace in found.items() if name != "step"} == {
        "Average.apply": True, "Average.merge": True, "Average.merge.assign": True, "Average.each": False,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("base", "method", "root"),
    [
        ("tf.keras.Model", "call", "Keras model"),
        ("tf.keras.Model", "train_step", "Keras model"),
        ("tf.keras.Model", "test_step", "Keras model"),
        ("tf.keras.Model", "predict_step", "Keras model"),
        ("tf.keras.models.Model", "call", "Keras model"),
        ("keras.Model", "call", "Keras model"),
        ("Model", "call", "Keras model"),
        ("tf.keras.Sequential", "train_step", "Keras model"),
        ("tf.keras.layers.Layer", "call", "Keras layer"),
        ("tf.keras.layers.Dense", "call", "Keras layer"),
        ("tf.compat.v1.keras.layers.Layer", "call", "Keras layer"),
        ("tf.keras.losses.Loss", "call", "Keras loss"),
        ("tf.keras.metrics.Metric", "update_state", "Keras metric"),
        ("tf.keras.metrics.Metric", "result", "Keras metric"),
        ("tf.keras.optimizers.schedules.LearningRateSchedule", "__call__", "Keras schedule"),
        ("tf.keras.regularizers.Regularizer", "__call__", "Keras regularizer"),
        ("tf.keras.constraints.Constraint", "__call__", "Keras constraint"),
    ],
)
def test_keras_methods(traced: Traced, base: str, method: str, root: str) -> None:
    found = traced(
        f"""\
        import keras
        import tensorflow as tf
        from tensorflow.keras import Model
        class Own({base}):
            def __init__(self):
                super().__init__()
            def get_config(self):
                return {{}}
            def helper(self, x):
                return x
            def {method}(self, *args):
                return self.helper(args)
        """
    )
    assert set(found) == {f"Own.{method}", "Own.helper"}
    assert found[f"Own.{method}"].root == root
    assert found[f"Own.{method}"].confidence is Confidence.MEDIUM
    assert found["Own.helper"].root == root


@pytest.mark.parametrize(
    ("parameters", "confidence"),
    [
        ("x", Confidence.MEDIUM),
        ("y, x", Confidence.MEDIUM),
        ("y, x, sample_weight=None", Confidence.MEDIUM),
        ("y, x, sample_weight, *rest", Confidence.MEDIUM),
        ("*args, **options", Confidence.MEDIUM),
        ("boxes, classes, scores, masks", Confidence.LOW),
        ("y, x, *, sizes", Confidence.LOW),
    ],
)
def test_a_metric_that_keras_cannot_update(traced: Traced, parameters: str, confidence: Confidence) -> None:
    found = traced(
        f"""\
        import tensorflow as tf
        class Base(tf.keras.metrics.Metric):
            def update_state(self, {parameters}):
                pass
        class Own(Base):
            def result(self):
                return 0.0
        """
    )
    assert {name: function.confidence for name, function in found.items()} == {
        "Base.update_state": confidence,
        "Own.result": confidence,
    }


@pytest.mark.parametrize(
    ("method", "is_root"),
    [
        ("train_step(self, data)", True),
        ("train_step(self, images, labels)", False),
        ("train_step(self, images, labels=None)", True),
        ("test_step(self, images, *labels)", True),
        ("test_step(self)", False),
        ("compute_loss(self, x, y, y_pred, sample_weight)", True),
        ("compute_loss(self, x=None, y=None, y_pred=None, sample_weight=None, training=True)", True),
        ("compute_loss(self, *args, **options)", True),
        ("compute_loss(self, x)", False),
        ("compute_loss(self, x, y, *, weight)", False),
        ("compute_metrics(self, x, y, y_pred, sample_weight)", True),
        ("compute_metrics(self, y, y_pred)", False),
    ],
)
def test_methods_of_a_model_that_keras_cannot_call_with_what_it_gives(traced: Traced, method: str, is_root: bool) -> None:
    found = traced(
        f"""\
        import tensorflow as tf
        class Own(tf.keras.Model):
            def {method}:
                return 0.0
        """
    )
    assert set(found) == ({f"Own.{method.partition('(')[0]}"} if is_root else set())


def test_build_of_a_layer_runs_once_and_is_no_root(traced: Traced) -> None:
    found = traced(
        """\
        import tensorflow as tf
        class L(tf.keras.layers.Layer):
            def build(self, shape):
                self.w = self.add_weight(shape)
        """
    )
    assert found == {}


@pytest.mark.parametrize(
    ("use", "told"),
    [
        ("loss = 1.0 / self.strategy.num_replicas_in_sync", True),
        ("ds = self.strategy.experimental_distribute_dataset(ds)", True),
        ("ds = strategy.experimental_distribute_dataset(ds)", False),
        ("self.strategy.start()", False),
    ],
)
def test_a_strategy_is_told_by_what_the_file_asks_it_for(traced: Traced, use: str, told: bool) -> None:
    found = traced(
        f"""\
        import tensorflow as tf
        class Trainer:
            def __init__(self, strategy, ds):
                self.strategy = strategy
                {use}
            def one(self, x):
                return x
            @tf.function
            def step(self, x):
                return self.strategy.run(self.one, args=(x,))
        """
    )
    assert ("Trainer.one" in found) is told


@pytest.mark.parametrize(
    ("chosen", "converted"),
    [
        ("if tf.keras.version().startswith('3.'):\n    import tf_keras as keras\nelse:\n    keras = tf.keras", True),
        ("def pick():\n    if tf.keras.version():\n        import tf_keras as k\n    else:\n        k = tf.keras\n    return k\nkeras = pick()", True),
        ("if tf.keras.version():\n    keras = tf.keras\nelse:\n    import keras", False),
        ("import numpy\nkeras = tf.keras if tf.keras.version() else numpy", None),
    ],
)
def test_a_keras_that_is_chosen(traced: Traced, chosen: str, converted: bool | None) -> None:
    """The layer behind it is one of Keras, of Keras 2 where it may be."""
    found = traced(f"import tensorflow as tf\n{chosen}\nclass L(keras.layers.Layer):\n    def call(self, x):\n        return x\n")
    assert [trace.converted for trace in found.values()] == ([] if converted is None else [converted])


@pytest.mark.parametrize(
    "option",
    [
        "loss=f", "metrics=[f]", "metrics={'a': [f]}", "weighted_metrics=[f]", "optimizer='adam', loss={'out': f}",
        "'adam', f", "'adam', [None, f]", "'adam', 'mse', ['accuracy', f]", "'adam', 'mse', None, [f]",
        "**{'optimizer': 'adam', 'loss': f}", "'adam', **dict(metrics=[f])",
    ],
)  # fmt: skip
@pytest.mark.parametrize("model", ["tf.keras.Sequential()", "tf.keras.Model(a, b)", "Net()"])
def test_losses_and_metrics_given_to_compile(traced: Traced, option: str, model: str) -> None:
    found = traced(
        f"""\
        import tensorflow as tf
        from x import a, b
        class Net(tf.keras.Model):
            pass
        def f(y, p):
            return p
        def main():
            model = {model}
            model.compile({option})
        """
    )
    assert set(found) == {"f"}
    assert found["f"].root == "Model.compile"


@pytest.mark.parametrize(
    ("run", "confidence"),
    [
        ("net.compile('adam', f)", Confidence.HIGH),
        ("net.compile('adam', f, run_eagerly=True)", None),
        ("net.compile('adam', loss=f, run_eagerly=False)", Confidence.HIGH),
        ("net.compile('adam', metrics=[f])\nnet.run_eagerly = True", None),
        ("net.compile('adam', f)\nother = tf.keras.Sequential()\nother.compile(run_eagerly=True)", Confidence.HIGH),
    ],
)
def test_what_a_model_is_given_that_runs_eagerly(traced: Traced, run: str, confidence: Confidence | None) -> None:
    """FACTS keras_run_eagerly_ok. None where nothing traces it."""
    source = f"import tensorflow as tf\ndef f(y, p):\n    return p\nnet = tf.keras.Sequential()\n{run}\n"
    found = traced(source)
    assert (found["f"].confidence if found else None) is confidence


def test_a_compile_of_their_own_takes_what_it_likes(traced: Traced) -> None:
    net = "class Net(tf.keras.Model):\n    def compile(self, opt, fn):\n        super().compile(opt)"
    assert traced(f"import tensorflow as tf\ndef f(y, p):\n    return p\n{net}\nNet().compile('adam', f)") == {}


def test_lambda_layers(traced: Traced) -> None:
    found = traced(
        """\
        import tensorflow as tf
        def double(x):
            return x * 2
        @tf.function
        def f(x):
            return tf.keras.layers.Lambda(double)(x)
        """
    )
    assert "double" in found


def test_functions_that_layers_of_tensorflow_probability_run(traced: Traced) -> None:
    found = traced(
        """\
        import tensorflow_probability as tfp
        def made(t):
            return tfp.distributions.Normal(t, 1.0)
        def divergence(q, p, _):
            return q.kl_divergence(p)
        def posterior(*args):
            return args
        def layers():
            first = tfp.layers.DistributionLambda(made, convert_to_tensor_fn=lambda d: d.sample())
            return first, tfp.layers.DenseFlipout(2, kernel_divergence_fn=divergence, kernel_posterior_fn=posterior)
        """
    )
    assert set(found) == {"made", "divergence", "layers.<lambda>"}


@pytest.mark.parametrize(
    "call", ["tf.saved_model.save(m, 'x', signatures=f)", "tf.saved_model.save(m, 'x', {'serving': f})"]
)
def test_signatures(traced: Traced, call: str) -> None:
    source = f"import tensorflow as tf\nfrom x import m\ndef g(x):\n    return x\nf = tf.function(g)\n{call}\n"
    assert "g" in traced(source)


def test_tf_module_methods_are_no_roots_by_themselves(traced: Traced) -> None:
    found = traced(
        """\
        import tensorflow as tf
        class M(tf.Module):
            @tf.function
            def __call__(self, x):
                return x
            def other(self, x):
                return x
        """
    )
    assert set(found) == {"M.__call__"}


@pytest.mark.parametrize(("function", "converted"), [("tf.function(gate)", False), ("tf.function(gate.call)", True)])
def test_a_keras_object_is_traced_as_keras_calls_it(tmp_path: Path, function: str, converted: bool) -> None:
    code = f"""
        import tensorflow as tf

        class Gate(tf.keras.layers.Layer):
            def call(self, x):
                if tf.reduce_sum(x) > 0.0:
                    return x
                return -x

        gate = Gate()
        run = {function}
        run(tf.ones([2]))
        """
    (trace,) = traces_of(tmp_path, textwrap.dedent(code)).values()
    assert (trace.confidence, trace.converted) == (Confidence.HIGH, converted)


def test_a_module_is_not_called_by_the_methods_of_keras(traced: Traced) -> None:
    code = "import tensorflow as tf\n\nclass M(tf.Module):\n    def call(self, x): ...\n    def __call__(self, x): ...\n\nf = tf.function(M())\n"
    assert set(traced(code)) == {"M.__call__"}



def test_root_in_a_notebook_cell_and_in_a_stub_of_a_module(traced: Traced) -> None:
    from tests.programs import notebook

    cells = (
        "import tensorflow as tf\n",
        "!pip install x\n@tf.function\ndef f(x):\n    return g(x)\n",
        "def g(x): return x\n",
    )
    found = traced({"m.ipynb": notebook(*cells)})
    assert set(found) == {"f", "g"}


class TestExtraRoots:
    """The keys name callables outside the project and in it."""

    WRAPPERS = "def compiled(f=None, **options):\n    return registry(f)\n\ndef eagerly(f, *args):\n    return f(*args)\n"

    def test_a_decorator_of_the_project(self, tmp_path: Path) -> None:
        files = {
            "wrap.py": self.WRAPPERS,
            "main.py": "from wrap import compiled\n\n@compiled(fast=True)\ndef step(x):\n    return x\n",
        }
        assert "main.step" in traces_of(tmp_path, files, extra_roots=("wrap.compiled",))

    def test_a_function_that_runs_what_it_is_given_eagerly(self, tmp_path: Path) -> None:
        main = "import tensorflow as tf\nfrom wrap import eagerly\n\n@tf.function\ndef step(x):\n    return eagerly(show, x)\n\n"
        files = {"wrap.py": self.WRAPPERS, "main.py": main + "def show(x):\n    return x\n"}
        assert "main.show" in traces_of(tmp_path, files)
        assert "main.show" not in traces_of(tmp_path, files, extra_eager=("wrap.eagerly",))


@pytest.mark.parametrize(("cache", "found"), [
    ("functools.lru_cache", {"f", "Base.info"}), ("functools.cached_property", {"f", "Base.info"}),
    ("property", {"f", "Base.info", "One._info", "Two._info"}),
])  # fmt: skip
def test_which_override_a_function_that_runs_once_calls_is_not_known(traced: Traced, cache: str, found: set[str]) -> None:
    use = "base.info" if "property" in cache else "base.info()"
    source = f"""\
        import functools
        import tensorflow as tf
        class Base:
            @{cache}
            def info(self):
                return self._info()
        class One(Base):
            def _info(self):
                return 1
        class Two(Base):
            def _info(self):
                return 2
        @tf.function
        def f(x, base: Base):
            return x + {use}
        """
    assert set(traced(source)) == found


def test_the_one_function_that_a_function_that_runs_once_calls_is_followed(traced: Traced) -> None:
    source = """\
        import functools
        import tensorflow as tf
        def number(n):
            return n
        @functools.cache
        def kept(n):
            return number(n)
        @tf.function
        def f(x):
            return x + kept(2)
        """
    assert set(traced(source)) == {"f", "kept", "number"}


@pytest.mark.parametrize(
    "layer",
    [
        "Activation(f)", "Dense(3, f)", "Dense(3, activation=f)", "Conv2D(3, 3, activation=f)", "LSTM(3, recurrent_activation=f)",
        "Dense(3, kernel_regularizer=f)", "Dense(3, activity_regularizer=f)", "Embedding(3, 3, embeddings_constraint=f)",
        "BatchNormalization(gamma_regularizer=f)", "SeparableConv1D(3, 3, pointwise_constraint=f)",
    ],
)  # fmt: skip
def test_keras_traces_what_its_layers_call(tmp_path: Path, layer: str) -> None:
    """Seen under `fit` of Keras 3: each of them runs once a trace, and AutoGraph converts none."""
    source = f"from tensorflow import keras\n\ndef f(x):\n    return x\n\nmodel = keras.Sequential([keras.layers.{layer}])\nmodel.compile()\n"
    found = traces_of(tmp_path, source)
    assert list(found) == ["f"]
    assert not found["f"].converted


@pytest.mark.parametrize("layer", ["Dense(3, kernel_initializer=f)", "Dense(3, activation='f')", "Dense(3, name=f)"])
def test_keras_does_not_trace_what_makes_variables(tmp_path: Path, layer: str) -> None:
    source = f"from tensorflow import keras\n\ndef f(x, dtype=None):\n    return x\n\nmodel = keras.Sequential([keras.layers.{layer}])\nmodel.compile()\n"
    assert traces_of(tmp_path, source) == {}


@pytest.mark.parametrize(
    ("run", "confidence"),
    [("model.compile()", Confidence.MEDIUM), ("model.compile(run_eagerly=True)\nmodel.fit(1)", None)],
)
def test_who_runs_a_model_says_whether_its_layers_are_traced(tmp_path: Path, run: str, confidence: Confidence | None) -> None:
    """None where it is not."""
    source = f"from tensorflow import keras\n\ndef f(x):\n    return x\n\nmodel = keras.Sequential([keras.layers.Dense(3, f)])\n{run}\n"
    found = traces_of(tmp_path, source)
    assert (found["f"].confidence if found else None) is confidence


_LAYERS = "from tensorflow import keras\nfrom keras import layers\n\ndef act(x):\n    return x\n\n"


@pytest.mark.parametrize(
    "source",
    [
        "class M(keras.Model):\n    def __init__(self):\n        self.d = layers.Dense(3, activation=act)",
        "class M(keras.Model):\n    def build(self, shape):\n        self.d = layers.Dense(3, kernel_regularizer=act)",
        "def build():\n    return keras.Sequential([layers.Dense(3, act)])",
        "def build():\n    i = keras.Input((3,))\n    return keras.Model(i, layers.Dense(3, act)(i))",
        "def block(x, activation=None):\n    return layers.Dense(3, activation=activation)(x)\n\ndef build(x):\n    return block(x, activation=act)",
        (
            "class L(layers.Layer):\n    def __init__(self, activation):\n        self.d = layers.Dense(3, activation)\n\n"
            "class M(keras.Model):\n    def __init__(self):\n        self.l = L(activation=act)"
        ),
    ],
)  # fmt: skip
def test_layers_are_seen_wherever_they_are_made(tmp_path: Path, source: str) -> None:
    """Nothing else in these functions could begin a trace."""
    found = traces_of(tmp_path, f"{_LAYERS}{source}\n")
    assert found["act"].confidence is Confidence.MEDIUM


@pytest.mark.parametrize("default", ["", "='relu'", "=None"])
def test_keras_gives_back_a_function_that_it_is_asked_for(tmp_path: Path, default: str) -> None:
    """Seen under Keras 3: `keras.activations.get(f) is f`, as for regularizers, constraints, losses and metrics."""
    source = f"""{_LAYERS}
class L(layers.Layer):
    def __init__(self, activation{default}):
        self.run = keras.activations.get(activation)

    def call(self, x):
        return self.run(x)

layer = L(act)
"""
    assert traces_of(tmp_path, source)["act"].steps[-1].text == "`m.L.call` calls `m.act`"


def test_what_layers_of_a_model_run_is_as_sure_as_the_model(tmp_path: Path) -> None:
    """Nothing fits this one, and plain Python calls it: its layers then run eagerly."""
    source = f"""{_LAYERS}
class M(keras.Model):
    def __init__(self):
        self.d = layers.Dense(3, activation=act)

    def call(self, x):
        return self.d(x)

def main(x):
    m = M()
    return m(x)
"""
    assert traces_of(tmp_path, source)["act"].confidence is Confidence.LOW


_DOUBTFUL = """
import sys
import tensorflow as tf

FAST = "--fast" in sys.argv

def plain(fn):
    return fn

"""
_STEP = "def step(x):\n    return x\n"


@pytest.mark.parametrize(
    "source",
    [
        f"graph = tf.function if FAST else (lambda fn: fn)\n@graph\n{_STEP}",
        f"graph = plain if FAST else tf.function(jit_compile=True)\n@graph\n{_STEP}",
        f"if FAST:\n    graph = tf.function\nelse:\n    def graph(fn):\n        return fn\n\n@graph\n{_STEP}",
        f"def graph(fast):\n    return tf.function if fast else plain\n\n@graph(FAST)\n{_STEP}",
        f"@(tf.function if FAST else plain)\n{_STEP}",
        f"{_STEP}\ngraph = tf.function if FAST else plain\nfast = graph(step)",
        f"graphs = {{'graph': tf.function, 'eager': plain}}\n\n@graphs[sys.argv[1]]\n{_STEP}",
    ],
)
def test_a_condition_may_choose_what_decorates(tmp_path: Path, source: str) -> None:
    """It is traced in one of the ways to run the program, which the way says."""
    found = traces_of(tmp_path, _DOUBTFUL + source)["step"]
    assert found.confidence is Confidence.MEDIUM
    assert "may" in found.steps[0].text


@pytest.mark.parametrize("graph", ["plain if True else tf.function", "tf.py_function if FAST else plain", "plain"])
def test_what_traces_in_no_way_begins_nothing(tmp_path: Path, graph: str) -> None:
    assert traces_of(tmp_path, f"{_DOUBTFUL}graph = {graph}\n\n@graph\n{_STEP}") == {}


def test_what_a_choice_leaves_plain_is_called_as_well(tmp_path: Path) -> None:
    """In the graph it is the traced function that is called, in plain Python the one behind it: both keep what follows."""
    source = """
    def inner(x):
        return x

    def run(x):
        fast = (tf.function if FAST else plain)(inner)
        return fast(x)
    """
    assert traces_of(tmp_path, _DOUBTFUL + textwrap.dedent(source))["inner"].confidence is Confidence.MEDIUM


def test_a_wrapper_that_hands_on_all_it_is_given_decorates_with_and_without_options(traced: Traced) -> None:
    source = """\
        import tensorflow as tf
        def graph(*args, **options):
            return tf.function(*args, reduce_retracing=options.pop("reduce_retracing", True), **options)
        def keep(*args):
            return args
        @graph
        def f(x): return x
        @graph(jit_compile=True)
        def g(x): return x
        @keep
        def h(x): return x
        """
    assert set(traced(source)) == {"f", "g"}


@pytest.mark.parametrize(
    ("decorator", "shown"),
    [
        ("@tf.function", "@tf.function"),
        ("@tf.function(\n    jit_compile=False,\n)", "@tf.function"),
        ("@tf.function(  # fast\n    jit_compile=False)", "@tf.function"),
        ("@tf.\\\nfunction", "@tensorflow.function"),
        ("@(\n    tf.function\n)", "@tf.function"),
    ],
)
def test_a_decorator_is_named_as_it_is_written(tmp_path: Path, decorator: str, shown: str) -> None:
    report = report_of(tmp_path, {"m.py": f"import tensorflow as tf\n{decorator}\ndef f(x):\n    print(x)\n"})
    assert [finding.trace.steps[0].text for finding in report.findings if finding.trace] == [f"`m.f` is decorated with `{shown}`"]


@pytest.mark.parametrize("name", ["tensorflow", "keras", "numpy", "functools", "random", "logging", "time"])
def test_a_file_of_a_package_named_like_a_library_is_not_the_library(traced: Traced, name: str) -> None:
    library = "import numpy as np\n\ndef function(f=None):\n    return f\n\nclass layers:\n    Layer = object\n"
    step = """
        import functools, keras, logging, numpy, random, time
        import tensorflow as tf
        from .{name} import function as own

        jit = functools.partial(tf.function, jit_compile=True)

        class Dense(keras.layers.Layer):
            def call(self, x):
                return x

        @jit
        def step(x):
            return own(x)
    """
    found = traced({"pkg/__init__.py": "", f"pkg/{name}.py": library, "pkg/step.py": step.replace("{name}", name)})
    assert set(found) == {"pkg.step.step", "pkg.step.Dense.call", f"pkg.{name}.function"}


@pytest.mark.parametrize("name", ["tensorflow", "keras"])
def test_a_folder_named_like_a_library_is_looked_at(traced: Traced, name: str) -> None:
    """It may be a package in a folder that is none, or hold programs."""
    step = "import tensorflow as tf\nfrom tensorflow import keras\nfrom .tools import clip\n\n@tf.function\ndef step(x):\n    return clip(x)\n"
    tools = "def clip(x):\n    return x\n"
    found = traced({f"{name}/step.py": step, f"{name}/tools.py": tools})
    assert {each.removeprefix(f"{name}.") for each in found} == {"step.step", "tools.clip"}
    found = traced({f"{name}/__init__.py": ""})
    assert {each.removeprefix(f"{name}.") for each in found} == {"step.step", "tools.clip"}


@pytest.mark.parametrize(
    ("base", "own", "found"),
    [
        ("class Base(tf.keras.Model): pass", "from base import Base\nclass Net(Base):\n    def call(self, x): return x", "own.Net.call"),
        ("class Base(tf.keras.Model): pass", "import base\nclass Net(base.Base):\n    def call(self, x): return x", "own.Net.call"),
        ("class Base(tf.keras.Model): pass", "from base import *\nclass Net(Base):\n    def call(self, x): return x", "own.Net.call"),
        ("class Base(tf.keras.Model): pass", "from far import Far\nclass Net(Far):\n    def call(self, x): return x", "own.Net.call"),
        (
            "class Base:\n    @tf.function\n    def step(self, x): return self.loss(x)\n    def loss(self, x): raise NotImplementedError",
            "from base import Base\nclass Net(Base):\n    def loss(self, x): return x", "base.Base.step own.Net.loss",
        ),
        ("def run(f):\n    return tf.function(f)", "from base import run\ndef g(x): return x\nrun(g)", "own.g"),
        ("jit = tf.function", "from base import jit\n@jit\ndef g(x): return x", "own.g"),
        ("def load():\n    return tf.data.Dataset.range(3)", "from base import load\ndef g(x): return x\nload().map(g)", "own.g"),
        ("def made():\n    return load()\ndef load():\n    return tf.data.Dataset.range(3)", "from base import made\ndef g(x): return x\nmade().map(g)", "own.g"),
        ("", "from base import tf\n@tf.function\ndef g(x): return x", "own.g"),
        ("layers = tf.keras.layers", "from base import layers\nclass Net(layers.Layer):\n    def call(self, x): return x", "own.Net.call"),
        ("from own import other", "from base import other, tf\nclass Net(tf.Module):\n    @tf.function\n    def f(self, x): return x", "own.Net.f"),
    ],
)  # fmt: skip
def test_a_file_without_a_word_of_tensorflow(traced: Traced, base: str, own: str, found: str) -> None:
    """What it has of TensorFlow it has from other files of the project."""
    far = "from base import Base\n\nclass Far(Base):\n    pass\n"
    files = {"base.py": f"import tensorflow as tf\n{base}\n", "far.py": far, "own.py": own + "\n"}
    assert set(traced(files)) == set(found.split())


def test_a_file_that_imports_nothing_of_tensorflow_s_is_not_read(tmp_path: Path) -> None:
    base = "import tensorflow as tf\nfrom plain import size\n\nSIZE = size()\n\n@tf.function\ndef f(x): return x\n"
    report = report_of(tmp_path, {"base.py": base, "own.py": "from base import SIZE\nimport plain\n", "plain.py": "def size(): return 3\n"})
    assert report.stats.parsed == 2


@pytest.mark.parametrize(
    ("lib", "code"),
    [
        ("graph = tf.function", "from lib import graph\ndef main(): return graph(f)"),
        ("graph = tf.function", "from lib import graph as g\ndef main(): return g(f)"),
        ("graph = tf.function", "import lib\ndef main(): return lib.graph(f)"),
        ("from tensorflow import function as graph", "from lib import graph\ndef main(): return graph(f)"),
        ("def make(): return tf.function(jit_compile=True)", "from lib import make\ndef main(): return make()(f)"),
        ("def make(): return tf.function", "from lib import make\nwrap = make()\ndef main(): return wrap(f)"),
        ("class Jit:\n    run = staticmethod(tf.function)", "from lib import Jit\ndef main(): return Jit.run(f)"),
        ("class Jit:\n    def __init__(self): self.run = tf.function", "from lib import Jit\ndef main(): return Jit().run(f)"),
        ("class Jit:\n    @property\n    def run(self): return tf.function()", "from lib import Jit\ndef main(): return Jit().run(f)"),
        ("class Jit:\n    def run(self): return tf.function", "from lib import Jit\nclass Own(Jit):\n    def go(self): return self.run()(f)"),
        (
            "class Jit:\n    @property\n    def run(self): return tf.function()\n    def __call__(self, f): return self.run(f)",
            "from lib import Jit\n@Jit()\ndef f(x): return x",
        ),
        (
            "class Jit:\n    @property\n    def run(self): return tf.function\njit = Jit()",
            "from lib import jit\n@jit.run\ndef f(x): return x",
        ),
    ],
)  # fmt: skip
def test_what_traces_under_another_name(traced: Traced, lib: str, code: str) -> None:
    found = traced({"lib.py": f"import tensorflow as tf\n{lib}\n", "m.py": f"def f(x):\n    return x\n{code}\n"})
    assert set(found) == {"f"}
