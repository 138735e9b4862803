"""What leaves the graph, what stays in it unconverted, and what makes a trace doubtful."""

from __future__ import annotations

import pytest

from tests.programs import Traced
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.trace import Trace

TOP = """\
import tensorflow as tf


def helper(*args):
    return inner(*args)


def inner(*args):
    return args


"""


def traced_names(traced: Traced, body: str, before: str = "") -> set[str]:
    indented = "    " + body.replace("\n", "\n    ")
    return set(traced(f"{TOP}{before}\n@tf.function\ndef f(x):\n{indented}\n"))


@pytest.mark.parametrize(
    "body",
    [
        "tf.py_function(helper, [x], tf.float32)",
        "tf.py_function(func=helper, inp=[x], Tout=tf.float32)",
        "tf.compat.v1.py_func(helper, [x], tf.float32)",
        "tf.compat.v2.py_function(helper, [x], tf.float32)",
        "tf.numpy_function(helper, [x], tf.float32)",
        "tf.py_function(lambda v: helper(v), [x], tf.float32)",
        "def g(v):\n    return helper(v)\nreturn tf.py_function(g, [x], tf.float32)",
        "import functools\nreturn tf.py_function(functools.partial(helper, 1), [x], tf.float32)",
        "wrapped = lambda v: tf.py_function(helper, [v], tf.float32)\nreturn wrapped(x)",
    ],
)
def test_functions_run_as_plain_python(traced: Traced, body: str) -> None:
    assert not {"helper", "inner", "f.g"} & traced_names(traced, body)


@pytest.mark.parametrize("name", ["tf.py_function(Tout=tf.float32)", "tf.numpy_function(Tout=tf.float32)"])
def test_decorated_as_plain_python(traced: Traced, name: str) -> None:
    before = f"@{name}\ndef eager(v):\n    return helper(v)\n"
    assert traced_names(traced, "return eager(x)", before) == {"f"}


@pytest.mark.parametrize(
    "decorator",
    [
        "@tf.py_function(Tout=tf.int64)",
        "@eagerly",
        "@eagerly_as(tf.int64)",
        "@tf.function\n@eagerly",
        "@tf.function\n@eagerly_as(tf.int64)",
    ],
)
def test_decorated_as_plain_python_and_mapped(traced: Traced, decorator: str) -> None:
    found = traced(
        f"""\
import tensorflow as tf
import functools

def eagerly(func):
    @functools.wraps(func)
    def wrapper(*args):
        return tf.py_function(func, args, tf.int64, name=func.__name__)
    return wrapper

def eagerly_as(kind):
    def decorate(func):
        return lambda *args: tf.numpy_function(func=func, inp=args, Tout=kind)
    return decorate

{decorator}
def step(x):
    return inner(x)

def inner(x):
    return x

tf.data.Dataset.range(3).map(step)
"""
    )
    assert not {"step", "inner"} & set(found)


def test_what_plain_python_runs_may_be_traced_there(traced: Traced) -> None:
    source = "import tensorflow as tf\n@tf.py_function(Tout=tf.int64)\n@tf.function\ndef step(x):\n    return x\n"
    assert set(traced(source)) == {"step"}


def test_decorator_that_also_calls_what_it_decorates(traced: Traced) -> None:
    found = traced(
        """\
        import tensorflow as tf

        def eagerly(func):
            def wrapper(x):
                return func(x) if EAGER is None else tf.py_function(func, [x], tf.int64)
            return wrapper

        @eagerly
        def step(x):
            return x

        tf.data.Dataset.range(3).map(step)
        """
    )
    assert "step" in found


def test_called_both_ways_is_traced(traced: Traced) -> None:
    assert "helper" in traced_names(traced, "tf.py_function(helper, [x], tf.float32)\nhelper(x)")


