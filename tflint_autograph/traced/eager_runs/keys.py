"""What TensorFlow compares of the arguments of two calls of a `tf.function`: the parts of the cache key that are known."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.traced.eager_runs.values import (
    Array,
    Cut,
    Function,
    Instance,
    Layer,
    Mapping,
    Opaque,
    Plain,
    Scalar,
    Sequence,
    Shape,
    Value,
)


class Difference(Enum):
    """In what two arguments differ."""

    SCALAR = "Python value"
    TEXT = "text"
    SHAPE = "shape"
    DTYPE = "dtype"
    OBJECT = "object"
    CALLABLE = "callable"
    LAYER = "layer"


class Part(NamedTuple):
    """A part of the key of an argument: its kind, and what makes it equal to another one. Nothing is known of one without a kind, but
    that it may be another one than those with other tokens.
    """

    kind: str
    what: object
    inner: tuple[Part, ...] = ()
    dtype: str = ""


_UNKNOWN = Part("", None)
_PLAIN = frozenset({"scalar", "text", "computed"})
DEEPEST = 4


def part(value: Value, compared_by: Callable[[Instance], tuple[str, ...] | None], depth: int = DEEPEST) -> Part:
    """Returns the part of a key for a value. `compared_by` gives the fields that make two objects equal, none if one is equal only to itself, and
    None where it is not known.
    """
    if isinstance(value, Opaque):
        return Part("", value.token)
    if isinstance(value, Plain):
        kind = "text" if isinstance(value.value, str) else "flag" if value.value is None or isinstance(value.value, bool) else "scalar"
        return Part(kind, value.value)
    if isinstance(value, Scalar):
        return Part("computed", value.token)
    if isinstance(value, Array) and value.parts is not None:
        return part(value.parts, compared_by, depth)
    if isinstance(value, Array) and value.shape is not None:
        return Part("array", _shape(value.shape), (), value.dtype)
    if isinstance(value, Array):
        # Of an unknown length only arrays are known to be others which are joined from it.
        return Part("cut", value if value.rows is None else _size(value.rows), (), value.dtype)
    if isinstance(value, Cut):
        return Part("cut", _size(value.length)) if value.length is not None else _UNKNOWN
    if isinstance(value, Sequence) and value.items is not None and depth and value.kind in ("list", "tuple"):
        # Of an open one only the first items are known, and perhaps what says how many there are.
        count = len(value.items) if not value.is_open else _size(value.length)
        return Part(value.kind, count, tuple(part(each, compared_by, depth - 1) for each in value.items))
    if isinstance(value, Mapping) and value.items is not None and depth:
        return Part("dict", tuple(value.items), tuple(part(each, compared_by, depth - 1) for each in value.items.values()))
    if isinstance(value, Instance):
        names = compared_by(value)
        if names and value.attributes is not None and depth == DEEPEST:
            held = [value.attributes.get(name) for name in names]
            return Part("fields", (value.cls, *names), tuple(_of_field(each) if each is not None else _UNKNOWN for each in held))
        return Part("object", value) if names == () else _UNKNOWN
    if isinstance(value, Layer):
        return Part("layer", value) if not value.is_built else _UNKNOWN
    if isinstance(value, Function):
        return Part("callable", value.made if value.made is not None else value.key) if value.traced is None else _UNKNOWN
    return _UNKNOWN


def _of_field(value: Value) -> Part:
    """Returns the part for a field of an object. It is no tensor, which has no hash, so that what is computed is a value of Python."""
    if isinstance(value, Opaque):
        return Part("computed", value.token) if value.token is not None else _UNKNOWN
    return part(value, lambda _: None) if isinstance(value, (Plain, Scalar)) else _UNKNOWN


def _shape(shape: Shape) -> tuple[object, ...] | None:
    if shape is None:
        return None
    return tuple(map(_size, shape))


def _size(size: object) -> object:
    """Returns what makes a size or length equal to another one: for a computed one, what computed it."""
    return size.token if isinstance(size, Scalar) else size


def difference(one: Part, other: Part) -> Difference | None:
    """Returns in what two parts differ for certain, or None."""
    found = differing(one, other)
    return found[0] if found is not None else None


def differing(one: Part, other: Part) -> tuple[Difference, tuple[object, ...]] | None:
    """Returns in what two parts differ for certain, with the keys and positions that lead to it in containers, or None."""
    found = _of_parts(one, other)
    if found is not None or one.kind != other.kind or (one.kind in ("dict", "fields") and one.what != other.what):
        return (found, ()) if found is not None else None
    keys = one.what[one.kind == "fields" :] if isinstance(one.what, tuple) else range(len(one.inner))
    for key, each, another in zip(keys, one.inner, other.inner, strict=False):
        inner = differing(each, another)
        # Texts in lists are names more often than the text of an argument is.
        if inner is not None and inner[0] is not Difference.TEXT:
            return inner[0], (key, *inner[1])
    return None


def _of_parts(one: Part, other: Part) -> Difference | None:
    """Returns in what two parts differ, their own parts apart."""
    kinds = {one.kind, other.kind}
    if "" in kinds:
        return None
    if kinds <= _PLAIN:
        if one.what == other.what:
            return None
        return Difference.TEXT if kinds == {"text"} else Difference.SCALAR
    if kinds <= {"cut", "array"} and one.dtype and other.dtype and one.dtype != other.dtype:
        return Difference.DTYPE
    if one.kind != other.kind:
        is_array = kinds == {"array", "list"} or (kinds == {"cut", "list"} and any(isinstance(each.what, Array) for each in (one, other)))
        return Difference.DTYPE if is_array else None
    if one.kind == "cut":
        return Difference.SHAPE if one.what != other.what and _are_comparable(one.what, other.what) else None
    if one.kind == "array":
        return _of_arrays(one, other)
    if one.kind == "object":
        return Difference.OBJECT if one.what is not other.what else None
    if one.kind == "layer":
        return Difference.LAYER if one.what is not other.what else None
    if one.kind == "callable":
        return Difference.CALLABLE if one.what != other.what and not isinstance(one.what, FunctionKey) and not isinstance(other.what, FunctionKey) else None
    return _length(one, other) if one.kind in ("list", "tuple", "dict") and one.what != other.what else None


def _are_comparable(one: object, other: object) -> bool:
    """Whether two different lengths differ for certain: unknown ones do if other arrays are joined to the same one."""
    first, second = _first(one), _first(other)
    return first is second or not (isinstance(first, _UNMEASURED) or isinstance(second, _UNMEASURED))


_UNMEASURED = (Array, Opaque)


def _first(token: object) -> object:
    """Returns the length of the first one of joined arrays, or an array or unknown value of which it is not known."""
    while isinstance(token, tuple) and token[:1] == ("joined",):
        token = token[1]
    return token


def _length(one: Part, other: Part) -> Difference | None:
    """Returns the difference of two containers of other lengths or keys."""
    if (one.kind == "dict" and len(one.inner) == len(other.inner)) or None in (one.what, other.what):
        return None
    kinds = {each.kind for each in (*one.inner, *other.inner)}
    return Difference.SHAPE if kinds == {"array"} else Difference.SCALAR


def _of_arrays(one: Part, other: Part) -> Difference | None:
    if one.dtype and other.dtype and one.dtype != other.dtype:
        return Difference.DTYPE
    first, second = one.what, other.what
    if isinstance(first, tuple) and isinstance(second, tuple):
        if len(first) != len(second):
            return Difference.SHAPE
        for size, another in zip(first, second, strict=True):
            if size is not None and another is not None and size != another:
                return Difference.SHAPE
    return None


def is_same(one: tuple[tuple[str, Part], ...], other: tuple[tuple[str, Part], ...]) -> bool:
    """Whether nothing is known to differ in two keys. Each flag has a trace of its own."""
    known = dict(other)
    return all(name not in known or (difference(part, known[name]) is None and not _are_other_flags(part, known[name])) for name, part in one)


def _are_other_flags(one: Part, other: Part) -> bool:
    return one.kind == other.kind == "flag" and one.what is not other.what


def may_differ(one: tuple[tuple[str, Part], ...], other: tuple[tuple[str, Part], ...]) -> bool:
    """Whether an argument, of which nothing is known, may be another one in two keys of equal parts."""
    known = dict(other)
    return any(not part.kind and name in known and not known[name].kind and part.what != known[name].what for name, part in one)


def memory_key(bound: dict[str, Value]) -> object:
    """Returns what a cache of Python compares of the arguments: constants by value, others by identity."""
    return tuple((name, each.value if isinstance(each, Plain) else id(each)) for name, each in bound.items())
