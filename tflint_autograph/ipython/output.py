"""Shows something where the output of a cell goes, in the form that the front end can. Knows no finding."""

from __future__ import annotations

from typing import Any


def is_terminal(shell: Any) -> bool:
    """Whether a shell writes to a terminal: there is no kernel that sends what it shows to a front end."""
    return getattr(shell, "kernel", None) is None


def running(shell: Any) -> int:
    """The number of the cell that runs: IPython counts on at its end, or at its begin in newer versions."""
    history = getattr(shell.history_manager, "input_hist_raw", None)
    return len(history) - 1 if history else int(shell.execution_count)


def show(shell: Any, shown: object, identity: str = "", *, again: bool = False) -> None:
    """Show something under the cell that runs; `again` in the place of what was shown with this identity.

    What is on a terminal stays there.
    """
    if is_terminal(shell):
        if not again:
            print(shown)
        return
    from IPython.display import display

    display(shown, display_id=identity or None, update=again)  # type: ignore[no-untyped-call]
