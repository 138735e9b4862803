"""The time of a run: what a process waits for a processor does not count."""

from __future__ import annotations

import signal
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tflint_autograph.confirm.probe.limits.alarm import Enough, alarm
from tflint_autograph.confirm.probe.limits.clock import Clock


def waiting(monkeypatch: pytest.MonkeyPatch, *seconds: float) -> None:
    """Makes the system say that the process has waited for so long, in one look after the other; the last one stays."""
    left = list(seconds)

    def read(path: object, encoding: str) -> str:
        return f"0 {int((left.pop(0) if len(left) > 1 else left[0]) * 1e9)} 0"

    monkeypatch.setattr(Path, "read_text", read)


def test_a_wait_for_a_processor_takes_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    waiting(monkeypatch, 1.0, 101.0)
    own = Clock()
    assert own.now() - own.now() == pytest.approx(100.0, abs=0.5)


def test_where_the_system_does_not_tell_every_second_counts() -> None:
    assert Clock("nobody").now() == pytest.approx(time.monotonic(), abs=0.5)


def test_an_alarm_rings_when_its_own_seconds_are_over(monkeypatch: pytest.MonkeyPatch) -> None:
    waiting(monkeypatch, 0.0, 0.2)
    started = time.monotonic()
    with alarm(0.1, "over") as rung, suppress(Enough):
        while not rung:
            signal.pause()
    assert time.monotonic() - started > 0.28
