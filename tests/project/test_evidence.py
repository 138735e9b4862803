"""What the linter takes for proof, by default: of one tensor against a list, of a setting that changes between runs."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence


def sure(tmp_path: Path, text: str, code: str) -> list[str]:
    """The lines with a finding of the rule that is shown by default, as they are written."""
    report = report_of(tmp_path, {"m.py": text}, select=(code,))
    assert report.problems == ()
    found = {finding.span.start.line for finding in report.findings if finding.confidence > Confidence.LOW}
    return [text.splitlines()[number - 1].strip() for number in sorted(found)]


ROWS = "import tensorflow as tf\n\nclass Net(tf.keras.Model):\n    def call(self, x):\n        s = 0.0\n        for row in x:\n            s += row\n        {}\n"


@pytest.mark.parametrize(
    "use",
    ["return x * s", "return x * 2.0", "return -x", "return x / 2", "return x[:, 0]", "return x[..., 0]", "return s, x.shape"],
)
def test_what_a_list_would_not_survive_tells_one_tensor(tmp_path: Path, use: str) -> None:
    assert sure(tmp_path, ROWS.format(use), "TFA203") == ["for row in x:"]


@pytest.mark.parametrize(
    "use",
    ["return s", "return x * 2", "return x + [s]", "return x[0]", "return tf.add_n(x)", "x = tf.stack(x)\n        return x * 2.0"],
)
def test_what_a_list_may_survive_tells_nothing(tmp_path: Path, use: str) -> None:
    assert sure(tmp_path, ROWS.format(use), "TFA203") == []


def test_a_number_that_is_reckoned_with_is_no_tensor_yet(tmp_path: Path) -> None:
    text = "import tensorflow as tf\n\n@tf.function(autograph=False)\ndef f(n):\n    for i in range(n):\n        print(i)\n    return n / 2\n"
    assert sure(tmp_path, text, "TFA301") == []


SCALER = """
import tensorflow as tf


class Scaler(tf.Module):
    def __init__(self):
        super().__init__()
        self.scale = 1.0

    def grow(self):
        self.scale *= 2.0

    @tf.function
    def __call__(self, x):
        return x * self.scale


scaler = Scaler()
"""
READ = ["return x * self.scale"]


@pytest.mark.parametrize(
    "driver",
    [
        "def run(x):\n    scaler.scale += 1.0\n    return scaler(x)\n",
        "def run(x, k):\n    scaler.scale = k\n    return scaler(x)\n",
        "def run(x):\n    y = scaler(x)\n    scaler.scale = 1.0 - scaler.scale\n    return y\n",
        "scaler(tf.ones(2))\nscaler.scale = 2.0\nscaler(tf.ones(2))\n",
        "def run(xs):\n    own = Scaler()\n    for i, x in enumerate(xs):\n        own.scale = i\n        own(x)\n",
        "for _ in range(3):\n    scaler(tf.ones(2))\n    scaler.grow()\n",
        "def run(xs):\n    for x in xs:\n        own = Scaler()\n        own(x)\n    own.scale = 2.0\n    own(x)\n",
        "def run(xs):\n    for x in xs:\n        own = shared()\n        own.scale = 2.0\n        own(x)\n\ndef shared():\n    return scaler\n",
        "def run(x):\n    scaler.grow()\n    return scaler(x)\n",
    ],
)
def test_an_attribute_set_between_runs_is_reported_by_default(tmp_path: Path, driver: str) -> None:
    assert sure(tmp_path, SCALER + driver, "TFA114") == READ


@pytest.mark.parametrize(
    "driver",
    [
        "def prepare():\n    scaler.scale += 1.0\n",
        "def run(x):\n    scaler.scale = 2.0\n    return scaler(x)\n",
        "def run(x, k):\n    own = Scaler()\n    own.scale = k\n    return own(x)\n",
        "scaler.grow()\nscaler(tf.ones(2))\n",
        "def run(xs):\n    Scaler()(1.0)\n    for x in xs:\n        own = Scaler()\n        own.scale = 2.0\n        own(x)\n",
        "def run(xs):\n    for x in xs:\n        own = Scaler()\n        own(x)\n    own = Scaler()\n    own.grow()\n    own(x)\n",
        "scaler.scale = 2.0\nscaler(tf.ones(2))\n",
        "def run(x, k):\n    scaler.scale = k\n    scaler.compile()\n    return scaler(x)\n",
        "class Own(Scaler):\n    def prepare(self):\n        self.grow()\n        self.report()\n\n    def report(self):\n        pass\n",
    ],
)
def test_an_attribute_set_before_the_first_run_is_not(tmp_path: Path, driver: str) -> None:
    assert sure(tmp_path, SCALER + driver, "TFA114") == []


@pytest.mark.parametrize("start", ["total = 0.0\n", "def __init__(self):\n        self.total = 0.0\n"])
@pytest.mark.parametrize("update", ["self.total += tf.reduce_sum(x)", "for v in x:\n            self.total += v"])
def test_a_sum_kept_on_the_object_is_reported_whatever_is_added(tmp_path: Path, start: str, update: str) -> None:
    text = f"import tensorflow as tf\n\nclass M:\n    {start}\n    @tf.function\n    def step(self, x):\n        {update}\n        return self.total + 0.0\n"
    assert sure(tmp_path, text, "TFA505") or sure(tmp_path, text, "TFA503")


CELL = """\
import tensorflow as tf

