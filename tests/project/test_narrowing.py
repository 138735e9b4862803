"""What a condition on the type of a value says of it, in the branches and behind them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

TOP = """\
import numpy as np
import tensorflow as tf

try:
    import tensorflow as maybe
except ImportError:
    maybe = None


class Pair(tuple):
    pass


def is_listed(value):
    "Whether it has parts."
    return isinstance(value, (list, tuple))


def is_symbolic(value):
    if tf.__version__ < "2.4":
        return isinstance(value, tf.Tensor)
    return tf.is_tensor(value)


def is_large(value):
    return len(value.shape) > 1


def is_told(value):
    if len(value.shape) == 2:
        return True
    return isinstance(value, list)


@tf.function
def f(x):
    return helper(tf.square(x))


def helper(x):
"""


def said(tmp_path: Path, body: str) -> list[str]:
    """The lines with a finding, in a function that is given a tensor."""
    text = TOP + "    " + body.replace("\n", "\n    ") + "\n"
    report = report_of(tmp_path, text, select=("TFA203", "TFA301", "TFA302", "TFA303"))
    assert report.problems == ()
    return [text.splitlines()[finding.span.start.line - 1].strip() for finding in report.findings]


@pytest.mark.parametrize(
    "body",
    [
        "if isinstance(x, (list, tuple)):\n    a, b = x\n    return a",
        "if isinstance(x, np.ndarray):\n    return np.sum(x)",
        "if isinstance(x, Pair):\n    return x.numpy()",
        "if isinstance(x, tf.RaggedTensor):\n    return x.numpy()",
        "if isinstance(x, tf.Tensor):\n    return x\nreturn x.numpy()",
        "if not isinstance(x, (tf.Tensor, tf.Variable)):\n    return int(x.numpy())",
        "if tf.is_tensor(x):\n    return x\nelse:\n    return np.sum(x)",
        "if maybe is not None and isinstance(x, tf.Tensor):\n    return x\nreturn x.numpy()",
        "plain = not isinstance(x, tf.Tensor)\nif plain:\n    return x.numpy()",
        "plain = not isinstance(x, tf.Tensor)\nif not plain:\n    z = x\nelse:\n    return x.numpy()",
        "if is_listed(x):\n    a, b = x\n    return a",
        "if is_symbolic(x):\n    return x\nreturn np.sum(x)",
        "if is_symbolic(x) and is_large(x):\n    return x\nif not is_symbolic(x):\n    return np.sum(x)",
        "y = list(x) if is_listed(x) else [x]\nreturn y",
        "if not maybe or not isinstance(x, tf.Tensor):\n    pass\nif isinstance(x, list) and x:\n    a, b = x",
    ],
)
def test_no_tensor_comes_here(tmp_path: Path, body: str) -> None:
    assert said(tmp_path, body) == []


@pytest.mark.parametrize(
    "body",
    [
        "if isinstance(x, tf.Tensor):\n    return x.numpy()",
        "if not isinstance(x, tf.Tensor):\n    x = tf.convert_to_tensor(x)\nreturn x.numpy()",
        "if isinstance(x, list) or len(x.shape) == 2:\n    return x.numpy()",
        "if len(x.shape) == 2 and isinstance(x, tf.Tensor):\n    return x\nreturn x.numpy()",
        "if isinstance(x, list):\n    x = x[0]\nreturn x.numpy()",
        "if isinstance(x, (list, object)):\n    return x.numpy()",
        "if is_symbolic(x):\n    return x.numpy()",
        "if not is_listed(x):\n    return np.sum(x)",
        "if is_large(x):\n    return np.sum(x)",
        "if is_told(x):\n    return np.sum(x)",
    ],
)
def test_a_tensor_may_come_here(tmp_path: Path, body: str) -> None:
    assert len(said(tmp_path, body)) == 1


@pytest.mark.parametrize(
    ("test", "found"),
    [
        ("isinstance(x, (list, str, np.ndarray))", False),
        ("isinstance(x, np.generic)", False),
        ("hasattr(x, 'numpy')", False),
        ("isinstance(x, tf.RaggedTensor)", True),
        ("isinstance(x, (str, object))", True),
        ("hasattr(x, 'shape')", True),
        ("not isinstance(x, tf.Tensor)", False),
        ("not isinstance(x, (tf.Tensor, tf.Variable))", False),
        ("isinstance(x, tf.Tensor)", True),
        ("not tf.is_tensor(x)", False),
        ("tf.is_tensor(x)", True),
        ("is_listed(x)", False),
        ("not is_symbolic(x)", False),
        ("is_symbolic(x)", True),
        ("is_large(x)", True),
        ("hasattr(x, 'name')", True),
        ("not hasattr(x, 'name')", False),
        ("not hasattr(x, 'other')", True),
        ("x is None", False),
        ("x is not None", True),
        ("isinstance(maybe, str)", True),
    ],
)
def test_what_no_tensor_of_a_graph_is_does_not_happen(tmp_path: Path, test: str, found: bool) -> None:
    text = f"{TOP}    if {test}:\n        print('never traced')\n    return x\n"
    assert [each.code for each in report_of(tmp_path, text, select=("TFA101",)).findings] == ["TFA101"] * found


@pytest.mark.parametrize(
    ("test", "found"),
    [
        ("isinstance(x, np.ndarray)", False),
        ("hasattr(x, 'numpy')", False),
        ("isinstance(x, (np.ndarray, list))", True),
        ("isinstance(x, list)", True),
        ("not isinstance(x, tf.Tensor)", True),
        ("not tf.is_tensor(x)", True),
        ("x is None", True),
    ],
)
@pytest.mark.parametrize("head", ["@tf.function\ndef f(x):", "class Layer(tf.keras.layers.Layer):\n  def call(self, x):"])
def test_what_a_root_is_given_is_no_array_but_may_be_no_tensor(tmp_path: Path, head: str, test: str, found: bool) -> None:
    text = f"import numpy as np\nimport tensorflow as tf\n\n{head}\n    if {test}:\n        print('seldom')\n    return x\n"
    assert [each.code for each in report_of(tmp_path, text, select=("TFA101",)).findings] == ["TFA101"] * found


PASSED = """\
import tensorflow as tf


