"""An end to the user's code that takes too long, from inside its process. Ends no process."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


class Enough(KeyboardInterrupt):
    """The code has had its time; runners of tests end at what they take for a user's interruption."""


@contextmanager
def alarm(seconds: float, message: str) -> Iterator[list[str]]:
    """Raise Enough in this thread after `seconds`; the list has the message then, whoever caught the exception."""
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
