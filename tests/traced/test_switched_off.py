"""Code under a flag that is off by default, and that nothing in the project turns on: named in the summary, and not reported."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence
from tflint_autograph.traced.escape.switched_off import OFF

LAYER = """
import tensorflow as tf

class Layer(tf.keras.layers.Layer):
    def __init__(self, flag=False, other=True):
        super().__init__()
        self.flag = flag
        self.other = other
        self.fixed = False

    def call(self, x, training=False):
        if {test}:
            print("x", x)
        return x

{then}
model = tf.keras.Sequential([layer])
model.compile("sgd", "mse")
model.fit(tf.ones([3, 3]), tf.ones([3, 3]))
"""

FUNCTION = """
import tensorflow as tf

@tf.function
def step(x, flag=False):
    if flag:
        print("x", x)
    return x

{then}
"""

NESTED = """
import tensorflow as tf

@tf.function
def outer(x, flag=False):
    def step(y):
        return show(y, flag=flag)
    {then}
    return step(x)

def show(x, flag):
    if flag:
        print("x", x)
    return x

outer(tf.ones([]){given})
"""

SWITCH = """
import argparse
import tensorflow as tf
from absl import flags

FLAGS = flags.FLAGS
flags.DEFINE_bool("loud", False, "")
flags.DEFINE_bool("quiet", default=True, help="")
flags.DEFINE_string("mode", "", "")
_SHY = flags.DEFINE_boolean("shy", True, "")
parser = argparse.ArgumentParser()
parser.add_argument("--debug", "-d", action="store_true")
parser.add_argument("--level", default=False)
args = parser.parse_args()
{then}

@tf.function
def step(x):
    if {test}:
        print("x", x)
    return x

