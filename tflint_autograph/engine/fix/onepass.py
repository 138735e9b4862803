"""One fixing pass: applies as many fixes at once as do not overlap. Writes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tflint_autograph.engine.fix.refusal import Refusal
from tflint_autograph.engine.fix.rewrite import rewrite
from tflint_autograph.model.edits import collide
from tflint_autograph.model.finding import Edit, Finding

Load = Callable[[str], bytes]
"""Returns the bytes of a file by its path. Raises Refusal if it must not be changed."""

Accept = Callable[[Finding], bool]
"""Decides whether to apply the fix of a finding that can be made."""


@dataclass(slots=True)
class Pass:
    """The result of a pass: the fixed findings, the reasons for those that cannot be fixed, and the new bytes."""

    applied: list[Finding] = field(default_factory=list)
    refused: dict[Finding, str] = field(default_factory=dict)
    data: dict[str, bytes] = field(default_factory=dict)


def one_pass(findings: Iterable[Finding], load: Load, accept: Accept) -> Pass:
    """Applies the accepted fixes of these findings in order, each completely or not at all.

    A fix that overlaps an earlier one is left for another pass.
    """
    done = Pass()
    originals: dict[str, bytes] = {}
    chosen: list[Finding] = []
    taken: dict[tuple[str, int | None], list[Edit]] = {}
    for finding in findings:
        if not _is_free(finding, taken):
            continue
        try:
            originals |= {path: load(path) for path in sorted(_paths(finding)) if path not in originals}
        except Refusal as refusal:
            done.refused[finding] = refusal.reason
            continue
        if accept(finding):
            chosen.append(finding)
            for edit in _edits(finding):
                taken.setdefault((edit.span.path, edit.span.cell), []).append(edit)
    try:
        done.data = _rewritten(chosen, originals)
        done.applied = chosen
    except Refusal:
        # One of them spoils the file: each has to show that it goes with those before it.
        for finding in chosen:
            _add(done, finding, originals)
    return done


def _add(done: Pass, finding: Finding, originals: Mapping[str, bytes]) -> None:
    """Adds one more fix. If it fails even alone it is refused, otherwise it is left for another pass."""
    paths = _paths(finding)
    beside = [other for other in done.applied if not paths.isdisjoint(_paths(other))]
    try:
        done.data |= _rewritten([*beside, finding], originals, only=paths)
        done.applied.append(finding)
    except Refusal:
        try:
            _rewritten([finding], originals)
        except Refusal as refusal:
            done.refused[finding] = refusal.reason


def _is_free(finding: Finding, taken: Mapping[tuple[str, int | None], Sequence[Edit]]) -> bool:
    """Whether no edit overlaps one already accepted. Identical edits do not conflict."""
    rivals = ((edit, taken.get((edit.span.path, edit.span.cell), ())) for edit in _edits(finding))
    return not any(edit != other and collide(edit, other) for edit, others in rivals for other in others)


def _rewritten(
    findings: Sequence[Finding], originals: Mapping[str, bytes], only: frozenset[str] | None = None
) -> dict[str, bytes]:
    """Returns the new bytes of the files that the fixes change. Raises Refusal."""
    by_path: dict[str, dict[Edit, None]] = {}
    for finding in findings:
        for edit in _edits(finding):
            by_path.setdefault(edit.span.path, {})[edit] = None
    return {
        path: rewrite(path, originals[path], tuple(edits))
        for path, edits in by_path.items()
        if only is None or path in only
    }


def _edits(finding: Finding) -> tuple[Edit, ...]:
    return finding.fix.edits if finding.fix else ()


def _paths(finding: Finding) -> frozenset[str]:
    return frozenset(edit.span.path for edit in _edits(finding))
