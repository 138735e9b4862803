"""`tflint-autograph confirm`: runs `check`, then the flagged functions."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tflint_autograph.cli.group import KEYS_TOO, GroupedCommand
from tflint_autograph.cli.options import settings_for, settings_options
from tflint_autograph.cli.output import note, say
from tflint_autograph.cli.publish import publish
from tflint_autograph.cli.running import RunOptions, session_of
from tflint_autograph.config.errors import UsageError
from tflint_autograph.config.settings import Settings
from tflint_autograph.model.finding import CONFIRMED, NOT_RUN, REFUTED, Finding
from tflint_autograph.model.report import FINDINGS, Report
from tflint_autograph.report.relocate import here

if TYPE_CHECKING:
    from tflint_autograph.confirm.session import ConfirmSession
    from tflint_autograph.engine.pipeline import Run

KINDS = ("tests", "main", "made-up", "all")
_NOTES = 10
"""Maximum number of the project's tests and scripts for which the report says how they ended."""

ONLY = (CONFIRMED, REFUTED, NOT_RUN)


class ConfirmCommand(GroupedCommand):
    """Treats everything after `--run -m` as the command line of that module."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parses like click, with the words of the program joined first."""
        at = next((index for index, pair in enumerate(pairwise(args)) if pair == ("--run", "-m")), None)
        return super().parse_args(ctx, args if at is None else [*args[:at], "--run", shlex.join(args[at + 1 :])])


@click.command(name="confirm", cls=ConfirmCommand, epilog=KEYS_TOO)
@click.argument("paths", nargs=-1)
@click.option("--python", default="", metavar="FILE", help="The Python to run the code with (default: the active one)")
@click.option("--timeout", default=60.0, metavar="SECONDS", help="Time each run may take (60)")
@click.option("--search", default=None, type=float, metavar="SECONDS", help="Time for calls found in the project and generated calls, for each finding (2 x --timeout)")
@click.option("--using", "kinds", type=click.Choice(KINDS), multiple=True, help="Where calls come from: the project's tests, its scripts, or `confirm` itself (all, in this order)")
@click.option("--budget", default=None, type=float, metavar="SECONDS", help="Time for tests and scripts of the project together (4 x --timeout)")
@click.option("--memory", default=4096, metavar="MB", help="Memory each run may take (4096)")
@click.option("--device", default="", metavar="LIST", help="Graphics cards that the runs may see (default: none)")
@click.option("--function", "functions", multiple=True, metavar="NAME", help="Compare this function, with findings or without")
@click.option("--run", "program", default="", metavar="PROGRAM", help="Run `train.py --epochs 1` or `-m pytest`, and replay its calls")
@click.option("--keep", is_flag=True, help="Let the code write to the project, and keep its changes")
@click.option("--show-autograph", is_flag=True, help="Print the code that AutoGraph generates, and call nothing")
@click.option("--only", type=click.Choice(ONLY), help="Show only the findings with this verdict")
@settings_options("Select", "Files", "Output", "Run", "Config", without=("stdin-filename", "watch"))
def command(
    paths: tuple[str, ...], python: str, timeout: float, search: float | None, kinds: tuple[str, ...], budget: float | None, memory: int,
    device: str, functions: tuple[str, ...], program: str, keep: bool, show_autograph: bool, only: str | None, **given: object,
) -> int:  # fmt: skip
    """Run the traced functions with findings, eagerly and as graphs, and confirm or refute each finding.

    This imports and runs the code of PATHS (default: the current folder), in child processes with limits of time and memory and with
    temporary folders that are removed. What the code writes to the project goes to a copy if the system allows it, and is refused or
    undone otherwise; changes are named. Files outside of the project, the network and other programs are not protected.

    With --function, NAME being pkg.mod.func or FILE:LINE, only these functions are run and compared. With --show-autograph nothing is
    called.

    Exit code 0: all findings are refuted, or the functions do the same. 1: some findings are confirmed or could not be run, or the
    functions differ. 2: the work could not be done.
    """
    _check_numbers(timeout, search or 0.0, budget or 0.0, memory)
    words = _words(program)
    if (words or kinds) and (functions or show_autograph):
        other = "--function" if functions else "--show-autograph"
        raise UsageError(f"cannot combine `{'--run' if words else '--using'}` with `{other}`", "choose one of them")
    settings = settings_for(paths, given)
    search = 2 * timeout if search is None else search
    budget = 4 * timeout if budget is None else budget
    how = RunOptions(python, timeout, search, memory, device, keep, budget)
    if show_autograph:
        return _shown(settings, paths, functions, how)
    report, is_fine = _compared(settings, paths, functions, how) if functions else _confirmed(settings, paths, words, _using(kinds, words), how)
    report = replace(report, is_left=not is_fine or report.exit_code == FINDINGS)
    if only:
        kept = (finding for finding in report.findings if finding.evidence and finding.evidence.verdict == only)
        report = replace(report, findings=tuple(kept))
    publish(settings, report, sys.stdout)
    if not functions and not is_fine:
        raise click.Abort
    return 0 if settings.exit_zero and report.exit_code == FINDINGS else report.exit_code


