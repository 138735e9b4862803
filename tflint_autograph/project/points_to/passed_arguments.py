"""Finds what calls in eager code pass for parameters, those of constructors included."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from tflint_autograph.model import body as ir
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.paths import counts_for
from tflint_autograph.model.values import UNKNOWN, Kind, Origin, Value, classes_named
from tflint_autograph.project.points_to.call_sites import EagerCall
from tflint_autograph.project.values.elements import unpacked
from tflint_autograph.project.values.signature import bind, bind_fields

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis

Wanted = Mapping[FunctionKey, Collection[str]]
"""Maps functions to their relevant parameters; a generated constructor, to its relevant fields."""

_NONE = Value(Kind.NONE, Origin.FRESH, const=None)


class PassedArgument(NamedTuple):
    """What a call passes for the parameter `name`."""

    call: EagerCall
    name: str
    value: Value


def passed(analysis: Analysis, wanted: Wanted) -> Iterator[PassedArgument]:
    """Yields what the calls of these functions pass, in place of what a caller only forwards what that gets itself.

    Calls from tests count only for tests.
    """
    for key in sorted(wanted):
        for call in analysis.passed_functions.made(key) if wanted[key] else ():
            if call.caller != key and counts_for(call.caller.path, key.path):
                yield from _of_call(analysis, call, wanted[key])


def creates(call: EagerCall) -> bool:
    """Whether a call of a constructor creates the object, rather than completes one that the constructor of a subclass fills."""
    return bool(classes_named(call.site.func)) or call.decorates is not None


def _of_call(analysis: Analysis, call: EagerCall, names: Collection[str]) -> Iterator[PassedArgument]:
    """Yields what one call passes for these parameters: None for one left to that default, something unknown where the call unpacks it."""
    fact = analysis.project.function(call.target.key)
    args = tuple(unpacked(call.site.args))
    is_open = any(keyword in ("*", "**") for keyword, _ in args)
    if fact is not None:
        bound = bind(fact, call.target, args)
        left = {each.name for each in fact.parameters if each.default == ir.Constant(None)}
    else:
        fields = analysis.classes.filled_fields(call.target.receiver.cls) if call.target.receiver is not None and call.target.receiver.cls else ()
        positions = [each.name for each in fields if not each.is_named]
        bound, left = bind_fields(positions, [each.name for each in fields], args), set()
    for name in sorted(names):
        if name in bound:
            yield PassedArgument(call, name, bound[name])
        elif is_open:
            yield PassedArgument(call, name, UNKNOWN)
        elif name in left:
            yield PassedArgument(call, name, _NONE)
