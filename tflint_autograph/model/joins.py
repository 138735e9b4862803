"""Joins abstract values: what is known of a value that may be either of two."""

from __future__ import annotations

from functools import reduce

from tflint_autograph.model.dtypes import either
from tflint_autograph.model.facts import ClassKey
from tflint_autograph.model.values import MAPPINGS, NO_TENSOR, NOTHING, UNKNOWN, ItemsByKey, Kind, Value


def join(left: Value, right: Value, depth: int = 0) -> Value:
    """Returns the value that may be either one."""
    if left is right or left == right or Kind.BOTTOM in (left.kind, right.kind):
        return right if left.kind is Kind.BOTTOM else left
    if Kind.NONE in (left.kind, right.kind) and left.kind is not right.kind:
        other = right if left.kind is Kind.NONE else left
        return other._replace(const=NOTHING, parameter="", optional=other.kind.graph)
    kind = left.kind if left.kind is right.kind else Kind.UNKNOWN
    wider = left if left.origin >= right.origin else right
    return Value(
        kind,
        wider.origin,
        left.name if left.name == right.name else _of_either(left, right),
        left.type if left.type == right.type and left.kind is right.kind else _type_of_either(left, right),
        left.cls if left.cls == right.cls else None,
        left.exact and right.exact,
        left.klass if left.klass == right.klass else None,
        left.module if left.module == right.module else "",
        left.callees if left.callees == right.callees else tuple(dict.fromkeys(left.callees + right.callees)),
        left.const if type(left.const) is type(right.const) and left.const == right.const else NOTHING,
        _join_items(left, right, depth),
        left.items_by_key if left.items_by_key is right.items_by_key else _join_keyed(left.items_by_key, right.items_by_key, depth),
        _join_optional(left.element, right.element, depth) if left.type == right.type else _join_elements(left, right, depth),
        wider.spelling,
        left.factory if left.factory == right.factory else "",
        left.constant_seed and right.constant_seed,
        left.parameter if left.parameter == right.parameter else "",
        left.confidence if left.confidence is right.confidence else min(left.confidence, right.confidence),
        left.unknown_axes if left.unknown_axes is right.unknown_axes else left.unknown_axes | right.unknown_axes,
        left.dtype if left.dtype == right.dtype else either(left.dtype, right.dtype),
        left.possible_classes if left.cls == right.cls and left.klass == right.klass and left.possible_classes == right.possible_classes else _join_classes(left, right),
        (left.optional or right.optional) and kind.graph,
        _open_one(left, right, wider).provenance or left.provenance or right.provenance,
    )


def _open_one(left: Value, right: Value, other: Value) -> Value:
    """Returns the only one of two values with an unknown length, whose provenance says where that comes from, or else `other`."""
    if not left.unknown_axes:
        return right if right.unknown_axes else other
    return other if right.unknown_axes else left


_NO_TENSORS = frozenset({Kind.CALLABLE, Kind.CONTAINER, Kind.DATASET, Kind.ITERATOR, Kind.MODULE, Kind.PYTHON})
"""Kinds of which no value is a tensor, or becomes one as an argument of a traced function."""


def _type_of_either(left: Value, right: Value) -> str:
    """Returns the type of a value that may be either of two with different kinds or types."""
    if left.kind is right.kind and left.kind is not Kind.UNKNOWN:
        return ""
    no_tensors = (is_no_tensor(left), is_no_tensor(right))
    return NO_TENSOR if all(no_tensors) else left.type if left.type == right.type and not any(no_tensors) else ""


def is_no_tensor(value: Value) -> bool:
    """Whether a value is no tensor, and becomes none as an argument of a traced function."""
    return value.kind in _NO_TENSORS or (value.kind is Kind.UNKNOWN and value.type == NO_TENSOR)


def _of_either(left: Value, right: Value) -> str:
    """Returns the name for one of two objects. For `tf.function` and project functions it is `tf.function`, with them as callees."""
    package = package_of_either(left.name, right.name)
    if package:
        return package
    named, other = (left, right) if left.name else (right, left)
    is_traced = named.name.endswith(".function") and named.name.startswith("tensorflow.")
    return named.name if is_traced and other.callees and not other.name else ""


def _join_classes(left: Value, right: Value) -> tuple[ClassKey, ...]:
    """Returns the possible classes of an object, or of a class, that is either value; empty if unlimited.

    A function joined with an object adds no class: both can be called.
    """
    one, two = _class_of(left), _class_of(right)
    if one is two is None and not (left.possible_classes or right.possible_classes):
        return ()
    some, others = (one,) if one is not None else left.possible_classes, (two,) if two is not None else right.possible_classes
    if not (some and others):
        alone = left if others else right
        return some or others if alone.kind is Kind.CALLABLE and alone.callees else ()
    both = {*some, *others} if (left.kind is Kind.CALLABLE) is (right.kind is Kind.CALLABLE) else set()
    return tuple(sorted(both)) if len(both) <= MOST_CLASSES else ()


def _class_of(value: Value) -> ClassKey | None:
    return value.klass if value.kind is Kind.CALLABLE else value.cls


MOST_CLASSES = 8
"""Maximum number of distinguished classes of an object."""


MOST_ITEMS = 16
"""Maximum number of elements of a tuple or list that are kept one by one."""

MOST_KEYS = 64
"""Maximum number of distinguished keys of a mapping."""