class Cell:
    def __init__(self):
        self.state = tf.zeros([2])

    def reset(self):
        self.state = tf.zeros([2])

    def use(self):
        return self.state * 2.0

    @tf.function
    def step(self, x: tf.Tensor):
        {body}
        return x
"""


@pytest.mark.parametrize(
    ("body", "left"),
    [
        ("self.state = self.state + x", True),
        ("x = tf.tanh(x + self.state)\n        self.state = x", True),
        ("self.state = tf.cast(x, self.state.dtype)\n        x = self.use()", False),
        ("self.state = tf.zeros(self.state.shape) + self.state\n        x = self.use()", True),
        ("self.state = x\n        x = self.use()", False),
        ("old = self.state\n        self.state = x\n        x = self.use()\n        self.state = old", False),
        ("self.reset()\n        self.state = self.state + x", False),
        ("self.state = tf.cast(self.state, tf.float32)", False),
    ],
)
def test_a_tensor_that_an_earlier_call_has_left_is_no_scratch_paper(tmp_path: Path, body: str, left: bool) -> None:
    assert bool(sure(tmp_path, CELL.format(body=body), "TFA505")) is left


GROWING = """\
import tensorflow as tf

{decorator}
def extend(start, n):
    tokens = start
    for _ in tf.range(n):
        tokens = tf.concat([tokens, tokens[:, -1:]], axis=1)
    return tokens

{use}
"""
SPEC = "tf.TensorSpec([None, None]), tf.TensorSpec([], tf.int32)"


@pytest.mark.parametrize(
    ("decorator", "use", "whole"),
    [
        ("@tf.function", "", True),
        (f"@tf.function(input_signature=[{SPEC}])", "", False),
        ("@tf.function", "@tf.function\ndef outer(x, n):\n    return extend(x, n)", False),
        ("@tf.function", f"made = extend.get_concrete_function({SPEC})", False),
    ],
)
def test_a_tensor_that_eager_code_passes_knows_its_shape(tmp_path: Path, decorator: str, use: str, whole: bool) -> None:
    assert bool(sure(tmp_path, GROWING.format(decorator=decorator, use=use), "TFA207")) is whole


ROUNDS = """\
import tensorflow as tf

def compare(build, data):
    for size in range(9):
        model, batch = build(size), data[size]
        {making}
