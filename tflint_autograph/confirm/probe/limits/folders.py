"""Temporary folders, removed with all that somebody else's code has put there. Makes none."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from pathlib import Path


def remove(folder: Path) -> None:
    """Remove a folder, those in it that nobody may read or write among them; it need not be there."""
    for at, names, _ in os.walk(folder):
        for name in names:
            path = os.path.join(at, name)
            if not os.path.islink(path):
                with suppress(OSError):
                    os.chmod(path, 0o700)
    shutil.rmtree(folder, ignore_errors=True)
