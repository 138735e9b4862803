"""Starts TensorFlow once and forks a process for each batch of programs and mode.

Called with the path of a request, a JSON file; answers with lines of JSON on standard output.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
import tempfile
import time
from collections import deque
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tests.generated.running.protocol import MODES, Seen
from tflint_autograph.processes.forking import import_before_forks

_GRACE = 10.0
"""Seconds a process may take for a program beyond its time, for what an alarm cannot interrupt."""

Programs = list[dict[str, Any]]


@dataclass
class Batch:
    """Programs that one forked process runs in one mode."""

    programs: Programs
    mode: str
    pid: int
    work: Path
    told: int = 0
    since: float = 0.0

    def lines(self) -> list[str]:
        """The whole lines the process has written that were not read so far."""
        file = self.work / "seen.jsonl"
        whole = file.read_text().split("\n")[:-1] if file.exists() else []
        fresh = whole[self.told :]
        if fresh:
            self.told, self.since = len(whole), time.monotonic()
        return fresh

    def has_ended(self) -> bool:
        """Whether the process is over."""
        return os.waitpid(self.pid, os.WNOHANG)[0] != 0

    def kill(self) -> None:
        """End the process and those it started."""
        try:
            os.killpg(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)


def main() -> None:
    """Run every requested program in both modes."""
    request = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    import_before_forks("numpy", "tensorflow", "keras", "rich", "absl.logging")
    programs, size = request["programs"], request["batch"]
    waiting = deque((programs[start : start + size], mode) for start in range(0, len(programs), size) for mode in MODES)
    running: list[Batch] = []
    while waiting or running:
        while waiting and len(running) < request["jobs"]:
            running.append(_started(*waiting.popleft(), request))
        time.sleep(0.01)
        for batch in list(running):
            is_over, is_late = batch.has_ended(), time.monotonic() - batch.since > request["seconds"] + _GRACE
            for line in batch.lines():
                name, seen = json.loads(line)
                answers.write(json.dumps([name, batch.mode, seen]) + "\n")
            if not is_over and is_late:
                batch.kill()
            if is_over or is_late:
                running.remove(batch)
                waiting.extendleft(_rest(batch, is_late, answers))
                shutil.rmtree(batch.work, ignore_errors=True)


def _started(programs: Programs, mode: str, request: dict[str, Any]) -> Batch:
    work = Path(tempfile.mkdtemp(prefix="tflint-generated-"))
    pid = os.fork()
    if pid == 0:
        os.setpgid(0, 0)
        from tests.generated.running.child import run_all

        run_all(programs, mode, request["root"], work, request["seconds"])
    return Batch(programs, mode, pid, work, since=time.monotonic())


def _rest(batch: Batch, is_late: bool, answers: Any) -> list[tuple[Programs, str]]:
    """The programs that a process did not come to; the one it was at, when it ended, is told to have ended it."""
    rest = batch.programs[batch.told :]
    broken = batch.work / "broken"
    if broken.exists():
        raise RuntimeError(broken.read_text())
    if rest and batch.told and _was_out_of_time(batch):
        return [(rest, batch.mode)]
    if rest:
        seen = Seen(exception="OutOfTime" if is_late else "Killed")
        answers.write(json.dumps([rest[0]["name"], batch.mode, asdict(seen)]) + "\n")
        rest = rest[1:]
    return [(rest, batch.mode)] if rest else []


def _was_out_of_time(batch: Batch) -> bool:
    """Whether the process ended by itself, since its last program was out of time."""
    last = (batch.work / "seen.jsonl").read_text().split("\n")[-2]
    return bool(json.loads(last)[1]["exception"] == "OutOfTime")


if __name__ == "__main__":
    main()
