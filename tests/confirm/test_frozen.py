"""Verdicts from observations with a change in one call, made by hand. Runs no TensorFlow."""

from __future__ import annotations

import pytest

from tflint_autograph.confirm.judge import Verdict
from tflint_autograph.confirm.mutate_captured import can_change, change_of, changed_name, judge_change
from tflint_autograph.confirm.pair import Pair
from tflint_autograph.confirm.protocol import CallObservation, CapturedChange, Hits, Observation
from tflint_autograph.confirm.statements import Statement
from tflint_autograph.confirm.subject import Subject
from tflint_autograph.model.finding import Finding
from tflint_autograph.model.levels import Confidence, Severity
from tflint_autograph.model.location import Position, Span
from tflint_autograph.model.proof import Proof

WRITES = Subject("0", "/m.py", Statement(7, 7, 7, (), (0, 0), "self.on"), (Proof.RUNS, Proof.ONCE), "m.step", "self.on")
READS = Subject("0", "/m.py", Statement(7, 7, 7, (), (0, 0)), (Proof.STALE,), "m.step", "RATE")
OTHER = Subject("1", "/m.py", Statement(9, 9, 9, (), (0, 0)), (Proof.RUNS,), "m.step")


def seen(results: tuple[int, ...], tracing: tuple[int, ...], running: tuple[int, ...], *, other: int = 0) -> Observation:
    """An import and three calls, what they return, and how often the statement runs in each."""
    calls = tuple(CallObservation(None, {"kind": "int", "value": each}, {}, "") for each in (0, *results))
    hits = Hits("0", (0, *tracing), (0, *running), {}), Hits("1", (other,), (0,), {})
    return Observation("", "", calls, hits=hits, changed="back to False" if sum(running) > 1 else "1 to 3")


def guarded(last: tuple[int, int, int], *, other: int = 0) -> Pair:
    return Pair(seen((1, 1, 1), (0, 0, 0), last), seen((1, 2, 3), (1, 0, 0), (0, 0, 0), other=other))


PLAIN, UNDONE = (1, 0, 0), (1, 0, 1)


def test_what_runs_again_eagerly_and_not_in_the_graph_is_confirmed() -> None:
    assert change_of(WRITES) == CapturedChange("0", "self.on", undo=True)
    assert can_change(WRITES, guarded(PLAIN))
    verdict = judge_change(WRITES, guarded(UNDONE), guarded(PLAIN))
    assert verdict == Verdict(
        "confirmed",
        "with `self.on` set back to False before call 3, ran again eagerly, not in the graph; result of call 2: "
        "1 eagerly, 2 in the graph",
    )


def test_what_another_finding_may_explain_is_not() -> None:
    assert judge_change(WRITES, guarded(UNDONE), guarded(PLAIN, other=1), (OTHER,)) is None
    assert judge_change(WRITES, guarded(UNDONE), guarded(PLAIN), (OTHER,)) is not None


def test_what_does_not_run_again_is_not() -> None:
    assert judge_change(WRITES, guarded(PLAIN), guarded(PLAIN)) is None


def test_a_guard_without_any_difference_is_left_alone() -> None:
    same = seen((1, 1, 1), (1, 0, 0), (0, 0, 0))
    assert not can_change(WRITES, Pair(seen((1, 1, 1), (0, 0, 0), PLAIN), same))


@pytest.mark.parametrize(("changed", "confirms"), [((1, 1, 3), True), ((1, 1, 1), False)])
def test_a_name_is_stale_when_only_the_eager_run_shows_the_change(changed: tuple[int, ...], confirms: bool) -> None:
    graph = seen((1, 1, 1), (1, 0, 0), (0, 0, 0))
    before = Pair(seen((1, 1, 1), (0, 0, 0), (1, 1, 1)), graph)
    assert can_change(READS, before)
    verdict = judge_change(READS, Pair(seen(changed, (0, 0, 0), (1, 1, 1)), graph), before)
    assert (verdict is not None) == confirms


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("self.rate", "self.rate"), ('getattr(state, "on", True)', "state.on"), ("getattr(self.state, 'on')", "self.state.on"),
        ("getattr(state, name)", ""), ('getattr(make(), "on")', ""), ('hasattr(state, "on")', ""), ("getattr(state,", ""),
    ],
)  # fmt: skip
def test_an_attribute_is_known_by_its_name_or_by_getattr(text: str, name: str) -> None:
    span = Span("m.py", Position(7, 1), Position(7, 9))
    finding = Finding("TFA114", "frozen-attribute", "", span, Severity.WARNING, Confidence.HIGH, "m.step", None)
    assert changed_name(finding, (Proof.STALE,), READS.statement, text) == name
