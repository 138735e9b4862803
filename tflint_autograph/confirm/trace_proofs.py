"""The proofs that count traces: each defines what the graph run has to show. Refutes nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tflint_autograph.confirm.compare import times
from tflint_autograph.confirm.pair import Pair
from tflint_autograph.confirm.subject import Subject
from tflint_autograph.model.proof import Proof

_AROUND = 2
"""How many operations of a graph are none of its loop: the placeholder of an argument, and the identity that is returned."""


def unrolled(subject: Subject, pair: Pair, others: Sequence[Subject]) -> str:
    """Returns what shows that each iteration of a loop, or each call of the function by itself, was traced."""
    # A loop copies its body, a function that calls itself the call
    body = pair.hits(f"{subject.id}/body")[1] if subject.statement.body[0] else pair.hits(subject.id)[1]
    traces = len(pair.graph.traced)
    # An iteration that adds nothing to the graph is no copy, and neither are the argument and the result of the function
    if not traces or body <= 2 * traces or (max(each.operations for each in pair.graph.traced) - _AROUND) * traces < body:
        return ""
    sizes = [str(each.operations) for each in pair.graph.traced][:5]
    return f"was traced {times(body)} in {traces} {'trace' if traces == 1 else 'traces'} of {', '.join(sizes)} operations"


def retraced(subject: Subject, pair: Pair, others: Sequence[Subject]) -> str:
    """Returns what shows that the statement makes TensorFlow trace on each run."""
    # A `tf.function` that is made for each call is traced once by each, which is another finding
    made = Counter((each.maker, each.function) for each in pair.graph.traced if any(map(subject.is_at, each.at)))
    traces, runs = max(made.values(), default=0), sum(pair.hits(subject.id)[1:])
    return f"made {traces} traces in {runs} runs" if traces >= 3 and runs >= 3 else ""


def remade(subject: Subject, pair: Pair, others: Sequence[Subject]) -> str:
    """Returns what shows that what the statement creates is traced on each run."""
    runs = sum(pair.hits(subject.id)[1:])
    traces = sum(any(subject.is_at(line) for line in each.at) for each in pair.graph.traced)
    if not traces and Proof.RETRACED not in subject.proofs and not any(_is_near_trace(other, pair) for other in others):
        # What is created again there is traced where it is called
        traces = pair.most_traces()
    return f"made {traces} traces in {runs} runs" if traces >= 3 and runs >= 3 else ""


def reshaped(subject: Subject, pair: Pair, others: Sequence[Subject]) -> str:
    """Returns what shows that a function was traced again at the statement."""
    known: Counter[tuple[int, str]] = Counter((each.maker, each.function) for each in pair.graph.traced)
    seen: dict[tuple[int, str], set[object]] = {}
    for each in pair.graph.traced:
        key, place = (each.maker, each.function), (each.call, each.at, each.signature)
        # A call that creates variables is traced twice, whatever it is given
        if seen.get(key, set()) - {place} and any(subject.is_at(line) for line in each.at):
            return f"`{each.function}` was traced again there, {times(known[key])} in total"
        seen.setdefault(key, set()).add(place)
    return ""


def _is_near_trace(subject: Subject, pair: Pair) -> bool:
    return subject.is_about_traces and any(subject.is_at(line) for each in pair.graph.traced for line in each.at)
