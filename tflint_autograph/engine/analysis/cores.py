"""Chooses the number of processes for a run. Starts none."""

from __future__ import annotations

import os
import sys
import threading

WORTH = 5_000
"""Number of lines of traced functions from which a second process saves time."""

BYTES = 3_000_000
"""Number of bytes of relevant files from which analysing components in a second process saves time."""


def islanders(jobs: str, size: int) -> int:
    """Returns how many processes to use for components of `size` bytes in total."""
    return processes(jobs, WORTH if size >= BYTES else 0)


def processes(jobs: str, lines: int) -> int:
    """Returns how many processes to use for this many lines. `jobs` is a number, or `auto`."""
    if jobs == "1" or (jobs == "auto" and lines < WORTH) or not _can_fork():
        return 1
    return cores() if jobs == "auto" else int(jobs)


def cores() -> int:
    """Returns the number of processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _can_fork() -> bool:
    # On macOS system libraries may not survive a fork, and nowhere does a lock that another thread has.
    is_safe = sys.platform != "darwin" and threading.active_count() == 1
    if not is_safe:
        return False
    import multiprocessing  # takes 15 ms

    return "fork" in multiprocessing.get_all_start_methods()
