"""Computes fixes for editors: the files as a fixing run would leave them. Writes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tflint_autograph.engine.filtering.adopt import Adoption
from tflint_autograph.engine.fix.ignoring import ignoring
from tflint_autograph.engine.fix.onepass import one_pass
from tflint_autograph.engine.fix.refusal import Refusal
from tflint_autograph.engine.fix.run import Fixing
from tflint_autograph.engine.session import EditSession
from tflint_autograph.engine.workspace.files import Files, as_text
from tflint_autograph.model.finding import Finding
from tflint_autograph.model.record import record
from tflint_autograph.model.report import Report
from tflint_autograph.source.text import SourceError


@record
class Rewritten:
    """A file of the project before (with unsaved edits) and after."""

    path: str
    before: bytes
    after: bytes


def fixed(session: EditSession, finding: Finding) -> tuple[Rewritten, ...]:
    """Returns the files that the fix of a finding changes; empty if `--fix` would not make it."""
    files = session.buffers
    done = one_pass((finding,), lambda path: _load(files, path), lambda each: True)
    return tuple(Rewritten(path, files.data(path), after) for path, after in sorted(done.data.items()))


def ignored(session: EditSession, finding: Finding) -> tuple[Rewritten, ...]:
    """Returns the file with a comment that suppresses the finding; empty if no comment can."""
    (proposed,) = ignoring(session.buffers, Report((replace(finding, fix=None),)), "").findings
    return fixed(session, proposed)


def all_fixed(session: EditSession, path: str, cell: int | None) -> tuple[Rewritten, ...]:
    """Returns the files after fixing one file, or one cell of it. The session itself is not changed."""
    changes = _InSession(session.copy(), path, cell).run().changes
    return tuple(Rewritten(change.path, change.before, change.after) for change in changes)


class _InSession(Fixing):
    """A fixing run that checks with a session."""

    def __init__(self, session: EditSession, path: str, cell: int | None) -> None:
        adoption = Adoption(session.settings)
        super().__init__(session.settings, (path,), None, adoption, write=False, accept=None, propose=None)
        self.session = session
        self.cell = cell

    def check(self) -> tuple[Files, Report]:
        files = self.session.buffers
        for path, change in self.changed():
            self.session.put(files.absolute[path], None, change.after)
        return files, self.session.check(self.paths).report

    def looked_at(self, files: Files, path: str) -> bytes | None:
        # A session keeps the texts it has read.
        try:
            return _load(files, path)
        except Refusal:
            return None

    def eligible(self, report: Report) -> Iterator[Finding]:
        return (finding for finding in super().eligible(report) if finding.span.cell == self.cell)


def _load(files: Files, path: str) -> bytes:
    """Returns the bytes of a file if they are those that were checked. Raises Refusal."""
    if path not in files.absolute:
        raise Refusal(f"{path} does not belong to the project")
    try:
        data = files.data(path)
        same = as_text(path, data) == files.text(path)
    except SourceError as error:
        raise Refusal(error.message) from None
    if not same:
        raise Refusal("the file changed meanwhile")
    return data
