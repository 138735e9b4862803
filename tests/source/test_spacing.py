"""Modules with empty lines behind their functions: every line is found again, and an edit moves what is next to it."""

from __future__ import annotations

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tflint_autograph.model.location import Position, Span
from tflint_autograph.source.spacing import ROOM, Spaced, spaced

LINES: tuple[str, ...] = ("import os", "", "def one():", "    x = 1", "    return x", "", "# two", "def two():", "    return 2", "", "one()")
ENDS = (5, 9)

edits = st.tuples(st.integers(0, 30), st.integers(0, 5), st.lists(st.sampled_from(("", "a", "b", "# c", '"""')), max_size=5))


def placed(module: Spaced, line: int) -> int:
    """The line of the module as it is written that a line of the text with gaps is."""
    place = Position(line, 1)
    return module.locate(Span("m.py", place, place)).start.line


def lines_of(module: Spaced) -> list[str]:
    return module.text.removesuffix("\n").split("\n")


def finds_every_line(module: Spaced) -> bool:
    """Whether the text holds each line once, in order, and nothing but empty lines besides."""
    found: dict[int, str] = {}
    for number, line in enumerate(lines_of(module), 1):
        written = placed(module, number)
        if found.setdefault(written, line) != line:
            # Of a gap and the line behind it, which both are placed there, the line comes last.
            if found[written]:
                return False
            found[written] = line
    return all(found.get(number, "") == line for number, line in enumerate(module.lines, 1))


def test_gaps_are_behind_the_functions() -> None:
    module = spaced(LINES, ENDS)
    lines = lines_of(module)
    assert [number for number, line in enumerate(lines, 1) if line] == [
        1, 3, 4, 5, 7 + ROOM, 8 + ROOM, 9 + ROOM, 11 + 2 * ROOM
    ]  # fmt: skip
    assert finds_every_line(module)


def test_a_place_inside_a_gap_is_the_start_of_the_line_behind_it() -> None:
    module = spaced(LINES, ENDS)
    span = module.locate(Span("m.py", Position(3, 1), Position(6, 9)))
    assert (span.start, span.end) == (Position(3, 1), Position(6, 1))


def test_a_line_more_in_a_function_leaves_the_next_where_it_is() -> None:
    module = spaced(LINES, ENDS)
    before = lines_of(module).index("def two():")
    more = module.edited((*LINES[:4], "    x = 2", *LINES[4:]))
    assert more is not None
    assert lines_of(more).index("def two():") == before
    assert more.stands({6, 9 + ROOM})
    less = module.edited((*LINES[:3], *LINES[4:]))
    assert less is not None
    assert lines_of(less).index("def two():") == before


def test_a_line_more_at_the_end_of_a_function_belongs_to_it() -> None:
    module = spaced(LINES, ENDS).edited((*LINES[:5], "    more()", *LINES[5:]))
    assert module is not None
    assert lines_of(module)[4:7] == ["    return x", "    more()", ""]
    assert module.stands({6, 9 + ROOM})


def test_a_gap_behind_nothing_that_ends_does_not_stand() -> None:
    module = spaced(LINES, ENDS)
    assert module.stands({5, 9 + ROOM})
    assert not module.stands({5})
    opened = module.edited((*LINES[:3], '    x = """', *LINES[4:]))
    assert opened is not None
    assert not opened.stands({11 + 2 * ROOM})


def test_room_is_used_up_at_last() -> None:
    module: Spaced | None = spaced(LINES, ENDS)
    lines = LINES
    for _ in range(ROOM):
        lines = (*lines[:4], "    x = 2", *lines[4:])
        assert module is not None
        module = module.edited(lines)
    assert module is not None
    assert module.edited((*lines[:4], "    x = 2", *lines[4:])) is None


@settings(max_examples=300, deadline=None)
@given(st.lists(edits, max_size=6))
def test_whatever_is_edited_every_line_is_found(rows: list[tuple[int, int, list[str]]]) -> None:
    module, lines = spaced(LINES, ENDS), LINES
    for start, gone, come in rows:
        after = (*lines[:start], *come, *lines[start + gone :])
        edited = module.edited(after)
        assume(edited is not None)
        assert edited is not None
        module, lines = edited, after
        assert module.lines == lines
        assert finds_every_line(module)


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 7), st.integers(0, 1), st.lists(st.sampled_from(("", "a", "# c", "    x = 1")), max_size=5))
def test_what_is_below_the_next_gap_stays(start: int, gone: int, come: list[str]) -> None:
    module = spaced(LINES, ENDS)
    edited = module.edited((*LINES[:start], *come, *LINES[start + gone :]))
    assert edited is not None
    assert lines_of(edited)[-2:] == ["", "one()"]
    assert len(lines_of(edited)) == len(lines_of(module))
