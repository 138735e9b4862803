"""Starts TensorFlow once and forks a child for each program and mode. Compares nothing.

Called as `driver.py REQUEST RESULT`, both JSON files; a request has the modes (`eager`, `graph`) of each program. A child runs its program from the file, since AutoGraph needs the
source. In eager mode `tf.function` and Keras run as Python, and so do functions given to `Dataset.map` and `filter`,
which TensorFlow traces even in the debug mode of `tf.data`.
"""

from __future__ import annotations

import importlib
import json
import logging
import os
import random
import re
import runpy
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tflint_autograph.confirm.probe.replaying.datasets import call_eagerly
from tflint_autograph.confirm.probe.replaying.modes import hold_objects
from tflint_autograph.processes.forking import import_before_forks, import_plots

_PARALLEL = 2
_NOISE = re.compile(
    r"^(WARNING:|INFO:|[IWEF]\d{4} |\d{4}-\d\d-\d\d |/.*Warning: |  warnings\.warn|To silence this|Cause: |Please report)"
)
Seen = dict[str, Any]


def main() -> None:
    """Run every requested program in its modes and write what was seen."""
    request = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    import_before_forks("numpy", "tensorflow", "keras")
    if any("matplotlib" in Path(path).read_text(encoding="utf-8") for path in request["programs"]):
        import_plots()
    results: dict[str, dict[str, Seen]] = {path: {} for path in request["programs"]}
    waiting = [(path, mode) for path, modes in request["programs"].items() for mode in modes]
    running: list[Child] = []
    while waiting or running:
        while waiting and len(running) < _PARALLEL:
            running.append(Child(*waiting.pop(0), request["seconds"]))
        time.sleep(0.005)
        for child in [child for child in running if child.ended()]:
            running.remove(child)
            results[child.path][child.mode] = child.seen()
    Path(sys.argv[2]).write_text(json.dumps(results), encoding="utf-8")


class Child:
    """One forked process that runs one program in one mode."""

    def __init__(self, path: str, mode: str, seconds: float) -> None:
        self.path = path
        self.mode = mode
        self.deadline = time.monotonic() + seconds
        self.folder = Path(tempfile.mkdtemp(dir=Path(path).parent))
        self.pid = os.fork()
        if self.pid == 0:
            _run(path, mode, self.folder)

    def ended(self) -> bool:
        """Whether the process is over; it is killed when its time is."""
        if time.monotonic() > self.deadline:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
            return True
        return os.waitpid(self.pid, os.WNOHANG)[0] != 0

    def seen(self) -> Seen:
        """What the process wrote, and how it ended."""
        end = self.folder / "end.json"
        ending = json.loads(end.read_text()) if end.exists() else {"exception": "Timeout", "message": "", "traces": []}
        return {**ending, "stdout": _text(self.folder / "stdout"), "stderr": _text(self.folder / "stderr")}


def _text(path: Path) -> str:
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    return "".join(line + "\n" for line in lines if not _NOISE.match(line))


def _run(path: str, mode: str, folder: Path) -> None:
    """Run the program in this process, which ends here."""
    for descriptor, name in ((1, "stdout"), (2, "stderr")):
        os.dup2(os.open(folder / name, os.O_CREAT | os.O_WRONLY | os.O_APPEND), descriptor)
    sys.stdout = os.fdopen(1, "w", buffering=1, closefd=False)
    sys.stderr = os.fdopen(2, "w", buffering=1, closefd=False)
    os.chdir(folder)
    traces = _record_traces()
    _prepare(mode)
    try:
        runpy.run_path(path, run_name="__main__")
    finally:  # whatever ends the program is what we are here to see
        kind, error, _ = sys.exc_info()
        sys.stdout.flush()
        sys.stderr.flush()
        ending = {"exception": kind.__name__ if kind else "", "message": str(error or ""), "traces": traces}
        (folder / "end.json").write_text(json.dumps(ending))
        os._exit(0)


def _prepare(mode: str) -> None:
    # TensorFlow has no type information; imported by name, it is Any whether it is installed or not
    tf = importlib.import_module("tensorflow")
    numpy = importlib.import_module("numpy")
    log = logging.getLogger("tensorflow")
    log.handlers[:] = [logging.NullHandler()]
    log.propagate = False
    random.seed(7)
    numpy.random.seed(7)
    tf.random.set_seed(7)
    if mode == "eager":
        tf.config.run_functions_eagerly(True)
        tf.data.experimental.enable_debug_mode()
        call_eagerly(lambda function: getattr(function, "__module__", "") == "__main__")
        hold_objects()


def _record_traces() -> list[tuple[str, int]]:
    """Note the name and number of operations of every graph that is traced from now on."""
    tracing: Any = importlib.import_module("tensorflow.python.eager.polymorphic_function.tracing_compilation")
    traces: list[tuple[str, int]] = []
    create = tracing._create_concrete_function

    def counted(*args: Any, **kwargs: Any) -> Any:
        concrete = create(*args, **kwargs)
        graph = concrete.graph.as_graph_def()
        bodies = sum(len(function.node_def) for function in graph.library.function)
        name = re.sub(r"^__inference_|_\d+$", "", concrete.name.decode())
        traces.append((name, len(graph.node) + bodies))
        return concrete

    tracing._create_concrete_function = counted
    return traces


if __name__ == "__main__":
    main()
