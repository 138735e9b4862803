"""Decorators of which it is not known that they trace, and bases of classes, and what they were resolved to. Traces nothing.

So that a user sees why a function is taken for eager code, and can name in `extra-roots` what traces it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from enum import Enum
from itertools import chain

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At, Expr
from tflint_autograph.model.facts import ClassKey, FunctionKey, ModuleFacts
from tflint_autograph.model.record import record
from tflint_autograph.model.values import Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.decorators import wraps_in_function
from tflint_autograph.tfapi.names import FRAMEWORKS, is_library


class Resolved(Enum):
    """What an expression turned out to be."""

    NOTHING = "nothing"
    """something of the project that no statement binds"""
    OWN = "own"
    FOREIGN = "foreign"
    """something of another package"""
    UNKNOWN = "unknown"


@record
class Unresolved:
    """A decorator as it is written, without its arguments, or a class, and what it was resolved to: `meaning` is a clause.

    `name` is what `extra-roots` would have to say; empty where there is nothing that it could say.
    """

    path: str
    at: At
    written: str
    meaning: str
    name: str
    resolved: Resolved


def decorators(analysis: Analysis, key: FunctionKey) -> Iterator[Unresolved]:
    """The decorators of a function of which it is not known that they trace what they decorate, nor that they cannot.

    `@size.setter` is known by the name of what it decorates.
    """
    fact, module = analysis.project.function(key), analysis.project.module(key.path)
    for expr, at in fact.decorators if fact is not None and module is not None else ():
        called = expr.func if isinstance(expr, ir.Call) else expr
        value = analysis.evaluate_at_definition(key.path, fact.parent if fact is not None else "", called)
        if _is_known(value.name) or (isinstance(called, ir.Attribute) and called.value == ir.Name(fact.name if fact is not None else "")):
            continue
        if module is not None and not wraps_in_function(analysis, value):
            written = _written(module, at) or value.name
            yield Unresolved(key.path, at, f"@{written}", *_meaning(analysis, module, called, value))


def _is_known(name: str) -> bool:
    """Whether a dotted name is that of something of which it is known whether it traces."""
    return name.partition(".")[0] in (*FRAMEWORKS, *sys.stdlib_module_names)


def _meaning(analysis: Analysis, module: ModuleFacts, called: Expr, value: Value) -> tuple[str, str, Resolved]:
    """What a decorator was resolved to: in words, by its name, and of which sort it is."""
    display = analysis.project.display
    target = next(iter(value.callees), None)
    if target is not None:
        name = display(target.key)
        return f"`{name}` does not seem to pass the decorated function to `tf.function`", name, Resolved.OWN
    cls = value.klass or value.cls
    if cls is not None:
        name = display(cls)
        return f"{'' if value.klass else 'an object of '}the class `{name}`, which does not seem to trace its argument", name, Resolved.OWN
    if value.name and _is_own(analysis, module, value.name):
        return f"`{value.name}` is bound by no statement that can be seen", value.name, Resolved.NOTHING
    if value.name:
        return f"`{value.name}` of another package is not known to trace", value.name, Resolved.FOREIGN
    return "it is unknown what it is", "", Resolved.UNKNOWN


def _is_own(analysis: Analysis, module: ModuleFacts, name: str) -> bool:
    """Whether a dotted name begins with that of a package or module of the project."""
    parts = name.split(".")
    return any(analysis.project.index.find(".".join(parts[:length]), module.path) for length in range(len(parts), 0, -1))


def _written(module: ModuleFacts, at: At) -> str:
    """A decorator as the file has it, without its arguments; empty where its name is not all on its first line."""
    lines = module.between(at.line, at.line)
    first = lines[0][at.column - 1 :] if lines else ""
    head = (first[: at.end_column - at.column] if at.line == at.end_line else first).partition("(")[0].strip()
    return head if head.replace(".", "").isidentifier() else ""


def first_unresolved(analysis: Analysis) -> Unresolved | None:
    """What most likely is why nothing is traced: the first in the order of the files; None where nothing is likely.

    That is a decorator, or else the base of a class, for which the project was looked through in vain, or else a decorator of
    a package of which nothing is known.
    """
    modules = analysis.project.loaded()
    functions = (FunctionKey(module.path, fact.qualname) for module in modules for fact in module.functions if fact.decorators)
    found = [each for key in functions for each in decorators(analysis, key)]
    lost = (each for each in found if each.resolved is Resolved.NOTHING)
    bases = (each for module in modules for each in _bases(analysis, module))
    foreign = (each for each in found if each.resolved is Resolved.FOREIGN and not is_library(each.name.partition(".")[0]))
    return next(chain(lost, bases, foreign), None)


def _bases(analysis: Analysis, module: ModuleFacts) -> Iterator[Unresolved]:
    """The classes with a base that is something of the project which no statement binds."""
    for cls in module.classes:
        for base in analysis.classes.bases(ClassKey(module.path, cls.qualname)):
            if isinstance(base, str) and _is_own(analysis, module, base):
                meaning = f"its base `{base}` is bound by no statement that can be seen"
                yield Unresolved(module.path, cls.header, f"class {cls.name}", meaning, "", Resolved.NOTHING)
