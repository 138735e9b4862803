"""Cycles of calls, in programs of every shape."""

from __future__ import annotations

from itertools import pairwise

from tflint_autograph.model.body import At
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.project.tracing.recursion import cycles

AT = At(1, 1, 1, 2)


def found(**calls: str) -> set[str]:
    """The recursive ones of functions called by a letter, each with the letters of those that call it."""
    key = {letter: FunctionKey("m.py", letter) for letter in {*calls, *"".join(calls.values())}}
    callers = {key[name]: {(key[letter], AT): 0 for letter in by} for name, by in calls.items()}
    return {each.qualname for each in cycles(callers)}


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
    callers = {after: {(before, AT): 0} for before, after in pairwise(key)}
    assert not cycles(callers)
    assert cycles({**callers, key[0]: {(key[-1], AT): 0}})[key[0]] == set(key)


def test_rings_that_do_not_meet_know_nothing_of_each_other() -> None:
    key = {letter: FunctionKey("m.py", letter) for letter in "abcd"}
    callers = {key[name]: {(key[by], AT): 0} for name, by in ("ab", "ba", "cd", "dc")}
    assert cycles(callers)[key["a"]] == {key["a"], key["b"]}
    assert cycles(callers)[key["d"]] == {key["c"], key["d"]}
