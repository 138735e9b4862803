"""The server ends with its editor, and when it is asked to, whatever it is at."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.processes.stuck import processes, stuck

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no signals to send")

HAZARD = "import tensorflow as tf\n\n\n@tf.function\ndef f(x):\n    print(x)\n    return x\n"


def message(method: str, params: dict[str, Any], number: int | None = None) -> bytes:
    body = {"jsonrpc": "2.0", "method": method, "params": params} | ({} if number is None else {"id": number})
    data = json.dumps(body).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(data), data)


@contextmanager
def serving(folder: Path, editor: int) -> Iterator[subprocess.Popen[bytes]]:
    """A server that is in the midst of a check which does not end, for an editor with this process id."""
    (folder / "m.py").write_text(HAZARD)
    document = {"uri": (folder / "m.py").as_uri(), "languageId": "python", "version": 1, "text": HAZARD}
    with stuck(folder, folder / "reached", "server") as server:
        assert server.stdin is not None
        server.stdin.write(message("initialize", {"processId": editor, "rootUri": folder.as_uri(), "capabilities": {}}, 1))
        server.stdin.write(message("initialized", {}) + message("textDocument/didOpen", {"textDocument": document}))
        server.stdin.flush()
        assert processes(folder / "reached", 1) == [server.pid]
        yield server


def hangs_up(server: subprocess.Popen[bytes]) -> None:
    assert server.stdin is not None
    server.stdin.close()


def says_exit(server: subprocess.Popen[bytes]) -> None:
    assert server.stdin is not None
    server.stdin.write(message("exit", {}))
    server.stdin.flush()


@pytest.mark.parametrize(
    ("end", "code"),
    [
        (hangs_up, 1),
        (says_exit, 1),
        (lambda server: server.send_signal(signal.SIGTERM), -signal.SIGTERM),
        (lambda server: server.send_signal(signal.SIGHUP), -signal.SIGHUP),
        (lambda server: server.send_signal(signal.SIGINT), -signal.SIGINT),
    ],
    ids=["hangs up", "exit", "SIGTERM", "SIGHUP", "SIGINT"],
)
def test_the_server_ends_in_the_midst_of_a_check(tmp_path: Path, end: Callable[[subprocess.Popen[bytes]], None], code: int) -> None:
    with subprocess.Popen(["sleep", "1000"]) as editor, serving(tmp_path, editor.pid) as server:
        end(server)
        assert server.wait(60) == code
        editor.kill()


def test_the_server_ends_when_the_editor_dies_and_another_holds_its_input_open(tmp_path: Path) -> None:
    with subprocess.Popen(["sleep", "1000"]) as editor, serving(tmp_path, editor.pid) as server:
        editor.kill()
        editor.wait()
        assert server.wait(60) == -signal.SIGTERM


def test_an_editor_that_is_nowhere_here_is_no_reason_to_end(tmp_path: Path) -> None:
    """Its id may be that of a process in another container."""
    with subprocess.Popen(["true"]) as gone:
        gone.wait()
    with serving(tmp_path, gone.pid) as server, pytest.raises(subprocess.TimeoutExpired):
        server.wait(5)
