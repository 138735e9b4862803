"""Clocks, entropy and process data that are the same in each run, for calls that come from the program itself.

TensorFlow and Keras read clocks and draw numbers too, more often eagerly than in a graph; theirs are left alone. The times
between two readings differ, so that differences of times do as well.
"""

from __future__ import annotations

import datetime
import hashlib
import importlib
import os
import random
import socket
import sys
import time
import types
from collections.abc import Callable
from typing import Any

_PASSED = tuple(f"tensorflow{os.sep}python{os.sep}autograph{os.sep}{name}" for name in ("impl", "operators"))
_LIBRARY = tuple(f"{os.sep}{name}.py" for name in ("uuid", "secrets", "random", "functools", "warnings"))
_GENERATED = "__autograph_generated_file"
_CLOCKS = ("time", "perf_counter", "monotonic", "process_time", "thread_time")
_START = 4096.0


def _as_built_in(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    """A function that AutoGraph does not convert, as it does not convert what this one stands for."""
    function.__name__ = name
    setattr(function, "autograph_info__", {})  # noqa: B010
    return function


def is_called_by(root: str, frame: types.FrameType | None) -> bool:
    """Whether a program below the root calls, by way of AutoGraph or of a library of Python at most."""
    while frame is not None:
        file = frame.f_code.co_filename
        if file.startswith(root) or _GENERATED in file:
            return True
        if not (any(part in file for part in _PASSED) or file.endswith(_LIBRARY) or file == __file__):
            return False
        frame = frame.f_back
    return False


class StandIns:
    """Takes the place of functions of the standard library and NumPy; `reset` starts the streams anew."""

    def __init__(self, root: str) -> None:
        self.root = root
        self.events: list[str] = []
        self._readings = 0
        self._draws = 0

    def reset(self) -> None:
        """Begin a program."""
        self.events.clear()
        self._readings = 0
        self._draws = 0

    def install(self) -> None:
        """Put the stand-ins in place, before any program imports what they replace."""
        for name in _CLOCKS:
            self._replace(time, name, lambda *args: self._now())
            if hasattr(time, f"{name}_ns"):
                self._replace(time, f"{name}_ns", lambda *args: int(self._now() * 1e9))
        for name in ("localtime", "gmtime"):
            self._replace_time(name, 0)
        for name, at in (("ctime", 0), ("strftime", 1)):
            self._replace_time(name, at)
        self._replace(time, "sleep", lambda seconds: self.events.append(f"sleep {seconds}"))
        self._replace(os, "urandom", self._bytes)
        self._replace(random, "_urandom", self._bytes)
        self._replace(os, "getpid", lambda: 4242)
        self._replace(socket, "gethostname", lambda: "host")
        self._seed_generators()
        self._replace_dates()

    def _now(self) -> float:
        self._readings += 1
        return _START + 512.0 * self._readings * (self._readings + 1)

    def _bytes(self, size: int) -> bytes:
        self._draws += 1
        return (hashlib.sha512(str(self._draws).encode()).digest() * (1 + size // 64))[:size]

    def _is_own(self) -> bool:
        return is_called_by(self.root, sys._getframe(2))

    def _replace(self, module: Any, name: str, own: Callable[..., Any]) -> None:
        real = getattr(module, name)

        def called(*args: Any, **kwargs: Any) -> Any:
            return own(*args, **kwargs) if self._is_own() else real(*args, **kwargs)

        setattr(module, name, _as_built_in(called, name))

    def _replace_time(self, name: str, at: int) -> None:
        """A function whose argument, the one after `at` others, is the time of now when it is missing."""
        real = getattr(time, name)
        convert = time.localtime

        def called(*args: Any) -> Any:
            if len(args) > at or not self._is_own():
                return real(*args)
            now = self._now()
            return real(*args, convert(now) if name == "strftime" else now)

        setattr(time, name, _as_built_in(called, name))

    def _seed_generators(self) -> None:
        numpy: Any = importlib.import_module("numpy")

        def seeded(real: Callable[..., Any]) -> Callable[..., Any]:
            def made(seed: Any = None, *args: Any) -> Any:
                if seed is None and self._is_own():
                    self._draws += 1
                    seed = self._draws
                return real(seed, *args)

            return _as_built_in(made, real.__name__)

        numpy.random.default_rng = seeded(numpy.random.default_rng)
        state = numpy.random.RandomState
        numpy.random.RandomState = type(
            "RandomState", (state,), {"__init__": lambda own, seed=None: state.__init__(own, self._seed(seed))}
        )

    def _seed(self, seed: Any) -> Any:
        if seed is None:
            self._draws += 1
            return self._draws
        return seed

    def _replace_dates(self) -> None:
        stand_ins = self
        now = datetime.datetime.now

        class Stand(datetime.datetime):
            @classmethod
            def now(cls, tz: datetime.tzinfo | None = None) -> Any:
                return cls.fromtimestamp(stand_ins._now(), tz) if stand_ins._is_own() else now(tz)

            @classmethod
            def utcnow(cls) -> Any:
                return cls.fromtimestamp(stand_ins._now(), datetime.timezone.utc).replace(tzinfo=None)

            @classmethod
            def today(cls) -> Any:
                return cls.now()

        class Day(datetime.date):
            @classmethod
            def today(cls) -> Any:
                return cls.fromtimestamp(stand_ins._now())

        made: Any
        for made in (Stand.now, Stand.utcnow, Stand.today, Day.today):
            _as_built_in(made.__func__, made.__name__)
        Stand.__name__, Day.__name__ = "datetime", "date"
        datetime.datetime = Stand  # type: ignore[misc]
        datetime.date = Day  # type: ignore[misc]
