"""Removes temporary folders with whatever other code has put there."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from pathlib import Path


def remove(folder: Path) -> None:
    """Removes a folder, even if it contains unreadable folders. It need not exist."""
    for at, names, _ in os.walk(folder):
        for name in names:
            path = os.path.join(at, name)
            if not os.path.islink(path):
                with suppress(OSError):
                    os.chmod(path, 0o700)
    shutil.rmtree(folder, ignore_errors=True)
