"""A progress bar on a terminal for runs longer than a second."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from contextlib import AbstractContextManager
from types import TracebackType
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

PATIENCE = 1.0
"""Seconds before the bar appears: most runs are over by then, and need not import rich."""

PAUSE = 0.1
"""Seconds between two drawings. No thread draws: the run may be about to fork."""


class Bar(AbstractContextManager["Bar"]):
    """Shows progress on `stream` and removes itself at the end; does nothing unless `wanted`."""

    def __init__(self, stream: TextIO, *, wanted: bool) -> None:
        self.stream = stream
        self.wanted = wanted
        self.started = time.monotonic()
        self.drawn = 0.0
        self.process = os.getpid()
        """The process that owns the bar: worker processes inherit it, and must not draw."""
        self.bar: tuple[Progress, TaskID] | None = None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self.bar is not None:
            self.bar[0].stop()

    def __call__(self, what: str, done: int, total: int) -> None:
        """Shows that `done` of `total` items are done; a total of 0 is unknown."""
        if not self.wanted or (self.bar is None and time.monotonic() - self.started < PATIENCE):
            return
        if self.bar is None:
            self.bar = self._drawn()
        progress, task = self.bar
        if time.monotonic() - self.drawn >= PAUSE and os.getpid() == self.process:
            progress.update(task, description=what, completed=done, total=total or None, refresh=True)
            self.drawn = time.monotonic()

    def _drawn(self) -> tuple[Progress, TaskID]:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
        progress = Progress(*columns, console=Console(file=self.stream), transient=True, auto_refresh=False)
        progress.start()
        return progress, progress.add_task("")


def wants_bar(stream: TextIO, environ: Mapping[str, str]) -> bool:
    """Whether the stream is an interactive terminal."""
    return stream.isatty() and not environ.get("CI") and environ.get("TERM") != "dumb"
