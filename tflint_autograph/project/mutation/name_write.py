"""A change by eager code of a name that traced code reads, with its confidence."""

from __future__ import annotations

from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.record import record
from tflint_autograph.model.trace import Step


@record
class NameWrite:
    """A place that changes a name, the text for a message, and the confidence that traced code read the name before.

    `rebinds`: False if the object is changed in place. `is_around`: eager code is seen to run the reader before and after. `is_met`: a run of
    the eager code shows both values.
    """

    step: Step
    confidence: Confidence
    rebinds: bool
    is_around: bool = False
    by_others: bool = False
    is_met: bool = False

    def sureness(self, is_known: bool) -> Confidence:
        """Returns the confidence of a finding.

        An unknown value (`is_known` False) may keep its state in variables, so a change in place is less certain.
        """
        if is_known:
            return self.confidence
        return min(self.confidence, Confidence.MEDIUM if self.is_around and self.rebinds else Confidence.LOW)


def surest(found: tuple[NameWrite | None, ...]) -> NameWrite | None:
    """Returns the change with the highest confidence, the first by place, or None."""
    known = [each for each in found if each is not None]
    return min(known, key=lambda each: (-each.confidence.rank, not each.is_around, each.step.span.sort_key()), default=None)
