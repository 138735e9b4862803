"""Source lines with marked spans, and fixes as removed and added lines, in HTML."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tflint_autograph.model.finding import Edit, Label
from tflint_autograph.model.location import Span
from tflint_autograph.report.full.cells import ShownLine, shown, width
from tflint_autograph.report.full.patch import changed
from tflint_autograph.report.html.shell import prose, tag, words
from tflint_autograph.report.place import line_place

Sources = Mapping[tuple[str, int | None], Sequence[str]]

# Lines shown around a finding, of a long one, and how far to the right text goes under the code.
_AROUND = 2
_LONGEST = 12
_FURTHEST = 60


def frame(span: Span, labels: Sequence[Label], note: str, sources: Sources) -> str:
    """Returns the code around a span, with the texts of the span and of labels below it; empty without source."""
    lines = sources.get((span.path, span.cell), ())
    if not 0 < span.start.line <= len(lines):
        return ""
    last = min(span.end.line, span.start.line + _LONGEST, len(lines))
    near = [label for label in labels if is_in_frame(label, span, sources)]
    marks = [(span, "primary"), *((label.span, "label") for label in near)]
    notes = [(last, span, note, ""), *((label.span.start.line, label.span, label.text, " of-label") for label in near)]
    rows = []
    previous = 0
    for number in sorted(_around(span.start.line, last, lines) | {label.span.start.line for label in near}):
        if previous and number != previous + 1:
            rows.append('<span class="gap">⋮</span>')
        rows.append(_row(number, lines[number - 1], marks))
        rows += [_note(lines[number - 1], at, text, number, kind) for line, at, text, kind in notes if line == number and text]
        previous = number
    return tag("pre", tag("code", "".join(rows)), cls="frame", tabindex="0")


def is_in_frame(label: Label, span: Span, sources: Sources) -> bool:
    """Whether the place of a label is shown in the frame of the span, whose source is available."""
    lines = sources.get((span.path, span.cell), ())
    return (label.span.path, label.span.cell) == (span.path, span.cell) and label.span.start.line <= len(lines)


def _around(first: int, last: int, lines: Sequence[str]) -> set[int]:
    """Returns the numbers of these lines and of their neighbours, without empty ones at the ends."""
    numbers = range(max(1, first - _AROUND), min(len(lines), last + _AROUND) + 1)
    said = [number for number in numbers if lines[number - 1].strip()]
    return {number for number in numbers if min(said, default=first) <= number <= max(said, default=last)} | {first, last}


def _note(line: str, span: Span, text: str, number: int, kind: str) -> str:
    """Returns the text of a span, below its start on its last line."""
    whole = shown(line, unicode=True)
    before = whole.text[: _range(span, number, line, whole).start]
    indent = " " * min(_FURTHEST, width(before))
    return tag("span", f"{tag('span', indent, cls='indent')}{prose(text)}", cls=f"note{kind}")


def line_of(span: Span, sources: Sources) -> str:
    """Returns the first line of a span only; empty if the source is not available."""
    lines = sources.get((span.path, span.cell), ())
    if not 0 < span.start.line <= len(lines):
        return ""
    row = _row(span.start.line, lines[span.start.line - 1], [(span, "label")])
    return tag("pre", tag("code", row), cls="frame", tabindex="0")


def _row(number: int, line: str, marks: Sequence[tuple[Span, str]]) -> str:
    text = shown(line, unicode=True)
    kinds = [""] * len(text.text)
    for span, kind in reversed(marks):
        for index in _range(span, number, line, text):
            kinds[index] = kind
    parts, start = [], 0
    for end in range(1, len(kinds) + 1):
        if end == len(kinds) or kinds[end] != kinds[start]:
            piece = words(text.text[start:end])
            parts.append(tag("mark", piece, cls=kinds[start]) if kinds[start] else piece)
            start = end
    hit = " hit" if "primary" in kinds else ""
    return f'<span class="row{hit}"><span class="line">{number}</span>{"".join(parts)}</span>'


def _range(span: Span, number: int, line: str, text: ShownLine) -> range:
    """Returns the characters of a displayed line that a span covers, without the indentation of its later lines."""
    if not span.start.line <= number <= span.end.line:
        return range(0)
    first = span.start.column if number == span.start.line else len(line) - len(line.lstrip()) + 1
    end = span.end.column if number == span.end.line else len(line.rstrip()) + 1
    return range(text.offset(first), text.offset(end))


def diff(edits: Sequence[Edit], home: Span, sources: Sources) -> Iterator[str]:
    """Yields each file or cell that a fix changes as a block of lines, with a heading unless it is that of `home`; nothing for unavailable
    sources.
    """
    for place in sorted({(edit.span.path, edit.span.cell) for edit in edits}, key=lambda each: (each[0], each[1] or 0)):
        if place not in sources:
            continue
        rows = []
        for hunk in changed(sources[place], (edit for edit in edits if (edit.span.path, edit.span.cell) == place)):
            rows += [_change("del", "-", hunk.first + index, line) for index, line in enumerate(hunk.old)]
            rows += [_change("ins", "+", hunk.first + index, line) for index, line in enumerate(hunk.new)]
        first = next(edit.span for edit in edits if (edit.span.path, edit.span.cell) == place)
        if place != (home.path, home.cell):
            yield tag("p", words(line_place(first)), cls="place")
        yield tag("pre", tag("code", "".join(rows)), cls="frame diff", tabindex="0")


def _change(name: str, sign: str, number: int, line: str) -> str:
    code = words(shown(line, unicode=True).text)
    return tag(name, f'<span class="line">{number} {sign}</span>{code}', cls="row")
