"""How our commands parse and present themselves: lazy imports, grouped options, the closest name. Knows no option."""

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
    """A command that answers an unknown option with the closest one."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse; raises UsageError for an unknown option."""
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            raise _unknown_option(error, self, ctx) from None


class GroupedCommand(HintingCommand):
    """A command whose help lists the options of each group under a heading of its own."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse; raises UsageError for an unknown option."""
        return super().parse_args(ctx, list(with_implied(args)))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, group by group, in the order of the table of options."""
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
    """An option of which only the form that changes something is listed: `--x` without its `--no-x`."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """The forms of the option and its help."""
        names = ", ".join(sorted(self.opts, key=len))
        return names, self.help or ""


class LazyGroup(HintingCommand, click.Group):
    """A group whose commands live in modules of their own name, imported when the command is used."""

    def __init__(self, *, commands_help: Mapping[str, str], **attributes: object) -> None:
        super().__init__(**attributes)  # type: ignore[arg-type]
        self.commands_help = commands_help

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands."""
        return sorted(self.commands_help)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command, or None when there is none of that name."""
        if cmd_name not in self.commands_help:
            return None
        command = importlib.import_module(f"tflint_autograph.cli.{cmd_name}").command
        return command if isinstance(command, click.Command) else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(sorted(self.commands_help.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, and answer an unknown one with the closest, or with `check` when it is a path."""
        name = args[0]
        if name in self.commands_help or ctx.resilient_parsing:
            return super().resolve_command(ctx, args)
        raise UsageError(f"unknown command `{name}`", _meant(name, self.commands_help))

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse; an option of `check` in front of any command is answered with the command."""
        first = args[0].partition("=")[0] if args else ""
        if first.removeprefix("--") in FLAGS and first.startswith("--"):
            raise UsageError(f"`{first}` needs a command", f"did you mean `tflint-autograph check {args[0]}`?")
        return super().parse_args(ctx, args)


def _meant(word: str, commands: Iterable[str]) -> str:
    """A hint for a word that is no command: a path is to be checked, a rule explained, and a typing error corrected."""
    if Path(word).exists():
        return f"did you mean `tflint-autograph check {word}`?"
    if word.upper() in codes() or word.lower() in codes().values():
        return f"did you mean `tflint-autograph explain {word}`?"
    hint = did_you_mean(word, commands)
    if not hint and (os.sep in word or word.endswith((".py", ".ipynb"))):
        return f"did you mean `tflint-autograph check {word}`? That file does not exist, however"
    return hint or "`tflint-autograph --help` lists the commands"


def with_implied(args: Sequence[str]) -> Iterator[str]:
    """The arguments with the value of each flag that may be without one.

    click would take the next word whatever it is; a path behind the flag is a path to check.
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
