"""Formats the user's lines relative to the current folder."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from tflint_autograph.retracing.records import Line

_CELL = re.compile(r"(.*\.ipynb):cell (\d+)$")
_IPYTHON = re.compile(r".*[/\\]ipykernel_\d+[/\\]\d+\.py$|<ipython-input-.*>$")


def split(file: str) -> tuple[str, int | None]:
    """Returns path and cell of a file: a notebook's cells are files of their own when they run."""
    found = _CELL.match(file)
    return (found[1], int(found[2])) if found else (file, None)


def with_cell(file: str, cell: int | None) -> str:
    """Returns the file name that `split` splits."""
    return file if cell is None else f"{file}:cell {cell}"


def path(file: str) -> str:
    """Returns a POSIX path, relative to the current folder if below it; for a Jupyter cell its number."""
    if _IPYTHON.match(file):
        return _cell_of_jupyter(file)
    here = os.getcwd()
    whole = Path(file)
    return (whole.relative_to(here) if whole.is_relative_to(here) else whole).as_posix()


def place(line: Line) -> str:
    """`train.py:12`, `nb.ipynb:cell 3:2` in a notebook."""
    file, cell = split(line.file)
    return f"{path(file)}:{f'cell {cell}:' if cell is not None else ''}{line.line}"


def _cell_of_jupyter(file: str) -> str:
    """Returns `In[3]` for code that IPython runs in this process, or `cell` if the number is unknown."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    named = getattr(getattr(shell, "compile", None), "format_code_name", lambda _: None)(file)
    return str(named[1]) if named else "cell"
