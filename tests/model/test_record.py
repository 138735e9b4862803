"""Records: compared, hashed, shown, replaced and pickled by their fields."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

from tflint_autograph.model.location import Position, Span
from tflint_autograph.model.record import record

SPAN = Span("a.py", Position(1, 2), Position(1, 3))


@record
class Odd:
    """Equal to all others of its kind."""

    number: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Odd)

    def __hash__(self) -> int:
        return 1


def test_equal_fields_make_equal_records() -> None:
    same = Span("a.py", Position(1, 2), Position(1, 3), None)
    assert (SPAN, hash(SPAN)) == (same, hash(same))
    assert replace(SPAN, cell=1) != SPAN
    assert ("a.py", Position(1, 2), Position(1, 3), None) != SPAN


def test_a_record_shows_its_fields() -> None:
    assert repr(SPAN) == (
        "Span(path='a.py', start=Position(line=1, column=2), end=Position(line=1, column=3), cell=None)"
    )


def test_a_record_goes_to_another_process_and_back() -> None:
    assert pickle.loads(pickle.dumps(SPAN)) == SPAN


def test_a_record_has_no_other_attributes() -> None:
    with pytest.raises(AttributeError):
        SPAN.other = 1  # type: ignore[attr-defined]


def test_a_class_keeps_methods_of_its_own() -> None:
    assert (Odd(1), hash(Odd(1))) == (Odd(2), 1)
