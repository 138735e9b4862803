"""What only one kind of made-up argument shows is no proof where no call gives the kind. The last test runs TensorFlow."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.confirm.confirmed import confirmed
from tflint_autograph.confirm.execution import Task
from tflint_autograph.confirm.other_kinds import others
from tflint_autograph.confirm.protocol import Driver


@pytest.mark.parametrize(
    ("text", "lists", "wanted"),
    [
        ("tf.constant([1.0]), 2", True, ["[*tf.constant([1.0])], 2"]),
        ("tf.constant([1.0]), 2", False, []),
        ("np.ones([4]) * -2.0, x=tf.ones([2])", False, ["tf.constant(np.ones([4]) * -2.0), x=tf.ones([2])"]),
        (
            "np.ones([4]), x=tf.ones([2])",
            True,
            ["tf.constant(np.ones([4])), x=[*tf.ones([2])]", "tf.constant(np.ones([4])), x=tf.ones([2])", "np.ones([4]), x=[*tf.ones([2])]"],
        ),
        ("x=lambda a, b=1: a, y=(tf.ones([2]),)", True, []),
        ("", True, []),
    ],
)
def test_arrays_become_tensors_and_tensors_lists(text: str, lists: bool, wanted: list[str]) -> None:
    task = Task("m.py", Driver("step", calls=(text,) * 3), made_up=True)
    assert [each.driver.calls for each in others(task, with_lists=lists)] == [(each,) * 3 for each in wanted]


PROGRAM = """
import tensorflow as tf


@tf.function
def ensemble(logits_list, weights):
    return tf.add_n([logits * w for logits, w in zip(logits_list, weights)])


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
    assert {line: each["verdict"] for line, each in found.items()} == {7: "not-run", 12: "confirmed", 17: "not-run", 23: "confirmed"}
    told = "depends on the kind of an argument: `ensemble(tf.constant([1.5, -2.0, 3.0]), tf.constant([1.5, -2.0, 3.0]))` shows this, "
    assert found[7]["text"].startswith(f"{told}`ensemble([*tf.constant([1.5, -2.0, 3.0])], [*tf.constant([1.5, -2.0, 3.0])])` does not")
