"""`tflint-autograph confirm`: `check`, then the flagged functions are run. Judges and runs nothing itself."""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import closing
from dataclasses import replace

import click

from tflint_autograph.cli.check import FINDINGS, publish
from tflint_autograph.cli.group import KEYS_TOO, GroupedCommand
from tflint_autograph.cli.options import settings_for, settings_options
from tflint_autograph.cli.output import note

ONLY = ("confirmed", "refuted", "not-run")


@click.command(name="confirm", cls=GroupedCommand, epilog=KEYS_TOO)
@click.argument("paths", nargs=-1)
@click.option("--python", default="", metavar="FILE", help="The Python to run the code with (default: the active one)")
@click.option("--timeout", default=60.0, metavar="SECONDS", help="Time each run may take")
@click.option("--memory", default=4096, metavar="MB", help="Memory each run may take")
@click.option("--device", default="", metavar="LIST", help="Graphics cards the runs may see (default: none)")
@click.option("--only", type=click.Choice(ONLY), help="Show the findings with this verdict alone")
@settings_options("Select", "Files", "Output", "Run", "Config", without=("stdin-filename", "no-cache"))
def command(
    paths: tuple[str, ...], python: str, timeout: float, memory: int, device: str, only: str | None, **given: object
) -> int:
    """Run the traced functions with findings, eagerly and as graphs, and say which findings hold.

    This imports and runs the code of PATHS (default: the current folder), in child processes with time and memory
    limits and a temporary working directory. Exit code 0: all findings are refuted, 1: some are confirmed or could not
    be run, 2: the work could not be done.
    """
    settings = settings_for(paths, given)
    from tflint_autograph.confirm.runner import Runner
    from tflint_autograph.confirm.session import Limits, Session, with_verdict
    from tflint_autograph.engine.adopt import Adoption
    from tflint_autograph.engine.pipeline import Run
    from tflint_autograph.engine.runnables import places, runnables
    from tflint_autograph.rules.api import load

    run = Run(settings, paths or (".",), None)
    report = run.report(Adoption(settings))
    spans = [span for finding in report.findings for span in places(finding)]
    modules = runnables(run, (span.path for span in spans))
    if report.findings:
        python = python or active_python()
        with closing(Runner(python, jobs=os.cpu_count() or 1, device=device)) as runner:
            note([f"Running code of {len(modules)} files ({python}, TensorFlow {runner.tensorflow}, {timeout:g} s a run) ..."])
            proofs = {rule.code: rule.proof for rule in load()}
            session = Session(runner, str(settings.root), Limits(timeout, memory << 20), modules, proofs, dict(settings.confirm_calls))
            verdicts = session.verdicts(report.findings)
        command_line = "tflint-autograph confirm " + " ".join(paths)
        found = [with_verdict(finding, verdicts[index], command_line.strip()) for index, finding in enumerate(report.findings)]
        report = replace(report, findings=tuple(found))
    left = [finding for finding in report.findings if finding.evidence and finding.evidence.verdict != "refuted"]
    code = max(1 if left else 0, *(problem.kind.exit_code for problem in report.problems), 0)
    if only:
        report = replace(
            report, findings=tuple(each for each in report.findings if each.evidence and each.evidence.verdict == only)
        )
    publish(settings, report, sys.stdout)
    return 0 if settings.exit_zero and code == FINDINGS else code


def active_python() -> str:
    """The Python of the active virtual environment, else the one on the path, else our own."""
    environment = os.environ.get("VIRTUAL_ENV")
    if environment and os.path.exists(os.path.join(environment, "bin", "python")):
        return os.path.join(environment, "bin", "python")
    return shutil.which("python") or sys.executable
