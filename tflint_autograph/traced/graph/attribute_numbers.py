"""Finds the integer values of an attribute, from constructors and their callers."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.model.values import Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.arguments import kept_as
from tflint_autograph.project.index.classes import constructor_of, is_constructor
from tflint_autograph.project.points_to.passed_arguments import passed


def number_of(analysis: Analysis, cls: ClassKey, attr: str) -> int | None:
    """Returns the largest whole number that an attribute of an object holds, or None if something sets it later, or it is unknown."""
    kept = kept_as(analysis, cls, attr)
    values = put_by_constructors(analysis, cls, attr) or _put_by_classes(analysis, cls, kept)
    known = [value.const for value in values if type(value.const) is int]
    only = all(map(is_constructor, analysis.classes.writers(cls, kept)))
    return max(known) if known and only and len(known) == len(values) else None


def _put_by_classes(analysis: Analysis, cls: ClassKey, attr: str) -> tuple[Value, ...]:
    """Returns what the bodies of the class and of its subclasses bind to a name that nothing sets on objects or classes from outside."""
    if analysis.project.setting(attr):
        return ()
    found = (analysis.attributes.class_value(each, attr) for each in (cls, *analysis.classes.subclasses(cls)))
    return tuple([value for value in found if value is not None])


def put_by_constructors(analysis: Analysis, cls: ClassKey, attr: str) -> tuple[Value, ...]:
    """Returns what constructors store in an attribute, with the arguments of visible calls in place of parameters.

    For a property that only returns another attribute it is what they store there, for a field of a dataclass its default and arguments.
    """
    kept = kept_as(analysis, cls, attr)
    writers = filter(is_constructor, analysis.classes.writers(cls, kept))
    return tuple([value for key in writers for value in _put(analysis, key, kept)]) or tuple(given_for_field(analysis, cls, kept))


def given_for_field(analysis: Analysis, cls: ClassKey, attr: str) -> Iterator[Value]:
    """Yields the default of a field that a generated constructor sets, and what visible calls pass for it."""
    declared = analysis.classes.declared(cls, attr) if analysis.classes.makes_fields(cls) else None
    if declared is None:
        return
    default = analysis.attributes.class_value(cls, attr)
    if default is not None:
        yield default
    yield from (each.value for each in passed(analysis, {constructor_of(declared[0]): {attr}}))


def _put(analysis: Analysis, key: FunctionKey, attr: str) -> Iterator[Value]:
    """Yields what a constructor stores under the attribute; for a parameter its arguments, or its default."""
    for write in analysis.eager_calls(key).writes.values():
        if write.name != attr or write.receiver is None or write.receiver.cls is None:
            continue
        if write.value.parameter:
            given = [each.value for each in passed(analysis, {key: {write.value.parameter}})]
            yield from given or [analysis.default_values.left(key, write.value.parameter)]
        else:
            yield write.value
