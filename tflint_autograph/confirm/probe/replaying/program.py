"""Runs the user's own program as `python` would, and records and replays its traced calls."""

from __future__ import annotations

import os
import runpy
import sys
import time
import types
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from tflint_autograph.confirm.probe.instrumentation.output import OutputCapture
from tflint_autograph.confirm.probe.instrumentation.traces import Traces
from tflint_autograph.confirm.probe.instrumentation.watcher import Watcher
from tflint_autograph.confirm.probe.limits.alarm import Enough, alarm
from tflint_autograph.confirm.probe.replaying.recording import Recorder
from tflint_autograph.confirm.probe.replaying.replay import Replay
from tflint_autograph.confirm.probe.state.lines import LineCounter
from tflint_autograph.confirm.protocol import Observation, Raised, Unit

_SHARE = 0.6
"""The fraction of the unit's time for the program; the rest is for the replays."""

_END = 0.95
"""The fraction of the unit's time after which no replay is started."""


def run_program(
    unit: Unit, lines: LineCounter, output: OutputCapture, traces: Traces, tell: Callable[[Observation], None]
) -> Observation:
    """Runs the program to its end or time limit, then replays the recorded calls, reporting each replay."""
    started = time.monotonic()
    os.chdir(unit.folder)
    lines.stop()
    recorder = Recorder(lines)
    watcher = Watcher(lines, output, traces, unit.memory)
    seconds = unit.seconds * _SHARE
    message = f"ran for {seconds:g} s, and was stopped to replay what it had called"
    with recorder.recording(), alarm(seconds, message) as rung:
        watcher.call(lambda: _run(unit.driver.program))
    if rung:  # runners of tests make an end of their own of it
        watcher.calls[-1] = replace(watcher.calls[-1], raised=Raised(Enough.__name__, message, (), ()))
    output.forget()
    replay = Replay(lines, output, traces, unit.memory)
    seen = Observation(unit.id, "", tuple(watcher.calls))
    for each in [each for each in recorder.found.values() if each.is_watched]:
        left = unit.seconds * _END - (time.monotonic() - started)
        seen = replace(seen, replayed=(*seen.replayed, replay.replayed(each, left / 2)))
        tell(seen)
    return seen


def _run(program: Sequence[str]) -> None:
    """Runs a script or a module as `__main__`. Its globals stay alive for the replayed functions."""
    if program[0] == "-m":
        sys.path.insert(0, os.getcwd())
        details: Any = runpy
        _, spec, code = details._get_module_details(program[1])
        file, arguments = spec.origin, program[2:]
    else:
        file, arguments = str(Path(program[0]).resolve()), program[1:]
        sys.path.insert(0, os.path.dirname(file))
        spec, code = None, compile(Path(file).read_bytes(), file, "exec")
    main = types.ModuleType("__main__")
    vars(main).update(__file__=file, __spec__=spec, __package__=spec.parent if spec else None, __builtins__=__builtins__)
    sys.modules["__main__"] = main
    sys.argv = [file, *arguments]
    exec(code, vars(main))  # noqa: S102 - the user's program is what is to run
