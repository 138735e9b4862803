"""Edits of a text: places, line ends, the end of the text, collisions."""

from __future__ import annotations

import pytest

from tflint_autograph.model.edits import collide, spliced, splices
from tflint_autograph.model.finding import Edit
from tflint_autograph.model.location import Position, Span


def edit(start: tuple[int, int], end: tuple[int, int], text: str, cell: int | None = None) -> Edit:
    return Edit(Span("a.py", Position(*start), Position(*end), cell), text)


def edited(text: str, *edits: Edit) -> str:
    return spliced(text, splices(text, edits))


def test_columns_are_code_points_and_order_does_not_matter() -> None:
    text = "变量 = '😀'; b\n"
    assert edited(text, edit((1, 11), (1, 12), "c"), edit((1, 1), (1, 3), "x")) == "x = '😀'; c\n"


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_new_lines_end_as_those_around_them(newline: str) -> None:
    text = f"a{newline}b{newline}"
    assert edited(text, edit((2, 1), (2, 1), "x\ny\n")) == newline.join(["a", "x", "y", "b", ""])
    assert edited(text, edit((1, 1), (1, 2), "x\ny")) == newline.join(["x", "y", "b", ""])


def test_in_a_file_with_several_line_ends_the_nearest_counts() -> None:
    assert edited("a\r\nb\nc\n", edit((1, 2), (1, 2), "\nx")) == "a\r\nx\r\nb\nc\n"
    assert edited("a\r\nb\nc\n", edit((3, 1), (3, 1), "x\n")) == "a\r\nb\nx\nc\n"


def test_form_feeds_and_other_separators_end_no_line() -> None:
    assert edited("\x0ca = '\u2028'\nb\n", edit((2, 1), (2, 2), "c")) == "\x0ca = '\u2028'\nc\n"


def test_a_line_behind_an_unfinished_last_line() -> None:
    assert edited("a", edit((2, 1), (2, 1), "b\n")) == "a\nb"
    assert edited("a\r\nb", edit((3, 1), (3, 1), "c\n")) == "a\r\nb\r\nc"
    assert edited("a\n", edit((2, 1), (2, 1), "b\n")) == "a\nb\n"


def test_taking_an_unfinished_last_line_away() -> None:
    assert edited("a\nb", edit((2, 1), (3, 1), "")) == "a"
    assert edited("a\nb\n", edit((2, 1), (3, 1), "")) == "a\n"
    assert edited("a", edit((1, 1), (2, 1), "")) == ""


def test_places_behind_a_line_are_its_end() -> None:
    assert edited("ab\nc", edit((1, 9), (1, 9), "x")) == "abx\nc"


def test_overlapping_edits_are_an_error() -> None:
    with pytest.raises(ValueError, match="overlap"):
        splices("abcd", (edit((1, 1), (1, 3), "x"), edit((1, 2), (1, 4), "y")))


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (edit((1, 1), (1, 3), ""), edit((1, 3), (1, 5), ""), False),
        (edit((1, 1), (1, 3), ""), edit((1, 2), (1, 5), ""), True),
        (edit((1, 3), (1, 3), "x"), edit((1, 3), (1, 5), ""), True),
        (edit((1, 3), (1, 3), "x"), edit((1, 3), (1, 3), "y"), True),
        (edit((1, 4), (1, 4), "x"), edit((1, 5), (1, 5), "y"), False),
        (edit((1, 1), (1, 3), "", 1), edit((1, 1), (1, 3), "", 2), False),
    ],
)
def test_collisions(first: Edit, second: Edit, expected: bool) -> None:
    assert collide(first, second) is expected
    assert collide(second, first) is expected
