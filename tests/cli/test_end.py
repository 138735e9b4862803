"""However a run is ended: no process of it lives on, and nothing temporary is left."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from tests.processes.stuck import are_gone, processes, stuck
from tests.programs import write

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells of processes in /proc")

HAZARD = "import tensorflow as tf\n\n\n@tf.function\ndef f(x):\n    print(x)\n    return x\n"
CODES = {signal.SIGTERM: -signal.SIGTERM, signal.SIGHUP: -signal.SIGHUP, signal.SIGINT: 130, signal.SIGKILL: -signal.SIGKILL}


@pytest.fixture
def code(tmp_path: Path) -> Path:
    write(tmp_path / "code", {f"m{number}.py": HAZARD for number in range(4)})
    return tmp_path / "code"


@pytest.mark.parametrize("number", CODES, ids=lambda number: number.name)
@pytest.mark.parametrize("arguments", [("check",), ("check", "--watch")], ids=" ".join)
def test_children_end_with_the_run(code: Path, tmp_path: Path, arguments: tuple[str, ...], number: signal.Signals) -> None:
    before = sorted(code.rglob("*"))
    with stuck(code, tmp_path / "reached", *arguments, "-j2", "-q", ".", parted=True) as run:
        children = processes(tmp_path / "reached", 2)
        assert run.pid not in children
        run.send_signal(number)
        assert run.wait(60) == CODES[number]
        assert are_gone(children)
        assert run.stderr is not None
        assert run.stderr.read().strip() == b""
    assert sorted(code.rglob("*")) == before


def test_children_that_share_one_program_end_with_the_run(code: Path, tmp_path: Path) -> None:
    with stuck(code, tmp_path / "reached", "check", "-j2", "-q", ".") as run:
        children = processes(tmp_path / "reached", 2)
        run.send_signal(signal.SIGINT)
        assert run.wait(60) == 130
        assert are_gone(children)


def test_a_single_process_ends_by_the_signal_it_was_sent(code: Path, tmp_path: Path) -> None:
    with stuck(code, tmp_path / "reached", "check", "-j1", "-q", ".") as run:
        assert processes(tmp_path / "reached", 1) == [run.pid]
        run.terminate()
        assert run.wait(60) == -signal.SIGTERM
        assert run.stderr is not None
        assert run.stderr.read().strip() == b""