@pytest.mark.parametrize(
    "body",
    [
        "if tf.executing_eagerly():\n    helper(x)",
        "if tf.executing_eagerly():\n    helper(x)\nelse:\n    x = 1",
        "if not tf.executing_eagerly():\n    x = 1\nelse:\n    helper(x)",
        "if not tf.executing_eagerly():\n    return x\nhelper(x)",
        "if not tf.executing_eagerly():\n    raise ValueError\nhelper(x)",
        "if tf.inside_function():\n    return x\nhelper(x)",
        "if not tf.inside_function():\n    helper(x)",
        "if tf.executing_eagerly() and x:\n    helper(x)",
        "if x is not None and tf.executing_eagerly():\n    helper(x)",
        "if tf.executing_eagerly() == True:\n    helper(x)",
        "if tf.executing_eagerly() is True:\n    helper(x)",
        "eager = tf.executing_eagerly()\nif eager:\n    helper(x)",
        "helper(x) if tf.executing_eagerly() else None",
        "tf.executing_eagerly() and helper(x)",
        "tf.inside_function() or helper(x)",
        "while tf.executing_eagerly():\n    helper(x)",
        "if tf.compat.v1.executing_eagerly():\n    helper(x)",
        "if tf.compat.v1.executing_eagerly_outside_functions() and tf.executing_eagerly():\n    helper(x)",
        "if not tf.compat.v1.executing_eagerly_outside_functions():\n    helper(x)",
        "if is_eager():\n    helper(x)",
        "if is_eager_if_there():\n    helper(x)",
        "if maybe is None or maybe.executing_eagerly():\n    helper(x)",
        "if maybe is None:\n    helper(x)",
        "if tf.keras.config.backend() == 'jax':\n    helper(x)",
        "if tf.keras.backend.backend() in ('jax', 'torch'):\n    helper(x)",
        "if tf.keras.config.backend() != 'tensorflow':\n    helper(x)",
        "if False:\n    helper(x)",
        "if DEBUG:\n    helper(x)",
        "if 0:\n    helper(x)",
        "return x\nhelper(x)",
    ],
)
def test_code_that_tracing_never_reaches(traced: Traced, body: str) -> None:
    before = "DEBUG = False\ndef is_eager():\n    return tf.executing_eagerly()\n"
    before += "try:\n    import tensorflow as maybe\nexcept ImportError:\n    maybe = None\n"
    before += "def is_eager_if_there():\n    if maybe is None:\n        return True\n    return maybe.executing_eagerly()\n"
    assert not {"helper", "inner"} & traced_names(traced, body, before)


@pytest.mark.parametrize(
    "body",
    [
        "if not tf.executing_eagerly():\n    helper(x)",
        "if tf.executing_eagerly():\n    return x\nhelper(x)",
        "if tf.executing_eagerly() or x:\n    helper(x)",
        "if tf.inside_function():\n    helper(x)",
        "if tf.executing_eagerly_outside_functions():\n    helper(x)",
        "if x:\n    helper(x)",
        "if REBOUND:\n    helper(x)",
        "if tf.keras.config.backend() in ('jax', 'tensorflow'):\n    helper(x)",
        "with tf.init_scope():\n    helper(x)",
        "with tf.device('/cpu:0'):\n    helper(x)",
        "for _ in range(0):\n    pass\nhelper(x)",
        "while True:\n    helper(x)\n    break",
        "try:\n    raise ValueError\nexcept ValueError:\n    helper(x)",
    ],
)
def test_code_that_tracing_reaches(traced: Traced, body: str) -> None:
    before = "REBOUND = False\ndef switch():\n    global REBOUND\n    REBOUND = True\n"
    assert {"f", "helper", "inner"} == traced_names(traced, body, before)


@pytest.mark.parametrize(
    "decorators",
    [
        "@tf.function(autograph=False)",
        "@tf.function\n@tf.autograph.experimental.do_not_convert",
        "@tf.function\n@tf.custom_gradient",
    ],
)
def test_traced_but_not_converted(traced: Traced, decorators: str) -> None:
    found = traced(f"{TOP}{decorators}\ndef f(x):\n    return helper(x)\n")
    assert {name: trace.converted for name, trace in found.items()} == {"f": False, "helper": False, "inner": False}


@pytest.mark.parametrize(
    ("before", "body"),
    [
        ("plain = tf.autograph.experimental.do_not_convert(helper)", "return plain(x)"),
        ("", "return tf.autograph.experimental.do_not_convert(helper)(x)"),
        ("", "return tf.cond(x, helper, helper)"),
        ("", "return list(map(helper, [x]))"),
        ("import functools\nplain = functools.lru_cache(helper)", "return plain(x)"),
        (
            "import functools\nold = helper\n@functools.lru_cache\ndef helper(v):\n    return inner(v)",
            "return helper(x)",
        ),
    ],
)
def test_callee_that_autograph_leaves_alone(traced: Traced, before: str, body: str) -> None:
    source = f"{TOP}{before}\n@tf.function\ndef f(x):\n    {body}\n"
    found = traced(source)
    assert found["f"].converted
    assert not found["helper"].converted
    assert not found["inner"].converted


def test_generators_and_constructors_are_not_converted(traced: Traced) -> None:
    found = traced(
        """\
        import tensorflow as tf
        def steps():
            yield one()
        def one(): return 1
        class Box:
            def __init__(self):
                self.fill()
            def fill(self): pass
        @tf.function
        def f(x):
            Box()
            for i in steps():
                x += i
            return x
        """
    )
    assert {name for name, trace in found.items() if trace.converted} == {"f"}
    assert set(found) == {"f", "steps", "one", "Box.__init__", "Box.fill"}


MAIN = "def main():\n    tf.config.run_functions_eagerly(True)\n    f(1)\n"
GUARDED = f"{MAIN}if __name__ == '__main__':\n    "
F = "@tf.function\ndef f(x):\n    return helper(x)\n"