DEEPEST = 3
"""Maximum depth of nested elements; deeper ones are unknown, so that every join terminates."""


def _join_items(left: Value, right: Value, depth: int) -> tuple[Value, ...] | None:
    if left.items is None or right.items is None or len(left.items) != len(right.items) or depth >= DEEPEST:
        return None
    return tuple(join(one, other, depth + 1) for one, other in zip(left.items, right.items, strict=True))


def _join_keyed(left: ItemsByKey | None, right: ItemsByKey | None, depth: int) -> ItemsByKey | None:
    """Returns the joined items by key, or None. A key of only one side may be missing, and has no other value."""
    if left is None or right is None or depth >= DEEPEST:
        return None
    some, others = dict(left), dict(right)
    found = []
    for key in sorted(some.keys() | others.keys()):
        one, other = some.get(key), others.get(key)
        if one is not None and other is not None:
            found.append((key, join(one, other, depth + 1)))
        else:
            alone = one or other or UNKNOWN
            found.append((key, alone if alone.const is NOTHING else alone._replace(const=NOTHING)))
    return tuple(found)


def _join_optional(left: Value | None, right: Value | None, depth: int) -> Value | None:
    if left is None or right is None:
        return left or right
    return join(left, right, depth + 1) if depth < DEEPEST else UNKNOWN


def _join_elements(left: Value, right: Value, depth: int) -> Value | None:
    """Returns the joined element for different types, or None: values of a mapping are not joined with other elements."""
    if left.type in MAPPINGS or right.type in MAPPINGS:
        return None
    return _join_optional(left.element, right.element, depth)


def join_all(values: tuple[Value, ...]) -> Value:
    """Returns the join of any number of values; unknown for none.

    Callees are joined once at the end: pairwise joins of hundreds of overrides would be quadratic.
    """
    if len(values) < 3:
        return join(*values) if len(values) == 2 else values[0] if values else UNKNOWN
    if all(value == values[0] for value in values):
        return values[0]
    if any(value.kind is Kind.BOTTOM for value in values):
        return join_all(tuple([value for value in values if value.kind is not Kind.BOTTOM]))
    if any(value.callees for value in values) and any(value.possible_classes or _class_of(value) is not None for value in values):
        # Beside objects no function may be lost on the way.
        return reduce(join, values)
    result, targets = values[0]._replace(callees=()), dict.fromkeys(values[0].callees)
    for value in values[1:]:
        own = value._replace(callees=())
        if result.kind is Kind.NONE and own.kind is not Kind.NONE:
            targets = {}
        if own == result and tuple(targets) != value.callees:
            # As `join` has it of values that are not the same: either may say why.
            result = result._replace(provenance=result.provenance or own.provenance)
        else:
            result = join(result, own)
        targets.update(dict.fromkeys(value.callees))
    return result._replace(callees=tuple(targets))


_KERAS_2 = "tf_keras"
_KERAS = frozenset({_KERAS_2, "keras", "tensorflow.keras", "tensorflow.compat.v2.keras", "tensorflow.python.keras"})
"""Packages that provide the same API."""

_TENSORFLOW = frozenset({"tensorflow", "tensorflow.compat.v1", "tensorflow.compat.v2"})
_OTHERS = frozenset({"cntk", "jax", "mxnet", "paddle", "theano", "torch"})
"""Alternative frameworks whose functions are never part of a TensorFlow graph."""


def package_of_either(left: str, right: str) -> str:
    """Returns the dotted name to use for what is imported under one of two names, or an empty string.

    For two Keras packages it is Keras 2, for which fewer hazards are certain. For a part of TensorFlow and its counterpart in another
    framework it is TensorFlow's, since nothing else is traced.
    """
    if left in _KERAS and right in _KERAS:
        return _KERAS_2 if _KERAS_2 in (left, right) else left
    if left in _TENSORFLOW and right in _TENSORFLOW:
        return min(left, right)
    if left and right:
        for one, instead in ((left, right), (right, left)):
            if instead.partition(".")[0] in _OTHERS and one.startswith(("tensorflow", "keras", "tf_keras")):
                return one
    return ""


def widened(value: Value, depth: int = 0) -> Value:
    """Returns a value with less of what is nested in it, so that a value that is put into itself again and again stops growing.

    An element of an unknown value of which only origin and confidence are known is left out, another unknown one has nothing in turn, and
    what is nested deeper than `DEEPEST` is unknown.
    """
    element, items, keyed = value.element, value.items, value.items_by_key
    if element is None and items is None and keyed is None:
        return value
    if depth >= DEEPEST:
        return UNKNOWN
    if element is not None:
        is_blank = value.kind is element.kind is Kind.UNKNOWN
        element = _alone(element) if is_blank else widened(element, depth + 1)
    if items is not None:
        items = tuple([widened(item, depth + 1) for item in items])
    if keyed is not None:
        keyed = tuple([(name, widened(item, depth + 1)) for name, item in keyed])
    return value._replace(element=element, items=items, items_by_key=keyed)


def _alone(element: Value) -> Value | None:
    """Returns an unknown element without what is nested in it, or None if nothing is left that says what it is."""
    alone = element._replace(element=None, items=None, items_by_key=None)
    blank = UNKNOWN._replace(
        origin=alone.origin, spelling=alone.spelling, parameter=alone.parameter, confidence=alone.confidence, provenance=alone.provenance
    )
    return None if alone == blank else alone
