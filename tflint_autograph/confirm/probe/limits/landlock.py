"""Restricts what a process and its children may write, without privileges, by Linux Landlock."""

from __future__ import annotations

import ctypes
import errno
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from tflint_autograph.confirm.probe.limits.system import call

_CREATE, _ADD, _RESTRICT = 444, 445, 446
_VERSION = 1
_BENEATH = 1
_NO_NEW_PRIVILEGES = 38

_WRITE = 1 << 1
_TRUNCATE = 1 << 14
_OF_FOLDERS = sum(1 << bit for bit in range(4, 14))
"""The rights to remove, create, link and rename entries of a folder."""

_SIGNALS = 1 << 1
_OLDEST_FOR_FILES, _OLDEST_FOR_TRUNCATION, _OLDEST_FOR_SIGNALS = 2, 3, 6
"""Versions of Landlock. The first forbids moving files between folders, which saving a checkpoint needs."""

_DEVICES = ("/dev", "/proc")


class _Rules(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("folder", ctypes.c_int32))


def version() -> int:
    """Returns the version of Landlock, or 0 if it is not available."""
    try:
        return call("syscall", _CREATE, None, ctypes.c_size_t(0), ctypes.c_uint32(_VERSION))
    except OSError:
        return 0


def forbid_signals() -> None:
    """Forbids this process and its children to send signals to others. Does nothing if Landlock cannot."""
    if version() >= _OLDEST_FOR_SIGNALS:
        _restrict(_Rules(0, 0, _SIGNALS), ())


def forbid_writing(project: Path, folder: Path) -> None:
    """Forbids this process and its children to change anything below `project`, except below `folder`. Raises OSError.

    Landlock only knows allowed paths: everything except the project and its parent folders is allowed. In the parents nothing can be
    created or removed. `/dev` may be one of them: files in `/dev/shm` are kept in memory.
    """
    if version() < _OLDEST_FOR_FILES:
        raise OSError(errno.ENOSYS, "no Landlock that is new enough")
    rights = _WRITE | _OF_FOLDERS | (_TRUNCATE if version() >= _OLDEST_FOR_TRUNCATION else 0)
    devices = [each for each in map(Path, _DEVICES) if each not in project.parents]
    _restrict(_Rules(rights, 0, 0), (folder, *devices, *_beside(project)))


def _beside(project: Path) -> Iterator[Path]:
    """Yields the entries next to the folders on the path from the root to the project."""
    for inner in (project, *project.parents)[:-1]:
        with suppress(PermissionError, FileNotFoundError):
            yield from (each for each in inner.parent.iterdir() if each != inner and not each.is_symlink())


def _restrict(rules: _Rules, allowed: tuple[Path, ...]) -> None:
    size = ctypes.sizeof(_Rules) if rules.scoped else ctypes.sizeof(ctypes.c_uint64)
    made = call("syscall", _CREATE, ctypes.byref(rules), ctypes.c_size_t(size), ctypes.c_uint32(0))
    try:
        for each in allowed:
            with suppress(OSError):  # it is gone, or cannot be opened: then it stays forbidden
                _allow(made, each, rules.files)
        call("prctl", _NO_NEW_PRIVILEGES, 1, 0, 0, 0)
        call("syscall", _RESTRICT, made, ctypes.c_uint32(0))
    finally:
        os.close(made)


def _allow(made: int, path: Path, rights: int) -> None:
    opened = os.open(path, os.O_PATH)
    try:
        rule = _Beneath(rights if path.is_dir() else rights & ~_OF_FOLDERS, opened)
        call("syscall", _ADD, made, _BENEATH, ctypes.byref(rule), ctypes.c_uint32(0))
    finally:
        os.close(opened)
