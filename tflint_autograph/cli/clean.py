"""`tflint-autograph clean`: removes the cache."""

from __future__ import annotations

from pathlib import Path

import click

from tflint_autograph.cli.group import GroupedCommand
from tflint_autograph.cli.options import settings_for, settings_options
from tflint_autograph.cli.output import say
from tflint_autograph.config.errors import UsageError
from tflint_autograph.report.relocate import here


@click.command(name="clean", cls=GroupedCommand)
@click.argument("paths", nargs=-1)
@settings_options("Run", "Config", without=("jobs", "no-cache", "watch", "exit-zero"))
def command(paths: tuple[str, ...], **given: object) -> int:
    """Remove the cache of the project PATHS belong to (default: the current folder)."""
    settings = settings_for(paths, given)
    from tflint_autograph.engine.cache.runs import folder
    from tflint_autograph.engine.cache.store import Store

    place = folder(settings)
    name = here(Path(place))
    try:
        count = Store(place).clean()
    except OSError as error:
        raise UsageError(f"cannot remove {name}: {error.strerror}") from None
    say(f"Removed {name} ({count} {'entry' if count == 1 else 'entries'})\n" if count else f"No cache in {name}\n")
    return 0
