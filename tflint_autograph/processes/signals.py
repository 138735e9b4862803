"""An orderly end on the signals that ask a process to end. Ends nothing itself."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

ASKING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""The signals beside Ctrl-C that ask a process to end."""


class Terminated(SystemExit):
    """A signal has asked this process to end; it passes every `finally` on the way out, as Ctrl-C does."""

    def __init__(self, number: int) -> None:
        super().__init__(128 + number)


@contextmanager
def orderly_end(numbers: Sequence[int] = ASKING) -> Iterator[None]:
    """A block that is left by `Terminated` on these signals; after it the process ends by the signal it was sent.

    A signal that is ignored stays so, as `nohup` wants it. What is sent while the block is being left is ignored: it would
    keep the block from cleaning up.
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
        except (OSError, ValueError):  # nobody reads any more
            continue


def leave_to_parent() -> None:
    """Make a forked child deaf to Ctrl-C, which every process of a terminal hears and the parent answers.

    Other signals end the child at once: what the parent would clean up is none of its business.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in ASKING:
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT, *ASKING})


@contextmanager
def held() -> Iterator[None]:
    """A block in which Ctrl-C and its like wait: what is half started cannot be ended."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, *ASKING})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
