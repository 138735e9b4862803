"""Verdicts on values that a graph keeps, by giving the name another value for one call. Runs nothing."""

from __future__ import annotations

import re

from tflint_autograph.confirm.judge import CONFIRMED, Pair, Subject, Verdict
from tflint_autograph.confirm.protocol import CHANGED_CALL
from tflint_autograph.model.finding import Finding
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.proof import Proof

_NAME = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*")


def read_name(finding: Finding, proofs: tuple[Proof, ...], line: str) -> str:
    """The name the finding says is read once; none where it is not known that the program itself ever changes it."""
    span = finding.span
    if proofs != (Proof.STALE,) or finding.confidence is Confidence.LOW or span.start.line != span.end.line:
        return ""
    text = line[span.start.column - 1 : span.end.column - 1]
    return text if _NAME.fullmatch(text) else ""


def judge_change(subject: Subject, pair: Pair, before: Pair) -> Verdict | None:
    """Confirmed when the change shows in the eager run and not in the graph; `before` is the same without the change.

    None where that was not seen: what a graph does not show may still be kept in it. In the call with the change nothing
    may be traced, and only the eager run may come to the statement: what differs then is what the graph has kept. Of a
    statement that runs while the module is imported it is not sure that both modes change the same object.
    """
    if any(pair.hits_in(subject.id, 0)):
        return None
    eager, graph = pair.hits_in(subject.id, CHANGED_CALL)
    if pair.ended or not eager or graph or any(each.call == CHANGED_CALL for each in pair.graph.traced):
        return None
    known = {each.key() for each in before.differences}
    for each in pair.differences:
        if each.call == CHANGED_CALL and each.channel != "exception" and each.key() not in known:
            change = f"with `{subject.read}` changed from {pair.eager.changed}"
            return Verdict(CONFIRMED, f"{change}, {each.channel} of call {each.call}: {each.told()}")
    return None
