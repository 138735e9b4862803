"""Verdicts on values captured by a graph, by changing the value of the name for one call. Runs nothing."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from tflint_autograph.confirm.judge import Verdict
from tflint_autograph.confirm.pair import Pair
from tflint_autograph.confirm.protocol import CHANGED_CALL, CapturedChange
from tflint_autograph.confirm.statements import Statement, dotted
from tflint_autograph.confirm.subject import Subject
from tflint_autograph.model.finding import CONFIRMED, Finding
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.proof import Proof

_NAME = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*")


def changed_name(finding: Finding, proofs: tuple[Proof, ...], statement: Statement, text: str, *, has_writer: bool = False) -> str:
    """Returns the flagged name, or the name that the statement writes; empty if there is none.

    Empty for a finding with low confidence without a writer (`needs_writer`), since the program may never change the value itself.
    """
    if Proof.ONCE in proofs:
        return statement.writes
    if proofs != (Proof.STALE,) or (finding.confidence is Confidence.LOW and not has_writer):
        return ""
    return text if _NAME.fullmatch(text) else _by_getattr(text)


def _by_getattr(text: str) -> str:
    """Returns the attribute that `getattr(holder, "name", default)` reads, as a dotted name; empty for other code."""
    try:
        call = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError):  # a part of an expression over several lines
        return ""
    if not isinstance(call, ast.Call) or dotted(call.func) != "getattr" or len(call.args) < 2:
        return ""
    holder, name = dotted(call.args[0]), call.args[1]
    return f"{holder}.{name.value}" if holder and isinstance(name, ast.Constant) and isinstance(name.value, str) and name.value.isidentifier() else ""


def needs_writer(finding: Finding, proofs: tuple[Proof, ...]) -> bool:
    """Whether only a function of the project that changes the value shows that it changes. Where tracing is in doubt, nothing does."""
    is_traced = finding.trace is None or finding.trace.confidence is not Confidence.LOW
    return proofs == (Proof.STALE,) and finding.confidence is Confidence.LOW and is_traced


def change_of(subject: Subject, *, again: bool = False) -> CapturedChange:
    """Returns the change for the driver to make: restore a written name, or give a read name another value, `again` yet another one."""
    file, writer = subject.writer
    return CapturedChange(subject.id, subject.name, undo=_writes(subject), writer=writer, file=file, again=again)


def changes_once(subject: Subject) -> bool:
    """Whether there is one value alone to change the name to."""
    return _writes(subject) or bool(subject.writer[1])


def can_change(subject: Subject, pair: Pair) -> bool:
    """Whether these calls run the statement at the right time: before the changed call, or in it."""
    raised = any(call.raised for seen in (pair.eager, pair.graph) for call in seen.calls)
    if not subject.name or pair.ended or raised or len(pair.eager.calls) <= CHANGED_CALL:
        return False
    if _writes(subject):
        before = any(pair.hits_in(subject.id, call)[0] for call in range(1, CHANGED_CALL))
        return before and not pair.hits_in(subject.id, CHANGED_CALL)[0] and bool(pair.values)
    return bool(pair.hits_in(subject.id, CHANGED_CALL)[0])


def judge_change(subject: Subject, pair: Pair, before: Pair, confirmed: Sequence[Subject] = ()) -> Verdict | None:
    """Returns a confirmation if the change shows in the eager run and not in the graph, else None. `before` is the pair without the change.

    None never means refuted: the graph may still have kept the value. In the changed call nothing may be traced, and only the eager run may
    run the statement. A statement that runs at import may not have changed the same object in both modes. `confirmed` are the findings
    already proved.
    """
    if any(pair.hits_in(subject.id, 0)):
        return None
    eager, graph = pair.hits_in(subject.id, CHANGED_CALL)
    if pair.ended or not eager or graph or any(each.call == CHANGED_CALL for each in pair.graph.traced):
        return None
    if _writes(subject):
        # What differs without the change may be the work of another finding
        if any(each.name != subject.name and before.hits(each.id)[1] for each in confirmed):
            return None
        change = f"with `{subject.name}` set {pair.eager.changed} before call {CHANGED_CALL}"
        first = before.values[0]
        return Verdict(CONFIRMED, f"{change}, ran again eagerly, not in the graph; {first.what} of call {first.call}: {first.told()}")
    # What the runs computed before the change may differ, and so may what the writer makes of it
    if subject.writer[1] and pair.eager.changed != pair.graph.changed:
        return None
    known = {each.key() for each in before.differences}
    for each in pair.values:
        if each.call == CHANGED_CALL and each.key() not in known:
            change = f"with `{subject.name}` changed from {pair.eager.changed}"
            return Verdict(CONFIRMED, f"{change}, {each.channel} of call {each.call}: {each.told()}")
    return None


def _writes(subject: Subject) -> bool:
    return Proof.ONCE in subject.proofs
