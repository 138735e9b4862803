"""The call path from a root to a finding as names, for compact formats."""

from __future__ import annotations

import re

from tflint_autograph.model.finding import Finding
from tflint_autograph.model.location import Span
from tflint_autograph.model.record import record

_NAME = re.compile("`([^`]+)`")


@record
class Link:
    """A function on the call path, or the root, with the place from which the next is reached; the last one is the hazard."""

    name: str
    span: Span

    def short(self, home: str) -> str:
        """Returns the name without what the file implies: `Trainer.step` for a function of the file `home`, else `train.Trainer.step`."""
        head, _, tail = self.span.path.rpartition("/")
        stem = tail.rpartition(".")[0]
        module = head.rpartition("/")[2] if stem == "__init__" else stem
        _, found, qualname = f".{self.name}".partition(f".{module}.")
        if not (module and found):
            return self.name
        return qualname if self.span.path == home else f"{module}.{qualname}"


def links(finding: Finding) -> tuple[Link, ...]:
    """Returns the root's kind, the functions that call each other, and the finding's own; empty without a trace."""
    if finding.trace is None:
        return ()
    first, *calls = finding.trace.steps
    return (
        Link(finding.trace.root, first.span),
        *(Link(_caller(step.text), step.span) for step in calls),
        Link(finding.function, finding.span),
    )


def _caller(text: str) -> str:
    # A sentence about a call starts with the caller; one without a name is used unchanged.
    match = _NAME.search(text)
    return match[1] if match else text
