"""Answers are kept once they have seen nothing half done, and asked for again until then."""

from __future__ import annotations

from tflint_autograph.project.settled import Halfway


def test_an_answer_that_saw_nothing_half_done_is_kept() -> None:
    table: dict[str, int] = {}
    assert Halfway().kept(table, "key", lambda: 1) == 1
    assert table == {"key": 1}


def test_an_answer_that_saw_something_half_done_is_not() -> None:
    halfway, table = Halfway(), dict[str, int]()

    def work() -> int:
        return 1 if halfway.is_half(True) else 2

    assert halfway.kept(table, "key", work) == 1
    assert not table
    assert halfway.kept(table, "key", lambda: 2) == 2
    assert table == {"key": 2}


def test_nothing_is_kept_where_somebody_else_keeps_it() -> None:
    halfway, table = Halfway(), dict[str, int]()
    halfway.keeps = False
    assert halfway.kept(table, "key", lambda: 1) == 1
    assert not table
