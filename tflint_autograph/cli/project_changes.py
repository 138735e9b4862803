"""Reports the changes that `confirm` runs made to the project."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from tflint_autograph.cli.output import note
from tflint_autograph.confirm.project_files import Changes, ProjectFiles
from tflint_autograph.confirm.protocol import COPY, READ_ONLY
from tflint_autograph.confirm.runner import Runner

_MOST = 10
"""Maximum number of paths that are named; the rest is counted."""


@contextmanager
def told_changes(runner: Runner, root: str, *, program: bool, keep: bool) -> Iterator[None]:
    """Context manager in which project code runs. At its end, changes to the project are undone and reported.

    With `keep` nothing is undone. `program`: the user's own program runs, which may always write.
    """
    if runner.protection == COPY or (runner.protection == READ_ONLY and not program):
        try:
            yield
        finally:
            note(_of_copy(runner.changes))
        return
    files = ProjectFiles(root)
    try:
        yield
    finally:
        changes = files.changes()
        if not keep:
            files.put_back(runner.changes)
        note(_of_project(changes, files.changes(), keep=keep))


def _of_copy(changes: dict[str, str]) -> Iterator[str]:
    if changes:
        named = (f"{path} ({how})" for path, how in sorted(changes.items()))
        yield f"The runs wrote to a copy of the project, which is removed: {_listed(named)}"
        yield "  --keep lets them write to the project itself"


def _of_project(changes: Changes, left: Changes, *, keep: bool) -> Iterator[str]:
    named = [
        *(f"{path} (new)" if path in left.new else f"{path} (new, removed)" for path in changes.new),
        *(f"{path} (changed)" for path in changes.changed),
        *(f"{path} (removed)" for path in changes.removed),
    ]
    if named:
        yield f"The project changed while its code ran: {_listed(sorted(named))}"
    if left.new and not keep:
        yield "  new files that the code did not write by itself, as far as Python knows, are left"


def _listed(named: Iterable[str]) -> str:
    texts = list(named)
    more = len(texts) - _MOST
    return ", ".join(texts[:_MOST]) + (f" and {more} more" if more > 0 else "")
