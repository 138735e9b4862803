"""The elements of containers, and the results of iterating, unpacking and slicing values."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Expr
from tflint_autograph.model.joins import MOST_KEYS, join_all
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.values import MAPPINGS, NO_AXES, NOTHING, UNKNOWN, ItemsByKey, Kind, Origin, Value, outside
from tflint_autograph.project.bodies.usage_inference import assumed, assumed_behind, needs_number
from tflint_autograph.project.values.scope import Arguments
from tflint_autograph.tfapi import tables

ELEMENT = "[...]"
"""What stands behind the spelling of a container for an element of it."""


def joined_alike(values: tuple[Value, ...]) -> Value:
    """Joins the elements of a literal. Of several functions or classes of one module that return the same, the first stands for all."""
    one = join_all(values)
    if one.name or not all(value.name for value in values):
        return one
    sorts = {(value.name.rpartition(".")[0], tables.result(value.name)) for value in values}
    is_alike = len(sorts) == 1 and all(sort != tables.UNKNOWN for _, sort in sorts)
    return one._replace(name=values[0].name) if is_alike else one


def is_fixed(container: Value) -> bool:
    """Whether a container was created in this call, so that it has the items it shows: no caller passes another one in its place."""
    return container.origin is Origin.FRESH and not container.parameter


def element_of(value: Value) -> Value:
    """Returns the element that iterating the value yields; for a dict an unknown key."""
    return Value(origin=Origin.FRESH) if value.type in MAPPINGS else item_of(value)


def element_for(target: Expr, structure: Value, body: Body) -> Value:
    """Returns the part that a target name gets from an iterated or unpacked value.

    If the value is an argument that may be a structure, a part that is only assumed to be a tensor is refined by the use of the name: it
    may be a dict, a list or missing.
    """
    element = element_of(structure)
    if structure.type in _PAIRED:
        return _paired(target, element, body)
    if not structure.parameter or (structure.kind is Kind.TENSOR and structure.confidence is not Confidence.LOW):
        return element
    if not isinstance(target, ir.Name) or not is_taken_for_tensor(element):
        return element
    said = assumed_behind(body, target.id) if target.id == structure.parameter else _said(body, target.id)
    return _as_far_as(said, element)


def parts_for(target: ir.Display, structure: Value, body: Body) -> tuple[Value, ...]:
    """Returns the values that unpacking a structure of known length binds to several names, in order."""
    items = tuple([owned(item, structure) for item in structure.items or ()])
    if not structure.parameter:
        return items
    return tuple([_part(name, item, body) for name, item in zip(target.items, items, strict=True)])


def starred_parts(target: ir.Display, structure: Value) -> tuple[Value, ...]:
    """Returns the values that unpacking a structure of known length binds to names of which one, `*rest`, takes what the others leave."""
    items = [owned(item, structure) for item in structure.items or ()]
    before = next(place for place, item in enumerate(target.items) if isinstance(item, ir.Starred))
    after = len(target.items) - before - 1
    rest = items[before : len(items) - after]
    return (*items[:before], joined_alike(tuple(rest)) if rest else UNKNOWN, *items[len(items) - after :])


_PAIRED = frozenset({"builtins.enumerate", "builtins.zip"})


def _paired(target: Expr, pair: Value, body: Body) -> Value:
    """Returns the elements of `enumerate` or `zip`, each refined by the use of its name."""
    if pair.items is None or not isinstance(target, ir.Display) or len(target.items) != len(pair.items):
        return pair
    return pair._replace(items=tuple([_part(name, item, body) for name, item in zip(target.items, pair.items, strict=True)]))


def _part(target: Expr, value: Value, body: Body) -> Value:
    if isinstance(target, ir.Display):
        return _paired(target, value, body)
    if not is_taken_for_tensor(value) or not isinstance(target, ir.Name):
        return value
    return _as_far_as(_said(body, target.id), value)


def _said(body: Body, name: str) -> Confidence | None:
    """Returns the confidence that an item is a tensor by its use: a list has numbers in it as well."""
    said = assumed(body, name)
    return min(said, Confidence.LOW) if said is not None and needs_number(body, name) else said


def is_taken_for_tensor(value: Value) -> bool:
    """Whether a value is only assumed to be a tensor because nothing contradicts it."""
    return value.kind is Kind.TENSOR and value.confidence is not Confidence.HIGH


def is_output(value: Value) -> bool:
    """Whether the value is the output of a layer or model that may return one tensor, or several in a list or dict."""
    unsure = value.kind is Kind.TENSOR and value.confidence is Confidence.LOW
    return unsure and value.provenance is not None and value.provenance.source in ("layer", "model")


def sure_of_one(value: Value) -> Confidence:
    """Returns the confidence that the value is one tensor, where several tensors would be an error or work as well."""
    return Confidence.MEDIUM if is_output(value) else value.confidence


def _as_far_as(said: Confidence | None, element: Value) -> Value:
    return UNKNOWN if said is None else element._replace(confidence=min(element.confidence, said))


def item_of(value: Value) -> Value:
    """Returns the joined elements of a container."""
    if value.items is not None:
        return owned(joined_alike(value.items), value) if value.items else UNKNOWN
    if value.element is not None:
        return owned(value.element, value)
    if value.kind is Kind.TENSOR and value.parameter and value.confidence is Confidence.LOW:
        # What is iterated may be a list of tensors as well as a tensor: what comes out of it is one either way.
        return Value(Kind.TENSOR, Origin.FRESH, dtype=value.dtype, provenance=value.provenance, confidence=Confidence.MEDIUM)
    if value.kind in (Kind.ITERATOR, Kind.DATASET):
        # A tuple or dict of tensors is as likely as one.
        return Value(Kind.TENSOR, Origin.FRESH, provenance=value.provenance, confidence=Confidence.LOW, unknown_axes=value.unknown_axes)
    if value.kind in (Kind.TENSOR, Kind.VARIABLE):
        return Value(Kind.TENSOR, Origin.FRESH, dtype=value.dtype, provenance=value.provenance, confidence=value.confidence)
    if value.kind is Kind.NUMPY:
        return Value(Kind.NUMPY, value.origin, spelling=value.spelling, dtype=value.dtype)
    if value.type == "builtins.range":
        return Value(Kind.PYTHON, Origin.FRESH, type="builtins.int")
    if value.type == "builtins.str":
        return Value(Kind.PYTHON, Origin.FRESH, type="builtins.str")
    return owned(UNKNOWN, value)


def under(container: Value, key: object) -> Value:
    """Returns the item of a mapping under a key. For one not created in this call, others may have changed it, unless it is `exact`.

    One that was created in this call and has known keys has no item under another key.
    """
    for name, item in container.items_by_key or ():
        if name == key and (container.origin is Origin.FRESH or container.exact):
            return item if container.origin is Origin.FRESH else owned(item, container)
        if name == key and item.kind is not Kind.NONE:
            return owned(item, container)._replace(const=NOTHING)
    nothing = container.items_by_key and isinstance(key, str) and container.origin is Origin.FRESH
    return UNKNOWN if nothing else item_of(container)


def with_key(container: Value, key: object, item: Value) -> ItemsByKey | None:
    """Returns the items of a mapping created in this call after one is set, or None if its keys are not all known."""
    if container.items_by_key is None or not isinstance(key, str) or container.origin is not Origin.FRESH or len(container.items_by_key) > MOST_KEYS:
        return None
    return tuple({**dict(container.items_by_key), key: item}.items())


def unpacked(args: Arguments) -> Iterator[tuple[str | None, Value]]:
    """Yields the arguments of a call, with unpacked tuples, lists and dicts replaced by their items."""
    for keyword, value in args:
        known = value.origin is Origin.FRESH or value.type == "builtins.tuple"
        if keyword == "*" and value.items is not None and known:
            yield from ((None, owned(item, value)) for item in value.items)
            continue
        if keyword == "**" and value.items_by_key:
            yield from ((name, under(value, name)) for name, _ in value.items_by_key)
        if keyword != "**" or value.items_by_key is None or not known:
            yield keyword, value


def owned(element: Value, container: Value, spelling: str = "") -> Value:
    """Returns an element of a container, spelled like this. An element of an outer container is outer too, unless its owner is known."""
    if element.callees and container.origin is Origin.OUTER:
        element = element._replace(callees=outside(element.callees))
    is_named = container.origin in (Origin.UNKNOWN, Origin.OUTER) and not element.spelling
    if container.origin > element.origin or (is_named and container.origin >= element.origin):
        place = spelling or (f"{container.spelling}{ELEMENT}" if container.spelling else element.spelling)
        return element._replace(origin=max(container.origin, element.origin), spelling=place)
    return element


def copied(value: Value) -> Value:
    """Returns a shallow copy: of a container a new one with the same items, which are outer if the container is."""
    return _copied(value, lambda item: owned(item, value))


def copied_deep(value: Value) -> Value:
    """Returns a copy with copies of all that a value holds."""
    return _each_once(value, _copied)


def _each_once(value: Value, made: Callable[[Value, Callable[[Value], Value]], Value]) -> Value:
    """Returns what a function makes of a value, given what makes the same of those that it holds: of each object once, however often it is held."""
    known: dict[int, Value] = {}

    def held(item: Value) -> Value:
        if id(item) not in known:
            known[id(item)] = made(item, held)
        return known[id(item)]

    return held(value)


def _copied(value: Value, held: Callable[[Value], Value]) -> Value:
    """Returns a value that is created in this call, with what `held` makes of the items of a container. A function is its own copy."""
    if value.kind is Kind.CALLABLE or value.klass is not None:
        return value
    own = value._replace(origin=Origin.FRESH, spelling="", parameter="", callees=(), name="")
    if value.kind is not Kind.CONTAINER:
        return own
    # Others may have changed an outer dict: an item is one of what it may hold.
    is_known = value.origin is Origin.FRESH or value.exact
    return own._replace(exact=False, items_by_key=value.items_by_key if is_known else None).holding(held)


def sliced(value: Value) -> Value:
    """Returns `x[a:b]`: a copy of a list, a view of everything else."""
    if value.kind is Kind.CONTAINER:
        return copied(value)._replace(items=None, element=None if (held := item_of(value)) == UNKNOWN else held)
    return value._replace(items=None, parameter="", const=NOTHING, unknown_axes=NO_AXES)


def rebuilt(value: Value) -> Value:
    """Returns a structure as rebuilt by `tf.nest`: new lists, tuples and dicts with the same leaves. Unknown values may be one."""
    return _each_once(value, _rebuilt)


def _rebuilt(value: Value, held: Callable[[Value], Value]) -> Value:
    if value.kind is Kind.UNKNOWN or is_taken_for_tensor(value):
        return value._replace(origin=Origin.UNKNOWN, spelling="")
    if value.kind is not Kind.CONTAINER or value.type in _LEAVES:
        return value
    return value.holding(held)._replace(origin=Origin.FRESH, spelling="", parameter="")


_LEAVES = frozenset({"builtins.set", "builtins.frozenset", "collections.deque"})
"""Containers that `tf.nest` treats as leaves."""
