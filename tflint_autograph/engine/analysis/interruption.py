"""Recognises interruptions such as Ctrl-C that arrive wrapped in another exception."""

from __future__ import annotations

from tflint_autograph.processes.signals import Terminated


def is_interruption(error: BaseException) -> bool:
    """Whether `error` is an interruption by the user or was raised because of one.

    Until Python 3.12, what interrupts a `__set_name__` (each field of a dataclass has one) comes out of the class
    statement as a RuntimeError, with the interruption as its cause.
    """
    at: BaseException | None = error
    while at is not None:
        if isinstance(at, (KeyboardInterrupt, Terminated)):
            return True
        at = at.__cause__ or at.__context__
    return False
