"""Runs small programs under TensorFlow, eagerly and as a graph, and says where the two differ. Reads no finding."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.runtime.warm import warm_python

_DRIVER = Path(__file__).with_name("driver.py")
_QUIET = {
    "TF_CPP_MIN_LOG_LEVEL": "3",
    "CUDA_VISIBLE_DEVICES": "-1",
    "TF_ENABLE_ONEDNN_OPTS": "0",
    "KERAS_BACKEND": "tensorflow",
}


@dataclass(frozen=True, slots=True)
class Trace:
    """One trace of the function of this name, with the number of operations in its graph."""

    function: str
    operations: int


@dataclass(frozen=True, slots=True)
class Run:
    """What one run of a program showed.

    `stdout` and `stderr` are the program's own text (`tf.print` writes to `stderr`), TensorFlow's log taken out.
    `exception` is the name of the type that ended the program, `Timeout` when it did not end, else empty.
    """

    stdout: str
    stderr: str
    exception: str
    message: str
    traces: tuple[Trace, ...]

    def operations(self, function: str) -> tuple[int, ...]:
        """The number of operations in each trace of `function`, in the order of the traces."""
        return tuple(trace.operations for trace in self.traces if trace.function == function)


@dataclass(frozen=True, slots=True)
class Observation:
    """One program run twice: with tracing switched off, and as written."""

    eager: Run
    graph: Run


def observe(programs: Mapping[str, str], *, seconds: float = 60.0) -> dict[str, Observation]:
    """Run every program in both modes, each in a process of its own that may take `seconds`.

    All of them share one start of TensorFlow. Raises `subprocess.CalledProcessError` when TensorFlow does not start.
    """
    runs = run({title: (text, ("eager", "graph")) for title, text in programs.items()}, seconds=seconds)
    return {title: Observation(modes["eager"], modes["graph"]) for title, modes in runs.items()}


def run(programs: Mapping[str, tuple[str, Sequence[str]]], *, seconds: float = 60.0) -> dict[str, dict[str, Run]]:
    """Run every program in the modes (`eager`, `graph`) that stand beside it; the runs by title and mode."""
    with tempfile.TemporaryDirectory(prefix="tflint-runtime-") as name:
        folder = Path(name)
        paths = {title: folder / f"program{number}.py" for number, title in enumerate(programs)}
        for title, path in paths.items():
            path.write_text(programs[title][0], encoding="utf-8")
        result = folder / "result.json"
        request = folder / "request.json"
        modes = {str(path): list(programs[title][1]) for title, path in paths.items()}
        request.write_text(json.dumps({"programs": modes, "seconds": seconds}))
        command = [warm_python(), str(_DRIVER), str(request), str(result)]
        subprocess.run(command, check=True, env={**os.environ, **_QUIET}, stderr=subprocess.DEVNULL)
        runs = json.loads(result.read_text(encoding="utf-8"))
    return {title: {mode: _run(seen) for mode, seen in runs[str(path)].items()} for title, path in paths.items()}


def differs(observation: Observation) -> str | None:
    """What a user would notice between the two runs, most serious first; None when they agree.

    A graph grows when a later trace of a function holds more operations than its first one.
    """
    eager, graph = observation.eager, observation.graph
    if eager.exception != graph.exception:
        return f"exception: eager {eager.exception or 'none'}, graph {graph.exception or 'none'}"
    if eager.stdout != graph.stdout:
        return f"output: eager {eager.stdout!r}, graph {graph.stdout!r}"
    if eager.stderr != graph.stderr:
        return f"tf.print: eager {eager.stderr!r}, graph {graph.stderr!r}"
    for function in sorted({trace.function for trace in graph.traces}):
        first, *later = graph.operations(function)
        if any(operations > first for operations in later):
            return f"graph growth: `{function}` is traced with {', '.join(map(str, (first, *later)))} operations"
    return None


def _run(seen: dict[str, Any]) -> Run:
    traces = tuple(Trace(function, operations) for function, operations in seen["traces"])
    return Run(seen["stdout"], seen["stderr"], seen["exception"], seen["message"], traces)
