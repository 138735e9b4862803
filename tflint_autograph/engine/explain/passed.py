"""Finds the kinds of values that the parameters of project functions get in calls."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from tflint_autograph.engine.analysis.run import AnalysisRun
from tflint_autograph.engine.explain.targets import functions
from tflint_autograph.engine.workspace.import_components import ComponentIndex, islands, together
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.values import Kind
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.index.modules import ModuleIndex


class PassedKinds:
    """The kinds of values that calls of traced functions pass, in the files `paths`."""

    def __init__(self, run: AnalysisRun, paths: Collection[str]) -> None:
        self._run = run
        self._paths = paths

    def at(self, path: str, line: int) -> dict[str, bool]:
        """Returns for the parameters of the innermost function at a 1-based line whether they are tensors or Python values, if that is known."""
        module = self._analysis.project.module(path)
        if module is None:
            return {}
        around = [(fact.first, key) for key, fact in functions(self._analysis.project, module) if fact.first <= line <= fact.at.end_line]
        if not around:
            return {}
        entry = self._analysis.entries.get(max(around)[1], {})
        # Without a call there is nothing that a tensor could come from, and a Python value is only assumed
        tensors = {name: True for name, value in entry.items() if value.kind.graph and value.provenance is not None}
        return tensors | {name: False for name, value in entry.items() if value.kind is Kind.PYTHON and value.confidence is Confidence.HIGH}

    @cached_property
    def _analysis(self) -> Analysis:
        return near(self._run, self._paths).program.analysis


def near(run: AnalysisRun, paths: Collection[str]) -> AnalysisRun:
    """Returns a run that has traced all files connected by imports to these; the run itself if those are all files, or none."""
    index = ModuleIndex(run.files.all(), run.settings.source_roots, run.settings.package)
    found, asked = islands(run.files, index), frozenset(paths)
    while True:
        own = sorted(path for island in found if not asked.isdisjoint(island) for path in island)
        if len(own) in (0, len(index.paths)):
            run.program.build()
            return run
        view = ComponentIndex(index, own)
        part = run.part(run.files.part(own), view, jobs=None, progress=run.progress)
        part.program.build()
        if not view.beyond:
            return part
        found = together(found, ((own[0], path) for path in (*own, *view.beyond)))
