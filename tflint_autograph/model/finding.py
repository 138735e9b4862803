"""What the linter says about the code, and what it could not do."""

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
    """Replace the text of `span` by `text`, whose lines end in a line feed whatever the file's own end in."""

    span: Span
    text: str


@frozen
class Fix:
    """A set of edits that belong together; `imports` are whole import statements the edited file must have besides."""

    title: str
    edits: tuple[Edit, ...]
    safety: Safety
    imports: tuple[str, ...] = ()


@frozen
class Evidence:
    """What running the function showed. `verdict` is `confirmed`, `refuted` or `not-run`."""

    verdict: str
    text: str
    command: str


@frozen
class Suppression:
    """Why a finding is not shown: the comment that covers it, and the reason written behind it."""

    span: Span
    reason: str


@frozen
class Finding:
    """One hazard at one place. `function` is the dotted name of the traced function around it.

    `note` is the short text under the caret; `message` is the header, a sentence without a full stop. `excuse` says why it is
    less severe than others of its rule, empty where it is not. `needs_callers` says that it holds only if code outside of the
    project calls a public function, and again.
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

    def sort_key(self) -> tuple[object, ...]:
        """Order of a report: place first, then rule and words, then what running showed and whether there is a fix."""
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
        """1 when the code is what needs mending, 2 when we could not do the work."""
        return 2 if self in (ProblemKind.IO, ProblemKind.CONFLICT, ProblemKind.INTERNAL) else 1


@frozen
class Problem:
    """Something that kept us from looking at a file, or at a part of it alone; the run goes on."""

    kind: ProblemKind
    message: str
    span: Span
    hint: str = ""
    partial: bool = False