@pytest.mark.parametrize(
    "switch",
    [
        "tf.config.run_functions_eagerly(True)",
        "tf.config.experimental_run_functions_eagerly(True)",
        "def debug(flag=True):\n    tf.config.run_functions_eagerly(flag)\ndebug()",
        "def debug(flag=False):\n    tf.config.run_functions_eagerly(flag)\ndebug(True)",
        "def debug():\n    tf.config.run_functions_eagerly(True)\ndebug()",
        "def debug(flag):\n    tf.config.run_functions_eagerly(flag)\ndef main():\n    debug(True)\nmain()",
        "if __name__ == '__main__':\n    tf.config.run_functions_eagerly(True)",
        f"{GUARDED}main()",
        f"import sys\n{GUARDED}sys.exit(main())",
        "with tf.device('cpu'):\n    tf.config.run_functions_eagerly(True)",
        "tf.config.run_functions_eagerly(False)\ntf.config.run_functions_eagerly(True)",
    ],
)
def test_functions_run_eagerly_on_purpose(traced: Traced, switch: str) -> None:
    """Nothing is traced, but for what `get_concrete_function` and datasets trace all the same."""
    assert traced(f"{TOP}{F}{switch}\n") == {}
    assert traced(f"{TOP}{switch}\n@tf.function\ndef f(x):\n    return helper(x)\nclass C:\n    step = tf.function(helper)\ntf.function(helper)\n") == {}
    assert set(traced(f"{TOP}{F}{switch}\nf.get_concrete_function(1)\n")) == {"f", "helper", "inner"}
    assert set(traced(f"{TOP}{F}{switch}\ntf.data.Dataset.range(3).map(f)\n")) == {"f", "helper", "inner"}


@pytest.mark.parametrize(
    "switch",
    [
        "tf.compat.v1.disable_eager_execution()",
        "tf.config.run_functions_eagerly(True)\nhelper(1)\ntf.config.run_functions_eagerly(False)",
        "import sys\nif sys.argv:\n    tf.config.run_functions_eagerly(True)",
        "import sys\nsys.argv and tf.config.run_functions_eagerly(True)",
        "def debug(on):\n    if not on:\n        return\n    tf.config.run_functions_eagerly(True)\ndebug(True)",
        f"from absl import app\n{GUARDED}app.run(main)",
    ],
)
def test_functions_that_may_be_run_eagerly(traced: Traced, switch: str) -> None:
    found = traced(f"{TOP}{F}{switch}\n")
    assert "f" in found
    assert {trace.confidence for trace in found.values()} == {Confidence.LOW}


def test_a_program_that_is_imported_too_may_trace(traced: Traced) -> None:
    files = {"m.py": f"{TOP}{F}{GUARDED}main()\n", "other.py": "import tensorflow as tf\nimport m\n\nm.f(tf.constant(1))\n"}
    assert traced(files)["f"].confidence is Confidence.LOW


AGENT = "class Agent:\n    @tf.function\n    def act(self, x):\n        return x\n\n    def learn(self):\n        self.act(1)\n\n\n"
OFF = "    tf.config.run_functions_eagerly(True)\n"
STARTED = "    Agent().learn()\n"


@pytest.mark.parametrize(
    ("use", "confidence"),
    [
        (f"def train():\n{OFF}{STARTED}", Confidence.LOW),
        (f"def train():\n{STARTED}{OFF}", Confidence.HIGH),
        (f"def train():\n{OFF}{STARTED}\ndef play():\n{STARTED}", Confidence.HIGH),
        (f"def train():\n{OFF}{OFF.replace('True', 'False')}{STARTED}", Confidence.HIGH),
        (f"def train(flag):\n    if flag:\n    {OFF}{STARTED}", Confidence.HIGH),
        (f"def off():\n{OFF}\ndef train():\n    off()\n{STARTED}", Confidence.LOW),
    ],
)
def test_all_that_calls_a_function_may_turn_tracing_off_before(traced: Traced, use: str, confidence: Confidence) -> None:
    files = {"agent.py": "import tensorflow as tf\n\n\n" + AGENT, "main.py": "import tensorflow as tf\nfrom agent import Agent\n\n\n" + use}
    assert confidence_in(traced(files), "agent.Agent.act") is confidence


BOXES = "import tensorflow as tf\n\n@tf.function\ndef overlap(a, b):\n    return tf.minimum(a, b) * area(a)\n\ndef area(a):\n    return a[:, 0]\n"
LOSS = "import tensorflow as tf\nfrom boxes import overlap\n\nclass Loss(tf.keras.losses.Loss):\n    def call(self, y, found):\n        return overlap(y, found)\n"
TRAINER = """class Trainer:
    def fit(self, xs):
        for x in xs:
            self.act(x)
"""
FIRST = """import tensorflow as tf
from boxes import area
from trainer import Trainer

class First(Trainer):
    def act(self, x):
        with tf.GradientTape() as tape:
            value = self.loss(x, self.model(x))
        self.optimizer.apply_gradients(zip(tape.gradient(value, self.model.weights), self.model.weights))
"""
PROGRAM = """import sys
from loss import Loss
from first import First
from trainer import Trainer

class Other(Trainer):
    pass

trainer = First() if sys.argv[1:] else Other()
trainer.loss = Loss()
trainer.fit([1])
"""


