"""Reads the messages of exceptions that the user's code raises."""

from __future__ import annotations

import re

_COLOR = re.compile(r"\x1b\[[0-9;]*m")


def text_of(error: BaseException) -> str:
    """Returns the message of an exception without the codes for colors in it."""
    return _COLOR.sub("", str(error))


def message_of(error: BaseException) -> str:
    """Returns the most informative line of a message: the one with the exception type if AutoGraph adds its own, else the last."""
    # Keras adds a list of the arguments to what it passes on
    lines = [line.strip() for line in text_of(error).partition("Arguments received by")[0].strip().splitlines()] or [""]
    named = [line for line in lines if line.startswith(f"{type(error).__name__}: ")]
    return (named or lines)[-1].removeprefix(f"{type(error).__name__}: ")
