"""Findings of the linter, and problems that kept it from checking something."""

from __future__ import annotations

from enum import Enum

from tflint_autograph.model.levels import Confidence, Safety, Severity
from tflint_autograph.model.location import Span
from tflint_autograph.model.record import frozen
from tflint_autograph.model.trace import Trace


@frozen
class Label:
    """A secondary place that helps to understand a finding."""

    span: Span
    text: str


@frozen
class Edit:
    """A replacement of the text of `span` by `text`, with line feeds as line ends whatever the file uses."""

    span: Span
    text: str


@frozen
class Fix:
    """A set of edits that belong together; `imports` are import statements the edited file must have in addition."""

    title: str
    edits: tuple[Edit, ...]
    safety: Safety
    imports: tuple[str, ...] = ()


CONFIRMED, REFUTED, NOT_RUN = "confirmed", "refuted", "not-run"
"""The verdicts on findings that running the code can give."""


@frozen
class Evidence:
    """What running the function showed. `verdict` is `confirmed`, `refuted` or `not-run`."""

    verdict: str
    text: str
    command: str


@frozen
class Suppression:
    """Why a finding is not shown: the comment that covers it, and the reason given there."""

    span: Span
    reason: str


@frozen
class Finding:
    """One hazard at one place. `function` is the dotted name of the traced function around it.

    `note` is the short text under the caret; `message` is the header, a sentence without a full stop. `excuse` says why it is less severe
    than others of its rule, or is empty. `needs_callers`: it only applies if code outside the project calls a public function repeatedly.
    `at_change`: the place is in eager code, and changes there what a trace has read.
    `assumptions` are the ids of what it rests on without proof (`tfapi/assumptions.toml`), which limit its confidence.
    """

    code: str
    name: str
    message: str
    span: Span
    severity: Severity
    confidence: Confidence
    function: str
    trace: Trace | None
    note: str = ""
    labels: tuple[Label, ...] = ()
    help: str = ""
    fix: Fix | None = None
    evidence: Evidence | None = None
    suppressed: Suppression | None = None
    fingerprint: str = ""
    excuse: str = ""
    needs_callers: bool = False
    at_change: bool = False
    assumptions: tuple[str, ...] = ()

    def sort_key(self) -> tuple[object, ...]:
        """The report order: place first, then rule and texts, then the evidence and whether there is a fix."""
        shown = (self.evidence.verdict, self.evidence.text) if self.evidence is not None else ("", "")
        mended = self.fix.safety.value if self.fix is not None else ""
        return (*self.span.sort_key(), self.code, self.message, *shown, mended)


class ProblemKind(Enum):
    """Why a file, or a part of the work, could not be done."""

    SYNTAX = "syntax"
    ENCODING = "encoding"
    TOO_DEEP = "too-deep"
    TOO_LARGE = "too-large"
    NOTEBOOK = "notebook"
    IO = "io"
    CONFLICT = "conflict"
    INTERNAL = "internal"

    @property
    def exit_code(self) -> int:
        """1 if the code is at fault, 2 if the check could not be done."""
        return 2 if self in (ProblemKind.IO, ProblemKind.CONFLICT, ProblemKind.INTERNAL) else 1


@frozen
class Problem:
    """Something that kept a file, or a part of it, from being checked; the run continues."""

    kind: ProblemKind
    message: str
    span: Span
    hint: str = ""
    partial: bool = False
