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


class Passing(Said):
    """Answers of which "m" needs three passes over its circle. What "b" asks depends on whether "g", whose circle begins at "b", asks it."""

    def ask(self, key: str) -> int:
        if key != "m" or key in self.known:
            return super().ask(key)
        reached, member = self.guard.reached, Member(self.query(key), self.known, lambda: self.ask(key))
        while key not in self.known:
            _, passes = reached.get(member.query, (None, 0))
            with self.guard.computing(member, 0) as computation:
                self.known[key] = self.work(key)
                computation.repeats = not self.guard.is_open(self.query("g")) and passes < 3
            if computation.repeats:
                reached[member.query] = None, passes + 1
        return self.known[key]

    def work(self, key: str) -> int:
        asking = {"b": "mg"} if self.guard.is_open(self.query("g")) else {}
        self.worked += key
        assert len(self.worked) < 200
        return 1 + sum(map(self.ask, asking.get(key, self.asking[key])))


@pytest.mark.parametrize("first", "abgm")
def test_passes_are_counted_on_where_another_circle_begins_anew_in_each_of_them(first: str) -> None:
    said = Passing({"a": "g", "b": "am", "g": "b", "m": "b"})
    said.ask(first)
    assert said.known.keys() >= {first}
    assert not any(said.guard.is_unsettled(said.query(key)) for key in "abgm")
