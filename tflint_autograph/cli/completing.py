"""What a shell offers after an option: rules, words and files."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from tflint_autograph.config.options import ALL, DEFAULT, Option, OptionKind
from tflint_autograph.report.formats import FORMATS
from tflint_autograph.rules.catalogue import codes

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Offer = Callable[[click.Context, click.Parameter, str], "list[CompletionItem]"]


def rules(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Returns the codes and names of rules that start like the last word of a comma-separated list, ignoring case."""
    before, comma, word = incomplete.rpartition(",")
    known = codes()
    helps = {ALL: "every rule", DEFAULT: "the rules that run by default", **known}
    helps |= {name: code for code, name in known.items()}
    found = [name for name in helps if name.lower().startswith(word.lower())]
    # Codes and their names both would fill a screen; names come once one is begun.
    shown = [name for name in found if word or name in (ALL, DEFAULT) or name in known]
    return [_item(f"{before}{comma}{name}", meaning=helps[name]) for name in shown]


def files(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Lets the shell offer files."""
    return [_item(incomplete, kind="file")]


def words(*choices: str) -> Offer:
    """Returns a completion function for these words."""

    def offer(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [_item(word) for word in choices if word.startswith(incomplete)]

    return offer


def offer_for(option: Option) -> Offer | None:
    """Returns the completion function for an option of the table, or None."""
    if option.name == "output-format":
        return words(*FORMATS)
    if option.kind is OptionKind.CHOICE:
        return words(*option.words)
    if option.metavar == "RULES":
        return rules
    return files if option.metavar.startswith(("FILE", "PATTERNS", "NAME")) else None


def _item(value: str, *, kind: str = "plain", meaning: str = "") -> CompletionItem:
    # Not at the top: only a shell that completes needs it.
    from click.shell_completion import CompletionItem

    return CompletionItem(value, type=kind, help=meaning or None)
