"""Records which project paths this process writes through Python, in a file that survives it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from tflint_autograph.confirm.project_change import ProjectChange

_NOTED = "noted"


def note_writing(project: Path, folder: Path) -> None:
    """Starts recording, in a file of `folder`, each path below `project` that is written, created or moved to.

    Writes by libraries that bypass Python are not recorded.
    """
    opened = os.open(folder / _NOTED, os.O_CREAT | os.O_WRONLY | os.O_APPEND)
    start = os.path.join(os.fsencode(project), b"")
    known: set[bytes] = set()

    def told(event: str, arguments: tuple[Any, ...]) -> None:
        find = _EVENTS.get(event)
        path = find(arguments) if find is not None else None
        if path is None or isinstance(path, int):
            return
        written = os.path.abspath(os.fsencode(path))
        if written.startswith(start) and written not in known:
            known.add(written)
            with suppress(OSError):  # the user's code has closed it
                os.write(opened, written[len(start) :] + b"\0")

    sys.addaudithook(told)


def noted(folder: Path) -> tuple[ProjectChange, ...]:
    """Returns what a process with this folder has recorded."""
    file = folder / _NOTED
    return tuple(ProjectChange(path, "written") for path in _paths(file.read_bytes())) if file.exists() else ()


def _paths(data: bytes) -> Iterator[str]:
    return (os.fsdecode(path) for path in data.split(b"\0")[:-1])


def _opened(arguments: tuple[Any, ...]) -> Any:
    path, _, flags = arguments
    return path if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT) else None


def _first(arguments: tuple[Any, ...]) -> Any:
    return arguments[0]


def _second(arguments: tuple[Any, ...]) -> Any:
    return arguments[1]


_EVENTS: dict[str, Callable[[tuple[Any, ...]], Any]] = {
    "open": _opened,
    "os.mkdir": _first,
    "os.rename": _second,
    "os.link": _second,
    "os.symlink": _second,
}
"""Maps audit events to the position of the written path among their arguments."""
