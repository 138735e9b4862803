"""With several processes, and on any executor, a run says what it says alone."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.processes.stuck import are_gone, processes
from tests.programs import settings_of, write
from tflint_autograph.engine.analysis import analyze as analyze_module
from tflint_autograph.engine.analysis import cores as taken
from tflint_autograph.engine.analysis.forks import each
from tflint_autograph.engine.pipeline import check_paths
from tflint_autograph.model.report import Report
from tflint_autograph.report.document import render
from tflint_autograph.rules.api import Rule
from tflint_autograph.traced.tree.function import TracedFunction

HAZARD = "import tensorflow as tf\nfrom shared import h\n@tf.function\ndef f(x):\n    print(x)\n    return h(x)\n"
FILES = {f"m{number}.py": HAZARD for number in range(12)} | {
    "shared.py": "import random\ndef h(x):\n    return x + random.random()\n",
    "broken.py": "import tensorflow\ndef f(:\n",
}


@pytest.fixture(autouse=True)
def forks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads that other tests have left in this process keep no run from forking."""
    monkeypatch.setattr(threading, "active_count", lambda: 1)


needs_fork = pytest.mark.skipif(not hasattr(os, "fork") or sys.platform == "darwin", reason="nothing is forked here")


def checked(root: Path, *, executor: Executor | None = None, jobs: str = "1") -> Report:
    return check_paths(settings_of(root, jobs=jobs, no_cache=True), (str(root),), executor=executor)


@needs_fork
@pytest.mark.parametrize("jobs", ["2", "3", "64"])
def test_processes_change_no_byte(tmp_path: Path, jobs: str) -> None:
    write(tmp_path, FILES)
    alone, together = checked(tmp_path), checked(tmp_path, jobs=jobs)
    assert render(together) == render(alone)
    assert together.stats.cst_lines == alone.stats.cst_lines
    assert len(alone.findings) == 13


@pytest.mark.parametrize("kind", [ThreadPoolExecutor, ProcessPoolExecutor])
@pytest.mark.parametrize("jobs", ["1", "3"])
def test_an_executor_changes_no_byte(tmp_path: Path, kind: type[Executor], jobs: str) -> None:
    write(tmp_path, FILES)
    with kind() as executor:
        assert render(checked(tmp_path, executor=executor, jobs=jobs)) == render(checked(tmp_path))


def test_little_work_is_done_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(taken, "cores", lambda: 2)
    monkeypatch.setattr(taken, "_can_fork", lambda: True)
    assert [taken.processes("auto", lines) for lines in (1, taken.WORTH - 1, taken.WORTH)] == [1, 1, 2]
    monkeypatch.setattr(taken, "_can_fork", lambda: False)
    assert taken.processes("auto", taken.WORTH) == taken.processes("8", 1) == 1


@needs_fork
def test_a_file_that_kills_its_process_is_named_and_the_others_are_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, FILES)
    alone, parent, analyze = checked(tmp_path), os.getpid(), analyze_module.analyze

    def deadly(fn: TracedFunction, rules: Sequence[Rule]) -> object:
        if fn.key.path == "m3.py" and os.getpid() != parent:
            os.kill(os.getpid(), signal.SIGKILL)
        return analyze(fn, rules)

    monkeypatch.setattr(analyze_module, "analyze", deadly)
    report = checked(tmp_path, jobs="2")
    died = [problem for problem in report.problems if "died" in problem.message]
    assert [problem.span.path for problem in died] == ["m3.py"]
    assert report.findings == tuple(finding for finding in alone.findings if finding.span.path != "m3.py")
    assert report.exit_code == 2


@needs_fork
def test_an_interruption_ends_all_processes(tmp_path: Path) -> None:
    body = "".join(f"    print(x + {number})\n" for number in range(300))
    code = "import tensorflow as tf\n@tf.function\ndef f(x):\n" + body
    write(tmp_path, {f"m{number}.py": code for number in range(60)})
    command = [sys.executable, "-m", "tflint_autograph", "check", "-j2", "--no-cache", "-q", "."]
    run = subprocess.Popen(
        command, cwd=tmp_path, stderr=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
    )
    time.sleep(1.5)
    os.killpg(run.pid, signal.SIGINT)
    _, complaint = run.communicate(timeout=60)
    # It may have been done before the signal came; what counts is that nobody is left and nothing is printed. Where the
    # signal comes into an `exec` of text (dataclasses are made by it), Python itself ends by the signal: 130 in a shell.
    assert run.returncode in (1, 130, -signal.SIGINT)
    assert b"Traceback" not in complaint
    with pytest.raises(ProcessLookupError):
        os.killpg(run.pid, 0)


def test_an_interruption_in_a_class_statement_is_no_bug(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before Python 3.12 it comes out as a RuntimeError, which would cost a file and let the run go on."""
    write(tmp_path, FILES)

    class Interrupting:
        def __set_name__(self, owner: type, name: str) -> None:
            raise KeyboardInterrupt

    def interrupted(fn: TracedFunction, rules: Sequence[Rule]) -> object:
        return type("Late", (), {"field": Interrupting()})

    monkeypatch.setattr(analyze_module, "analyze", interrupted)
    with pytest.raises((RuntimeError, KeyboardInterrupt)):
        checked(tmp_path)


@needs_fork
def test_what_a_task_raises_is_raised_with_the_childs_traceback() -> None:
    def fails(task: int) -> int:
        return 1 // task

    with pytest.raises(RuntimeError, match=r"(?s)in fails.*ZeroDivisionError"):
        each(fails, [1, 0, 1], 2)


@needs_fork
def test_a_task_that_kills_its_process_is_not_done_and_the_others_are() -> None:
    def deadly(task: int) -> int:
        if task == 1:
            os.kill(os.getpid(), signal.SIGKILL)
        return task

    assert each(deadly, [0, 1, 2, 3, 4], 2) == [0, None, 2, 3, 4]


@needs_fork
def test_idle_children_end_with_the_parent_where_the_system_does_not_say_that_it_ended(tmp_path: Path) -> None:
    """Each waits for its pipe to be closed, which no sibling holds open."""
    code = f"""
import os, signal
from pathlib import Path
from tflint_autograph.engine.analysis import forks

forks.end_with = lambda parent: None

def work(task):
    Path({str(tmp_path)!r}, str(os.getpid())).touch()
    while len(os.listdir({str(tmp_path)!r})) < 3:
        pass

workers = forks._Workers(work)
for _ in range(3):
    workers.start()
workers.results([0, 1, 2])
os.kill(os.getpid(), signal.SIGKILL)
"""
    done = subprocess.run([sys.executable, "-c", code], check=False, timeout=60)
    assert done.returncode == -signal.SIGKILL
    assert are_gone(processes(tmp_path, 3))
