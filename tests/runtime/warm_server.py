"""Imports TensorFlow once and forks a process for each script that `warm_client.py` brings. Called with a folder for its socket.

Ends, and kills what it runs, when its standard input ends. Its own process never uses TensorFlow: threads do not survive a fork.
"""

from __future__ import annotations

import io
import json
import os
import random
import runpy
import selectors
import shutil
import signal
import socket
import sys
import tempfile
import traceback
from pathlib import Path
from typing import Any, NoReturn

PREFIXES = ("tflint_autograph", "tests")
_HIGH = 512
"""The lowest number of a file that this process has not open."""


def main() -> None:
    """Serves until standard input ends."""
    path = list(sys.path[1:])
    folder = Path(sys.argv[1])
    _import()
    with socket.socket(socket.AF_UNIX) as listening, selectors.DefaultSelector() as selector:
        listening.bind(str(folder / "socket"))
        listening.listen()
        selector.register(0, selectors.EVENT_READ)
        selector.register(listening, selectors.EVENT_READ)
        print("ready", flush=True)
        running: dict[int, tuple[int, socket.socket]] = {}
        while True:
            for key, _ in selector.select():
                if key.fileobj == 0:
                    for pid, _ in running.values():
                        os.kill(pid, signal.SIGKILL)
                    shutil.rmtree(folder)
                    os._exit(0)  # the interpreter takes seconds to leave TensorFlow
                if key.fileobj is listening:
                    connection, _ = listening.accept()
                    pid = _forked(connection, path)
                    ended = os.pidfd_open(pid)
                    running[ended] = pid, connection
                    selector.register(ended, selectors.EVENT_READ)
                    continue
                selector.unregister(key.fileobj)
                os.close(key.fd)
                pid, connection = running.pop(key.fd)
                _tell(connection, os.waitpid(pid, 0)[1])
                connection.close()


def _import() -> None:
    """Imports what the scripts import first, and leaves nothing of the linter and its tests behind."""
    from tflint_autograph.processes.forking import import_before_forks

    import_before_forks("numpy", "tensorflow", "keras")
    for name in [name for name in sys.modules if name.partition(".")[0] in PREFIXES]:
        del sys.modules[name]


def _tell(connection: socket.socket, number: int) -> None:
    try:
        connection.sendall(number.to_bytes(8, "big"))
    except BrokenPipeError:
        return  # the client was killed


def _forked(connection: socket.socket, path: list[str]) -> int:
    """Starts what a client asks for. Returns the new process."""
    size, files, _, _ = socket.recv_fds(connection, 8, 64)
    text = b""
    while len(text) < int.from_bytes(size, "big"):
        text += connection.recv(1 << 20)
    pid = os.fork()
    if pid == 0:
        _run(json.loads(text), files, path)
    for each in files:
        os.close(each)
    _tell(connection, pid)
    return pid


def _run(asked: dict[str, Any], files: list[int], path: list[str]) -> NoReturn:
    """Runs a script in this process, which ends here."""
    os.setsid()
    status = 1
    try:
        _take_over(files, asked["files"])
        os.chdir(asked["folder"])
        os.environ.clear()
        os.environ.update(asked["environ"])
        tempfile.tempdir = None
        random.seed()
        sys.dont_write_bytecode = bool(os.environ.get("PYTHONDONTWRITEBYTECODE"))
        sys.stdin = open(0, closefd=False)  # noqa: SIM115
        sys.stdout, sys.stderr = _written(1), _written(2)
        first, *rest = asked["arguments"]
        if first == "-m":
            sys.path[:] = [asked["folder"], *path]
            sys.argv[:] = rest
            runpy.run_module(rest[0], run_name="__main__", alter_sys=True)
        else:
            sys.path[:] = [str(Path(first).resolve().parent), *path]
            sys.argv[:] = asked["arguments"]
            runpy.run_path(first, run_name="__main__")
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:  # noqa: BLE001 - whatever the script raises is shown as the interpreter shows it
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _written(number: int) -> io.TextIOWrapper:
    """A standard stream, with as much of a buffer as Python gives it."""
    plain = open(number, "wb", 0, closefd=False)  # noqa: SIM115
    if os.environ.get("PYTHONUNBUFFERED"):
        return io.TextIOWrapper(plain, write_through=True)
    return io.TextIOWrapper(io.BufferedWriter(plain), line_buffering=number == 2)


def _take_over(files: list[int], numbers: list[int]) -> None:
    """Gives this process the files of the client, under their numbers there, in place of its own."""
    kept = {number: os.dup2(each, _HIGH + place) for place, (number, each) in enumerate(zip(numbers, files, strict=True))}
    os.closerange(3, _HIGH)
    for number, each in kept.items():
        os.dup2(each, number)
        os.close(each)


if __name__ == "__main__":
    main()
