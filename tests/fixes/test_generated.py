"""Programs made at random around the fixes: eager code before, eager code after and the graph after agree."""

from __future__ import annotations

import pytest

from tests.fixes.generated import Made, made, wrong
from tests.fixes.shapes import SHAPES

_EACH = 8
"""Programs of one shape; `python -m tests.fixes.generated --many` makes many more."""


@pytest.fixture(scope="module")
def found() -> list[Made]:
    return made(1, _EACH * len(SHAPES))


@pytest.mark.tensorflow
def test_three_runs_agree_on_each_fixed_program(found: list[Made]) -> None:
    assert [*wrong(found)] == []


@pytest.mark.tensorflow
@pytest.mark.parametrize("title", [shape.title for shape in SHAPES])
def test_some_programs_of_each_shape_are_fixed(title: str, found: list[Made]) -> None:
    assert "agrees" in {each.verdict for each in found if each.title == title}
