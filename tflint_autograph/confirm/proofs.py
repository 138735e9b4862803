"""The proofs of findings: each defines what two runs have to show. Refutes nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from itertools import chain

from tflint_autograph.confirm.compare import ObservedDifference, leaks, python_results, times
from tflint_autograph.confirm.counted import told_less, uses_less
from tflint_autograph.confirm.pair import Pair, of
from tflint_autograph.confirm.protocol import SYMBOLIC, VALUE, Line, Origin, Raised
from tflint_autograph.confirm.shortening import shortened
from tflint_autograph.confirm.subject import Subject
from tflint_autograph.confirm.trace_proofs import remade, reshaped, retraced, unrolled
from tflint_autograph.confirm.written import lines_written, messages_left_out
from tflint_autograph.model.proof import ErrorKind, Proof
from tflint_autograph.tfapi.tables import error_kind

_QUOTED = re.compile(r"['`]([\w.]+)['`]")
"""A quoted name in a message."""

_LATE = "on a non-first call"
"""TensorFlow's message when a trace after the first created variables."""

_MODIFIED = re.compile(r"should not modify its Python input arguments.*modified: (.*)", re.DOTALL)
"""TensorFlow's message when a trace changed lists or dicts passed to it (`func_graph.check_mutation`)."""

_VALUELESS = frozenset({Proof.UNROLLED, Proof.RETRACED, Proof.REMADE, Proof.RESHAPED})
"""The proofs of findings that change no value: they add traces and operations. What raises may be caught."""

_MANY = 20
"""How many times more often than the eager run an endless trace must run a statement."""


def shown(subject: Subject, pair: Pair, others: Sequence[Subject]) -> str:
    """Returns what the runs show for the first proof that succeeds, or an empty string. `others` are findings of the same run."""
    known = (_PROOFS[proof] for proof in subject.proofs if proof in _PROOFS)
    return next((text for check in known if (text := check(subject, pair, others))), "")


def _output(subject: Subject, pair: Pair, others: Sequence[Subject]) -> str:
    told = told_less("wrote", *pair.counts(lambda seen, call: lines_written(subject, seen, call)))
    left_out = pair.counts(lambda seen, call: messages_left_out(subject, seen, call))
    return told or told_less("logged at a level that is off", *left_out)


def _touches(subject: Subject, pair: Pair, others: Sequence[Subject]) -> str:
    names = sorted({each.what for each in pair.eager.touched if subject.is_at(each.at)})
    for name in names:
        text = uses_less(subject, pair, name)
        if text and pair.hits(subject.id)[1]:
            return text
    return ""


def _runs(subject: Subject, pair: Pair, others: Sequence[Subject]) -> str:
    eager, tracing, running = pair.hits(subject.id)
    if not tracing or not (pair.runs_less(subject.id) or (pair.values and tracing + running > eager)):
        return ""
    if eager < 2 and not pair.values:
        return ""
    if not eager and Proof.TOUCHES in subject.proofs:  # of what is never drawn eagerly the graph keeps nothing back
        return ""
    return f"ran {times(eager)} eagerly; in the graph run {times(tracing)} at trace time and {times(running)} after it"


def _stale(subject: Subject, pair: Pair, others: Sequence[Subject]) -> str:
    ran = _runs(subject, pair, others)
    shown = [each for each in _values(subject, pair) if _is_stale_by(subject, pair, each.call) and not _is_of_another(each, pair, others)]
    if not ran or not shown:
        return ""
    first = shown[0]
    return f"{first.channel} of call {first.call}: {first.told()}"


def _is_stale_by(subject: Subject, pair: Pair, last: int) -> bool:
    """Whether what the statement reads has changed up to a call without the graph: since the calls that traced it, or in one of them."""
    eager, graph = of(pair.eager, subject.id), of(pair.graph, subject.id)
    kept: set[str] = set()
    for traced, running, read, met in zip(graph.tracing, graph.running, eager.values, graph.values, strict=False):
        if last < 0:
            break
        last -= 1
        if not traced and not running and kept and not kept.issuperset(read):
            return True
        if traced:
            if len(read) > len(met):
                return True
            kept.update(read)
    return False


