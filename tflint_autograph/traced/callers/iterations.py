"""Counts the iterations of a loop in eager code, and the different Python scalars that it yields."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.model.constants import range_length
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.record import record
from tflint_autograph.model.values import NOTHING, Kind, Value
from tflint_autograph.project.bodies.single import only_assignment
from tflint_autograph.project.callsites.caller import EagerLoop, ProgramPoint
from tflint_autograph.project.values.elements import element_of
from tflint_autograph.traced.callers.entered import NUMBERS, entered, returned, yielded

FEW = 3
"""Maximum number of constant iterations that are taken as a choice of modes, whose traces are intended."""

_CHOOSING = frozenset({"itertools.permutations", "itertools.combinations", "itertools.combinations_with_replacement"})
_SAME_ITEMS = frozenset({"builtins.reversed", "builtins.sorted", "builtins.list", "builtins.tuple", "builtins.iter"})


@record
class Items:
    """The elements of a loop if they are Python scalars or strings, and how many different ones there are.

    Strings most likely name modes: they cannot be tensors, and each is meant to have its own graph.
    """

    count: int | None
    confidence: Confidence = Confidence.HIGH


def component(target: Expr, name: str) -> tuple[int, ...] | None:
    """Returns the position of a name in a target: `()` for the target itself, `(1,)` for `name` in `i, name`; None if it is not there."""
    if isinstance(target, ir.Name):
        return () if target.id == name else None
    if isinstance(target, ir.Display):
        for number, item in enumerate(target.items):
            inner = component(item, name)
            if inner is not None:
                return (number, *inner)
    return None


def items_of(iterable: Expr, path: tuple[int, ...], place: ProgramPoint) -> Items | None:
    """Returns a component of the elements of an iterable if these are Python scalars or strings, else None."""
    if isinstance(iterable, ir.Call):
        name = place.called(iterable)
        given = [argument.value for argument in iterable.args if argument.keyword is None]
        last = name.rpartition(".")[2]
        if name == "builtins.range" or last == "trange" or name == "itertools.count":
            return _range(iterable, place) if not path else None
        if name == "builtins.enumerate" and given and path:
            return Items(_length(given[0], place)) if path[0] == 0 else items_of(given[0], path[1:], place)
        if name == "builtins.zip" and path and path[0] < len(given):
            counts = [count for one in given if (count := _length(one, place)) is not None]
            found = items_of(given[path[0]], path[1:], place)
            return replace(found, count=min(counts, default=None)) if found is not None else None
        if given and (name in _SAME_ITEMS or last in ("tqdm", "track", "progress_bar")):
            return items_of(given[0], path, place)
    if isinstance(iterable, ir.Display):
        return _constants([_part(item, path) for item in iterable.items]) or _of_containers(place.value(iterable), path)
    return _of_value(place.value(iterable), path) or _behind(iterable, path, place)


def _behind(iterable: Expr, path: tuple[int, ...], place: ProgramPoint) -> Items | None:
    """Returns the elements of an iterable without a known value: by the expression it was made with, or what a function yields."""
    if isinstance(iterable, ir.Name):
        assign = only_assignment(place.caller.body, iterable.id)
        is_made = assign is not None and isinstance(assign.value, ir.Call) and assign.ordinal < place.ordinal
        return items_of(assign.value, path, place.caller.place(assign.ordinal)) if is_made and assign is not None and assign.value is not None else None
    if not isinstance(iterable, ir.Call):
        return None
    given = [argument.value for argument in iterable.args if argument.keyword is None]
    name = place.called(iterable)
    if name == "itertools.product" and path and path[0] < len(given):
        return _any_number_of(items_of(given[path[0]], path[1:], place))
    if name in _CHOOSING and path and given:
        return _any_number_of(items_of(given[0], path[1:], place))
    if isinstance(iterable.func, ir.Attribute) and iterable.func.attr == "tolist" and place.value(iterable.func.value).kind is Kind.NUMPY:
        return Items(None, Confidence.MEDIUM) if not path else None
    return _of_function(iterable, path, place) if not name else None


def _of_function(call: ir.Call, path: tuple[int, ...], place: ProgramPoint) -> Items | None:
    """Returns the elements of what a project function returns, or yields in a loop."""
    inside = entered(call, place)
    if inside is None:
        return None
    inner = inside[0]
    if not inner.body.generator:
        every = list(returned(inner))
        return items_of(every[0][0], path, every[0][1]) if len(every) == 1 else None
    parts = [(_part(expr, path), where) for expr, where in yielded(inner)]
    plain = [expr is not None and _is_number(where.value(expr)) for expr, where in parts]
    varies = any(where.loops and not isinstance(expr, ir.Constant) for expr, where in parts)
    return Items(None, Confidence.MEDIUM) if plain and all(plain) and varies else None


def _is_number(value: Value) -> bool:
    return value.kind is Kind.PYTHON and value.type in NUMBERS


def _any_number_of(found: Items | None) -> Items | None:
    return replace(found, count=None) if found is not None and (found.count is None or found.count > 1) else None


def _part(item: Expr, path: tuple[int, ...]) -> Expr | None:
    for number in path:
        if not isinstance(item, ir.Display) or number >= len(item.items):
            return None
        item = item.items[number]
    return item


def _constants(items: list[Expr | None]) -> Items | None:
    values = [item.value for item in items if isinstance(item, ir.Constant) and item.value is not None]
    if not values or len(values) < len(items) or any(isinstance(value, bool) for value in values):
        return None
    texts = any(isinstance(value, str) for value in values)
    return Items(distinct(values), Confidence.LOW if texts else Confidence.HIGH)


def distinct(constants: Iterable[object]) -> int:
    """Returns the number of different constants; `1`, `1.0` and `True` are different."""
    return len({(type(each), each) for each in constants})


def _of_value(value: Value, path: tuple[int, ...]) -> Items | None:
    """Returns the items of a container from its value, or None."""
    if value.kind in (Kind.TENSOR, Kind.NUMPY, Kind.DATASET, Kind.VARIABLE, Kind.ITERATOR):
        return None
    items = value.items
    for number in path:
        element = element_of(value)
        if element.items is None or number >= len(element.items):
            return None
        value, items = Value(Kind.CONTAINER, element=element.items[number]), None
    element = element_of(value)
    if element.kind is Kind.CONTAINER:
        return _of_containers(value._replace(items=items), ())
    if element.kind is not Kind.PYTHON or element.type not in (*NUMBERS, "builtins.str"):
        return None
    confidence = Confidence.LOW if element.type == "builtins.str" else element.confidence
    return Items(distinct(item.const for item in items) if items is not None else None, confidence)


def _of_containers(value: Value, path: tuple[int, ...]) -> Items | None:
    """Returns the items of a container that are themselves lists, tuples or dicts with nothing but numbers in them, else None."""
    every = value.contents
    if path or not every or not all(each.kind is Kind.CONTAINER and consists_of(each, NUMBERS) for each in every):
        return None
    known = [_numbers_in(item) for item in value.items or ()]
    return Items(len(set(known))) if known and None not in known else Items(None, Confidence.MEDIUM)


def consists_of(value: Value, types: Collection[str]) -> bool:
    """Whether a value is a Python scalar or text of one of these types, or a list, tuple or dict with nothing else in it."""
    if value.kind is Kind.CONTAINER:
        return bool(value.contents) and all(consists_of(each, types) for each in value.contents)
    return value.kind is Kind.PYTHON and value.type in types


def _numbers_in(value: Value) -> tuple[object, ...] | None:
    """Returns the known numbers in a list, tuple or dict, those of nested ones in tuples of their own; None if one is not known."""
    found: list[object] = []
    for item in value.items or ():
        inner = (type(item.const), item.const) if item.const is not NOTHING else _numbers_in(item)
        if inner is None:
            return None
        found.append(inner)
    return tuple(found) or None


def _range(call: ir.Call, place: ProgramPoint) -> Items | None:
    values = [place.value(argument.value) for argument in call.args if argument.keyword is None]
    if place.caller.traced and any(value.kind.graph or value.kind is Kind.UNKNOWN for value in values):
        return None
    return Items(_length(call, place))


def _length(iterable: Expr, place: ProgramPoint) -> int | None:
    """Returns the number of elements if it is written out, else None."""
    if isinstance(iterable, ir.Display) and not any(isinstance(item, ir.Starred) for item in iterable.items):
        return len(iterable.items)
    if isinstance(iterable, ir.Call) and place.called(iterable).rpartition(".")[2] in ("range", "trange"):
        return range_length([place.value(argument.value).const for argument in iterable.args if argument.keyword is None])
    if isinstance(iterable, ir.Call) and iterable.args and place.called(iterable).rpartition(".")[2] in ("tqdm", "reversed"):
        return _length(iterable.args[0].value, place)
    value = place.value(iterable)
    return len(value.items) if value.items is not None else None


def rounds_of(loop: EagerLoop, place: ProgramPoint) -> int | None:
    """Returns the number of iterations of a loop if it is written out, else None."""
    return _length(loop.iterable, place) if loop.iterable is not None else None
