"""What a database keeps is taken again only where a run that knows nothing would end there too."""

from __future__ import annotations

from functools import partial

import pytest

from tflint_autograph.model.sameness import same
from tflint_autograph.model.values import Kind, Value
from tflint_autograph.project.incremental.query_database import QueryDatabase
from tflint_autograph.project.queries.memo import Memo, QueryKey
from tflint_autograph.project.values.body_result import BodyResult


class Sums:
    """Numbers by name, each the sum of others and one of its own; in a circle, of what is known so far."""

    def __init__(self, kept: dict[QueryKey, Memo], parts: dict[str, tuple[int, tuple[str, ...]]]) -> None:
        self.database = QueryDatabase(kept)
        self.parts = parts
        self.known: dict[str, int] = {}
        self.database.tables["sum"] = self.known
        self.database.readers["sum"] = self.sum
        self.database.stable["part"] = self.parts.get
        self.worked: list[str] = []

    def sum(self, name: str) -> int:
        value: int = self.database.result("sum", name, partial(self._sum, name))
        return value

    def _sum(self, name: str) -> int:
        if name not in self.known:
            self.worked.append(name)
            self.known[name] = 0
            self.database.record_read("part", name, self.parts[name])
            own, others = self.parts[name]
            self.known[name] = own + sum(self.sum(other) for other in others)
        return self.known[name]


def run(kept: dict[QueryKey, Memo], parts: dict[str, tuple[int, tuple[str, ...]]], *asked: str) -> Sums:
    sums = Sums(kept, parts)
    for name in asked:
        sums.sum(name)
    return sums


PLAIN = {"a": (1, ("b", "c")), "b": (2, ("d",)), "c": (3, ()), "d": (4, ())}
CIRCLE = {"a": (1, ("b",)), "b": (2, ("c", "a")), "c": (3, ("b",)), "d": (4, ("c",))}


@pytest.mark.parametrize("parts", [PLAIN, CIRCLE])
@pytest.mark.parametrize("edit", ["a", "b", "c", "d"])
@pytest.mark.parametrize("others", [None, (), ("a",), ("d",), ("c", "b")])
@pytest.mark.parametrize("asked", ["ad", "da", "cb", "bdca"])
def test_a_second_run_ends_where_one_does_that_knows_nothing(
    parts: dict[str, tuple[int, tuple[str, ...]]], edit: str, others: tuple[str, ...] | None, asked: str
) -> None:
    kept = run({}, parts, *asked).database.fresh
    edited = parts | {edit: (parts[edit][0] + 10, parts[edit][1] if others is None else others)}
    for order in (asked, asked[::-1]):
        again, cold = run(kept, edited, *order), run({}, edited, *order)
        assert {name: again.known[name] for name in order} == {name: cold.known[name] for name in order}
        third = run(again.database.fresh, parts, *order)
        cold = run({}, parts, *order)
        assert {name: third.known[name] for name in order} == {name: cold.known[name] for name in order}


def test_only_what_has_read_the_edit_is_worked_out() -> None:
    kept = run({}, PLAIN, "a").database.fresh
    assert run(kept, PLAIN | {"c": (5, ())}, "a").worked == ["c", "a"]
    assert run(kept, PLAIN, "a").worked == []


def test_an_answer_that_is_the_same_stops_an_edit() -> None:
    kept = run({}, PLAIN, "a").database.fresh
    assert run(kept, PLAIN | {"d": (1, ("c",))}, "a").worked == ["d"]


def test_a_circle_is_kept_as_one() -> None:
    kept = run({}, CIRCLE, "a").database.fresh
    again = run(kept, CIRCLE, "a", "b", "c")
    assert again.worked == []
    assert again.known == run({}, CIRCLE, "a", "b", "c").known


def test_a_step_does_again_what_it_did() -> None:
    done: list[str] = []

    def step(kept: dict[QueryKey, Memo], given: int, read: int) -> QueryDatabase:
        database = QueryDatabase(kept)
        database.readers["read"] = lambda key: read
        database.effects["do"] = done.append

        def work() -> int:
            database.record_read("read", "it", read)
            database.record_effect("do", f"{given} {read}")
            done.append(f"{given} {read}")
            return given + read

        database.step("step", "one", (given,), work)
        return database

    first = step({}, 1, 2)
    assert (first.computed, step(first.fresh, 1, 2).computed, done) == ({"step": 1}, {}, ["1 2", "1 2"])
    assert (step(first.fresh, 2, 2).computed, step(first.fresh, 1, 3).computed) == ({"step": 1}, {"step": 1})


@pytest.mark.parametrize(
    ("one", "other"),
    [(1, True), (1, 1.0), (0.0, -0.0), ((1,), [1]), (Value(const=1), Value(const=True)), (BodyResult(), BodyResult(ops={1})), ({1: 2}, {1: 2.0})],
)
def test_what_can_be_told_apart_is_not_the_same(one: object, other: object) -> None:
    assert not same(one, other)
    assert same(one, one)


def test_plain_data_is_the_same_as_its_like() -> None:
    assert same((Value(Kind.TENSOR), {"a": [1.5]}), (Value(Kind.TENSOR), {"a": [1.5]}))
