"""The fixing loop: check, apply fixes, check again, until nothing more can be applied. Prints nothing."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from tflint_autograph.config.settings import Settings
from tflint_autograph.engine.cache.digests import Signs
from tflint_autograph.engine.filtering.adopt import Adoption
from tflint_autograph.engine.fix.onepass import Pass, one_pass
from tflint_autograph.engine.fix.refusal import Refusal
from tflint_autograph.engine.pipeline import Run
from tflint_autograph.engine.workspace.files import Files, as_text
from tflint_autograph.model.finding import Finding, Problem, ProblemKind
from tflint_autograph.model.levels import Safety
from tflint_autograph.model.location import Span
from tflint_autograph.model.record import record
from tflint_autograph.model.report import Report
from tflint_autograph.source.text import SourceError
from tflint_autograph.source.write import replace_file

PASSES = 10

Accept = Callable[[Finding, Report], bool]
"""Decides whether to apply an unsafe fix of a finding in the report. Called once for each."""

Propose = Callable[[Files, Report], Report]
"""Returns the report with other fixes in it."""


@record
class FileChange:
    """New bytes for a file, with its path as in a report and its real path with links resolved."""

    path: str
    target: Path
    before: bytes
    after: bytes


@record
class Fixed:
    """The result of a fixing run. `report` is for the final code, `refused` are fixes that failed, with reasons.

    `unfinished`: after PASSES passes there still was something to apply.
    """

    report: Report
    changes: tuple[FileChange, ...] = ()
    applied: tuple[Finding, ...] = ()
    refused: tuple[tuple[Finding, str], ...] = ()
    unfinished: bool = False


def fix_paths(
    settings: Settings,
    paths: Sequence[str],
    adoption: Adoption,
    *,
    stdin: tuple[str, bytes] | None = None,
    write: bool = True,
    accept: Accept | None = None,
    propose: Propose | None = None,
) -> Fixed:
    """Checks `paths` as `check_paths` does, applies the fixes the settings allow, and writes the files if `write`.

    `accept` decides about each unsafe fix instead of `settings.unsafe_fixes`; `propose` replaces the fixes of findings. Raises UsageError.
    """
    return Fixing(settings, paths, stdin, adoption, write=write, accept=accept, propose=propose).run()


class Fixing:
    """The state of a fixing run: the bytes so far, and the decisions about fixes.

    Subclasses can override how the code is checked, and which findings count.
    """

    def __init__(
        self,
        settings: Settings,
        paths: Sequence[str],
        stdin: tuple[str, bytes] | None,
        adoption: Adoption,
        *,
        write: bool,
        accept: Accept | None,
        propose: Propose | None,
    ) -> None:
        self.settings = settings
        self.paths = tuple(paths)
        self.stdin = stdin
        self.write = write and stdin is None
        self.adoption = adoption
        self.accept = accept
        self.propose = propose
        self.overlay: dict[str, bytes] = {}
        self.changes: dict[str, FileChange] = {}
        self.applied: list[Finding] = []
        self.refused: dict[tuple[object, ...], tuple[Finding, str]] = {}
        self.declined: set[tuple[object, ...]] = set()
        self.problems: dict[str, Problem] = {}
        self.signs = Signs({})

    def run(self) -> Fixed:
        """Runs all passes, then writes the files."""
        for _ in range(PASSES):
            files, report = self.check()
            done = self._pass(files, report)
            if not done.applied:
                break
            self._remember(files, done)
        else:
            files, report = self.check()
        unfinished = any(self.eligible(report))
        if self.write and self._writing_failed():
            _, report = self.check()
        return Fixed(
            self._with_problems(report), tuple(change for _, change in self.changed()),
            tuple(self.applied), tuple(self.refused.values()), unfinished,
        )  # fmt: skip

    def check(self) -> tuple[Files, Report]:
        """Returns the files and the report for the code with the changes so far."""
        run = Run(self.settings, self.paths, self.stdin, overlay=self.overlay)
        # Before any file is read: what is written from here on has another sign.
        self.signs = Signs({path: run.files.absolute[path] for path in run.files.wanted})
        adoption = self.adoption
        for path, change in self.changed():
            old, new = as_text(path, change.before), as_text(path, change.after)
            adoption = adoption.after(run.files.absolute[path], old.lines, new.lines)
        report = run.report(adoption)
        return run.files, self.propose(run.files, report) if self.propose else report

    def _pass(self, files: Files, report: Report) -> Pass:
        done = one_pass(
            self.eligible(report), lambda path: self._load(files, path), lambda finding: self._accepts(finding, report)
        )
        for finding, reason in done.refused.items():
            self.refused[_identity(finding)] = finding, reason
        return done

    def eligible(self, report: Report) -> Iterator[Finding]:
        """Yields the findings whose fixes may be applied, in report order."""
        unsafe = self.settings.unsafe_fixes or self.accept is not None
        for finding in sorted(report.findings, key=Finding.sort_key):
            if finding.fix is None or finding.fix.safety < (Safety.UNSAFE if unsafe else Safety.SAFE):
                continue
            if not {_identity(finding)} & (self.refused.keys() | self.declined):
                yield finding

    def _accepts(self, finding: Finding, report: Report) -> bool:
        if self.accept is None or finding.fix is None or finding.fix.safety is Safety.SAFE:
            return True
        accepted = self.accept(finding, report)
        if not accepted:
            self.declined.add(_identity(finding))
        return accepted

    def _load(self, files: Files, path: str) -> bytes:
        """Returns the bytes of a file if they are those that were checked and the file is writable. Raises Refusal."""
        if path not in files.wanted:
            raise Refusal(f"it would change {path} too, which is not among the checked paths")
        if path in self.problems:
            raise Refusal(self.problems[path].message)
        data = self.looked_at(files, path)
        if data is None:
            self._problem(path, ProblemKind.CONFLICT, "the file changed meanwhile, so it is not fixed")
        elif self.write and not _is_writable(files.absolute[path]):
            self._problem(path, ProblemKind.IO, "the file is read-only, so it is not fixed")
        else:
            known = FileChange(path, Path(os.path.realpath(files.absolute[path])), data, data)
            self.changes.setdefault(path, known)
            return data
        raise Refusal(self.problems[path].message)

    def looked_at(self, files: Files, path: str) -> bytes | None:
        """Returns the bytes of a file, or None if it changed since it was checked, or cannot be read."""
        try:
            data = files.data(path)
        except SourceError:
            return None
        # Of its text nothing is kept: that would be read again here, and be what it is now.
        now = Signs({path: files.absolute[path]})
        return data if now.of.get(path) == self.signs.of.get(path) else None

    def _remember(self, files: Files, done: Pass) -> None:
        self.applied += done.applied
        for path, after in done.data.items():
            self.changes[path] = replace(self.changes[path], after=after)
            self.overlay[files.absolute[path]] = after

    def _writing_failed(self) -> bool:
        """Writes all changes. Those that could not be written are dropped with their fixes; returns whether there were any."""
        failed = set()
        for path, change in self.changed():
            try:
                if change.target.read_bytes() != change.before:
                    self._problem(path, ProblemKind.CONFLICT, "the file changed meanwhile, so it is not fixed")
                    failed.add(path)
                else:
                    replace_file(change.target, change.after)
            except OSError as error:
                self._problem(path, ProblemKind.IO, f"the file cannot be written: {(error.strerror or '').lower()}")
                failed.add(path)
        self.changes = {path: change for path, change in self.changes.items() if path not in failed}
        self.overlay.clear()
        self.applied = [finding for finding in self.applied if failed.isdisjoint(_paths(finding))]
        return bool(failed)

    def changed(self) -> list[tuple[str, FileChange]]:
        """Returns the changes so far, by path."""
        return sorted((path, change) for path, change in self.changes.items() if change.before != change.after)

    def _problem(self, path: str, kind: ProblemKind, message: str) -> None:
        self.problems[path] = Problem(kind, message, Span.point(path))

    def _with_problems(self, report: Report) -> Report:
        problems = (*report.problems, *self.problems.values())
        return replace(report, problems=tuple(sorted(problems, key=lambda problem: problem.span.sort_key())))


def _identity(finding: Finding) -> tuple[object, ...]:
    """Returns what identifies a finding across passes, even when code above it changes."""
    edits = tuple(edit.text for edit in finding.fix.edits) if finding.fix else ()
    return finding.span.path, finding.span.cell, finding.code, finding.function, finding.message, edits


def _paths(finding: Finding) -> set[str]:
    return {edit.span.path for edit in finding.fix.edits} if finding.fix else set()


def _is_writable(path: str) -> bool:
    """Whether the file may be replaced. A file without any write permission is respected even for a superuser."""
    target = os.path.realpath(path)
    return os.access(target, os.W_OK) and bool(os.stat(target).st_mode & 0o222)