@pytest.mark.parametrize(
    ("name", "text", "confidence"),
    [
        ("", "", Confidence.LOW),
        ("boxes.py", BOXES.replace("* area(a)", "* b(a)"), Confidence.MEDIUM),
        ("boxes.py", BOXES + "step = tf.function(area)\n", Confidence.MEDIUM),
        ("main.py", PROGRAM.replace("else Other()", "else object"), Confidence.MEDIUM),
        ("first.py", FIRST.replace("    def act", "    @tf.function\n    def act"), Confidence.MEDIUM),
    ],
)
def test_a_training_loop_gets_what_it_trains_from_the_program(traced: Traced, name: str, text: str, confidence: Confidence) -> None:
    """All of it runs eagerly, but for functions that call no model."""
    files = {"boxes.py": BOXES, "loss.py": LOSS, "trainer.py": TRAINER, "first.py": FIRST, "main.py": PROGRAM}
    assert confidence_in(traced(files | ({name: text} if name else {})), "loss.Loss.call") is confidence


def test_a_loss_runs_as_the_program_that_compiles_the_model(traced: Traced) -> None:
    """A switch in one of the files that a program imports counts for what the program compiles with, wherever that is defined."""
    main = "import tensorflow as tf\nimport net\nfrom loss import difference\n\nnet.build().compile(loss=difference)\n"
    loss = "def difference(y, found):\n    return found - y\n"
    net = "import tensorflow as tf\n\ndef build():\n    return tf.keras.Sequential()\n"
    found = traced({"main.py": main, "loss.py": loss, "net.py": f"{net}\ntf.config.run_functions_eagerly(True)\n"})
    assert confidence_in(found, "loss.difference") is Confidence.LOW
    assert confidence_in(traced({"main.py": main, "loss.py": loss, "net.py": net}), "loss.difference") is Confidence.HIGH


@pytest.mark.parametrize(
    "switch",
    [
        "tf.config.run_functions_eagerly(False)",
        "@tf.function\ndef g(x):\n    return x\ng(1)\ntf.config.run_functions_eagerly(True)\ng(1)",
        "@tf.function\ndef g(x):\n    return x\ntf.config.run_functions_eagerly(True)\ng(1)\ntf.config.run_functions_eagerly(False)\ng(1)",
        "def debug():\n    tf.config.run_functions_eagerly(True)",
        "def debug(flag=True):\n    tf.config.run_functions_eagerly(flag)\ndebug(False)",
    ],
)
def test_functions_not_run_eagerly_at_the_top(traced: Traced, switch: str) -> None:
    found = traced(f"{TOP}{switch}\n@tf.function\ndef f(x):\n    return helper(x)\n")
    assert found["f"].confidence is Confidence.HIGH


def confidence_in(found: dict[str, Trace], name: str) -> Confidence | None:
    """How sure it is that the function is traced, None where it is not."""
    return found[name].confidence if name in found else None


MODEL = "import tensorflow as tf\nclass Net(tf.keras.Model):\n    def call(self, x):\n        return x\n\n\n"


VERSION_1 = "import tensorflow.compat.v1 as tf\ntf.disable_eager_execution()\n"


@pytest.mark.parametrize(
    ("files", "confidence"),
    [
        ({"m.py": VERSION_1 + MODEL}, Confidence.LOW),
        ({"m.py": MODEL + "if __name__ == '__main__':\n    tf.compat.v1.disable_v2_behavior()\n"}, Confidence.LOW),
        ({"pkg/__init__.py": VERSION_1 + "from pkg import m\n", "pkg/m.py": MODEL}, Confidence.LOW),
        ({"pkg/__init__.py": VERSION_1, "m.py": "import pkg\n" + MODEL}, Confidence.MEDIUM),
        ({"m.py": MODEL + "def back():\n    tf.compat.v1.disable_v2_behavior()\n"}, Confidence.MEDIUM),
    ],
)
def test_programs_that_go_back_to_version_1(traced: Traced, files: dict[str, str], confidence: Confidence) -> None:
    call = {name.rpartition("Net.")[2]: trace for name, trace in traced(files).items()}["call"]
    assert call.confidence is confidence


OLD = "import tensorflow as tf\nfrom net import Net\n\ntf.Session(config=tf.ConfigProto())\n"
NEW = "import tensorflow as tf\nfrom net import Net\n\nNet().fit(1)\n"


