"""Verdicts from observations made by hand: what is confirmed, what is refuted, and what is not known. Runs no TensorFlow."""

from __future__ import annotations

from typing import Any

import pytest

from tflint_autograph.confirm.judge import Verdict, judge
from tflint_autograph.confirm.pair import Pair
from tflint_autograph.confirm.protocol import Call, Hits, Line, Observation, Raised, Traced, Written
from tflint_autograph.confirm.statements import Statement
from tflint_autograph.confirm.subject import Subject
from tflint_autograph.model.proof import Proof

LINE = Line("/m.py", 7)
ELSEWHERE = Line("/m.py", 20)


def subject(*proofs: Proof, id: str = "0", line: int = 7) -> Subject:
    return Subject(id, "/m.py", Statement(line, line, line, (5,), (0, 0)), proofs, "m.step", "", frozenset({"n", "m", "x"}))


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
) -> Observation:
    calls = (Call(raised, {"kind": "int", "value": result}, {}, ""),)
    written = tuple(Written(0, "stdout", (LINE,), "text\n") for _ in range(texts))
    hits = (Hits("0", (tracing,), (running,), kinds or {}), Hits("1", (other,), (0,), {}))
    return Observation("", ended, calls, written, traced, hits)


def verdict(eager: Observation, graph: Observation, *proofs: Proof, control: Observation | None = None) -> Verdict:
    return judge(subject(*proofs), Pair(eager, graph, control), (subject(*proofs),))


def raised(name: str, at: Line, message: str = "") -> Raised:
    return Raised(name, message, (at,), (at,), message)


@pytest.mark.parametrize(
    ("eager", "graph", "proof"),
    [
        (run(0, 3, texts=3), run(1, 0, texts=1), Proof.OUTPUT),
        (run(0, 3), run(1, 0), Proof.RUNS),
        (run(0, 3), run(1, 0, result=2), Proof.STALE),
        (run(0, 3), run(1, 0, raised=raised("TypeError", LINE)), Proof.RAISES),
        (run(0, 3), run(1, 0, raised=raised("ValueError", Line("/m.py", 5))), Proof.RAISES),
        (run(0, 3), run(1, 0, result=2), Proof.DIFFERS),
        (run(0, 3), run(2, 0, raised=raised("ValueError", ELSEWHERE, "only supports singleton tf.Variables")), Proof.CREATES),
        (run(0, 3), run(1, 0, raised=raised("TypeError", ELSEWHERE, "<function step> must return tensors")), Proof.RESULT),
        (run(0, 3), run(0, 3, traced=tuple(Traced(0, "f", 4, (LINE,)) for _ in range(3))), Proof.RETRACED),
    ],
)
def test_confirmed(eager: Observation, graph: Observation, proof: Proof) -> None:
    assert verdict(eager, graph, proof).word == "confirmed"


@pytest.mark.parametrize(
    ("eager", "graph", "proof"),
    [
        (run(0, 3), run(0, 3), Proof.RUNS),
        (run(0, 3), run(1, 0), Proof.RAISES),
        (run(0, 3), run(0, 3, traced=(Traced(0, "f", 4, (LINE,)),)), Proof.RETRACED),
    ],
)
def test_refuted(eager: Observation, graph: Observation, proof: Proof) -> None:
    assert verdict(eager, graph, proof).word == "refuted"


@pytest.mark.parametrize(
    ("eager", "graph", "proof"),
    [
        (run(), run(), Proof.RUNS),
        (run(0, 3), run(3, 0), Proof.RUNS),
        (run(0, 3), run(1, 0), Proof.OUTPUT),
        (run(0, 3), run(1, 0), Proof.STALE),
        (run(0, 1), run(1, 0), Proof.RUNS),
        (run(0, 3), run(1, 0, raised=raised("TypeError", ELSEWHERE)), Proof.RAISES),
        (run(0, 3), run(0, 0, raised=raised("TypeError", ELSEWHERE)), Proof.RUNS),
        (run(0, 3, raised=raised("OSError", ELSEWHERE)), run(1, 0, raised=raised("OSError", ELSEWHERE)), Proof.RAISES),
        (run(ended="was killed by SIGKILL"), run(1, 0), Proof.RUNS),
        (run(0, 3), run(ended="did not end within 60 s (--timeout)"), Proof.RAISES),
        (run(0, 2), run(0, 2, traced=(Traced(0, "f", 4, (LINE,)),)), Proof.RETRACED),
    ],
)
def test_not_run(eager: Observation, graph: Observation, proof: Proof) -> None:
    assert verdict(eager, graph, proof).word == "not-run"


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


def test_a_refuted_retrace_names_the_python_value() -> None:
    kinds = {"n": "a Python int of 3"}
    once = run(1, 2, traced=(Traced(0, "f", 4, (LINE,)),))
    same = verdict(run(0, 3, kinds=kinds), once, Proof.RETRACED)
    assert (same.word, same.text.partition(": ")[2]) == ("refuted", "`n` was always a Python int of 3")


def test_calls_with_one_value_refute_no_retrace() -> None:
    def seen(inputs: tuple[str, ...], *, varied: bool = False) -> Observation:
        calls = tuple(Call(None, {"kind": "int", "value": 1}, {}, "") for _ in range(4))
        hits = (Hits("0", (0, 0, 0, 0), (0, 1, 1, 1), {}),)
        return Observation("", "", calls, hits=hits, traced=(Traced(1, "f", 4, (LINE,)),), inputs=inputs, varied=varied)

    same, others = ("0.1",) * 3, ("0.1", "0.2", "0.3")
    for inputs, varied, word in ((same, False, "not-run"), (same, True, "refuted"), (others, False, "refuted")):
        each = seen(inputs, varied=varied)
        assert verdict(each, each, Proof.RETRACED).word == word
