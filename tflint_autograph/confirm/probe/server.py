"""Starts TensorFlow once and forks a process for each unit. Runs no code of the user in its own process."""

from __future__ import annotations

import importlib
import json
import os
import select
import signal
from typing import Any

from tflint_autograph.confirm.probe.bounds.orphans import adopt, end_orphans
from tflint_autograph.confirm.probe.forked import Forked
from tflint_autograph.confirm.protocol import Unit, parsed, plain

_PAUSE = 0.005


def serve() -> None:
    """Read units from standard input, one a line, and answer each with an observation on standard output.

    The first line says how many run at a time. Ends, with everything it started, when standard input does.
    """
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    quiet = os.open(os.devnull, os.O_RDWR)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    adopt()
    requests = Requests()
    jobs = int(requests.first()["jobs"])
    started = _start()
    answers.write(json.dumps(started) + "\n")
    if "failed" in started:
        return
    signal.signal(signal.SIGTERM, _end)
    running: list[Forked] = []
    try:
        _loop(requests, answers, jobs, running)
    except BrokenPipeError:
        os.dup2(quiet, answers.fileno())
    finally:
        for one in running:
            one.discard()
        end_orphans(())


def _end(number: int, frame: object) -> None:
    raise SystemExit


def _start() -> dict[str, str]:
    try:
        for name in ("numpy", "tensorflow", "keras"):
            importlib.import_module(name)
    except ImportError as error:
        return {"failed": str(error)}
    return {"tensorflow": importlib.import_module("tensorflow").__version__}


def _loop(requests: Requests, answers: Any, jobs: int, running: list[Forked]) -> None:
    while requests.open or requests.waiting or running:
        requests.poll(_PAUSE if running or requests.waiting else None)
        if not requests.open:
            return
        while requests.waiting and len(running) < jobs:
            running.append(Forked(parsed(Unit, requests.waiting.pop(0))))
        for one in [one for one in running if one.ended()]:
            running.remove(one)
            end_orphans(tuple(other.pid for other in running))
            answers.write(json.dumps(plain(one.observation())) + "\n")


class Requests:
    """The lines of standard input, read when there are some, without waiting for the rest."""

    def __init__(self) -> None:
        self.open = True
        self.waiting: list[dict[str, Any]] = []
        self._rest = b""

    def first(self) -> dict[str, Any]:
        """The first line, waited for."""
        while self.open and not self.waiting:
            self.poll(None)
        return self.waiting.pop(0)

    def poll(self, seconds: float | None) -> None:
        """Take what has come, waiting for it up to `seconds`, or for ever."""
        if not select.select([0], [], [], seconds)[0]:
            return
        data = os.read(0, 1 << 20)
        self.open = bool(data)
        *lines, self._rest = (self._rest + data).split(b"\n")
        self.waiting += [json.loads(line) for line in lines]