step(tf.ones([]))
"""


def is_off(root: Path, text: str) -> bool:
    """Whether the one finding is doubted for this reason."""
    (finding,) = report_of(root, text, select=("TFA101",)).findings
    assert (finding.confidence is Confidence.LOW) == (finding.excuse == OFF)
    return finding.excuse == OFF


@pytest.mark.parametrize("test", ["self.flag", "not self.other", "self.fixed", "self.fixed and training", "not (training or self.other)"])
def test_a_flag_that_nothing_turns_on(tmp_path: Path, test: str) -> None:
    assert is_off(tmp_path, LAYER.format(test=test, then="layer = Layer()"))


@pytest.mark.parametrize("test", ["self.other", "not self.flag", "self.flag or training", "training", "not training", "self.unknown"])
def test_a_condition_that_may_hold(tmp_path: Path, test: str) -> None:
    assert not is_off(tmp_path, LAYER.format(test=test, then="layer = Layer()"))


@pytest.mark.parametrize(
    "then",
    [
        "layer = Layer(flag=True)",
        "layer = Layer(True)",
        "layer = Layer(**options())",
        "layer = Layer(flag=ask())",
        "layer = Layer()\nlayer.flag = True",
        "class Sub(Layer):\n    def __init__(self):\n        super().__init__(flag=True)\nlayer = Sub()",
        "class Sub(Layer):\n    def turn(self):\n        self.flag = True\nlayer = Sub()",
        "class Sub(Layer):\n    def __init__(self, **options):\n        super().__init__(**options)\nlayer = Sub(flag=True)",
        "def made(**options):\n    return Layer(**options)\nlayer = made(flag=True)",
        "def made(**options):\n    return Layer(**options)\nlayer = made(**ask())",
        "def made(**options):\n    options['flag'] = True\n    return Layer(**options)\nlayer = made()",
        "def made(**options):\n    options.update(flag=True)\n    return Layer(**options)\nlayer = made()",
        "def made(**options):\n    return Layer(**options)\ndef again(**options):\n    return made(**options)\nlayer = again(flag=True)",
    ],
)
def test_a_flag_that_something_may_turn_on(tmp_path: Path, then: str) -> None:
    assert not is_off(tmp_path, LAYER.format(test="self.flag", then=then))


@pytest.mark.parametrize(
    "then",
    [
        "layer = Layer(flag=False)",
        "def made(**options):\n    return Layer(**options)\nlayer = made()",
        "def made(**options):\n    return Layer(**options)\nlayer = made(other=True, flag=False)",
        "def made(**options):\n    options['other'] = False\n    return Layer(**options)\nlayer = made()",
        "def made(**options):\n    return Layer(**options)\ndef again(**options):\n    return made(**options)\nlayer = again()",
        "class Sub(Layer):\n    def __init__(self, **options):\n        super().__init__(**options)\nlayer = Sub()",
        "class Sub(Layer):\n    def __init__(self, flag=False):\n        super().__init__(flag=flag)\nlayer = Sub()",
    ],
)
def test_a_flag_that_is_given_as_it_is(tmp_path: Path, then: str) -> None:
    assert is_off(tmp_path, LAYER.format(test="self.flag", then=then))


def test_an_argument_that_no_call_gives(tmp_path: Path) -> None:
    assert is_off(tmp_path, FUNCTION.format(then="step(tf.ones([]))"))
    assert not is_off(tmp_path, FUNCTION.format(then="step(tf.ones([]), flag=True)"))
    assert not is_off(tmp_path, FUNCTION.format(then="step(tf.ones([]), ask())"))


def test_an_argument_that_the_function_sets(tmp_path: Path) -> None:
    text = FUNCTION.format(then="step(tf.ones([]))").replace("    if flag:", "    flag = ask()\n    if flag:")
    assert not is_off(tmp_path, text)


def test_an_argument_that_a_nested_function_passes_on(tmp_path: Path) -> None:
    assert is_off(tmp_path, NESTED.format(then="pass", given=""))
    assert not is_off(tmp_path, NESTED.format(then="pass", given=", flag=True"))
    assert not is_off(tmp_path, NESTED.format(then="flag = ask()", given=""))
    assert not is_off(tmp_path, NESTED.format(then="def turn():\n        nonlocal flag\n        flag = ask()\n    turn()", given=""))


@pytest.mark.parametrize("test", ["FLAGS.loud", "not FLAGS.quiet", "tf.compat.v1.app.flags.FLAGS.loud", "not _SHY.value", "args.debug"])
def test_a_switch_of_the_command_line(tmp_path: Path, test: str) -> None:
    assert is_off(tmp_path, SWITCH.format(test=test, then=""))


@pytest.mark.parametrize("test", ["FLAGS.quiet", "FLAGS.mode", "FLAGS.other", "_SHY.value", "not args.debug", "args.level", "args.other"])
def test_an_option_that_is_on_or_no_switch(tmp_path: Path, test: str) -> None:
    assert not is_off(tmp_path, SWITCH.format(test=test, then=""))


@pytest.mark.parametrize(
    ("test", "then"),
    [
        ("FLAGS.loud", "FLAGS.loud = True"),
        ("FLAGS.loud", 'flags.set_default("loud", True)'),
        ("FLAGS.loud", 'FLAGS.set_default("loud", True)'),
        ("args.debug", "args.debug = True"),
        ("args.debug", "parser.set_defaults(debug=True)"),
        ("args.debug", "args = other()"),
    ],
)
def test_a_switch_that_code_turns_on(tmp_path: Path, test: str, then: str) -> None:
    assert not is_off(tmp_path, SWITCH.format(test=test, then=then))


def test_what_eager_code_passes_to_a_function_that_traced_code_calls_too(tmp_path: Path) -> None:
    assert is_off(tmp_path, NESTED.format(then="pass", given="") + "show(tf.ones([]), True)\n")
    assert not is_off(tmp_path, NESTED.format(then="show(x, True)", given=""))


def test_a_default_that_no_traced_call_leaves(tmp_path: Path) -> None:
    program = NESTED.replace("def show(x, flag)", "def show(x, flag=True)")
    assert is_off(tmp_path, program.format(then="pass", given=""))
    assert not is_off(tmp_path, program.format(then="show(x)", given=""))