@pytest.mark.parametrize(
    ("programs", "confidence"),
    [
        ({"old.py": OLD}, Confidence.LOW),
        ({"old.py": OLD, "other.py": NEW}, Confidence.LOW),
        ({"old.py": OLD, "new.py": NEW + "tape = tf.GradientTape()\n"}, Confidence.MEDIUM),
        ({"old.py": OLD, "new.py": NEW + "\n@tf.function\ndef f(x):\n    return x\n"}, Confidence.MEDIUM),
        ({"old.py": OLD.replace("tf.Session", "print(tf.__version__)\ntf.Session")}, Confidence.MEDIUM),
        ({"old.py": OLD.replace("import tensorflow as tf", "import tensorflow.compat.v1 as tf")}, Confidence.MEDIUM),
        ({"test_old.py": OLD}, Confidence.MEDIUM),
    ],
)
def test_a_model_beside_programs_for_version_1(traced: Traced, programs: dict[str, str], confidence: Confidence) -> None:
    assert confidence_in(traced({"net.py": MODEL} | programs), "net.Net.call") is confidence


ESTIMATOR = """
import tensorflow as tf
from net import Net

def model_fn(features, labels, mode):
    return tf.estimator.EstimatorSpec(mode, predictions=Net()(features))

tf.estimator.Estimator(model_fn).train(1)
"""


@pytest.mark.parametrize(
    ("program", "confidence"),
    [
        (ESTIMATOR, Confidence.LOW),
        (ESTIMATOR.replace("tf.estimator.EstimatorSpec", "tf.compat.v1.estimator.tpu.TPUEstimatorSpec"), Confidence.LOW),
        (ESTIMATOR + "\nnet = Net()\nnet.compile()\nnet.fit(1)\n", Confidence.MEDIUM),
        (ESTIMATOR.replace("tf.estimator.EstimatorSpec", "tf.estimator.RunConfig"), Confidence.MEDIUM),
        (ESTIMATOR.replace("from net import Net\n", "class Net:\n    pass\n"), Confidence.MEDIUM),
    ],
)
def test_a_model_that_an_estimator_runs(traced: Traced, program: str, confidence: Confidence) -> None:
    """A model function runs once, in a graph of version 1, and so does `call` of what it creates."""
    assert confidence_in(traced({"net.py": MODEL, "program.py": program}), "net.Net.call") is confidence


EAGER = "class Eager(Net):\n    def compile(self, *args):\n        super().compile(*args, run_eagerly=True)\n\n\n"
OTHER = "class Other(tf.keras.Model):\n    pass\no = Other()\n"


@pytest.mark.parametrize(
    ("use", "confidence"),
    [
        ("", Confidence.MEDIUM),
        ("m = Net()\nm.compile(run_eagerly=True)\nm.fit(1)", None),
        ("m = Net()\nm.compile(run_eagerly=False)\nm.fit(1)", Confidence.MEDIUM),
        ("def main():\n    m = Net()\n    m.compile(run_eagerly=True)", None),
        (OTHER + "o.compile()\nm = Net()\nm.compile(run_eagerly=True)", None),
        (OTHER + "o.compile()\nclass Sub(Net):\n    pass\nm = Sub()\nm.compile(run_eagerly=True)", None),
        (OTHER + "o.compile(run_eagerly=True)\nm = Net()\nm.compile()", Confidence.MEDIUM),
        ("m = Net()\nfor i in range(3):\n    m(i)", Confidence.LOW),
        ("m = Net()\nm(1)\nm.compile()\nm.fit(1)", Confidence.MEDIUM),
        ("class Words:\n    def fit(self, x):\n        pass\nWords().fit(1)\nm = Net()\nm(1)", Confidence.LOW),
        ("class Words:\n    def compile(self):\n        pass\nWords().compile()\nm = Net()\nm.compile(run_eagerly=True)", None),
        ("class Trainer:\n    def fit(self, model):\n        model.fit(1)\nm = Net()\nm(1)\nTrainer().fit(m)", Confidence.MEDIUM),
        ("m = Net()\nm.compile()\nm.run_eagerly = True\nm.fit(1)", None),
        (f"{EAGER}m = Eager()\nm.compile()\nm.fit(1)", None),
        (f"{EAGER.replace('True', 'False')}m = Eager()\nm.compile()\nm.fit(1)", Confidence.MEDIUM),
        (OTHER + "m = Net()\nm.compile()\no.run_eagerly = True\nm.fit(1)", Confidence.MEDIUM),
        (OTHER + "o.fit(1)\nm = Net()\nfor i in range(3):\n    m.train_step(i)", Confidence.LOW),
        (OTHER + "o.fit(1)\ndef loop(net):\n    m = Net()\n    m.test_step(1)", Confidence.LOW),
        ("m = Net()\nm.train_step(1)\nm.fit(1)", Confidence.MEDIUM),
        ("class Sub(Net):\n    pass\nm = Net()\nm.train_step(1)\nSub().compile()", Confidence.MEDIUM),
        ("m = Net()\n@tf.function\ndef step(x):\n    m.train_step(x)", Confidence.MEDIUM),
        ("class Sub(Net):\n    def run(self, x):\n        return self.train_step(x)", Confidence.MEDIUM),
    ],
)
def test_models_and_how_they_are_run(traced: Traced, use: str, confidence: Confidence | None) -> None:
    """None where nothing traces them."""
    assert confidence_in(traced(MODEL + use + "\n"), "Net.call") is confidence


