"""What looking into some of the files has shown, as plain data that can come from another process. Looks at nothing."""

from __future__ import annotations

from tflint_autograph.model.finding import Finding, Problem
from tflint_autograph.model.record import record


@record
class ShardResult:
    """Findings and problems by file, bugs of ours by file, and how many lines were given to libcst."""

    found: dict[str, list[Finding]]
    problems: dict[str, Problem]
    bugs: dict[str, Problem]
    lines: int


@record
class FunctionResult:
    """What the rules say of one function. `lines` is how many lines were given to libcst."""

    findings: tuple[Finding, ...]
    problems: tuple[Problem, ...]
    lines: int


NOTHING = FunctionResult((), (), 0)
