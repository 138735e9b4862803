"""Why hardly anything of a project is traced, in one sentence. Traces nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflint_autograph.project.tracing.unresolved import first_unresolved

if TYPE_CHECKING:
    from tflint_autograph.engine.pipeline import Run


def unresolved(run: Run) -> str:
    """What may be why so few of the functions are traced; empty where nothing may be."""
    found = first_unresolved(run.program.analysis)
    if found is None:
        return ""
    place = run.files.in_cell(run.program.project.span(found.path, found.at))
    cell = "" if place.cell is None else f":cell {place.cell}"
    mend = f"; if it traces, name `{found.name}` in `extra-roots`" if found.name else ""
    return f"`{found.written}` ({place.path}{cell}:{place.start.line}): {found.meaning}{mend}"
