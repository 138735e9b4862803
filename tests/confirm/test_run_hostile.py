"""Whatever the program of `confirm --run` does, while it runs or is replayed: there is an answer, and nothing is left."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.confirm.hostile import below, observed, written
from tests.confirm.hostile_programs import LINE, PROGRAMS
from tflint_autograph.confirm.outcome import ended
from tflint_autograph.confirm.protocol import Driver, Observation, Unit, Watch

pytestmark = pytest.mark.tensorflow

SECONDS = 25.0


def unit(folder: Path, name: str) -> Unit:
    file = str(folder / f"{name}.py")
    lines = PROGRAMS[name].split("\n")
    later = next((number for number, line in enumerate(lines, 1) if "next(made)" in line), 0)
    watches = (Watch("step", file, LINE, LINE), Watch("later", file, later, later))
    driver = Driver(program=(f"{name}.py",))
    return Unit(name, "", "", (), str(folder), driver, "graph", watches, SECONDS, 1 << 29, folder=str(folder))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("hostile"), PROGRAMS)


@pytest.fixture(scope="module")
def seen(folder: Path) -> Mapping[str, Observation]:
    return observed(unit(folder, name) for name in PROGRAMS)


def test_every_program_gets_an_answer(seen: Mapping[str, Observation]) -> None:
    assert seen.keys() == PROGRAMS.keys()


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("works", "ran to its end; calls of 1 function with findings were replayed"),
        ("kills", "was killed by SIGKILL; calls of 0 functions"),
        ("leaves", "ended the process with exit code 7; calls of 0 functions"),
        ("exits", "ended with SystemExit: 3; calls of 1 function"),
        ("raises", "ended with ValueError: at the end; calls of 1 function"),
        ("hangs", "was stopped after 15 s to replay its calls; calls of 1 function"),
        ("insists", "did not end within 25 s (--timeout); calls of 0 functions"),
        ("floods", "wrote more than 16 MB of output; calls of 0 functions"),
        ("hoards", "ended with MemoryError; calls of 1 function"),
        ("forks", "ran to its end; calls of 1 function"),
        ("threads", "ran to its end; calls of 1 function"),
        ("writes", "ran to its end; calls of 1 function"),
        ("changes", "ran to its end; calls of 1 function"),
        ("kills_late", "was killed by SIGKILL; calls of 1 function"),
        ("leaves_late", "ended the process with exit code 7; calls of 1 function"),
        ("hangs_late", "ran to its end; calls of 2 functions"),
        ("hoards_late", "ran to its end; calls of 2 functions"),
    ],
)
def test_its_end_is_told(name: str, told: str, seen: Mapping[str, Observation]) -> None:
    assert ended(seen[name]).startswith(told)


@pytest.mark.parametrize("name", [name for name in PROGRAMS if name not in ("kills", "leaves", "insists", "floods", "hangs")])
def test_what_it_called_before_is_replayed(name: str, seen: Mapping[str, Observation]) -> None:
    step = seen[name].replayed[0]
    assert step.function == "step"
    for run in (step.eager, step.control):
        assert run.ended == ""
        assert [call.raised for call in run.calls] == [None] * 4
        assert [call.result["value"] for call in run.calls[1:]] == [2.0, 2.0, 2.0]
    assert [sum((*hits.tracing, *hits.running)) for hits in step.eager.hits] == [3]
    assert [(sum(hits.tracing), sum(hits.running)) for hits in step.graph.hits] == [(1, 0)]


def test_a_replay_that_hangs_is_ended_alone(seen: Mapping[str, Observation]) -> None:
    later = seen["hangs_late"].replayed[1]
    assert later.eager.ended == later.graph.ended == "did not end in the time left for its replay (--timeout)"


def test_a_replay_that_takes_all_memory_is_told(seen: Mapping[str, Observation]) -> None:
    raised = seen["hoards_late"].replayed[1].eager.calls[-1].raised
    assert raised is not None
    assert raised.type == "MemoryError"


def test_nothing_but_what_a_program_wrote_is_beside_them(folder: Path, seen: Mapping[str, Observation]) -> None:
    assert {path.name for path in folder.iterdir()} == {*(f"{name}.py" for name in PROGRAMS), "written.txt"}
    assert {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.py")} == {
        f"{name}.py": text for name, text in PROGRAMS.items()
    }


def test_an_interruption_ends_the_program_and_what_it_started(tmp_path: Path) -> None:
    (code := tmp_path / "code").mkdir()
    reached = tmp_path / "reached"
    (code / "program.py").write_text(f"{PROGRAMS['forks']}\nopen({str(reached)!r}, 'w').close()\ntime.sleep(1000)\n")
    command = [sys.executable, "-m", "tflint_autograph", "confirm", "--isolated", "--python", sys.executable]
    run = subprocess.Popen([*command, "--run", "program.py", "program.py"], cwd=code, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert run.stderr is not None
    assert b"Running code of program.py" in run.stderr.readline()
    while not reached.exists():
        assert run.poll() is None
        time.sleep(0.1)
    started = below(run.pid)
    run.send_signal(signal.SIGINT)
    assert run.wait(60) == 130
    assert not [pid for pid in started if Path(f"/proc/{pid}").exists()]
