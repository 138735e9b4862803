"""`tflint-autograph explain`: the table of rules and their pages."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from tflint_autograph.cli import completing
from tflint_autograph.cli.group import GroupedCommand
from tflint_autograph.cli.options import settings_for, settings_options
from tflint_autograph.cli.output import say, use_color
from tflint_autograph.config.errors import UsageError, did_you_mean
from tflint_autograph.config.options import ALL, DEFAULT
from tflint_autograph.config.settings import Settings
from tflint_autograph.engine.analysis.select import active, find, severity_of, suggestion
from tflint_autograph.rules.catalogue import codes

if TYPE_CHECKING:
    from tflint_autograph.rules.api import Rule

FORMATS = ("text", "json")


@click.command(name="explain", cls=GroupedCommand)
@click.argument("rules", nargs=-1, metavar="[RULE]...", shell_complete=completing.rules)
@click.option("-f", "--output-format", "form", default="text", metavar="|".join(FORMATS), help="Form of the answer")
@click.option("--all", "everything", is_flag=True, help="Print the pages of all rules")
@settings_options("Select", "Config")
def command(rules: tuple[str, ...], form: str, everything: bool, **given: object) -> int:
    """Explain a RULE: a code, a name, a prefix for several, ALL or DEFAULT.

    Without a RULE, list all rules and which of them this configuration turns on.
    """
    rules = (ALL,) if everything else tuple(word for rule in rules for word in rule.split(","))
    if form not in FORMATS:
        raise UsageError(f"unknown output format `{form}` in --output-format", did_you_mean(form, FORMATS))
    settings = settings_for((), given)
    wanted = _wanted(rules)
    if form == "json":
        say(json.dumps([_plain(rule, settings) for rule in wanted], indent=2) + "\n")
    elif rules:
        _show("\n".join(_page(rule) for rule in wanted), settings)
    else:
        say("".join(f"{line}\n" for line in _table(wanted, settings)))
    return 0


def _wanted(words: Sequence[str]) -> tuple[Rule, ...]:
    """Returns the rules the words stand for, all without words, sorted by code."""
    known = codes()
    groups = {word.upper() for word in words} & {ALL, DEFAULT}
    found: set[str] = set()
    for word in words:
        matches = find(word, known)
        if not matches and word.upper() not in groups:
            hint = suggestion(word, known) or "`tflint-autograph explain` lists the rules"
            raise UsageError(f"unknown rule `{word}`", hint)
        found.update(matches)
    from tflint_autograph.rules.api import load

    return tuple(
        rule
        for rule in load()
        if not words or rule.code in found or ALL in groups or (DEFAULT in groups and rule.default)
    )


def _table(rules: Sequence[Rule], settings: Settings) -> Iterator[str]:
    """Yields one line for each rule: code, name, severity, state, summary."""
    cells = [
        (rule.code, rule.name, _severity(rule, settings), _state(rule, settings), rule.page.summary) for rule in rules
    ]
    widths = [max((len(row[column]) for row in cells), default=0) for column in range(4)]
    for row in cells:
        yield "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[-1]])


def _severity(rule: Rule, settings: Settings) -> str:
    return (severity_of(settings, rule) or rule.severity).value


def _state(rule: Rule, settings: Settings) -> str:
    """Returns `on`, `pedantic` for a rule that runs on request only, or `off` for one that was turned off."""
    if active(settings, (rule,)):
        return "on"
    return "off" if rule.default else "pedantic"


def _page(rule: Rule) -> str:
    """Returns the page as Markdown, under a heading with code and name."""
    kind = f"{rule.severity.value}, {'on by default' if rule.default else 'runs with --pedantic or --select'}"
    return "\n".join([f"# {rule.code} {rule.name}\n", f"{rule.page.summary}. ({kind})\n", rule.page.markdown])


def _plain(rule: Rule, settings: Settings) -> dict[str, object]:
    return {
        "code": rule.code,
        "name": rule.name,
        "severity": _severity(rule, settings),
        "default": rule.default,
        "active": bool(active(settings, (rule,))),
        "summary": rule.page.summary,
        "page": _page(rule),
    }


def _show(markdown: str, settings: Settings) -> None:
    """Prints Markdown, rendered on a terminal."""
    if not sys.stdout.isatty():
        say(markdown)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    color = use_color(settings.color, sys.stdout, os.environ)
    console = Console(no_color=not color, highlight=False, emoji=False)
    with console.capture() as capture:
        console.print(Markdown(markdown))
    say(capture.get())
