"""Explains in one sentence why hardly anything in a project is traced."""

from __future__ import annotations

from tflint_autograph.engine.analysis.run import AnalysisRun
from tflint_autograph.project.tracing.unresolved import first_unresolved


def unresolved(run: AnalysisRun) -> str:
    """Returns the likely reason why so few functions are traced, or an empty string."""
    found = first_unresolved(run.program.analysis)
    if found is None:
        return ""
    place = run.files.in_cell(run.program.project.span(found.path, found.at))
    cell = "" if place.cell is None else f":cell {place.cell}"
    mend = f"; if it traces, name `{found.name}` in `extra-roots`" if found.name else ""
    return f"`{found.written}` ({place.path}{cell}:{place.start.line}): {found.meaning}{mend}"
