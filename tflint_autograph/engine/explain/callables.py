"""Finds the functions that `confirm` is asked to run by name, in a form it can call."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from tflint_autograph.config.errors import UsageError
from tflint_autograph.engine.analysis.run import AnalysisRun
from tflint_autograph.engine.explain.passed import near
from tflint_autograph.engine.explain.targets import TargetPlace, candidates, find, functions
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.finding import Finding
from tflint_autograph.model.location import Span
from tflint_autograph.model.record import record
from tflint_autograph.model.runnable import Runnable


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


def places(finding: Finding) -> tuple[Span, ...]:
    """Returns the place of the finding and of the steps of its trace."""
    steps = finding.trace.steps if finding.trace else ()
    return (finding.span, *(step.span for step in steps))


def runnables(run: AnalysisRun, paths: Iterable[str]) -> dict[str, Runnable]:
    """Returns the modules at these paths, by path. A file that could not be read is left out."""
    found = {}
    for path in sorted(set(paths)):
        text = run.files.text(path)
        if text is not None:
            cells = tuple((cell.number, cell.first_line) for cell in text.notebook.cells) if text.notebook else ()
            module = run.program.index.dotted(path)
            found[path] = Runnable(path, run.files.absolute[path], module, _search(run, path, module), text.text, cells)
    return found


def callers(run: AnalysisRun, name: str) -> dict[str, Runnable]:
    """Returns the modules whose text seems to call a function or class of this name. Notebooks, which run as a whole, are left out."""
    texts = ((path, run.files.text(path)) for path in run.files.all())
    return runnables(run, (path for path, text in texts if text is not None and text.notebook is None and f"{name}(" in text.text))


def project_modules(run: AnalysisRun) -> dict[str, Runnable]:
    """Returns all modules of the project whose files can be read."""
    return runnables(run, run.files.all())


def _search(run: AnalysisRun, path: str, module: str) -> tuple[str, ...]:
    """Returns the search path for imports: above the module's package, its folder as for a script, then the roots of the project."""
    file = run.files.absolute[path]
    folder = Path(file).parent
    is_package = path.rpartition("/")[2] == "__init__.py"
    # The folder of `a/b/c.py`, module `a.b.c`, is two levels below where imports start; that of `a/b/__init__.py`, `a.b`, too.
    depth = module.count(".") + is_package
    own = str(folder.parents[depth - 1] if depth else folder)
    roots = (str(run.settings.root / root) for root in run.settings.source_roots)
    is_packaged = run.program.index.is_package_folder(path.rpartition("/")[0])
    script = () if is_packaged else (os.path.dirname(file),)
    return tuple(dict.fromkeys((own, *script, *(os.path.normpath(root) for root in roots if os.path.isdir(root)))))
