"""The way from a root to a finding as names, for formats that have no room for sentences. Draws nothing."""

from __future__ import annotations

import re

from tflint_autograph.model.finding import Finding
from tflint_autograph.model.location import Span
from tflint_autograph.model.record import record

_NAME = re.compile("`([^`]+)`")


@record
class Link:
    """Something on the way, and the place from which it reaches the next: a decorator, a call, at the end the hazard."""

    name: str
    span: Span

    def short(self, home: str) -> str:
        """The name without what the file says: `Trainer.step` for a function of the file `home`, else `train.Trainer.step`."""
        head, _, tail = self.span.path.rpartition("/")
        stem = tail.rpartition(".")[0]
        module = head.rpartition("/")[2] if stem == "__init__" else stem
        _, found, qualname = f".{self.name}".partition(f".{module}.")
        if not (module and found):
            return self.name
        return qualname if self.span.path == home else f"{module}.{qualname}"


def links(finding: Finding) -> tuple[Link, ...]:
    """The root's kind, the functions that call each other, and the finding's own; nothing without a trace."""
    if finding.trace is None:
        return ()
    first, *calls = finding.trace.steps
    return (
        Link(finding.trace.root, first.span),
        *(Link(_caller(step.text), step.span) for step in calls),
        Link(finding.function, finding.span),
    )


def _caller(text: str) -> str:
    # A sentence about a call starts with who calls; one without a name is taken as it is.
    match = _NAME.search(text)
    return match[1] if match else text
