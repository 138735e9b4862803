"""What TensorFlow returns that calls functions, or keeps the structure of an argument: tensors, which have no value at trace time."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of

TENSORS = [
    "y = tf.cond(x[0] > 0.0, lambda: x, lambda: -x)",
    "y = tf.cond(x[0] > 0.0, lambda: 1, lambda: 2)",
    "y = tf.case([(x[0] > 0.0, lambda: x)], default=lambda: -x)",
    "y = tf.switch_case(tf.argmax(x), [lambda: x, lambda: -x])",
    "y = tf.map_fn(lambda v: v * 2.0, x)",
    "y = tf.vectorized_map(double, x)",
    "y = tf.map_fn(lambda pair: pair[0] + pair[1], (x, x), fn_output_signature=tf.float32)",
    "y = tf.scan(lambda s, v: s + v, x)",
    "y = tf.foldl(lambda s, v: s + v, x, initializer=0.0)",
    "_, y = tf.while_loop(lambda i, s: i < 3, lambda i, s: (i + 1, s + 1.0), (0, 0.0))",
    "y, _ = tf.identity_n([x, x])",
    "y = tf.tuple([x, x])[0]",
    "y = tf.gradients(x, [x])[0]",
    "parts, y = tf.clip_by_global_norm([x], 1.0)",
    "y = tf.clip_by_global_norm([x], 1.0)[0][0]",
    "s, u, y = tf.linalg.svd(x)",
    "y = tf.linalg.svd(x, compute_uv=False)",
    "y = tf.io.parse_single_example(text, {'a': tf.io.FixedLenFeature([], tf.int64)})['a']",
    "y = tf.nest.map_structure(lambda v: v * 2.0, [x, x])[0]",
    "y = tf.nest.map_structure(double, {'a': x})['a']",
    "y = tf.nest.flatten({'a': x})[0]",
]

OTHERS = [
    "y = tf.cond(x[0] > 0.0, lambda: None, lambda: None)",
    "y = tf.nest.map_structure(lambda v: v.shape[0], [x, x])[0]",
    "y = tf.nest.map_structure(double, unknown(x))",
    "y = tf.nest.flatten([1, 2])[0]",
    "y = tf.map_fn(lambda v: unknown(v), x)",
    "y = tf.nest.flatten(unknown(1))[0]",
    "y = tf.identity_n(unknown(1))",
]


def lines(tmp_path: Path, body: str, *, traced: bool = True) -> list[int]:
    decorator = "@tf.function" if traced else ""
    text = (
        "import tensorflow as tf\nfrom elsewhere import unknown\n\n\ndef double(v):\n    return v * 2.0\n\n\n"
        f"{decorator}\ndef f(x: tf.Tensor, text: tf.Tensor):\n    {body}\n    tf.print(f'y is {{y}}')\n"
    )
    report = report_of(tmp_path, {"m.py": text}, select=("TFA106",))
    assert report.problems == ()
    return [finding.span.start.line for finding in report.findings]


@pytest.mark.parametrize("body", TENSORS)
def test_results_that_are_tensors(tmp_path: Path, body: str) -> None:
    assert lines(tmp_path, body) == [12]


@pytest.mark.parametrize("body", OTHERS)
def test_other_results(tmp_path: Path, body: str) -> None:
    assert lines(tmp_path, body) == []


def test_results_of_eager_code_are_no_symbolic_tensors(tmp_path: Path) -> None:
    assert lines(tmp_path, TENSORS[0], traced=False) == []


def test_lists_of_tensors_are_no_tensors(tmp_path: Path) -> None:
    """`zip` goes over the clipped gradients, which are a list, in Python."""
    text = """import tensorflow as tf

@tf.function(autograph=False)
def f(x: tf.Tensor, v: tf.Variable):
    grads, norm = tf.clip_by_global_norm([x], 1.0)
    for grad, each in zip(grads, [v]):
        each.assign_sub(grad)
    return [part for part in norm]
"""
    report = report_of(tmp_path, {"m.py": text}, select=("TFA203",))
    assert [finding.span.start.line for finding in report.findings] == [8]
