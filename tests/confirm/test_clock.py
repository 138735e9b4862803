"""The time of a run: what a process waits does not count, or less than what it computes."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tflint_autograph.confirm.probe.limits.clock import Clock, Enough, alarm


def tell(folder: Path, pid: int, own: float, ended: float = 0.0, started: str = "") -> None:
    """Makes the system say how long processors have worked for a process and for its ended children, and which children it has."""
    tick = os.sysconf("SC_CLK_TCK")
    children = folder / str(pid) / "task" / str(pid) / "children"
    children.parent.mkdir(parents=True, exist_ok=True)
    children.write_text(started, encoding="ascii")
    numbers = [0] * 10 + [int(own * tick), 0, int(ended * tick), 0, 20]
    (folder / str(pid) / "stat").write_text(f"{pid} (a (b) c) R {' '.join(map(str, numbers))}", encoding="ascii")


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time of the machine, which the test sets."""
    at = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: at[0])
    return at


def test_a_wait_for_a_processor_takes_no_time(tmp_path: Path, now: list[float]) -> None:
    tell(tmp_path, 7, 50.0)
    clock = Clock(7, tmp_path)
    now[0] += 10.0
    tell(tmp_path, 7, 54.0)
    assert clock.now() == pytest.approx(4.0)


def test_the_share_in_which_threads_wait_for_a_processor_takes_no_time(tmp_path: Path, now: list[float]) -> None:
    tell(tmp_path, 7, 1.0)
    clock = Clock(7, tmp_path)
    now[0] += 10.0
    tell(tmp_path, 7, 9.0)
    for thread, ran, waited in ((7, 0, 0), (8, 4, 6), (9, 4, 6)):
        (tmp_path / "7" / "task" / str(thread)).mkdir(exist_ok=True)
        (tmp_path / "7" / "task" / str(thread) / "schedstat").write_text(f"{ran} {waited} 1", encoding="ascii")
    assert clock.now() == pytest.approx(4.0)


def test_threads_that_compute_at_once_take_no_more_than_what_passes(tmp_path: Path, now: list[float]) -> None:
    tell(tmp_path, 7, 1.0)
    clock = Clock(7, tmp_path)
    now[0] += 10.0
    tell(tmp_path, 7, 31.0)
    assert clock.now() == pytest.approx(10.0)


def test_what_a_process_has_started_computes_for_it(tmp_path: Path, now: list[float]) -> None:
    tell(tmp_path, 7, 1.0)
    clock = Clock(7, tmp_path)
    now[0] += 10.0
    tell(tmp_path, 7, 1.0, started="8 9")
    tell(tmp_path, 8, 2.0, started="10")
    tell(tmp_path, 10, 3.0)
    assert clock.now() == pytest.approx(5.0)
    tell(tmp_path, 7, 1.0, ended=5.0)
    (tmp_path / "8" / "stat").unlink()
    (tmp_path / "10" / "stat").unlink()
    assert clock.now() == pytest.approx(5.0)


def test_of_a_process_that_waits_for_ever_a_quarter_counts(tmp_path: Path, now: list[float]) -> None:
    tell(tmp_path, 7, 1.0)
    clock = Clock(7, tmp_path)
    now[0] += 10.0
    assert clock.now() == pytest.approx(2.5)
    (tmp_path / "7" / "stat").unlink()
    now[0] += 10.0
    assert clock.now() == pytest.approx(5.0)


def test_where_the_system_does_not_tell_every_second_counts(tmp_path: Path, now: list[float]) -> None:
    clock = Clock(7, tmp_path)
    now[0] += 10.0
    assert clock.now() == pytest.approx(10.0)


def test_an_alarm_rings_when_its_own_seconds_are_over() -> None:
    started = time.monotonic()
    with alarm(0.1, "over") as rung, suppress(Enough):
        while not rung:
            signal.pause()
    assert time.monotonic() - started > 0.35
