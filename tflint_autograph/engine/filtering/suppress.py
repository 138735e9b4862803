"""Applies suppression comments to the findings of a file, and checks the comments. Reads no source text.

Works on the lines of the module, in a notebook those of the joined cells, before spans are converted to cells.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from tflint_autograph.engine.analysis.select import find, suggestion
from tflint_autograph.engine.results import SuppressionResult
from tflint_autograph.model.directives import Comment, Directive, DirectiveKind
from tflint_autograph.model.finding import Edit, Finding, Fix, Suppression
from tflint_autograph.model.levels import Confidence, Safety, Severity
from tflint_autograph.model.location import Span

UNUSED, UNKNOWN, MALFORMED = "TFA901", "TFA902", "TFA903"
ABOUT_COMMENTS = frozenset({UNUSED, UNKNOWN, MALFORMED})
_LOCAL = (DirectiveKind.IGNORE, DirectiveKind.NOQA)
_JUDGED = (DirectiveKind.IGNORE, DirectiveKind.IGNORE_FILE, DirectiveKind.DISABLE)
"""Kinds of comments that can be reported as unused or bare: `enable` suppresses nothing, and `noqa` belongs to other tools too."""


def suppress(
    findings: Iterable[Finding],
    comments: Sequence[Comment],
    *,
    path: str,
    known: Mapping[str, str],
    selected: Collection[str],
) -> SuppressionResult:
    """Splits the findings of the file `path` by its comments.

    `known` maps codes to rule names, `selected` are the codes that run in this file: only these can be unused. Pass all findings of the
    selected rules, also those below the shown level, or a comment for one of them is reported as unused.
    """
    said = _Comments(comments, path, known)
    parted = [said.cover(finding) for finding in findings]
    judged = [*said.unknown(), *said.malformed(), *said.unused(selected)]
    about = [said.cover(finding) for finding in judged if finding.code in selected]
    return SuppressionResult(
        tuple(finding for finding in parted if not finding.suppressed),
        tuple(finding for finding in (*parted, *about) if finding.suppressed),
        tuple(sorted((finding for finding in about if not finding.suppressed), key=Finding.sort_key)),
    )


class _Comments:
    """The comments of one file, what each stands for, and what each has suppressed so far."""

    def __init__(self, comments: Sequence[Comment], path: str, known: Mapping[str, str]) -> None:
        self.path = path
        self.known = known
        self.directives = tuple(comment.directive for comment in comments)
        self.sound = tuple(directive for directive in self.directives if directive.malformed is None)
        self.meaning = {code: find(code, known) for directive in self.directives for code in directive.codes}
        self.used: dict[Directive, set[str]] = {directive: set() for directive in self.sound}
        sound = (comment for comment in comments if comment.directive.malformed is None)
        ranges = [(each.directive, each.first, each.last) for each in sound if each.directive.kind in _LOCAL]
        self.ranges = sorted(ranges, key=lambda each: (each[2] - each[1], each[0].start))

    def cover(self, finding: Finding) -> Finding:
        """Returns the finding with the most local comment that suppresses it. All such comments count as used."""
        covering = [directive for directive in self._near(finding) if self._names(directive, finding.code)]
        for directive in covering:
            self.used[directive].add(finding.code)
        if not covering:
            return finding
        reason = Suppression(self._span(covering[0]), covering[0].reason)
        return replace(finding, suppressed=reason)

    def _near(self, finding: Finding) -> Iterator[Directive]:
        """Yields the comments whose lines contain the finding."""
        line = finding.span.start.line
        labelled = {label.span.start.line for label in finding.labels if label.span.path == finding.span.path}
        for directive, first, last in self.ranges:
            if first <= line <= last or (directive.line in labelled and not directive.alone):
                yield directive
        yield from self._disabling(line, finding.code)
        yield from (directive for directive in self.sound if directive.kind is DirectiveKind.IGNORE_FILE)

    def _disabling(self, line: int, code: str) -> Iterator[Directive]:
        """Yields the last `disable` of the code before the line, unless an `enable` has ended it."""
        switches = [
            directive
            for directive in self.sound
            if directive.kind in (DirectiveKind.DISABLE, DirectiveKind.ENABLE)
            and directive.line <= line
            and self._names(directive, code)
        ]
        if switches and switches[-1].kind is DirectiveKind.DISABLE:
            yield switches[-1]

    def _names(self, directive: Directive, code: str) -> bool:
        """Whether a comment names the code. A bare comment stands for all codes except those about comments."""
        if not directive.codes:
            return code not in ABOUT_COMMENTS
        return any(code in self.meaning[written] for written in directive.codes)

    def unknown(self) -> Iterator[Finding]:
        """Yields a finding for each word in brackets that matches no rule."""
        for directive in self.sound:
            for code in directive.codes if directive.kind is not DirectiveKind.NOQA else ():
                if not self.meaning[code]:
                    yield self._finding(UNKNOWN, directive, f"`{code}` is no rule", suggestion(code, self.known))

    def malformed(self) -> Iterator[Finding]:
        """Yields a finding for each comment that is malformed or names no code."""
        for directive in self.directives:
            if directive.malformed:
                yield self._finding(MALFORMED, directive, directive.malformed, "write `# tflint: ignore[CODE]`")
            elif not directive.codes and directive.kind in _JUDGED:
                used = sorted(self.used[directive])
                fix = Fix("name the codes", (self._rewritten(directive, used),), Safety.SAFE) if used else None
                message = f"`{directive.kind.value}` without codes suppresses every rule"
                yield self._finding(MALFORMED, directive, message, "name the codes in brackets", fix)

    def unused(self, selected: Collection[str]) -> Iterator[Finding]:
        """Yields a finding for each comment with codes that all ran and suppressed nothing."""
        for directive in self.sound:
            idle = [code for code in directive.codes if self._is_idle(directive, code, selected)]
            if not idle or directive.kind not in _JUDGED:
                continue
            left = [code for code in directive.codes if code not in idle]
            span = Span(self.path, *directive.removal)
            edit = self._rewritten(directive, left) if left else Edit(span, "")
            title = f"remove {_listed(idle)}" if left else "remove the comment"
            message = f"`{directive.kind.value}` suppresses no finding of {_listed(idle)}"
            yield self._finding(UNUSED, directive, message, title, Fix(title, (edit,), Safety.SAFE))

    def _is_idle(self, directive: Directive, written: str, selected: Collection[str]) -> bool:
        meant = set(self.meaning[written]) - ABOUT_COMMENTS
        return bool(meant) and meant.issubset(selected) and not meant & self.used[directive]

    def _rewritten(self, directive: Directive, codes: Sequence[str]) -> Edit:
        """Returns an edit that leaves the comment with these codes."""
        text = f"# tflint: {directive.kind.value}[{', '.join(codes)}] {directive.reason}"
        return Edit(self._span(directive), text.rstrip())

    def _finding(self, code: str, directive: Directive, message: str, advice: str, fix: Fix | None = None) -> Finding:
        return Finding(
            code=code,
            name=self.known[code],
            message=message,
            span=self._span(directive),
            severity=Severity.WARNING,
            confidence=Confidence.HIGH,
            function="",
            trace=None,
            help=advice,
            fix=fix,
        )

    def _span(self, directive: Directive) -> Span:
        return Span(self.path, directive.start, directive.end)


def _listed(codes: Iterable[str]) -> str:
    return ", ".join(f"`{code}`" for code in codes)