def _values(subject: Subject, pair: Pair) -> list[ObservedDifference]:
    """Returns the differences in values but for leaks, and for what the object of the calls has in attributes that are not in the statement."""
    found = [each for each in pair.values if not each.is_leak]
    return [each for each in found if not each.where.startswith("self.") or subject.mentions(each.where.rpartition(".")[2])]


def _is_of_another(difference: ObservedDifference, pair: Pair, others: Sequence[Subject]) -> bool:
    """Whether a difference is in something that another finding says a traced statement changes, or writes at that line."""
    last = difference.where.rpartition(".")[2]
    if any(each.is_at(line) for line in difference.at for each in others if Proof.OUTPUT in each.proofs):
        return True
    writing = (each for each in others if not {Proof.ONCE, Proof.LEAKS, Proof.ARGUMENT}.isdisjoint(each.proofs))
    return difference.channel == "state" and any(each.mentions(last) and pair.hits(each.id)[1] for each in writing)


def _raises(subject: Subject, pair: Pair, others: Sequence[Subject]) -> str:
    raising = subject.raising or subject.statement
    # What a `try` has to catch may be raised anywhere in its body, and in what that calls
    is_try = ErrorKind.OTHER in subject.raises and raising.catches
    last = raising.end if is_try else raising.last
    return _raised(subject, pair, lambda origin, at: raising.first <= at.line <= last, through=is_try)


def _flow(subject: Subject, pair: Pair, others: Sequence[Subject]) -> str:
    """Returns what is raised at an enclosing compound statement, or at one that leaves an enclosing loop.

    What is raised at a later one has to name what the statement writes.
    """
    statement = subject.statement
    headers = {*statement.around, *statement.exits}

    def fits(origin: Origin, at: Line) -> bool:
        if at.line in headers:
            return _is_meant(subject, origin, others)
        return at.line in statement.users and statement.writes in _QUOTED.findall(origin.text)

    return _raised(subject, pair, fits)


def _is_meant(subject: Subject, origin: Origin, others: Sequence[Subject]) -> bool:
    """Whether a message about a block concerns the subject at least as much as other findings in it, by quoted names."""
    named = set(_QUOTED.findall(origin.text))
    around = set(subject.statement.around)
    beside = (each for each in others if not around.isdisjoint(each.statement.around))
    return not named.isdisjoint({*subject.statement.names, subject.statement.writes}) or all(named.isdisjoint(each.statement.names) for each in beside)


def _raised(subject: Subject, pair: Pair, fits: Callable[[Origin, Line], bool], *, through: bool = False) -> str:
    """Returns what the graph run raises of one of the subject's kinds, if the innermost user line fits, or any it came `through`."""
    found = _raised_of(pair, subject.raises)
    if found is None:
        return ""
    difference, raised, origins = found
    places = {origin: origin.at if through else _places(raised, origin) for origin in origins}
    if not any(at.file == subject.file and fits(origin, at) for origin in origins for at in places[origin]):
        return ""
    return shortened(f"raises {difference.graph} in the graph, {difference.eager} eagerly: {raised.message}")


def _places(raised: Raised, origin: Origin) -> tuple[Line, ...]:
    """Returns the user's lines that an exception is about: the innermost, and where an out-of-scope tensor was created."""
    kind = error_kind(origin.type, origin.text)
    if kind is ErrorKind.RECURSION:
        # Calls that are nested too deeply end at any line of theirs
        return raised.at
    return (*origin.at[:1], *origin.named) if kind is ErrorKind.SCOPE else origin.at[:1]


def _raised_of(pair: Pair, wanted: Collection[ErrorKind]) -> tuple[ObservedDifference, Raised, tuple[Origin, ...]] | None:
    """Returns the difference in exceptions, with the origins of one of the kinds, or None."""
    found = pair.exception()
    if found is None:
        return None
    origins = tuple(each for each in found[1].origins if error_kind(each.type, each.text) in wanted)
    return (*found, origins) if origins else None


def _creates(subject: Subject, pair: Pair, others: Sequence[Subject]) -> str:
    """Returns what is raised if a variable is created at the innermost line, where an object of it creates its own, or in one branch only."""
    found = _raised_of(pair, (ErrorKind.VARIABLES, ErrorKind.BRANCHES))
    if found is None:
        return ""
    difference, raised, origins = found
    # TensorFlow complains about a later trace once the function has returned; its stack has no line of the function
    is_late = _LATE in raised.whole and _alone(subject, Proof.CREATES, difference, pair, others)
    return _told(difference, raised) if is_late or any(_is_creation(subject, each) for each in origins) else ""