def scaled(x, weight=None):
    if weight is None:
        weight = tf.Variable(1.0)
    return x * weight


def optional(given):
    return tf.ones([]) if given else None


class Model(tf.Module):
    def __init__(self):
        self.weight = tf.Variable(1.0)
        self.none = None

    def fill(self):
        self.none = tf.Variable(1.0)

    @tf.function
    def run(self, x, given):
        return {call}


model = Model()
model.run(tf.ones([2]), input() == "y")
model.fill()
"""


@pytest.mark.parametrize(
    ("call", "found"),
    [
        ("scaled(x, self.weight)", False),
        ("scaled(x, tf.exp(x))", False),
        ("scaled(x, weight=tf.sin(x)) + scaled(x, tf.exp(x))", False),
        ("scaled(x)", True),
        ("scaled(x, self.weight) + scaled(x)", True),
        ("scaled(x, self.none)", True),
        ("scaled(x, optional(given))", True),
        ("scaled(x, self.weight if given else None)", True),
    ],
)
def test_what_every_call_passes_is_not_missing(tmp_path: Path, call: str, found: bool) -> None:
    text = PASSED.format(call=call)
    assert [each.code for each in report_of(tmp_path, text, select=("TFA501",)).findings] == ["TFA501"] * found


def test_a_name_may_stand_in_its_own_condition(tmp_path: Path) -> None:
    body = "given = x is not None\nother = given and len(x.shape)\nx = x if other else x\nother = other and other\nif other:\n    return x.numpy()"
    assert len(said(tmp_path, body)) == 1
    assert len(said(tmp_path, "flag = flag and isinstance(x, list)\nif flag:\n    pass\nreturn x.numpy()")) == 1


SIGNED = """
@tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])
def f(x):
    y = x
    n = tf.shape(x)[0]
    {test}
    return {result}
"""


@pytest.mark.parametrize(
    ("test", "result", "count"),
    [
        ("kept = (y := tf.boolean_mask(x, x > 0)) is not None and y.shape[0] is not None and y.shape[0] > 3", "y.numpy()", 1),
        ("few = (n := x.shape[0]) is not None and n and n < 3", "x[: 0 if n is None else n.bit_length()]", 0),
    ],
)
def test_what_a_condition_binds_stays_bound_behind_it(tmp_path: Path, test: str, result: str, count: int) -> None:
    text = "import tensorflow as tf\n" + SIGNED.format(test=test, result=result)
    assert len(report_of(tmp_path, text, select=("TFA302",), min_confidence=Confidence.LOW).findings) == count