LAYER = "import tensorflow as tf\nclass Scale(tf.keras.layers.Layer):\n    def call(self, x):\n        return x\n\n\n"
EAGERLY = "model.compile('adam', run_eagerly=True)\nmodel.fit(1)\n"


@pytest.mark.parametrize(
    ("use", "confidence"),
    [
        (f"model = tf.keras.Sequential([Scale()])\n{EAGERLY}", None),
        # A functional model traces its layers when it is built.
        (f"inputs = tf.keras.Input([3])\nmodel = tf.keras.Model(inputs, Scale()(inputs))\n{EAGERLY}", Confidence.LOW),
        ("tf.config.run_functions_eagerly(True)\nmodel = tf.keras.Sequential([Scale()])\nmodel.compile('adam')\nmodel.fit(1)\n", None),
        ("tf.config.run_functions_eagerly(True)\nlayer = Scale()\nlayer(1)\n", None),
    ],
)
def test_layers_of_models_that_run_eagerly(traced: Traced, use: str, confidence: Confidence | None) -> None:
    assert confidence_in(traced(LAYER + use), "Scale.call") is confidence


@pytest.mark.parametrize(
    ("files", "confidence"),
    [
        ({"main.py": f"from layer import Scale\nmodel = tf.keras.Sequential([Scale()])\n{EAGERLY}"}, None),
        ({"tests/test_layer.py": f"from layer import Scale\nmodel = tf.keras.Sequential([Scale()])\n{EAGERLY}"}, Confidence.LOW),
    ],
)
def test_a_test_that_runs_its_model_eagerly_is_no_other_run(traced: Traced, files: dict[str, str], confidence: Confidence | None) -> None:
    head = "import tensorflow as tf\n"
    found = traced({"layer.py": LAYER, **{path: head + source for path, source in files.items()}})
    assert confidence_in(found, "layer.Scale.call") is confidence


@pytest.mark.parametrize(
    ("around", "confidence"),
    [
        ("return self.call(x)", Confidence.LOW),
        ("return super().__call__(x)", Confidence.MEDIUM),
        ("return super(Words, self).__call__(x)", Confidence.MEDIUM),
        ("return tf.keras.layers.Layer.__call__(self, x)", Confidence.MEDIUM),
    ],
)
def test_layers_that_are_called_past_keras(traced: Traced, around: str, confidence: Confidence) -> None:
    base = f"class Words(tf.keras.layers.Layer):\n    def __call__(self, x):\n        {around}\n"
    own = "class Own(Words):\n    def call(self, x):\n        return x\nclass Other(Words):\n    def call(self, x):\n        return x\n"
    step = "other = Other()\n@tf.function\ndef step(x):\n    return other(x)\n"
    found = traced(f"import tensorflow as tf\n{base}{own}{step}")
    assert found["Own.call"].confidence is confidence
    assert found["Other.call"].confidence is Confidence.HIGH


STEP = "with tf.GradientTape() as tape:\n            y = net(x)\n        opt.apply_gradients(tape.gradient(y, []))\n"
STEP_ALONE = f"def step(net, x, opt):\n    if x:\n        {STEP}"
LOOP = f"def train(net, batches, opt):\n    for x in batches:\n        {STEP}"


