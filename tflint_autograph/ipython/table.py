"""Findings of a session for the output of a cell: a compact HTML table, and text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tflint_autograph.ipython.cells import Cells
from tflint_autograph.model.finding import Finding, Problem
from tflint_autograph.model.location import Span
from tflint_autograph.model.record import record
from tflint_autograph.report.chain import links
from tflint_autograph.report.html.shell import name, prose, tag, words
from tflint_autograph.report.pages import address
from tflint_autograph.report.place import line_place, one_line
from tflint_autograph.report.summary import counted

_SHOWN = 50
"""Maximum number of findings in a table."""

_CELL = "text-align:left;vertical-align:top;padding:2px 10px 2px 0;white-space:normal"
_HEADS = ("code", "where", "what", "call path", "remedy")


@record
class Row:
    """A finding as it is displayed: its place in the session, and the functions of its trace."""

    finding: Finding
    where: str
    way: str

    @property
    def remedy(self) -> str:
        """The help of the finding."""
        return self.finding.help or (self.finding.fix.title if self.finding.fix is not None else "")


def where(span: Span, cells: Cells, home: str) -> str:
    """Returns `In [3], line 2` for a cell, `helpers.py:5` for a module."""
    cell = cells.at(span) if span.path == home else None
    return f"In [{cell.number}], line {span.start.line}" if cell is not None else line_place(span)


def row(finding: Finding, cells: Cells, home: str) -> Row:
    """Returns the row of a finding."""
    return Row(finding, where(finding.span, cells, home), " → ".join(link.short(home) for link in links(finding)))


class Table:
    """Rows and problems with a headline. IPython shows the form that its front end supports."""

    def __init__(self, rows: Sequence[Row], problems: Sequence[str] = (), *, headline: str = "", rule_url: str = "") -> None:
        self.rows = tuple(rows)
        self.problems = tuple(problems)
        self._headline = headline or f"tflint: {counted(len(rows), 'finding')}"
        self._rule_url = rule_url

    def __repr__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield self._headline
        for each in self.rows[:_SHOWN]:
            finding = each.finding
            yield f"  {finding.code} {one_line(each.where)}: {one_line(finding.message)}"
            parts = (("", finding.note), ("traced: ", each.way), ("help: ", each.remedy))
            yield from (f"    {word}{one_line(text)}" for word, text in parts if text)
        yield from (f"  {one_line(text)}" for text in (*self._more(), *self.problems))

    def _more(self) -> tuple[str, ...]:
        left = len(self.rows) - _SHOWN
        return (f"{left} more",) if left > 0 else ()

    def _repr_html_(self) -> str:
        lines = [tag("div", words(self._headline), style="font-weight:bold")]
        if self.rows:
            head = tag("tr", "".join(tag("th", text, style=_CELL) for text in _HEADS))
            body = "".join(tag("tr", "".join(self._cells(each))) for each in self.rows[:_SHOWN])
            lines.append(tag("table", f"{tag('thead', head)}{tag('tbody', body)}", style="border-collapse:collapse"))
        lines += [tag("div", words(text)) for text in (*self._more(), *self.problems)]
        return tag("div", "".join(lines), cls="tflint-findings", style="font-size:90%")

    def _cells(self, each: Row) -> Iterator[str]:
        finding = each.finding
        page = address(self._rule_url, finding.code, finding.name)
        code = tag("code", words(finding.code), title=words(finding.name))
        yield tag("td", tag("a", code, href=words(page)) if page else code, style=f"{_CELL};white-space:nowrap")
        yield tag("td", name(each.where), style=_CELL)
        note = tag("div", prose(finding.note), style="opacity:0.75") if finding.note else ""
        yield tag("td", f"{prose(finding.message)}{note}", style=_CELL)
        yield tag("td", name(each.way), style=_CELL)
        yield tag("td", prose(each.remedy), style=_CELL)


def told(problem: Problem, cells: Cells, home: str) -> str:
    """Returns a problem in one line."""
    hint = f" ({problem.hint})" if problem.hint else ""
    return f"{where(problem.span, cells, home)}: {problem.message}{hint}"


def is_terminal(shell: Any) -> bool:
    """Whether a shell writes to a terminal, without a kernel that sends output to a front end."""
    return getattr(shell, "kernel", None) is None


def running(shell: Any) -> int:
    """Returns the number of the running cell. IPython increments it at the end, or at the start in newer versions."""
    history = getattr(shell.history_manager, "input_hist_raw", None)
    return len(history) - 1 if history else int(shell.execution_count)


def show(shell: Any, shown: object, identity: str = "", *, again: bool = False) -> None:
    """Displays an object under the running cell; with `again`, replaces the output with this identity.

    Output on a terminal cannot be replaced.
    """
    if is_terminal(shell):
        if not again:
            print(shown)
        return
    from IPython.display import display

    display(shown, display_id=identity or None, update=again)  # type: ignore[no-untyped-call]
