"""`check --watch`: repeats the run whenever a file of the project changes."""

from __future__ import annotations

import gc
import os
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from tflint_autograph.cli.output import complain, note, say
from tflint_autograph.config.errors import UsageError
from tflint_autograph.config.settings import Settings
from tflint_autograph.engine.filtering.baseline import file_of
from tflint_autograph.engine.workspace.files import discovered
from tflint_autograph.report.relocate import here
from tflint_autograph.report.summary import counted

if TYPE_CHECKING:
    from tflint_autograph.engine.workspace.warm_state import WarmState

PAUSE = 0.5
"""Seconds between two checks for changes; more if a check is slow, so that waiting takes at most a tenth of a core."""

RESIDENTS = 2
"""Maximum number of import components whose warm state is kept: those edited last."""

_CLEAR = "\x1b[2J\x1b[3J\x1b[H"

State = Mapping[str, tuple[int, int]]


class WatchedOutput:
    """What stays in memory between runs, as long as no setting changes that influences findings."""

    def __init__(self) -> None:
        self._settings = b""
        self._residents: WarmState | None = None

    def residents(self, settings: Settings) -> WarmState:
        """Returns the warm state of the last run with the same settings."""
        from tflint_autograph.engine.cache.keys import of_settings
        from tflint_autograph.engine.workspace.warm_state import WarmState

        now = of_settings(settings)
        if self._residents is None or now != self._settings:
            self._settings, self._residents = now, WarmState(most=RESIDENTS)
        return self._residents


def watch(run: Callable[[], object], read_settings: Callable[[], Settings], paths: Sequence[str]) -> NoReturn:
    """Calls `run` now and after each change of a project file, until the user interrupts it.

    Errors such as a broken configuration are reported and do not end it.
    """
    gc.enable()  # it runs for hours
    look = _Look(read_settings, paths)
    before = look()
    while True:
        try:
            run()
        except UsageError as error:
            complain(error.message, error.hint)
        note([f"Watching {counted(len(before), 'file')}, Ctrl-C ends"])
        gc.collect()  # now, since no one waits
        after = _changed(look, before)
        if sys.stdout.isatty():
            say(_CLEAR)
        note([f"{time.strftime('%H:%M:%S')} {_told(before, after)}"])
        before = after


class _Look:
    """The state of the files a run depends on: modification time in nanoseconds, and size."""

    def __init__(self, read_settings: Callable[[], Settings], paths: Sequence[str]) -> None:
        self.read_settings = read_settings
        self.paths = paths
        self.settings = read_settings()

    def __call__(self) -> State:
        try:
            self.settings = self.read_settings()
            found = discovered(self.settings, (str(self.settings.root), *filter(os.path.exists, self.paths)))
        except UsageError:
            return self._states([self.settings.root / "pyproject.toml"])
        own = [self.settings.root / "pyproject.toml", file_of(self.settings)]
        own += [Path(name) for name in self.settings.config_file.split(", ") if name]
        return self._states([*found.files.values(), *(file for file in own if file)])

    def _states(self, files: Iterable[str | Path]) -> State:
        states = {}
        for file in files:
            try:
                status = os.stat(file)
            except OSError:
                continue
            states[os.path.abspath(file)] = status.st_mtime_ns, status.st_size
        return states


def _changed(look: Callable[[], State], before: State) -> State:
    """Waits until the state of the files differs, and returns it."""
    pause = PAUSE
    while True:
        time.sleep(pause)
        start = time.perf_counter()
        now = look()
        pause = max(PAUSE, 10 * (time.perf_counter() - start))
        if now != before:
            return now


def _told(before: State, after: State) -> str:
    """Returns which file changed, and how many others."""
    differing = sorted(path for path in {*before, *after} if before.get(path) != after.get(path))
    more = f" and {len(differing) - 1} more" if len(differing) > 1 else ""
    return f"{here(Path(differing[0]))}{more} changed"
