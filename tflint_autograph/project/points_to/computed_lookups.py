"""Finds what a look-up of an attribute by a computed name may give: `getattr(handler, kind)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflint_autograph.model.facts import ClassKey
from tflint_autograph.model.mentions import ATTRIBUTE
from tflint_autograph.model.values import UNKNOWN, Value, join_all
from tflint_autograph.project.index.project import body_of

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis


def looked_up(analysis: Analysis, receiver: Value, *, traced: bool) -> Value:
    """Returns what an attribute of an object may be whose name is not known: its `unread_methods`, or anything else."""
    names = analysis.unread_methods(receiver.cls) if receiver.cls is not None else ()
    return join_all((UNKNOWN, *(analysis.attribute(receiver, name, traced=traced) for name in names)))


def unread_methods(analysis: Analysis, cls: ClassKey) -> tuple[str, ...]:
    """Returns the methods of a class, without special ones, that no code reads by their own name.

    Something has to call them, and a look-up by a computed name does. What is read by its name as well may have nothing to do with it.
    """
    owners = [each for each in analysis.classes.mro(cls) if isinstance(each, ClassKey)]
    names = {name for owner in owners for name in analysis.classes.methods_of(owner) if not name.startswith("__") and "." not in name}
    return tuple(name for name in sorted(names) if not _is_read(analysis, name))


def _is_read(analysis: Analysis, name: str) -> bool:
    """Whether any code reads an attribute of this name."""
    names, project = frozenset({name}), analysis.project
    keys = (key for module in project.mentioning(names) for key in project.functions_mentioning(module.path, names, ATTRIBUTE))
    # Texts are among the mentions, and they are what such look-ups take.
    return any(body is not None and name in body.attributes for body in (body_of(project, key) for key in keys))
