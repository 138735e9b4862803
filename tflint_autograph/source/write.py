"""Replaces a file atomically."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from pathlib import Path


def replace_file(target: Path, data: bytes) -> None:
    """Writes `data` to a file, keeping its mode and owner. Raises OSError.

    `target` must be no link, since the link would be replaced.
    """
    before = target.stat() if target.exists() else None
    mode = stat.S_IMODE(before.st_mode) if before else 0o666 & ~_umask()
    import tempfile  # takes 2 ms, and most runs write nothing

    descriptor, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with open(descriptor, "wb") as stream:
            stream.write(data)
        if before and sys.platform != "win32":
            # Only a superuser can give a file away, and only where one works on other people's files is there a need to.
            with contextlib.suppress(PermissionError):
                os.chown(temporary, before.st_uid, before.st_gid)
        os.chmod(temporary, mode)
        os.replace(temporary, target)
    finally:
        Path(temporary).unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
