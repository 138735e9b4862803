"""What the linter reports for a program, in this process and with every rule and level."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.metamorphic.places import Place
from tests.programs import settings_of
from tflint_autograph.engine.pipeline import check_paths
from tflint_autograph.model.finding import Finding


@dataclass(frozen=True, slots=True, order=True)
class Found:
    """A finding as far as it is compared; `message` is only shown, for it speaks of names."""

    place: Place
    code: str
    severity: str
    confidence: str
    message: str

    @property
    def level(self) -> tuple[str, str]:
        """What must not change of a finding."""
        return self.severity, self.confidence


def findings(folder: Path, files: Mapping[str, str]) -> tuple[Found, ...]:
    """Write a program into an empty folder and check it. Raises AssertionError when the linter reports a problem."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    settings = settings_of(folder, select=("ALL",), exclude=(), jobs="1")
    report = check_paths(settings, (str(folder),), strict=True)
    assert not report.problems, report.problems
    return tuple(sorted(_found(finding) for finding in report.findings))


def _found(finding: Finding) -> Found:
    start, end = finding.span.start, finding.span.end
    place = Place(finding.span.path, start.line, start.column, end.line, end.column)
    return Found(place, finding.code, finding.severity.value, finding.confidence.value, finding.message)
