"""Cycles of calls, in programs of every shape."""

from __future__ import annotations

from itertools import pairwise

from tflint_autograph.model.body import At
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.levels import Confidence
from tflint_autograph.project.tracing.recursion import cycles
from tflint_autograph.project.tracing.unconverted import CONVERTED, Edge, EdgeKind

AT = At(1, 1, 1, 2)

Calls = dict[tuple[FunctionKey, At], Edge]


def called_by(*callers: FunctionKey, confidence: Confidence = Confidence.HIGH) -> Calls:
    """The calls of one function."""
    return {(caller, AT): Edge(caller, AT, EdgeKind.CALLS, "", CONVERTED, confidence) for caller in callers}


def found(**calls: str) -> set[str]:
    """The recursive ones of functions called by a letter, each with the letters of those that call it."""
    key = {letter: FunctionKey("m.py", letter) for letter in {*calls, *"".join(calls.values())}}
    return {each.qualname for each in cycles({key[name]: called_by(*(key[each] for each in by)) for name, by in calls.items()})}


def test_a_chain_has_no_cycle() -> None:
    assert found(b="a", c="b", d="bc") == set()


def test_a_function_that_calls_itself() -> None:
    assert found(a="a", b="a") == {"a"}


def test_a_ring_with_a_way_in_and_out() -> None:
    assert found(b="ad", c="b", d="c", e="d") == {"b", "c", "d"}


def test_two_rings_that_share_a_function() -> None:
    assert found(a="bc", b="a", c="a", d="c") == {"a", "b", "c"}


def test_a_chain_longer_than_the_stack_of_python() -> None:
    key = [FunctionKey("m.py", f"f{number}") for number in range(20_000)]
    calls = {after: called_by(before) for before, after in pairwise(key)}
    assert not cycles(calls)
    assert cycles({**calls, key[0]: called_by(key[-1])})[key[0]] == set(key)


def test_rings_that_do_not_meet_know_nothing_of_each_other() -> None:
    key = {letter: FunctionKey("m.py", letter) for letter in "abcd"}
    calls = {key[name]: called_by(key[by]) for name, by in ("ab", "ba", "cd", "dc")}
    assert cycles(calls)[key["a"]] == {key["a"], key["b"]}
    assert cycles(calls)[key["d"]] == {key["c"], key["d"]}


def test_what_is_handed_to_something_unknown_may_not_be_called() -> None:
    one, other = FunctionKey("m.py", "one"), FunctionKey("m.py", "other")
    assert not cycles({one: called_by(other, confidence=Confidence.LOW), other: called_by(one)})
