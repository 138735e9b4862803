"""The parent's side of the child process: starts it, sends units, receives observations, ends it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any

from tflint_autograph.config.errors import UsageError
from tflint_autograph.confirm.messages import parsed, plain
from tflint_autograph.confirm.protocol import UNPROTECTED, Observation, Unit
from tflint_autograph.confirm.run_folder import RunFolder

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
    """A child process with TensorFlow under `python`, shared by all units; closing leaves nothing behind.

    `device` is empty for CPU only, else the value of `CUDA_VISIBLE_DEVICES`. `progress` is told how many units are done. `project` is the
    folder to protect, or empty; `protection` is the method in use (`protocol.COPY`). `changes` are what units did to the project, or to its
    copy.
    """

    def __init__(
        self, python: str, *, jobs: int, device: str = "", project: str = "",
        progress: Callable[[int, int], None] = lambda done, of: None,
    ) -> None:  # fmt: skip
        self.python = python
        self.jobs = jobs
        self.device = device
        self.project = os.path.realpath(project) if project else ""
        self.tensorflow = ""
        self.protection = UNPROTECTED
        self.changes: dict[str, str] = {}
        self.progress = progress
        self._child: subprocess.Popen[str] | None = None
        self._folder: RunFolder | None = None
        self._start()

    def run(self, units: Iterable[Unit], told: Callable[[Observation], Collection[str]] = lambda part: ()) -> Iterator[Observation]:
        """Yields the observations of the units as they arrive. A unit at which the child itself dies twice is reported as such.

        `told` receives what a running unit has shown so far, and returns the watches for which none need show more.
        """
        waiting = {unit.id: unit for unit in units}
        blamed: set[str] = set()
        while waiting:
            yield from self._batch(waiting, told)
            if not waiting:
                return
            suspects = list(waiting)[: self.jobs]
            for one in [one for one in suspects if one in blamed]:
                waiting.pop(one)
                yield Observation(one, "ended the child process it ran in")
            blamed.update(suspects)
            self.close()
            self._start()

    def _batch(self, waiting: dict[str, Unit], told: Callable[[Observation], Collection[str]]) -> Iterator[Observation]:
        """Sends all waiting units, and yields answers until all are done or the child is gone."""
        child = self._child
        if child is None or child.stdin is None or child.stdout is None:
            return
        # Both sides may have more to say than a pipe buffers: writing must not wait for reading.
        asking = threading.Thread(target=_ask, args=(child.stdin, [*map(plain, waiting.values())]), daemon=True)
        asking.start()
        asked = len(waiting)
        for line in child.stdout:
            message = json.loads(line)
            if "part" in message:
                settled = sorted(told(parsed(Observation, message["part"])))
                if settled and not asking.is_alive():
                    _ask(child.stdin, [{"settled": settled}])
                continue
            seen = parsed(Observation, message)
            self.changes.update((each.path, each.how) for each in seen.project)
            waiting.pop(seen.id, None)
            self.progress(asked - len(waiting), asked)
            yield seen
            if not waiting:
                return

    def _start(self) -> None:
        folder = self._folder = RunFolder()
        own = {"CUDA_VISIBLE_DEVICES": self.device or "-1", "TMPDIR": str(folder.path)}
        try:
            self._child = subprocess.Popen(
                [self.python, str(START)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                env={**os.environ, **_QUIET, **own},
                start_new_session=True,
                pass_fds=(folder.descriptor,),
            )
            self._greet(self._child, folder)
        except BaseException as error:
            self.close()
            if isinstance(error, OSError):
                raise UsageError(f"cannot run {self.python}: {error.strerror}") from None
            raise

    def _greet(self, child: subprocess.Popen[str], folder: RunFolder) -> None:
        """Reads the child's TensorFlow version. Raises UsageError if there is none, or it is too old."""
        assert child.stdin is not None
        assert child.stdout is not None
        hint = "choose another Python with --python"
        asked = {"jobs": self.jobs, "folder": str(folder.path), "project": self.project}
        try:
            child.stdin.write(json.dumps(asked) + "\n")
            child.stdin.flush()
            started = json.loads(child.stdout.readline())
        except (BrokenPipeError, json.JSONDecodeError):
            raise UsageError(f"{self.python} cannot run the child process", hint) from None
        if "failed" in started:
            raise UsageError(f"{self.python} has no TensorFlow that can be imported: {started['failed']}", hint)
        self.tensorflow, self.protection = started["tensorflow"], started["protection"]
        if tuple(int(part) for part in self.tensorflow.split(".")[:2]) < OLDEST:
            wanted = ".".join(map(str, OLDEST))
            raise UsageError(f"{self.python} has TensorFlow {self.tensorflow}, and confirm needs {wanted} or newer", hint)

    def close(self) -> None:
        """Ends the child, which ends its own children, and removes what is left, whether it responds or not."""
        child, self._child = self._child, None
        folder, self._folder = self._folder, None
        try:
            if child is not None:
                _end(child)
        finally:
            if folder is not None:
                folder.close()


def _end(child: subprocess.Popen[str]) -> None:
    """Asks the child to end, and kills it if it does not."""
    child.terminate()
    try:
        child.wait(_PATIENCE)
    except BaseException as error:
        os.killpg(child.pid, signal.SIGKILL)
        child.wait()
        if not isinstance(error, subprocess.TimeoutExpired):
            raise
    if child.stdout is not None:
        child.stdout.close()


def _ask(stream: IO[str], messages: Sequence[dict[str, Any]]) -> None:
    """Writes messages. If the child is gone, the reader of its answers notices."""
    try:
        stream.writelines(json.dumps(message) + "\n" for message in messages)
        stream.flush()
    except (OSError, ValueError):
        return
