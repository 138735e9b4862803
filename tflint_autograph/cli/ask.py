"""The question about each unsafe fix, asked on a terminal. Applies nothing and decides nothing itself."""

from __future__ import annotations

import os
import sys

import click

from tflint_autograph.cli.here import from_here
from tflint_autograph.cli.output import note, use_color, use_unicode
from tflint_autograph.config.settings import Settings
from tflint_autograph.engine.fix.run import Accept
from tflint_autograph.model.finding import Finding
from tflint_autograph.model.report import Report
from tflint_autograph.report import full

QUESTION = "Apply this fix? [y]es, [n]o, [a]ll from here on, [q]uit: "


def asking(settings: Settings, *, stdin: bool) -> Accept:
    """What shows each unsafe fix with its trace and asks about it; without a terminal it says so and applies none.

    Question and diff go to stderr, so that the report can be redirected.
    """
    if stdin or not sys.stdin.isatty() or not sys.stderr.isatty():
        note(["--interactive needs a terminal to ask on: unsafe fixes are left alone"])
        return lambda finding, report: False
    return _Questions(settings).ask


class _Questions:
    """The questions of one run; `answer` holds for the rest of it once it is given."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.answer: bool | None = None

    def ask(self, finding: Finding, report: Report) -> bool:
        """Whether to apply the fix."""
        if self.answer is not None:
            return self.answer
        one = from_here(self.settings.root, Report((finding,), sources=report.sources))
        color = use_color(self.settings.color, sys.stderr, os.environ)
        note([full.render(one, color=color, unicode=use_unicode(sys.stderr), quiet=True)])
        key = _key()
        if key in "aq":
            self.answer = key == "a"
        return key in "ya"


def _key() -> str:
    """One of the four letters; raises KeyboardInterrupt for Ctrl-C, and an end of input is taken for `q`."""
    while True:
        click.echo(QUESTION, nl=False, err=True)
        try:
            key = click.getchar().lower()
        except EOFError:
            key = "q"
        click.echo(key if key.isprintable() else "", err=True)
        if key and key in "ynaq":
            return key
