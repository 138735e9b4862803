"""Finds the functions that `confirm` is asked to run by name, in a form it can call."""

from __future__ import annotations

from collections.abc import Iterable

from tflint_autograph.config.errors import UsageError
from tflint_autograph.engine.analysis.run import AnalysisRun
from tflint_autograph.engine.explain.passed import near
from tflint_autograph.engine.explain.targets import TargetPlace, candidates, find, functions
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.finding import Finding
from tflint_autograph.model.record import record


@record
class Callable:
    """A function: its dotted name for display, its file as in findings, and its qualified name there.

    `traced`: project code traces it. `inner`: traced code calls it. `converted`: AutoGraph converts it then. `first` is its 1-based line in
    the module.
    """

    name: str
    path: str
    target: str
    traced: bool
    inner: bool
    converted: bool
    first: int


def around(run: AnalysisRun, findings: Iterable[Finding]) -> tuple[Callable, ...]:
    """Returns the functions that contain findings, the outermost if nested. Findings outside functions have none."""
    given = tuple(findings)
    run = near(run, {finding.span.path for finding in given})
    found: dict[FunctionKey, Callable] = {}
    for finding in given:
        module = run.program.project.module(finding.span.path)
        line = finding.span.start.line if module is not None and finding.span.cell is None else 0
        for key, fact in functions(run.program.project, module) if module is not None else ():
            if fact.first <= line <= fact.at.end_line and "<" not in key.qualname:
                found.setdefault(key, _of(run, key))
    return tuple(found[key] for key in sorted(found))


def callables(run: AnalysisRun, names: Iterable[str]) -> tuple[Callable, ...]:
    """Returns the functions with these dotted names, or at `file:line`. Raises UsageError for a name with no or several matches."""
    sought = {name: TargetPlace.parse(name) for name in names}
    run = near(run, {path for place in sought.values() for path in candidates(run, place)})
    return tuple(_callable(run, name, place) for name, place in sought.items())


def _callable(run: AnalysisRun, name: str, place: TargetPlace) -> Callable:
    found = find(run, place)
    if found.outside or found.overview or len(found.keys) != 1:
        raise UsageError(f"{name} does not name one function", "name it as `pkg.mod.func` or as `file.py:LINE`")
    key = found.keys[0]
    if "<" in key.qualname:
        raise UsageError(f"{name} is inside another function and cannot be called by itself", "name the function around it")
    return _of(run, key)


def _of(run: AnalysisRun, key: FunctionKey) -> Callable:
    lowered = run.program.project.lowered(key)
    assert lowered is not None
    trace = run.program.tracing.traces.get(key)
    name = f"{run.program.index.dotted(key.path)}.{key.qualname}"
    converted = trace is None or trace.converted
    inner = trace is not None and len(trace.steps) > 1
    return Callable(name, key.path, key.qualname, trace is not None, inner, converted, lowered.fact.first)
