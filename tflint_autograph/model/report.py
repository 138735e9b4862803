"""The result of one run, ready for any output format."""

from __future__ import annotations

from dataclasses import field
from enum import Enum

from tflint_autograph.model.baseline import Baselined
from tflint_autograph.model.finding import Finding, Label, Problem
from tflint_autograph.model.record import frozen, record

UNCOUNTED = 5
"""How many findings below the level a report names."""

FINDINGS = 1
"""The exit code of a run that did its work and has something to show."""


HARDLY = 100
"""Functions of which no more than one is traced: of a project that uses TensorFlow it is more."""


def is_hardly(traced: int, functions: int) -> bool:
    """Whether so few of the functions are traced that something may have been overlooked."""
    return traced * HARDLY <= functions


class Silence(Enum):
    """Why a report holds no finding: four different situations that must not look alike."""

    CLEAN = "clean"
    NOTHING_TRACED = "nothing-traced"
    NO_TENSORFLOW = "no-tensorflow"
    NO_FILES = "no-files"


LIMITS = {
    "call-depth": "eager calls are nested too deeply",
    "caller-visits": "the arguments of callers reach no fixpoint",
    "loop-passes": "the values in a loop reach no fixpoint",
}
"""The limits of the analysis, with what is so where one is reached."""


@frozen
class Stats:
    """What the run looked at. Counts are of the files the report is limited to, `seconds` is wall time.

    `parsed` counts files given to the parser and `cst_lines` the lines given to libcst: work that tests guard.
    `roots` counts traced functions by the kind of root their shortest trace starts from, `limits` the functions, and modules,
    that are analysed less precisely, by the limit that was reached. `unresolved` says which decorator most likely is why
    nearly nothing is traced.
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

    @property
    def is_hardly_traced(self) -> bool:
        """Whether so few functions are traced that something may have been overlooked."""
        return is_hardly(self.traced, self.functions)


@frozen
class Report:
    """Findings to show, findings put aside, and everything a summary has to say.

    `hidden` counts findings below the wanted severity or confidence, and `uncounted` are some of them, for the summary to name.
    `unchanged` counts those on lines that did not change where only changed ones are asked for; `suppressed` are those a comment
    covers; `baseline` says what became of the known ones. `differences` are what `confirm` saw differ without a finding that explains it, and `is_left` that
    it leaves something to mend beside the findings shown. `sources` maps each path a finding or label is in to its lines
    by cell (`None` for a plain file, in which the lines far from those places may be empty). `notebooks` maps the path of
    each notebook among them to the bytes of the file. `rule_url` is the option of that name.
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
    rule_url: str = ""

    @property
    def exit_code(self) -> int:
        """0 nothing at or above the level, 1 the code has something to mend, 2 the work could not be done."""
        worst = max((problem.kind.exit_code for problem in self.problems), default=0)
        open_findings = (each for each in self.findings if each.evidence is None or each.evidence.verdict != "refuted")
        return max(worst, FINDINGS if self.is_left or any(open_findings) else 0)

    @property
    def silence(self) -> Silence:
        """Which of the four sentences fits when there is nothing to report."""
        if not self.stats.files:
            return Silence.NO_FILES
        if not self.stats.relevant:
            return Silence.NO_TENSORFLOW
        return Silence.CLEAN if self.stats.traced else Silence.NOTHING_TRACED


@record
class Output:
    """What a report comes to: its text, the lines behind it on stderr, the exit code; `stats` are for `--verbose`."""

    text: str
    notes: tuple[str, ...]
    code: int
    stats: Stats
