"""Verdicts on values that a graph keeps, by giving the name another value for one call. Runs nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tflint_autograph.confirm.judge import CONFIRMED, Verdict
from tflint_autograph.confirm.pair import Pair
from tflint_autograph.confirm.protocol import CHANGED_CALL, CapturedChange
from tflint_autograph.confirm.statements import Statement
from tflint_autograph.confirm.subject import Subject
from tflint_autograph.model.finding import Finding
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.proof import Proof

_NAME = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*")


def changed_name(finding: Finding, proofs: tuple[Proof, ...], statement: Statement, text: str) -> str:
    """The name that the flagged text is, or that the statement writes to.

    None of a finding that is not sure, since it is not known then that the program itself ever changes the value.
    """
    if Proof.ONCE in proofs:
        return statement.writes
    if proofs != (Proof.STALE,) or finding.confidence is Confidence.LOW:
        return ""
    return text if _NAME.fullmatch(text) else ""


def change_of(subject: Subject) -> CapturedChange:
    """What the driver is to do to the name of a finding: set back what it writes, give what it reads another value."""
    return CapturedChange(subject.id, subject.name, undo=_writes(subject))


def can_change(subject: Subject, pair: Pair) -> bool:
    """Whether these calls come to the statement where they have to: before the changed call, or in it."""
    raised = any(call.raised for seen in (pair.eager, pair.graph) for call in seen.calls)
    if not subject.name or pair.ended or raised or len(pair.eager.calls) <= CHANGED_CALL:
        return False
    if _writes(subject):
        before = any(pair.hits_in(subject.id, call)[0] for call in range(1, CHANGED_CALL))
        return before and not pair.hits_in(subject.id, CHANGED_CALL)[0] and bool(pair.values)
    return bool(pair.hits_in(subject.id, CHANGED_CALL)[0])


def judge_change(subject: Subject, pair: Pair, before: Pair, confirmed: Sequence[Subject] = ()) -> Verdict | None:
    """Confirmed when the change shows in the eager run and not in the graph; `before` is the same without the change.

    None where that was not seen: what a graph does not show may still be kept in it. In the call with the change nothing
    may be traced, and only the eager run may come to the statement: what differs then is what the graph has kept. Of a
    statement that runs while the module is imported it is not sure that both modes change the same object. `confirmed`
    are findings that are proved already.
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
    known = {each.key() for each in before.differences}
    for each in pair.values:
        if each.call == CHANGED_CALL and each.key() not in known:
            change = f"with `{subject.name}` changed from {pair.eager.changed}"
            return Verdict(CONFIRMED, f"{change}, {each.channel} of call {each.call}: {each.told()}")
    return None


def _writes(subject: Subject) -> bool:
    return Proof.ONCE in subject.proofs
