"""Runs after each cell: checks the session and shows new findings under the cell. Raises nothing."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tflint_autograph.config.errors import UsageError
from tflint_autograph.ipython.cells import cell
from tflint_autograph.ipython.checking import CellReport, Checker
from tflint_autograph.ipython.table import Row, Table, row, running, show, told
from tflint_autograph.model.finding import Finding
from tflint_autograph.model.record import record
from tflint_autograph.report.summary import counted

if TYPE_CHECKING:
    from IPython.core.interactiveshell import ExecutionResult, InteractiveShell

_numbers = itertools.count(1)

Identity = tuple[str, str, str]
"""What identifies a finding while other code changes: its cell or file, and its fingerprint."""


@record
class Output:
    """A table under a cell: the identity of the output, the number of the run, and its findings."""

    display: str
    run: int
    rows: tuple[Row, ...]
    said: frozenset[Identity]


class Watcher:
    """Checks the session of a shell. `on`: after every cell. `asked`: after this one in any case."""

    def __init__(self, shell: InteractiveShell) -> None:
        self.shell = shell
        self.on = True
        self.asked = False
        self._checker: Checker | None = None
        self._known: frozenset[Identity] = frozenset()
        self._told: set[str] = set()
        self._outputs: list[Output] = []

    def start(self) -> None:
        """Adds the cells that were run before."""
        history = getattr(self.shell.history_manager, "input_hist_raw", None) or [""]
        checker = self._ready()
        for number, text in enumerate(history[1:], 1):
            made = cell("", number, text)
            if made is not None and checker is not None:
                checker.ran(made)

    def ran(self, result: ExecutionResult) -> None:
        """Called after a cell was run, or one that a magic runs inside another."""
        info = result.info
        if info is None or info.silent or not info.store_history or result.error_before_exec is not None:
            return
        asked, self.asked = self.asked, False
        self._safely(lambda: self._ran(str(info.cell_id or ""), result.execution_count or 0, str(info.raw_cell), asked=asked))

    def whole(self) -> None:
        """Shows all findings of the session."""
        self._safely(self._whole)

    def _ready(self) -> Checker | None:
        """Returns the checker, created on first use; None, with a message, if the configuration cannot be used."""
        if self._checker is None:
            try:
                self._checker = Checker(Path.cwd())
            except UsageError as error:
                self._say(f"tflint: {error.message}" + (f" ({error.hint})" if error.hint else ""))
        return self._checker

    def _safely(self, work: Any) -> None:
        """Runs work and catches internal errors, so that the user's cell is not affected."""
        try:
            work()
        except KeyboardInterrupt:
            self._say("tflint: the check of this cell was interrupted")
        except Exception as error:  # noqa: BLE001 - told, and nothing of the user's is lost
            self._say(f"tflint: a bug of ours, please report it: {type(error).__name__}: {error}")

    def _say(self, text: str) -> None:
        """Shows a text once."""
        if text not in self._told:
            self._told.add(text)
            print(text, file=sys.stderr)

    def _ran(self, identity: str, number: int, text: str, *, asked: bool) -> None:
        checker, made = self._ready(), cell(identity, number, text)
        if checker is None or made is None:
            return
        checker.ran(made)
        if not (self.on or asked):
            return
        found = checker.check()
        here = [each for each in found.findings if checker.concerns(each, made)]
        # If cells in between were not checked, it is unknown which one caused a finding.
        others = [each for each in found.findings if each not in here] if self.on else []
        new = [each for each in others if self._identity(checker, each) not in self._known]
        self._take(checker, found)
        if here or new or asked or found.problems:
            self._show(checker, [*here, *new], found, number, clean="this cell" if asked else "")

    def _whole(self) -> None:
        checker = self._ready()
        if checker is not None:
            found = checker.check()
            self._take(checker, found)
            self._show(checker, found.findings, found, running(self.shell), clean=counted(len(checker.cells.all), "cell"))

    def _take(self, checker: Checker, found: CellReport) -> None:
        """Records the findings, and removes fixed ones from the tables under other cells."""
        self._known = frozenset(self._identity(checker, each) for each in found.findings)
        runs = {each.number for each in checker.cells.all}
        kept = []
        for output in self._outputs:
            if output.run not in runs:
                continue
            left = output.said & self._known
            if left != output.said:
                output = self._without(checker, output, left)
            if left:
                kept.append(output)
        self._outputs = kept

    def _without(self, checker: Checker, output: Output, left: frozenset[Identity]) -> Output:
        rows = tuple(each for each in output.rows if self._identity(checker, each.finding) in left)
        mended = "" if rows else "tflint: mended"
        show(self.shell, Table(rows, headline=mended, rule_url=checker.settings.rule_url), output.display, again=True)
        return Output(output.display, output.run, rows, left)

    def _show(self, checker: Checker, findings: Sequence[Finding], found: CellReport, number: int, *, clean: str) -> None:
        rows = tuple(row(each, checker.cells, checker.home) for each in findings)
        problems = [told(each, checker.cells, checker.home) for each in found.problems]
        problems = [each for each in problems if each not in self._told]
        self._told.update(problems)
        if not (rows or problems or clean):
            return
        headline = f"tflint: no findings in {clean}" if not rows and clean else ""
        display = f"tflint-{next(_numbers)}"
        show(self.shell, Table(rows, problems, headline=headline, rule_url=checker.settings.rule_url), display)
        self._outputs.append(Output(display, number, rows, frozenset(self._identity(checker, each) for each in findings)))

    def _identity(self, checker: Checker, finding: Finding) -> Identity:
        own = checker.cells.at(finding.span) if finding.span.path == checker.home else None
        place = finding.span.path if own is None else own.identity or str(own.number)
        return place, finding.fingerprint, finding.code
