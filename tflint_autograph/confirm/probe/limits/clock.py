"""The time of a run by what it computes, and the interruption of user code that takes too long."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_WAITING = 4.0
"""Of so many seconds that a process waits, one counts: it may wait for ever."""

_PAUSE = 0.2
"""The seconds after which the threads of a process, and the processes that it has started, are looked up again; TensorFlow has dozens of threads."""

_TICKS = float(os.sysconf("SC_CLK_TCK"))


class Clock:
    """Counts the seconds of a process, by default this one, and of those that it has started.

    What counts is the time of processors, or the time that has passed if that is less, without the share of it in which threads were ready to
    run and had no processor: what others use of the machine takes no time of a run. At least a quarter of what has passed counts, since a
    process may wait for what never comes. Linux tells these times in `/proc/PID/stat` and `/proc/PID/task/TID/schedstat`; other systems do
    not, and there every second counts.
    """

    def __init__(self, pid: int | None = None, processes: Path = Path("/proc")) -> None:
        self._pid = os.getpid() if pid is None else pid
        self._processes = processes
        self._looked = -_PAUSE
        self._below: tuple[int, ...] = ()
        self._used: float | None = None
        self._running = 1.0
        self._began, self._before = time.monotonic(), self._computed()

    def now(self) -> float:
        """Returns the seconds since this clock was made. Of a process that has ended the processor's time is the last known one."""
        passed = time.monotonic() - self._began
        used = self._computed()
        if used is None or self._before is None:
            return passed
        return max(min(passed * self._running, used - self._before), passed / _WAITING)

    def _computed(self) -> float | None:
        """Returns the seconds that processors have worked for the process, None if the system does not tell."""
        if time.monotonic() - self._looked >= _PAUSE:
            self._looked = time.monotonic()
            self._below = tuple(self._started_by(self._pid))
            ran, waited = map(sum, zip((0, 0), *self._threads(), strict=True))
            self._running = ran / (ran + waited) if ran else 1.0
        own = self._of(self._pid)
        if own is not None:
            self._used = max(self._used or 0.0, own + sum(self._of(each) or 0.0 for each in self._below))
        return self._used

    def _threads(self) -> Iterator[tuple[int, int]]:
        """Yields how long each thread has run, and waited for a processor."""
        for each in (self._processes / str(self._pid) / "task").glob("*/schedstat"):
            with suppress(OSError, ValueError):
                ran, waited = map(int, each.read_text(encoding="ascii").split()[:2])
                yield ran, waited

    def _started_by(self, pid: int) -> Iterator[int]:
        with suppress(OSError):
            for each in (self._processes / str(pid) / "task").glob("*/children"):
                for below in map(int, each.read_text(encoding="ascii").split()):
                    yield below
                    yield from self._started_by(below)

    def _of(self, pid: int) -> float | None:
        """Returns the seconds of a process with those of its children that it has waited for."""
        with suppress(OSError, ValueError):
            stat = (self._processes / str(pid) / "stat").read_text(encoding="utf-8", errors="replace")
            return sum(map(int, stat.rpartition(")")[2].split()[11:15])) / _TICKS
        return None


_TOLERANCE = 0.01
"""The seconds by which a timer may ring too early."""


class Enough(KeyboardInterrupt):
    """Raised when the time is over. A KeyboardInterrupt, since test runners stop for it."""


@contextmanager
def patience(seconds: float) -> Iterator[None]:
    """Context manager that raises Enough after the process has computed for `seconds`. Does not disturb `alarm`."""

    def ring(number: int, frame: object) -> None:
        raise Enough(f"computes for more than {seconds:g} s")

    signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


@contextmanager
def alarm(seconds: float, message: str) -> Iterator[list[str]]:
    """Context manager that raises Enough in this thread after `seconds`; the list then contains the message, even if it was caught."""
    rung: list[str] = []
    clock = Clock()
    end = clock.now() + seconds

    def ring(number: int, frame: object) -> None:
        if (left := end - clock.now()) > _TOLERANCE:
            signal.setitimer(signal.ITIMER_REAL, left)
            return
        rung.append(message)
        raise Enough(message)

    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.001))
    try:
        yield rung
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
