"""Finds what a look-up of an attribute by a computed name may give: `getattr(handler, kind)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.facts import ClassKey
from tflint_autograph.model.joins import join_all
from tflint_autograph.model.mentions import ATTRIBUTE
from tflint_autograph.model.values import UNKNOWN, Value
from tflint_autograph.project.bodies.walks import read_in

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis


def looked_up(analysis: Analysis, receiver: Value, *, traced: bool) -> Value:
    """Returns what an attribute of an object may be whose name is not known: one of its `named_methods`, or anything else."""
    names = analysis.named_methods(receiver.cls) if receiver.cls is not None else ()
    return join_all((UNKNOWN, *(analysis.attribute(receiver, name, traced=traced) for name in names)))


def named_methods(analysis: Analysis, cls: ClassKey) -> tuple[str, ...]:
    """Returns the methods of a class whose names the project writes as texts alone: `"do_log"`, and never `handler.do_log`.

    Something has to call them, and a look-up by a computed name does. What is read by its name as well may have nothing to do with it,
    and what is written nowhere is there for code outside the project.
    """
    names = {name for owner in analysis.classes.lineage(cls) for name in analysis.classes.methods_of(owner) if not name.startswith("__") and "." not in name}
    return tuple(name for name in sorted(names) if _is_text_alone(analysis, name))


def _is_text_alone(analysis: Analysis, name: str) -> bool:
    bodies = [*map(analysis.project.body, analysis.project.all_mentioning(frozenset({name}), ATTRIBUTE))]
    texts = (part for body in bodies for part in read_in(body.statements))
    return not any(name in body.attributes for body in bodies) and any(part == ir.Constant(name) for part in texts)