def _is_creation(subject: Subject, origin: Origin) -> bool:
    """Whether an exception is about a variable of the statement, or the name it has in a branch."""
    innermost = origin.at[0] if origin.at else Line("", 0)
    if error_kind(origin.type, origin.text) is ErrorKind.VARIABLES:
        return subject.makes_at(innermost)
    is_around = innermost.file == subject.file and innermost.line in subject.statement.around
    return is_around and subject.statement.writes in _QUOTED.findall(origin.text)


def _result(subject: Subject, pair: Pair, others: Sequence[Subject]) -> str:
    """Returns what TensorFlow raises about a result after the function returned; its stack has no line of the function."""
    found = _raised_of(pair, (ErrorKind.RESULT,))
    if found is None or subject.function.rpartition(".")[2] not in found[1].whole or not _alone(
        subject, Proof.RESULT, found[0], pair, others
    ):
        return ""
    return _told(found[0], found[1])


def _converted(subject: Subject, pair: Pair, others: Sequence[Subject]) -> str:
    found = next(python_results(pair.eager, pair.graph), "")
    return f"returns {found} eagerly, and a tensor from the graph" if found and pair.hits(subject.id)[1] else ""


def _argument(subject: Subject, pair: Pair, others: Sequence[Subject]) -> str:
    """Returns what TensorFlow raises about the arguments after the function returned; its stack has no line of the function."""
    found = _raised_of(pair, (ErrorKind.ARGUMENT,))
    match = _MODIFIED.search(found[1].whole) if found else None
    if found is None or match is None or not _hits_in_trace(subject, pair, found[0].call):
        return ""
    return _told(found[0], found[1]) if subject.statement.names & {name.strip() for name in match[1].split(",")} else ""


def _unheld(subject: Subject, pair: Pair, others: Sequence[Subject]) -> str:
    """Returns what is raised where a label of the finding says that an object is gone."""
    found = _raised_of(pair, (ErrorKind.GONE,))
    if found is None or not sum(pair.hits(subject.id)[1:]):
        return ""
    innermost = {line for each in found[2] for line in each.at[:1]}
    if subject.labelled.isdisjoint(innermost) and not any(map(subject.is_at, found[1].at)):
        return ""
    return _told(found[0], found[1])


def _alone(subject: Subject, proof: Proof, difference: ObservedDifference, pair: Pair, others: Sequence[Subject]) -> bool:
    """Whether the call that raised traced the statement, and no other finding in the function could be the cause."""
    like = [each for each in others if each.function == subject.function and proof in each.proofs]
    traced = {each.statement for each in (subject, *like) if _hits_in_trace(each, pair, difference.call)}
    return traced == {subject.statement}


def _hits_in_trace(subject: Subject, pair: Pair, call: int) -> bool:
    tracing = of(pair.graph, subject.id).tracing
    return call < len(tracing) and tracing[call] > 0


def _told(difference: ObservedDifference, raised: Raised) -> str:
    return shortened(f"raises {difference.graph} in the graph: {raised.message}")


def _differs(subject: Subject, pair: Pair, others: Sequence[Subject]) -> str:
    explaining = (other for other in others if other.id != subject.id and not _VALUELESS.issuperset(other.proofs))
    traced = [other for other in explaining if pair.hits(other.id)[1]]
    # What only writes explains a text, and no value
    writing = [other for other in traced if other.proofs == (Proof.OUTPUT,)]
    values = [each for each in _values(subject, pair) if not writing or each.channel not in ("printed", "written", "left")]
    if pair.exception() is not None or not values or not pair.hits(subject.id)[1] or len(writing) < len(traced):
        return ""
    return f"{values[0].channel} of call {values[0].call}: {values[0].told()}"


