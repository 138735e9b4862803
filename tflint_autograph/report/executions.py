"""Execution counts of notebook cells as shown next to a cell: `In [7]`."""

from __future__ import annotations

import functools

from tflint_autograph.model.location import Span
from tflint_autograph.model.report import Report
from tflint_autograph.source.notebook import execution_counts


class Executions:
    """The execution counts in the notebooks of a report; each notebook is parsed on first use."""

    def __init__(self, report: Report | None = None) -> None:
        self._notebooks = dict(report.notebooks) if report is not None else {}
        self._counts = functools.cache(lambda path: execution_counts(self._notebooks[path]))

    def of(self, span: Span) -> str:
        """Returns `In [7]` for code in a cell that was run, else an empty string."""
        if span.cell is None or span.path not in self._notebooks:
            return ""
        count = self._counts(span.path).get(span.cell)
        return f"In [{count}]" if count is not None else ""


NONE = Executions()
