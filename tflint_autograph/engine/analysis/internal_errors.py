"""What is said of an exception that is a bug of ours. Catches none itself."""

from __future__ import annotations

import traceback

from tflint_autograph.model.finding import Problem, ProblemKind
from tflint_autograph.model.location import Span


def internal_error(error: Exception, place: Span, lost: str = "") -> Problem:
    """The problem to report for an exception of our own code; `lost` says what is not checked because of it."""
    message = described(error)
    return Problem(ProblemKind.INTERNAL, f"{message}; {lost}" if lost else message, place, "please report it")


def described(error: Exception) -> str:
    """One line for an exception of our own code: where it comes from, and what it says."""
    message = " ".join(str(error).split())
    return f"a bug of ours in {_culprit(error)}: {type(error).__name__}: {message}"


def _culprit(error: Exception) -> str:
    """File and line of the innermost frame in this package."""
    place = ""
    for frame in traceback.extract_tb(error.__traceback__):
        if "tflint_autograph" in frame.filename:
            place = f"{frame.filename.rpartition('tflint_autograph')[2].lstrip('/')}:{frame.lineno}"
    return place