@pytest.mark.parametrize(
    ("use", "confidence"),
    [
        (LOOP, Confidence.LOW),
        (f"import dgl.function as fn\n{LOOP}", Confidence.LOW),
        (f"from .. import function as fn\n{LOOP}", Confidence.LOW),
        (f"from tensorflow import function\n{LOOP}", Confidence.MEDIUM),
        (f"{LOOP}o = tf.keras.Sequential()\no.compile(run_eagerly=True)\no.fit(1)", None),
        (f"{LOOP}o = tf.keras.Sequential()\no.compile(run_eagerly=True)\no.compile()\no.fit(1)", Confidence.MEDIUM),
        (f"{LOOP}train = tf.function(train)", Confidence.MEDIUM),
        (f"{LOOP}def run(net):\n    net.compile()", Confidence.MEDIUM),
        (f"{LOOP}def run(net):\n    net.fit(1)", Confidence.MEDIUM),
        (f"import re\nfrom torch.nn import functional\n{LOOP}\nwords = re.compile('a')\nfitting = functional.fitness(1)", Confidence.LOW),
        (f"{STEP_ALONE}def train(net, batches, opt):\n    for x in batches:\n        step(net, x, opt)", Confidence.LOW),
        (f"{STEP_ALONE}# step = tf.function(step)\nfor x in []:\n    step(Net(), x, None)", Confidence.LOW),
        (f"{STEP_ALONE}def train(net, batches, opt):\n    step(net, batches, opt)", Confidence.MEDIUM),
        (f"{LOOP}class Vocabulary:\n    def fit(self, x):\n        pass\nwords = Vocabulary()\nwords.fit(1)", Confidence.LOW),
        (f"{LOOP}from sklearn.preprocessing import StandardScaler\nscaler = StandardScaler()\nscaler.fit(1)", Confidence.LOW),
        (f"{LOOP}from abc import ABC\nclass Vocabulary(ABC):\n    pass\nwords = Vocabulary()\nwords.fit(1)", Confidence.LOW),
        (f"{LOOP}from other import Base\nclass Vocabulary(Base):\n    pass\nwords = Vocabulary()\nwords.fit(1)", Confidence.MEDIUM),
        # Whoever calls a single step may trace it.
        (LOOP.replace("for x in batches", "if True"), Confidence.MEDIUM),
        (f"class Sub(Net):\n    def train_step(self, net, batches, opt):\n      for x in batches:\n        {STEP}", Confidence.MEDIUM),
    ],
)
def test_models_trained_by_hand_run_as_python(traced: Traced, use: str, confidence: Confidence | None) -> None:
    """None where nothing traces them."""
    assert confidence_in(traced(MODEL + use + "\n"), "Net.call") is confidence


@pytest.mark.parametrize(
    ("registry", "script", "confidence"),
    [
        ("from .registry import find", "", Confidence.LOW),
        ("import pkg.registry", "", Confidence.LOW),
        ("from .registry import find", "import tensorflow as tf\nfrom pkg import registry\nregistry.find('net').fit(1)", Confidence.MEDIUM),
        ("from .registry import find", "import tensorflow as tf\nfrom pkg import registry\nstep = tf.function(registry.find('net'))", Confidence.MEDIUM),
        ("", "", Confidence.MEDIUM),
    ],
)
def test_a_loop_that_trains_what_a_registry_gives(traced: Traced, registry: str, script: str, confidence: Confidence) -> None:
    """The loop imports no model, and no model the loop."""
    files = {
        "pkg/__init__.py": "",
        "pkg/registry.py": "known = {}\ndef register(cls):\n    known[cls.__name__] = cls\n    return cls\ndef find(name):\n    return known[name]",
        "pkg/models.py": f"from .registry import register\n{MODEL}register(Net)",
        "pkg/loop.py": f"import tensorflow as tf\n{registry}\n{LOOP}",
        "script.py": script,
    }
    assert traced(files)["pkg.models.Net.call"].confidence is confidence


@pytest.mark.parametrize(
    "source",
    [
        "class Log(tf.keras.callbacks.Callback):\n    def on_epoch_end(self, epoch, logs):\n        self.count = epoch\n    def call(self): pass",
        "class Data(tf.keras.utils.Sequence):\n    def __getitem__(self, i):\n        return i",
        "class Data(tf.keras.utils.PyDataset):\n    def __getitem__(self, i):\n        return i",
        "def gen():\n    yield 1\nds = tf.data.Dataset.from_generator(gen, tf.int32)",
        "ds = tf.data.Dataset.from_generator(lambda: [1], tf.int32)",
        "@tf.function\nasync def f(x):\n    return x",
        "class L(tf.keras.layers.Layer):\n    def build(self, shape):\n        self.add_weight(shape)",
        "def f(x): return x\ntf.cond(True, lambda: f(1), lambda: f(2))",
        "with tf.GradientTape() as tape:\n    pass\ndef f(x): return tape",
        "class M(tf.Module):\n    def __call__(self, x):\n        return x",
        "def f(x):\n    return x\nf(1)",
    ],
)
def test_never_traced(traced: Traced, source: str) -> None:
    assert traced(f"import tensorflow as tf\n{source}\n") == {}


def test_async_callee(traced: Traced) -> None:
    assert traced_names(traced, "return later(x)", "async def later(x):\n    return helper(x)\n") == {"f"}


def test_extra_eager(traced: Traced) -> None:
    source = f"{TOP}from company import plain\n@tf.function\ndef f(x):\n    plain(helper, x)\n"
    assert set(traced(source, extra_eager=("company.plain",))) == {"f"}
    found = traced(source)
    assert found["helper"].confidence is Confidence.LOW


BUILT = """\
import tensorflow as tf
class Net(tf.keras.Model):
    def call(self, x):
        return x
    def build_graph(self):
        x = tf.keras.Input((3,))
        return tf.keras.Model(x, self.call(x))
    def whole(self):
        x = tf.keras.Input((3,))
        return tf.keras.Model(x, self(x))
"""


