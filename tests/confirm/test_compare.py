"""What counts as a difference between two runs, and what says the same in two ways. Runs no TensorFlow."""

from __future__ import annotations

from typing import Any

import pytest

from tflint_autograph.confirm.compare import differences, leaks, same
from tflint_autograph.confirm.pair import Pair
from tflint_autograph.confirm.protocol import CallObservation, Line, Observation, Raised, Touched, WrittenLine


def number(value: Any, kind: str = "int", **more: Any) -> dict[str, Any]:
    return {"kind": kind, "value": value, **more}


def items(*found: Any, kind: str = "list") -> dict[str, Any]:
    return {"kind": kind, "items": list(found)}


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (number(3), number(3, "tensor", dtype="int32", shape=[])),
        (number(0.1, "float"), number(0.1 + 1e-8, "tensor")),
        (number("a", "bytes"), number("a", "str")),
        (items(number(1), number(2)), number([1, 2], "tensor")),
        (items(number(1)), items(number(1), kind="list")),
        (number("nan", "float"), number("nan", "tensor")),
        (number([1], "tensor"), {"kind": "operation"}),
    ],
)
def test_the_same_in_two_ways(left: Any, right: Any) -> None:
    assert same(left, right)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (number(3), number(4)),
        (number(1.0, "float"), number(1.01, "float")),
        (number(3), {"kind": "symbolic", "dtype": "int32"}),
        (items(number(1)), items(number(1), number(2))),
        (number(1), items(number(1))),
        (number(None, "NoneType"), number(0)),
    ],
)
def test_a_difference(left: Any, right: Any) -> None:
    assert not same(left, right)
    assert not same(right, left)


def observation(*calls: CallObservation, written: tuple[WrittenLine, ...] = ()) -> Observation:
    return Observation("", "", calls, written)


def call(result: Any = None, raised: str = "", state: dict[str, Any] | None = None, printed: str = "") -> CallObservation:
    return CallObservation(Raised(raised, "", (), ()) if raised else None, result, state or {}, printed)


def test_nothing_is_compared_behind_the_first_exception() -> None:
    eager = observation(call(), call(number(1)), call(number(2)))
    graph = observation(call(), call(raised="TypeError"))
    found = differences(eager, graph)
    assert [(each.call, each.channel, each.eager, each.graph) for each in found] == [(1, "exception", "none", "TypeError")]


def test_each_channel_is_named_with_its_place() -> None:
    line = Line("/m.py", 7)
    eager = observation(call(number(1), state={"m.n": number(1)}, printed="a\n"), written=(WrittenLine(0, "stdout", (line,), "x\n"),))
    graph = observation(call(number(2), state={"m.n": number(2)}, printed="b\n"))
    found = differences(eager, graph)
    assert [each.channel for each in found] == ["result", "state", "printed", "written"]
    assert found[1].where == "m.n"
    assert found[3].at == (line,)


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        (number(0.0), number([[0.0, 0.0], [0.0, 0.0]]), True),
        (number([1.0, 2.0]), number([[1.0, 2.0], [1.0, 2.0]]), True),
        (number([[1.0], [2.0]]), number([[1.0, 1.0], [2.0, 2.0]]), True),
        (number([1.0, 2.0]), number([[1.0, 1.0], [2.0, 2.0]]), False),
        (number([1.0]), number([[1.0]]), False),
        (number(0.0), number(1.0), False),
        (number(0.0), number([0.0, 1.0]), False),
        (number("a", "str"), items(number(1)), False),
        (None, number([0.0]), False),
    ],
)
def test_numbers_that_are_only_repeated(left: Any, right: Any, expected: bool) -> None:
    eager, graph = (observation(call(), call(each)) for each in (left, right))
    for pair in (Pair(eager, graph), Pair(graph, eager)):
        assert len(pair.values) == 1
        assert (not pair.of_generated().values) is (not pair.of_generated().differences) is expected


def test_text_in_pieces_is_one_text() -> None:
    line = Line("/m.py", 7)
    eager = observation(call(), written=(WrittenLine(0, "stdout", (line,), "a"), WrittenLine(0, "stdout", (line,), "b\n")))
    graph = observation(call(), written=(WrittenLine(0, "stdout", (line,), "ab\n"),))
    assert differences(eager, graph) == ()


def test_what_a_line_touches_more_often_is_a_difference_there() -> None:
    at = Line("/m.py", 7)
    once, twice = (tuple(Touched(1, "drawn", "time.time", at) for _ in range(count)) for count in (1, 2))
    call = CallObservation(None, None, {}, "")
    eager, graph = (Observation("", "", (call, call), touched=each) for each in (twice, once))
    (found,) = differences(eager, graph)
    assert (found.what, found.told(), found.at) == ("drawn time.time:/m.py:7", "twice eagerly, once in the graph", (at,))
    assert differences(eager, eager) == ()


def test_files_and_environment_that_are_left_differ() -> None:
    left, right = {"file log.txt": "20 bytes", "environment GAIN": "2"}, {"file log.txt": "10 bytes"}
    eager, graph = (Observation("", "", (CallObservation(None, None, {}, "", each),)) for each in (left, right))
    assert [(each.what, each.told()) for each in differences(eager, graph)] == [
        ("left environment GAIN", "2 eagerly, nothing in the graph"),
        ("left file log.txt", "20 bytes eagerly, 10 bytes in the graph"),
    ]


def test_a_call_that_raises_in_the_graph_leaks_what_it_left_where_the_eager_run_left_a_tensor() -> None:
    tensor, symbolic = number(1.0, "tensor"), {"kind": "symbolic", "dtype": "float32"}
    eager = observation(call(), call(state={"m.kept": items(tensor), "m.cleared": items(), "m.last": number(None, "NoneType")}))
    state = {"m.kept": items(symbolic), "m.cleared": items(symbolic), "m.last": symbolic}
    assert list(leaks(eager, observation(call(), call(state=state)))) == ["m.cleared", "m.kept", "m.last"]
    assert list(leaks(eager, observation(call(), call(raised="TypeError", state=state)))) == ["m.kept"]
    assert list(leaks(observation(call(), call(raised="TypeError")), observation(call(), call(state=state)))) == []
