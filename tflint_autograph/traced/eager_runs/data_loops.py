"""Tells loops whose number of iterations depends on data from those over what the code writes out."""

from __future__ import annotations

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.project.bodies.walks import descendants
from tflint_autograph.traced.eager_runs.core import Core
from tflint_autograph.traced.eager_runs.values import Frame, Plain, Sequence


def goes_over_data(run: Core, iterable: Expr | None, frame: Frame) -> bool:
    """Whether the arguments of the running function decide how often a loop over this expression iterates.

    A run shows it for one call; another call may pass more. What the module or the function itself writes out is known: a few modes.
    """
    fact = run.analysis.project.function(frame.key)
    if iterable is None or fact is None:
        return False
    given = {each.name for each in fact.parameters}
    names = (part.id for part in descendants(iterable) if isinstance(part, ir.Name))
    return any(name in given or _is_computed(name, frame) for name in names)


def _is_computed(name: str, frame: Frame) -> bool:
    """Whether a name is one of the running function, for something that the function does not write out."""
    around: Frame | None = frame
    while around is not None and around.around is not None and name not in around.names:
        around = around.around
    held = around.names.get(name) if around is not None and around.around is not None else None
    return held is not None and not isinstance(held, Plain) and not (isinstance(held, Sequence) and held.is_written)
