"""A user module in a form that can be run: its file, name and import path."""

from __future__ import annotations

from tflint_autograph.model.record import record


@record
class Runnable:
    """A module to run: `path` is as in findings, `file` absolute, `search` the absolute folders of its import path.

    `text` is the analysed module; for a notebook the joined cells, with `cells` mapping their numbers to the 1-based module line where each
    starts.
    """

    path: str
    file: str
    module: str
    search: tuple[str, ...]
    text: str
    cells: tuple[tuple[int, int], ...] = ()

    def place(self, line: int) -> tuple[int | None, int]:
        """Returns the cell and its line for a line of the module; None as cell in a plain file."""
        above = [(number, first) for number, first in self.cells if first <= line]
        return (above[-1][0], line - above[-1][1] + 1) if above else (None, line)

    def line(self, cell: int | None, line: int) -> int:
        """Returns the module line for a line of a finding."""
        return line + next((first - 1 for number, first in self.cells if number == cell), 0)
