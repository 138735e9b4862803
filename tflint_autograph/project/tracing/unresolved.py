"""Finds decorators that may trace and base classes that could not be resolved, to explain why a function counts as eager code.

The user can then name in `extra-roots` what traces it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from enum import Enum
from itertools import chain

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At
from tflint_autograph.model.facts import ClassKey, FunctionKey, ModuleFacts
from tflint_autograph.model.record import record
from tflint_autograph.model.values import Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.decorators import wraps_in_function, written
from tflint_autograph.tfapi.names import FRAMEWORKS, is_library


class Resolved(Enum):
    """What an expression was resolved to."""

    NOTHING = "nothing"
    """something of the project that no statement binds"""
    OWN = "own"
    FOREIGN = "foreign"
    """something of another package"""
    UNKNOWN = "unknown"


@record
class Unresolved:
    """A decorator as it is spelled, without its arguments, or a class. `meaning` is a clause that says what it was resolved to.

    `name` is the entry for `extra-roots`, or empty if there is none.
    """

    path: str
    at: At
    written: str
    meaning: str
    name: str
    resolved: Resolved


def decorators(analysis: Analysis, key: FunctionKey) -> Iterator[Unresolved]:
    """Yields the decorators of a function that may or may not trace it.

    `@size.setter` is known by the name of the decorated function.
    """
    fact, module = analysis.project.function(key), analysis.project.module(key.path)
    for expr, at in fact.decorators if fact is not None and module is not None else ():
        called = expr.func if isinstance(expr, ir.Call) else expr
        value = analysis.evaluate_at_definition(key.path, fact.parent if fact is not None else "", called)
        if _is_known(value.name) or (isinstance(called, ir.Attribute) and called.value == ir.Name(fact.name if fact is not None else "")):
            continue
        if module is not None and not wraps_in_function(analysis, value):
            head = written(module, at)
            shown = head if head.replace(".", "").isidentifier() else value.name
            yield Unresolved(key.path, at, f"@{shown}", *_meaning(analysis, module, value))


def _is_known(name: str) -> bool:
    """Whether it is known for a dotted name whether it traces."""
    return name.partition(".")[0] in (*FRAMEWORKS, *sys.stdlib_module_names)


def _meaning(analysis: Analysis, module: ModuleFacts, value: Value) -> tuple[str, str, Resolved]:
    """Returns what a decorator was resolved to: a clause for messages, its name, and its sort."""
    display = analysis.project.display
    target = next(iter(value.callees), None)
    if target is not None:
        name = display(target.key)
        return f"`{name}` does not seem to pass the decorated function to `tf.function`", name, Resolved.OWN
    cls = value.klass or value.cls
    if cls is not None:
        name = display(cls)
        return f"{'' if value.klass else 'an object of '}the class `{name}`, which does not seem to trace its argument", name, Resolved.OWN
    if value.name and analysis.names.is_inside(module.path, value.name):
        return f"`{value.name}` is bound by no statement that can be seen", value.name, Resolved.NOTHING
    if value.name:
        return f"`{value.name}` of another package is not known to trace", value.name, Resolved.FOREIGN
    return "it is unknown what it is", "", Resolved.UNKNOWN


def first_unresolved(analysis: Analysis) -> Unresolved | None:
    """Returns the most likely cause if nothing is traced, the first in file order, or None.

    That is a decorator or base class that should be in the project but was not found, or else a decorator of an unknown package.
    """
    modules = analysis.project.loaded()
    functions = (FunctionKey(module.path, fact.qualname) for module in modules for fact in module.functions if fact.decorators)
    found = [each for key in functions for each in decorators(analysis, key)]
    lost = (each for each in found if each.resolved is Resolved.NOTHING)
    bases = (each for module in modules for each in _bases(analysis, module))
    foreign = (each for each in found if each.resolved is Resolved.FOREIGN and not is_library(each.name.partition(".")[0]))
    return next(chain(lost, bases, foreign), None)


def _bases(analysis: Analysis, module: ModuleFacts) -> Iterator[Unresolved]:
    """Yields the classes with a base that should be in the project but that no statement binds."""
    for cls in module.classes:
        for base in analysis.classes.bases(ClassKey(module.path, cls.qualname)):
            if isinstance(base, str) and analysis.names.is_inside(module.path, base):
                meaning = f"its base `{base}` is bound by no statement that can be seen"
                yield Unresolved(module.path, cls.header, f"class {cls.name}", meaning, "", Resolved.NOTHING)
