"""Code actions: fixes, fix all, suppression comments, explanations. Applies none of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from lsprotocol import types

from tflint_autograph.engine.ignoring import ignoring
from tflint_autograph.lsp.diagnostics import UriOf, diagnostic
from tflint_autograph.lsp.positions import LinesOf, Units
from tflint_autograph.model.finding import Edit, Finding, Fix
from tflint_autograph.model.levels import Safety

FIX_ALL = "source.fixAll.tflint-autograph"
EXPLAIN = "tflint-autograph.explain"
KINDS = (types.CodeActionKind.QuickFix.value, FIX_ALL)


@dataclass(frozen=True, slots=True)
class Actions:
    """What can be done about findings. The three helpers are those of the run the findings are from."""

    units: Units
    lines_of: LinesOf
    uri_of: UriOf

    def offered(
        self, findings: Sequence[Finding], here: Sequence[Finding], only: Sequence[str]
    ) -> Iterator[types.CodeAction]:
        """The actions for the findings `here`; fix all takes all `findings` of the document. `only` limits the kinds."""
        if _wanted(KINDS[0], only):
            for finding in here:
                yield from self._about(finding)
        safe = tuple(_compatible(finding.fix for finding in findings))
        if safe and _wanted(FIX_ALL, only):
            edits = tuple(edit for fix in safe for edit in fix.edits)
            yield types.CodeAction("tflint-autograph: apply all safe fixes", FIX_ALL, edit=self._edit(edits))

    def _about(self, finding: Finding) -> Iterator[types.CodeAction]:
        shown = [diagnostic(finding, self.units, self.lines_of, self.uri_of)]
        kind = types.CodeActionKind.QuickFix
        if finding.fix is not None and finding.fix.safety is not Safety.DISPLAY:
            safe = finding.fix.safety is Safety.SAFE
            title = f"{finding.code}: {finding.fix.title}" + (
                "" if safe else " (unsafe: may change what the code does)"
            )
            yield types.CodeAction(title, kind, shown, safe, edit=self._edit(finding.fix.edits))
        if finding.code < "TFA900":
            edit = ignoring(finding.code, finding.span, self.lines_of(finding.span.path, finding.span.cell))
            yield types.CodeAction(f"{finding.code}: ignore on this line", kind, shown, edit=self._edit((edit,)))
        command = types.Command(f"Explain {finding.code}", EXPLAIN, arguments=[finding.code])
        yield types.CodeAction(f"{finding.code}: explain `{finding.name}`", kind, shown, command=command)

    def _edit(self, edits: Iterable[Edit]) -> types.WorkspaceEdit:
        changes: defaultdict[str, list[types.TextEdit]] = defaultdict(list)
        for edit in edits:
            changes[self.uri_of(edit.span)].append(
                types.TextEdit(self.units.range(edit.span, self.lines_of), edit.text)
            )
        return types.WorkspaceEdit(changes=dict(changes))


def _wanted(kind: str, only: Sequence[str]) -> bool:
    """Whether an editor that asks for these kinds, or for kinds above it, asks for this one."""
    return not only or any(kind == each or kind.startswith(f"{each}.") for each in only)


def _compatible(fixes: Iterable[Fix | None]) -> Iterator[Fix]:
    """The safe fixes, the first of each that get in each other's way; the others are for the next time."""
    taken: set[Edit] = set()
    for fix in fixes:
        if fix is None or fix.safety is not Safety.SAFE:
            continue
        if any(_overlap(edit, other) for edit in fix.edits for other in taken):
            continue
        taken.update(fix.edits)
        yield fix


def _overlap(one: Edit, other: Edit) -> bool:
    same = (one.span.path, one.span.cell) == (other.span.path, other.span.cell)
    return same and one != other and one.span.start <= other.span.end and other.span.start <= one.span.end
