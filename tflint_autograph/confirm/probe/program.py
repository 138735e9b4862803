"""The user's own program, run as `python` would run it, with its traced calls recorded and replayed. Judges nothing."""

from __future__ import annotations

import os
import runpy
import signal
import sys
import types
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tflint_autograph.confirm.probe.lines import Lines
from tflint_autograph.confirm.probe.output import Output
from tflint_autograph.confirm.probe.recording import Recorder
from tflint_autograph.confirm.probe.replay import Replay
from tflint_autograph.confirm.probe.traces import Traces
from tflint_autograph.confirm.probe.watcher import Watcher
from tflint_autograph.confirm.protocol import Observation, Unit

_SHARE = 0.6
"""Share of the unit's time that the program gets; the rest is for the replays."""


class Enough(BaseException):
    """The program has had its time."""


def run_program(unit: Unit, lines: Lines, output: Output, traces: Traces) -> Observation:
    """Run the program to its end, or its share of the time, then replay what was recorded."""
    os.chdir(unit.folder)
    lines.stop()
    recorder = Recorder(lines)
    watcher = Watcher(lines, output)
    with recorder.recording(), _alarm(unit.seconds * _SHARE):
        watcher.call(lambda: _run(unit.driver.program))
    output.forget()
    replay = Replay(lines, output, traces)
    replayed = tuple(replay.replayed(each) for each in recorder.found.values() if each.is_watched)
    return Observation(unit.id, "", tuple(watcher.calls), replayed=replayed)


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    def ring(number: int, frame: object) -> None:
        raise Enough(f"ran for {seconds:g} s, and was stopped to replay what it had called")

    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _run(program: Sequence[str]) -> None:
    """Run a script or a module as `__main__`; its globals stay, for the functions that are called again."""
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
