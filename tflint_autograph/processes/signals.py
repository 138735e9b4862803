"""Orderly termination on signals that request the end of a process."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

ASKING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""The signals besides Ctrl-C that request the end of a process."""


class Terminated(SystemExit):
    """Raised when a signal requests the end of this process, so that `finally` blocks run, as for Ctrl-C."""

    def __init__(self, number: int) -> None:
        super().__init__(128 + number)


@contextmanager
def orderly_end(numbers: Sequence[int] = ASKING) -> Iterator[None]:
    """Context manager that is left by `Terminated` on these signals; afterwards the process ends by the same signal.

    An ignored signal stays ignored, as `nohup` requires. Signals during the cleanup are ignored.
    """
    sent: list[int] = []

    def end(number: int, frame: object) -> None:
        for each in heard:
            signal.signal(each, signal.SIG_IGN)
        sent.append(number)
        raise Terminated(number)

    heard = [number for number in numbers if signal.getsignal(number) is not signal.SIG_IGN]
    for number in heard:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in heard:
            signal.signal(number, signal.SIG_DFL)
        if sent:
            _flush()
            os.kill(os.getpid(), sent[0])


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):  # the reader is gone
            continue


def leave_to_parent() -> None:
    """Makes a forked child ignore Ctrl-C, which all processes of a terminal get and the parent handles.

    Other signals end the child at once: cleaning up is the parent's job.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in ASKING:
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT, *ASKING})


@contextmanager
def held(numbers: Iterable[int] = (signal.SIGINT, *ASKING)) -> Iterator[None]:
    """Context manager that blocks signals during a startup: Ctrl-C and similar ones, if no others are given."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, numbers)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