"""


@pytest.mark.parametrize(
    ("making", "found"),
    [
        ("print(tf.function(lambda v: v + batch)(batch))", True),
        ("print(tf.function(lambda model: model.sum())(batch))", True),
        ("print(tf.function(lambda v: model(v))(batch))", False),
        ("step = tf.function(lambda v, model=model: model(v))\n        print(step(batch))", False),
        ("@tf.function\n        def step(v):\n            return model.loss(v)\n        print(step(batch))", False),
    ],
)
def test_a_function_of_what_a_round_makes_has_to_be_made_with_it(tmp_path: Path, making: str, found: bool) -> None:
    assert bool(sure(tmp_path, ROUNDS.format(making=making), "TFA403")) is found


CELLS = """\
import tensorflow as tf

share = 0.5

@tf.function
def train(x):
    return x * share

@tf.function
def other(x):
    return x + 1.0

{}
"""


@pytest.mark.parametrize(
    ("driver", "shown"),
    [
        ("train(1.0)\nshare = 0.25\ntrain(1.0)", True),
        ("@tf.function\ndef both(x):\n    return train(x)\ntrain(1.0)\nshare = 0.25\nboth(1.0)", True),
        ("train(1.0)\nshare = 0.25\nother(1.0)", False),
        ("train(1.0)\nshare = 0.5\ntrain(1.0)", False),
    ],
)
def test_a_name_that_changes_behind_the_last_call_seen_is_not_shown(tmp_path: Path, driver: str, shown: bool) -> None:
    assert sure(tmp_path, CELLS.format(driver), "TFA113") == ["return x * share"] * shown


@pytest.mark.parametrize(("start", "shown"), [("tf.variable_scope('net')", False), ("tf.name_scope('net')", True)])
def test_a_layer_of_version_1_makes_its_variables_once(tmp_path: Path, start: str, shown: bool) -> None:
    text = f"import tensorflow as tf\n\nclass Net(tf.keras.layers.Layer):\n    def call(self, x):\n        with {start}:\n            return x * tf.compat.v1.get_variable('w', [])\n"
    assert sure(tmp_path, text, "TFA501") == ["return x * tf.compat.v1.get_variable('w', [])"] * shown


@pytest.mark.parametrize(("bounds", "expected"), [("==1.15.2", ["f"]), ("<2", ["f"]), (">=1.15", ["Net.call", "f"]), ("==2.4", ["Net.call", "f"])])
def test_what_a_project_for_version_1_traces_is_a_tf_function_alone(tmp_path: Path, bounds: str, expected: list[str]) -> None:
    text = """
    import numpy as np
    import tensorflow as tf

    class Net(tf.keras.layers.Layer):
        def call(self, x):
            return x * np.random.rand()

    @tf.function
    def f(x):
        return x * np.random.rand()
    """
    found = report_of(tmp_path, {"m.py": textwrap.dedent(text)}, tensorflow=bounds, select=("TFA110",)).findings
    assert [each.function.partition(".")[2] for each in found if not each.excuse] == expected


SIGNALS = """
import tensorflow as tf


class Signals:
    def __init__(self):
        self.reset()

    def reset(self):
        self.bases = {{}}

    def clear(self):
        if input():
            self.bases = {{}}

    def put(self, value):
        self.bases["a"] = value


