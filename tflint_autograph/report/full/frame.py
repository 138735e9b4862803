"""Code frames: source lines with carets under them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tflint_autograph.model.location import Span
from tflint_autograph.model.record import record
from tflint_autograph.report.full.cells import ShownLine, shown, width
from tflint_autograph.report.full.style import Ink, Style

# Characters of a source line that are shown, and how many of them stay before a mark when the line is cropped.
# They are constants because the report must be the same in a pipe and in every terminal.
_ROOM = 100
_LEAD = 30


@record
class Mark:
    """An underline on one line: columns are 1-based code points, `end` is exclusive."""

    line: int
    start: int
    end: int
    sign: str
    ink: Ink
    text: str = ""


def primary_marks(span: Span, ink: Ink, text: str, lines: Sequence[str]) -> tuple[Mark, ...]:
    """Returns carets for a span: on its line, or on its first and last lines; empty if the source lacks its first line."""
    first, last = span.start.line, min(_last_line(span), len(lines))
    if first > len(lines):
        return ()
    if first >= last:
        return (Mark(first, span.start.column, _end_column(span, first, lines), "^", ink, text),)
    indent = len(lines[last - 1]) - len(lines[last - 1].lstrip())
    return (
        Mark(first, span.start.column, _end_column(span, first, lines), "^", ink),
        Mark(last, indent + 1, _end_column(span, last, lines), "^", ink, text),
    )


def label_mark(span: Span, text: str, lines: Sequence[str]) -> Mark | None:
    """Returns a secondary underline on the first line of a span, or None if the source lacks that line."""
    line = span.start.line
    if line > len(lines):
        return None
    return Mark(line, span.start.column, _end_column(span, line, lines), "-", Ink.FRAME, text)


def line_before(line: int, lines: Sequence[str]) -> tuple[int, ...]:
    """Returns the number of the line above, if it is not empty."""
    return (line - 1,) if line > 1 and lines[line - 2].strip() else ()


def frame(
    marks: Sequence[Mark], context: Sequence[int], lines: Sequence[str], gutter: int, style: Style
) -> Iterator[str]:
    """Yields the rows of a frame: marked and context lines with numbers, and each line's marks below it.

    `gutter` is the number of cells for line numbers. A single line between two shown ones is shown too.
    """
    bar = style.margin(gutter, " |")
    previous = 0
    for number in _filled({mark.line for mark in marks} | set(context)):
        if previous and number != previous + 1:
            yield style.paint("...", Ink.FRAME)
        here = [mark for mark in marks if mark.line == number]
        crop = _Crop.around(shown(lines[number - 1].rstrip(), unicode=style.unicode), here)
        code = crop.text(style.ellipsis)
        yield f"{style.margin(gutter, ' |', str(number))} {code}".rstrip()
        for mark in here:
            yield f"{bar} {_underline(mark, crop, code, style)}"
        previous = number


def _filled(numbers: set[int]) -> list[int]:
    between = {number + 1 for number in numbers if number + 2 in numbers}
    return sorted(numbers | between)


@record
class _Crop:
    """The part of a displayed line from `start` to `end`, both offsets in its text."""

    line: ShownLine
    start: int
    end: int

    @classmethod
    def around(cls, line: ShownLine, marks: Sequence[Mark]) -> _Crop:
        """Returns as much of the line as fits, with the first mark in it and the others if possible."""
        length = len(line.text)
        wanted = line.offset(marks[0].start) - _LEAD if marks else 0
        every = max((line.offset(mark.end) for mark in marks), default=0)
        start = 0 if every <= _ROOM else max(0, min(wanted, length - _ROOM))
        return cls(line, start, min(length, start + _ROOM))

    def text(self, ellipsis: str) -> str:
        """Returns the text, with `ellipsis` in place of the outermost characters where it is cut."""
        text = self.line.text[self.start : self.end]
        if self.start:
            text = ellipsis + text[len(ellipsis) :]
        if self.end < len(self.line.text):
            text = text[: -len(ellipsis)] + ellipsis
        return text

    def clip(self, column: int) -> int:
        """Returns the offset of a column in the text; columns that are cut off give its ends."""
        return min(max(self.line.offset(column), self.start), self.end) - self.start


def _underline(mark: Mark, crop: _Crop, code: str, style: Style) -> str:
    # A mark on text cut off on the right points at the ellipsis; only a mark at the line's end is after it.
    furthest = len(code) - (crop.end < len(crop.line.text))
    start, end = min(crop.clip(mark.start), furthest), crop.clip(mark.end)
    signs = mark.sign * max(1, width(code[start:end]))
    return " " * width(code[:start]) + style.paint(f"{signs} {style.words(mark.text)}".rstrip(), mark.ink)


def _last_line(span: Span) -> int:
    # A span that ends before the first character of a line does not touch that line.
    return span.end.line - 1 if span.end.column == 1 and span.end.line > span.start.line else span.end.line


def _end_column(span: Span, line: int, lines: Sequence[str]) -> int:
    return span.end.column if span.end.line == line else len(lines[line - 1].rstrip()) + 1
