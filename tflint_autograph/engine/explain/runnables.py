"""Describes the files of a run as importable modules, for `confirm`. Imports none."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from tflint_autograph.engine.analysis.run import AnalysisRun
from tflint_autograph.model.finding import Finding
from tflint_autograph.model.location import Span
from tflint_autograph.model.runnable import Runnable


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