def _unheeded(subject: Subject, pair: Pair, others: Sequence[Subject]) -> str:
    eager, tracing, running = pair.hits(subject.id)
    values = _values(subject, pair)
    # In eager code both runs come to it. What another statement sets there, or a trace keeps of one, may be why as well
    is_reached = eager and running == eager and not tracing and pair.graph.traced
    changing = (other for other in others if other.id != subject.id and not _VALUELESS.issuperset(other.proofs))
    is_changed = not subject.statement.writes or any(len(values) > 1 for values in of(pair.eager, subject.written).values)
    if not is_reached or not is_changed or pair.exception() is not None or any(pair.hits(each.id)[1] or _changes(each, pair) for each in changing):
        return ""
    return f"ran {times(eager)} in both runs; {values[0].channel} of call {values[0].call}: {values[0].told()}" if values else ""


def _changes(subject: Subject, pair: Pair) -> bool:
    """Whether a statement ran that sets what a trace may have read."""
    return Proof.UNHEEDED in subject.proofs and pair.hits(subject.id)[0] > 0


def _leaks(subject: Subject, pair: Pair, others: Sequence[Subject]) -> str:
    # A statement that changes something leaks only into that
    ways = [way for way in leaks(pair.eager, pair.graph) if subject.proofs[0] is Proof.LEAKS or subject.mentions(way.rpartition(".")[2])]
    return f"leaves a symbolic tensor in `{ways[0]}`" if ways and pair.hits(subject.id)[1] else ""


def endless(subject: Subject, pair: Pair) -> str:
    """Returns what shows that tracing never ends at the statement, or an empty string."""
    looks = pair.graph.standing
    eager_ends = not pair.eager.ended and not pair.eager.calls[-1].raised and pair.hits(subject.id)[0]
    if Proof.ENDLESS not in subject.proofs or not eager_ends or len(looks) < 2:
        return ""
    first, last = looks[0], looks[-1]
    # A statement in a loop's body may not be running, but the head of the loop runs again and again
    eager, tracing, _ = pair.hits(subject.id)
    comes_back = tracing > _MANY * eager
    if not all(look.tracing and (comes_back or any(subject.is_at(line) for line in look.at)) for look in looks):
        return ""
    grown = last.operations > first.operations
    return f"tracing does not end: from {first.operations} to {last.operations} operations; the eager run ends" if grown else ""


def _dropped(subject: Subject, pair: Pair, others: Sequence[Subject]) -> str:
    eager, tracing, _ = pair.hits(subject.id)
    is_dropped = eager and tracing and any(map(subject.is_at, pair.graph.dropped))
    return f"computes {times(eager)} eagerly, and the graph leaves it out, since no result needs it" if is_dropped else ""


def _text(subject: Subject, pair: Pair, others: Sequence[Subject]) -> str:
    eager, graph = pair.formatted(subject.is_at)
    if not eager[VALUE] or not graph[SYMBOLIC]:
        return ""
    return f"formats the value of a tensor {times(eager[VALUE])} eagerly, and a symbolic tensor {times(graph[SYMBOLIC])} in the graph"


def _unconverted(subject: Subject, pair: Pair, others: Sequence[Subject]) -> str:
    name = subject.function.rpartition(".")[2]
    told = [text for text in pair.graph.warnings if "could not transform" in text and name in text]
    cause = next((line for line in chain.from_iterable(text.splitlines() for text in told) if line.startswith("Cause")), "")
    return shortened(f"AutoGraph could not transform it: {cause}") if told else ""


_Check = Callable[[Subject, Pair, Sequence[Subject]], str]
_PROOFS: dict[Proof, _Check] = {
    Proof.OUTPUT: _output,
    Proof.RUNS: _runs,
    Proof.TOUCHES: _touches,
    Proof.STALE: _stale,
    Proof.UNHEEDED: _unheeded,
    Proof.RAISES: _raises,
    Proof.FLOW: _flow,
    Proof.CREATES: _creates,
    Proof.DIFFERS: _differs,
    Proof.RESULT: _result,
    Proof.CONVERTED: _converted,
    Proof.ARGUMENT: _argument,
    Proof.LEAKS: _leaks,
    Proof.UNROLLED: unrolled,
    Proof.RETRACED: retraced,
    Proof.REMADE: remade,
    Proof.RESHAPED: reshaped,
    Proof.UNCONVERTED: _unconverted,
    Proof.TEXT: _text,
    Proof.UNHELD: _unheld,
    Proof.DROPPED: _dropped,
}
