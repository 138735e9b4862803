"""Observes the use of files, environment, random generators and clocks by the user's lines, and what calls leave behind."""

from __future__ import annotations

import importlib
import os
import random
import sys
import sysconfig
import time
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

from tflint_autograph.confirm.probe.instrumentation.event_files import event_file_name, events, is_event_file
from tflint_autograph.confirm.probe.state.lines import LineCounter
from tflint_autograph.confirm.protocol import Touched

FILE, ENVIRONMENT, DRAWN = "file", "environment", "drawn"

_EVENTS = {
    "open": FILE, "os.remove": FILE, "os.rename": FILE, "os.mkdir": FILE, "os.rmdir": FILE, "os.truncate": FILE,
    "os.link": FILE, "os.symlink": FILE, "os.listdir": FILE, "os.scandir": FILE,
    "os.putenv": ENVIRONMENT, "os.unsetenv": ENVIRONMENT, "os.chdir": ENVIRONMENT,
}  # fmt: skip
"""Maps audit events to the kind of use."""

_CLOCKS = ("time", "time_ns", "perf_counter", "perf_counter_ns", "monotonic", "monotonic_ns", "process_time")
_MOST = 2000
_FILES = 200
_LARGEST = 1 << 20
"""Maximum number of files of the working folder that are examined, and of bytes of each."""

_STANDARD = sysconfig.get_paths()["stdlib"] + os.sep
_PACKAGES = f"{os.sep}site-packages{os.sep}"
_READERS = tuple(f"{os.sep}{name}.py" for name in ("linecache", "tokenize", "importlib/__init__", "traceback"))
"""Standard library modules that open files for their own purposes."""

_NUMPY = f"{os.sep}numpy{os.sep}"


class Touches:
    """Everything used since `start`, each with the responsible user lines."""

    def __init__(self, lines: LineCounter) -> None:
        self.lines = lines
        self._made: list[Touched] = []
        self._folder = Path.cwd()
        self._environment: dict[str, str] = {}
        self._is_on = False

    def start(self) -> None:
        """Starts observing. Audit hooks cannot be removed, so this needs a process of its own."""
        self._environment = dict(os.environ)
        self._watch_draws()
        sys.addaudithook(self._told)
        self._is_on = True

    def stop(self) -> None:
        """Stops observing."""
        self._is_on = False

    def made(self) -> tuple[Touched, ...]:
        """Returns the uses so far."""
        return tuple(self._made)

    def left(self) -> dict[str, str]:
        """Returns what calls have changed: files of the working folder, the environment, the current folder."""
        self._is_on, was_on = False, self._is_on
        found = dict(self._files())
        names = sorted({*os.environ, *self._environment})
        changed = (name for name in names if os.environ.get(name) != self._environment.get(name))
        found.update((f"environment {name}", os.environ.get(name, "")) for name in changed)
        if (now := _current()) != str(self._folder):
            found["folder"] = now
        self._is_on = was_on
        return found

    def _files(self) -> Iterator[tuple[str, str]]:
        for number, path in enumerate(sorted(path for path in self._folder.rglob("*") if path.is_file())):
            if number < _FILES:
                with path.open("rb") as stream:
                    data = stream.read(_LARGEST)
                is_timed = is_event_file(path)
                name = (event_file_name(path) if is_timed else path).relative_to(self._folder).as_posix()
                yield f"file {name}", events(data) if is_timed else f"{path.stat().st_size} bytes, {zlib.crc32(data):x}"

    def _told(self, event: str, arguments: tuple[Any, ...]) -> None:
        kind = _EVENTS.get(event)
        if kind is not None and self._is_on and not isinstance(arguments[0], int):
            self._note(kind, event.removeprefix("os."), sys._getframe(1), _leads_to_files)

    def _note(self, kind: str, what: str, frame: FrameType, leads: Callable[[str], bool]) -> None:
        at = self.lines.user_of(frame, lambda file: leads(file) or self.lines.is_own(file))
        if at is not None and len(self._made) < _MOST:
            self._made.append(Touched(self.lines.call, kind, what, at))

    def _watch_draws(self) -> None:
        """Replaces the functions through which all draws and clock reads go by reporting ones."""
        kind: Any = random.Random
        for name in ("random", "getrandbits"):
            setattr(kind, name, self._telling(getattr(kind, name), f"random.{name}"))
        module: Any = random
        held = module._inst
        module.random, module.getrandbits = held.random, held.getrandbits
        self._replace(os, "urandom", "os.urandom")
        for name in _CLOCKS:
            self._replace(time, name, f"time.{name}")
        numpy = importlib.import_module("numpy").random
        for name in sorted(numpy.__all__):
            if getattr(getattr(numpy, name), "__self__", None) is numpy.mtrand._rand and name != "seed":
                self._replace(numpy, name, f"numpy.random.{name}")

    def _replace(self, owner: Any, name: str, what: str) -> None:
        setattr(owner, name, self._telling(getattr(owner, name), what))

    def _telling(self, function: Any, what: str) -> Any:
        def told(*args: Any, **kwargs: Any) -> Any:
            if self._is_on:
                self._note(DRAWN, what, sys._getframe(1), _leads_to_draws)
            return function(*args, **kwargs)

        told.__name__ = function.__name__
        told.__doc__ = function.__doc__
        # AutoGraph calls what carries this as it is, as it does the function whose place this takes
        told.autograph_info__ = {}  # type: ignore[attr-defined]
        return told


def _current() -> str:
    try:
        return os.getcwd()
    except FileNotFoundError:
        return "a folder that is gone"


def _leads_to_files(file: str) -> bool:
    return _NUMPY in file or (file.startswith(_STANDARD) and _PACKAGES not in file and not file.endswith(_READERS))


def _leads_to_draws(file: str) -> bool:
    return file.endswith(tuple(f"{_STANDARD}{name}.py" for name in ("random", "secrets", "uuid")))
