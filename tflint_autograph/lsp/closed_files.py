"""Checks closed files that an edit may affect, while the user does not type. Sends nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tflint_autograph.engine.session import Checked
from tflint_autograph.lsp.options import Show
from tflint_autograph.lsp.projects import EditedProject

Said = frozenset[tuple[object, ...]]
"""The reported content of a file, for comparison."""


def look(project: EditedProject, show: Show, cancelled: Callable[[], bool]) -> None:
    """Checks the files an edit may affect, or all; each first in its saved state too. Raises Cancelled."""
    if show is Show.CHANGED:
        project.near |= frozenset(project.session.joined(project.open))
        new = project.near - project.first.keys()
        if new:
            # As saved: an edit made before this look has to count as one.
            said = _said(project.session.copy(saved=True).check(new, cancelled))
            project.first.update({path: said.get(path, frozenset()) for path in new})
    wanted = project.near if show is Show.CHANGED else project.session.buffers.all()
    project.whole = project.session.check(wanted, cancelled)
    project.edited = frozenset(project.open)


def shown(project: EditedProject, show: Show) -> Iterator[str]:
    """Yields the closed files to report. Notebooks are left out: their cells have no URI until they are opened."""
    if project.whole is None or show is Show.OPEN:
        return
    first, now = project.first, _said(project.whole)
    for path in sorted(now.keys() | first.keys()):
        if path in project.open or path in project.edited or path.endswith(".ipynb"):
            continue
        if show is Show.WORKSPACE or now.get(path, frozenset()) != first.get(path):
            yield path


def _said(checked: Checked) -> dict[str, Said]:
    """Returns what is reported for each file."""
    found: dict[str, set[tuple[object, ...]]] = {}
    for finding in checked.report.findings:
        found.setdefault(finding.span.path, set()).add((finding.code, finding.message, finding.span))
    for problem in checked.report.problems:
        found.setdefault(problem.span.path, set()).add((problem.kind, problem.message, problem.span))
    return {path: frozenset(each) for path, each in found.items()}
