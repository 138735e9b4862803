"""The counts of a baseline, and its effect on a report. Does not access files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tflint_autograph.model.finding import Finding
from tflint_autograph.model.record import frozen


class Where(NamedTuple):
    """The key by which findings are counted: the file, the code of the rule and the dotted name of the traced function."""

    path: str
    code: str
    function: str

    @classmethod
    def of(cls, finding: Finding) -> Where:
        """Returns the key of a finding."""
        return cls(finding.span.path, finding.code, finding.function)


Counts = Mapping[Where, int]


@frozen
class Difference:
    """A place where the number of findings differs from the baseline."""

    where: Where
    counted: int
    found: int


@frozen
class Baselined:
    """The effect of a baseline on a report.

    `known` counts the findings set aside. `surplus` are places with more findings than the baseline counts: all of them are shown, since
    without line numbers the new ones are unknown. `prunable` are places with fewer. `updated` are the counts of a baseline for this run,
    sorted by place.
    """

    known: int
    surplus: tuple[Difference, ...]
    prunable: tuple[Difference, ...]
    updated: tuple[tuple[Where, int], ...]
