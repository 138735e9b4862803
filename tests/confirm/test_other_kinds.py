"""What only one kind of made-up argument shows is no proof where no call gives the kind. The last test runs TensorFlow."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.confirm.confirmed import confirmed
from tflint_autograph.confirm.execution import Task
from tflint_autograph.confirm.other_kinds import others
from tflint_autograph.confirm.protocol import Driver


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("tf.constant([1.0]), 2", []),
        ("np.ones([4]) * -2.0, x=tf.ones([2])", ["tf.constant(np.ones([4]) * -2.0), x=tf.ones([2])"]),
        (
            "np.ones([4]), x=np.array(1)",
            ["tf.constant(np.ones([4])), x=tf.constant(np.array(1))", "tf.constant(np.ones([4])), x=np.array(1)", "np.ones([4]), x=tf.constant(np.array(1))"],
        ),
        ("x=lambda a, b=1: a, y=(tf.ones([2]),)", []),
        ("*[np.ones([4])], **{'x': 1}", []),
        ("np.ones([4]), *[1]", ["tf.constant(np.ones([4])), *[1]"]),
        ("state, np.ones([4])", ["state, tf.constant(np.ones([4]))"]),
        ("", []),
    ],
)
def test_arrays_become_tensors(text: str, wanted: list[str]) -> None:
    task = Task("m.py", Driver("step", calls=(text,) * 3), made_up=True)
    assert [each.driver.calls for each in others(task)] == [(each,) * 3 for each in wanted]


PROGRAM = """
import tensorflow as tf


@tf.function
def total(values):
    return tf.add_n([each * 2.0 for each in tf.square(values)])


@tf.function
def boundary(field):
    field[0, :] = 0.0
    return field


@tf.function
def prune(beams):
    beams.append(1.0)
    return beams[0]
"""


@pytest.mark.tensorflow
def test_what_hangs_on_the_kind_of_an_argument_is_not_settled(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text(PROGRAM, encoding="utf-8")
    found = {each["range"]["start"]["line"]: each["evidence"] for each in confirmed(tmp_path)["findings"]}
    assert {line: each["verdict"] for line, each in found.items()} == {7: "confirmed", 12: "not-run", 18: "confirmed"}
    assert found[12]["text"].startswith("depends on the kind of an argument: `boundary(np.ones([4, 1], np.float32))` shows this, ")
