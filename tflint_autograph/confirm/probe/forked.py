"""One forked process for one unit: its limits, its end and its output. Independent of TensorFlow."""

from __future__ import annotations

import json
import os
import signal
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from tflint_autograph.confirm.messages import parsed, plain
from tflint_autograph.confirm.probe.limits.clock import Clock
from tflint_autograph.confirm.probe.limits.copying import copied
from tflint_autograph.confirm.probe.limits.folders import remove
from tflint_autograph.confirm.probe.limits.landlock import forbid_signals
from tflint_autograph.confirm.probe.limits.limits import limit
from tflint_autograph.confirm.probe.limits.protecting import protect
from tflint_autograph.confirm.probe.limits.writing import note_writing, noted
from tflint_autograph.confirm.project_change import ProjectChange
from tflint_autograph.confirm.protocol import (
    READ_ONLY,
    SETTLED,
    UNPROTECTED,
    Observation,
    Unit,
)
from tflint_autograph.processes.forking import has_plots
from tflint_autograph.processes.parent import end_with
from tflint_autograph.processes.signals import ASKING

OUTPUT_LIMIT = 16 << 20
"""Maximum number of bytes that a unit may write to its standard streams."""

_PART = "part.json"
"""The file in a unit's folder with what it has shown so far."""

_BEGUN = "begun"
"""The file in a unit's folder that exists once its imports are done."""

_PLOTS = "plots"
"""The file in a unit's folder that exists if it imported what plots are drawn with."""


@dataclass(frozen=True, slots=True)
class Shelter:
    """Where units run: temporary folders go into `folder`, and `project` is protected in this way (`protocol.COPY`).

    With an empty `project` there is nothing to protect or watch.
    """

    folder: Path
    project: str = ""
    protection: str = UNPROTECTED

    def of(self, unit: Unit) -> str:
        """Returns how the project is protected from a unit. A program that the user names may write."""
        is_named = bool(unit.driver.program) and not unit.driver.is_found
        return UNPROTECTED if self.protection == READ_ONLY and is_named else self.protection


class Forked:
    """A running unit, with its own temporary folder, which is removed at the end."""

    def __init__(self, unit: Unit, shelter: Shelter, number: int) -> None:
        self.unit = unit
        self.folder = shelter.folder / str(number)
        self.folder.mkdir()
        self._shelter = shelter
        self.begun = False
        self._ended = ""
        self._told = 0
        self._seconds = self._imports = 0.0
        parent = os.getpid()
        self.pid = os.fork()
        if self.pid == 0:
            _child(unit, self.folder, shelter, parent)
        self._clock = Clock(self.pid)
        self._started = self._clock.now()

    def ended(self) -> bool:
        """Whether the process has ended. It is killed when its time is over, or when it writes too much."""
        self._seconds = self._clock.now() - self._started
        if not self.begun and (self.folder / _BEGUN).exists():
            self.begun, self._imports, self._started = True, self._seconds, self._clock.now()
        elif self._seconds > (self.unit.seconds if self.begun else self.unit.for_imports):
            self._ended = self.unit.overdue(begun=self.begun)
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

    def part(self) -> Observation | None:
        """Returns what the unit has shown so far, if that is more than at the last time."""
        part = self.folder / _PART
        if not part.exists() or (now := part.stat().st_mtime_ns) == self._told:
            return None
        self._told = now
        return _read(part)

    def settle(self, watches: Iterable[str]) -> None:
        """Tells the unit the watches for which it need show no more."""
        (self.folder / SETTLED).with_suffix(".new").write_text(json.dumps(sorted(watches)), encoding="utf-8")
        (self.folder / SETTLED).with_suffix(".new").rename(self.folder / SETTLED)

    def kill(self) -> None:
        """Kills the process and its group, and waits for it."""
        self._kill_group()
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)

    def discard(self) -> None:
        """Ends the process without using its observation."""
        self.kill()
        remove(self.folder)

    def observation(self) -> Observation:
        """Returns what the process reported, or how it ended if it could not."""
        try:
            return replace(self._seen(), seconds=self._seconds, imports=self._imports, project=self._written())
        finally:
            remove(self.folder)

    def _seen(self) -> Observation:
        result, part = self.folder / "result.json", self.folder / _PART
        if result.exists():
            return _read(result)
        seen = _read(part) if part.exists() else Observation(self.unit.id, "")
        return replace(seen, ended=seen.ended or self._ended or "ended the process by itself")

    def _written(self) -> tuple[ProjectChange, ...]:
        return (*copied(Path(self._shelter.project), self.folder), *noted(self.folder)) if self._shelter.project else ()

    def has_plots(self) -> bool:
        """Whether the process imported what plots are drawn with, as later ones probably will."""
        return (self.folder / _PLOTS).exists()

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


def _child(unit: Unit, folder: Path, shelter: Shelter, parent: int) -> None:
    """Runs the unit in this process, which ends here."""
    os.setpgid(0, 0)
    for number in ASKING:
        signal.signal(number, signal.SIG_DFL)
    end_with(parent)
    for descriptor, name in ((1, "stdout"), (2, "stderr")):
        os.dup2(os.open(folder / name, os.O_CREAT | os.O_WRONLY | os.O_APPEND), descriptor)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    try:
        try:
            _enclose(unit, folder, shelter)
        except OSError as error:
            _write(Observation(unit.id, f"cannot begin: {error}"), folder / "result.json")
            return
        from tflint_autograph.confirm.probe.unit import run

        part = folder / _PART
        try:
            seen = run(unit, folder, lambda seen: _write(seen, part), (folder / _BEGUN).touch)
        except Exception as error:  # noqa: BLE001 - to look at the user's objects runs their code, which raises what it likes
            ended = f"cannot be observed: {type(error).__name__}: {error}"[:200]
            seen = replace(_read(part) if part.exists() else Observation(unit.id, ""), ended=ended)
        if has_plots():
            (folder / _PLOTS).touch()
        _write(seen, folder / "result.json")
    finally:  # neither the user's exit handlers nor the server's code may run in this process
        os._exit(1 if sys.exc_info()[0] else 0)


def _enclose(unit: Unit, folder: Path, shelter: Shelter) -> None:
    """Limits what this process can do, and gives it its own folders."""
    project = Path(shelter.project)
    if shelter.project and shelter.of(unit) == UNPROTECTED:
        note_writing(project, folder)
    elif shelter.project:
        protect(shelter.protection, project, folder)
    forbid_signals()
    limit(unit.memory)
    work, temporary = folder / "work", folder / "tmp"
    work.mkdir()
    temporary.mkdir()
    os.environ["TMPDIR"] = tempfile.tempdir = str(temporary)
    os.chdir(work)
