"""What containers hold, and what iterating and slicing values gives."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Expr
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.values import (
    MAPPINGS,
    MOST_KEYS,
    NO_AXES,
    NOTHING,
    UNKNOWN,
    ItemsByKey,
    Kind,
    Origin,
    Value,
    join_all,
)
from tflint_autograph.project.bodies.usage_inference import assumed, assumed_behind
from tflint_autograph.project.values.scope import Arguments


def element_of(value: Value) -> Value:
    """What one step of an iteration over the value gives: of a dict, a key, of which nothing is known."""
    return Value(origin=Origin.FRESH) if value.type in MAPPINGS else item_of(value)


def element_for(target: Expr, structure: Value, body: Body) -> Value:
    """What a name gets of what is iterated or unpacked.

    Where that is an argument which is a structure, or as likely one as a tensor, a part of it that is only taken for a tensor
    may be a dict, a list or left out as well, as the use of the name says.
    """
    element = element_of(structure)
    if structure.type in _PAIRED:
        return _paired(target, element, body)
    if not structure.parameter or (structure.kind is Kind.TENSOR and structure.confidence is not Confidence.LOW):
        return element
    if not isinstance(target, ir.Name) or not is_taken_for_tensor(element):
        return element
    said = assumed_behind(body, target.id) if target.id == structure.parameter else assumed(body, target.id)
    return _as_far_as(said, element)


def parts_for(target: ir.Display, structure: Value, body: Body) -> tuple[Value, ...]:
    """The values bound by unpacking a structure of known length to several names, in their order."""
    items = tuple([owned(item, structure) for item in structure.items or ()])
    if not structure.parameter:
        return items
    return tuple([_part(name, item, body) for name, item in zip(target.items, items, strict=True)])


_PAIRED = frozenset({"builtins.enumerate", "builtins.zip"})


def _paired(target: Expr, pair: Value, body: Body) -> Value:
    """What `enumerate` or `zip` gives, each part of it as far as the use of its name allows."""
    if pair.items is None or not isinstance(target, ir.Display) or len(target.items) != len(pair.items):
        return pair
    return pair._replace(items=tuple([_part(name, item, body) for name, item in zip(target.items, pair.items, strict=True)]))


def _part(target: Expr, value: Value, body: Body) -> Value:
    if not is_taken_for_tensor(value) or not isinstance(target, ir.Name):
        return value
    return _as_far_as(assumed(body, target.id), value)


def is_taken_for_tensor(value: Value) -> bool:
    """Whether a value is only likely to be a tensor, as nothing speaks against it."""
    return value.kind is Kind.TENSOR and value.confidence is not Confidence.HIGH


def is_output(value: Value) -> bool:
    """Whether a layer or model gives the value, of which it is not known whether it gives one tensor, or several in a list or dict.

    """
    told = value.provenance.text if value.provenance is not None else ""
    unsure = value.kind is Kind.TENSOR and value.confidence is Confidence.LOW
    return unsure and ("layer` gives" in told or "model` gives" in told)


def sure_of_one(value: Value) -> Confidence:
    """How sure a tensor is where it meets what takes tensors alone, or fails in a graph with several of them as well."""
    return Confidence.MEDIUM if is_output(value) else value.confidence


def _as_far_as(said: Confidence | None, element: Value) -> Value:
    return UNKNOWN if said is None else element._replace(confidence=min(element.confidence, said))


def item_of(value: Value) -> Value:
    """What the value holds."""
    if value.items is not None:
        return owned(join_all(value.items), value) if value.items else UNKNOWN
    if value.element is not None:
        return owned(value.element, value)
    if value.kind is Kind.TENSOR and value.parameter and value.confidence is Confidence.LOW:
        # What is iterated may be a list of tensors as well as a tensor: what comes out of it is one either way.
        return Value(Kind.TENSOR, Origin.FRESH, provenance=value.provenance, confidence=Confidence.MEDIUM)
    if value.kind in (Kind.ITERATOR, Kind.DATASET):
        # A tuple or dict of tensors is as likely as one.
        return Value(Kind.TENSOR, Origin.FRESH, provenance=value.provenance, confidence=Confidence.LOW, unknown_axes=value.unknown_axes)
    if value.kind in (Kind.TENSOR, Kind.VARIABLE):
        return Value(Kind.TENSOR, Origin.FRESH, provenance=value.provenance, confidence=value.confidence)
    if value.kind is Kind.NUMPY:
        return Value(Kind.NUMPY, value.origin, spelling=value.spelling)
    if value.type == "builtins.range":
        return Value(Kind.PYTHON, Origin.FRESH, type="builtins.int")
    if value.type == "builtins.str":
        return Value(Kind.PYTHON, Origin.FRESH, type="builtins.str")
    return owned(UNKNOWN, value)


def under(container: Value, key: object) -> Value:
    """What a mapping holds under a key: of one that was not made in this call, others may have changed it since.

    One that was made in it, and whose keys are known, holds nothing under any other.
    """
    for name, item in container.items_by_key or ():
        if name == key and container.origin is Origin.FRESH:
            return item
        if name == key and item.kind is not Kind.NONE:
            return owned(item, container)._replace(const=NOTHING)
    nothing = container.items_by_key and isinstance(key, str) and container.origin is Origin.FRESH
    return UNKNOWN if nothing else item_of(container)


def with_key(container: Value, key: object, item: Value) -> ItemsByKey | None:
    """What lies under the keys of a mapping made in this call when one of them is set; None where they are not all known."""
    if container.items_by_key is None or not isinstance(key, str) or container.origin is not Origin.FRESH or len(container.items_by_key) > MOST_KEYS:
        return None
    return tuple({**dict(container.items_by_key), key: item}.items())


def unpacked(args: Arguments) -> Iterator[tuple[str | None, Value]]:
    """The arguments of a call, those of a tuple, list or dict apart that is unpacked there; others may have changed one since."""
    for keyword, value in args:
        known = value.origin is Origin.FRESH or value.type == "builtins.tuple"
        if keyword == "*" and value.items is not None and known:
            yield from ((None, owned(item, value)) for item in value.items)
            continue
        if keyword == "**" and value.items_by_key:
            yield from ((name, under(value, name)) for name, _ in value.items_by_key)
        if keyword != "**" or value.items_by_key is None or not known:
            yield keyword, value


def owned(element: Value, container: Value) -> Value:
    """An element of an outer container is outer too, unless it is known to be somebody else's."""
    if container.origin > element.origin or (container.origin is Origin.OUTER and not element.spelling):
        place = f"{container.spelling}[...]" if container.spelling else element.spelling
        return element._replace(origin=max(container.origin, element.origin), spelling=place)
    return element


def sliced(value: Value) -> Value:
    """`x[a:b]` copies a list and shows a part of everything else."""
    if value.kind is Kind.CONTAINER:
        return value._replace(origin=Origin.FRESH, items=None, spelling="", parameter="")
    return value._replace(items=None, parameter="", const=NOTHING, unknown_axes=NO_AXES)


def rebuilt(value: Value) -> Value:
    """A structure as `tf.nest` makes it again: other lists, tuples and dicts, with the same in them. What is not known may be one."""
    if value.kind is Kind.UNKNOWN or is_taken_for_tensor(value):
        return value._replace(origin=Origin.UNKNOWN, spelling="")
    if value.kind is not Kind.CONTAINER or value.type in _LEAVES:
        return value
    items = value.items and tuple(map(rebuilt, value.items))
    keyed = value.items_by_key and tuple((key, rebuilt(each)) for key, each in value.items_by_key)
    element = value.element and rebuilt(value.element)
    return value._replace(origin=Origin.FRESH, items=items, items_by_key=keyed, element=element, spelling="", parameter="")


_LEAVES = frozenset({"builtins.set", "builtins.frozenset", "collections.deque"})
"""Containers that are no structures to `tf.nest`."""