@pytest.mark.parametrize(
    ("use", "confidence"),
    [
        ("Net().build_graph().fit(1)", Confidence.LOW),
        ("def make(x):\n    return Net().call(x)", Confidence.LOW),
        ("net = Net()\nmodel = net.build_graph()\nmodel.fit(1)", Confidence.LOW),
        ("net = Net()\nmodel = net.build_graph()\nnet.fit(1)", Confidence.MEDIUM),
        ("net = Net()\nmodel = net.build_graph()\nuse(net)", Confidence.MEDIUM),
        ("net = Net()\nmodel = net.build_graph()\ndef later():\n    return [net]", Confidence.MEDIUM),
        ("Net().build_graph().fit(1)\nnets = [Net()]", Confidence.MEDIUM),
        ("Net().whole().fit(1)", Confidence.MEDIUM),
        ("Net().summary()", Confidence.MEDIUM),
    ],
)
def test_models_that_are_only_asked_for_something(traced: Traced, use: str, confidence: Confidence) -> None:
    """A functional model that is made of what `call` gives holds no such object."""
    assert traced(f"{BUILT}{use}\n")["Net.call"].confidence is confidence


@pytest.mark.parametrize(
    ("parameters", "confidence"),
    [("self, x", Confidence.MEDIUM), ("self, x, y", Confidence.LOW), ("self, x, training, mask=None, y=None", Confidence.MEDIUM)],
)
def test_models_that_fit_cannot_call(traced: Traced, parameters: str, confidence: Confidence) -> None:
    source = f"import tensorflow as tf\nclass Net(tf.keras.Model):\n    def call({parameters}):\n        return x\n"
    assert traced(source)["Net.call"].confidence is confidence


@pytest.mark.parametrize(
    ("methods", "use", "roots"),
    [
        ("def fit(self, data):\n        self.train_step(data)", "", set()),
        ("def fit(self, data):\n        return super().fit(data)", "", {"train_step", "test_step"}),
        ("def fit(self, data):\n        self.train_step(data)", "Net().evaluate(1)", {"test_step"}),
        ("def evaluate(self, data):\n        return 0", "", {"train_step", "test_step"}),
    ],
)
def test_steps_that_methods_of_ones_own_call(traced: Traced, methods: str, use: str, roots: set[str]) -> None:
    step = "    def train_step(self, data):\n        return {}\n    def test_step(self, data):\n        return {}\n"
    found = traced(f"import tensorflow as tf\nclass Net(tf.keras.Model):\n{step}    {methods}\n{use}\n")
    assert {name.partition(".")[2] for name in found} == roots


@pytest.mark.parametrize(
    ("use", "confidence"),
    [
        ("def run(x):\n    share = Share()\n    share.update_state(x, x)", Confidence.LOW),
        ("def run(net, x):\n    share = Share()\n    share.update_state(x, x)\n    net.fit(x)", Confidence.MEDIUM),
        ("def run(net, x):\n    share = Share()\n    share.update_state(x, x)\n    net.predict(x)", Confidence.LOW),
        ("import orbit\ncontroller = orbit.Controller()\nshare = Share()\nshare.update_state(1, 1)\ncontroller.evaluate(1)", Confidence.LOW),
        ("def run(x):\n    return Share()", Confidence.LOW),
        ("", Confidence.MEDIUM),
    ],
)
def test_metrics_that_the_project_updates_itself(traced: Traced, use: str, confidence: Confidence) -> None:
    metric = "import tensorflow as tf\nclass Share(tf.keras.metrics.Metric):\n    def update_state(self, y_true, y_pred):\n        return y_pred\n"
    assert traced(f"{metric}{use}\n")["Share.update_state"].confidence is confidence


@pytest.mark.parametrize(
    ("base", "test", "is_traced"),
    [
        ("tf.keras.Model", "self.run_eagerly", False),
        ("tf.keras.Model", "not self.run_eagerly", True),
        ("tf.keras.layers.Layer", "self.run_eagerly", True),
        ("tf.keras.Model", "self.runs_eagerly", True),
    ],
)
def test_what_a_model_does_where_it_runs_eagerly(traced: Traced, base: str, test: str, is_traced: bool) -> None:
    source = f"class Own({base}):\n    def call(self, x):\n        if {test}:\n            helper(x)\n        return x\n"
    assert ("helper" in traced(TOP + source)) is is_traced


@pytest.mark.parametrize(("option", "confidence"), [("run_eagerly=True", Confidence.LOW), ("run_eagerly=False", Confidence.MEDIUM)])
def test_what_another_program_runs_eagerly_is_not_traced_by_it(traced: Traced, option: str, confidence: Confidence) -> None:
    shared = "import shared\n"
    other = f"{shared}import tensorflow as tf\no = tf.keras.Sequential()\no.compile({option})\no.fit(1)\n"
    found = traced({"m.py": shared + MODEL, "hand.py": f"{shared}import tensorflow as tf\n{LOOP}", "other.py": other, "shared.py": ""})
    assert found["Net.call"].confidence is confidence
