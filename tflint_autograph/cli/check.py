"""`tflint-autograph check`: one run over the given paths."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

from tflint_autograph.cli import completing
from tflint_autograph.cli.group import KEYS_TOO, GroupedCommand
from tflint_autograph.cli.options import settings_for, settings_options
from tflint_autograph.cli.output import note, save
from tflint_autograph.cli.progress import Bar, wants_bar
from tflint_autograph.cli.publish import how, publish, rendered, write
from tflint_autograph.config.errors import UsageError
from tflint_autograph.config.settings import Settings
from tflint_autograph.model.report import FINDINGS, Report
from tflint_autograph.report.formats import Base, base

if TYPE_CHECKING:
    from tflint_autograph.cli.watch import WatchedOutput
    from tflint_autograph.engine.cache.outputs import Outputs
    from tflint_autograph.engine.filtering.adopt import Adoption

STDIN_NAME = "stdin.py"
_FIXING = ("fix", "fix_only", "diff", "interactive")
_OF_FIXES = ("unsafe-fixes", "show-fixes", "exit-non-zero-on-fix")


@click.command(name="check", cls=GroupedCommand, epilog=KEYS_TOO)
@click.argument("paths", nargs=-1, shell_complete=completing.files)
@settings_options("Select", "Fix", "Files", "Adopt", "Output", "Run", "Config")
def command(paths: tuple[str, ...], **given: object) -> int:
    """Find hazards in the traced code of PATHS (default: the current folder).

    `-` reads the code from standard input. Exit code 0: nothing found, 1: findings, or files that are not Python,
    2: the work could not be done.
    """
    if not given.get("watch"):
        return _check(paths, given)
    if _stdin_name(paths, given.get("stdin_filename")):
        raise UsageError("cannot combine `--watch` with standard input")
    from tflint_autograph.cli.watch import WatchedOutput, watch

    kept = WatchedOutput()
    return watch(lambda: _check(paths, given, kept), lambda: settings_for(paths, given), paths)


def _check(paths: tuple[str, ...], given: Mapping[str, object], kept: WatchedOutput | None = None) -> int:
    """Runs one check and returns its exit code; `kept` is the warm state of the previous run."""
    settings = settings_for(paths, given)
    name = _stdin_name(paths, given.get("stdin_filename"))
    update, ref = bool(given.get("update_baseline")), str(given.get("changed") or "")
    diff, interactive = bool(given.get("diff")), bool(given.get("interactive"))
    ignore = _ignore_reason(given)
    _check_adoption(settings, update, ref, name, fixes=ignore is not None or any(given.get(flag) for flag in _FIXING))
    fixes = not update and (ignore is not None or diff or interactive or settings.fix or settings.fix_only)
    if not fixes:
        _check_nothing_of_fixes(settings)
    wanted = (name,) if name else paths or (".",)
    outputs = None if fixes or update or ref or name or kept else _outputs(settings, wanted)
    known = outputs.load() if outputs is not None else None
    if known is not None:
        write(settings, known, sys.stdout)
        return _exit_code(settings, known.code)
    # Only now: neither an error of use nor what is known must wait for the engine.
    from tflint_autograph.engine.filtering.adopt import Adoption

    adoption = Adoption(settings, update_baseline=update, ref=ref)
    stdin = (name, sys.stdin.buffer.read()) if name else None
    if fixes:
        from tflint_autograph.cli.fixing import fix

        stream = sys.stderr if stdin else sys.stdout
        return fix(
            settings, wanted, stdin, adoption, diff=diff, interactive=interactive, ignore=ignore,
            publish=lambda settings, report: publish(settings, report, stream),
        )  # fmt: skip
    report = _report(settings, wanted, stdin, adoption, kept, outputs)
    if update:
        _save_baseline(settings, report)
    elif not name:
        from tflint_autograph.engine.cache.verdicts import VerdictCache

        report = VerdictCache(settings).applied(report)
    output = rendered(settings, report, sys.stdout)
    write(settings, output, sys.stdout)
    if outputs is not None:
        outputs.save(report, output)
    return _exit_code(settings, report.exit_code)


def _outputs(settings: Settings, paths: Sequence[str]) -> Outputs | None:
    """Returns the cached outputs for such runs, or None if the output depends on more than the cache covers."""
    if settings.no_cache or settings.baseline or base(settings.output_format) is Base.REPOSITORY:
        return None
    from tflint_autograph.engine.cache.outputs import Outputs

    return Outputs(settings, paths, how(settings, sys.stdout))


def _report(
    settings: Settings, paths: Sequence[str], stdin: tuple[str, bytes] | None, adoption: Adoption, kept: WatchedOutput | None,
    outputs: Outputs | None,
) -> Report:  # fmt: skip
    """Returns the report of a run."""
    from tflint_autograph.engine.pipeline import check_paths

    residents = kept.residents(settings) if kept is not None else None
    cache = outputs.cache if outputs is not None else None
    with Bar(sys.stderr, wanted=not settings.quiet and wants_bar(sys.stderr, os.environ)) as bar:
        return check_paths(
            settings, paths, stdin=stdin, adoption=adoption, progress=bar, residents=residents, cache=cache
        )  # fmt: skip


def _exit_code(settings: Settings, code: int) -> int:
    return 0 if settings.exit_zero and code == FINDINGS else code


def _stdin_name(paths: Sequence[str], filename: object) -> str:
    """Returns the name of the code on standard input, or an empty string if it is not read."""
    if not filename and "-" not in paths:
        return ""
    if set(paths) - {"-"}:
        raise UsageError("cannot combine standard input (`-`) with other paths")
    return str(filename or STDIN_NAME)


def _ignore_reason(given: Mapping[str, object]) -> str | None:
    """Returns the reason to write into suppression comments, or None if none are to be written."""
    reason = given.get("add_ignore")
    if reason is None:
        return None
    for flag in ("fix", "fix_only", "interactive"):
        if given.get(flag):
            raise UsageError(f"cannot combine `--add-ignore` with `--{flag.replace('_', '-')}`", "fix first, then run `--add-ignore` alone")
    if not str(reason).isprintable() or "#" in str(reason):
        raise UsageError("the reason of `--add-ignore` becomes a comment: write one line without a `#`")
    return str(reason).strip()


def _check_adoption(settings: Settings, update: bool, ref: str, stdin: str, *, fixes: bool) -> None:
    if not update:
        return
    if not settings.baseline:
        raise UsageError("`--update-baseline` needs a file", "name it with `--baseline FILE`, or the key `baseline`")
    if fixes:
        raise UsageError("cannot combine `--update-baseline` with a fix", "fix first, then update the baseline")
    if ref or stdin:
        what = "`--changed`" if ref else "standard input"
        raise UsageError(f"cannot combine `--update-baseline` with {what}: the baseline counts whole files")


def _check_nothing_of_fixes(settings: Settings) -> None:
    """Raises UsageError if the command line has options for fixing, but not to fix. In a configuration they are for other runs."""
    for name in _OF_FIXES:
        if settings.value(name) and settings.origin(name) == f"--{name}":
            raise UsageError(f"`--{name}` has no effect without `--fix`", f"write `--fix --{name}`, or `--diff` to see what would change")


def _save_baseline(settings: Settings, report: Report) -> None:
    from tflint_autograph.engine.filtering import baseline
    from tflint_autograph.report.relocate import here
    from tflint_autograph.report.summary import counted

    file, done = baseline.file_of(settings), report.baseline
    assert file is not None
    assert done is not None
    save(baseline.text(done.updated), str(file))
    findings = counted(sum(number for _, number in done.updated), "finding")
    places = counted(len(done.updated), "place")
    note(() if settings.quiet else [f"{here(file)} counts {findings} in {places}"])
