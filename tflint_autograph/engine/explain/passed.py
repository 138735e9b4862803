"""Finds the parameters that get tensors in calls of project functions."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from tflint_autograph.engine.analysis.run import AnalysisRun
from tflint_autograph.engine.explain.reach import near
from tflint_autograph.engine.explain.targets import functions
from tflint_autograph.project.analysis import Analysis


class PassedTensors:
    """The parameters for which calls of traced functions pass tensors, in the files `paths`."""

    def __init__(self, run: AnalysisRun, paths: Collection[str]) -> None:
        self._run = run
        self._paths = paths

    def at(self, path: str, line: int) -> frozenset[str]:
        """Returns the parameters of the innermost function at a 1-based line that are known, not just assumed, to be tensors."""
        module = self._analysis.project.module(path)
        if module is None:
            return frozenset()
        around = [(fact.first, key) for key, fact in functions(self._analysis.project, module) if fact.first <= line <= fact.at.end_line]
        if not around:
            return frozenset()
        entry = self._analysis.entries.get(max(around)[1], {})
        # Without a call there is nothing that the value could come from
        return frozenset(name for name, value in entry.items() if value.kind.graph and value.provenance is not None)

    @cached_property
    def _analysis(self) -> Analysis:
        return near(self._run, self._paths).program.analysis
