"""Setters, descriptors and `__setattr__`: whether what an assignment to an attribute stores is reported there, or in what it runs."""

from __future__ import annotations

from tflint_autograph.model import body as ir
from tflint_autograph.model.facts import FunctionFact, FunctionKey, Parameter
from tflint_autograph.model.values import Kind, Value
from tflint_autograph.project.bodies.walks import root_name, targets, walk
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.point import TracedPoint, on_every_path


def stores_elsewhere(owner: Value, name: str, fn: TracedFunction) -> bool:
    """Whether setting the attribute runs a setter, perhaps of a subclass, that sets no attribute of the object itself: it may assign a
    variable, or change another object, which is reported there.
    """
    if owner.cls is None:
        return False
    classes = fn.analysis.classes
    setters = classes.meant(owner.cls, f"{name}.setter", exact=owner.exact)
    made = fn.analysis.made_in_class(owner.cls, name)
    if made is not None and made.cls is not None:
        setters = classes.meant(made.cls, "__set__", exact=made.exact)
    behind = setters or classes.meant(owner.cls, "__setattr__", exact=owner.exact)
    return bool(behind) and not any(_keeps(each, fn) for each in behind)


def is_told_where_set(owner: Value, fn: TracedFunction) -> bool:
    """Whether this is the object of a setter or descriptor in what runs when it is set. What it stores is reported where that is done."""
    return bool(owner.parameter) and _is_set_object(fn, owner.parameter)


@on_every_path
def _is_set_object(fn: TracedPoint, name: str) -> bool:
    return name in [each.name for each in _set_object(fn.key, fn.fact)]


def _set_object(key: FunctionKey, fact: FunctionFact) -> tuple[Parameter, ...]:
    """Returns the parameter for the object of which a setter or descriptor sets an attribute; none for other functions."""
    place = 0 if key.qualname.endswith(".setter") else 1 if fact.owner and fact.name == "__set__" else None
    return fact.parameters[place : place + 1] if place is not None else ()


def _keeps(key: FunctionKey, fn: TracedFunction) -> bool:
    """Whether what runs sets an attribute of the object, or of an object of a library in it, which is reported nowhere else; of `__setattr__`,
    whether it stores something in any object it did not create.
    """
    lowered, fact = fn.analysis.project.lowered(key), fn.analysis.project.function(key)
    if lowered is None or fact is None:
        return True
    if not _KEEPERS.isdisjoint(lowered.body.attributes) or "setattr" in lowered.body.names:
        return True
    holder = {each.name for each in _set_object(key, fact)}
    # An update of the object's own state, a counter, is reported where it is.
    setting = [each for each in walk(lowered.body.statements) if not (holder and isinstance(each, ir.Augment))]
    set_there = [target for statement in setting for target in targets(statement)]
    if holder:
        flow = fn.analysis.results.get(key)
        if flow is not None and any(each.receiver is not None and _is_of_library(each.receiver) for each in flow.writes.values()):
            return True
        return any(isinstance(each, ir.Attribute) and isinstance(each.value, ir.Name) and each.value.id in holder for each in set_there)
    own = {each.id for each in set_there if isinstance(each, ir.Name)}
    return any(isinstance(each, (ir.Attribute, ir.Subscript)) and root_name(each) not in own for each in set_there)


def _is_of_library(value: Value) -> bool:
    return value.kind is Kind.OBJECT and value.cls is None


_KEEPERS = frozenset({"__setattr__", "__dict__"})
