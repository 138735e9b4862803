"""What looking at the code has shown, before comments, levels and formats have their say. Looks at nothing itself."""

from __future__ import annotations

from tflint_autograph.model.finding import Finding, Problem
from tflint_autograph.model.record import record


@record
class Looked:
    """Findings by file, only of files that have some; problems by file; and counts of the wanted files, as in `Stats`.

    `commented` are the wanted files in which a comment may speak to us.
    """

    found: dict[str, tuple[Finding, ...]]
    problems: dict[str, Problem]
    commented: tuple[str, ...]
    relevant: int
    functions: int
    roots: tuple[tuple[str, int], ...]

    @property
    def traced(self) -> int:
        """How many of the functions are traced."""
        return sum(count for _, count in self.roots)


@record
class Outcome:
    """The findings to show, those a comment covers, each with its `suppressed`, and those about the comments."""

    shown: tuple[Finding, ...]
    suppressed: tuple[Finding, ...]
    about_comments: tuple[Finding, ...]
