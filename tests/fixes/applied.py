"""Programs with their fixes applied, and what `check` says of them before and after. Runs none of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.programs import settings_of
from tflint_autograph.config.options import ALL
from tflint_autograph.engine.filtering.adopt import Adoption
from tflint_autograph.engine.fix.run import fix_paths
from tflint_autograph.engine.pipeline import check_paths
from tflint_autograph.model.finding import Finding
from tflint_autograph.model.levels import Safety


@dataclass(frozen=True, slots=True)
class Applied:
    """One program: its text with every fix applied that is not for display, and the findings before and after."""

    text: str
    before: tuple[Finding, ...]
    after: tuple[Finding, ...]

    @property
    def fixable(self) -> tuple[str, ...]:
        """The codes of the findings that could be fixed, sorted."""
        return tuple(sorted(finding.code for finding in self.before if is_fixable(finding)))

    @property
    def left(self) -> tuple[str, ...]:
        """The codes of the findings that are still there and could have been fixed."""
        return tuple(sorted(finding.code for finding in self.after if is_fixable(finding)))

    @property
    def new(self) -> tuple[str, ...]:
        """The codes that are found more often than before, sorted."""
        counts = [finding.code for finding in self.before]
        return tuple(sorted({each.code for each in self.after if _count(self.after, each.code) > counts.count(each.code)}))


def is_fixable(finding: Finding) -> bool:
    """Whether the finding has a fix that `--unsafe-fixes` applies."""
    return finding.fix is not None and finding.fix.safety is not Safety.DISPLAY


def applied(programs: Mapping[str, str], folder: Path) -> dict[str, Applied]:
    """The programs after `check --fix --unsafe-fixes`, each written to `folder` under its title and `.py`."""
    for title, text in programs.items():
        (folder / f"{title}.py").parent.mkdir(parents=True, exist_ok=True)
        (folder / f"{title}.py").write_text(text, encoding="utf-8")
    settings = settings_of(folder, select=(ALL,), fix=True, unsafe_fixes=True)
    before = _by_title(check_paths(settings, (str(folder),), strict=True).findings)
    fixed = fix_paths(settings, (str(folder),), adoption=Adoption(settings))
    assert fixed.refused == (), fixed.refused[0]
    after = _by_title(check_paths(settings, (str(folder),), strict=True).findings)
    return {
        title: Applied((folder / f"{title}.py").read_text(encoding="utf-8"), before.get(title, ()), after.get(title, ()))
        for title in programs
    }


def _by_title(findings: tuple[Finding, ...]) -> dict[str, tuple[Finding, ...]]:
    found: dict[str, tuple[Finding, ...]] = {}
    for finding in findings:
        title = finding.span.path.removesuffix(".py")
        found[title] = (*found.get(title, ()), finding)
    return found


def _count(findings: tuple[Finding, ...], code: str) -> int:
    return sum(finding.code == code for finding in findings)