class Net(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.signals = Signals()

    def call(self, x):
        {first}
        self.steps(x)
        {last}
        return x

    def steps(self, x):
        self.signals.put(x)
        self.signals.bases["b"] = x
"""


@pytest.mark.parametrize(
    ("first", "last", "shown"),
    [
        ("self.signals.reset()", "pass", False),
        ("with tf.name_scope('a'): self.signals.reset()", "pass", False),
        ("pass", "self.signals.reset()", True),
        ("self.signals.clear()", "pass", True),
        ("if x.shape[0] == 2: self.signals.reset()", "pass", True),
    ],
)
def test_a_container_that_each_call_begins_anew_is_its_own(tmp_path: Path, first: str, last: str, shown: bool) -> None:
    kept = ['self.bases["a"] = value', 'self.signals.bases["b"] = x']
    assert sure(tmp_path, SIGNALS.format(first=first, last=last), "TFA503") == kept * shown


LOSSES = """
import tensorflow as tf


class Trainer:
    def __init__(self):
        self.losses = {{}}

    def reset(self):
        self.losses = {{}}

    @tf.function
    def step(self, x):
        {first}
        self.losses["a"] += x
        {last}
        return x
"""


@pytest.mark.parametrize(
    ("first", "last", "shown"),
    [
        ("self.reset()", "pass", False),
        ("pass", "self.reset()", True),
        ("if x.shape[0]: self.reset()", "pass", True),
        ("pass", "self.losses.clear()", False),
        ("self.others.clear()", "pass", True),
    ],
)
def test_a_container_that_the_function_itself_begins_anew_is_its_own(tmp_path: Path, first: str, last: str, shown: bool) -> None:
    assert sure(tmp_path, LOSSES.format(first=first, last=last), "TFA503") == ['self.losses["a"] += x'] * shown


ENDPOINTS = """
import tensorflow as tf


class Head:
    def __init__(self):
        self.ends = {{}}

    def run(self, x):
        self.ends["pooled"] = {value}
        return x

    def told(self):
        {own}


class Net:
    def __init__(self):
        self.head = Head()

    @tf.function
    def step(self, x):
        self.head.run(x)
        return {traced}

    def show(self):
        {plain}
"""


@pytest.mark.parametrize(
    ("value", "own", "traced", "plain", "shown"),
    [
        ("tf.square(x)", "pass", "self.head.ends", "pass", False),
        ("tf.square(x)", "return self.ends", "self.head.ends", "pass", True),
        ("tf.square(x)", "pass", "self.head.ends", "return self.head.ends", True),
        ("tf.square(x)", "pass", "x", "pass", True),
        ("self.ends['pooled'] + x", "pass", "self.head.ends", "pass", True),
        ("len(self.told.__name__)", "pass", "self.head.ends", "return self.head.ends", False),
        ("self.ends.get('pooled', 0) + 1", "pass", "self.head.ends", "return self.head.ends", True),
    ],
)
def test_what_is_put_under_a_key_for_the_same_call(
    tmp_path: Path, value: str, own: str, traced: str, plain: str, shown: bool
) -> None:
    source = ENDPOINTS.format(value=value, own=own, traced=traced, plain=plain)
    assert sure(tmp_path, source, "TFA503") == [f'self.ends["pooled"] = {value}'] * shown


PREFIX = """
import tensorflow as tf


class Block(tf.keras.layers.Layer):
    def __init__(self, wide):
        super().__init__()
        self.wide = wide
        self.prefix = "block"

    def call(self, x):
        {first}
        if not self.wide:
            self.prefix = "expanded"
        {last}
        return x
"""
READS = "x = tf.identity(x, name=self.prefix)"


@pytest.mark.parametrize(
    ("first", "last", "shown"), [("pass", READS, False), (READS, "pass", True), (f"for _ in range(2):\n            {READS}", "pass", True)]
)
def test_a_constant_that_is_read_below_alone(tmp_path: Path, first: str, last: str, shown: bool) -> None:
    assert sure(tmp_path, PREFIX.format(first=first, last=last), "TFA503") == ['self.prefix = "expanded"'] * shown


KEPT = """
import tensorflow as tf


class Net:
    def __init__(self):
        self.dropout = 0.0

    def forward(self, x):
        return tf.nn.dropout(x, self.dropout)

    @tf.function
    def step(self, x, dropout):
        self.dropout = dropout * 2.0
        return self.forward(x)

    {more}
"""


@pytest.mark.parametrize(
    ("more", "shown"),
    [("pass", False), ("def show(net):\n        return net.dropout", False), ("def show(self, net):\n        return net.dropout", True)],
)
def test_functions_of_a_framework_are_no_attributes(tmp_path: Path, more: str, shown: bool) -> None:
    assert sure(tmp_path, KEPT.format(more=more), "TFA505") == ["self.dropout = dropout * 2.0"] * shown


READER = """
import tensorflow as tf


class Reader:
    def __init__(self):
        self.columns = -1

    def parse(self, line):
        return tf.reshape(line, [self.columns])

    def read(self, lines):
        {first}
        dataset = tf.data.Dataset.from_tensor_slices(lines).map(self.parse)
        {last}
        return dataset
"""
COUNT = "for line in lines: self.columns += len(line)"


@pytest.mark.parametrize(("first", "last", "shown"), [(COUNT, "pass", False), ("pass", COUNT, True)])
def test_what_is_set_for_a_dataset_is_read_by_its_trace(tmp_path: Path, first: str, last: str, shown: bool) -> None:
    report = report_of(tmp_path, READER.format(first=first, last=last), select=("TFA114",))
    assert [finding.span.start.line for finding in report.findings] == [10] * shown


BUILT = """
import tensorflow as tf


class Net(tf.Module):
    def __init__(self, sizes):
        super().__init__()
        self.sizes = None
        self.build_layers(sizes)

    def build_layers(self, sizes):
        self.sizes = list(sizes)

    @tf.function
    def __call__(self, x):
        return x * len(self.sizes)

    {more}


{use}
"""


@pytest.mark.parametrize(
    ("more", "use", "count"),
    [
        ("pass", "Net([1, 2])(1.0)", 0),
        ("def again(self):\n        self.build_layers([3])", "Net([1, 2])(1.0)", 1),
        ("pass", "net = Net([1, 2])\nnet(1.0)\nnet.build_layers([3])\nnet(1.0)", 1),
        ("pass", "def change(net):\n    net.build_layers([3])", 1),
    ],
)
def test_a_public_method_that_only_the_constructor_calls_changes_nothing(tmp_path: Path, more: str, use: str, count: int) -> None:
    report = report_of(tmp_path, BUILT.format(more=more, use=use), select=("TFA114",))
    assert len(report.findings) == count


QUEUES = """
import tensorflow as tf

class Queue:
    def __init__(self, fill=None):
        self.fill = fill
        self.size = tf.Variable(0)

    @tf.function
    def take(self):
        while self.size < 1:
            self.size.assign_add({call})
        return self.size.assign_sub(1)

def chained():
    first = Queue()
    def filled():
        return first.take()
    return Queue(fill=filled).take()
"""


@pytest.mark.parametrize(("call", "shown"), [("self.fill()", False), ("self.take()", True)])
def test_a_function_that_an_object_holds_may_lead_to_another_object(tmp_path: Path, call: str, shown: bool) -> None:
    assert sure(tmp_path, QUEUES.format(call=call), "TFA212") == [f"self.size.assign_add({call})"] * shown


LAYER = "import tensorflow as tf\n\nclass Net(tf.keras.layers.Layer):\n    def call(self, x):\n        if tf.reduce_sum(x) > 0.0:\n            return x\n        return -x\n\nnet = Net()\n"
STEP = "@tf.function\ndef step(x):\n    return net.call(x)\n"
WIDE = "class Wide(tf.keras.Model):\n    def build(self, shape):\n        self.net = Net()\n    def call(self, x):\n        return self.net.call(x)\n"


@pytest.mark.parametrize(
    ("use", "shown"),
    [
        (STEP, False), (STEP.removeprefix("@tf.function\n"), False), (STEP.replace("net.call", "net"), True),
        (f"{STEP}\nmodel = tf.keras.Sequential([net])\nmodel.fit(1)\n", True), (WIDE, True),
    ],
)  # fmt: skip
def test_who_calls_call_itself_runs_it_converted(tmp_path: Path, use: str, shown: bool) -> None:
    """FACTS keras, "direct-call-converted": under Keras itself it is not."""
    assert bool(sure(tmp_path, LAYER + use, "TFA201")) is shown


NET = "import numpy as np\nimport tensorflow as tf\n\nnet = tf.keras.Sequential([tf.keras.layers.LSTM(3, return_state=True)])\n\n@tf.function(autograph=False)\ndef step(x, y):\n    given = net(x)\n    {}\n    return given\n"


@pytest.mark.parametrize(
    ("use", "code", "shown"),
    [
        ("np.argmax(given)", "TFA303", True), ("given.numpy()", "TFA302", True), ("bool(given - y)", "TFA301", True),
        ("bool(-given)", "TFA301", True), ("bool(given > 0)", "TFA301", True), ("bool(given)", "TFA301", False),
        ("bool(given + [])", "TFA301", False), ("bool(given == [])", "TFA301", False), ("[each for each in given]", "TFA203", False),
    ],
)  # fmt: skip
def test_what_a_list_of_tensors_would_not_survive_tells_what_a_model_gives(tmp_path: Path, use: str, code: str, shown: bool) -> None:
    """A model may give one tensor or several; NumPy fails with several as well."""
    assert sure(tmp_path, NET.format(use), code) == ([use] if shown else [])


@pytest.mark.parametrize(("use", "shown"), [("pass", False), ("print(Sub().far)", False), ("print(Sub()._far)", True)])
def test_what_a_base_in_another_file_reads_is_scratch_paper(tmp_path: Path, use: str, shown: bool) -> None:
    base = "class Base:\n    @property\n    def far(self):\n        return self._far\n"
    text = "import tensorflow as tf\nfrom base import Base\nclass Sub(Base):\n    @tf.function\n    def f(self, x):\n"
    text += f"        self._far = tf.square(x)\n        return self.far\n\n{use}\n"
    report = report_of(tmp_path, {"m.py": text, "base.py": base}, select=("TFA505",))
    assert any(each.confidence > Confidence.LOW for each in report.findings) is shown


WEIGHTED = """
import tensorflow as tf


class Weighted(tf.keras.losses.Loss):
    def __init__(self, weight):
        super().__init__()
        self.weight = weight

    def call(self, y_true, y_pred):
        return self.weight * tf.reduce_mean(y_true - y_pred)


class Reweight(tf.keras.callbacks.Callback):
    def __init__(self, kept):
        super().__init__()
        self.kept = kept

    def {hook}(self, *args):
        self.kept.weight *= 0.5


loss = Weighted(1.0)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", loss=loss)
model.fit(x, y, epochs=3, callbacks=[Reweight(loss)])
"""


@pytest.mark.parametrize(("hook", "is_shown"), [("on_epoch_end", True), ("on_train_batch_begin", True), ("on_train_end", False), ("reset", False)])
def test_a_callback_sets_an_attribute_between_two_batches(tmp_path: Path, hook: str, is_shown: bool) -> None:
    shown = ["return self.weight * tf.reduce_mean(y_true - y_pred)"] if is_shown else []
    assert sure(tmp_path, WEIGHTED.format(hook=hook), "TFA114") == shown


OPTIMIZERS = """
import tensorflow as tf

weight = tf.Variable(1.0)
optimizer = tf.keras.optimizers.SGD(0.1)


@tf.function
def train(x):
    optimizer.apply_gradients([(x, weight)])


{calls}
"""


@pytest.mark.parametrize(
    ("calls", "is_shown"),
    [
        ("train(1.0)\noptimizer = tf.keras.optimizers.SGD(1.0)\ntrain(1.0)", True),
        ("optimizer = tf.keras.optimizers.SGD(1.0)\ntrain(1.0)\ntrain(1.0)", False),
        ("train(1.0)\ntrain(1.0)\noptimizer = tf.keras.optimizers.SGD(1.0)", False),
    ],
)
def test_an_object_that_is_replaced_between_two_calls(tmp_path: Path, calls: str, is_shown: bool) -> None:
    assert sure(tmp_path, OPTIMIZERS.format(calls=calls), "TFA113") == (["optimizer.apply_gradients([(x, weight)])"] if is_shown else [])
