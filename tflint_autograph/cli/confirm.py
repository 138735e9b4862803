"""`tflint-autograph confirm`: `check`, then the flagged functions are run. Judges and runs nothing itself."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tflint_autograph.cli.check import FINDINGS, publish
from tflint_autograph.cli.group import KEYS_TOO, GroupedCommand
from tflint_autograph.cli.options import settings_for, settings_options
from tflint_autograph.cli.output import note
from tflint_autograph.config.settings import Settings
from tflint_autograph.model.report import Report
from tflint_autograph.model.runnable import Runnable

if TYPE_CHECKING:
    from tflint_autograph.confirm.session import Session

ONLY = ("confirmed", "refuted", "not-run")


@dataclass(frozen=True, slots=True)
class How:
    """How the code is run: `timeout` in seconds a run, `memory` in MB a run, `device` as CUDA names cards."""

    python: str
    timeout: float
    memory: int
    device: str


@click.command(name="confirm", cls=GroupedCommand, epilog=KEYS_TOO)
@click.argument("paths", nargs=-1)
@click.option("--python", default="", metavar="FILE", help="The Python to run the code with (default: the active one)")
@click.option("--timeout", default=60.0, metavar="SECONDS", help="Time each run may take (60)")
@click.option("--memory", default=4096, metavar="MB", help="Memory each run may take (4096)")
@click.option("--device", default="", metavar="LIST", help="Graphics cards that the runs may see (default: none)")
@click.option("--function", "functions", multiple=True, metavar="NAME", help="Compare this function, found fault with or not")
@click.option("--only", type=click.Choice(ONLY), help="Show the findings with this verdict alone")
@settings_options("Select", "Files", "Output", "Run", "Config", without=("stdin-filename", "watch"))
def command(
    paths: tuple[str, ...], python: str, timeout: float, memory: int, device: str, functions: tuple[str, ...],
    only: str | None, **given: object,
) -> int:  # fmt: skip
    """Run the traced functions with findings, eagerly and as graphs, and say which findings hold.

    This imports and runs the code of PATHS (default: the current folder), in child processes with time and memory
    limits and a temporary working directory. Exit code 0: all findings are refuted, 1: some are confirmed or could not
    be run, 2: the work could not be done. With --function, NAME being pkg.mod.func or FILE:LINE, only these functions
    are run; 0 means that they do the same eagerly and in the graph.
    """
    settings = settings_for(paths, given)
    how = How(python or active_python(), timeout, memory, device)
    report, alike = _compared(settings, paths, functions, how) if functions else (_confirmed(settings, paths, how), True)
    left = [finding for finding in report.findings if finding.evidence and finding.evidence.verdict != "refuted"]
    code = max([FINDINGS if left or not alike else 0, *(problem.kind.exit_code for problem in report.problems)])
    if only:
        kept = (finding for finding in report.findings if finding.evidence and finding.evidence.verdict == only)
        report = replace(report, findings=tuple(kept))
    publish(settings, report, sys.stdout)
    return 0 if settings.exit_zero and code == FINDINGS else code


def _confirmed(settings: Settings, paths: Sequence[str], how: How) -> Report:
    """The report of `check`, with evidence; nothing is started when there is nothing to confirm."""
    from tflint_autograph.confirm.session import with_verdict
    from tflint_autograph.engine.adopt import Adoption
    from tflint_autograph.engine.pipeline import Run
    from tflint_autograph.engine.runnables import places, runnables

    run = Run(settings, tuple(paths) or (".",), None)
    report = run.report(Adoption(settings))
    if not report.findings:
        return report
    modules = runnables(run, (span.path for finding in report.findings for span in places(finding)))
    with _session(settings, modules, sorted(modules), how) as session:
        verdicts = session.verdicts(report.findings)
    told = shlex.join(["tflint-autograph", "confirm", *paths])
    findings = (with_verdict(finding, verdict, told) for finding, verdict in zip(report.findings, verdicts, strict=True))
    return replace(report, findings=tuple(findings), differences=tuple(session.differences.values()))


def _compared(
    settings: Settings, paths: Sequence[str], names: Sequence[str], how: How
) -> tuple[Report, bool]:
    """What the calls of these functions show, and whether they all do the same in both modes; says so on stderr."""
    from tflint_autograph.confirm.candidates import Candidate
    from tflint_autograph.confirm.session import with_verdict
    from tflint_autograph.engine.adopt import Adoption
    from tflint_autograph.engine.callables import callables
    from tflint_autograph.engine.pipeline import Run
    from tflint_autograph.engine.runnables import places, runnables

    wanted = callables(Run(settings, tuple(paths) or (".",), None, strict=True), names)
    run = Run(settings, tuple(paths) or (".",), None)
    report = run.report(Adoption(settings))
    found = {span.path for finding in report.findings for span in places(finding)}
    modules = runnables(run, (*found, *(each.path for each in wanted)))
    asked = [Candidate(each.path, each.target, each.traced) for each in wanted]
    with _session(settings, modules, sorted({each.path for each in wanted}), how) as session:
        outcomes = session.outcomes(report.findings, asked)
    note(f"{each.name}: {one.word.replace('-', ' ')}: {one.text}" for each, one in zip(wanted, outcomes, strict=True))
    told = shlex.join(["tflint-autograph", "confirm", *(word for name in names for word in ("--function", name)), *paths])
    findings = tuple(with_verdict(finding, verdict, told) for finding, verdict in session.reached(report.findings))
    shown = replace(report, findings=findings, differences=tuple(session.differences.values()))
    return shown, all(one.word == "same" for one in outcomes)


@contextmanager
def _session(settings: Settings, modules: Mapping[str, Runnable], shown: Sequence[str], how: How) -> Iterator[Session]:
    """A session over these modules, whose runner ends with it; `shown` are the files it is said to run."""
    from tflint_autograph.confirm.runner import Runner
    from tflint_autograph.confirm.session import Limits, Session
    from tflint_autograph.rules.api import load

    proofs = {rule.code: rule.proof for rule in load()}
    limits = Limits(how.timeout, how.memory << 20)
    with closing(Runner(how.python, jobs=os.cpu_count() or 1, device=how.device, progress=_progress)) as runner:
        _announce(shown, runner.tensorflow, how)
        yield Session(runner, str(settings.root), limits, modules, proofs, dict(settings.confirm_calls))


def _announce(paths: Sequence[str], version: str, how: How) -> None:
    """Say which code is going to be run, before it is."""
    shown = ", ".join(paths[:5]) + (f" and {len(paths) - 5} more" if len(paths) > 5 else "")
    where = "the CPU" if not how.device else f"graphics card {how.device}"
    note([f"Running code of {shown} (python {how.python}, TensorFlow {version} on {where}, {how.timeout:g} s a run) ..."])


def _progress(done: int, of: int) -> None:
    """Count the runs of a round on a terminal, in a line that the next thing said takes the place of."""
    if sys.stderr.isatty() and not os.environ.get("CI"):
        sys.stderr.write(f"\r{done} of {of} runs" if done < of else "\r\033[K")
        sys.stderr.flush()


def active_python() -> str:
    """The Python of the active virtual environment, else the one on the path, else our own."""
    environment = os.environ.get("VIRTUAL_ENV", "")
    own = Path(environment, "bin", "python")
    if environment and own.exists():
        return str(own)
    return shutil.which("python") or sys.executable
