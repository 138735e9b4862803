"""Starts the recorder in a process, on request of another process or of this one."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from tflint_autograph.retracing.recorder.calls import private, shared
from tflint_autograph.retracing.recorder.patches import patches
from tflint_autograph.retracing.recorder.recorder import Recorder
from tflint_autograph.retracing.recorder.sink import FileSink, Sink

VARIABLE = "TFLINT_AUTOGRAPH_TRACES"
"""The environment variable with the request as JSON, which the program itself does not see."""


_running: list[Recorder] = []


def start(sink: Sink, counts: memoryview | None = None) -> Recorder:
    """Starts recording TensorFlow, even if it is imported later. A process has one recorder."""
    if _running:
        _running[0].add(sink)
        return _running[0]
    recorder = Recorder(sink, private() if counts is None else counts)
    _running.append(recorder)
    recorder.write_head({"record": "start", "pid": os.getpid(), "time": time.monotonic(), "python": sys.version.split()[0]})
    AfterImport(patches(recorder)).start()
    return recorder


def start_as_asked(asked: str) -> None:
    """Starts recording to the open files named in the request."""
    words = json.loads(asked)
    for descriptor in (words["records"], words["counts"]):
        os.set_inheritable(descriptor, False)
    start(FileSink(words["records"]), shared(words["counts"]))


class AfterImport:
    """An import hook that calls `done` for each of the modules after it was imported."""

    def __init__(self, done: Mapping[str, Callable[[Any], None]]) -> None:
        self._waiting = dict(done)

    def start(self) -> None:
        """Calls it for the modules already imported, and for the others once they are."""
        for name in [each for each in self._waiting if each in sys.modules]:
            self._waiting.pop(name)(sys.modules[name])
        sys.meta_path.insert(0, self)

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Returns the spec of a module that is waited for, None for any other."""
        done = self._waiting.pop(name, None)
        if done is None:
            return None
        # Found as it would be without us: this name is waited for no more
        spec = find_spec(name)
        if spec is not None and spec.loader is not None:
            run = spec.loader.exec_module

            def executed(module: ModuleType) -> None:
                run(module)
                done(module)

            spec.loader.exec_module = executed  # type: ignore[method-assign]
        if not self._waiting and self in sys.meta_path:
            sys.meta_path.remove(self)
        return spec
