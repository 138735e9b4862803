"""The `grouped` format: findings by file and function, with the call path once per function. Shows no code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from tflint_autograph.model.finding import Finding, Problem
from tflint_autograph.model.levels import Safety
from tflint_autograph.model.location import Position, Span
from tflint_autograph.model.report import Report
from tflint_autograph.report import order
from tflint_autograph.report.chain import Link, links
from tflint_autograph.report.place import ascii_only, line_place, one_line, place

_START = Position(1, 1)

Row = tuple[str, str, str]


def render(report: Report, *, unicode: bool = True) -> str:
    """Returns a block for each file, separated by empty lines; in ASCII unless `unicode`. Empty if there is nothing to report."""
    entries: list[Finding | Problem] = [*order.findings(report), *order.problems(report)]
    entries.sort(key=lambda entry: entry.span.path)
    blocks = [
        "".join(f"{line}\n" for line in _file(path, list(group)))
        for path, group in groupby(entries, key=lambda entry: entry.span.path)
    ]
    text = "\n".join(blocks)
    return text if unicode else ascii_only(text.replace("←", "<-"))


def _file(path: str, entries: Sequence[Finding | Problem]) -> Iterator[str]:
    rows = [_row(entry) for entry in entries]
    widths = [max(len(row[column]) for row in rows) for column in range(2)]
    yield one_line(path)
    for heading, group in groupby(zip(entries, rows, strict=True), key=lambda pair: _heading(pair[0])):
        yield f"  {heading}"
        for _, (where, code, message) in group:
            yield f"    {where.ljust(widths[0])}  {code.ljust(widths[1])}  {message}"


def _heading(entry: Finding | Problem) -> str:
    """Returns the function and its call path, innermost first; findings outside functions and problems share one heading."""
    if isinstance(entry, Problem) or not entry.function:
        return "(file)"
    home = entry.span.path
    own, chain = Link(entry.function, entry.span), links(entry)[-2::-1]
    if not chain:
        return one_line(own.short(home))
    names = " ← ".join(one_line(link.short(home)) for link in (own, *chain))
    return f"{names} ({line_place(chain[-1].span)})"


def _row(entry: Finding | Problem) -> Row:
    where = place(Span("", entry.span.start, _START, entry.span.cell)).lstrip(":")
    if isinstance(entry, Problem):
        return where, entry.kind.value, one_line(entry.message)
    fixable = " [*]" if entry.fix and entry.fix.safety is Safety.SAFE else ""
    verdict = f"  ({entry.evidence.verdict})" if entry.evidence else ""
    return where, f"{entry.code}{fixable}", f"{one_line(entry.message)}{verdict}"
