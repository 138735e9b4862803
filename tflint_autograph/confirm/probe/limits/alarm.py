"""Interrupts user code that takes too long, from inside its process."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

from tflint_autograph.confirm.probe.limits.clock import Clock

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
