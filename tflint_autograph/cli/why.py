"""`tflint-autograph why`: prints the call path by which TensorFlow reaches a function."""

from __future__ import annotations

import sys

import click

from tflint_autograph.cli import completing
from tflint_autograph.cli.group import GroupedCommand
from tflint_autograph.cli.options import settings_for, settings_options
from tflint_autograph.cli.output import say, use_unicode
from tflint_autograph.config.errors import UsageError
from tflint_autograph.report.place import ascii_only


@click.command(name="why", cls=GroupedCommand)
@click.argument("target", required=False, shell_complete=completing.files)
@click.option("--roots", is_flag=True, help="List what counts as a root of tracing")
@settings_options("Config")
def command(target: str | None, roots: bool, **given: object) -> int:
    """Explain why TARGET is traced, or why it is not.

    TARGET is a file (train.py), a line of one (train.py:42) or a dotted name (pkg.train.step).
    """
    from tflint_autograph.engine.explain.why import roots as known_roots
    from tflint_autograph.engine.explain.why import why

    if not target and not roots:
        raise UsageError("why needs a target", "name a file, FILE:LINE or a function, or list the `--roots`")
    settings = settings_for((_file_of(target or "."),), given)
    lines = known_roots() if not target else why(settings, target)
    shown = lines if use_unicode(sys.stdout) else map(ascii_only, lines)
    say("".join(f"{line}\n" for line in shown))
    return 0


def _file_of(target: str) -> str:
    """Returns the path from which the configuration is searched: that of the file, or the current folder for a dotted name."""
    file, _, line = target.rpartition(":")
    return file if line.isdecimal() and file else target
