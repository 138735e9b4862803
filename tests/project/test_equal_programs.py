"""Programs that mean the same have the same findings, however they are written."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.programs import Sources, report_of

Found = Counter[tuple[str, str]]

FITTED = """\
import tensorflow as tf

class Net(tf.keras.Model):
    def call(self, x):
        print("x", x)
        return x

def run(data):
    model = Net()
    model.compile("sgd", "mse")
    {}
    model.fit(data)
"""
BY_HAND = """\
import tensorflow as tf

class Net(tf.keras.Model):
    def call(self, x):
        print("x", x)
        return x

def train(data):
    net = Net()
    opt = tf.keras.optimizers.SGD()
    for x, y in data:
        with {} as tape:
            loss = tf.reduce_mean(net(x))
        grads = tape.gradient(loss, net.trainable_variables)
        {}

train([])
"""
APPLY = "opt.apply_gradients(zip(grads, net.trainable_variables))"


def written(program: str, *parts: str) -> str:
    """A program with statements put into its gaps, each indented as its gap is."""
    for part in parts:
        head, _, tail = program.partition("{}")
        indent = head.rpartition("\n")[2]
        program = head + part.replace("\n", f"\n{indent}" if not indent.strip() else "\n") + tail
    return program


def found(root: Path, program: Sources) -> Found:
    """The codes of the findings with their confidence."""
    return Counter((each.code, each.confidence.name) for each in report_of(root, program).findings)


@pytest.mark.parametrize(
    "switch",
    ["model.run_eagerly=True", "model.run_eagerly = (\n    True)", "model.run_eagerly, more = True, 1", "on = True\nmodel.run_eagerly = on", "m = model\nm.run_eagerly = True"],
)  # fmt: skip
def test_a_model_is_told_to_run_eagerly(tmp_path: Path, switch: str) -> None:
    assert found(tmp_path, written(FITTED, "pass"))
    assert found(tmp_path, written(FITTED, "model.run_eagerly = True")) == {}
    assert found(tmp_path, written(FITTED, switch)) == {}


@pytest.mark.parametrize(
    ("tape", "apply"),
    [
        ("tf.GradientTape ()", APPLY),
        ("tf.GradientTape(\n    persistent=True)", APPLY),
        ("tf.GradientTape()", APPLY.replace("(zip", " (zip")),
        ("tf.GradientTape()", f"(opt\n    .{APPLY.removeprefix('opt.')})"),
        ("tf.GradientTape()", f"done = {APPLY}"),
    ],
)
def test_a_model_is_trained_by_hand(tmp_path: Path, tape: str, apply: str) -> None:
    first = found(tmp_path, written(BY_HAND, "tf.GradientTape()", APPLY))
    assert first == {("TFA101", "LOW"): 1} != found(tmp_path, written(BY_HAND, "tf.GradientTape()", "net.fit(x)"))
    assert found(tmp_path, written(BY_HAND, tape, apply)) == first


def agrees(root: Path, first: Sources, other: Sources, *codes: str) -> bool:
    """Whether two programs have the same findings, of which the first has these."""
    expected = found(root, first)
    assert sorted(code for code, _ in expected.elements()) == list(codes)
    return found(root, other) == expected


RUN_ONCE = """\
import tensorflow as tf
from absl import app

scale = 1.0

@tf.function
def step(x):
    return x * scale

def {name}(argv):
    global scale
    scale = 2.0 if scale < 2.0 else 3.0
    step(1.0)

{end}
"""


@pytest.mark.parametrize(
    ("name", "end"),
    [
        ("drive", "app.run(drive)"),
        ("drive", "drive([])"),
        ("drive", "drive ([])"),
        ("drive", "(\n    drive)([])"),
        ("drive", "go = drive\ngo([])"),
    ],
)
def test_a_function_that_runs_once_may_have_any_name(tmp_path: Path, name: str, end: str) -> None:
    assert agrees(tmp_path, RUN_ONCE.format(name="main", end="app.run(main)"), RUN_ONCE.format(name=name, end=end))
    assert found(tmp_path, RUN_ONCE.format(name=name, end=f"{end}\n{end}")) == {("TFA113", "HIGH"): 1}


MADE = """\
import tensorflow as tf

class Net:
    def __init__(self):
        self.rate = tf.Variable(0.0)

    @tf.function
    def step(self, x):
        return x + self.rate

def make():
    {made}

def run():
    {looked}
"""


@pytest.mark.parametrize(
    ("made", "looked"),
    [
        ("return (Net())", "return make().step"),
        ("return (\n        Net())", "return make().step"),
        ("return Net ()", "return make().step"),
        ("net = Net()\n    return net", "return make().step"),
        ("return Net()", "return make() . step"),
        ("return Net()", "return (make()\n        .step)"),
    ],
)
def test_a_method_is_looked_up_on_what_a_factory_makes(tmp_path: Path, made: str, looked: str) -> None:
    first = MADE.format(made="return Net()", looked="return make().step")
    assert agrees(tmp_path, first, MADE.format(made=made, looked=looked), "TFA508")


CLOSED_OVER = """\
import tensorflow as tf

def use(scales):
    scale = 1.0

    @tf.function
    def step(x):
        return x * scale

    step(1.0)
    {change}
    step(1.0)
