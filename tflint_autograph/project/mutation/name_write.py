"""A change by eager code of what traced code reads, and the surest of several. Finds none."""

from __future__ import annotations

from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.record import record
from tflint_autograph.model.trace import Step


@record
class NameWrite:
    """A place that changes the name, what to say of it, and how sure it is that traced code has read the name before.

    `rebinds` is False where the object it holds is changed in place. `is_around` says that eager code is seen to run the reader
    before the change and after it.
    """

    step: Step
    confidence: Confidence
    rebinds: bool
    is_around: bool = False

    def sureness(self, is_known: bool) -> Confidence:
        """How sure the finding is; what is not known may keep its state in variables, but for another that takes its place."""
        if is_known:
            return self.confidence
        return min(self.confidence, Confidence.MEDIUM if self.is_around and self.rebinds else Confidence.LOW)


def surest(found: tuple[NameWrite | None, ...]) -> NameWrite | None:
    """The change with the highest confidence, the first by place of several."""
    known = [each for each in found if each is not None]
    return min(known, key=lambda each: (-each.confidence.rank, not each.is_around, each.step.span.sort_key()), default=None)
