"""Parsing and help of the commands: lazy imports, grouped options, suggestions for unknown words."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import click

from tflint_autograph.config.errors import UsageError, did_you_mean
from tflint_autograph.config.options import FLAGS, GROUPS
from tflint_autograph.rules.catalogue import codes

SAME_AS_KEYS = (
    "Lists take commas and can be repeated. Each switch has a `--no-` form. Most options are also keys of "
    "[tool.tflint-autograph] in pyproject.toml"
)
KEYS_TOO = f"{SAME_AS_KEYS}, which has some more: see `tflint-autograph config`."


class HintingCommand(click.Command):
    """A command that suggests the closest option for an unknown one."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parses the arguments. Raises UsageError for an unknown option."""
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            raise _unknown_option(error, self, ctx) from None


class GroupedCommand(HintingCommand):
    """A command whose help lists the options in groups with headings."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parses the arguments. Raises UsageError for an unknown option."""
        return super().parse_args(ctx, list(with_implied(args)))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the options by group, in the order of the table of options."""
        sections: dict[str, list[tuple[str, str]]] = {}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None and isinstance(parameter, click.Option):
                sections.setdefault(_group(parameter), []).append(record)
        for group in (*GROUPS, "Options"):
            if group in sections:
                with formatter.section(group):
                    formatter.write_dl(sections[group])


class FlagOption(click.Option):
    """An option whose help shows only `--x`, without `--no-x`."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Returns the forms of the option and its help."""
        names = ", ".join(sorted(self.opts, key=len))
        return names, self.help or ""


class LazyGroup(HintingCommand, click.Group):
    """A group whose commands are modules of the same name, imported on use."""

    def __init__(self, *, commands_help: Mapping[str, str], **attributes: object) -> None:
        super().__init__(**attributes)  # type: ignore[arg-type]
        self.commands_help = commands_help

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Returns the names of the commands."""
        return sorted(self.commands_help)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Imports and returns a command, or None for an unknown name."""
        if cmd_name not in self.commands_help:
            return None
        command = importlib.import_module(f"tflint_autograph.cli.{cmd_name}").command
        return command if isinstance(command, click.Command) else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Lists the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(sorted(self.commands_help.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Returns the command. For an unknown one suggests the closest, or `check` if it is a path."""
        name = args[0]
        if name in self.commands_help or ctx.resilient_parsing:
            return super().resolve_command(ctx, args)
        raise UsageError(f"unknown command `{name}`", _meant(name, self.commands_help))

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parses the arguments. An option of `check` before the command is answered with the right command."""
        first = args[0].partition("=")[0] if args else ""
        if first.removeprefix("--") in FLAGS and first.startswith("--"):
            raise UsageError(f"`{first}` needs a command", f"did you mean `tflint-autograph check {args[0]}`?")
        return super().parse_args(ctx, args)


def _meant(word: str, commands: Iterable[str]) -> str:
    """Returns a hint for an unknown command: `check` for a path, `explain` for a rule, or the closest command."""
    if Path(word).exists():
        return f"did you mean `tflint-autograph check {word}`?"
    if word.upper() in codes() or word.lower() in codes().values():
        return f"did you mean `tflint-autograph explain {word}`?"
    hint = did_you_mean(word, commands)
    if not hint and (os.sep in word or word.endswith((".py", ".ipynb"))):
        return f"did you mean `tflint-autograph check {word}`? That file does not exist, however"
    return hint or "`tflint-autograph --help` lists the commands"


def with_implied(args: Sequence[str]) -> Iterator[str]:
    """Yields the arguments, with the implied value added to flags that need none.

    click would take the next word as the value, even if it is a path to check.
    """
    waiting = list(args)
    while waiting:
        word = waiting.pop(0)
        option = FLAGS.get(word.removeprefix("--")) if word.startswith("--") else None
        if word == "--":
            yield from (word, *waiting)
            return
        if option is None or option.implied is None:
            yield word
            continue
        takes_next = not option.metavar.startswith("[=") and waiting and not waiting[0].startswith("-")
        value = waiting.pop(0) if takes_next and not Path(waiting[0]).exists() else option.implied
        yield f"{word}={value}"


def _group(parameter: click.Parameter) -> str:
    option = FLAGS.get((parameter.name or "").replace("_", "-"))
    return option.group if option else "Options"


def _unknown_option(error: click.NoSuchOption, command: click.Command, ctx: click.Context) -> UsageError:
    known = [name for parameter in command.get_params(ctx) for name in (*parameter.opts, *parameter.secondary_opts)]
    flags = [name for name in known if name.startswith("--")]
    return UsageError(f"unknown option `{error.option_name}`", did_you_mean(error.option_name, flags))
