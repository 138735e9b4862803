"""Programs are composed of every part there is, parse, and are the same for the same seed. Runs nothing."""

from __future__ import annotations

import ast

import pytest

from tests.generated.composing import NONE, Composed, compose, wanted
from tests.generated.parts.contexts import CONTEXTS
from tests.generated.parts.driven import ROOTS
from tests.generated.parts.hazards import HAZARDS


def parsed(program: Composed) -> None:
    for text in program.files.values():
        ast.parse(text)
        assert "#@" not in text
        assert "$" not in text


@pytest.mark.parametrize("name", ROOTS)
def test_a_root_can_be_composed(name: str) -> None:
    program = compose("roots", 1, wanted(name))
    parsed(program)
    assert program.chosen["root"] == name


@pytest.mark.parametrize("name", CONTEXTS)
def test_a_context_can_be_composed(name: str) -> None:
    program = compose("contexts", 1, wanted(f"context={name},hazard={NONE}"))
    parsed(program)
    assert name in program.chosen["contexts"].split(" > ")
    assert program.places == {}


@pytest.mark.parametrize("name", sorted({each.name for each in HAZARDS}))
def test_a_hazard_can_be_composed_and_has_a_line(name: str) -> None:
    program = compose("hazards", 1, wanted(name))
    parsed(program)
    assert program.places
    for (path, line), mark in program.places.items():
        assert program.files[path].splitlines()[line - 1].strip()
        assert mark.codes


def test_the_same_seed_makes_the_same_program() -> None:
    assert compose("a", 3) == compose("a", 3)
    assert compose("a", 3) != compose("b", 3)


def test_a_word_that_names_no_part_is_told() -> None:
    with pytest.raises(ValueError, match="'nonsense'"):
        wanted("nonsense")
