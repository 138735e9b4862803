"""`tflint-autograph config`: shows the effective settings and their origins. Changes nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator

import click

from tflint_autograph.cli import completing
from tflint_autograph.cli.group import SAME_AS_KEYS, GroupedCommand
from tflint_autograph.cli.options import settings_for, settings_options
from tflint_autograph.cli.output import say
from tflint_autograph.config import schema
from tflint_autograph.config.errors import UsageError
from tflint_autograph.config.options import KEYS
from tflint_autograph.config.settings import Settings

SCHEMAS = ("json", "config")
ONE_RUN = ("stdin-filename", "update-baseline", "changed", "add-ignore", "watch")


@click.command(name="config", cls=GroupedCommand, epilog=f"{SAME_AS_KEYS}.")
@click.argument("paths", nargs=-1, shell_complete=completing.files)
@click.option("--files", is_flag=True, help="List the files that would be checked")
@click.option(
    "--schema", "wanted", metavar="|".join(SCHEMAS), help="Print the JSON Schema of the report or of the configuration"
)
@settings_options("Select", "Files", "Adopt", "Output", "Run", "Config", without=ONE_RUN)
def command(paths: tuple[str, ...], files: bool, wanted: str | None, **given: object) -> int:
    """Show the effective settings for PATHS and where each comes from.

    Takes the options of `check`, and shows what they set.
    """
    if wanted is not None:
        say(_schema(wanted))
        return 0
    settings = settings_for(paths, given)
    lines = _files(settings, paths or (".",)) if files else _effective(settings)
    say("".join(f"{line}\n" for line in lines))
    return 0


def _schema(wanted: str) -> str:
    if wanted == "json":
        from tflint_autograph.report.document import schema as report_schema

        return report_schema()
    if wanted == "config":
        return json.dumps(schema.schema(), indent=2) + "\n"
    raise UsageError(f"unknown schema `{wanted}`", f"choose from {', '.join(SCHEMAS)}")


def _files(settings: Settings, paths: tuple[str, ...]) -> Iterator[str]:
    """Yields the files `check` would read. Raises UsageError for a path that does not exist."""
    from tflint_autograph.engine.workspace.files import discovered

    yield from discovered(settings, paths).files


def _effective(settings: Settings) -> Iterator[str]:
    """Yields the settings as TOML, each line with its origin in a comment."""
    yield f"# configuration: {settings.config_file or 'none'}"
    yield f"# root: {settings.root}"
    for name, option in KEYS.items():
        value = _toml(schema.plain(option, settings.value(name)))
        yield f"{name} = {value}  # {settings.origin(name)}"


def _toml(value: object) -> str:
    if isinstance(value, dict):
        if not value:
            return "{}"
        inner = ", ".join(f"{json.dumps(key)} = {_toml(item)}" for key, item in value.items())
        return f"{{ {inner} }}"
    if isinstance(value, list):
        return f"[{', '.join(_toml(item) for item in value)}]"
    return json.dumps(value, ensure_ascii=False)
