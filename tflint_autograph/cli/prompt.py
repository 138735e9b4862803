"""Asks about each unsafe fix on a terminal."""

from __future__ import annotations

import os
import sys

import click

from tflint_autograph.cli.output import note, use_color, use_unicode
from tflint_autograph.config.settings import Settings
from tflint_autograph.engine.fix.run import Accept
from tflint_autograph.model.finding import Finding
from tflint_autograph.model.report import Report
from tflint_autograph.report import full
from tflint_autograph.report.relocate import from_here

QUESTION = "Apply this fix? [y]es, [n]o, [a]ll from here on, [q]uit: "
ANSWERS = ("yes", "no", "all", "quit")
END_OF_INPUT, INTERRUPTION = "\x04", "\x03"


def asking(settings: Settings, *, stdin: bool) -> Accept:
    """Returns a function that shows each unsafe fix with its trace and asks; without a terminal it says so and applies none.

    Question and diff go to stderr, so that the report can be redirected.
    """
    if stdin or not sys.stdin.isatty() or not sys.stderr.isatty():
        note(["--interactive needs a terminal: unsafe fixes are left alone"])
        return lambda finding, report: False
    return _Questions(settings).ask


class _Questions:
    """The questions of one run; `answer`, once set, applies to the rest of it."""

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
        letter = _answer()
        if letter in "aq":
            self.answer = letter == "a"
        return letter in "ya"


def _answer() -> str:
    """Returns one of the four letters. Raises KeyboardInterrupt for Ctrl-C; the end of input counts as `q`."""
    while True:
        typed = _typed(QUESTION).strip().lower()
        click.echo(typed if typed.isprintable() else "", err=True)
        # The user may type a whole word, with the line end that other programs want.
        answer = next((word[0] for word in ANSWERS if typed and word.startswith(typed)), "")
        if answer:
            return answer


def _typed(question: str) -> str:
    """Returns the key typed after the question; earlier input is discarded.

    Raises KeyboardInterrupt for Ctrl-C, which the terminal sends as a character here.
    """
    if sys.platform == "win32":
        click.echo(question, nl=False, err=True)
        return click.getchar()
    import termios

    keyboard = sys.stdin.fileno()
    before = termios.tcgetattr(keyboard)
    wanted = termios.tcgetattr(keyboard)
    wanted[3] &= ~(termios.ECHO | termios.ICANON | termios.ISIG)
    wanted[6][termios.VMIN], wanted[6][termios.VTIME] = 1, 0
    # Single keys are read before the question is shown, so that a quick answer is not lost.
    termios.tcsetattr(keyboard, termios.TCSAFLUSH, wanted)
    try:
        click.echo(question, nl=False, err=True)
        typed = os.read(keyboard, 1 << 10).decode(errors="replace")
    finally:
        termios.tcsetattr(keyboard, termios.TCSADRAIN, before)
    if INTERRUPTION in typed:
        raise KeyboardInterrupt
    return "q" if typed in ("", END_OF_INPUT) else typed
