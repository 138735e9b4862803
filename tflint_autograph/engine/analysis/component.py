"""Analyses one connected component of the import graph: all its files as one program."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from tflint_autograph.engine.analysis.run import AnalysisRun
from tflint_autograph.engine.results import AnalysisResult
from tflint_autograph.model.finding import Finding
from tflint_autograph.model.report import is_hardly_traced
from tflint_autograph.project.tracing.unresolved import first_unresolved
from tflint_autograph.tfapi.keras import READ_BY_STEPS


def analyse_component(run: AnalysisRun) -> AnalysisResult:
    """Reads, traces and runs the rules with all files in one program."""
    found: dict[str, list[Finding]] = {path: [] for path in run.files.wanted}
    with run.phase("facts and tracing"):
        # What goes wrong between the files is a problem of the first of them.
        lost = f"{len(found)} files that belong together are not checked" if len(found) > 1 else "the file is not checked"
        run.guard(min(found, default=""), run.program.build, lost=lost)
    # Keras traces its own training step where nothing of the project is traced.
    if any(key.path in found for key in run.program.tracing.traces) or any(map(run.program.project.setting, READ_BY_STEPS)):
        from tflint_autograph.engine.analysis.inspection import inspect

        with run.phase("rules"):
            inspect(run, found)
    run.parsed = run.program.parsed
    wanted = set(found)
    traces = {key: trace for key, trace in run.program.tracing.traces.items() if key.path in wanted}
    modules = [module for module in run.program.project.loaded() if module.path in wanted]
    comments = run.comments(found)
    looked = AnalysisResult(
        found={path: tuple(findings) for path, findings in found.items() if findings},
        problems={**run.files.problems, **run.bugs},
        comments=comments,
        relevant=len({path for path in wanted if run.files.is_relevant(path)} | {key.path for key in traces}),
        functions=sum(len(module.functions) for module in modules),
        roots=tuple(sorted(Counter(trace.root for trace in traces.values()).items())),
        limits=run.program.tracing.limits(wanted),
    )
    return _explained(run, looked) if looked.relevant and is_hardly_traced(looked.traced, looked.functions) and not run.bugs else looked


def _explained(run: AnalysisRun, looked: AnalysisResult) -> AnalysisResult:
    """Returns the result with the likely reason why so little is traced, if there is one."""
    from tflint_autograph.engine.analysis.component import unresolved

    said: list[str] = []
    run.guard(min(run.files.wanted, default=""), lambda: said.append(unresolved(run)))
    return replace(looked, unresolved=said[0]) if said else looked


def unresolved(run: AnalysisRun) -> str:
    """Returns the likely reason why so few functions are traced, or an empty string."""
    found = first_unresolved(run.program.analysis)
    if found is None:
        return ""
    place = run.files.in_cell(run.program.project.span(found.path, found.at))
    cell = "" if place.cell is None else f":cell {place.cell}"
    mend = f"; if it traces, name `{found.name}` in `extra-roots`" if found.name else ""
    return f"`{found.written}` ({place.path}{cell}:{place.start.line}): {found.meaning}{mend}"
