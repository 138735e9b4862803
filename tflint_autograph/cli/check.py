"""`tflint-autograph check`: one run over the given paths. Finds nothing itself and formats nothing."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from tflint_autograph.cli import completing
from tflint_autograph.cli.group import KEYS_TOO, GroupedCommand
from tflint_autograph.cli.here import from_here, here
from tflint_autograph.cli.options import settings_for, settings_options
from tflint_autograph.cli.output import can_link, note, save, say, use_color, use_unicode
from tflint_autograph.cli.progress import Bar, wants_bar
from tflint_autograph.config.errors import UsageError
from tflint_autograph.config.settings import Settings
from tflint_autograph.model.report import FINDINGS, Report
from tflint_autograph.report.formats import Base, base, render
from tflint_autograph.report.relocate import relocate
from tflint_autograph.report.statistics import statistics
from tflint_autograph.report.summary import counted, summary

if TYPE_CHECKING:
    from tflint_autograph.cli.watch import Kept

STDIN_NAME = "stdin.py"
_FIXING = ("fix", "fix_only", "diff", "interactive")


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
        raise UsageError("`--watch` waits for files to change, which standard input does not")
    from tflint_autograph.cli.watch import Kept, watch

    kept = Kept()
    return watch(lambda: _check(paths, given, kept), lambda: settings_for(paths, given), paths)


def _check(paths: tuple[str, ...], given: Mapping[str, object], kept: Kept | None = None) -> int:
    """One run, and its exit code; `kept` is what the run before it has left."""
    settings = settings_for(paths, given)
    name = _stdin_name(paths, given.get("stdin_filename"))
    update, ref = bool(given.get("update_baseline")), str(given.get("changed") or "")
    diff, interactive = bool(given.get("diff")), bool(given.get("interactive"))
    ignore = _ignore_reason(given)
    _check_adoption(settings, update, ref, name, fixes=ignore is not None or any(given.get(flag) for flag in _FIXING))
    fixes = not update and (ignore is not None or diff or interactive or settings.fix or settings.fix_only)
    # Only now: an error of use must not wait for the engine.
    from tflint_autograph.engine.adopt import Adoption

    adoption = Adoption(settings, update_baseline=update, ref=ref)
    stdin = (name, sys.stdin.buffer.read()) if name else None
    wanted = (name,) if name else paths or (".",)
    if fixes:
        from tflint_autograph.cli.fixing import fix

        stream = sys.stderr if stdin else sys.stdout
        return fix(
            settings, wanted, stdin, adoption, diff=diff, interactive=interactive, ignore=ignore,
            publish=lambda settings, report: publish(settings, report, stream),
        )  # fmt: skip
    from tflint_autograph.engine.pipeline import check_paths

    with Bar(sys.stderr, wanted=not settings.quiet and wants_bar(sys.stderr, os.environ)) as bar:
        residents = kept.residents(settings) if kept is not None else None
        report = check_paths(settings, wanted, stdin=stdin, adoption=adoption, progress=bar, residents=residents)
    if update:
        _save_baseline(settings, report)
    publish(settings, report, sys.stdout)
    return 0 if settings.exit_zero and report.exit_code == FINDINGS else report.exit_code


def _stdin_name(paths: Sequence[str], filename: object) -> str:
    """The name of the code on standard input, empty when it is not read."""
    if not filename and "-" not in paths:
        return ""
    if set(paths) - {"-"}:
        raise UsageError("standard input is checked alone, without other paths")
    return str(filename or STDIN_NAME)


def _ignore_reason(given: Mapping[str, object]) -> str | None:
    """The reason to write into suppression comments, None when none are to be written."""
    reason = given.get("add_ignore")
    if reason is None:
        return None
    for flag in ("fix", "fix_only", "interactive"):
        if given.get(flag):
            raise UsageError(f"`--add-ignore` fixes nothing, `--{flag.replace('_', '-')}` does", "fix first")
    if not str(reason).isprintable() or "#" in str(reason):
        raise UsageError("the reason of `--add-ignore` stands in a comment: one line without a `#`")
    return str(reason).strip()


def _check_adoption(settings: Settings, update: bool, ref: str, stdin: str, *, fixes: bool) -> None:
    if not update:
        return
    if not settings.baseline:
        raise UsageError("`--update-baseline` needs a file", "name it with `--baseline FILE`, or the key `baseline`")
    if fixes:
        raise UsageError("`--update-baseline` fixes nothing", "fix first, then update the baseline")
    if ref or stdin:
        what = "`--changed`" if ref else "standard input"
        raise UsageError(f"`--update-baseline` counts whole files, which {what} does not report on")


def _save_baseline(settings: Settings, report: Report) -> None:
    from tflint_autograph.engine import baseline

    file, done = baseline.file_of(settings), report.baseline
    assert file is not None
    assert done is not None
    save(baseline.text(done.updated), str(file))
    findings = counted(sum(number for _, number in done.updated), "finding")
    places = counted(len(done.updated), "place")
    note(() if settings.quiet else [f"{here(file)} counts {findings} in {places}"])


def publish(settings: Settings, report: Report, stream: TextIO) -> None:
    """Write the report to a stream; only `full` has its summary inside, every other format leaves it to stderr."""
    if settings.verbose:
        note(_details(settings, report))
    file = settings.output_file
    report = _based(base(settings.output_format), settings.root, report)
    text = render(
        settings.output_format,
        report,
        color=settings.color == "always" if file else use_color(settings.color, stream, os.environ),
        unicode=bool(file) or use_unicode(stream),
        quiet=settings.quiet,
        links=not file and settings.color != "never" and can_link(stream, os.environ),
    )
    counts = statistics(report) if settings.statistics else ()
    if settings.output_format == "full":
        text += "".join(f"{line}\n" for line in ("", *counts) if counts)
    if file:
        save(text, file)
    else:
        say(text, stream)
    if settings.output_format != "full":
        note(counts)
        note(() if settings.quiet else summary(report, unicode=use_unicode(sys.stderr)))


def _based(wanted: Base, root: Path, report: Report) -> Report:
    """The report with its paths, which are relative to the project's root, as the format has them."""
    if wanted is Base.FOLDER:
        return from_here(root, report)
    if wanted is Base.REPOSITORY:
        repository = _repository(Path(os.path.realpath(root)))
        return relocate(report, lambda path: _below(repository, Path(os.path.realpath(root / path))))
    return report


def _repository(folder: Path) -> Path:
    """The nearest folder upwards that holds a `.git`; without any, the current one."""
    parents = (folder, *folder.parents)
    return next((parent for parent in parents if (parent / ".git").exists()), Path(os.path.realpath(".")))


def _below(folder: Path, path: Path) -> str:
    """The path relative to the folder, absolute where it does not lie below it."""
    return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else path.as_posix()


def _details(settings: Settings, report: Report) -> Iterator[str]:
    stats = report.stats
    yield f"configuration: {settings.config_file or 'none'}"
    yield f"root: {settings.root}"
    yield f"files: {stats.files} to report on, {stats.relevant} with TensorFlow, {stats.parsed} parsed"
    yield f"project: {stats.project_files} files, {stats.functions} functions, {stats.traced} traced"
    yield from (f"root kind {kind}: {count}" for kind, count in stats.roots)
    yield from (f"phase {name}: {seconds:.2f} s" for name, seconds in stats.phases)
    yield f"time: {stats.seconds:.2f} s"
