"""Runs the user's program with the recorder in it, and reads the records however it ends."""

from __future__ import annotations

import bisect
import fcntl
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO

from tflint_autograph.model.record import record
from tflint_autograph.processes.parent import end_with
from tflint_autograph.processes.signals import held
from tflint_autograph.retracing.recorder.calls import SIZE, shared
from tflint_autograph.retracing.recorder.start import VARIABLE
from tflint_autograph.retracing.records import Recording, read, recording

_RECORDER = Path(__file__).with_name("recorder")
_FORWARDED = tuple(
    getattr(signal, name)
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGCONT", "SIGWINCH")
    if hasattr(signal, name)
)
_OF_TERMINAL = (signal.SIGINT, signal.SIGQUIT)
"""Signals that a terminal sends to all foreground processes, including the program."""


@record
class Ended:
    """A finished run: `code` is the return code as in `subprocess`, negative for a signal."""

    found: Recording
    seconds: float
    code: int

    @property
    def told(self) -> str:
        """How it ended, in words."""
        if self.code < 0:
            return f"ended by {signal.Signals(-self.code).name}"
        return f"exit code {self.code}"


def run(python: str, words: Sequence[str]) -> Ended:
    """Runs `python WORDS` in this terminal, as it would run without recording. Raises OSError if it cannot be started."""
    with tempfile.TemporaryFile() as records, tempfile.TemporaryFile() as counts, _cells(words) as cells:
        flags = fcntl.fcntl(records, fcntl.F_GETFL)
        fcntl.fcntl(records, fcntl.F_SETFL, flags | os.O_APPEND)
        counts.truncate(SIZE)
        files = [each.fileno() for each in (records, counts, cells) if each is not None]
        command = [python, *(words if cells is None else _of_notebook(words, cells))]
        started = time.monotonic()
        code = _run(command, _environment(records.fileno(), counts.fileno()), files)
        seconds = time.monotonic() - started
        records.seek(0)
        return Ended(recording(read(records), shared(counts.fileno())), seconds, code)


def _run(command: Sequence[str], environ: dict[str, str], files: Sequence[int]) -> int:
    """Returns the program's return code. Signals are forwarded to it once, and this process lives on to report."""
    in_front = _is_in_front()
    prepare = partial(_prepare, os.getpid(), in_front)
    with held(_FORWARDED):  # until they can be forwarded
        program = subprocess.Popen(command, env=environ, pass_fds=files, preexec_fn=prepare)  # noqa: PLW1509 - this process has one thread
        for number in _FORWARDED:
            signal.signal(number, partial(_forward, program, in_front))
    while True:
        try:
            return program.wait()
        except InterruptedError:  # a signal, which has been handled
            continue


def _prepare(parent: int, in_front: bool) -> None:
    """Runs in the program's process before it starts: without a terminal it gets its own process group, and only forwarded signals."""
    if not in_front:
        os.setpgid(0, 0)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _FORWARDED)
    end_with(parent)


def _forward(program: subprocess.Popen[bytes], in_front: bool, number: int, frame: object) -> None:
    if not (in_front and number in _OF_TERMINAL):
        program.send_signal(number)


def _is_in_front() -> bool:
    """Whether a terminal sends its signals to this process and its children."""
    try:
        return os.isatty(0) and os.tcgetpgrp(0) == os.getpgrp()
    except OSError:
        return False


def _environment(records: int, counts: int) -> dict[str, str]:
    environ = dict(os.environ)
    before = environ.get("PYTHONPATH")
    startup = str(_RECORDER / "startup")
    environ["PYTHONPATH"] = startup if not before else f"{startup}{os.pathsep}{before}"
    if before is not None:
        environ["TFLINT_AUTOGRAPH_PYTHONPATH"] = before
    environ[VARIABLE] = json.dumps({"records": records, "counts": counts})
    return environ


@contextmanager
def _cells(words: Sequence[str]) -> Iterator[IO[str] | None]:
    """Yields the cells of a notebook as an open file that the program can read; None for other programs."""
    if not words[0].endswith(".ipynb"):
        yield None
        return
    cells = _code(Path(words[0]).read_bytes())
    with tempfile.TemporaryFile("w+", encoding="utf-8") as file:
        json.dump(cells, file)
        file.seek(0)
        yield file


def _code(notebook: bytes) -> list[tuple[int, str]]:
    """Returns the code cells by number, without magics. A cell that is no Python stays as it is, and raises when it runs."""
    from tflint_autograph.source.magics import to_python
    from tflint_autograph.source.notebook import parse

    found = parse(notebook)
    lines = found.text.split("\n")[:-1]
    ends = [cell.first_line - 1 for cell in found.cells[1:]] + [len(lines)]
    texts = [lines[cell.first_line - 1 : end] for cell, end in zip(found.cells, ends, strict=True)]
    bad = {bisect.bisect_right(found.cells, each.line, key=lambda cell: cell.first_line) - 1 for each in found.broken}
    texts = [list(to_python(cell.lines)) if index in bad else texts[index] for index, cell in enumerate(found.cells)]
    return [(cell.number, "".join(f"{line}\n" for line in text)) for cell, text in zip(found.cells, texts, strict=True)]


def _of_notebook(words: Sequence[str], cells: IO[str]) -> list[str]:
    return [str(_RECORDER / "notebook.py"), str(cells.fileno()), os.path.abspath(words[0]), *words[1:]]


def end_as(code: int) -> int:
    """Returns the exit code of a program that ended by itself. After a signal, this process ends by the same signal."""
    if code >= 0:
        return code
    import resource

    # The program has left its own core file, where there is to be one
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    number = -code
    if number not in (signal.SIGKILL, signal.SIGSTOP):
        signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
    return 128 + number
