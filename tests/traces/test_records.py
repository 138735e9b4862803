"""What is said of traces that the end of a program cut short, and of very many. No TensorFlow is needed."""

from __future__ import annotations

from typing import Any

import pytest

from tflint_autograph.report.full.style import Style
from tflint_autograph.retracing.records import Recording, Trace, recording
from tflint_autograph.retracing.report import History, report
from tflint_autograph.retracing.text import render


def begin(number: str, name: str, time: float, outer: str | None = None) -> list[dict[str, Any]]:
    function = {
        "record": "function", "function": name, "slot": 0, "name": name, "file": "/train.py", "line": 3, "own": True, "wrapper": None, "made": [],
        "through": [], "method": None, "parameters": [], "jit": False, "reduce": False, "signature": False,
    }  # fmt: skip
    trace = {
        "record": "begin", "trace": number, "function": name, "time": time, "thread": 1, "outer": outer, "signature": [], "captures": [],
        "context": {"variables": False}, "stack": [["/train.py", 9, ""]], "died": [], "before": False,
    }  # fmt: skip
    return [function, trace]


def end(number: str, seconds: float) -> dict[str, Any]:
    return {"record": "end", "trace": number, "seconds": seconds, "own_seconds": seconds}


@pytest.fixture
def cut_short() -> Recording:
    """From second 2 on `step` was traced, within it `done` for 0.6 seconds and `stuck` from second 3 on, to second 10."""
    head = {"record": "start", "pid": 7, "time": 100.0, "python": "3.11"}
    traces = [*begin("7-1", "step", 102.0), *begin("7-2", "done", 102.1, "7-1"), end("7-2", 0.6), *begin("7-3", "stuck", 103.0, "7-1")]
    return recording([head, *traces, *begin("8-4", "forked", 104.0)], [0])


def test_a_trace_that_the_end_cut_short_has_lost_the_time_up_to_it(cut_short: Recording) -> None:
    found = report(cut_short, 10.0)
    assert [(each.name, round(each.seconds, 3)) for each in found.functions] == [("stuck", 7.0), ("done", 0.6), ("step", 0.4), ("forked", 0.0)]
    assert found.tracing == pytest.approx(8.0)
    assert {each.made[0].trace.seconds for each in found.functions} == {0.6, None}


def test_it_is_told_since_when_and_from_where(cut_short: Recording) -> None:
    told = render(report(cut_short, 10.0, ended="ended by SIGKILL"), Style(color=False, unicode=True))
    assert "  trace 1 was still going on after 7.0 s when the program ended, called from /train.py:9\n" in told
    assert "  trace 1 was still going on after 8.0 s when the program ended, called from /train.py:9\n" in told
    # How long a process lived that was forked is not known
    assert "  trace 1 was still going on when the program ended, called from /train.py:9\n" in told


def traces_of(values: list[tuple[int, int]]) -> tuple[Trace, ...]:
    """Traces of one function for the values of `a` and `b`."""
    records = []
    for index, pair in enumerate(values):
        function, trace = begin(f"7-{index}", "step", 100.0 + index)
        signature = [(name, "POSITIONAL_OR_KEYWORD", {"is": "value", "type": "int", "text": str(one)}) for name, one in zip("ab", pair, strict=True)]
        records += [*([] if index else [function]), {**trace, "signature": signature}, end(f"7-{index}", 0.5)]
    return recording(records, [0]).traces


def test_all_of_few_traces_are_compared() -> None:
    history = History()
    traces = traces_of([(index, index) for index in range(50)])
    for trace in traces[:-1]:
        history.add(trace)
    assert history.near(traces[-1]) == list(traces[:-1])


def test_of_many_traces_few_are_compared_the_nearest_among_them() -> None:
    history = History()
    *earlier, last = traces_of([(index, -index) for index in range(1000)] + [(-1, -300)])
    for trace in earlier:
        history.add(trace)
    near = history.near(last)
    assert len(near) < 20
    assert earlier[300] in near
    assert near == sorted(near, key=lambda each: each.start)
