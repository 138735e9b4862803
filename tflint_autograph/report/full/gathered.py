"""Gathers findings that say the same of several places, so that a reader reads them once. Other formats have one entry for each place."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace

from tflint_autograph.model.finding import Finding, Fix, Label
from tflint_autograph.model.levels import Severity

FEWEST = 3
"""The number of places from which on they are shown as one finding: two are quickly read, with the help and the fix of each."""


def gathered(findings: Sequence[Finding]) -> Iterator[Finding]:
    """Yields findings in their order. Several with one cause become the first of them, with a label at each further place.

    One cause have findings of a rule in one function, of the same level and with the same help. So do errors of which all texts are equal,
    and the root of their call paths, in the functions of one class or module. The fix is all of theirs.
    """
    within: dict[Hashable, list[Finding]] = {}
    for finding in findings:
        within.setdefault(_in_function(finding), []).append(finding)
    groups: dict[Hashable, list[Finding]] = {}
    for group in within.values():
        groups.setdefault(_across_functions(group), []).extend(group)
    large = [sorted(group, key=Finding.sort_key) for group in groups.values() if len(group) >= FEWEST]
    shown = {id(group[0]): _joined(group) for group in large}
    left_out = {id(each) for group in large for each in group[1:]}
    yield from (shown.get(id(each), each) for each in findings if id(each) not in left_out)


def _in_function(finding: Finding) -> Hashable:
    """Returns a key that is equal for findings with one cause in one function. What a run has shown belongs to one place."""
    if finding.evidence is not None:
        return id(finding)
    return *_level(finding), finding.function, finding.trace


def _across_functions(group: Sequence[Finding]) -> Hashable:
    """Returns a key that is equal for findings, of one function each, with one cause in several functions."""
    first = group[0]
    root = first.trace.steps[0] if first.trace is not None and first.trace.steps else None
    texts = {(each.message, each.note) for each in group}
    if first.severity is not Severity.ERROR or first.evidence is not None or root is None or len(texts) > 1:
        return id(first)
    return *_level(first), root, first.function.rpartition(".")[0], *texts


def _level(finding: Finding) -> tuple[Hashable, ...]:
    """Returns the rule, the levels, the help, the kind of fix and the file of a finding."""
    fix = finding.fix and (finding.fix.title, finding.fix.safety)
    return finding.code, finding.severity, finding.confidence, finding.help, fix, finding.span.path, finding.span.cell


def _joined(group: Sequence[Finding]) -> Finding:
    """Returns the first finding of a group with all its places."""
    first = group[0]
    further = tuple(Label(each.span, _also(each, first)) for each in group[1:])
    fixes = [each.fix for each in group if each.fix is not None]
    return replace(first, labels=(*first.labels, *further), fix=_all(fixes) if fixes else None)


def _also(finding: Finding, first: Finding) -> str:
    """Returns what to say at a further place: the message, unless it is that of the first."""
    return "here too" if finding.message == first.message else f"here too: {finding.message}"


def _all(fixes: Sequence[Fix]) -> Fix:
    """Returns one fix with the edits of all of them, which have the same title."""
    edits = dict.fromkeys(edit for fix in fixes for edit in fix.edits)
    imports = dict.fromkeys(name for fix in fixes for name in fix.imports)
    return replace(fixes[0], edits=tuple(edits), imports=tuple(imports))
