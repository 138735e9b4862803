"""Has a script run by the process of `warm_server.py`, and ends as the script ends. `warm.py` makes a program of this text."""

from __future__ import annotations

import json
import os
import signal
import socket
import sys


def main() -> None:
    """Hands everything this process has to a new process of the server; signals go to that process."""
    if not (sys.argv[1:2] == ["-m"] or os.path.isfile(sys.argv[1])):
        os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
    files = [int(name) for name in os.listdir("/proc/self/fd")]
    files = [number for number in files if number <= 2 or os.path.exists(f"/proc/self/fd/{number}")]  # without that of the listing
    with socket.socket(socket.AF_UNIX) as server:
        server.connect(f"{os.path.dirname(os.path.abspath(__file__))}/socket")
        asked = {"arguments": sys.argv[1:], "folder": os.getcwd(), "environ": dict(os.environ), "files": files}
        text = json.dumps(asked).encode()
        socket.send_fds(server, [len(text).to_bytes(8, "big")], files)
        server.sendall(text)
        pid = int.from_bytes(server.recv(8), "big")
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, lambda number, frame: os.kill(pid, number))
        status = int.from_bytes(server.recv(8), "big")
    if os.WIFSIGNALED(status):
        killed_by = os.WTERMSIG(status)
        if killed_by != signal.SIGKILL:
            signal.signal(killed_by, signal.SIG_DFL)
        os.kill(os.getpid(), killed_by)
    os._exit(os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    main()
