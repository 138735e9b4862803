"""`tflint-autograph init`: writes a first configuration, after showing it as a diff."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import click

from tflint_autograph.cli.group import HintingCommand
from tflint_autograph.cli.output import note, save, say, say_bytes, use_color
from tflint_autograph.config.errors import UsageError, did_you_mean
from tflint_autograph.config.scaffold import CannotAdd, with_github, with_gitlab, with_hook, with_table
from tflint_autograph.model.record import record

NOT_WRITTEN = 1
CI = ("github", "gitlab")


@record
class Change:
    """A file with its name for the user, and its text before and after."""

    file: str
    before: str
    after: str


@click.command(name="init", cls=HintingCommand)
@click.option("--ci", metavar="|".join(CI), default="", help="Add the check to CI, too")
@click.option("--pre-commit/--no-pre-commit", default=True, help="Whether to add the hook of pre-commit")
@click.option("--repository", metavar="ADDRESS", default="", help="Install the linter from this git repository in hook and CI")
@click.option("--diff", "only_shows", is_flag=True, help="Show the changes and write nothing")
@click.option("-y", "--yes", is_flag=True, help="Write without confirmation")
def command(ci: str, pre_commit: bool, repository: str, only_shows: bool, yes: bool) -> int:
    """Add the linter to the project in the current folder.

    Adds the table [tool.tflint-autograph] to pyproject.toml, the hook to .pre-commit-config.yaml and, with --ci, a job to CI. Shows the
    changes as a diff first, and asks before it writes them. What is there already stays as it is.
    """
    if ci not in ("", *CI):
        raise UsageError(f"unknown CI `{ci}` in --ci", did_you_mean(ci, CI) or f"choose from {', '.join(CI)}")
    if yes and only_shows:
        raise UsageError("cannot combine `--yes` with `--diff`", "`--diff` writes nothing")
    changes = tuple(change for change in _changes(ci, pre_commit, repository) if change.after != change.before)
    if not changes:
        say("Nothing to add: the configuration is there already. Next: tflint-autograph check\n")
        return 0
    for change in changes:
        _show(change)
    if only_shows or not (yes or _agreed(changes)):
        note([*([] if only_shows else ["Nothing was written. `--yes` writes without confirmation."])])
        return NOT_WRITTEN
    for change in changes:
        Path(change.file).parent.mkdir(parents=True, exist_ok=True)
        save(change.after, change.file)
    note([f"Wrote {', '.join(change.file for change in changes)}. Next: tflint-autograph check"])
    return 0


def _changes(ci: str, pre_commit: bool, repository: str) -> Iterator[Change]:
    from tflint_autograph.config.load import TABLES
    from tflint_autograph.config.toml import read

    project = Path("pyproject.toml")
    has_table = project.is_file() and read(project.absolute(), Path.cwd(), TABLES) is not None
    yield from _change("pyproject.toml", lambda text: with_table(text, has_table))
    if pre_commit:
        yield from _change(".pre-commit-config.yaml", lambda text: with_hook(text, repository))
    if ci == "github":
        yield from _change(".github/workflows/tflint-autograph.yml", lambda text: with_github(text, repository))
    elif ci == "gitlab":
        yield from _change(".gitlab-ci.yml", lambda text: with_gitlab(text, repository))


def _change(file: str, add: Callable[[str], str]) -> Iterator[Change]:
    """Yields the change of one file. If it must be changed by hand, writes to stderr what to add."""
    try:
        before = Path(file).read_bytes().decode() if os.path.lexists(file) else ""
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(f"cannot read {file}: it is not UTF-8") from None
    try:
        yield Change(file, before, add(before))
    except CannotAdd as problem:
        note([f"{file} is left alone: {problem.reason}. Add this yourself:", *problem.lines.splitlines()])


def _show(change: Change) -> None:
    from tflint_autograph.report.diff import unified

    color = use_color("auto", sys.stdout, os.environ)
    say_bytes(unified(change.file, change.before.encode(), change.after.encode(), color=color))


def _agreed(changes: tuple[Change, ...]) -> bool:
    """Whether the user agrees. False without a terminal."""
    if not sys.stdin.isatty():
        return False
    count = f"{len(changes)} file{'s' if len(changes) > 1 else ''}"
    return click.confirm(f"Write {count}?", default=False, err=True)
