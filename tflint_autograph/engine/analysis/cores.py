"""How many processes a run takes. Starts none, and imports what starts some only where it is asked for."""

from __future__ import annotations

import os
import sys
import threading

WORTH = 5_000
"""Lines of traced functions from which on a second process saves more than it costs."""

BYTES = 3_000_000
"""Bytes of relevant files from which on the same holds for whole islands."""


def islanders(jobs: str, size: int) -> int:
    """How many processes to use for islands of `size` bytes together."""
    return processes(jobs, WORTH if size >= BYTES else 0)


def processes(jobs: str, lines: int) -> int:
    """How many processes to use for so many lines; `jobs` is a number, or `auto`."""
    if jobs == "1" or (jobs == "auto" and lines < WORTH) or not _can_fork():
        return 1
    return cores() if jobs == "auto" else int(jobs)


def cores() -> int:
    """The processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _can_fork() -> bool:
    # On macOS system libraries may not survive it, and nowhere does a lock that another thread holds.
    is_safe = sys.platform != "darwin" and threading.active_count() == 1
    if not is_safe:
        return False
    import multiprocessing  # takes 15 ms

    return "fork" in multiprocessing.get_all_start_methods()
