"""Joins say the same in whatever order values meet, but for how the user wrote a thing, which is said as the first did."""

from __future__ import annotations

import random

import pytest

from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.model.joins import join, join_all, widened
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.values import (
    BOTTOM,
    NO_AXES,
    NOTHING,
    UNKNOWN,
    Callee,
    Kind,
    Origin,
    Value,
)

TARGETS = tuple(Callee(FunctionKey("m.py", f"f{number}")) for number in range(3))
CLASSES = (None, ClassKey("m.py", "A"), ClassKey("m.py", "B"))
WORDS = ("", "one", "two")


def drawn(dice: random.Random, depth: int = 2) -> Value:
    """A value of any kind, that may hold others; half of them of few kinds, so that some agree."""
    kind = dice.choice((*Kind, *(Kind.CONTAINER, Kind.TENSOR, Kind.NONE) * 4))
    if kind is Kind.BOTTOM:
        return BOTTOM
    if kind is Kind.NONE:
        return Value(kind, dice.choice(tuple(Origin)), const=None)
    targets = tuple(dice.sample(TARGETS, dice.randrange(3)))
    of, is_ = (None, dice.choice(CLASSES)) if kind is Kind.CALLABLE else (dice.choice(CLASSES), None)
    return Value(
        kind, dice.choice(tuple(Origin)), dice.choice(WORDS), dice.choice(WORDS), of, dice.random() < 0.5,
        is_, dice.choice(WORDS), () if is_ else targets or (TARGETS[:1] if kind is Kind.CALLABLE else ()), dice.choice((NOTHING, 1, "x")),
        tuple(drawn(dice, depth - 1) for _ in range(dice.randrange(3))) if depth and dice.random() < 0.3 else None,
        tuple((word, drawn(dice, depth - 1)) for word in dice.choice((WORDS, WORDS[:2]))) if depth and dice.random() < 0.3 else None,
        drawn(dice, depth - 1) if depth and dice.random() < 0.4 else None, dice.choice(WORDS), dice.choice(WORDS),
        dice.random() < 0.5, dice.choice(WORDS), dice.choice(tuple(Confidence)), dice.choice((NO_AXES, frozenset({0}), frozenset({1}))),
    )  # fmt: skip


def said(value: Value) -> Value:
    """A value without what the order of a join may change: the order of its functions, and how the user wrote it."""
    return value._replace(
        spelling="", callees=tuple(sorted(value.callees)), provenance=None,
        items=None if value.items is None else tuple(map(said, value.items)), element=value.element and said(value.element),
        items_by_key=None if value.items_by_key is None else tuple((key, said(item)) for key, item in value.items_by_key),
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(10))
def test_a_join_says_the_same_in_every_order(seed: int) -> None:
    dice = random.Random(seed)
    for _ in range(300):
        one, two, three = (drawn(dice) for _ in range(3))
        assert join(one, one) == one
        assert join(join(one, two), two) == join(one, two)
        assert said(join(one, two)) == said(join(two, one))
        assert said(join(join(one, two), three)) == said(join(one, join(two, three)))


@pytest.mark.parametrize("seed", range(10))
def test_bottom_is_below_and_unknown_above_every_value(seed: int) -> None:
    dice = random.Random(seed)
    for _ in range(300):
        value = drawn(dice)
        assert join(BOTTOM, value) == value == join(value, BOTTOM)
        assert join_all((BOTTOM, value, BOTTOM)) == value
        if value.kind not in (Kind.BOTTOM, Kind.NONE):
            assert join(value, UNKNOWN).kind is Kind.UNKNOWN


def test_the_join_of_bottoms_is_bottom() -> None:
    assert join_all((BOTTOM,) * 3) == join(BOTTOM, BOTTOM) == BOTTOM


@pytest.mark.parametrize("seed", range(10))
def test_widening_ends_and_changes_nothing_but_what_is_nested(seed: int) -> None:
    dice = random.Random(seed)
    for _ in range(300):
        value = drawn(dice)
        wide = widened(value)
        assert widened(wide) == wide
        assert wide._replace(element=None, items=None, items_by_key=None) == value._replace(element=None, items=None, items_by_key=None)


def test_a_value_that_is_put_into_itself_stops_growing() -> None:
    seen, value = set(), UNKNOWN
    while value not in seen:
        seen.add(value)
        value = widened(join(value, Value(Kind.CONTAINER, Origin.FRESH, type="builtins.list", element=value)))
    assert len(seen) < 8


def test_an_element_that_says_nothing_is_left_out() -> None:
    blank = Value(Kind.UNKNOWN, Origin.ARGUMENT, spelling="steps.seen", confidence=Confidence.LOW)
    assert widened(UNKNOWN._replace(element=blank)) == UNKNOWN
    assert widened(UNKNOWN._replace(element=blank._replace(type="builtins.list", element=blank))).element == blank._replace(type="builtins.list")
    several = Value(Kind.CONTAINER, Origin.FRESH, type="builtins.list", element=blank)
    assert widened(several) == several
