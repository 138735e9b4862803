"""Displays output under a cell, in the form that the front end supports."""

from __future__ import annotations

from typing import Any


def is_terminal(shell: Any) -> bool:
    """Whether a shell writes to a terminal, without a kernel that sends output to a front end."""
    return getattr(shell, "kernel", None) is None


def running(shell: Any) -> int:
    """Returns the number of the running cell. IPython increments it at the end, or at the start in newer versions."""
    history = getattr(shell.history_manager, "input_hist_raw", None)
    return len(history) - 1 if history else int(shell.execution_count)


def show(shell: Any, shown: object, identity: str = "", *, again: bool = False) -> None:
    """Displays an object under the running cell; with `again`, replaces the output with this identity.

    Output on a terminal cannot be replaced.
    """
    if is_terminal(shell):
        if not again:
            print(shown)
        return
    from IPython.display import display

    display(shown, display_id=identity or None, update=again)  # type: ignore[no-untyped-call]
