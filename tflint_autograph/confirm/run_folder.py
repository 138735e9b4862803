"""The temporary folder of all that one child process runs, and what is left of such folders. Runs nothing."""

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
    """A new temporary folder, held by a lock that `descriptor` passes on to who works in it; removed when it is closed.

    Folders that nobody holds are those of runs in which every process was killed: they are removed first.
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
        """End every process that was started in the folder and still runs, and remove the folder."""
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
    """The processes whose temporary folder it was when they were started, where the system tells of that."""
    mark = b"TMPDIR=" + os.fsencode(folder)
    for environ in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            values = environ.read_bytes().split(b"\0")
            if any(each == mark or each.startswith(mark + b"/") for each in values):
                yield int(environ.parent.name)
