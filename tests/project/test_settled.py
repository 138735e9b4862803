"""Answers are kept once nobody around them is half known, and circles of them begin at one place whoever is asked first."""

from __future__ import annotations

from itertools import permutations

import pytest

from tflint_autograph.project.queries.cycles import CycleGuard, CyclicQuery, Member


class Said:
    """Answers that are the sums of others, one more each; `worked` says in which order they were worked out."""

    def __init__(self, asking: dict[str, str]) -> None:
        self.asking = asking
        self.guard = CycleGuard()
        self.known: dict[str, int] = {}
        self.worked = ""

    def ask(self, key: str) -> int:
        if key in self.known:
            self.guard.read(self.query(key))
            return self.known[key]
        member = Member(self.query(key), self.known, lambda: self.ask(key))
        while key not in self.known:
            with self.guard.computing(member, 0):
                self.known[key] = self.work(key)
        return self.known[key]

    def query(self, key: str) -> CyclicQuery:
        return 0, key

    def work(self, key: str) -> int:
        self.worked += key
        return 1 + sum(map(self.ask, self.asking[key]))


def test_an_answer_that_saw_nothing_half_done_is_kept() -> None:
    table: dict[str, int] = {}
    assert CycleGuard().kept(table, "key", lambda: 1) == 1
    assert table == {"key": 1}


def test_an_answer_that_saw_something_half_done_is_not_kept() -> None:
    said, table = Said({"a": "b", "b": ""}), dict[str, int]()

    def work(key: str) -> int:
        return said.guard.kept(table, key, lambda: said.ask("a"))

    said.work = work  # type: ignore[method-assign]
    assert said.ask("a") == 0
    assert not table
    assert work("b") == 0
    assert table == {"b": 0}


def test_nothing_is_kept_where_somebody_else_keeps_it() -> None:
    guard, table = CycleGuard(), dict[str, int]()
    guard.keeps = False
    assert guard.kept(table, "key", lambda: 1) == 1
    assert not table


@pytest.mark.parametrize(
    "asking",
    [
        {"a": "b", "b": "a"},
        {"a": "a"},
        {"a": "b", "b": "ca", "c": "b"},
        {"a": "bc", "b": "d", "c": "d", "d": "e", "e": "ca"},
        {"a": "b", "b": "c", "c": "b", "d": "ac", "e": "d"},
        {"a": "bb", "b": "cc", "c": "dd", "d": "a"},
    ],
)
def test_answers_are_the_same_whoever_is_asked_first(asking: dict[str, str]) -> None:
    said = []
    for order in permutations(asking):
        now = Said(asking)
        first = {key: now.ask(key) for key in order}
        assert first == {key: now.ask(key) for key in order} == now.known
        said.append(now.known)
    assert all(each == said[0] for each in said)


def test_what_is_on_no_circle_is_worked_out_once() -> None:
    said = Said({"a": "bcd", "b": "cd", "c": "d", "d": ""})
    said.ask("a")
    assert sorted(said.worked) == ["a", "b", "c", "d"]


def test_a_circle_that_begins_where_it_should_is_worked_out_once() -> None:
    said = Said({"a": "b", "b": "c", "c": "ab"})
    said.ask("a")
    assert said.worked == "abc"


def test_what_fails_leaves_nothing_open() -> None:
    said = Said({"a": "b", "b": "a", "c": "ax"})
    with pytest.raises(KeyError):
        said.ask("c")
    assert not any(said.guard.read(said.query(key)) for key in "abcx")
    del said.known["c"], said.known["x"]
    said.asking["c"] = "a"
    said.ask("c")
    assert said.known == {"a": 2, "b": 1, "c": 3}
