"""The temporary folder for everything that one child process runs, and the removal of old ones. Runs nothing."""

from __future__ import annotations

import fcntl
import os
import signal
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from tflint_autograph.confirm.probe.limits.folders import remove

_PREFIX = "tflint-"  # short: the path of a socket below it has to fit into a hundred characters
_LOCK = "tflint-autograph.lock"


class RunFolder:
    """A new temporary folder, locked by a file `descriptor` that is passed to those who use it; removed on close.

    Folders without a lock are left over from killed runs, and are removed first.
    """

    def __init__(self) -> None:
        for left in _abandoned():
            remove(left)
        self.path = Path(tempfile.mkdtemp(prefix=_PREFIX))
        # Only once it is locked does it get the name by which others know that it may be one to remove
        new = self.path / f"{_LOCK}.new"
        self.descriptor = os.open(new, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC)
        fcntl.flock(self.descriptor, fcntl.LOCK_SH)
        new.rename(self.path / _LOCK)

    def close(self) -> None:
        """Ends every process started in the folder, and removes the folder."""
        for pid in _started_in(self.path):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        remove(self.path)
        os.close(self.descriptor)


def _abandoned() -> Iterator[Path]:
    for lock in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*/{_LOCK}"):
        folder = lock.parent
        with suppress(OSError):
            if folder.is_symlink() or folder.stat().st_uid != os.geteuid():
                continue
            descriptor = os.open(lock, os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                yield folder
            finally:
                os.close(descriptor)


def _started_in(folder: Path) -> Iterator[int]:
    """Yields the processes that were started with this temporary folder, if the system tells."""
    mark = b"TMPDIR=" + os.fsencode(folder)
    for environ in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            values = environ.read_bytes().split(b"\0")
            if any(each == mark or each.startswith(mark + b"/") for each in values):
                yield int(environ.parent.name)
