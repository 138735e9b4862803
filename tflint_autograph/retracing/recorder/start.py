"""Starts the recorder in a process, on request of another process or of this one."""

from __future__ import annotations

import json
import os
import sys
import time

from tflint_autograph.retracing.recorder.calls import private, shared
from tflint_autograph.retracing.recorder.importing import AfterImport
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
