"""Why hardly anything of a project is traced, in one sentence. Traces nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflint_autograph.model.report import Stats
from tflint_autograph.project.tracing.unresolved import first_unresolved

if TYPE_CHECKING:
    from tflint_autograph.engine.pipeline import Run


def unresolved(run: Run, traced: int, functions: int) -> str:
    """What may be why so few of the functions are traced; empty where enough are, or nothing may be why."""
    if not Stats(functions=functions, traced=traced).is_hardly_traced or not run.is_built:
        return ""
    found = first_unresolved(run.program.analysis)
    if found is None:
        return ""
    place = run.files.in_cell(run.program.project.span(found.path, found.at))
    cell = "" if place.cell is None else f":cell {place.cell}"
    mend = f"; if it traces, name `{found.name}` in `extra-roots`" if found.name else ""
    return f"`{found.written}` ({place.path}{cell}:{place.start.line}): {found.meaning}{mend}"
