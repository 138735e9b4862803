"""Ends the server when the editor's process is gone, even if its standard input stays open."""

from __future__ import annotations

import asyncio
import os
import signal
import sys

PAUSE = 2.0
"""Seconds between two checks for the editor's process."""


async def end_with_editor(process: int | None) -> None:
    """Ends this process as SIGTERM does, once the process with this id has ended.

    An unknown id belongs to an editor in another container, and is ignored. Not on Windows, where `os.kill` with 0 is Ctrl-C.
    """
    if process is None or sys.platform == "win32" or not _is_alive(process):
        return
    while _is_alive(process):
        await asyncio.sleep(PAUSE)
    os.kill(os.getpid(), signal.SIGTERM)


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # another user's
        return True
    return True
