"""The parent's side of the child process: starts it, gives it units, takes observations, ends it. Judges nothing."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TextIO

from tflint_autograph.config.errors import UsageError
from tflint_autograph.confirm.protocol import Observation, Unit, parsed, plain

START = Path(__file__).with_name("probe") / "start.py"
OLDEST = (2, 13)
_PATIENCE = 10.0
"""Seconds that the child gets to end its own children."""

_QUIET = {
    "TF_CPP_MIN_LOG_LEVEL": "3",
    "TF_ENABLE_ONEDNN_OPTS": "0",
    "PYTHONUNBUFFERED": "1",
    "PYTHONHASHSEED": "0",
}


class Runner:
    """One start of TensorFlow under `python`, shared by all units; nothing is left of it once it is closed.

    `device` is empty for the CPU alone, else what `CUDA_VISIBLE_DEVICES` is to be. `progress` is told how many of the
    units asked for are done.
    """

    def __init__(
        self, python: str, *, jobs: int, device: str = "", progress: Callable[[int, int], None] = lambda done, of: None
    ) -> None:
        self.python = python
        self.jobs = jobs
        self.device = device
        self.tensorflow = ""
        self.progress = progress
        self._child: subprocess.Popen[str] | None = None
        self._start()

    def run(self, units: Iterable[Unit]) -> Iterator[Observation]:
        """The observations of the units, as they come; a unit at which the child itself dies twice is reported so."""
        waiting = {unit.id: unit for unit in units}
        blamed: set[str] = set()
        while waiting:
            yield from self._batch(waiting)
            if not waiting:
                return
            suspects = list(waiting)[: self.jobs]
            for one in [one for one in suspects if one in blamed]:
                waiting.pop(one)
                yield Observation(one, "ended the child process it ran in")
            blamed.update(suspects)
            self.close()
            self._start()

    def _batch(self, waiting: dict[str, Unit]) -> Iterator[Observation]:
        """Ask for all that waits, and answer until that is done or the child is gone."""
        child = self._child
        if child is None or child.stdin is None or child.stdout is None:
            return
        # Both sides may have more to say than a pipe holds: writing must not wait for reading.
        threading.Thread(target=_ask, args=(child.stdin, tuple(waiting.values())), daemon=True).start()
        asked = len(waiting)
        for line in child.stdout:
            seen = parsed(Observation, json.loads(line))
            waiting.pop(seen.id, None)
            self.progress(asked - len(waiting), asked)
            yield seen
            if not waiting:
                return

    def _start(self) -> None:
        environment = {**os.environ, **_QUIET, "CUDA_VISIBLE_DEVICES": self.device or "-1"}
        try:
            self._child = subprocess.Popen(
                [self.python, str(START)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                env=environment,
                start_new_session=True,
            )
        except OSError as error:
            raise UsageError(f"cannot run {self.python}: {error.strerror}") from None
        self._greet(self._child)

    def _greet(self, child: subprocess.Popen[str]) -> None:
        """Learn which TensorFlow there is. Raises UsageError where there is none, or one too old."""
        assert child.stdin is not None
        assert child.stdout is not None
        hint = "choose another Python with --python"
        try:
            child.stdin.write(json.dumps({"jobs": self.jobs}) + "\n")
            child.stdin.flush()
            started = json.loads(child.stdout.readline())
        except (BrokenPipeError, json.JSONDecodeError):
            raise UsageError(f"{self.python} cannot run the child process", hint) from None
        if "failed" in started:
            raise UsageError(f"{self.python} has no TensorFlow that can be imported: {started['failed']}", hint)
        self.tensorflow = started["tensorflow"]
        if tuple(int(part) for part in self.tensorflow.split(".")[:2]) < OLDEST:
            wanted = ".".join(map(str, OLDEST))
            raise UsageError(f"{self.python} has TensorFlow {self.tensorflow}, and confirm needs {wanted} or newer", hint)

    def close(self) -> None:
        """End the child, which ends its own children; where it does not answer, the system ends them with it."""
        child, self._child = self._child, None
        if child is None:
            return
        child.terminate()
        try:
            child.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
        if child.stdout is not None:
            child.stdout.close()


def _ask(stream: TextIO, units: Sequence[Unit]) -> None:
    """Write the units; a child that is gone is noticed by who reads its answers."""
    try:
        stream.writelines(json.dumps(plain(unit)) + "\n" for unit in units)
        stream.flush()
    except (OSError, ValueError):
        return
