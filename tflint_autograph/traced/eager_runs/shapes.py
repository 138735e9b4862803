"""The shapes and dtypes of arrays in an eager run: of lists, of parts, of what operators make of two, and of what functions make of one."""

from __future__ import annotations

from collections.abc import Sequence as Items
from math import prod

from tflint_autograph.tfapi.dtypes import DTYPES
from tflint_autograph.traced.eager_runs.values import (
    OPAQUE,
    Array,
    Cut,
    External,
    Opaque,
    Plain,
    Scalar,
    Sequence,
    Shape,
    Size,
    Value,
    is_none,
    number,
    whole,
)

_OF_PYTHON = {bool: "bool", int: "int", float: "float", str: "string"}
_NAMED = {"half": "float16", "double": "float64", "float_": "float64", "bool_": "bool", "float": "float64", "int": "int64"}


def all_items(value: Value) -> list[Value] | None:
    """Returns the items of a list, tuple or iterator, or None where they, or some of them, are unknown."""
    return value.items if isinstance(value, Sequence) and not value.is_open else None


def given(value: Value) -> Shape:
    """Returns the shape that a value says: a number, or a list of them."""
    items = all_items(value)
    if items is not None:
        return tuple(whole(each) for each in items)
    size = whole(value)
    return (size,) if size is not None else None


def listed(value: Value) -> tuple[Shape, str]:
    """Returns the shape of nested lists and the type of what is in them: `int`, `float`, `bool`, or the dtype of arrays."""
    if isinstance(value, Plain):
        return (), _OF_PYTHON.get(type(value.value), "")
    if isinstance(value, Scalar):
        return (), value.type if value.type in ("int", "float") else ""
    if isinstance(value, Array):
        return value.shape, value.dtype
    items = all_items(value)
    if items is None:
        return None, ""
    inner = [listed(each) for each in items]
    types = {type_ for _, type_ in inner}
    type_ = "float" if types == {"int", "float"} else next(iter(types)) if len(types) == 1 else ""
    if not inner:
        return (0,), "float"
    first = inner[0][0]
    if first is None or any(shape is None or len(shape) != len(first) for shape, _ in inner):
        return None, type_
    return (len(inner), *first), type_


def rows(value: Value) -> Size:
    """Returns the length of the first axis of an array, or of what is made into one; None if it is unknown."""
    if isinstance(value, Cut):
        return value.length
    if isinstance(value, Array):
        return value.shape[0] if value.shape else value.rows
    items = all_items(value)
    return len(items) if items is not None else value.length if isinstance(value, Sequence) else None


def sliced(size: Size, bounds: tuple[Value, Value, Value]) -> Size:
    """Returns the length of a slice of an axis. Where the axis is unknown, slices with equal bounds are equally long."""
    numbers = [None if is_none(each) else number(each) for each in bounds]
    is_open = list(map(is_none, bounds))
    if all(one is not None or none for one, none in zip(numbers, is_open, strict=True)):
        if isinstance(size, int) and all(each is None or isinstance(each, int) for each in numbers) and numbers[2] != 0:
            return len(range(*slice(*numbers).indices(size)))
        return _of_unknown(numbers)
    bounds = (_as_number(bounds[0]), _as_number(bounds[1]), _as_number(bounds[2]))
    tokens = tuple(each.token if isinstance(each, Scalar) else each.value if isinstance(each, Plain) else each for each in bounds)
    is_told = all(isinstance(each, (Plain, Scalar)) for each in bounds)
    return Scalar("int", ("slice", *tokens)) if is_told and is_open[0] and is_open[2] else None


def _as_number(bound: Value) -> Value:
    """Returns a bound of a slice as the number that it is, also where nothing else is known of it."""
    return sized(whole(bound)) if isinstance(bound, Opaque) and bound.token is not None else bound


def _of_unknown(numbers: Items[int | float | None]) -> Size:
    first, last, step = numbers
    if first is None and last is None and step is None:
        return None
    if step is not None or (last is not None and last < 0) or (first or 0) < 0:
        return Scalar("int", ("bounds", first, last, step)) if step is None else None
    return Scalar("int", ("width", last - (first or 0))) if last is not None else Scalar("int", ("from", first))


def sized(size: Size) -> Value:
    """Returns the Python value of a size."""
    return Plain(size) if isinstance(size, int) else size if size is not None else OPAQUE


def reshaped(array: Array, shape: Shape) -> Shape:
    """Returns a shape with its -1 replaced."""
    if shape is None or -1 not in shape:
        return shape
    known = [each for each in shape if isinstance(each, int) and each > 0]
    if array.shape is None or len(known) != len(shape) - 1 or not all(isinstance(each, int) for each in array.shape):
        return tuple(None if each == -1 else each for each in shape)
    count = prod(each for each in array.shape if isinstance(each, int))
    return tuple(count // max(1, prod(known)) if each == -1 else each for each in shape)


def _grown(shape: tuple[Size, ...], place: int) -> Shape:
    """Returns a shape with one axis that is longer by an unknown number: by another one where this is done again."""
    size = shape[place]
    longer = Scalar("int", ("joined", size.token if isinstance(size, Scalar) else size)) if size is not None else None
    place %= len(shape)
    return (*shape[:place], longer, *shape[place + 1 :])


def joined(arrays: Items[Value], axis: Value) -> tuple[Shape, str]:
    """Returns the shape and dtype of arrays that are concatenated."""
    found = [listed(each) for each in arrays]
    place = number(axis)
    dtypes = {dtype for _, dtype in found}
    dtype = next(iter(dtypes)) if len(dtypes) == 1 else ""
    first = found[0][0] if found else None
    if not first or not isinstance(place, int) or not -len(first) <= place < len(first) or any(shape is not None and len(shape) != len(first) for shape, _ in found):
        return None, dtype
    if any(shape is None for shape, _ in found):
        return _grown(first, place), dtype
    sizes = [shape[place] for shape, _ in found if shape is not None]
    if not all(isinstance(each, int) for each in sizes):
        return _grown(first, place), dtype
    shape = list(first)
    shape[place] = sum(each for each in sizes if isinstance(each, int))
    return tuple(shape), dtype


def longer(arrays: Items[Value], axis: Value) -> Size:
    """Returns the length of the first axis of arrays of unknown shape that are concatenated along it, by that of the first one."""
    if number(axis) != 0 or len(arrays) < 2:
        return None
    before = rows(arrays[0])
    return Scalar("int", ("joined", before.token if isinstance(before, Scalar) else arrays[0] if before is None else before))


def dtype_of(value: Value | None) -> str:
    """Returns the dtype that an argument names, or an empty string."""
    if isinstance(value, Plain) and isinstance(value.value, str):
        word = value.value
    elif isinstance(value, External):
        word = value.name.rpartition(".")[2]
        if value.name.startswith("tensorflow") and word in ("float", "int"):
            return ""
    else:
        return ""
    word = _NAMED.get(word, word)
    return word if word in DTYPES else ""
