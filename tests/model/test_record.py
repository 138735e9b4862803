"""Records: compared, hashed, shown, replaced and pickled by their fields."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

from tflint_autograph.model.record import record


@record
class Place:
    path: str
    line: int
    cell: int | None = None


PLACE = Place("a.py", 1)


@record
class Odd:
    """Equal to all others of its kind."""

    number: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Odd)

    def __hash__(self) -> int:
        return 1


def test_equal_fields_make_equal_records() -> None:
    same = Place("a.py", 1, None)
    assert (PLACE, hash(PLACE)) == (same, hash(same))
    assert replace(PLACE, cell=1) != PLACE
    fields: object = ("a.py", 1, None)
    assert fields != PLACE


def test_a_record_shows_its_fields() -> None:
    assert repr(PLACE) == "Place(path='a.py', line=1, cell=None)"


def test_a_record_goes_to_another_process_and_back() -> None:
    assert pickle.loads(pickle.dumps(PLACE)) == PLACE


def test_a_record_has_no_other_attributes() -> None:
    with pytest.raises(AttributeError):
        PLACE.other = 1  # type: ignore[attr-defined]


def test_a_class_keeps_methods_of_its_own() -> None:
    assert (Odd(1), hash(Odd(1))) == (Odd(2), 1)
