"""Tells interruptions such as Ctrl-C, also wrapped in another exception, from exceptions that are errors of this package."""

from __future__ import annotations

import traceback

from tflint_autograph.model.finding import Problem, ProblemKind
from tflint_autograph.model.location import Span
from tflint_autograph.processes.signals import Terminated


def internal_error(error: Exception, place: Span, lost: str = "") -> Problem:
    """Returns the problem to report for an internal error. `lost` says what could not be checked."""
    message = described(error)
    return Problem(ProblemKind.INTERNAL, f"{message}; {lost}" if lost else message, place, "please report it")


def described(error: Exception) -> str:
    """Returns one line for an internal error: where it was raised, and its message."""
    message = " ".join(str(error).split())
    return f"a bug of ours in {_culprit(error)}: {type(error).__name__}: {message}"


def _culprit(error: Exception) -> str:
    """Returns file and line of the innermost frame in this package."""
    place = ""
    for frame in traceback.extract_tb(error.__traceback__):
        if "tflint_autograph" in frame.filename:
            place = f"{frame.filename.rpartition('tflint_autograph')[2].lstrip('/')}:{frame.lineno}"
    return place


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
