"""The end of a process with that of its parent. Knows nothing of what the process does."""

from __future__ import annotations

import ctypes
import os
import signal
import sys

_SET_PDEATHSIG = 1


def end_with(parent: int, number: int = signal.SIGKILL) -> None:
    """Let the system send signal `number` to this process when `parent`, which has started it, ends; only Linux can.

    A parent that has ended before this call cannot be waited for any more: then the process signals itself.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SET_PDEATHSIG, number, 0, 0, 0)
    if os.getppid() != parent:
        os.kill(os.getpid(), number)
