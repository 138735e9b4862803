"""Derives verdicts from two runs of the same calls. Runs nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tflint_autograph.confirm.compare import ObservedDifference, times
from tflint_autograph.confirm.pair import Pair, of
from tflint_autograph.confirm.proofs import endless, shown
from tflint_autograph.confirm.protocol import SYMBOLIC, VALUE
from tflint_autograph.confirm.shortening import shortened
from tflint_autograph.confirm.subject import Subject
from tflint_autograph.model.finding import CONFIRMED, NOT_RUN, REFUTED
from tflint_autograph.model.proof import Proof


@dataclass(frozen=True, slots=True)
class Verdict:
    """One of the three words, and one line with the reason."""

    word: str
    text: str


_ENOUGH = 3
"""The number of calls that show what the eager run does not do."""

UNREACHED = Verdict(NOT_RUN, "these calls do not reach the line")


def judge(subject: Subject, pair: Pair, others: Sequence[Subject]) -> Verdict:
    """Returns the verdict on one finding. `others` are the findings that the same difference could come from."""
    if pair.ended:
        text = endless(subject, pair)
        return Verdict(CONFIRMED, text) if text else Verdict(NOT_RUN, pair.ended)
    eager, tracing, running = pair.hits(subject.id)
    text = shown(subject, pair, others) or _raised_behind(subject, pair, others)
    return Verdict(CONFIRMED, text) if text else _unproved(subject, pair, eager, tracing, running)


def _raised_behind(subject: Subject, pair: Pair, others: Sequence[Subject]) -> str:
    """Returns what the graph run raises at the statement once what ends it before is mended, or an empty string."""
    if Proof.RAISES not in subject.proofs:
        return ""
    alone = replace(subject, proofs=(Proof.RAISES,))
    # What a line raises once its first exception is passed over may come of that: elements of a tensor are compared, not iterated
    first = {each.raised.at[:1]: each for each in reversed(pair.graph.bypassed)}
    for each in pair.graph.bypassed:
        if first[each.raised.at[:1]] is not each:
            continue
        calls = (*pair.graph.calls[: each.call], replace(pair.graph.calls[each.call], raised=each.raised))
        if text := shown(alone, Pair(pair.eager, replace(pair.graph, calls=calls)), others):
            return f"{text}; once what raises before it is mended"
    return ""


def judge_replayed(subject: Subject, pair: Pair, others: Sequence[Subject]) -> Verdict:
    """Returns the verdict by calls that a program made in sequence, with everything it changed in between.

    A statement that ran only in the first call, eagerly and in the graph, had the same effect in both modes, unless what it writes decides
    about branches of later calls.
    """
    verdict = judge(subject, pair, others)
    if verdict.word != NOT_RUN or pair.ended or pair.differences or pair.is_noisy or not _ran_first_alone(subject, pair):
        return verdict
    calls = pair.ended_calls - 1
    decided = [each for each in subject.gates if subject.statement.writes in each.names and _is_met_later(each.watch(subject.id), pair)]
    if not decided:
        return Verdict(REFUTED, f"ran only in the first of {calls} calls, eagerly and in the graph")
    left = next((each for each in decided if _is_left(each.other_watch(subject.id), pair)), None)
    if left is None or Proof.ONCE not in subject.proofs:
        return Verdict(NOT_RUN, f"ran only in the first of {calls} calls, and decides what later ones run")
    condition = f"the condition on line {left.line} leads later calls to line {left.other} eagerly"
    return Verdict(CONFIRMED, f"ran only in the first of {calls} calls: {condition}, and never in the graph, which keeps the first branch")


def _is_met_later(watch: str, pair: Pair) -> bool:
    """Whether the eager run comes to a statement in a call after the first."""
    return any(pair.hits_in(watch, call)[0] for call in range(2, pair.ended_calls))


def _is_left(watch: str, pair: Pair) -> bool:
    """Whether a statement runs eagerly in calls after the first alone, and not in the graph."""
    return _is_met_later(watch, pair) and not pair.hits_in(watch, 1)[0] and not any(pair.hits(watch)[1:])


def _ran_first_alone(subject: Subject, pair: Pair) -> bool:
    first, later = 1, range(2, pair.ended_calls)
    eager, graph = pair.hits_in(subject.id, first)
    is_kept = any(any(pair.hits_in(subject.id, call)) for call in later)
    return len(later) > 1 and eager == graph > 0 and not is_kept and not any(each.call in later for each in pair.graph.traced)


def unexplained(pair: Pair, subjects: Sequence[Subject], confirmed: Sequence[Subject]) -> tuple[ObservedDifference, ...]:
    """Returns the differences that none of the findings explains. Confirmed findings may explain any difference.

    Runs that ended early are left out, and so is text written by a confirmed finding.
    """
    if pair.eager.ended or pair.graph.ended or any(_explains_all(each, pair) for each in confirmed):
        return ()
    suspected = any(pair.hits(each.id)[1] for each in subjects if each not in confirmed)
    if suspected:
        return ()
    return tuple(
        each for each in pair.differences if not any(one.is_at(line) for line in each.at for one in confirmed)
    )


def _explains_all(subject: Subject, pair: Pair) -> bool:
    return subject.proofs != (Proof.OUTPUT,) and bool(sum(pair.hits(subject.id)))


def _unproved(subject: Subject, pair: Pair, eager: int, tracing: int, running: int) -> Verdict:
    stopped = pair.eager.calls[-1].raised
    if stopped is not None:
        return Verdict(NOT_RUN, shortened(f"the eager run raises {stopped.type}: {stopped.message}", 160))
    if not eager and not tracing:
        return UNREACHED
    if pair.exception() is not None and not tracing:
        return Verdict(NOT_RUN, "the graph run ends before the line, with another exception")
    if not tracing and not pair.graph.traced:
        return Verdict(NOT_RUN, f"the line ran {times(running)}, and these calls trace nothing")
    if subject.is_about_traces:
        return _untraced_anew(subject, pair, eager)
    if not tracing and running > 2 and Proof.UNHEEDED not in subject.proofs:
        return Verdict(REFUTED, f"the line ran {times(running)}, and never at trace time")
    if not eager and Proof.TOUCHES in subject.proofs and pair.ended_calls > _ENOUGH:
        return Verdict(REFUTED, f"the eager run never comes to the line in {pair.ended_calls - 1} calls: it is for the graph alone")
    if pair.is_noisy:
        return Verdict(NOT_RUN, "two eager runs differ from each other too: seed random numbers, and replace clocks")
    if pair.differences:
        return Verdict(NOT_RUN, "the eager and the graph run differ, but perhaps not because of this line")
    if eager > 2 and set(subject.proofs) <= {Proof.RAISES, Proof.FLOW, Proof.DIFFERS}:
        if subject.checks_values:
            return Verdict(NOT_RUN, f"ran {times(eager)} with the same result in the graph, with values that pass its check")
        kinds = _kinds(subject, pair)
        if subject.for_information and not kinds:
            return Verdict(NOT_RUN, f"ran {times(eager)} with the same result in the graph, which other values may not give")
        return Verdict(REFUTED, f"ran {times(eager)} with the same result in the graph{kinds}")
    if Proof.TEXT in subject.proofs and eager > 2 and _formats_values(subject, pair):
        return Verdict(REFUTED, f"ran {times(eager)}, and formats values in the graph too")
    if Proof.OUTPUT in subject.proofs and eager > 2:
        return Verdict(NOT_RUN, "wrote nothing in these calls")
    return Verdict(NOT_RUN, f"ran {times(eager)} eagerly and {times(tracing)} at trace time, without a visible difference")


def _formats_values(subject: Subject, pair: Pair) -> bool:
    """Whether the statement formats tensors in the graph run, and all of them have values."""
    _, graph = pair.formatted(subject.is_at)
    return graph[VALUE] > 0 and not graph[SYMBOLIC]


def _untraced_anew(subject: Subject, pair: Pair, eager: int) -> Verdict:
    if eager <= 2:
        return Verdict(NOT_RUN, f"ran {times(eager)}, but at least three runs are needed to tell")
    if pair.most_traces() > 1:
        why = "too few to tell" if pair.most_traces() < 3 else "but not once for each run of this line"
        return Verdict(NOT_RUN, f"ran {times(eager)}, and a function was traced {times(pair.most_traces())}, {why}")
    # What the program does in a loop is all it does; generated calls with one value show nothing about others
    loops = max(map(sum, zip(of(pair.eager, subject.id).tracing, of(pair.eager, subject.id).running, strict=True)))
    if loops <= 2 and len(set(pair.eager.inputs)) <= 2 and not pair.eager.varied:
        return Verdict(NOT_RUN, f"ran {times(eager)} with the same arguments: declare calls with different ones")
    return Verdict(REFUTED, f"ran {times(eager)}, and no function was traced more than once{_kinds(subject, pair)}")


def _kinds(subject: Subject, pair: Pair) -> str:
    kinds = of(pair.eager, subject.id).kinds
    plain = [f"`{name}` was always {kind}" for name, kind in sorted(kinds.items()) if kind.startswith("a Python")]
    named = [text for text in plain if text.split("`")[1] in subject.flagged]
    return f": {named[0]}" if named else ""
