"""The time of a run, without the time in which its process waits for a processor: other work of the machine takes none of it."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path


class Clock:
    """Counts the seconds of a process, by default this one.

    Linux counts how long the main thread of a process has been ready to run without a processor, the second number in
    `/proc/PID/schedstat`. Other systems do not, and there every second counts.
    """

    def __init__(self, pid: int | str = "self") -> None:
        self._file = Path(f"/proc/{pid}/schedstat")
        self._waited = 0.0

    def now(self) -> float:
        """Returns the time in seconds, from an arbitrary start. For a process that has ended, the wait is the last known one."""
        with suppress(OSError, ValueError, IndexError):
            self._waited = int(self._file.read_text(encoding="ascii").split()[1]) / 1e9
        return time.monotonic() - self._waited
