"""One forked process for one unit: its limits, its end and what it wrote. Knows nothing of TensorFlow."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from tflint_autograph.confirm.probe.bounds.limits import limit
from tflint_autograph.confirm.probe.bounds.orphans import die_with_parent
from tflint_autograph.confirm.protocol import ENDLESS, Observation, Unit, parsed, plain

OUTPUT_LIMIT = 16 << 20
"""Bytes that a unit may write to its standard streams."""


class Forked:
    """A unit that runs, in a temporary folder of its own which is removed at its end."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.folder = Path(tempfile.mkdtemp(prefix="tflint-confirm-"))
        self.started = time.monotonic()
        self.deadline = self.started + unit.seconds
        self._ended = ""
        self.pid = os.fork()
        if self.pid == 0:
            _child(unit, self.folder)

    def ended(self) -> bool:
        """Whether the process is over; it is killed when its time is, or when it floods its streams."""
        if time.monotonic() > self.deadline:
            self._ended = f"{ENDLESS} {self.unit.seconds:g} s (--timeout)"
        elif sum(path.stat().st_size for path in self.folder.glob("std*")) > OUTPUT_LIMIT:
            self._ended = f"wrote more than {OUTPUT_LIMIT >> 20} MB of output"
        if self._ended:
            self.kill()
            return True
        pid, status = os.waitpid(self.pid, os.WNOHANG)
        if not pid:
            return False
        self._ended = _ending(status)
        self._kill_group()
        return True

    def kill(self) -> None:
        """End the process and those of its group, and wait for it."""
        self._kill_group()
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)

    def discard(self) -> None:
        """End the process, whose observation nobody wants any more."""
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def observation(self) -> Observation:
        """What the process reported, or how it ended when it could not."""
        result, part = self.folder / "result.json", self.folder / "part.json"
        seconds = time.monotonic() - self.started
        try:
            if result.exists():
                return replace(_read(result), seconds=seconds)
            seen = _read(part) if part.exists() else Observation(self.unit.id, "")
            return replace(seen, ended=seen.ended or self._ended or "ended the process by itself", seconds=seconds)
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)

    def _kill_group(self) -> None:
        try:
            os.killpg(self.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            return


def _read(file: Path) -> Observation:
    return parsed(Observation, json.loads(file.read_text(encoding="utf-8")))


def _write(seen: Observation, file: Path) -> None:
    written = file.with_suffix(".new")
    written.write_text(json.dumps(plain(seen)), encoding="utf-8")
    written.rename(file)


def _ending(status: int) -> str:
    if os.WIFSIGNALED(status):
        return f"was killed by {signal.Signals(os.WTERMSIG(status)).name}"
    code = os.waitstatus_to_exitcode(status)
    return f"ended the process with exit code {code}"


def _child(unit: Unit, folder: Path) -> None:
    """Run the unit in this process, which ends here."""
    os.setpgid(0, 0)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    die_with_parent()
    for descriptor, name in ((1, "stdout"), (2, "stderr")):
        os.dup2(os.open(folder / name, os.O_CREAT | os.O_WRONLY | os.O_APPEND), descriptor)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    limit(unit.memory)
    work = folder / "work"
    work.mkdir()
    os.chdir(work)
    try:
        from tflint_autograph.confirm.probe.unit import run

        _write(run(unit, folder, lambda seen: _write(seen, folder / "part.json")), folder / "result.json")
    finally:  # neither the user's exit handlers nor the server's code may run in this process
        os._exit(1 if sys.exc_info()[0] else 0)
