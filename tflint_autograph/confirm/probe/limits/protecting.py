"""How the project is protected from what runs: the best way that the system allows without privileges. Runs nothing itself."""

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
    """Protect the project from this process, which keeps its own `folder`. Raises OSError."""
    for name, way in _WAYS:
        if name == protection:
            way(project, folder)


def best(project: Path, folder: Path) -> str:
    """The best protection that holds, each tried in a process of its own; `folder` is an empty one for it."""
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
    """End this process with 0 where the protection keeps a file from being made in the project."""
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
