"""Builds suppression comments as fixes of findings. Applies nothing."""

from __future__ import annotations

import bisect
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tflint_autograph.engine.filtering.suppress import ABOUT_COMMENTS
from tflint_autograph.engine.workspace.files import Files, FileText
from tflint_autograph.facts.directives import directives
from tflint_autograph.model.directives import Directive, DirectiveKind
from tflint_autograph.model.finding import Edit, Finding, Fix
from tflint_autograph.model.levels import Safety
from tflint_autograph.model.location import Position, Span
from tflint_autograph.model.record import record
from tflint_autograph.model.report import Report

TITLE = "suppress it with a comment"


def ignoring(files: Files, report: Report, reason: str) -> Report:
    """Returns the report with a comment as the fix of each finding that one can suppress, and no other fixes.

    The comment goes to the end of the first line where it fits in the finding's logical line. An existing comment gets the missing codes.
    `reason` follows the codes.
    """
    by_path: dict[str, list[Finding]] = {}
    for finding in report.findings:
        by_path.setdefault(finding.span.path, []).append(finding)
    fixes: dict[Finding, Fix] = {}
    for path, findings in by_path.items():
        text = files.text(path)
        if text is not None:
            fixes.update(_SuppressedFile(path, text, files).fixes(findings, reason))
    return replace(report, findings=tuple(replace(each, fix=fixes.get(each)) for each in report.findings))


@record
class _Logical:
    """A logical line: its first and last line, 1-based."""

    first: int
    last: int


class _SuppressedFile:
    """One module or notebook, with the lines of the module."""

    def __init__(self, path: str, text: FileText, files: Files) -> None:
        self.path = path
        self.text = text
        self.files = files
        self.logical = tuple(_logical_lines(text.lines))
        self.firsts = [each.first for each in self.logical]
        self.directives = directives(text.text)

    def fixes(self, findings: Sequence[Finding], reason: str) -> Iterator[tuple[Finding, Fix]]:
        """Yields a fix for each finding that a comment can suppress. Findings on one logical line share theirs."""
        grouped: dict[_Logical, list[Finding]] = {}
        for finding in findings:
            logical = self._around(self._line(finding.span))
            if logical is not None and finding.code not in ABOUT_COMMENTS:
                grouped.setdefault(logical, []).append(finding)
        for logical, group in grouped.items():
            edit = self._edit(logical, sorted({finding.code for finding in group}), reason)
            if edit is not None:
                yield from ((finding, Fix(TITLE, (edit,), Safety.SAFE)) for finding in group)

    def _line(self, span: Span) -> int:
        """Returns the 1-based module line on which a finding begins."""
        notebook = self.text.notebook
        cells = {cell.number: cell.first_line for cell in notebook.cells} if notebook else {}
        return span.start.line + cells.get(span.cell or 0, 1) - 1

    def _around(self, line: int) -> _Logical | None:
        index = bisect.bisect_right(self.firsts, line) - 1
        logical = self.logical[index] if index >= 0 else None
        return logical if logical is not None and line <= logical.last else None

    def _edit(self, logical: _Logical, codes: Sequence[str], reason: str) -> Edit | None:
        there = next((each for each in self.directives if _takes_codes(each, logical)), None)
        if there is not None:
            words = ", ".join(dict.fromkeys((*there.codes, *codes)))
            text = f"# tflint: ignore[{words}] {there.reason or reason}".rstrip()
            return Edit(self.files.in_cell(Span(self.path, there.start, there.end)), text)
        line = self._written(logical.last)
        if line is None:
            return None
        end = Position(logical.last, len(line) + 1)
        start = Position(logical.last, len(line.rstrip()) + 1)
        comment = f"  # tflint: ignore[{', '.join(codes)}] {reason}".rstrip()
        return Edit(self.files.in_cell(Span(self.path, start, end)), comment)

    def _written(self, number: int) -> str | None:
        """Returns the line as the author sees it; None for a notebook magic, which is no Python there."""
        line = self.text.lines[number - 1]
        if self.text.notebook is None:
            return line
        place = self.files.in_cell(Span(self.path, Position(number, 1), Position(number, 1)))
        cell = next(each for each in self.text.notebook.cells if each.number == place.cell)
        return line if cell.lines[place.start.line - 1] == line else None


def _takes_codes(directive: Directive, logical: _Logical) -> bool:
    return (
        directive.kind is DirectiveKind.IGNORE
        and directive.malformed is None
        and bool(directive.codes)
        and not directive.alone
        and logical.first <= directive.line <= logical.last
    )


def _logical_lines(lines: Sequence[str]) -> Iterator[_Logical]:
    """Yields the logical lines of a module that parses."""
    first = 0
    silent = (tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT)
    for token in tokenize.generate_tokens(iter([f"{line}\n" for line in lines]).__next__):
        if token.type == tokenize.NEWLINE:
            yield _Logical(first, token.start[0])
            first = 0
        elif not first and token.type not in silent:
            first = token.start[0]
