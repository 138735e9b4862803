"""Makes up files that a called function reads and does not find. Writes to the folders of the run alone."""

from __future__ import annotations

import ast
import importlib
import io
import json
import os
import pickle
import re
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from tflint_autograph.confirm.made_files import MadeFile, Place

_NOT_FOUND = re.compile(r"(?:^|\s)(?:file://)?(\S+); No such file or directory")
"""TensorFlow's message for a file that does not exist (`tsl::errors::NotFound` in `posix_file_system.cc`)."""

_MOST = 12
"""Maximum number of files and contents that one search tries."""


class MadeFiles:
    """The files made up so far, by where they are. `tree` is the syntax of the module that reads them, whose keys a table has."""

    def __init__(self, tree: ast.AST | None) -> None:
        self._contents = tuple(dict.fromkeys(_contents(_keys(tree) if tree else ())))
        self._made: dict[tuple[Place, str], int] = {}
        self._left = _MOST

    def made(self) -> tuple[MadeFile, ...]:
        """Returns the files that there are."""
        return tuple(MadeFile(*where, self._contents[number]) for where, number in self._made.items())

    def make_for(self, error: BaseException) -> bool:
        """Makes the file that an exception misses, else replaces the content of the one made last. Returns whether it did either."""
        where = _place(_missing(error))
        if where is not None and where not in self._made:
            return self._make(where, 0)
        if not self._made:
            return False
        last, number = next(reversed(self._made.items()))
        return self._make(last, number + 1)

    def _make(self, where: tuple[Place, str], number: int) -> bool:
        if number >= len(self._contents) or not self._left:
            return False
        self._left -= 1
        self._made[where] = number
        return put(MadeFile(*where, self._contents[number]))


def put(file: MadeFile) -> bool:
    """Writes a file into the folder of this run, and returns whether that was possible."""
    path = _folders()[file.place] / file.path
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.content.encode("latin-1"))
    except OSError:
        return False
    return True


def _folders() -> dict[Place, Path]:
    return {"work": Path.cwd(), "temporary": Path(tempfile.gettempdir())}


def _missing(error: BaseException) -> str:
    """Returns the path that an exception says does not exist, or an empty string."""
    if isinstance(error, FileNotFoundError):
        return os.fsdecode(error.filename) if isinstance(error.filename, (str, bytes)) else ""
    errors = importlib.import_module("tensorflow").errors
    found = _NOT_FOUND.search(str(error)) if isinstance(error, errors.NotFoundError) else None
    return found[1] if found else ""


def _place(path: str) -> tuple[Place, str] | None:
    """Returns where a missing file belongs; None outside of the folders of the run."""
    full = Path(os.path.abspath(path)) if path else None
    for place, folder in _folders().items() if full is not None else ():
        if full is not None and full.is_relative_to(folder) and full != folder and not full.exists():
            return place, str(full.relative_to(folder))
    return None


def _keys(tree: ast.AST) -> Iterator[str]:
    """Yields the constant texts that subscripts read, or that `get` asks for."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            yield from [node.slice.value] if isinstance(node.slice.value, str) else []
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get" and node.args:
            yield from [given.value for given in node.args[:1] if isinstance(given, ast.Constant) and isinstance(given.value, str)]


def _contents(keys: Iterable[str]) -> Iterator[str]:
    """Yields contents for a file that is read, in the forms of the usual readers."""
    table = dict.fromkeys((*keys, "a", "b"), 1.5)
    rows = [1.5, 2.5]
    yield json.dumps(table)
    yield "1.5\n"
    yield json.dumps(rows)
    numpy = importlib.import_module("numpy")
    for held in (numpy.array([1.5, 2.5], numpy.float32), numpy.array([[1.5, 2.5], [0.5, 1.0]], numpy.float32)):
        yield _saved(numpy, held)
    yield from (pickle.dumps(held).decode("latin-1") for held in (table, rows))
    yield "1.5,2.5\n0.5,1.0\n"


def _saved(numpy: Any, array: Any) -> str:
    buffer = io.BytesIO()
    numpy.save(buffer, array)
    return buffer.getvalue().decode("latin-1")


def tree_of(file: str) -> ast.AST | None:
    """Returns the syntax tree of a module's file, or None for one that is none."""
    with suppress(OSError, SyntaxError, ValueError, TypeError):
        return ast.parse(Path(file).read_bytes())
    return None
