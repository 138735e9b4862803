"""Sets up how `confirm` runs code: the Python, the limits, and the announcement."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from tflint_autograph.cli.output import note
from tflint_autograph.cli.progress import Bar, wants_bar
from tflint_autograph.model.proof import Provable
from tflint_autograph.model.record import record
from tflint_autograph.model.runnable import Runnable

if TYPE_CHECKING:
    from tflint_autograph.confirm.runner import Runner
    from tflint_autograph.confirm.session import ConfirmSession
    from tflint_autograph.engine.pipeline import Run


@record
class RunOptions:
    """How the code is run: `timeout` in seconds per run, `memory` in MB per run, `device` as CUDA names cards.

    `search` are the seconds for extracted and generated calls per finding. With `keep` the code may write to the project, and its changes
    stay.
    """

    python: str
    timeout: float
    search: float
    memory: int
    device: str
    keep: bool = False
    budget: float = 240.0


@contextmanager
def session_of(
    run: Run, modules: Mapping[str, Runnable], shown: Sequence[str], how: RunOptions, *, program: bool = False
) -> Iterator[ConfirmSession]:
    """Context manager with a session over these modules; the runner ends with it. `shown` are the files to announce.

    `program`: it will run a program of the user.
    """
    from tflint_autograph.cli.project_changes import told_changes
    from tflint_autograph.confirm.execution import Limits
    from tflint_autograph.confirm.runner import Runner
    from tflint_autograph.confirm.session import ConfirmSession
    from tflint_autograph.engine.explain.callables import callers, project_modules
    from tflint_autograph.engine.explain.passed import PassedKinds
    from tflint_autograph.rules.api import load

    settings = run.settings
    rules = {rule.code: Provable(rule.proof, rule.raises) for rule in load()}
    limits = Limits(how.timeout, how.memory << 20, how.search, how.budget)
    bar = Bar(sys.stderr, wanted=not settings.quiet and wants_bar(sys.stderr, os.environ))
    progress = partial(bar, "runs")
    root = str(settings.root)
    python = found_python(how.python)
    make = partial(Runner, jobs=os.cpu_count() or 1, device=how.device, project="" if how.keep else root, progress=progress)
    with bar, closing(make(python)) as runner:
        _announce(shown, runner, how)
        with told_changes(runner, runner.project or root, program=program, keep=how.keep):
            passed = PassedKinds(run, sorted(modules)).at
            yield ConfirmSession(
                runner, root, limits, modules, rules, dict(settings.confirm_calls), partial(callers, run), passed,
                partial(project_modules, run),
            )  # fmt: skip


_PROTECTIONS = {
    "copy": "what it writes to the project goes to a copy",
    "read-only": "it cannot write to the project",
    "": "it may write to the project, which is watched",
}


def _announce(paths: Sequence[str], runner: Runner, how: RunOptions) -> None:
    """Writes which code is going to be run."""
    shown = ", ".join(paths[:5]) + (f" and {len(paths) - 5} more" if len(paths) > 5 else "")
    where = "the CPU" if not how.device else f"graphics card {how.device}"
    which = f"python {runner.python}, TensorFlow {runner.tensorflow} on {where}, {how.timeout:g} s a run"
    writing = "what it writes to the project is kept" if how.keep else _PROTECTIONS[runner.protection]
    called = f"Running code of {shown} and of files that call {'it' if len(paths) == 1 else 'them'}"
    note([f"{called} ({which}; {writing}) ..."])


def found_python(wanted: str) -> str:
    """Returns the Python to run the code with: the requested one, else the first candidate that has TensorFlow.

    Candidates are the active environment, the current interpreter, and the one on the path; the first if none has it.
    """
    if wanted:
        return wanted
    known = list(dict.fromkeys(_pythons()))
    return next((python for python in known if _has_tensorflow(python)), known[0])


def _pythons() -> Iterator[str]:
    for variable in ("VIRTUAL_ENV", "CONDA_PREFIX"):
        environment = os.environ.get(variable, "")
        own = Path(environment, "bin", "python")
        if environment and own.exists():
            yield str(own)
    yield sys.executable
    for name in ("python", "python3"):
        found = shutil.which(name)
        if found is not None:
            yield found


def _has_tensorflow(python: str) -> bool:
    """Whether a Python has TensorFlow installed, without the slow import."""
    code = "import importlib.util, sys; sys.exit(importlib.util.find_spec('tensorflow') is None)"
    try:
        # From the root: a folder called `tensorflow` in the current folder does not count
        return subprocess.run([python, "-c", code], cwd="/", capture_output=True, check=False).returncode == 0
    except OSError:
        return False
