"""Results of the analysis before suppression, level filters and formatting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TypeVar

from tflint_autograph.model.directives import Comment
from tflint_autograph.model.finding import Finding, Problem
from tflint_autograph.model.record import record

T = TypeVar("T")


@record
class AnalysisResult:
    """Findings by file (only files with findings), problems by file, and counts of the wanted files, as in `Stats`.

    `comments` are the suppression comments by file. `unresolved` is a sentence about the first decorator that probably explains why so
    little is traced; empty if enough is, or none is likely.
    """

    found: dict[str, tuple[Finding, ...]]
    problems: dict[str, Problem]
    comments: dict[str, tuple[Comment, ...]]
    relevant: int
    functions: int
    roots: tuple[tuple[str, int], ...]
    unresolved: str = ""
    limits: tuple[tuple[str, int], ...] = ()

    @property
    def traced(self) -> int:
        """The number of traced functions."""
        return sum(count for _, count in self.roots)


def merged(shares: Iterable[AnalysisResult]) -> AnalysisResult:
    """Joins results of different files into one, with files in path order."""
    parts = list(shares)
    roots = sum((Counter(dict(part.roots)) for part in parts), Counter[str]())
    limits = sum((Counter(dict(part.limits)) for part in parts), Counter[str]())
    return AnalysisResult(
        found=_in_order(part.found for part in parts),
        problems=_in_order(part.problems for part in parts),
        comments=_in_order(part.comments for part in parts),
        relevant=sum(part.relevant for part in parts),
        functions=sum(part.functions for part in parts),
        roots=tuple(sorted(roots.items())),
        unresolved=next((part.unresolved for part in parts if part.unresolved), ""),
        limits=tuple(sorted(limits.items())),
    )


def _in_order(tables: Iterable[Mapping[str, T]]) -> dict[str, T]:
    """Merges tables in path order; for a path in several, the last wins."""
    joined = {path: what for table in tables for path, what in table.items()}
    return {path: joined[path] for path in sorted(joined)}


@record
class SuppressionResult:
    """The findings to show, those that a comment suppresses, and those about the comments."""

    shown: tuple[Finding, ...]
    suppressed: tuple[Finding, ...]
    about_comments: tuple[Finding, ...]


@record
class ShardResult:
    """Findings and problems by file, internal errors by file, and the number of lines parsed with libcst."""

    found: dict[str, list[Finding]]
    problems: dict[str, Problem]
    bugs: dict[str, Problem]
    lines: int


@record
class FunctionResult:
    """The findings for one function. `lines` is the number of lines parsed with libcst."""

    findings: tuple[Finding, ...]
    problems: tuple[Problem, ...]
    lines: int


NOTHING = FunctionResult((), (), 0)
