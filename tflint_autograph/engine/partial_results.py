"""Results for some of the files or functions, as plain data that can be sent between processes."""

from __future__ import annotations

from tflint_autograph.model.finding import Finding, Problem
from tflint_autograph.model.record import record


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
