"""Verdicts: what two runs of the same calls say about one finding. Runs nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain

from tflint_autograph.confirm.compare import Difference, differences
from tflint_autograph.confirm.protocol import Hits, Line, Observation, Raised
from tflint_autograph.confirm.statements import Statement
from tflint_autograph.model.proof import Proof

CONFIRMED, REFUTED, NOT_RUN = "confirmed", "refuted", "not-run"


@dataclass(frozen=True, slots=True)
class Subject:
    """A finding as far as a proof needs it: `id` is that of its watch, `function` the name AutoGraph may warn of.

    `read` is the name whose value the finding says is kept, empty where another value of it would prove nothing.
    """

    id: str
    file: str
    statement: Statement
    proofs: tuple[Proof, ...]
    function: str
    read: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """One of the three words, and one line that says why."""

    word: str
    text: str


UNREACHED = Verdict(NOT_RUN, "these calls do not reach the line")


class Pair:
    """The eager and the graph run of one driver, with what a second eager run showed to be noise."""

    def __init__(self, eager: Observation, graph: Observation, control: Observation | None = None) -> None:
        self.eager = eager
        self.graph = graph
        noise = {each.key() for each in differences(eager, control)} if control else set()
        self.is_noisy = bool(noise)
        self.differences = tuple(each for each in differences(eager, graph) if each.key() not in noise)

    @property
    def ended(self) -> str:
        """Why one of the runs did not come to its end, empty when both did."""
        return next((f"the {mode} run {seen.ended}" for seen, mode in self._modes() if seen.ended), "")

    def _modes(self) -> tuple[tuple[Observation, str], ...]:
        return (self.eager, "eager"), (self.graph, "graph")

    def hits(self, id: str) -> tuple[int, int, int]:
        """How often the statement ran: in eager mode, in the graph run while tracing, in the graph run otherwise."""
        eager, graph = _of(self.eager, id), _of(self.graph, id)
        return sum((*eager.tracing, *eager.running)), sum(graph.tracing), sum(graph.running)

    def runs_less(self, id: str) -> bool:
        """Whether in one of the calls the statement runs less often in the graph run, traced or not, than eagerly."""
        eager, graph = _of(self.eager, id), _of(self.graph, id)
        counts = [map(sum, zip(hits.tracing, hits.running, strict=True)) for hits in (eager, graph)]
        return any(left > right for left, right in zip(*counts, strict=False))

    def hits_in(self, id: str, call: int) -> tuple[int, int]:
        """How often the statement ran in one call: eagerly, and in the graph run, traced or not."""
        eager, graph = (
            sum(counts[call] for counts in (hits.tracing, hits.running) if call < len(counts))
            for hits in (_of(self.eager, id), _of(self.graph, id))
        )
        return eager, graph

    def reaches(self, id: str) -> bool:
        """Whether one of the runs came to the statement."""
        return any(self.hits(id))

    def exception(self) -> tuple[Difference, Raised] | None:
        """The exceptions in which the two runs differ, with that of the graph run, or of the eager one where it has none."""
        for each in self.differences:
            raised = self.graph.calls[each.call].raised or self.eager.calls[each.call].raised
            if each.channel == "exception" and raised is not None:
                return each, raised
        return None


def _of(seen: Observation, id: str) -> Hits:
    return next((hits for hits in seen.hits if hits.id == id), Hits(id, (), (), {}))


def judge(subject: Subject, pair: Pair, others: Sequence[Subject]) -> Verdict:
    """The verdict on one finding; `others` are the findings that the same run could show as well."""
    if pair.ended:
        return Verdict(NOT_RUN, pair.ended)
    eager, tracing, running = pair.hits(subject.id)
    for proof in subject.proofs:
        text = _PROOFS[proof](subject, pair, others)
        if text:
            return Verdict(CONFIRMED, text)
    return _unproved(subject, pair, eager, tracing, running)


def unexplained(pair: Pair, subjects: Sequence[Subject], confirmed: Sequence[Subject]) -> tuple[Difference, ...]:
    """The differences that none of the findings is the reason of; those that are confirmed may be that of any other.

    Of a run that ended early nothing is said, nor of text that stands where a confirmed finding writes it.
    """
    if pair.eager.ended or pair.graph.ended or any(_explains_all(each, pair) for each in confirmed):
        return ()
    suspected = any(pair.hits(each.id)[1] for each in subjects if each not in confirmed)
    if suspected:
        return ()
    return tuple(
        each for each in pair.differences if not any(_is_at(line, one) for line in each.at for one in confirmed)
    )


def _explains_all(subject: Subject, pair: Pair) -> bool:
    return subject.proofs != (Proof.OUTPUT,) and bool(sum(pair.hits(subject.id)))


def _unproved(subject: Subject, pair: Pair, eager: int, tracing: int, running: int) -> Verdict:
    stopped = pair.eager.calls[-1].raised
    if stopped is not None:
        return Verdict(NOT_RUN, f"the eager run raises {stopped.type}: {stopped.message}"[:160])
    if not eager and not tracing:
        return UNREACHED
    if pair.exception() is not None and not tracing:
        return Verdict(NOT_RUN, "the graph run ends before the line, with another exception")
    if Proof.RETRACED in subject.proofs:
        return _untraced_anew(subject, pair, eager)
    if not tracing and running > 2:
        return Verdict(REFUTED, f"the line ran {_times(running)}, and never while TensorFlow traced")
    if pair.is_noisy:
        return Verdict(NOT_RUN, "two eager runs differ as well, by chance or time: seed what is drawn")
    if pair.differences:
        return Verdict(NOT_RUN, "the runs differ, and it is not known that this line is why")
    if eager > 2 and set(subject.proofs) <= {Proof.RAISES, Proof.DIFFERS}:
        return Verdict(REFUTED, f"ran {_times(eager)} with the same result in the graph{_kinds(subject, pair)}")
    if Proof.OUTPUT in subject.proofs and eager > 2:
        return Verdict(NOT_RUN, "writes nothing in these calls")
    return Verdict(NOT_RUN, f"ran {_times(eager)}, and {_times(tracing)} while tracing, which shows nothing")


def _untraced_anew(subject: Subject, pair: Pair, eager: int) -> Verdict:
    most = _most_traces(pair)
    if eager > 2 and most <= 1:
        return Verdict(REFUTED, f"ran {_times(eager)}, and no function was traced more than once")
    return Verdict(NOT_RUN, f"ran {_times(eager)}, which takes three to tell")


def _kinds(subject: Subject, pair: Pair) -> str:
    kinds = _of(pair.graph, subject.id).kinds
    plain = [f"`{name}` was {kind}" for name, kind in sorted(kinds.items()) if kind.startswith("a Python")]
    return f": {plain[0]}" if plain else ""


def _output(subject: Subject, pair: Pair, others: Sequence[Subject]) -> str:
    counts = [_lines_written(subject, seen) for seen in (pair.eager, pair.graph)]
    if counts[0] == counts[1] or (max(counts) < 2 and counts[1]):
        return ""
    return f"wrote {_times(counts[0])} eagerly, {_times(counts[1])} in the graph"


def _lines_written(subject: Subject, seen: Observation) -> int:
    pieces = [piece for piece in seen.written if any(_is_at(line, subject) for line in piece.at)]
    own = [piece for piece in pieces if piece.stream == "log"] or pieces
    text = "".join(piece.text for piece in own)
    return text.count("\n") or bool(text)


def _is_at(line: Line, subject: Subject) -> bool:
    return line.file == subject.file and subject.statement.first <= line.line <= subject.statement.last


def _runs(subject: Subject, pair: Pair, others: Sequence[Subject]) -> str:
    eager, tracing, running = pair.hits(subject.id)
    if not tracing or not (pair.runs_less(subject.id) or (pair.differences and tracing + running > eager)):
        return ""
    if eager < 2 and not pair.differences:
        return ""
    return f"ran {_times(eager)} eagerly, {_times(tracing)} while tracing and {_times(running)} in the graph run otherwise"


def _stale(subject: Subject, pair: Pair, others: Sequence[Subject]) -> str:
    ran = _runs(subject, pair, others)
    seen = [each for each in pair.differences if each.channel != "exception"]
    if not ran or not seen:
        return ""
    return f"{seen[0].channel} of call {seen[0].call}: {seen[0].eager} eagerly, {seen[0].graph} in the graph"


def _raises(subject: Subject, pair: Pair, others: Sequence[Subject]) -> str:
    found = pair.exception()
    if found is None:
        return ""
    difference, raised = found
    if not _is_raised_at(raised, subject):
        return ""
    return f"raises {difference.graph} in the graph, {difference.eager} eagerly: {raised.message}"[:200]


def _is_raised_at(raised: Raised, subject: Subject) -> bool:
    """Whether the innermost of the user's lines is the statement, one inside it or one around it."""
    statement = subject.statement
    lines = [line.line for line in raised.innermost if line.file == subject.file]
    return any(statement.first <= line <= statement.end or line in statement.around for line in lines)


