"""Several edits as one, against the same done to the text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tflint_autograph.model.edits import spliced, splices
from tflint_autograph.model.finding import Edit
from tflint_autograph.model.location import Position, Span
from tflint_autograph.report.raw import by_source, join

LINES = ("def f(x):", "    print(x)", "", "    return 变量")
TEXT = "\n".join(LINES)
OFFSETS = st.lists(st.integers(0, len(TEXT)), min_size=2, max_size=6, unique=True).map(sorted)


def edit(start: Position, end: Position, text: str) -> Edit:
    return Edit(Span("a.py", start, end), text)


def position(offset: int) -> Position:
    before = TEXT[:offset].split("\n")
    return Position(len(before), len(before[-1]) + 1)


@given(OFFSETS, st.sampled_from(["", "x", "a\n  b", "\n"]))
def test_edits_do_what_they_do_to_the_text(offsets: list[int], text: str) -> None:
    pairs = list(zip(offsets[::2], offsets[1::2], strict=False))
    edits = [edit(position(start), position(end), text) for start, end in pairs]
    wanted = TEXT
    for start, end in reversed(pairs):
        wanted = wanted[:start] + text + wanted[end:]
    (ordered,) = by_source(edits[::-1]).values()
    joined = join(ordered, LINES)
    assert joined
    assert spliced(TEXT, splices(TEXT, (joined,))) == wanted


def test_edits_that_overlap_or_do_not_fit_make_nothing() -> None:
    one, two = Position(1, 1), Position(1, 4)
    assert join([edit(one, two, ""), edit(Position(1, 2), two, "")], LINES) is None
    assert join([edit(Position(9, 1), Position(9, 1), "")], LINES) is None
    assert join([edit(one, Position(1, 99), "")], LINES) is None
    assert join([], LINES) is None
