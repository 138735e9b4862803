"""Which axes are taken for open, seen through the rule that reports their use as numbers. Runs no TensorFlow."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence


def flagged(root: Path, text: str) -> list[int]:
    """The lines on which a length that is None is used."""
    found = report_of(root, "import tensorflow as tf\n" + text, select=("TFA304",)).findings
    return sorted({finding.span.start.line for finding in found})


@pytest.mark.parametrize(
    ("spec", "axis", "found"),
    [
        ("[None, 3]", "0", True),
        ("[None, 3]", "-2", True),
        ("[None, 3]", "1", False),
        ("[None, 3]", "-1", False),
        ("(2, None)", "-1", True),
        ("None", "1", True),
        ("shape=[None]", "0", True),
        ("[4]", "0", False),
        ("()", "0", False),
        ("SHAPE", "0", False),
    ],
)
@pytest.mark.parametrize("owner", ["", "self, "])
def test_a_signature_leaves_axes_open(tmp_path: Path, spec: str, axis: str, found: bool, owner: str) -> None:
    text = f"""\
class A(tf.Module):
    {"" if owner else "@staticmethod"}
    @tf.function(input_signature=[tf.TensorSpec({spec}), tf.TensorSpec([2])])
    def f({owner}x, y):
        return x.shape[{axis}] * 2 + y.shape[0] * 2
"""
    assert flagged(tmp_path, text) == ([6] if found else [])


def test_a_decorator_keeps_its_signature(tmp_path: Path) -> None:
    made = "graph = tf.function(input_signature=[tf.TensorSpec([None]), tf.TensorSpec([2])])"
    assert flagged(tmp_path, f"{made}\n\n@graph\ndef f(x, y):\n    return x.shape[0] * 2 + y.shape[0] * 2\n") == [6]


@pytest.mark.parametrize(
    ("made", "found"),
    [
        (".batch(2)", True),
        (".batch(2, drop_remainder=False)", True),
        (".batch(2, drop_remainder=True)", False),
        (".batch(2, True)", False),
        (".batch(2, drop_remainder=FLAG)", False),
        (".padded_batch(2)", True),
        (".batch(2).prefetch(1).shuffle(9)", True),
        (".map(lambda v: v).batch(2)", True),
        (".batch(2).map(lambda v: v)", False),
        ("", False),
    ],
)
def test_the_last_batch_of_a_dataset_is_smaller(tmp_path: Path, made: str, found: bool) -> None:
    text = f"""\
FLAG = bool(input())
def f(x):
    return x.shape[0] * 2
tf.data.Dataset.range(9){made}.map(f)
"""
    assert flagged(tmp_path, text) == ([4] if found else [])


def test_a_batch_that_python_takes_out_has_a_length(tmp_path: Path) -> None:
    text = """\
@tf.function
def f(x):
    return x.shape[0] * 2
for batch in tf.data.Dataset.range(9).batch(2):
    f(batch)
"""
    assert flagged(tmp_path, text) == []


@pytest.mark.parametrize(
    ("base", "signature", "found"),
    [
        ("keras.layers.Layer", "call(self, x)", True),
        ("keras.Model", "call(self, x, training=None)", True),
        ("keras.losses.Loss", "call(self, y, x)", True),
        ("keras.metrics.Metric", "update_state(self, y, x)", True),
        ("keras.metrics.Metric", "update_state(self, x, weight=None)", False),
    ],
)
def test_keras_gives_batches(tmp_path: Path, base: str, signature: str, found: bool) -> None:
    text = f"""\
class A(tf.{base}):
    def {signature}:
        return x.shape[0] * 2 + x.shape[1] * 2
