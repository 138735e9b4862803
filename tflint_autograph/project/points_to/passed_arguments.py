"""Finds what calls in eager code pass for parameters, those of constructors included, and follows what callers only forward."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
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

Given = dict[str, dict[Value, set[EagerCall]]]
"""By parameter: the values that calls pass, with these calls."""

_LONGEST = 3
"""Maximum number of functions, one calling the other, that forward an argument."""

_NONE = Value(Kind.NONE, Origin.FRESH, const=None)


class PassedArgument(NamedTuple):
    """What a call passes for the parameter `name`."""

    call: EagerCall
    name: str
    value: Value


def passed(analysis: Analysis, wanted: Wanted) -> Iterator[PassedArgument]:
    """Yields what the calls of these functions pass. Calls from tests count only for tests."""
    for key in sorted(wanted):
        for call in analysis.call_sites.of(key):
            if call.caller != key and counts_for(call.caller.path, key.path):
                yield from _of_call(analysis, call, wanted[key])


def followed(analysis: Analysis, wanted: Wanted, counts: Callable[[EagerCall], bool] = lambda call: True) -> dict[FunctionKey, Given]:
    """Returns what the calls that count pass to these functions, and to the callers that only forward an argument.

    An argument that a caller forwards is replaced by what the caller gets, if that is known. For a constructor it comes with the call that
    creates the object: what a constructor forwards to a base constructor, with the calls that run the former.
    """
    given: dict[FunctionKey, Given] = {}
    forwarded: list[tuple[PassedArgument, FunctionKey, str]] = []
    asked: Wanted = wanted
    for _ in range(_LONGEST if wanted else 0):
        above: defaultdict[FunctionKey, set[str]] = defaultdict(set)
        for each in passed(analysis, asked):
            call, name, value = each
            if counts(call):
                given.setdefault(call.target.key, {}).setdefault(name, {}).setdefault(value, set()).add(call)
                if _is_forwarded(value):
                    above[call.caller].add(value.parameter)
                    forwarded.append((each, call.caller, value.parameter))
        asked = {key: names for key, names in above.items() if key not in given}
    for each, caller, parameter in reversed(forwarded):
        instead = given.get(caller, {}).get(parameter, {})
        values = given[each.call.target.key][each.name]
        if instead and each.value in values:
            values[each.value].discard(each.call)
            if not values[each.value]:
                del values[each.value]
            for value, calls in instead.items():
                values.setdefault(value, set()).update({each.call} if creates(each.call) else calls)
    return given


def _is_forwarded(value: Value) -> bool:
    """Whether an argument is just a parameter of the caller."""
    return bool(value.parameter) and value.kind is Kind.UNKNOWN and value.cls is None and not value.callees and not value.type


def creates(call: EagerCall) -> bool:
    """Whether a call of a constructor creates the object, rather than completes one that the constructor of a subclass fills."""
    return bool(classes_named(call.site.func)) or call.decorates is not None


def _of_call(analysis: Analysis, call: EagerCall, names: Collection[str]) -> Iterator[PassedArgument]:
    """Yields what one call passes for these parameters: None for one left to that default, something unknown where the call unpacks it.

    What the caller makes of its own parameters, as in `run(cls(4))`, is known from its visible calls.
    """
    site, fact = call.site, analysis.project.function(call.target.key)
    if any(value == UNKNOWN for _, value in site.args):
        site = analysis.visible_arguments.flow(call.caller).calls.get(site.at, site)
    args = tuple(unpacked(site.args))
    is_open = any(keyword in ("*", "**") for keyword, _ in args)
    if fact is not None:
        bound = bind(fact, call.target, args)
        left = {each.name for each in fact.parameters if each.default == ir.Constant(None)}
    else:
        fields = analysis.classes.filled_fields(call.target.receiver.cls) if call.target.receiver is not None and call.target.receiver.cls else ()
        bound, left = bind_fields(fields, args), set()
    for name in sorted(names):
        if name in bound:
            yield PassedArgument(call, name, bound[name])
        elif is_open:
            yield PassedArgument(call, name, UNKNOWN)
        elif name in left:
            yield PassedArgument(call, name, _NONE)
