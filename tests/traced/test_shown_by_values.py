"""What rules about tensors in Python learn from values and callers: dtypes of calls, lengths of lists, members of namespaces."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

PROGRAM = """import types

import tensorflow as tf


def loop(x, rows):
    for row in rows:
        x = x + row
    return x


@tf.function
def f(x, given=None):
    t = tf.reduce_sum(x)
{body}
    return x


{calls}
"""


def found(tmp_path: Path, body: str, calls: str = "f(tf.constant(1.0))") -> dict[str, Confidence]:
    """The confidence of each finding of a rule about tensors in Python, by code."""
    text = PROGRAM.format(body="".join(f"    {line}\n" for line in body.splitlines()), calls=calls)
    report = report_of(tmp_path, {"m.py": text}, select=("TFA2", "TFA3", "TFA401"))
    assert report.problems == ()
    return {each.code: each.confidence for each in report.findings}


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("x = x + tf.cast(tf.reduce_sum(x) if t > 0.0 else 0, tf.float32)", "TFA208"),
        ("pair = [tf.size(x), 1]\nif pair[0] & 1:\n    x = -x", "TFA214"),
        ("if tf.stack([t, 2.0])[0]:\n    x = -x", "TFA214"),
        ("if tf.unstack(tf.stack([t, t]))[0]:\n    x = -x", "TFA214"),
        ("x = x + (tf.random.stateless_uniform([], [1, 2]) or 1.0)", "TFA214"),
        ("if [t, 1.0] == [2.0, 1.0]:\n    x = -x", "TFA301"),
        ("s = types.SimpleNamespace(a=x)\nif t > 0.0:\n    s.b = x\nx = s.b", "TFA206"),
    ],
)
def test_what_a_value_shows(tmp_path: Path, body: str, code: str) -> None:
    assert found(tmp_path, body) == {code: Confidence.HIGH}


@pytest.mark.parametrize(
    "body",
    [
        "x = x + (tf.reduce_sum(x) if t > 0.0 else 0.0)",
        "s = types.SimpleNamespace(a=x)\nif t > 0.0:\n    s.a = -x\nx = s.a",
        "text = 'loss %s' % t\nif text:\n    x = -x",
        "if not tf.is_symbolic_tensor(t):\n    x = [1.0, 2.0][t]",
    ],
)
def test_what_is_right(tmp_path: Path, body: str) -> None:
    assert found(tmp_path, body) == {}


@pytest.mark.parametrize(
    ("calls", "sure"),
    [
        ("f(tf.constant(1.0), [1.0] * 40)", Confidence.HIGH),
        ("many = [float(each) for each in range(40)]\nf(tf.constant(1.0), many)", Confidence.HIGH),
        ("table = {'f%s' % (each,): 1.0 for each in range(40)}\nf(tf.constant(1.0), table)", Confidence.HIGH),
        ("for length in (2, 40):\n    f(tf.constant(1.0), [1.0] * length)", Confidence.HIGH),
        ("for _, length in enumerate((2, 40)):\n    f(tf.constant(1.0), [1.0] * length)", Confidence.HIGH),
        ("LENGTHS = [2, 40]\nfor i in range(len(LENGTHS)):\n    f(tf.constant(1.0), [1.0] * LENGTHS[i])", Confidence.HIGH),
        ("for _, length in enumerate((2, 4)):\n    f(tf.constant(1.0), [1.0] * length)", None),
        ("import sys\nf(tf.constant(1.0), [1.0] * len(sys.argv))", Confidence.LOW),
        ("f(tf.constant(1.0), [1.0, 2.0])", None),
    ],
)
def test_how_many_elements_callers_pass(tmp_path: Path, calls: str, sure: Confidence | None) -> None:
    assert found(tmp_path, "for each in given:\n    x = x + each", calls).get("TFA401") is sure


def test_how_many_elements_a_traced_caller_passes(tmp_path: Path) -> None:
    assert found(tmp_path, "x = loop(x, [0.5 * each for each in range(40)])") == {"TFA401": Confidence.HIGH}
    assert found(tmp_path, "x = loop(*(x, [0.5] * 40))") == {"TFA401": Confidence.HIGH}
    assert found(tmp_path, "x = loop(x, [0.5 * each for each in range(4)])") == {}


def test_how_many_elements_the_function_around_has(tmp_path: Path) -> None:
    body = "rows = [0.5] * {}\ndef inner(y):\n    for row in rows:\n        y = y + row\n    return y\nx = inner(x)"
    assert found(tmp_path, body.format(40)) == {"TFA401": Confidence.HIGH}
    assert found(tmp_path, body.format(4)) == {}
