"""How `confirm` runs code: with which Python, under which limits, and what it says before it does. Judges nothing."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from tflint_autograph.cli.output import note
from tflint_autograph.cli.progress import Bar, wants_bar
from tflint_autograph.model.record import record
from tflint_autograph.model.runnable import Runnable

if TYPE_CHECKING:
    from tflint_autograph.confirm.session import Session
    from tflint_autograph.engine.pipeline import Run


@record
class How:
    """How the code is run: `timeout` in seconds a run, `memory` in MB a run, `device` as CUDA names cards.

    `search` are the seconds that borrowed and made-up calls may take for each finding.
    """

    python: str
    timeout: float
    search: float
    memory: int
    device: str


@contextmanager
def session_of(run: Run, modules: Mapping[str, Runnable], shown: Sequence[str], how: How) -> Iterator[Session]:
    """A session over these modules, whose runner ends with it; `shown` are the files it is said to run."""
    from tflint_autograph.confirm.execution import Limits
    from tflint_autograph.confirm.runner import Runner
    from tflint_autograph.confirm.session import Session
    from tflint_autograph.engine.asking.runnables import callers
    from tflint_autograph.rules.api import load

    settings = run.settings
    proofs = {rule.code: rule.proof for rule in load()}
    limits = Limits(how.timeout, how.memory << 20, how.search)
    bar = Bar(sys.stderr, wanted=not settings.quiet and wants_bar(sys.stderr, os.environ))
    progress = partial(bar, "runs")
    with bar, closing(Runner(how.python, jobs=os.cpu_count() or 1, device=how.device, progress=progress)) as runner:
        _announce(shown, runner.tensorflow, how)
        yield Session(runner, str(settings.root), limits, modules, proofs, dict(settings.confirm_calls), partial(callers, run))


def _announce(paths: Sequence[str], version: str, how: How) -> None:
    """Say which code is going to be run, before it is."""
    shown = ", ".join(paths[:5]) + (f" and {len(paths) - 5} more" if len(paths) > 5 else "")
    where = "the CPU" if not how.device else f"graphics card {how.device}"
    note([f"Running code of {shown} and of files that call {'it' if len(paths) == 1 else 'them'} (python {how.python}, TensorFlow {version} on {where}, {how.timeout:g} s a run) ..."])


def active_python() -> str:
    """The Python of the active virtual environment, else the one on the path, else our own."""
    environment = os.environ.get("VIRTUAL_ENV", "")
    own = Path(environment, "bin", "python")
    if environment and own.exists():
        return str(own)
    return shutil.which("python") or sys.executable
