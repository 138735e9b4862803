"""Whatever the code writes, starts or kills, and however `confirm` ends: the project is as it was, and nothing is left."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.confirm.hostile import below
from tests.processes.stuck import are_gone, wait_for
from tests.programs import write
from tflint_autograph.confirm.probe.limits.landlock import version

pytestmark = [
    pytest.mark.tensorflow,
    pytest.mark.skipif(sys.platform != "linux", reason="only Linux protects the project"),
]

WRITES = """
import os
from pathlib import Path
import tensorflow as tf

HERE = Path(__file__).parent


@tf.function
def absolute(x):
    with open(HERE / "absolute.txt", "a") as file:
        file.write("here")
    return x * 2.0


@tf.function
def moved(x):
    os.chdir(HERE)
    print("moved")
    Path("moved.txt").write_text("here")
    return x


@tf.function
def branches(x):
    if tf.reduce_sum(x) > 0:
        print("positive")
        x += 1.0
    return x
"""
KILLS = """
import os, signal
import tensorflow as tf


@tf.function
def deadly(x):
    print("last words")
    os.kill(os.getppid(), signal.SIGKILL)
    return x
"""
ENTERED = "import os, subprocess, tempfile, time\nimport tensorflow as tf\n" + """
started = subprocess.Popen(["sleep", "1000"], start_new_session=True)
tempfile.mkdtemp()
open(os.path.join(os.path.dirname(__file__), "left.txt"), "w").close()
open({reached!r}, "w").close()
time.sleep(1000)


@tf.function
def f(x):
    print("heard")
    return x
"""


@pytest.fixture
def code(tmp_path: Path) -> Path:
    write(tmp_path / "code", {"pkg/writes.py": WRITES})
    return tmp_path / "code"


@pytest.fixture
def temporary(tmp_path: Path) -> Path:
    (folder := tmp_path / "tmp").mkdir()
    return folder


def limited_to(tmp_path: Path, ways: str) -> str:
    """A Python that knows these ways alone to protect a project."""
    script = tmp_path / "start.py"
    script.write_text(f"""
import sys
from tflint_autograph.confirm.probe.limits import protecting
from tflint_autograph.confirm.probe.server import serve

sys.dont_write_bytecode = True
protecting._WAYS = {ways}
serve()
""")
    python = tmp_path / "python"
    python.write_text(f"#!/bin/sh\nexec {sys.executable} {script}\n")
    python.chmod(0o755)
    return str(python)


def confirm(code: Path, temporary: Path, *arguments: str, python: str = sys.executable) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tflint_autograph", "confirm", "--isolated", "--no-cache", "--output-format", "json"]
    environ = {**os.environ, "TMPDIR": str(temporary)}
    return subprocess.Popen(
        [*command, "--python", python, *arguments, "."], cwd=code, env=environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def verdicts(run: subprocess.Popen[str]) -> tuple[dict[str, str], str]:
    """Verdict and text of each function's last finding, and what was said beside the report."""
    out, said = run.communicate(timeout=300)
    found: dict[str, Any] = json.loads(out)
    shown = {each["function"]: f"{each['evidence']['verdict']}: {each['evidence']['text']}" for each in found["findings"]}
    return shown, said


def files(code: Path) -> set[str]:
    return {path.relative_to(code).as_posix() for path in code.rglob("*") if path.is_file()}


def test_what_is_written_goes_to_a_copy_and_is_named(code: Path, temporary: Path) -> None:
    found, said = verdicts(confirm(code, temporary))
    if "goes to a copy" not in said:
        pytest.skip("no mount namespace to be had here")
    assert files(code) == {"pkg/writes.py"}
    assert "The runs wrote to a copy of the project, which is removed: pkg/absolute.txt (new), pkg/moved.txt (new)\n" in said
    assert [found[f"pkg.writes.{name}"].split(":")[0] for name in ("absolute", "moved", "branches")] == ["confirmed"] * 3
    assert os.listdir(temporary) == []


def test_what_is_written_is_kept_where_that_is_wanted(code: Path, temporary: Path) -> None:
    _, said = verdicts(confirm(code, temporary, "--keep"))
    assert files(code) == {"pkg/writes.py", "pkg/absolute.txt", "pkg/moved.txt"}
    assert "The project changed while its code ran: pkg/absolute.txt (new), pkg/moved.txt (new)\n" in said
    assert "removed" not in said
    assert os.listdir(temporary) == []


@pytest.mark.skipif(version() < 2, reason="no Landlock that is new enough")
def test_without_a_namespace_the_project_cannot_be_written_to(code: Path, temporary: Path, tmp_path: Path) -> None:
    python = limited_to(tmp_path, "protecting._WAYS[1:]")
    found, said = verdicts(confirm(code, temporary, python=python))
    assert "it cannot write to the project" in said
    assert "PermissionError" in found["pkg.writes.absolute"]
    assert found["pkg.writes.branches"].startswith("confirmed")
    assert files(code) == {"pkg/writes.py"}
    assert os.listdir(temporary) == []


def test_without_any_protection_new_files_are_put_back_and_named(code: Path, temporary: Path, tmp_path: Path) -> None:
    python = limited_to(tmp_path, "()")
    _, said = verdicts(confirm(code, temporary, python=python))
    assert "it may write to the project, which is watched" in said
    named = "pkg/absolute.txt (new, removed), pkg/moved.txt (new, removed)"
    assert f"The project changed while its code ran: {named}\n" in said
    assert files(code) == {"pkg/writes.py"}
    assert os.listdir(temporary) == []


def test_a_function_that_kills_its_parent_costs_no_other_its_verdict_and_leaves_nothing(code: Path, temporary: Path) -> None:
    (code / "pkg" / "kills.py").write_text(KILLS)
    before = below(os.getpid())
    found, _ = verdicts(confirm(code, temporary, "--jobs", "2"))
    assert os.listdir(temporary) == []
    assert below(os.getpid()) <= before
    if version() >= 6:
        assert "PermissionError" in found["pkg.kills.deadly"]
        assert found["pkg.writes.branches"].startswith("confirmed")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL], ids=lambda number: number.name)
def test_a_signal_ends_everything_and_nothing_is_left(code: Path, temporary: Path, tmp_path: Path, number: signal.Signals) -> None:
    reached = tmp_path / "reached"
    (code / "pkg" / "writes.py").write_text(ENTERED.format(reached=str(reached)))
    with confirm(code, temporary) as run:
        assert wait_for(reached.exists)
        started = below(run.pid)
        assert len(started) > 2
        run.send_signal(number)
        assert run.wait(60) == -number
        assert are_gone(list(started))
    assert wait_for(lambda: os.listdir(temporary) == [])
    assert files(code) == {"pkg/writes.py"}


def test_a_signal_while_tensorflow_is_imported_leaves_nothing(code: Path, temporary: Path) -> None:
    with confirm(code, temporary) as run:
        assert wait_for(lambda: bool(below(run.pid)))
        started = below(run.pid)
        run.kill()
        assert are_gone(list(started))
    if not wait_for(lambda: os.listdir(temporary) == [], 10):
        # The child was killed before it watched for the end of its parent: what is left is removed by the next run.
        with confirm(code, temporary) as run:
            run.communicate()
    assert wait_for(lambda: os.listdir(temporary) == [])
