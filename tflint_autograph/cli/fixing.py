"""`check` with fixes: what is written, what is reported, and the exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

import click

from tflint_autograph.cli.output import note, say_bytes, use_color, use_unicode
from tflint_autograph.config.errors import UsageError
from tflint_autograph.config.settings import Settings
from tflint_autograph.engine.filtering.adopt import Adoption
from tflint_autograph.engine.fix.ignoring import ignoring
from tflint_autograph.engine.fix.run import PASSES, Accept, Fixed, fix_paths
from tflint_autograph.model.finding import Finding
from tflint_autograph.model.report import FINDINGS, Report
from tflint_autograph.report import fixes, full
from tflint_autograph.report.concise import problem_lines
from tflint_autograph.report.diff import unified
from tflint_autograph.report.place import ascii_only
from tflint_autograph.report.relocate import from_here, here

Publish = Callable[[Settings, Report], None]


def fix(
    settings: Settings,
    paths: Sequence[str],
    stdin: tuple[str, bytes] | None,
    adoption: Adoption,
    *,
    diff: bool,
    interactive: bool,
    ignore: str | None,
    publish: Publish,
) -> int:
    """Fixes, or with `diff` shows the changes, and returns the exit code; `publish` writes the report of the remaining findings.

    With `ignore`, a reason, findings are suppressed by comments instead.
    """
    if diff and interactive:
        raise UsageError("cannot combine `--diff` with `--interactive`")
    accept = asking(settings, stdin=stdin is not None) if interactive else None
    propose = None if ignore is None else partial(ignoring, reason=ignore)
    done = fix_paths(settings, paths, adoption, stdin=stdin, write=not diff, accept=accept, propose=propose)
    _put(settings, done, stdin, diff=diff)
    if diff or settings.fix_only:
        note(problem_lines(from_here(settings.root, done.report)))
        report = replace(done.report, findings=())
    else:
        publish(settings, done.report)
        report = done.report
    if not settings.quiet:
        unicode = use_unicode(sys.stderr)
        note(line if unicode else ascii_only(line) for line in _about(settings, done, would=diff, ignored=ignore is not None))
    return _exit_code(settings, report, done, diff=diff)


def _put(settings: Settings, done: Fixed, stdin: tuple[str, bytes] | None, *, diff: bool) -> None:
    """Writes the diff, or the fixed code of standard input, to standard output."""
    if diff:
        color = use_color(settings.color, sys.stdout, os.environ)
        for change in done.changes:
            say_bytes(unified(here(settings.root / change.path), change.before, change.after, color=color))
    elif stdin is not None:
        say_bytes(next((change.after for change in done.changes), stdin[1]))


def _about(settings: Settings, done: Fixed, *, would: bool, ignored: bool) -> Iterator[str]:
    applied = [_moved(settings, finding) for finding in done.applied]
    yield from fixes.refused([(_moved(settings, finding), reason) for finding, reason in done.refused])
    if applied and settings.show_fixes:
        yield from fixes.listed(applied, would=would, ignored=ignored)
    elif applied:
        yield fixes.total(applied, would=would, ignored=ignored)
    if done.unfinished:
        yield f"There was still something to fix after {PASSES} passes; please report it"


def _moved(settings: Settings, finding: Finding) -> Finding:
    return from_here(settings.root, Report((finding,))).findings[0]


def _exit_code(settings: Settings, report: Report, done: Fixed, *, diff: bool) -> int:
    code = report.exit_code
    if (diff and done.changes) or (settings.exit_non_zero_on_fix and done.applied):
        code = max(code, FINDINGS)
    return 0 if settings.exit_zero and code == FINDINGS else code


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
