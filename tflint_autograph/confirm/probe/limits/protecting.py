"""Protects the project from the code that runs, in the best way the system supports without privileges."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

from tflint_autograph.confirm.probe.limits.copying import copy_on_write
from tflint_autograph.confirm.probe.limits.landlock import forbid_writing
from tflint_autograph.confirm.protocol import COPY, READ_ONLY, UNPROTECTED

_WAYS: tuple[tuple[str, Callable[[Path, Path], None]], ...] = ((COPY, copy_on_write), (READ_ONLY, forbid_writing))


def protect(protection: str, project: Path, folder: Path) -> None:
    """Protects the project from this process, which can still write to `folder`. Raises OSError."""
    for name, way in _WAYS:
        if name == protection:
            way(project, folder)


def best(project: Path, folder: Path) -> str:
    """Returns the best protection that works, each tried in a process of its own; `folder` is an empty one for that."""
    if sys.platform != "linux":
        return UNPROTECTED
    for name, _ in _WAYS:
        own = folder / name
        own.mkdir()
        child = os.fork()
        if child == 0:
            _try(name, project, own)
        if os.waitpid(child, 0)[1] == 0:
            return name
    return UNPROTECTED


def _try(protection: str, project: Path, folder: Path) -> None:
    """Exits with 0 if the protection prevents creating a file in the project."""
    code = 1
    trial = project / f".{folder.parent.name}"
    try:
        protect(protection, project, folder)
        (folder / "own").touch()
        try:
            trial.touch()
            code = 0 if protection == COPY and (folder / "upper" / trial.name).exists() else 1
        except PermissionError:
            code = 0 if protection == READ_ONLY else 1
        else:
            trial.unlink()
    except OSError:
        code = 1
    finally:
        os._exit(code)