def _creates(subject: Subject, pair: Pair, others: Sequence[Subject]) -> str:
    found = pair.exception()
    if found is None or not any(word in found[1].message for word in ("singleton", "Variable", "variable")):
        return ""
    tracing = pair.hits(subject.id)[1]
    return f"raises {found[0].graph} in the graph: {found[1].message}"[:200] if tracing else ""


def _result(subject: Subject, pair: Pair, others: Sequence[Subject]) -> str:
    found = pair.exception()
    if found is None or "must return" not in found[1].message or not pair.hits(subject.id)[1]:
        return ""
    name = subject.function.rpartition(".")[2]
    return f"raises {found[0].graph} in the graph: {found[1].message}"[:200] if name in found[1].message else ""


def _differs(subject: Subject, pair: Pair, others: Sequence[Subject]) -> str:
    if pair.exception() is not None or not pair.differences or not pair.hits(subject.id)[1]:
        return ""
    if any(pair.hits(other.id)[1] for other in others if other.id != subject.id):
        return ""
    first = pair.differences[0]
    return f"{first.channel} of call {first.call}: {first.eager} eagerly, {first.graph} in the graph"


def _leaks(subject: Subject, pair: Pair, others: Sequence[Subject]) -> str:
    ways = [each.where for each in pair.differences if each.channel == "state" and each.graph == "a symbolic tensor"]
    return f"leaves a symbolic tensor in `{ways[0]}`" if ways and pair.hits(subject.id)[1] else ""


