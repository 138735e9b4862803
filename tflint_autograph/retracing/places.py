"""The user's lines as somebody reads them in the current folder. Writes nothing."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from tflint_autograph.retracing.records import Line

_CELL = re.compile(r"(.*\.ipynb):cell (\d+)$")
_IPYTHON = re.compile(r".*[/\\]ipykernel_\d+[/\\]\d+\.py$|<ipython-input-.*>$")


def split(file: str) -> tuple[str, int | None]:
    """Path and cell of a file: a notebook's cells are files of their own when they run."""
    found = _CELL.match(file)
    return (found[1], int(found[2])) if found else (file, None)


def with_cell(file: str, cell: int | None) -> str:
    """The file that `split` takes apart."""
    return file if cell is None else f"{file}:cell {cell}"


def path(file: str) -> str:
    """A path relative to the current folder where it lies below it, posix style; a cell of Jupyter as it numbers them."""
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
    """`In[3]` for what IPython runs in this process, `cell` where it does not say which."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    named = getattr(getattr(shell, "compile", None), "format_code_name", lambda _: None)(file)
    return str(named[1]) if named else "cell"
