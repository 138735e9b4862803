"""Imports TensorFlow once and forks a process for each unit. Runs no user code in its own process."""

from __future__ import annotations

import importlib
import itertools
import json
import os
import select
import signal
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TextIO

from tflint_autograph.confirm.messages import parsed, plain
from tflint_autograph.confirm.probe.forked import Forked, Shelter
from tflint_autograph.confirm.probe.limits.folders import remove
from tflint_autograph.confirm.probe.limits.orphans import adopt, end_orphans
from tflint_autograph.confirm.probe.limits.protecting import best
from tflint_autograph.confirm.protocol import Unit
from tflint_autograph.processes.forking import has_plots, import_before_forks, import_plots
from tflint_autograph.processes.parent import end_with

_PAUSE = 0.005


def serve() -> None:
    """Reads units from standard input, one per line, and answers each with an observation on standard output.

    The first line gives the number of parallel units, the temporary folder, and the project to protect. Ends, with everything it started
    and the folder, when standard input or the parent ends.
    """
    signal.signal(signal.SIGTERM, _end)
    end_with(os.getppid(), signal.SIGTERM)
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    quiet = os.open(os.devnull, os.O_RDWR)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    adopt()
    requests = Requests()
    first = requests.first()
    if first is None:
        return
    folder = Path(first["folder"])
    running: list[Forked] = []
    try:
        _answer(requests, answers, first, running)
    except BrokenPipeError:
        os.dup2(quiet, answers.fileno())
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        for one in running:
            one.discard()
        end_orphans(())
        remove(folder)
        os._exit(0)  # the interpreter takes seconds to leave TensorFlow


def _end(number: int, frame: object) -> None:
    raise SystemExit


def _answer(requests: Requests, answers: TextIO, first: Mapping[str, Any], running: list[Forked]) -> None:
    started = _start()
    if "failed" in started:
        answers.write(json.dumps(started) + "\n")
        return
    shelter = Shelter(Path(first["folder"]), first["project"])
    if shelter.project:
        (trial := shelter.folder / "trial").mkdir()
        shelter = replace(shelter, protection=best(Path(shelter.project), trial))
        remove(trial)
    answers.write(json.dumps({**started, "protection": shelter.protection}) + "\n")
    _loop(requests, answers, int(first["jobs"]), shelter, running)


def _start() -> dict[str, str]:
    try:
        import_before_forks("numpy", "tensorflow", "keras", "tflint_autograph.confirm.probe.unit")
    except ImportError as error:
        return {"failed": str(error)}
    return {"tensorflow": importlib.import_module("tensorflow").__version__}


def _loop(requests: Requests, answers: TextIO, jobs: int, shelter: Shelter, running: list[Forked]) -> None:
    numbers = itertools.count(1)
    while requests.open or requests.waiting or running:
        requests.poll(_PAUSE if running or requests.waiting else None)
        if not requests.open:
            return
        if requests.settled:
            for one in running:
                one.settle(requests.settled)
            requests.settled.clear()
        while requests.waiting and len(running) < jobs:
            running.append(Forked(parsed(Unit, requests.waiting.pop(0)), shelter, next(numbers)))
        answers.writelines(json.dumps({"part": plain(part)}) + "\n" for part in filter(None, [one.part() for one in running]))
        for one in [one for one in running if one.ended()]:
            running.remove(one)
            end_orphans(tuple(other.pid for other in running))
            if one.has_plots() and not has_plots():
                import_plots()
            answers.write(json.dumps(plain(one.observation())) + "\n")


class Requests:
    """The lines of standard input, read without blocking: units, and `settled` watches."""

    def __init__(self) -> None:
        self.open = True
        self.waiting: list[dict[str, Any]] = []
        self.settled: set[str] = set()
        self._rest = b""

    def first(self) -> dict[str, Any] | None:
        """Waits for the first line and returns it, or None if there is none."""
        while self.open and not self.waiting:
            self.poll(None)
        return self.waiting.pop(0) if self.waiting else None

    def poll(self, seconds: float | None) -> None:
        """Reads available lines, waiting up to `seconds`, or without limit."""
        if not select.select([0], [], [], seconds)[0]:
            return
        data = os.read(0, 1 << 20)
        self.open = bool(data)
        *lines, self._rest = (self._rest + data).split(b"\n")
        for message in map(json.loads, lines):
            if "settled" in message:
                self.settled.update(message["settled"])
            else:
                self.waiting.append(message)
