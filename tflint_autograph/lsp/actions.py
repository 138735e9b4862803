"""Code actions: fixes, fix all, suppression comments, explanations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lsprotocol import types

from tflint_autograph.engine.fix.editing import fixed, ignored
from tflint_autograph.lsp.diagnostics import UriOf, diagnostic
from tflint_autograph.lsp.edits import Edits
from tflint_autograph.lsp.positions import Units
from tflint_autograph.lsp.projects import EditedProject
from tflint_autograph.model.finding import Finding
from tflint_autograph.model.levels import Safety

FIX_ALL = "source.fixAll.tflint-autograph"
EXPLAIN = "tflint-autograph.explain"
KINDS = (types.CodeActionKind.QuickFix.value, FIX_ALL)


@dataclass(frozen=True, slots=True)
class Actions:
    """The code actions for the findings of a project."""

    project: EditedProject
    units: Units
    uri_of: UriOf
    edits: Edits

    def about(self, finding: Finding) -> Iterator[types.CodeAction]:
        """Yields the fix, if possible, the suppression comment, and the explanation."""
        shown = [diagnostic(finding, self.units, self.project.lines, self.uri_of, self.project.rule_url)]
        kind = types.CodeActionKind.QuickFix
        if finding.fix is not None and finding.fix.safety is not Safety.DISPLAY:
            safe = finding.fix.safety is Safety.SAFE
            title = f"{finding.code}: {finding.fix.title}" + (
                "" if safe else " (unsafe: may change what the code does)"
            )
            edit = self.edits.of(self.project, fixed(self.project.session, finding))
            if edit is not None:
                yield types.CodeAction(title, kind, shown, safe, edit=edit)
        comment = self.edits.of(self.project, ignored(self.project.session, finding))
        if comment is not None:
            yield types.CodeAction(f"{finding.code}: ignore on this line", kind, shown, edit=comment)
        command = types.Command(f"Explain {finding.code}", EXPLAIN, arguments=[finding.code])
        yield types.CodeAction(f"{finding.code}: explain `{finding.name}`", kind, shown, command=command)


def fix_all(project: EditedProject, findings: Sequence[Finding], uri: str) -> types.CodeAction | None:
    """Returns the action that does what `--fix` does, without its edit, or None if there is nothing to fix in the document."""
    unsafe = project.session.settings.unsafe_fixes
    least = Safety.UNSAFE if unsafe else Safety.SAFE
    if not any(finding.fix is not None and finding.fix.safety >= least for finding in findings):
        return None
    title = f"tflint-autograph: apply all {'' if unsafe else 'safe '}fixes"
    return types.CodeAction(title, FIX_ALL, data=uri)


def wants(kind: str, only: Sequence[str]) -> bool:
    """Whether an editor that requests these kinds, or parent kinds, requests this one."""
    return not only or any(kind == each or kind.startswith(f"{each}.") for each in only)
