"""All fixes on real packages: no file breaks, what was fixed is gone, nothing new is found. Not part of the test suite.

    python -m tests.corpus.fixing CORPUS COPY [PACKAGE...] [--together]

CORPUS is a folder with one unpacked package per folder. Each package is copied into the folder COPY, checked with every
rule at every level, all safe and unsafe fixes are applied there, each changed file is compiled and the package is
checked again; with `--together` all of them as one project, in which packages trace each other's code. One line of
counts a package, then what is wrong; the exit code is 1 when something is. The copies stay, so that `diff -r CORPUS
COPY` shows what was done.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tflint_autograph.config.settings import Settings
from tflint_autograph.engine.filtering.adopt import Adoption
from tflint_autograph.engine.fix.run import Fixed, fix_paths
from tflint_autograph.engine.workspace.files import Files
from tflint_autograph.model.finding import Finding
from tflint_autograph.model.levels import Confidence, Severity
from tflint_autograph.model.report import Report

Key = tuple[str, str, str, str]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What fixing one package did; `wrong` are sentences about what should not have happened."""

    name: str
    before: int
    fixed: Counter[str]
    refused: int
    after: int
    files: int
    wrong: tuple[str, ...]


def fixed(package: Path, copy: Path) -> Outcome:
    """Copy a package, fix the copy and compare."""
    shutil.copytree(package, copy)
    settings = Settings(
        copy, select=("ALL",), min_severity=min(Severity), min_confidence=min(Confidence), unsafe_fixes=True,
        no_cache=True, exclude=(),
    )  # fmt: skip
    reports: list[Report] = []

    def remember(files: Files, report: Report) -> Report:
        reports.append(report)
        return report

    done = fix_paths(settings, [str(copy)], Adoption(settings), propose=remember)
    before = reports[0].findings
    return Outcome(
        package.name, len(before), Counter(finding.code for finding in done.applied), len(done.refused),
        len(done.report.findings), len(done.changes), tuple(_wrong(before, done)),
    )  # fmt: skip


def _wrong(before: Iterable[Finding], done: Fixed) -> Iterator[str]:
    for change in done.changes:
        data = change.target.read_bytes()
        if data != change.after:
            yield f"{change.path}: not what was meant to be written"
        if change.path.endswith(".py") and _compiles(change.before) and not _compiles(data):
            yield f"{change.path}: broken"
    for finding, reason in done.refused:
        yield f"{finding.span.path}:{finding.span.start.line}: {finding.code} refused: {reason}"
    had, has = Counter(map(_key, before)), Counter(map(_key, done.report.findings))
    mended = Counter(map(_key, done.applied))
    for key, count in sorted((has - had).items()):
        yield f"{key[0]}: {count} new: {key[1]} in {key[2]}: {key[3]}"
    for key, count in sorted(mended.items()):
        left = has[key] - (had[key] - count)
        if had[key] and left > 0:
            yield f"{key[0]}: {left} fixed and still there: {key[1]} in {key[2]}: {key[3]}"
    if done.unfinished:
        yield "the fixes do not come to an end"
    yield from (f"{problem.span.path}: {problem.message}" for problem in done.report.problems if problem.kind.exit_code == 2)


def _key(finding: Finding) -> Key:
    return finding.span.path, finding.code, finding.function, finding.message


def _compiles(data: bytes) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(data, "<fixed>", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    return True


def main() -> int:
    """Fix every package and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("copy", type=Path)
    parser.add_argument("packages", nargs="*")
    parser.add_argument("--together", action="store_true")
    given = parser.parse_args()
    outcomes = []
    packages = sorted(path for path in given.corpus.iterdir() if path.is_dir())
    packages = [package for package in packages if not given.packages or package.name in given.packages]
    for package in [given.corpus] if given.together else packages:
        outcome = fixed(package, given.copy / package.name)
        outcomes.append(outcome)
        print(_line(outcome), flush=True)
        for sentence in outcome.wrong:
            print(f"    {sentence}", flush=True)
    total = sum((outcome.fixed for outcome in outcomes), Counter[str]())
    print(f"{len(outcomes)} packages: {sum(total.values())} fixed in {sum(outcome.files for outcome in outcomes)} files")
    print(", ".join(f"{code} {count}" for code, count in sorted(total.items())))
    return 1 if any(outcome.wrong for outcome in outcomes) else 0


def _line(outcome: Outcome) -> str:
    count = sum(outcome.fixed.values())
    return (
        f"{outcome.name}: {outcome.before} findings, {count} fixed in {outcome.files} files, "
        f"{outcome.refused} refused, {outcome.after} left, {len(outcome.wrong)} wrong"
    )


if __name__ == "__main__":
    sys.exit(main())