"""
    assert flagged(tmp_path, text) == ([4] if found else [])


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("y = tf.py_function(g, [x], tf.float32); return y.shape[0] * 2", True),
        ("y, z = tf.numpy_function(g, [x], [tf.float32, tf.int32]); return z.shape[0] * 2", True),
        ("y = tf.py_function(g, [x], tf.float32); y.set_shape([2]); return y.shape[0] * 2", False),
        ("y = tf.py_function(g, [x], tf.float32); return tf.cast(y + 1.0, tf.int32).shape[0] * 2", True),
        ("y = tf.py_function(g, [x], tf.float32); return tf.reshape(y, [2]).shape[0] * 2", False),
        ("y = tf.py_function(g, [x], tf.float32); return (y + x).shape[0] * 2", False),
        ("y = tf.py_function(g, [x], tf.float32); a, b = y.shape; return b * 2", True),
        ("y = tf.py_function(g, [x], tf.float32); y = tf.ensure_shape(y, [None]); s = y.shape.as_list(); s[0] = 2; return s[0] * 2", False),
        ("y = tf.py_function(g, [x], tf.float32); return y.shape.as_list()", True),
        ("y = tf.py_function(g, [x], tf.float32); return y.shape[1:][0] * 2", False),
    ],
)
def test_what_python_gives_back_has_no_shape(tmp_path: Path, body: str, found: bool) -> None:
    text = f"""\
def g(v):
    return v
@tf.function
def f(x: tf.Tensor):
    {body}
"""
    assert flagged(tmp_path, text) == ([6] if found else [])


def test_the_keys_of_a_dict_are_no_tensors(tmp_path: Path) -> None:
    text = """\
import tensorflow as tf
@tf.function
def f(x: tf.Tensor):
    parts = {"a": x, "b": x}
    for key in parts:
        parts[key] = parts[key] * 2.0
    return [parts[key][tf.argmax(x)] for key in parts]
"""
    assert report_of(tmp_path, text, select=("TFA301",)).findings == ()


@pytest.mark.parametrize(
    ("made", "found"),
    [
        ("tf.keras.Input((3,))", True),
        ("tf.keras.Input((3,), batch_size=4)", False),
        ("tf.keras.Input((3,), 4)", False),
        ("tf.keras.Input((3,), None)", True),
        ("tf.keras.Input(batch_shape=(4, 3))", False),
        ("tf.keras.layers.Dense(3, batch_input_shape=(4, 3))", False),
        ("data.batch(batch_size=4)", True),
    ],
)
def test_an_input_may_say_how_large_its_batches_are(tmp_path: Path, made: str, found: bool) -> None:
    text = f"""\
class Own(tf.keras.layers.Layer):
    def call(self, x):
        return tf.zeros((x.shape[0], 3))
def make(data):
    return Own()({made})
"""
    assert flagged(tmp_path, text) == ([4] if found else [])


TRAIN = """\
@tf.function
def step(model, x):
    with tf.GradientTape() as tape:
        loss = model(x)
    return tape.gradient(loss, model.trainable_variables)
"""


OF_OWN = """\
class Plain(tf.keras.Model):
    pass
class Sized(tf.keras.layers.Layer):
    def __init__(self, input_shape):
        super().__init__()
