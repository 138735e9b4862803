"""Interrupts user code that takes too long, from inside its process."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


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

    def ring(number: int, frame: object) -> None:
        rung.append(message)
        raise Enough(message)

    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.001))
    try:
        yield rung
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
