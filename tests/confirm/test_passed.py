"""What a made-up Python number cannot confirm where the project passes a tensor, and a tensor where it passes a number. Runs no TensorFlow."""

from __future__ import annotations

import ast
from collections.abc import Mapping

import pytest

from tflint_autograph.confirm.execution import Task
from tflint_autograph.confirm.judge import Verdict
from tflint_autograph.confirm.pair import Pair
from tflint_autograph.confirm.passed import Passed
from tflint_autograph.confirm.protocol import CallObservation, Driver, Hits, Observation
from tflint_autograph.confirm.statements import statement_at
from tflint_autograph.confirm.subject import Subject
from tflint_autograph.model.finding import CONFIRMED
from tflint_autograph.model.proof import Proof

TEXT = """\
def step(x, n, flag):
    m = n + 1
    print(m)
    print(x)
    return flag
"""
DECLARED = Task("m.py", Driver("step", calls=("x, 1, True",)))
MADE_UP = Task("m.py", DECLARED.driver, made_up=True)
FOUND = Verdict(CONFIRMED, "wrote 3 times eagerly, once in the graph")


def at(line: int) -> Subject:
    return Subject("0", "/m.py", statement_at(ast.parse(TEXT), line), (), "m.step")


def seen(**sorts: str) -> Pair:
    each = Observation("", "", (), hits=(Hits("0", (0,), (1,), {}, sorts),))
    return Pair(each, each)


LOOP = """\
def step(n):
    log = []
    for i in range(n):
        log.append(i)
    return log
"""
NUMBER = seen(x="a tensor", n="a Python int", m="a Python int", flag="a Python bool")
TENSOR = seen(x="a tensor", n="a tensor", m="a tensor", flag="a Python bool")


@pytest.mark.parametrize(
    ("line", "task", "pair", "known", "word"),
    [
        (3, MADE_UP, NUMBER, {"n": True}, "not-run"),
        (3, MADE_UP, NUMBER, {"x": True}, "confirmed"),
        (3, MADE_UP, TENSOR, {"n": True}, "confirmed"),
        (3, MADE_UP, TENSOR, {"n": False}, "not-run"),
        (3, MADE_UP, NUMBER, {"n": False}, "confirmed"),
        (3, DECLARED, NUMBER, {"n": True}, "confirmed"),
        (4, MADE_UP, NUMBER, {"n": True}, "confirmed"),
        (5, MADE_UP, NUMBER, {"n": True, "flag": True}, "not-run"),
    ],
)
def test_what_the_analysis_knows(line: int, task: Task, pair: Pair, known: Mapping[str, bool], word: str) -> None:
    assert Passed(lambda subject: known).admitted(FOUND, at(line), task, pair).word == word


def test_a_statement_that_the_graph_alone_comes_to() -> None:
    graph = seen(n="a symbolic tensor").graph
    pair = Pair(Observation("", "", ()), graph)
    found = Passed(lambda subject: {"n": False}).admitted(FOUND, at(3), MADE_UP, pair)
    assert (found.word, found.text) == ("not-run", "only a made-up tensor of `n` shows this, but the project passes a Python value")


@pytest.mark.parametrize(("learned", "word"), [(TENSOR, "not-run"), (NUMBER, "confirmed"), (seen(n="", m=""), "confirmed")])
def test_what_calls_of_the_project_showed_goes_first(learned: Pair, word: str) -> None:
    passed = Passed(lambda subject: {"n": True} if word == "confirmed" else {})
    passed.learn(at(3), DECLARED, learned)
    passed.learn(at(3), MADE_UP, TENSOR)
    assert passed.admitted(FOUND, at(3), MADE_UP, NUMBER).word == word


def test_the_verdict_names_what_was_made_up() -> None:
    told = Passed(lambda subject: {"n": True}).admitted(FOUND, at(3), MADE_UP, NUMBER).text
    assert told == "only a made-up Python value of `n` shows this, but the project passes a tensor"


@pytest.mark.parametrize(
    ("proof", "known", "word"), [(Proof.UNROLLED, TENSOR, "not-run"), (Proof.UNROLLED, NUMBER, "confirmed"), (Proof.OUTPUT, TENSOR, "confirmed")]
)
def test_a_made_up_number_unrolls_no_loop_that_a_tensor_does_not(proof: Proof, known: Pair, word: str) -> None:
    one = Subject("0", "/m.py", statement_at(ast.parse(TEXT), 3), (proof,), "m.step")
    calls = (CallObservation(None, None, {}, ""),)
    sorts = known.eager.hits[0].sorts
    harmless = [Observation("", "", calls, hits=(Hits("0", (1,), (2,), {}, sorts),)) for _ in range(2)]
    passed = Passed(lambda subject: {})
    passed.learn(one, MADE_UP, Pair(*harmless))
    assert passed.admitted(FOUND, one, MADE_UP, NUMBER).word == word


@pytest.mark.parametrize(
    ("proof", "inside", "around", "name"),
    [
        (Proof.UNROLLED, "a tensor", "a Python int", "n"),
        (Proof.UNROLLED, "a Python int", "a Python int", ""),
        (Proof.UNROLLED, "a tensor", "a tensor", ""),
        (Proof.OUTPUT, "a tensor", "a Python int", ""),
    ],
)
def test_no_loop_is_both_unrolled_and_in_the_graph(proof: Proof, inside: str, around: str, name: str) -> None:
    loop = Subject("0", "/m.py", statement_at(ast.parse(LOOP), 3), (proof,), "m.step")
    body = Subject("1", "/m.py", statement_at(ast.parse(LOOP), 4), (Proof.RAISES,), "m.step")
    passed = Passed(lambda subject: {})
    assert passed.contradicted_by(body, loop) == ""
    passed.admitted(FOUND, body, MADE_UP, seen(n=inside))
    passed.admitted(FOUND, loop, MADE_UP, seen(n=around))
    assert passed.contradicted_by(body, loop) == name
    assert passed.contradicted_by(loop, body) == ""


def test_what_the_project_calls_is_no_contradiction() -> None:
    loop = Subject("0", "/m.py", statement_at(ast.parse(LOOP), 3), (Proof.UNROLLED,), "m.step")
    body = Subject("1", "/m.py", statement_at(ast.parse(LOOP), 4), (Proof.RAISES,), "m.step")
    passed = Passed(lambda subject: {})
    passed.admitted(FOUND, body, DECLARED, seen(n="a tensor"))
    passed.admitted(FOUND, loop, MADE_UP, seen(n="a Python int"))
    assert passed.contradicted_by(body, loop) == ""
