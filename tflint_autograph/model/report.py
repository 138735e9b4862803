"""The result of one run, for any output format."""

from __future__ import annotations

from dataclasses import field
from enum import Enum

from tflint_autograph.model.baseline import Baselined
from tflint_autograph.model.finding import REFUTED, Finding, Label, Problem
from tflint_autograph.model.record import frozen, record

FINDINGS = 1
"""The exit code of a completed run with findings."""


HARDLY = 100
"""If at most one in this many functions is traced, a project that uses TensorFlow is probably misconfigured."""


def is_hardly_traced(traced: int, functions: int) -> bool:
    """Whether so few functions are traced that something may be misconfigured."""
    return traced * HARDLY <= functions


class Silence(Enum):
    """Why a report has no findings: four different situations that must not look alike."""

    CLEAN = "clean"
    NOTHING_TRACED = "nothing-traced"
    NO_TENSORFLOW = "no-tensorflow"
    NO_FILES = "no-files"


LIMITS = {
    "call-depth": "eager calls are nested too deeply",
    "caller-visits": "the arguments of callers reach no fixpoint",
    "loop-passes": "the values in a loop reach no fixpoint",
    "recursion": "the result of a recursive function reaches no fixpoint",
}
"""The limits of the analysis, each with a clause that says what happens there."""


@frozen
class Stats:
    """What the run covered. Counts refer to the files of the report, `seconds` is wall time.

    `parsed` counts parsed files and `cst_lines` lines parsed with libcst, which tests guard. `roots` counts traced functions by the kind of
    root of their shortest trace, `limits` the functions and modules analysed less precisely, by limit. `unresolved` says which decorator
    probably explains why nearly nothing is traced.
    """

    files: int = 0
    project_files: int = 0
    relevant: int = 0
    parsed: int = 0
    functions: int = 0
    traced: int = 0
    cst_lines: int = 0
    seconds: float = 0.0
    roots: tuple[tuple[str, int], ...] = ()
    phases: tuple[tuple[str, float], ...] = ()
    unresolved: str = ""
    limits: tuple[tuple[str, int], ...] = ()


@frozen
class Report:
    """Findings to show, findings set aside, and everything a summary needs.

    `hidden` counts findings below the minimum severity or confidence; `uncounted` are these findings, without those on unchanged lines with
    `--changed`, the most certain first. `unchanged` counts those on unchanged lines with `--changed`; `suppressed` are those covered by a
    comment; `baseline` summarises known ones. `differences` were seen by `confirm` without a finding that explains them; `is_left`: they count as something to repair. `sources` maps each path of a
    finding or label to its lines by cell (`None` for a plain file; lines far from any place may be empty). `notebooks` maps notebook paths
    to their bytes. `refuted`: findings that an earlier run of `confirm` refuted. `rule_url` is the option of that name.
    """

    findings: tuple[Finding, ...]
    suppressed: tuple[Finding, ...] = ()
    problems: tuple[Problem, ...] = ()
    hidden: int = 0
    stats: Stats = field(default_factory=Stats)
    paths: tuple[str, ...] = (".",)
    excluded: tuple[str, ...] = ()
    sources: tuple[tuple[tuple[str, int | None], tuple[str, ...]], ...] = ()
    unchanged: int = 0
    differences: tuple[Label, ...] = ()
    is_left: bool = False
    baseline: Baselined | None = None
    notebooks: tuple[tuple[str, bytes], ...] = ()
    uncounted: tuple[Finding, ...] = ()
    refuted: tuple[Finding, ...] = ()
    rule_url: str = ""

    @property
    def exit_code(self) -> int:
        """0: nothing at or above the level, 1: there are findings or broken files, 2: the check could not be done."""
        worst = max((problem.kind.exit_code for problem in self.problems), default=0)
        open_findings = (each for each in self.findings if each.evidence is None or each.evidence.verdict != REFUTED)
        return max(worst, FINDINGS if self.is_left or any(open_findings) else 0)

    @property
    def silence(self) -> Silence:
        """Which of the four sentences applies when there are no findings."""
        if not self.stats.files:
            return Silence.NO_FILES
        if not self.stats.relevant:
            return Silence.NO_TENSORFLOW
        return Silence.CLEAN if self.stats.traced else Silence.NOTHING_TRACED


@record
class Output:
    """The rendered report: its text, the lines for stderr, the exit code; `stats` are for `--verbose`."""

    text: str
    notes: tuple[str, ...]
    code: int
    stats: Stats
