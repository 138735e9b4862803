"""Filters findings for gradual adoption: those in the baseline, and those on unchanged lines."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from tflint_autograph.config.settings import Settings
from tflint_autograph.model.baseline import Baselined, Counts, Where
from tflint_autograph.model.finding import Finding, Problem, ProblemKind
from tflint_autograph.model.record import record

if TYPE_CHECKING:
    from tflint_autograph.engine.filtering.changed import ChangedLines


@record
class Sifted:
    """The remaining findings, and the counts of the others for the report."""

    kept: list[Finding]
    unchanged: int = 0
    baseline: Baselined | None = None


class Adoption:
    """The baseline and the changed lines, read before a run starts."""

    def __init__(self, settings: Settings, *, update_baseline: bool = False, ref: str = "") -> None:
        """Raises UsageError for an invalid baseline, and if git cannot tell what changed since `ref`."""
        self.counts: Counts | None = _counts(settings, may_lack=update_baseline)
        self.update = update_baseline
        self.changed: ChangedLines | None = _changed(settings, ref) if ref else None

    def after(self, path: str, old: Sequence[str], new: Sequence[str]) -> Adoption:
        """Returns this adoption updated for an edit of the file at the absolute `path` from the lines `old` to `new`."""
        moved = copy.copy(self)
        moved.changed = self.changed.after(path, old, new) if self.changed else None
        return moved

    def sift(
        self,
        findings: Sequence[Finding],
        hidden: Sequence[Finding],
        judges: Callable[[Where], bool],
        absolute: Callable[[str], str],
    ) -> Sifted:
        """Splits the findings, with spans in the lines of the modules; for `hidden` and `judges` see `weigh`.

        `absolute` converts a path of the report to an absolute path.
        """
        new, baselined = list(findings), None
        if self.counts is not None:
            from tflint_autograph.engine.filtering.baseline import weigh

            new, baselined = weigh(self.counts, findings, hidden, judges)
            if self.update:
                new, baselined = [], Baselined(len(findings), (), (), baselined.updated)
        if self.changed is None:
            return Sifted(new, 0, baselined)
        kept = [each for each in new if self._is_changed(self.changed, each, absolute)]
        return Sifted(kept, len(new) - len(kept), baselined)

    def concerns(self, finding: Finding, absolute: Callable[[str], str]) -> bool:
        """Whether the run reports the finding's line: it is changed, or unchanged lines count too."""
        return self.changed is None or self._is_changed(self.changed, finding, absolute)

    def problems(self, problems: Iterable[Problem], absolute: Callable[[str], str]) -> list[Problem]:
        """Returns the problems in changed code, or all if unchanged lines count too."""
        return [
            problem
            for problem in problems
            if self.changed is None or problem.kind.exit_code == _OURS or self.changed.touches(absolute(problem.span.path))
        ]

    def _is_changed(self, changed: ChangedLines, finding: Finding, absolute: Callable[[str], str]) -> bool:
        span = finding.span
        return changed.holds(absolute(span.path), span.start.line, span.end.line)


_OURS = ProblemKind.INTERNAL.exit_code


def _counts(settings: Settings, *, may_lack: bool) -> Counts | None:
    if not settings.baseline:
        return None
    from tflint_autograph.engine.filtering.baseline import file_of, read

    file = file_of(settings)
    return None if file is None else read(file, may_lack=may_lack)


def _changed(settings: Settings, ref: str) -> ChangedLines:
    from tflint_autograph.engine.filtering.changed import changed

    return changed(settings.root, ref)