"""


@pytest.mark.parametrize(
    "change", ["scale\\\n= 2.0", "scale, rate = 2.0, 1", "(\n    scale,\n    rate) = 2.0, 1", "[scale] = [2.0]"]
)
def test_a_name_is_bound_anew(tmp_path: Path, change: str) -> None:
    assert agrees(
        tmp_path, CLOSED_OVER.format(change="scale = 2.0"), CLOSED_OVER.format(change=change), "TFA113", "TFA403"
    )


def test_a_loop_binds_a_name_anew(tmp_path: Path) -> None:
    first, other = (f"for {target} in scales:\n        step(1.0)" for target in ("scale", "(\n            scale)"))
    assert agrees(tmp_path, CLOSED_OVER.format(change=first), CLOSED_OVER.format(change=other), "TFA113")


KEPT = """\
import tensorflow as tf

class Net:
    def __init__(self):
        self.dropout = 0.0

    def forward({own}, x):
        return tf.nn.dropout(x, {read})

    @tf.function
    def step({own}, x, dropout):
        {own}.dropout = dropout * 2.0
        return {own}.forward(x)
{more}
"""


@pytest.mark.parametrize(
    ("own", "read", "more"),
    [
        ("self", "self . dropout", ""),
        ("self", "(self\n            .dropout)", ""),
        ("net", "net.dropout", ""),
        ("self", "self.dropout", "# Of net.dropout nobody speaks."),
    ],
)
def test_an_attribute_is_read_in_the_call_alone(tmp_path: Path, own: str, read: str, more: str) -> None:
    first = KEPT.format(own="self", read="self.dropout", more="")
    assert agrees(tmp_path, first, KEPT.format(own=own, read=read, more=more), "TFA505")


STEPS = "import tensorflow as tf\n\n@tf.function\ndef step(x, n):\n    return x * n\n"
CALLING = """\
import tensorflow as tf
{top}

def run(x):
    {inner}
    for n in range(100):
        {call}(x, n)
"""


@pytest.mark.parametrize(
    ("top", "inner", "call"),
    [
        ("from steps import step as go", "", "go"),
        ("", "from steps import step as go", "go"),
        ("", "from steps import step\n    go = step", "go"),
        ("import steps", "", "steps.step"),
        ("", "from \\\n        steps import (\n        step)", "step"),
    ],
)
def test_a_function_is_called_from_another_file(tmp_path: Path, top: str, inner: str, call: str) -> None:
    first = CALLING.format(top="from steps import step", inner="", call="step")
    other = CALLING.format(top=top, inner=inner, call=call)
    assert agrees(tmp_path, {"steps.py": STEPS, "other.py": first}, {"steps.py": STEPS, "other.py": other}, "TFA402")


TRAINER = """\
import tensorflow as tf

def net(x):
    print(x)
    return x

def loss(x):
    print(x)
    return x

class Trainer:
    def __init__(self, net, loss):
        {keep}

    @tf.function
    def step(self, x):
        return {call}

trainer = Trainer(net, loss)
trainer.step(1.0)
"""
APART = "self.net = net\n        self.loss = loss"
ALL = "self.loss(self.net(x))"


@pytest.mark.parametrize(
    ("keep", "call"),
    [
        ("self.net, self.loss = net, loss", ALL),
        ("self.net=net\n        self.loss=loss", ALL),
        ("self.net = (\n            net\n        )\n        self.loss = (loss)", ALL),
        ("given = net\n        self.net, self.loss = given, loss", ALL),
        (APART, "self.loss (self . net (x))"),
        (APART, "(self\n            .loss)(\n            (self.net)(x))"),
    ],
)
def test_a_constructor_keeps_what_it_is_given(tmp_path: Path, keep: str, call: str) -> None:
    first = TRAINER.format(keep=APART, call=ALL)
    assert agrees(tmp_path, first, TRAINER.format(keep=keep, call=call), "TFA101", "TFA101")


HOOKED = """\
import tensorflow as tf

def log(x):
    print(x)

class Net:
    def __init__(self):
        self.hooks = []

    def add_hook(self, hook):
        {put}

    @tf.function
    def step(self, x):
        for hook in {hooks}:
            hook(x)
        return x

net = Net()
net.add_hook(log)
net.step(1.0)
net.add_hook(log)
net.step(1.0)
"""


@pytest.mark.parametrize(
    ("put", "hooks"),
    [
        ("self.hooks += [hook]", "self.hooks"),
        ("self.hooks.extend([hook])", "self.hooks"),
        ("self.hooks.append(\n            hook)", "self.hooks"),
        ("hooks = self.hooks\n        hooks.append(hook)", "self.hooks"),
        ("self.hooks.append(hook)", "reversed(self.hooks)"),
        ("self.hooks.append(hook)", "list(self.hooks)"),
    ],
)
def test_a_method_adds_what_a_loop_calls(tmp_path: Path, put: str, hooks: str) -> None:
    first = HOOKED.format(put="self.hooks.append(hook)", hooks="self.hooks")
    assert agrees(tmp_path, first, HOOKED.format(put=put, hooks=hooks), "TFA101", "TFA114")
