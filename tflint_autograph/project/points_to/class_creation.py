"""Finds the classes whose definition runs a function: `__init_subclass__` of a base class, or a constructor of a metaclass."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.project.bodies.single import END, assigned_to
from tflint_autograph.project.points_to.meaning import CONSTRUCTORS

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis

_METACLASSES = frozenset({"builtins.type", "abc.ABCMeta"})


def runs_in_definitions(analysis: Analysis, key: FunctionKey) -> bool:
    """Whether Python calls a method where classes are defined, for each of them."""
    fact = analysis.project.function(key)
    if fact is None or not fact.owner:
        return False
    return fact.name == "__init_subclass__" or (fact.name in CONSTRUCTORS and _is_metaclass(analysis, ClassKey(key.path, fact.owner)))


def _is_metaclass(analysis: Analysis, cls: ClassKey) -> bool:
    return not _METACLASSES.isdisjoint(analysis.classes.external(cls))


def defined_as(analysis: Analysis, key: FunctionKey, name: str) -> tuple[ClassKey, ...]:
    """Returns the classes that a name stands for in a method that their definition runs: the first parameter, or in `__new__` of a metaclass
    the result of the inherited one. Empty for other names and functions.
    """
    fact = analysis.project.function(key)
    if fact is None or not runs_in_definitions(analysis, key):
        return ()
    owner = ClassKey(key.path, fact.owner)
    if fact.name == "__new__":
        made = assigned_to(name, analysis.project.body(key), END)
        is_class = isinstance(made, ir.Call) and isinstance(made.func, ir.Attribute) and made.func.attr == "__new__"
    else:
        is_class = name == fact.receiver
    if not is_class:
        return ()
    return analysis.classes.subclasses(owner) if fact.name == "__init_subclass__" else _instances(analysis, owner)


def _instances(analysis: Analysis, metaclass: ClassKey) -> tuple[ClassKey, ...]:
    """Returns the classes of the project that have a metaclass, or one derived from it."""
    kinds = {metaclass, *analysis.classes.subclasses(metaclass)}
    found: dict[ClassKey, None] = {}
    for key in analysis.project.classes():
        fact = analysis.project.cls(key)
        written = dict(fact.keywords).get("metaclass") if fact is not None else None
        if fact is not None and written is not None and analysis.classes.evaluate(key.path, fact.parent, written).klass in kinds:
            found.update(dict.fromkeys((key, *analysis.classes.subclasses(key))))
    return tuple(found)
