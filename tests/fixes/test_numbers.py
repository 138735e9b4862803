"""Fixes keep precision, truncation and dtype, and are not applied where the body does not show the dtype. Runs no program."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.fixes.applied import applied

HEAD = """import math

import numpy as np
import tensorflow as tf

WEIGHTS = [0.5, 1.5, 2.5]
"""
UNCONVERTED = "autograph=False"
KNOWN = "x = tf.cast(x, tf.float64)"

CASES = (
    # What Python's number holds is kept.
    ("", (KNOWN, "return float(x) - 16777217"), (KNOWN, "return tf.cast(x, tf.float64) - 16777217")),
    ("", ("x = tf.cast(x, tf.int32)", "return float(x)"), ("x = tf.cast(x, tf.int32)", "return tf.cast(x, tf.float64)")),
    ("", (KNOWN, "return x + int(x[0])"), (KNOWN, "return x + tf.cast(tf.cast(x[0], tf.int64), tf.float64)")),
    ("", (KNOWN, "return x * math.sqrt(x[0])"), (KNOWN, "return x * tf.sqrt(x[0])")),
    (UNCONVERTED, ("return x * int(x[0] * 0.5)",), ("return x * tf.cast(tf.cast(x[0] * 0.5, tf.int64), x.dtype)",)),
    ("", (KNOWN, "return x + max(tf.size(x), 2)"), (KNOWN, "return x + tf.cast(tf.maximum(tf.size(x), 2), tf.float64)")),
    ("", ("return max(tf.size(x), 2) * 0.5",), None),
    # A dtype that is not known, a type that is not known.
    ("", ("return float(x)",), None),
    ("", ("return math.sqrt(x)",), None),
    ("", ("return np.sqrt(tf.square(x))",), None),
    ("", ("return np.sum(tf.square(x))",), None),
    ("", ("return np.expand_dims(tf.abs(x), 0) * 2.0",), None),
    ("", ("x = tf.cast(x, tf.int32)", "return np.mean(x)"), None),
    ("", ("x = tf.cast(x, tf.int32)", "return np.sum(x)"), None),
    ("", ("x[0] = 5.0", "return x * 2.0"), None),
    ("", ('x["s"] = 5.0', 'return x["s"] * 2.0'), None),
    # A graph loop keeps the shape and dtype of what goes from round to round.
    ("", ("y = x[0]", "for i in range(40):", "    y = y + x", "return y"), None),
    ("", ("x = tf.cast(x, tf.int32)", "y = x", "for i in range(40):", "    y = y / 2", "return y"), None),
    ("", ("y = x[0]", "for i in range(40):", "    y = y + x[None]", "return y"), None),
    (
        "",
        ("y = tf.zeros_like(x[0])", "for i in range(40):", "    y += x[i]", "return y"),
        ("y = tf.zeros_like(x[0])", "for i in tf.range(40):", "    y += x[i]", "return y"),
    ),
    # What is mechanical.
    ("", ("if not bool(x > 2):", "    x = x * 2", "return x"), ("if not (x > 2):", "    x = x * 2", "return x")),
    ("", ("t = tf.reduce_any(x > 2)", "if not bool(t):", "    x = x * 2", "return x"), ("t = tf.reduce_any(x > 2)", "if not t:", "    x = x * 2", "return x")),
    ("", ("for _ in np.arange(tf.size(x)):", "    x = x * 2", "return x"), ("for _ in tf.range(tf.size(x)):", "    x = x * 2", "return x")),
    (
        "input_signature=[tf.TensorSpec([None, 3])]",
        ("return tf.reduce_sum(x) / x.shape[0]",),
        ("return tf.reduce_sum(x) / tf.cast(tf.shape(x)[0], x.dtype)",),
    ),
    ("", ("if tf.reduce_any(x > 0.0):", "    return 0", "return x * 2.0"), ("if tf.reduce_any(x > 0.0):", "    return tf.constant(0, x.dtype)", "return x * 2.0")),
    ("", ("y = 1", "if tf.reduce_any(x > 0.0):", "    y = tf.sqrt(x)", "return y"), ("y = tf.constant(1, x.dtype)", "if tf.reduce_any(x > 0.0):", "    y = tf.sqrt(x)", "return y")),
    (
        "",
        (KNOWN, "return np.sqrt(x) + 2 * np.log(x) - np.exp(x) * x"),
        (KNOWN, "return tf.sqrt(x) + 2 * tf.math.log(x) - tf.exp(x) * x"),
    ),
    ("", (KNOWN, "return np.sum(np.sqrt(x)) + np.max(x)"), (KNOWN, "return tf.reduce_sum(tf.sqrt(x)) + tf.reduce_max(x)")),
    ("", (KNOWN, "return np.sqrt(x) + np.size(x)"), None),
)  # fmt: skip
"""What is given to `tf.function`, the body of a traced function, and its body with the fix; None where it is not applied."""


def _program(arguments: str, lines: tuple[str, ...]) -> str:
    decorator = f"@tf.function({arguments})" if arguments else "@tf.function"
    body = "".join(f"    {line}\n" for line in lines)
    return f"{HEAD}\n\n{decorator}\ndef f(x):\n{body}\n\ndef main(x):\n    print(f(x))\n"


@pytest.fixture(scope="module")
def fixed(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    programs = {f"case{number}": _program(arguments, before) for number, (arguments, before, _) in enumerate(CASES)}
    done = applied(programs, tmp_path_factory.mktemp("numbers"))
    assert all(each.before for each in done.values())
    return {title: each.text for title, each in done.items()}


@pytest.mark.parametrize("number", range(len(CASES)), ids=[" ".join(before) for _, before, _ in CASES])
def test_a_fix_keeps_what_the_number_was_or_is_not_applied(number: int, fixed: Mapping[str, str]) -> None:
    arguments, before, after = CASES[number]
    assert fixed[f"case{number}"] == _program(arguments, after or before)
