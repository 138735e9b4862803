"""`tflint-autograph traces`: runs a program and reports why its functions were retraced."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tflint_autograph.cli.group import HintingCommand
from tflint_autograph.cli.options import settings_for, settings_options
from tflint_autograph.cli.output import note, save, say, use_color, use_unicode
from tflint_autograph.cli.running import found_python
from tflint_autograph.config.errors import UsageError
from tflint_autograph.model.report import FINDINGS

if TYPE_CHECKING:
    from tflint_autograph.retracing.report import Report
    from tflint_autograph.retracing.running import Ended

FORMATS = ("full", "json", "html")


class TracesCommand(HintingCommand):
    """Treats everything from the program, or from `-m`, as the program's command line."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parses like click, with a `--` inserted before the program."""
        at = next((index for index in self._options_end(ctx, args)), len(args))
        rest = args[at + 1 :] if args[at : at + 1] == ["--"] else args[at:]
        return super().parse_args(ctx, [*args[:at], "--", *rest] if rest else args[:at])

    def _options_end(self, ctx: click.Context, args: Sequence[str]) -> Sequence[int]:
        """Returns where the command's own options end."""
        with_value = {
            name for each in self.get_params(ctx) if isinstance(each, click.Option) and not each.is_flag for name in each.opts
        }
        index = 0
        while index < len(args):
            word = args[index]
            if word in ("--", "-m") or not word.startswith("-"):
                return [index]
            index += 2 if word in with_value else 1
        return []


@click.command(name="traces", cls=TracesCommand)
@click.argument("program", nargs=-1, type=click.UNPROCESSED)
@click.option("-f", "--output-format", "output_format", default="full", metavar="|".join(FORMATS), help="The form of the report (full)")
@click.option("-o", "--output-file", "output_file", default="", metavar="FILE", help="Write the report to this file")
@click.option("--fail-above", default=None, type=int, metavar="N", help="Exit with 1 when a function has more than N traces")
@click.option("--compare", default="", metavar="OLD.json", help="Show what changed since this earlier report in `json`")
@click.option("--python", default="", metavar="FILE", help="The Python to run the program with (default: the active one)")
@click.option("--color", default="auto", metavar="auto|always|never", help="Whether to use colors (auto)")
@settings_options("Config")
def command(
    program: tuple[str, ...], output_format: str, output_file: str, fail_above: int | None, compare: str, python: str, color: str,
    **given: object,
) -> int:  # fmt: skip
    """Run PROGRAM, `train.py --epochs 1`, `-m pytest` or a notebook, and say why its functions were retraced.

    The program runs unchanged, with its own output, signals and exit code. The report comes when it ends, fails or is
    interrupted: `full` on stderr, `json` and `html` on stdout, each in FILE with -o. Exit code: that of the program; 1 with
    --fail-above when a function has more than N traces.
    """
    from tflint_autograph.retracing.running import end_as, run

    _check(program, output_format, fail_above)
    _check_file(output_file)
    old = _old(compare)
    settings = settings_for(program[:1] if program[0] != "-m" else (), given)
    try:
        ended = run(found_python(python), program)
    except OSError as error:
        raise UsageError(f"cannot run {error.filename or program[0]}: {error.strerror}") from None
    from tflint_autograph.retracing.static import joined

    report = joined(_report(ended, program), settings)
    _publish(report, output_format, output_file, color)
    if old is not None:
        from tflint_autograph.retracing.compare import changes

        note(changes(old, report))
    code = end_as(ended.code)
    return code or _above(report, fail_above)


def _check(program: Sequence[str], output_format: str, fail_above: int | None) -> None:
    """Raises UsageError for invalid combinations."""
    if output_format not in FORMATS:
        raise UsageError(f"unknown output format `{output_format}` in --output-format", f"choose from {', '.join(FORMATS)}")
    if fail_above is not None and fail_above < 0:
        raise UsageError(f"unknown value `{fail_above}` in --fail-above", "write a number of traces")
    if not program:
        raise UsageError("traces needs a program", "name a Python file, a notebook, or `-m` and a module")
    if program[0] == "-m":
        if len(program) == 1:
            raise UsageError("`-m` needs a module")
    elif not Path(program[0]).exists():
        hint = "name a Python file, a notebook, or `-m` and a module"
        is_python = Path(program[0]).name.startswith("python")
        raise UsageError(f"{program[0]} does not exist", f"leave out `{program[0]}`; --python names another one" if is_python else hint)


def _check_file(file: str) -> None:
    """Raises UsageError if the report file is not writable: the program may run for hours before it is written."""
    target = Path(os.path.realpath(file))
    if not file or file == "-" or (target.exists() and not target.is_file() and not target.is_dir()):
        return
    wrong = errno.EISDIR if target.is_dir() else 0 if os.access(target.parent, os.W_OK) else errno.EACCES
    if not target.parent.is_dir():
        wrong = errno.ENOENT
    if wrong:
        raise UsageError(f"cannot write {file}: {os.strerror(wrong)}")


def _old(compare: str) -> Mapping[str, Any] | None:
    if not compare:
        return None
    from tflint_autograph.retracing.compare import read

    return read(compare)


def _report(ended: Ended, program: Sequence[str]) -> Report:
    from tflint_autograph.retracing.report import report
    from tflint_autograph.retracing.versions import notes

    return report(ended.found, ended.seconds, program=program, ended=ended.told, notes=tuple(notes(ended.found)))


def _publish(report: Report, output_format: str, output_file: str, color: str) -> None:
    stream = sys.stderr if output_format == "full" else sys.stdout
    text = _rendered(report, output_format, color=bool(not output_file and use_color(color, stream, os.environ)), unicode=bool(output_file) or use_unicode(stream))
    if output_file and output_file != "-":
        try:
            save(text, output_file)
        except UsageError:
            # The run may have taken hours
            say(text, sys.stderr)
            raise
    else:
        say(text, sys.stdout if output_file else stream)


def _rendered(report: Report, output_format: str, *, color: bool, unicode: bool) -> str:
    if output_format == "json":
        from tflint_autograph.retracing.document import render

        return render(report)
    if output_format == "html":
        from tflint_autograph.retracing.html import page

        return page(report)
    from tflint_autograph.report.full.style import Style
    from tflint_autograph.retracing import text

    return text.render(report, Style(color, unicode))


def _above(report: Report, limit: int | None) -> int:
    """Returns 1 if a function has too many traces, and names each such function."""
    from tflint_autograph.retracing.places import place
    from tflint_autograph.retracing.records import Line
    from tflint_autograph.retracing.text import above

    found = above(report, limit) if limit is not None else ()
    note(f"error: `{each.name}` ({place(each.under or Line(each.file, each.line))}) has {each.traces} traces, more than {limit}" for each in found)
    return FINDINGS if found else 0
