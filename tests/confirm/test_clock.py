"""The time of a run: what a process waits for a processor does not count."""

from __future__ import annotations

import signal
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tflint_autograph.confirm.probe.limits.clock import Clock, Enough, alarm


def tell(folder: Path, thread: int, ran: float, waited: float) -> None:
    """Makes the system say how long a thread of process 7 has run and waited, in seconds."""
    file = folder / "7" / "task" / str(thread) / "schedstat"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"{int(ran * 1e9)} {int(waited * 1e9)} 0", encoding="ascii")


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time of the machine, which the test sets."""
    at = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: at[0])
    return at


def elapsed(folder: Path, now: list[float], seconds: float, *threads: tuple[int, float, float]) -> float:
    """The seconds by the clock in which so many pass on the machine, and the threads run and wait so much more."""
    for thread, _, _ in threads:
        tell(folder, thread, 1.0, 5.0)
    own = Clock(7, folder)
    started = own.now()
    now[0] += seconds
    for thread, ran, waited in threads:
        tell(folder, thread, 1.0 + ran, 5.0 + waited)
    return own.now() - started


def test_a_wait_for_a_processor_takes_no_time(tmp_path: Path, now: list[float]) -> None:
    assert elapsed(tmp_path, now, 10.0, (7, 1.0, 6.0)) == pytest.approx(4.0)


def test_a_wait_for_a_thread_that_waits_for_a_processor_takes_no_time(tmp_path: Path, now: list[float]) -> None:
    assert elapsed(tmp_path, now, 10.0, (7, 1.0, 2.0), (8, 1.0, 5.0), (9, 0.0, 1.0)) == pytest.approx(3.0)


def test_the_time_of_the_processor_counts_where_threads_wait_at_once(tmp_path: Path, now: list[float]) -> None:
    assert elapsed(tmp_path, now, 10.0, (7, 1.0, 9.0), (8, 2.0, 8.0)) == pytest.approx(2.0)


def test_a_process_that_sleeps_takes_time(tmp_path: Path, now: list[float]) -> None:
    assert elapsed(tmp_path, now, 10.0, (7, 0.0, 0.0), (8, 0.0, 0.0)) == pytest.approx(10.0)


def test_where_the_system_does_not_tell_every_second_counts(tmp_path: Path) -> None:
    assert Clock(7, tmp_path).now() == pytest.approx(time.monotonic(), abs=0.5)


def test_an_alarm_rings_when_its_own_seconds_are_over(monkeypatch: pytest.MonkeyPatch) -> None:
    waits = [0.0, 0.2]
    monkeypatch.setattr(Clock, "_read", lambda *given: (0.0, waits.pop(0) if len(waits) > 1 else waits[0]))
    monkeypatch.setattr(Clock, "_threads", lambda self: iter(()))
    started = time.monotonic()
    with alarm(0.1, "over") as rung, suppress(Enough):
        while not rung:
            signal.pause()
    assert time.monotonic() - started > 0.28
