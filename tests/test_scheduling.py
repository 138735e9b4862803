"""Long files of tests are handed out first, and each stays in one piece."""

from __future__ import annotations

from typing import NamedTuple

from tests.scheduling import long_first


class Item(NamedTuple):
    """A test with at most one marker."""

    nodeid: str
    marker: str = ""

    def get_closest_marker(self, name: str) -> object:
        return name == self.marker or None


def test_tensorflow_comes_first_and_the_fast_lane_late() -> None:
    a, b, c = Item("tests/model/test_values.py::a"), Item("tests/cli/test_json.py::b"), Item("tests/confirm/test_run.py::c", "tensorflow")
    d, e, f = Item("tests/cli/test_many.py::d"), Item("tests/cli/test_many.py::e"), Item("tests/confirm/test_run.py::f")
    assert long_first([a, b, c, d, e, f]) == [c, f, d, e, b, a]


def test_what_stays_in_the_process_comes_last() -> None:
    a, b = Item("tests/confirm/test_state.py::a", "imports_tensorflow"), Item("tests/model/test_values.py::b")
    assert long_first([a, b]) == [b, a]
