"""What a baseline knows, and what it did to a report. Reads and writes no file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tflint_autograph.model.finding import Finding
from tflint_autograph.model.record import frozen


class Where(NamedTuple):
    """What findings are counted by: the file, the code of the rule and the dotted name of the traced function."""

    path: str
    code: str
    function: str

    @classmethod
    def of(cls, finding: Finding) -> Where:
        """Where a finding is counted."""
        return cls(finding.span.path, finding.code, finding.function)


Counts = Mapping[Where, int]


@frozen
class Difference:
    """A place at which the baseline counts other than what is found."""

    where: Where
    counted: int
    found: int


@frozen
class Baselined:
    """What a baseline did to a report.

    `known` counts the findings put aside. `surplus` are places with more findings than the baseline counts: all of
    them are shown, for without line numbers nobody can tell which are new. `prunable` are places with fewer. `updated`
    is what a baseline that fits this run counts, in the order of the places.
    """

    known: int
    surplus: tuple[Difference, ...]
    prunable: tuple[Difference, ...]
    updated: tuple[tuple[Where, int], ...]
