"""Changes and calls of arguments of unknown type: sure where every type that works in eager code is one whose change is lost or raises."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

PROGRAM = """
import tensorflow as tf


def place(board, piece):
    {helper}


@tf.function
def turn(board, piece, square):
    {line}
    return tf.stack(board) + piece
"""


def found(tmp_path: Path, line: str, helper: str = "pass", code: str = "TFA504") -> list[Confidence]:
    report = report_of(
        tmp_path, PROGRAM.format(line=line, helper=helper), select=(code,), min_confidence=Confidence.LOW
    )
    assert report.problems == ()
    return [each.confidence for each in report.findings]


@pytest.mark.parametrize(
    "line",
    ["board[0] = piece", "board[square] = piece", "board[square] += 1.0", "board[:, 0] = 0.0", "del board[square]", "board.insert(2, piece)",
     "board.pop()", "board.reverse()", "board.remove(piece)", "board.clear()"],
)  # fmt: skip
def test_no_tensor_supports_the_statement(tmp_path: Path, line: str) -> None:
    (sure,) = found(tmp_path, line)
    assert sure > Confidence.LOW


@pytest.mark.parametrize("helper", ["board[0] = piece", "board.insert(0, piece)", "board = board or []; board.insert(0, piece)"])
def test_a_helper_does_it(tmp_path: Path, helper: str) -> None:
    assert found(tmp_path, "place(board, piece)", helper) == [Confidence.MEDIUM]


@pytest.mark.parametrize("line", ["half = board[1:]; half[0] = piece", "board = tf.unstack(board) if tf.is_tensor(board) else board; board[0] = piece"])
def test_it_may_be_a_copy(tmp_path: Path, line: str) -> None:
    assert all(each is Confidence.LOW for each in found(tmp_path, line))


@pytest.mark.parametrize("line", ["board = list(board); board.insert(0, piece)", "board = board.copy(); board[0] = piece", "board.update(piece)"])
def test_it_is_a_copy_or_perhaps_no_container(tmp_path: Path, line: str) -> None:
    assert found(tmp_path, line) == []


@pytest.mark.parametrize(("line", "sure"), [("board('start')", Confidence.MEDIUM), ("board(piece, square)", Confidence.LOW)])
def test_what_is_called_with_a_tensor_may_be_a_metric(tmp_path: Path, line: str, sure: Confidence) -> None:
    assert found(tmp_path, line, code="TFA104") == [sure]
