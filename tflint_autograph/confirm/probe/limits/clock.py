"""The time of a run without waiting for a processor, and the interruption of user code that takes too long."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_PAUSE = 0.2
"""The seconds after which the threads of a process are looked at again; TensorFlow has dozens of them."""


class Clock:
    """Counts the seconds of a process, by default this one.

    Linux counts how long each thread has run, and how long it has been ready to run without a processor, the first two numbers in
    `/proc/PID/task/TID/schedstat`. What the main thread waits does not count, nor what the thread that waits most does, since the main one
    waits for what TensorFlow computes in others. Where both wait at once, the processor's time counts. Other systems count neither, and
    there every second counts.
    """

    def __init__(self, pid: int | None = None, processes: Path = Path("/proc")) -> None:
        self._pid = os.getpid() if pid is None else pid
        self._tasks = processes / str(self._pid) / "task"
        self._own = self._others = self._ran = 0.0
        self._looked = -_PAUSE
        self._start: float | None = None

    def now(self) -> float:
        """Returns the time in seconds, from an arbitrary start. For a process that has ended, the wait is the last known one."""
        now = time.monotonic()
        ran, self._own = self._read(str(self._pid), (self._ran, self._own))
        self._ran = max(ran, self._ran)
        if now - self._looked >= _PAUSE:
            self._looked = now
            for ran, waited in self._threads():
                self._ran, self._others = max(ran, self._ran), max(waited, self._others)
        at = now - self._own - self._others
        if self._start is None:
            self._start = at - self._ran
        return max(at, self._start + self._ran)

    def _threads(self) -> Iterator[tuple[float, float]]:
        """Yields how long each thread but the main one has run and waited."""
        with suppress(OSError):
            for name in os.listdir(self._tasks):
                if name != str(self._pid):
                    yield self._read(name, (0.0, 0.0))

    def _read(self, thread: str, known: tuple[float, float]) -> tuple[float, float]:
        with suppress(OSError, ValueError):
            ran, waited = (self._tasks / thread / "schedstat").read_text(encoding="ascii").split()[:2]
            return int(ran) / 1e9, int(waited) / 1e9
        return known


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
