"""Says what is on the call path of a finding, from the function that is traced to its line. Runs nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tflint_autograph.confirm.candidates import Candidate, Functions, call_path, candidates
from tflint_autograph.confirm.found_programs import Entry
from tflint_autograph.confirm.project_runs import entries
from tflint_autograph.model.finding import Finding
from tflint_autograph.model.runnable import Runnable


class OnPath:
    """The functions on the call paths of findings, in these modules."""

    def __init__(self, modules: Mapping[str, Runnable], functions: Mapping[str, Functions]) -> None:
        self._modules = modules
        self._functions = functions

    def candidates(self, finding: Finding) -> tuple[Candidate, ...]:
        """Returns the functions to call, most promising first."""
        return candidates(self._way(finding), converted=finding.trace is None or finding.trace.converted)

    def targets(self, finding: Finding) -> list[tuple[str, str]]:
        """Returns the functions as path and qualified name, an empty name for code outside of functions."""
        way = self._way(finding)
        return [*(step[:2] for step in call_path(way)), *((each.path, "") for each, line in way if each.around(line) is None)]

    def entries(self, findings: Sequence[Finding]) -> tuple[Entry, ...]:
        """Returns the functions whose eager calls may show something about the findings."""
        return entries((each, [(self._modules[path].file, line) for path, _, line in call_path(self._way(each))]) for each in findings)

    def _way(self, finding: Finding) -> list[tuple[Functions, int]]:
        steps = [step.span for step in finding.trace.steps] if finding.trace else [finding.span]
        places = [span for span in (*steps, finding.span) if span.path in self._modules]
        lines = [self._modules[span.path].line(span.cell, span.start.line) for span in places]
        return [(self._functions[span.path], line) for span, line in zip(places, lines, strict=True)]