def _unrolled(subject: Subject, pair: Pair, others: Sequence[Subject]) -> str:
    # A loop copies its body, a function that calls itself the call
    body = pair.hits(f"{subject.id}/body")[1] if subject.statement.body[0] else pair.hits(subject.id)[1]
    traces = len(pair.graph.traced)
    if not traces or body <= 2 * traces:
        return ""
    sizes = [str(each.operations) for each in pair.graph.traced][:5]
    return f"was traced {_times(body)} in {traces} traces of {', '.join(sizes)} operations"


def _retraced(subject: Subject, pair: Pair, others: Sequence[Subject]) -> str:
    runs = sum(pair.hits(subject.id)[1:])
    traces = sum(any(_is_at(line, subject) for line in each.at) for each in pair.graph.traced)
    if not traces and not any(_is_near_trace(other, pair) for other in others):
        # What is made anew there is traced where it is called
        traces = _most_traces(pair)
    return f"made {traces} traces in {runs} runs" if traces >= 3 and runs >= 3 else ""


def _is_near_trace(subject: Subject, pair: Pair) -> bool:
    if Proof.RETRACED not in subject.proofs:
        return False
    return any(_is_at(line, subject) for each in pair.graph.traced for line in each.at)


def _most_traces(pair: Pair) -> int:
    """The traces of the function that was traced most often."""
    return max(Counter(each.function for each in pair.graph.traced).values(), default=0)


def _unconverted(subject: Subject, pair: Pair, others: Sequence[Subject]) -> str:
    name = subject.function.rpartition(".")[2]
    told = [text for text in pair.graph.warnings if "could not transform" in text and name in text]
    cause = next((line for line in chain.from_iterable(text.splitlines() for text in told) if line.startswith("Cause")), "")
    return f"AutoGraph could not transform it: {cause}"[:200] if told else ""


def _times(number: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(number, f"{number} times")


_Check = Callable[[Subject, Pair, Sequence[Subject]], str]
_PROOFS: dict[Proof, _Check] = {
    Proof.OUTPUT: _output,
    Proof.RUNS: _runs,
    Proof.STALE: _stale,
    Proof.RAISES: _raises,
    Proof.CREATES: _creates,
    Proof.DIFFERS: _differs,
    Proof.RESULT: _result,
    Proof.LEAKS: _leaks,
    Proof.UNROLLED: _unrolled,
    Proof.RETRACED: _retraced,
    Proof.UNCONVERTED: _unconverted,
}
