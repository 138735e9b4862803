"""One input through everything that reads code: no crash, and the same answer in each way. Makes up no input."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.programs import settings_of
from tflint_autograph.engine.filtering.adopt import Adoption
from tflint_autograph.engine.fix.run import fix_paths
from tflint_autograph.engine.pipeline import check_paths
from tflint_autograph.engine.session import EditSession
from tflint_autograph.model.finding import ProblemKind
from tflint_autograph.report.formats import FORMATS, render


def probe(data: bytes, name: str = "m.py") -> None:
    """Check, fix and edit a project of one file; raises what goes wrong, AssertionError where two ways differ."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / name).write_bytes(data)
        settings = settings_of(root, no_cache=True)
        report = check_paths(settings, (folder,), strict=True)
        assert not any(problem.kind is ProblemKind.INTERNAL for problem in report.problems)
        piped = check_paths(settings, (), stdin=(str(root / name), data), strict=True)
        assert piped.findings == report.findings
        session = EditSession(settings)
        assert not any(each.kind is ProblemKind.INTERNAL for each in session.check((name,)).report.problems)
        session.put(str(root / name), data.decode("utf-8", "replace") + "\n")
        assert not any(each.kind is ProblemKind.INTERNAL for each in session.check((name,)).report.problems)
        for form in FORMATS:
            assert render(form, report, color=False) is not None
        fixed = fix_paths(
            settings_of(root, no_cache=True, fix=True, unsafe_fixes=True), (folder,), Adoption(settings), write=False
        )
        assert (root / name).read_bytes() == data
        broken = [problem for problem in fixed.report.problems if problem.kind is ProblemKind.INTERNAL]
        assert not broken, broken[0].message
        before = {problem.kind for problem in report.problems}
        assert {problem.kind for problem in fixed.report.problems} <= before, "a fix broke the code"