def _check_numbers(timeout: float, search: float, budget: float, memory: int) -> None:
    """Raises UsageError for an invalid limit."""
    for name, value, is_fine in (
        ("timeout", timeout, timeout > 0), ("search", search, search >= 0), ("budget", budget, budget >= 0), ("memory", memory, memory > 0),
    ):  # fmt: skip
        if not is_fine or value == inf:
            raise UsageError(f"unknown value `{value:g}` in --{name}", "write a number above 0")


def _using(kinds: Sequence[str], program: Sequence[str]) -> tuple[str, ...]:
    """Returns the sources of calls. With a program to run, it is the only one unless others are requested."""
    if not kinds and program:
        return ("made-up",)
    return KINDS[:-1] if not kinds or "all" in kinds else tuple(kinds)


def _words(program: str) -> list[str]:
    """Returns the words of the program to run. Raises UsageError if it cannot be run."""
    try:
        words = shlex.split(program)
    except ValueError as error:
        raise UsageError(f"`{program}` in --run is no command line: {str(error).lower()}") from None
    if words == ["-m"]:
        raise UsageError("`-m` in --run needs a module")
    if words and words[0] != "-m" and not Path(words[0]).exists():
        raise UsageError(f"{words[0]} in --run does not exist", "name a Python file, or `-m` and a module")
    return words


def _confirmed(
    settings: Settings, paths: Sequence[str], words: Sequence[str], using: Sequence[str], how: RunOptions
) -> tuple[Report, bool]:
    """Returns the report of `check` with evidence, and whether the user let it complete. Without findings nothing is run."""
    from tflint_autograph.confirm.evidence import with_verdict
    from tflint_autograph.engine.cache.verdicts import VerdictCache
    from tflint_autograph.engine.explain.callables import places, runnables
    from tflint_autograph.engine.filtering.adopt import Adoption
    from tflint_autograph.engine.pipeline import Run

    run = Run(settings, tuple(paths) or (".",), None)
    report = run.report(Adoption(settings))
    if not report.findings:
        return report, True
    modules = runnables(run, (span.path for finding in report.findings for span in places(finding)))
    with session_of(run, modules, sorted(modules), how, program=bool(words)) as session:
        verdicts = session.verdicts(report.findings, words, using)
    program = shlex.join(words)
    notes = session.programs.notes
    note([*notes[:_NOTES], *([f"and {len(notes) - _NOTES} more tests and scripts"] if len(notes) > _NOTES else [])])
    if program:
        note([f"{program}: {session.program}"])
    again = ("--run", program) if program else ()
    findings = tuple(
        with_verdict(finding, verdict, _command(settings, finding, *again))
        for finding, verdict in zip(report.findings, verdicts, strict=True)
    )
    VerdictCache(settings).save(findings)
    return _with_differences(run, replace(report, findings=findings), session), not session.interrupted


