"""What a recording says of traces that the end of a program cut short. No TensorFlow is needed."""

from __future__ import annotations

from typing import Any

import pytest

from tflint_autograph.report.full.style import Style
from tflint_autograph.retracing.records import Recording, recording
from tflint_autograph.retracing.report import report
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
