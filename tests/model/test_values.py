"""Values joined all at once are values joined one after the other; what a constant is, and how long a range."""

from __future__ import annotations

import random
from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tflint_autograph.model.constants import as_constant, range_length
from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.model.joins import join, join_all
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.location import Span
from tflint_autograph.model.trace import Step
from tflint_autograph.model.values import NOTHING, UNKNOWN, Callee, Kind, Origin, Value

TARGETS = tuple(Callee(FunctionKey("m.py", f"f{number}")) for number in range(3))


def drawn(source: random.Random) -> Value:
    """A value of few kinds, so that many are equal and many differ in one thing alone."""
    kind = source.choice((Kind.NONE, Kind.CALLABLE, Kind.CALLABLE, Kind.OBJECT))
    if kind is Kind.NONE:
        return Value(kind, const=None)
    return Value(
        kind,
        source.choice((Origin.OUTER, Origin.FRESH)),
        cls=source.choice((None, None, ClassKey("m.py", "A"))),
        callees=tuple(source.sample(TARGETS, source.randrange(3))),
        const=source.choice((1, 2)),
        confidence=source.choice((Confidence.HIGH, Confidence.HIGH, Confidence.LOW)),
        provenance=source.choice((None, Step(Span.point("m.py"), "one"), Step(Span.point("m.py"), "two"))),
    )


@pytest.mark.parametrize("seed", range(300))
def test_all_at_once_and_one_by_one_are_the_same(seed: int) -> None:
    source = random.Random(seed)
    values = tuple(drawn(source) for _ in range(source.randrange(1, 7)))
    together, apart = join_all(values), reduce(join, values)
    assert (together, together.provenance) == (apart, apart.provenance)


def test_what_is_not_known_stays_the_very_thing() -> None:
    assert join_all(()) is join_all((UNKNOWN,) * 3) is UNKNOWN


def test_a_value_with_other_fields_is_a_new_one() -> None:
    made = UNKNOWN._replace(kind=Kind.TENSOR, spelling="x")
    assert type(made) is Value
    assert (made.kind, made.spelling, made.origin) == (Kind.TENSOR, "x", UNKNOWN.origin)
    assert UNKNOWN.spelling == ""


def test_a_value_that_is_given_what_it_has_is_itself() -> None:
    value = Value(spelling="x")
    assert value._replace(spelling=value.spelling, kind=value.kind) is value


BOUND = st.integers(-20, 20)


@given(st.lists(BOUND, min_size=1, max_size=3))
def test_the_length_of_a_range_is_the_one_python_counts(bounds: list[int]) -> None:
    expected = None if len(bounds) == 3 and not bounds[2] else len(range(*bounds))
    assert range_length(bounds) == expected


def test_the_length_of_a_range_no_machine_word_holds() -> None:
    assert range_length([10**21]) == 10**21
    assert range_length([-(2**63), 2**63, 2]) == 2**63
    assert range_length([]) is range_length([NOTHING]) is range_length([1.0]) is range_length([1, 2, 3, 4]) is None


def test_what_a_constant_can_be() -> None:
    for known in (None, True, 0, -(2**1024) + 1, 1.5, float("inf"), "text"):
        assert as_constant(known) is known
    for unknown in (2**1024, -(2**1024), float("nan"), 1j, b"", ...):
        assert as_constant(unknown) is NOTHING
