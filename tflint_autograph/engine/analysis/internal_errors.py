"""Describes exceptions that are errors of this package."""

from __future__ import annotations

import traceback

from tflint_autograph.model.finding import Problem, ProblemKind
from tflint_autograph.model.location import Span


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
