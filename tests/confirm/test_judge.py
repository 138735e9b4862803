"""Verdicts from observations made by hand: what is confirmed, what is refuted, and what is not known. Runs no TensorFlow."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from tflint_autograph.confirm.gates import Gate
from tflint_autograph.confirm.judge import Verdict, judge, judge_replayed
from tflint_autograph.confirm.pair import Pair
from tflint_autograph.confirm.protocol import (
    TEXT,
    VALUE,
    CallObservation,
    Hits,
    Line,
    Observation,
    Origin,
    Raised,
    Standing,
    Touched,
    Traced,
    WrittenLine,
)
from tflint_autograph.confirm.statements import Statement
from tflint_autograph.confirm.subject import Subject
from tflint_autograph.model.proof import ErrorKind, Proof

LINE = Line("/m.py", 7)
ELSEWHERE = Line("/m.py", 20)

ITERATED = "Iterating over a symbolic `tf.Tensor` is not allowed."
TRUTH = "Using a symbolic `tf.Tensor` as a Python `bool` is not allowed."
SINGLETON = "tf.function only supports singleton tf.Variables created on the first call."
LATE = "Creating variables on a non-first call to a function decorated with tf.function."
RETURNED = "Python functions must return zero or more Tensors; in compilation of <function step at 0x1>"


def subject(*proofs: Proof, id: str = "0", line: int = 7, raises: Iterable[ErrorKind] = ErrorKind) -> Subject:
    statement = Statement(line, line, line, (5,), (0, 0))
    return Subject(id, "/m.py", statement, proofs, "m.step", "", frozenset({"n", "m", "x"}), raises=frozenset(raises))


def run(
    tracing: int = 0,
    running: int = 0,
    *,
    raised: Raised | None = None,
    result: Any = 1,
    texts: int = 0,
    traced: tuple[Traced, ...] = (),
    ended: str = "",
    kinds: dict[str, str] | None = None,
    other: int = 0,
    read: tuple[str, ...] = (),
) -> Observation:
    calls = (CallObservation(raised, {"kind": "int", "value": result}, {}, ""),)
    written = tuple(WrittenLine(0, "stdout", (LINE,), "text\n") for _ in range(texts))
    hits = (Hits("0", (tracing,), (running,), kinds or {}, values=(read,)), Hits("1", (other,), (0,), {}, values=(read,)))
    return Observation("", ended, calls, written, traced, hits)


def verdict(eager: Observation, graph: Observation, *proofs: Proof, control: Observation | None = None) -> Verdict:
    return judge(subject(*proofs), Pair(eager, graph, control), (subject(*proofs),))


def raised(name: str, at: Line, message: str = "", *outer: Line) -> Raised:
    return Raised(name, message, (at, *outer), (Origin(name, message, (at, *outer)),), message)

@pytest.mark.parametrize(
    ("eager", "graph", "proof"),
    [
        (run(0, 3, texts=3), run(1, 0, texts=1), Proof.OUTPUT),
        (run(0, 3), run(1, 0), Proof.RUNS),
        (run(0, 3, read=("1", "2")), run(1, 0, result=2, read=("1",)), Proof.STALE),
        (run(0, 3), run(1, 0, raised=raised("TypeError", LINE)), Proof.RAISES),
        (run(0, 3), run(1, 0, raised=raised("ValueError", Line("/m.py", 5))), Proof.FLOW),
        (run(0, 3), run(1, 0, result=2), Proof.DIFFERS),
        (run(0, 3), run(2, 0, raised=raised("ValueError", LINE, SINGLETON)), Proof.CREATES),
        (run(0, 3), run(1, 0, raised=raised("TypeError", ELSEWHERE, RETURNED)), Proof.RESULT),
        (run(0, 3), run(0, 3, traced=tuple(Traced(0, "f", 4, (LINE,)) for _ in range(3))), Proof.RETRACED),
    ],
)
def test_confirmed(eager: Observation, graph: Observation, proof: Proof) -> None:
    assert verdict(eager, graph, proof).word == "confirmed"


@pytest.mark.parametrize(
    ("eager", "graph", "proof"),
    [
        (run(0, 3), run(0, 3, traced=(Traced(0, "g", 4, (ELSEWHERE,)),)), Proof.RUNS),
        (run(0, 3), run(1, 0), Proof.RAISES),
        (run(0, 3), run(0, 3, traced=(Traced(0, "f", 4, (LINE,)),)), Proof.RETRACED),
    ],
)
def test_refuted(eager: Observation, graph: Observation, proof: Proof) -> None:
    assert verdict(eager, graph, proof).word == "refuted"


@pytest.mark.parametrize(
    ("eager", "graph", "word"),
    [
        ([VALUE] * 3, ["symbolic"], "confirmed"),
        ([VALUE] * 3, [VALUE], "refuted"),
        ([VALUE] * 3, [VALUE, "symbolic"], "confirmed"),
        ([VALUE] * 3, [], "not-run"),
        ([], ["symbolic"], "not-run"),
    ],
)
def test_what_is_formatted_in_both_modes_decides_on_a_text(eager: list[str], graph: list[str], word: str) -> None:
    left, right = (tuple(Touched(0, TEXT, each, LINE) for each in texts) for texts in (eager, graph))
    assert verdict(replace(run(0, 3), formatted=left), replace(run(1, 0), formatted=right), Proof.TEXT, Proof.DIFFERS).word == word


def test_what_another_finding_writes_is_not_what_a_value_changed() -> None:
    eager, graph = run(0, 3, texts=3, other=3, read=("1", "2")), run(1, 0, texts=1, other=1, read=("1",))
    frozen, printing = subject(Proof.STALE, id="1", line=20), subject(Proof.OUTPUT)
    assert judge(frozen, Pair(eager, graph), (frozen, printing)).word == "not-run"
    assert judge(frozen, Pair(eager, graph), (frozen,)).word == "confirmed"


def test_a_draw_in_the_graph_alone_is_not_one_that_was_frozen() -> None:
    eager, graph = run(0, 0), run(3, 0, result=2)
    assert verdict(eager, graph, Proof.RUNS).word == "confirmed"
    assert verdict(eager, graph, Proof.TOUCHES, Proof.RUNS).word == "not-run"


@pytest.mark.parametrize("proof", [Proof.RUNS, Proof.RAISES, Proof.RETRACED])
def test_calls_that_trace_nothing_refute_nothing(proof: Proof) -> None:
    told = verdict(run(0, 3), run(0, 3), proof)
    assert (told.word, told.text) == ("not-run", "the line ran 3 times, and these calls trace nothing")


@pytest.mark.parametrize(
    ("eager", "graph", "proof"),
    [
        (run(), run(), Proof.RUNS),
        (run(0, 3), run(3, 0), Proof.RUNS),
        (run(0, 3), run(1, 0), Proof.OUTPUT),
        (run(0, 3), run(1, 0), Proof.STALE),
        (run(0, 1), run(1, 0), Proof.RUNS),
        (run(0, 3), run(1, 0, raised=raised("TypeError", ELSEWHERE)), Proof.RAISES),
        (run(0, 3), run(1, 0, raised=raised("TypeError", ELSEWHERE)), Proof.FLOW),
        (run(0, 3), run(1, 0, raised=raised("ValueError", Line("/m.py", 5))), Proof.RAISES),
        (run(0, 3), run(1, 0, raised=raised("ValueError", ELSEWHERE, SINGLETON)), Proof.CREATES),
        (run(0, 3), run(1, 0, raised=raised("ValueError", LINE, "no such entry")), Proof.CREATES),
        (run(0, 3), run(0, 0, raised=raised("TypeError", ELSEWHERE)), Proof.RUNS),
        (run(0, 3, raised=raised("OSError", ELSEWHERE)), run(1, 0, raised=raised("OSError", ELSEWHERE)), Proof.RAISES),
        (run(ended="was killed by SIGKILL"), run(1, 0), Proof.RUNS),
        (run(0, 3), run(ended="did not end within 60 s (--timeout)"), Proof.RAISES),
        (run(0, 2), run(0, 2, traced=(Traced(0, "f", 4, (LINE,)),)), Proof.RETRACED),
    ],
)
def test_not_run(eager: Observation, graph: Observation, proof: Proof) -> None:
    assert verdict(eager, graph, proof).word == "not-run"


@pytest.mark.parametrize(
    ("error", "word"),
    [
        (raised("OperatorNotAllowedInGraphError", LINE, TRUTH), "confirmed"),
        (raised("OperatorNotAllowedInGraphError", LINE, ITERATED), "not-run"),
        (raised("ValueError", LINE, SINGLETON), "not-run"),
        (raised("KeyError", LINE, "'no such entry'"), "not-run"),
        (raised("OperatorNotAllowedInGraphError", ELSEWHERE, TRUTH, LINE), "not-run"),
    ],
)
def test_an_exception_proves_where_it_is_raised_what_it_is_about(error: Raised, word: str) -> None:
    one = subject(Proof.RAISES, raises=(ErrorKind.TRUTH, ErrorKind.VALUE))
    assert judge(one, Pair(run(0, 3), run(1, 0, raised=error)), (one,)).word == word


def test_any_exception_of_a_chain_may_be_that_of_the_rule() -> None:
    cause, other = Origin("OperatorNotAllowedInGraphError", TRUTH, (LINE,)), Origin("ValueError", "gives up", (ELSEWHERE,))
    error = Raised("ValueError", "gives up", (ELSEWHERE, LINE), (other, cause), "gives up")
    for kind, word in ((ErrorKind.TRUTH, "confirmed"), (ErrorKind.OTHER, "not-run")):
        one = subject(Proof.RAISES, raises=(kind,))
        assert judge(one, Pair(run(0, 3), run(1, 0, raised=error)), (one,)).word == word


@pytest.mark.parametrize(("catches", "word"), [(True, "confirmed"), (False, "not-run")])
def test_what_a_try_has_to_catch_may_be_raised_in_what_its_body_calls(catches: bool, word: str) -> None:
    one = replace(subject(Proof.RAISES), statement=Statement(7, 7, 10, (), (0, 0), catches=catches))
    error = raised("ValueError", ELSEWHERE, "shapes must be equal", Line("/m.py", 9))
    assert judge(one, Pair(run(0, 3), run(1, 0, raised=error)), (one,)).word == word


def test_calls_that_are_nested_too_deeply_may_end_at_any_line() -> None:
    error = raised("RecursionError", ELSEWHERE, "maximum recursion depth exceeded", LINE)
    assert verdict(run(0, 3), run(1, 0, raised=error), Proof.RAISES).word == "confirmed"


def test_a_tensor_out_of_scope_is_about_the_lines_that_made_it() -> None:
    for named, word in (((Line("/m.py", 3), LINE), "confirmed"), ((Line("/m.py", 3),), "not-run")):
        text = "is out of scope"
        error = Raised("InaccessibleTensorError", text, (ELSEWHERE,), (Origin("InaccessibleTensorError", text, (ELSEWHERE,), named),))
        assert verdict(run(0, 3), run(1, 0, raised=error), Proof.RAISES).word == word


def test_a_variable_that_is_made_in_one_branch_alone() -> None:
    one = Subject("0", "/m.py", Statement(7, 7, 7, (5,), (0, 0), "self.v"), (Proof.CREATES,), "m.step")
    for name, word in (("self.v", "confirmed"), ("self.w", "not-run")):
        error = raised("ValueError", Line("/m.py", 5), f"'{name}' is None at the end of the else branch.")
        assert judge(one, Pair(run(0, 3), run(1, 0, raised=error)), (one,)).word == word


def test_a_trace_after_the_first_may_not_create_variables() -> None:
    error = Raised("ValueError", "", (ELSEWHERE,), (Origin("ValueError", LATE, (ELSEWHERE,)),), LATE)
    one, other = subject(Proof.CREATES), subject(Proof.CREATES, id="1", line=9)
    for traced, word in ((0, "confirmed"), (1, "not-run")):
        pair = Pair(run(0, 3), run(1, 0, raised=error, other=traced))
        assert judge(one, pair, (one, other)).word == word


def test_an_object_is_gone_where_the_label_says_so() -> None:
    one = replace(subject(Proof.UNHELD), labelled=frozenset({ELSEWHERE}))
    message = "'NoneType' object has no attribute 'weight'"
    for at, hits, word in ((ELSEWHERE, 1, "confirmed"), (ELSEWHERE, 0, "not-run"), (Line("/m.py", 30), 1, "not-run")):
        pair = Pair(run(0, 3), run(0, hits, raised=raised("AttributeError", at, message)))
        assert judge(one, pair, (one,)).word == word


def test_a_message_about_a_block_is_about_the_finding_it_names() -> None:
    ones = [
        Subject(name, "/m.py", Statement(line, line, line, (5,), (0, 0), names=frozenset({name})), (Proof.FLOW,), "m.step",
                raises=frozenset({ErrorKind.BRANCHES}))
        for line, name in ((7, "y"), (8, "z"))
    ]  # fmt: skip
    for message, words in (
        ("'z' must also be initialized in the else branch", ["not-run", "confirmed"]),
        ("true_fn and false_fn must have the same structure", ["confirmed", "confirmed"]),
    ):
        pair = Pair(run(0, 3), run(1, 0, raised=raised("ValueError", Line("/m.py", 5), message)))
        assert [judge(each, pair, ones).word for each in ones] == words


def test_a_message_about_a_later_block_names_what_the_statement_writes() -> None:
    statement = Statement(7, 7, 7, (), (0, 0), "best", users=frozenset({9}))
    one = Subject("0", "/m.py", statement, (Proof.FLOW,), "m.step", raises=frozenset({ErrorKind.LOOP}))
    for name, at, word in (("best", 9, "confirmed"), ("other", 9, "not-run"), ("best", 12, "not-run")):
        error = raised("ValueError", Line("/m.py", at), f"'{name}' is not allowed to be None before the loop.")
        assert judge(one, Pair(run(0, 3), run(1, 0, raised=error)), (one,)).word == word


def with_state(*hits: Hits, **state: Any) -> Observation:
    calls = (CallObservation(None, None, {f"m.net.{name}": each for name, each in state.items()}, ""),)
    return Observation("", "", calls, hits=hits)


SYMBOLIC = {"kind": "symbolic", "dtype": "float32", "value": ""}
TENSOR = {"kind": "tensor", "value": 1.0}


@pytest.mark.parametrize(
    ("attribute", "proofs", "word"),
    [("cache", (Proof.ONCE, Proof.LEAKS), "confirmed"), ("seen", (Proof.ONCE, Proof.LEAKS), "not-run"), ("seen", (Proof.LEAKS,), "confirmed")],
)
def test_a_statement_that_changes_something_leaks_only_into_that(attribute: str, proofs: tuple[Proof, ...], word: str) -> None:
    one = Subject("0", "/m.py", Statement(7, 7, 7, (), (0, 0), attributes=frozenset({attribute})), proofs, "m.step")
    eager, graph = ({"kind": "dict", "items": {"a": {"kind": "list", "items": [each]}}} for each in (TENSOR, SYMBOLIC))
    hits = Hits("0", (0,), (1,), {}), Hits("0", (1,), (0,), {})
    assert judge(one, Pair(with_state(hits[0], cache=eager), with_state(hits[1], cache=graph)), (one,)).word == word


def test_what_another_statement_changes_or_leaks_shows_no_stale_value() -> None:
    reading = Subject("0", "/m.py", Statement(7, 7, 7, (), (0, 0), attributes=frozenset({"rate"})), (Proof.STALE,), "m.step")
    write = Subject("1", "/m.py", Statement(8, 8, 8, (), (0, 0), attributes=frozenset({"steps"})), (Proof.RUNS, Proof.ONCE), "m.step")
    read, kept = ("1", "2"), ("1",)
    hits = [(Hits("0", (0,), (3,), {}, values=(read,)), Hits("1", (0,), (3,), {})), (Hits("0", (1,), (0,), {}, values=(kept,)), Hits("1", (1,), (0,), {}))]
    for name, given, word in (("steps", 1, "not-run"), ("rate", 1, "confirmed"), ("last", SYMBOLIC, "not-run")):
        pair = Pair(*(with_state(*each, **{name: {"kind": "int", "value": 3} if number == 0 else given if isinstance(given, dict) else {"kind": "int", "value": given}})
                      for number, each in enumerate(hits)))  # fmt: skip
        assert judge(reading, pair, (reading, write)).word == word


@pytest.mark.parametrize(("vary", "word"), [("", "not-run"), ("values", "not-run"), ("sizes", "refuted")])
def test_equal_results_refute_what_needs_unknown_sizes_only_without_sizes(vary: str, word: str) -> None:
    one = subject(Proof.RAISES, Proof.DIFFERS, Proof.UNSIZED)
    assert judge(one.as_varied(vary), Pair(run(0, 3), run(1, 0)), (one,)).word == word


def test_a_difference_that_two_findings_may_explain_proves_neither() -> None:
    pair = Pair(run(0, 3), run(1, 0, result=2, other=1))
    both = (subject(Proof.DIFFERS), subject(Proof.DIFFERS, id="1", line=9))
    assert [judge(each, pair, both).word for each in both] == ["not-run", "not-run"]


def test_what_differs_between_two_eager_runs_proves_nothing() -> None:
    eager, graph = run(0, 3, result=1), run(1, 0, result=2)
    assert verdict(eager, graph, Proof.DIFFERS, control=run(0, 3, result=3)).word == "not-run"
    assert verdict(eager, graph, Proof.DIFFERS, control=run(0, 3, result=1)).word == "confirmed"


def test_a_refuted_finding_names_the_python_value() -> None:
    kinds = {"a": "a Python int of 1", "m": "", "n": "a Python int of 3", "x": "a tensor of float32"}
    same = verdict(run(0, 3, kinds=kinds), run(1, 0), Proof.RAISES)
    assert (same.word, same.text) == ("refuted", "ran 3 times with the same result in the graph: `n` was always a Python int of 3")


def test_equal_results_refute_nothing_that_is_said_for_information_of_a_tensor() -> None:
    def word(kind: str) -> str:
        one = replace(subject(Proof.RAISES, Proof.DIFFERS), for_information=True)
        return judge(one, Pair(run(0, 3, kinds={"n": kind}), run(1, 0)), ()).word

    assert [word("a tensor of int64"), word("a Python int of 3")] == ["not-run", "refuted"]


def test_values_that_pass_a_check_refute_nothing_about_it() -> None:
    pair = Pair(run(running=3), run(tracing=1))
    words = [judge(subject(Proof.RAISES, Proof.DIFFERS, raises=kinds), pair, ()).word for kinds in ([ErrorKind.ASSERTION, ErrorKind.XLA], [ErrorKind.XLA], ErrorKind)]
    assert words == ["not-run", "refuted", "refuted"]


def test_a_refuted_retrace_names_the_python_value() -> None:
    kinds = {"n": "a Python int of 3"}
    once = run(1, 2, traced=(Traced(0, "f", 4, (LINE,)),))
    same = verdict(run(0, 3, kinds=kinds), once, Proof.RETRACED)
    assert (same.word, same.text.partition(": ")[2]) == ("refuted", "`n` was always a Python int of 3")


def test_calls_with_one_value_refute_no_retrace() -> None:
    def seen(inputs: tuple[str, ...], *, varied: bool = False) -> Observation:
        calls = tuple(CallObservation(None, {"kind": "int", "value": 1}, {}, "") for _ in range(4))
        hits = (Hits("0", (0, 0, 0, 0), (0, 1, 1, 1), {}),)
        return Observation("", "", calls, hits=hits, traced=(Traced(1, "f", 4, (LINE,)),), inputs=inputs, varied=varied)

    same, others = ("0.1",) * 3, ("0.1", "0.2", "0.3")
    for inputs, varied, word in ((same, False, "not-run"), (same, True, "refuted"), (others, False, "refuted")):
        each = seen(inputs, varied=varied)
        assert verdict(each, each, Proof.RETRACED).word == word


def calls(number: int, **given: Any) -> Observation:
    """An observation of an import and `number` calls that all end well."""
    return Observation("", given.pop("ended", ""), (CallObservation(None, {"kind": "int", "value": 1}, {}, ""),) * (number + 1), **given)


def touched(*calls: int) -> tuple[Touched, ...]:
    return tuple(Touched(call, "drawn", "random.random", LINE) for call in calls)


HIT = (Hits("0", (0, 1, 0, 0), (0, 0, 0, 0), {}),)


def test_what_the_line_draws_is_counted_by_calls() -> None:
    eager, graph = calls(3, touched=touched(1, 2, 3)), calls(3, touched=touched(1), hits=HIT)
    assert verdict(eager, graph, Proof.TOUCHES) == Verdict("confirmed", "called `random.random` 3 times eagerly, once in the graph")
    assert verdict(graph, graph, Proof.TOUCHES).word != "confirmed"
    assert verdict(eager, graph, Proof.TOUCHES, control=calls(3, touched=touched(1, 3))).word != "confirmed"


def test_what_is_drawn_a_random_number_of_times_is_counted_by_the_calls_that_draw() -> None:
    eager, control = (calls(3, touched=touched(*drawn)) for drawn in ((1, 1, 2, 3), (1, 2, 2, 3, 3)))
    graph = calls(3, touched=touched(1, 1), hits=HIT)
    found = verdict(eager, graph, Proof.TOUCHES, control=control)
    assert found == Verdict("confirmed", "called `random.random` in 3 calls eagerly, in 1 in the graph")
    assert verdict(graph, graph, Proof.TOUCHES, control=control).word != "confirmed"


def test_as_many_lines_in_other_calls_are_told_apart() -> None:
    eager, graph = ((WrittenLine(call, "stdout", (LINE,), "text\n"),) for call in (2, 1))
    found = verdict(calls(3, written=eager), calls(3, written=graph), Proof.OUTPUT)
    assert found == Verdict("confirmed", "wrote once eagerly in call 2, never in the graph")


def test_files_with_names_by_chance_prove_nothing() -> None:
    def seen(name: str) -> Observation:
        call = CallObservation(None, {"kind": "int", "value": 1}, {}, "", {f"file {name}": "20 bytes"})
        return Observation("", "", (call, call), hits=HIT)

    assert verdict(seen("events.1"), seen("events.2"), Proof.DIFFERS, control=seen("events.3")).word == "not-run"
    assert verdict(seen("log"), seen("other"), Proof.DIFFERS, control=seen("log")).word == "confirmed"


@pytest.mark.parametrize(("other", "word"), [(Proof.OUTPUT, "confirmed"), (Proof.UNROLLED, "confirmed"), (Proof.RAISES, "not-run")])
def test_what_only_writes_or_adds_operations_explains_no_other_result(other: Proof, word: str) -> None:
    pair = Pair(run(0, 3, other=3), run(1, 0, result=2, other=1))
    others = (subject(Proof.DIFFERS), subject(other, id="1"))
    assert judge(others[0], pair, others).word == word


@pytest.mark.parametrize(("where", "word"), [("self.n", "confirmed"), ("self.other", "not-run"), ("m.other", "confirmed")])
def test_another_attribute_of_the_object_of_the_calls_proves_nothing(where: str, word: str) -> None:
    def seen(value: int, tracing: int) -> Observation:
        call = CallObservation(None, None, {where: {"kind": "int", "value": value}}, "")
        return Observation("", "", (call,), hits=(Hits("0", (tracing,), (3 * (not tracing),), {}),))

    own = subject(Proof.DIFFERS)
    own = replace(own, statement=replace(own.statement, names=frozenset({"self"}), attributes=frozenset({"n"})))
    assert judge(own, Pair(seen(1, 0), seen(2, 1)), (own,)).word == word


def looks(*operations: int, tracing: bool = True, at: Line = LINE) -> tuple[Standing, ...]:
    return tuple(Standing(tracing, (at,), each) for each in operations)


@pytest.mark.parametrize(
    ("standing", "word"),
    [
        (looks(10, 2000), "confirmed"),
        (looks(10, 10), "not-run"),
        (looks(10, 2000, tracing=False), "not-run"),
        (looks(10, 2000, at=ELSEWHERE), "not-run"),
        (looks(2000), "not-run"),
        ((), "not-run"),
    ],
)
def test_a_trace_that_grows_at_the_line_when_time_is_over_is_endless(standing: tuple[Standing, ...], word: str) -> None:
    eager = calls(3, hits=(Hits("0", (0, 0, 0, 0), (0, 1, 1, 1), {}),))
    graph = calls(0, ended="did not end within 60 s (--timeout)", standing=standing)
    assert verdict(eager, graph, Proof.ENDLESS, Proof.RAISES).word == word
    assert verdict(eager, graph, Proof.RAISES).word == "not-run"


def test_a_trace_without_end_may_stand_in_the_body_when_it_comes_back_to_the_loop() -> None:
    eager = calls(3, hits=(Hits("0", (0, 0, 0, 0), (0, 4, 4, 4), {}),))
    for hits, word in ((900, "confirmed"), (9, "not-run")):
        seen = (Hits("0", (0, hits), (0, 0), {}),)
        graph = calls(0, ended="did not end", standing=looks(10, 2000, at=ELSEWHERE), hits=seen)
        assert verdict(eager, graph, Proof.ENDLESS).word == word


def test_an_eager_run_that_does_not_end_either_confirms_nothing() -> None:
    graph = calls(0, ended="did not end", standing=looks(10, 2000))
    assert verdict(calls(0, ended=graph.ended, standing=graph.standing), graph, Proof.ENDLESS).word == "not-run"


@pytest.mark.parametrize(("names", "word"), [({"features"}, "confirmed"), ({"other"}, "not-run")])
def test_a_changed_argument_is_that_which_the_statement_names(names: set[str], word: str) -> None:
    message = "step(features) should not modify its Python input arguments. ... The following parameter(s) were modified: features"
    graph = run(1, 0, raised=raised("ValueError", ELSEWHERE, message))
    statement = Statement(7, 7, 7, (), (0, 0), names=frozenset(names))
    one = Subject("0", "/m.py", statement, (Proof.ARGUMENT,), "m.step")
    assert judge(one, Pair(run(0, 3), graph), (one,)).word == word


def test_functions_made_anew_are_retraced_by_no_call_of_theirs() -> None:
    same, anew = (tuple(Traced(call, "f", 4, (LINE,), maker * call) for call in (1, 2, 3)) for maker in (0, 1))
    elsewhere = tuple(Traced(call, "f", 4, (ELSEWHERE,)) for call in (1, 2, 3))
    words = [verdict(run(0, 3), run(0, 3, traced=traced), Proof.RETRACED).word for traced in (same, anew, elsewhere)]
    assert words == ["confirmed", "not-run", "not-run"]
    assert verdict(run(0, 3), run(0, 3, traced=elsewhere), Proof.REMADE).word == "confirmed"
    assert verdict(run(0, 3), run(0, 3, traced=elsewhere), Proof.RETRACED, Proof.REMADE).word == "not-run"
    assert verdict(run(0, 3), run(0, 3, traced=anew), Proof.RETRACED, Proof.REMADE).word == "confirmed"
    assert verdict(run(0, 3), run(0, 3, traced=anew), Proof.RESHAPED).word != "confirmed"


def test_a_function_that_has_a_trace_and_gets_another_there_is_traced_again() -> None:
    first, again, other = Traced(1, "f", 4, (ELSEWHERE,)), Traced(2, "f", 4, (LINE,)), Traced(2, "g", 4, (LINE,))
    eager = calls(3, hits=(Hits("0", (0, 0, 0, 0), (0, 1, 1, 1), {}),))
    assert verdict(eager, calls(3, hits=HIT, traced=(first, again)), Proof.RESHAPED).word == "confirmed"
    assert verdict(eager, calls(3, hits=HIT, traced=(first, other)), Proof.RESHAPED).word != "confirmed"
    assert verdict(eager, calls(3, hits=HIT, traced=(again,)), Proof.RESHAPED).word != "confirmed"
    assert verdict(eager, calls(3, hits=HIT, traced=(again, again)), Proof.RESHAPED).word != "confirmed"


def test_two_signatures_in_one_call_are_two_traces_and_variables_are_none() -> None:
    eager = calls(3, hits=(Hits("0", (0, 0, 0, 0), (0, 1, 1, 1), {}),))
    one, two = (Traced(1, "f", 4, (LINE,), signature=each) for each in ("x: (2,)", "x: (3,)"))
    assert verdict(eager, calls(3, hits=HIT, traced=(one, two)), Proof.RESHAPED).word == "confirmed"
    assert verdict(eager, calls(3, hits=HIT, traced=(one, one)), Proof.RESHAPED).word != "confirmed"


@pytest.mark.parametrize(("operations", "word"), [((2, 2), "not-run"), ((41, 41), "not-run"), ((42, 42), "confirmed")])
def test_rounds_that_add_nothing_to_the_graph_are_no_copies(operations: tuple[int, ...], word: str) -> None:
    traced = tuple(Traced(call, "f", each, ()) for call, each in enumerate(operations, 1))
    loop = Subject("0", "/m.py", Statement(7, 7, 8, (), (8, 8)), (Proof.UNROLLED,), "m.step")
    hits = Hits("0/body", (0, 40, 40), (0, 0, 0), {})
    graph = calls(2, hits=(Hits("0", (0, 1, 1), (0, 0, 0), {}), hits), traced=traced)
    assert judge(loop, Pair(calls(2, hits=HIT), graph), (loop,)).word == word


@pytest.mark.parametrize(
    ("eager", "graph", "traced", "told"),
    [
        ((0, 1, 0, 0), (0, 1, 0, 0), (1,), "ran only in the first of 3 calls, eagerly and in the graph"),
        ((0, 1, 1, 0), (0, 1, 0, 0), (1,), ""),
        ((0, 1, 0, 0), (0, 1, 0, 0), (1, 3), ""),
        ((0, 1), (0, 1), (1,), ""),
    ],
)
def test_what_a_program_does_in_its_first_call_alone(
    eager: tuple[int, ...], graph: tuple[int, ...], traced: tuple[int, ...], told: str
) -> None:
    calls = tuple(CallObservation(None, None, {}, "") for _ in eager)
    made = tuple(Traced(call, "step", 4, ()) for call in traced)
    nothing = (0,) * len(eager)
    seen = Pair(
        Observation("", "", calls, hits=(Hits("0", nothing, eager, {}),)),
        Observation("", "", calls, traced=made, hits=(Hits("0", graph, nothing, {}),)),
    )
    found = judge_replayed(subject(Proof.OUTPUT), seen, ())
    assert (found.word, found.text if told else "") == ("refuted" if told else "not-run", told)


@pytest.mark.parametrize(
    ("writes", "proof", "ways", "word"),
    [
        ("first", Proof.ONCE, {"5": (0, 1, 1, 1), "9": (0, 0, 1, 1)}, "confirmed"),
        ("first", Proof.ONCE, {"5": (0, 1, 1, 1)}, "not-run"),  # the branch may do nothing but this
        ("first", Proof.OUTPUT, {"5": (0, 1, 1, 1), "9": (0, 0, 1, 1)}, "not-run"),
        ("other", Proof.ONCE, {"5": (0, 1, 1, 1), "9": (0, 0, 1, 1)}, "refuted"),
        ("first", Proof.ONCE, {"5": (0, 1, 0, 0)}, "refuted"),  # no later call comes to the function
    ],
)
def test_what_is_written_once_may_decide_about_the_branch_of_later_calls(
    writes: str, proof: Proof, ways: dict[str, tuple[int, ...]], word: str
) -> None:
    gate = Gate(5, "`if first` on line 5 was never true", ("first",), other=9)
    known = {"0": (0, 1, 0, 0), **{{"5": gate.watch("0"), "9": gate.other_watch("0")}[line]: ran for line, ran in ways.items()}}
    calls = (CallObservation(None, None, {}, ""),) * 4
    eager = Observation("", "", calls, hits=tuple(Hits(id, (0,) * 4, ran, {}) for id, ran in known.items()))
    traced = tuple(Hits(id, (0, 1, 0, 0), (0,) * 4, {}) for id in known if not id.endswith("~"))
    seen = Pair(eager, Observation("", "", calls, traced=(Traced(1, "step", 4, ()),), hits=traced))
    one = replace(subject(proof), statement=Statement(7, 7, 7, (5,), (0, 0), writes), gates=(gate,))
    assert judge_replayed(one, seen, ()).word == word


@pytest.mark.parametrize(("proof", "calls", "word"), [(Proof.TOUCHES, 3, "refuted"), (Proof.TOUCHES, 2, "not-run"), (Proof.OUTPUT, 3, "not-run")])
def test_what_only_a_graph_draws_is_nothing_that_eager_code_draws_again(proof: Proof, calls: int, word: str) -> None:
    one = CallObservation(None, {"kind": "int", "value": 1}, {}, "")
    eager = Observation("", "", (one,) * (calls + 1))
    graph = replace(eager, hits=(Hits("0", (0, 1), (0, 0), {}),), traced=(Traced(1, "step", 5, ()),))
    assert verdict(eager, graph, proof).word == word
