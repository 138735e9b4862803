"""Counts what the statement of a finding wrote and logged in a call."""

from __future__ import annotations

from tflint_autograph.confirm.protocol import UNLOGGED, Observation, WrittenLine
from tflint_autograph.confirm.subject import Subject


def lines_written(subject: Subject, seen: Observation, call: int) -> int:
    """Returns the lines a statement logged, or wrote if it logged none. Text without a line end is one line."""
    pieces = [each for each in _at(subject, seen, call) if each.stream != UNLOGGED]
    own = [piece for piece in pieces if piece.stream == "log"] or pieces
    text = "".join(piece.text for piece in own)
    return text.count("\n") or bool(text)


def messages_left_out(subject: Subject, seen: Observation, call: int) -> int:
    """Returns the messages that a statement asked a logger for, which left them out for their level."""
    return sum(each.text.count("\n") for each in _at(subject, seen, call) if each.stream == UNLOGGED)


def _at(subject: Subject, seen: Observation, call: int) -> list[WrittenLine]:
    return [each for each in seen.written if each.call == call and any(subject.is_at(line) for line in each.at)]
