"""Ends a process when its parent ends."""

from __future__ import annotations

import ctypes
import os
import signal
import sys

_SET_PDEATHSIG = 1


def end_with(parent: int, number: int = signal.SIGKILL) -> None:
    """Makes the system send signal `number` to this process when `parent`, which started it, ends. Linux only.

    If the parent has already ended, the process signals itself.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SET_PDEATHSIG, number, 0, 0, 0)
    if os.getppid() != parent:
        os.kill(os.getpid(), number)