def _command(settings: Settings, finding: Finding, *options: str) -> str:
    """Returns the command that confirms this one finding again."""
    return shlex.join(["tflint-autograph", "confirm", here(settings.root / finding.span.path), *options])


def _with_differences(run: Run, report: Report, session: ConfirmSession) -> Report:
    """Returns the report with the differences that the runs showed, and the source lines for them."""
    from tflint_autograph.engine.workspace.excerpts import excerpts

    differences = tuple(session.differences.values())
    sources = excerpts(run.files, report.findings, report.problems, differences)
    return replace(report, differences=differences, sources=sources)


def _compared(
    settings: Settings, paths: Sequence[str], names: Sequence[str], how: RunOptions
) -> tuple[Report, bool]:
    """Returns the report on the named functions, and whether both modes agree. Writes the outcomes to stderr."""
    from tflint_autograph.confirm.candidates import Candidate
    from tflint_autograph.confirm.evidence import with_verdict
    from tflint_autograph.engine.explain.callables import callables, places, runnables
    from tflint_autograph.engine.filtering.adopt import Adoption
    from tflint_autograph.engine.pipeline import Run

    run = Run(settings, tuple(paths) or (".",), None)
    report = run.report(Adoption(settings))
    wanted = callables(run, names)
    found = {span.path for finding in report.findings for span in places(finding)}
    modules = runnables(run, (*found, *(each.path for each in wanted)))
    asked = [Candidate(each.path, each.target, each.traced, each.inner) for each in wanted]
    with session_of(run, modules, sorted({each.path for each in wanted}), how) as session:
        outcomes = session.outcomes(report.findings, asked)
    note(f"{each.name}: {one.word.replace('-', ' ')}: {one.text}" for each, one in zip(wanted, outcomes, strict=True))
    again = [word for name in names for word in ("--function", name)]
    findings = tuple(
        with_verdict(finding, verdict, _command(settings, finding, *again)) for finding, verdict in session.reached(report.findings)
    )
    shown = _with_differences(run, replace(report, findings=findings), session)
    return shown, all(one.word == "same" for one in outcomes)


def _shown(settings: Settings, paths: Sequence[str], names: Sequence[str], how: RunOptions) -> int:
    """Prints what AutoGraph generates for the named functions, or those with findings, next to the user's lines."""
    from tflint_autograph.confirm.candidates import Candidate
    from tflint_autograph.confirm.outcome import unfit
    from tflint_autograph.engine.explain.callables import around, callables, runnables
    from tflint_autograph.engine.filtering.adopt import Adoption
    from tflint_autograph.engine.pipeline import Run
    from tflint_autograph.report.generated import listing

    run = Run(settings, tuple(paths) or (".",), None)
    wanted = callables(run, names) if names else around(run, run.report(Adoption(settings)).findings)
    if not wanted:
        note(["No finding is in a function; name a function with --function"])
        return 0
    modules = runnables(run, (each.path for each in wanted))
    with session_of(run, modules, sorted(modules), how) as session:
        seen = session.generated([Candidate(each.path, each.target, each.traced) for each in wanted])
    for each, one in zip(wanted, seen, strict=True):
        cell, line = modules[each.path].place(each.first)
        place = f"{each.path}:{line}" if cell is None else f"{each.path}:cell {cell}:{line}"
        rows = [(modules[each.path].place(row.line)[1] if row.line else 0, row.text) for row in one.generated]
        trouble = "" if one.generated else unfit(one, "AutoGraph")
        say(listing(each.name, place, rows, trouble, converted=each.converted))
    return 0 if all(one.generated for one in seen) else FINDINGS
