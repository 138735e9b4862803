"""Which searches are made for calls nobody declared, and which are not. Runs no TensorFlow."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from tflint_autograph.confirm.candidates import Candidate
from tflint_autograph.confirm.execution import Task
from tflint_autograph.confirm.protocol import Observation
from tflint_autograph.confirm.search import Search

ALL = ("tensor", "python", "mixed", "flags")
STEP = Candidate("m.py", "step", True)
FIT = Candidate("m.py", "Model.fit", False)
CALL = Candidate("m.py", "Model.call", True)


@dataclass
class Searched:
    """An execution whose searches end as the table says, by the name of the function; keeps what was asked."""

    ends: dict[str, Observation]
    asked: list[tuple[str, str]] = field(default_factory=list)

    def searched(self, tasks: Sequence[Task], settled: Container[str], wanted: Sequence[Sequence[str]]) -> list[Observation]:
        self.asked += [(task.driver.target, task.driver.prefer) for task in tasks]
        return [self.ends[task.driver.target] for task in tasks]


def search(seconds: float = 100.0, **ends: Observation) -> tuple[Search, Searched]:
    execution = Searched({name.replace("_", "."): seen for name, seen in ends.items()})
    return Search(cast(Any, execution), seconds, lambda _: ()), execution


def all_kinds(made: Search, *asked: Candidate) -> list[tuple[Task, ...] | str]:
    return [found for prefer in ALL for found in made.calls({each: ["0"] for each in asked}, prefer, ()).values()]


def tasks(found: Mapping[Candidate, tuple[Task, ...] | str]) -> list[Task]:
    return [task for each in found.values() if not isinstance(each, str) for task in each]


def test_each_call_that_reaches_another_statement_is_a_task() -> None:
    made, _ = search(step=Observation("", "", inputs=("1", "2", "3"), more=(("'a'", "'a'", "'a'"),), kinds=ALL))
    found = tasks(made.calls({STEP: ["0", "1"]}, "tensor", ()))
    assert [task.driver.calls for task in found] == [("1", "2", "3"), ("'a'", "'a'", "'a'")]


def test_a_function_is_searched_once_for_each_kind_of_arguments() -> None:
    made, execution = search(step=Observation("", "takes", kinds=ALL))
    assert set(all_kinds(made, STEP)) == {"the eager run takes"}
    assert set(all_kinds(made, STEP)) == {"the eager run takes"}
    assert execution.asked == [("step", prefer) for prefer in ALL]


def test_arguments_of_other_kinds_are_not_searched_where_there_are_none() -> None:
    made, execution = search(step=Observation("", "", inputs=("", "", ""), kinds=("tensor", "flags")))
    all_kinds(made, STEP)
    assert execution.asked == [("step", "tensor"), ("step", "flags")]


def test_a_function_whose_search_had_all_its_time_is_not_searched_again() -> None:
    made, execution = search(step=Observation("", "has no time left"))
    assert all_kinds(made, STEP)[0] == "the eager run has no time left"
    assert execution.asked == [("step", "tensor")]


def test_a_call_that_does_not_end_is_tried_with_other_arguments() -> None:
    made, execution = search(step=Observation("", "did not end within 60 s (--timeout)"))
    all_kinds(made, STEP)
    assert execution.asked == [("step", prefer) for prefer in ALL]


def test_a_class_of_which_no_object_can_be_made_is_not_made_again_for_its_other_methods() -> None:
    made, execution = search(Model_fit=Observation("", "needs arguments", unmade=True))
    assert all_kinds(made, FIT)[0] == "the eager run needs arguments"
    assert set(all_kinds(made, CALL)) == {"the eager run needs arguments"}
    assert execution.asked == [("Model.fit", "tensor")]


def test_a_call_is_told_with_how_its_module_is_to_be_imported_now() -> None:
    made, _ = search(step=Observation("", "", inputs=("1", "2", "3"), kinds=ALL))
    (before,) = tasks(made.calls({STEP: []}, "tensor", ()))
    (later,) = tasks(made.calls({STEP: []}, "tensor", {"m.py"}))
    assert before.driver.calls == later.driver.calls == ("1", "2", "3")
    assert (before.driver.settled, later.driver.settled) == (False, True)


def test_findings_share_what_a_search_for_them_takes() -> None:
    made, _ = search(10.0, step=Observation("", "takes", kinds=ALL, seconds=12.0))
    made.calls({STEP: ["0", "1"]}, "tensor", ())
    assert not made.is_over("0")
    made.charge(["1"], 4.0)
    assert not made.is_over("0")
    assert made.is_over("1")
