"""A module of the user's as it can be run: its file, its name and where imports start. Runs nothing."""

from __future__ import annotations

from tflint_autograph.model.record import record


@record
class Runnable:
    """`path` is as findings carry it, `file` absolute, `search` the absolute folders in which its imports start.

    `text` is the module as it was analysed. Of a notebook it is what the cells joined give, and `cells` their numbers
    with the 1-based line of the module at which each starts; a plain file has none.
    """

    path: str
    file: str
    module: str
    search: tuple[str, ...]
    text: str
    cells: tuple[tuple[int, int], ...] = ()

    def place(self, line: int) -> tuple[int | None, int]:
        """The cell and its line for a line of the module; no cell in a plain file."""
        above = [(number, first) for number, first in self.cells if first <= line]
        return (above[-1][0], line - above[-1][1] + 1) if above else (None, line)

    def line(self, cell: int | None, line: int) -> int:
        """The line of the module for a line of a finding."""
        return line + next((first - 1 for number, first in self.cells if number == cell), 0)