class Heads(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.predict = tf.keras.layers.Dense(3)
"""


@pytest.mark.parametrize(
    ("uses", "found"),
    [
        ("own = Own()", True),
        (TRAIN, False),
        (TRAIN + OF_OWN + "Plain(input_shape=(3,))", True),
        (TRAIN + OF_OWN + "Sized(input_shape=(3,))", False),
        (TRAIN + OF_OWN + "Plain().predict(3)", True),
        (TRAIN + OF_OWN + "Heads().predict(3)", False),
        (TRAIN.replace("step(", "train_step("), False),
        ("class Trainer:\n    def train_step(self, x):\n        with tf.GradientTape() as tape:\n            pass", False),
        (TRAIN + "Own()(tf.keras.Input((3,)))", True),
        (TRAIN + "model = tf.keras.Sequential([tf.keras.layers.Dense(3, input_shape=(3,)), Own()])", True),
        (TRAIN + "def make(units, input_shape=(3,)):\n    return Own()", False),
        (TRAIN + "model = tf.keras.Sequential([Own()])\nmodel.fit(data)", True),
        ("class Fitted(tf.keras.Model):\n    def train_step(self, x):\n        with tf.GradientTape() as tape:\n            pass", True),
        ("class Fitted(tf.keras.Model):\n    def train_step(self, x):\n        def loss():\n            with tf.GradientTape() as tape:\n                pass", True),
    ],
)
def test_what_tapes_train_sees_whole_batches(tmp_path: Path, uses: str, found: bool) -> None:
    text = f"""\
class Own(tf.keras.layers.Layer):
    def call(self, x):
        return tf.zeros((x.shape[0], 3))
{uses}
"""
    assert flagged(tmp_path, text) == ([4] if found else [])


@pytest.mark.parametrize(
    ("uses", "found"),
    [
        ("data = read().batch(4, drop_remainder=True)", False),
        ("data = read().batch(\n    size(3, (4, 5)),\n    drop_remainder=True,\n)", False),
        ("data = read().padded_batch(4, ((), ()), drop_remainder=True)", False),
        ("data = read().batch(4, drop_remainder=training)", True),
        ("data = read().batch(4, drop_remainder=True)\nmore = read().batch(4)", True),
        ("data = read().batch(4, drop_remainder=True)\nmodel.fit(rows)", True),
        ("data = read().batch(4, drop_remainder=True)\nOwn()(tf.keras.Input((3,)))", True),
        ("data = read().batch(4, drop_remainder=True)\nOwn().build(input_shape=(4, 3))", False),
        ("data = read().batch(f(g(h(4))), drop_remainder=True)", False),
        ("data = read().batch(4, True)", False),
        ("data = (\n    read()\n    .batch (4, drop_remainder = True)\n)", False),
        ("whole = True\ndata = read().batch(4, drop_remainder=whole)", False),
        ("options = {'drop_remainder': True}\ndata = read().batch(4, **options)", False),
    ],
)
def test_datasets_may_drop_the_smaller_batch(tmp_path: Path, uses: str, found: bool) -> None:
    text = f"""\
class Own(tf.keras.layers.Layer):
    def call(self, x):
        return tf.zeros((x.shape[0], 3))
{uses}
"""
    assert flagged(tmp_path, text) == ([4] if found else [])


@pytest.mark.parametrize(
    ("batches", "expected"),
    [
        ("data = read().batch(4, drop_remainder=training)", Confidence.LOW),
        ("data = read().batch(4, drop_remainder=PARAMS['whole'])", Confidence.LOW),
        ("data = read().batch(4, drop_remainder=True)", Confidence.LOW),
        ("data = read().batch(4)", Confidence.MEDIUM),
        ("data = read().batch(4, drop_remainder=False)", Confidence.MEDIUM),
        ("data = read().batch(4, drop_remainder=training)\nmore = read().batch(4)", Confidence.MEDIUM),
        ("data = read().batch(4, drop_remainder=training)\ninputs = tf.keras.Input((3,))", Confidence.MEDIUM),
    ],
)
def test_a_setting_may_drop_the_smaller_batch(tmp_path: Path, batches: str, expected: Confidence) -> None:
    text = f"""\
import tensorflow as tf
class Own(tf.keras.layers.Layer):
    def call(self, x):
        return tf.zeros((x.shape[0], 3))
{batches}
model.fit(data)
"""
    (finding,) = report_of(tmp_path, text, select=("TFA304",)).findings
    assert finding.confidence is expected


@pytest.mark.parametrize(("importing", "expected"), [("", Confidence.LOW), ("import other\n", Confidence.MEDIUM)])
def test_the_batches_of_another_program_do_not_count(tmp_path: Path, importing: str, expected: Confidence) -> None:
    sources = {
        "net.py": "import tensorflow as tf\nimport common\nclass Own(tf.keras.layers.Layer):\n    def call(self, x):\n        return tf.zeros((x.shape[0], 3))\n",
        "common.py": "",
        "main.py": f"{importing}from net import Own\ndata = read().batch(4, drop_remainder=training)\nmodel.fit(data)\n",
        "other.py": "import common\ndata = read().batch(4)\n",
    }
    (finding,) = report_of(tmp_path, sources, select=("TFA304",)).findings
    assert finding.confidence is expected


@pytest.mark.parametrize(("put", "found"), [("lengths[index] = given[index]", False), ("pass", True), ("given = lengths[index]", True)])
def test_what_is_not_known_of_a_shape_may_be_put_into_it(tmp_path: Path, put: str, found: bool) -> None:
    text = f"""\
def get_lengths(x):
    lengths = x.shape.as_list()
    missing = [index for index, length in enumerate(lengths) if length is None]
    if not missing:
        return lengths
    given = tf.shape(x)
    for index in missing:
        {put}
    return lengths
class Own(tf.keras.layers.Layer):
    def call(self, x):
        return tf.zeros([get_lengths(x)[0], 3])
"""
    assert flagged(tmp_path, text) == ([13] if found else [])


CALLERS = """
def helper(x):
    return x.shape[0] * 2.5

def between(x):
    return helper(x)

@tf.function(input_signature=[tf.TensorSpec([4, 3])])
def known(x):
    return helper(x)

@tf.function(input_signature=[tf.TensorSpec([{length}, 3])])
def unknown(x):
    return between(x)
"""


def test_the_trace_is_one_on_which_the_length_is_lost(tmp_path: Path) -> None:
    (finding,) = report_of(tmp_path, "import tensorflow as tf\n" + CALLERS.format(length="None"), select=("TFA304",)).findings
    assert finding.trace is not None
    assert [step.text for step in finding.trace.steps] == [
        "`m.unknown` is decorated with `@tf.function`", "`m.unknown` calls `m.between`", "`m.between` calls `m.helper`"
    ]  # fmt: skip


def test_where_each_caller_knows_the_length_nothing_is_lost(tmp_path: Path) -> None:
    assert flagged(tmp_path, CALLERS.format(length="5")) == []


def test_a_length_that_the_function_loses_itself_is_lost_on_the_best_trace(tmp_path: Path) -> None:
    text = """
def helper(x):
    y = tf.py_function(lambda value: value, [x], tf.float32)
    return y.shape[0] * 2.5

@tf.function(input_signature=[tf.TensorSpec([4, 3])])
def known(x):
    return helper(x)
"""
    (finding,) = report_of(tmp_path, "import tensorflow as tf\n" + text, select=("TFA304",)).findings
    assert finding.trace is not None
    assert finding.trace.steps[0].text == "`m.known` is decorated with `@tf.function`"


def test_the_confidence_is_that_of_the_trace_on_which_the_length_is_lost(tmp_path: Path) -> None:
    text = """
def helper(x):
    return x.shape[0] * 2.5

@tf.function(input_signature=[tf.TensorSpec([4, 3])])
def known(x):
    return helper(x)

class Layer(tf.keras.layers.Layer):
    def call(self, x):
        return helper(x)

model = tf.keras.Sequential([Layer()])
model.compile("sgd", "mse")
model.fit(tf.ones([3, 3]), tf.ones([3, 3]))
"""
    (finding,) = report_of(tmp_path, "import tensorflow as tf\n" + text, select=("TFA304",)).findings
    assert finding.trace is not None
    assert "Keras traces" in finding.trace.steps[0].text
    assert finding.confidence is finding.trace.confidence


def test_a_helper_gives_each_caller_the_lengths_that_it_passes(tmp_path: Path) -> None:
    text = """
def as_float(x):
    return tf.cast(x, tf.float32)

def lost(x):
    y = tf.py_function(lambda value: value, [x], tf.float32)
    return tf.cast(y, tf.float32)

@tf.function(input_signature=[tf.TensorSpec([4, 3])])
def known(x):
    return as_float(x).shape[0] * 2.5 + lost(x).shape[0] * 2.5

@tf.function(input_signature=[tf.TensorSpec([None, 3])])
def unknown(x):
    return as_float(x).shape[0] * 2.5
"""
    assert flagged(tmp_path, text) == [12, 16]
    (first, _) = report_of(tmp_path, "import tensorflow as tf\n" + text, select=("TFA304",)).findings
    assert first.message.startswith("`lost(x).shape[0]`")


LAYER = """
class Layer(tf.keras.layers.Layer):
    def call(self, x):
        return tf.reshape(x, [x.shape[0], -1])

{then}
"""


@pytest.mark.parametrize(
    ("then", "confidence"),
    [
        ("", "low"),
        ("def make():\n    return Layer()", "low"),
        ("def train(model, data):\n    model.fit(data)", "medium"),
        ("def make():\n    inputs = tf.keras.Input([3])\n    return tf.keras.Model(inputs, tf.keras.Sequential([Layer()])(inputs))", "medium"),
    ],
)
def test_a_batch_is_open_for_sure_where_code_fits_a_model_or_declares_its_input(tmp_path: Path, then: str, confidence: str) -> None:
    (finding,) = report_of(tmp_path, "import tensorflow as tf\n" + LAYER.format(then=then), select=("TFA304",)).findings
    assert finding.confidence.value == confidence
