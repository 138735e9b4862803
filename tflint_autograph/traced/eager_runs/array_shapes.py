"""What functions of NumPy and TensorFlow that change the shape of an array give, in an eager run."""

from __future__ import annotations

from collections.abc import Callable

from tflint_autograph.traced.eager_runs import shapes
from tflint_autograph.traced.eager_runs.values import (
    Array,
    Plain,
    Sequence,
    Shape,
    Size,
    Value,
    argument_at,
    number,
    whole,
)


def _ranged(args: list[Value], named: dict[str, Value]) -> tuple[Shape, str]:
    numbers = [number(each) for each in args]
    is_whole = bool(args) and all(isinstance(each, int) and not isinstance(each, bool) for each in numbers)
    said = shapes.dtype_of(named.get("dtype"))
    dtype = said or ("" if "dtype" in named or not is_whole else "int")
    if is_whole:
        return (len(range(*[each for each in numbers if isinstance(each, int)])),) if 0 not in numbers[2:] else None, dtype
    return ((whole(args[0]) if len(args) == 1 else None,), said)


def _spaced(args: list[Value], named: dict[str, Value]) -> tuple[Shape, str]:
    count = argument_at(args, named, 2, "num", Plain(50))
    return (whole(count),), shapes.dtype_of(named.get("dtype")) or ("" if "dtype" in named else "spaced")


def _eye(args: list[Value], named: dict[str, Value]) -> tuple[Shape, str]:
    size = whole(args[0]) if args else None
    other = whole(args[1]) if len(args) > 1 else size
    return (size, other), "eye"


def _hot(args: list[Value], named: dict[str, Value]) -> tuple[Shape, str]:
    shape, depth = shapes.listed(argument_at(args, named, 0, "indices"))[0], whole(argument_at(args, named, 1, "depth"))
    return (*shape, depth) if shape is not None else None, "float32" if "dtype" not in named else ""


def _tiled(args: list[Value], named: dict[str, Value]) -> tuple[Shape, str]:
    shape, counts = shapes.listed(argument_at(args, named, 0, "input"))[0], shapes.given(argument_at(args, named, 1, "multiples"))
    if shape is None or counts is None or len(shape) != len(counts):
        return None, ""
    return tuple(_times(size, count) for size, count in zip(shape, counts, strict=True)), ""


def _times(size: Size, count: Size) -> Size:
    return size * count if isinstance(size, int) and isinstance(count, int) else None


def _repeated(args: list[Value], named: dict[str, Value]) -> tuple[Shape, str]:
    shape, count = shapes.listed(argument_at(args, named, 0, "input"))[0], number(argument_at(args, named, 1, "repeats"))
    is_flat = shape is not None and len(shape) == 1
    return ((_times(shape[0], count if isinstance(count, int) else None),) if is_flat and shape is not None else None), ""


def _padded(args: list[Value], named: dict[str, Value]) -> tuple[Shape, str]:
    shape, widths = shapes.listed(argument_at(args, named, 0, "tensor"))[0], argument_at(args, named, 1, "paddings")
    pairs: list[Value] | None = [widths] if shapes.given(widths) is not None and isinstance(widths, Sequence) and _is_pair(widths) else None
    pairs = shapes.all_items(widths) if pairs is None else pairs
    if shape is None or pairs is None or len(pairs) not in (1, len(shape)):
        return None, ""
    both = [[number(each) for each in pair.items or []] if isinstance(pair, Sequence) else [] for pair in pairs]
    both = both * len(shape) if len(both) == 1 else both
    sums = [sum(each for each in pair if isinstance(each, int)) if len(pair) == 2 and None not in pair else None for pair in both]
    return tuple(size + more if isinstance(size, int) and more is not None else None for size, more in zip(shape, sums, strict=True)), ""


def _is_pair(value: Sequence) -> bool:
    return len(value.items or []) == 2 and all(whole(each) is not None for each in value.items or [])


def _resized(args: list[Value], named: dict[str, Value]) -> tuple[Shape, str]:
    shape, size = shapes.listed(argument_at(args, named, 0, "images"))[0], shapes.given(argument_at(args, named, 1, "size"))
    if shape is None or size is None or len(shape) not in (3, 4) or len(size) != 2:
        return None, "float32"
    return (*shape[:-3], *size, shape[-1]), "float32"


def _shaped(args: list[Value], named: dict[str, Value]) -> tuple[Shape, str]:
    shape, type_ = shapes.listed(argument_at(args, named, 0, "tensor"))
    wanted = shapes.given(argument_at(args, named, 1, "shape"))
    return shapes.reshaped(Array("", shape, type_), wanted), ""


def _deeper(args: list[Value], named: dict[str, Value]) -> tuple[Shape, str]:
    shape, axis = shapes.listed(argument_at(args, named, 0, "input"))[0], number(argument_at(args, named, 1, "axis"))
    if shape is None or not isinstance(axis, int):
        return None, ""
    place = axis if axis >= 0 else len(shape) + 1 + axis
    return (*shape[:place], 1, *shape[place:]), ""


def _concatenated(args: list[Value], named: dict[str, Value]) -> tuple[Shape, str]:
    items = shapes.all_items(argument_at(args, named, 0, "values"))
    axis = argument_at(args, named, 1, "axis", Plain(0))
    return shapes.joined(items, axis) if items is not None else (None, "")


def _appended(args: list[Value], named: dict[str, Value]) -> tuple[Shape, str]:
    found = [shapes.listed(each)[0] for each in args[:2]]
    flat = [shape[0] if shape is not None and len(shape) == 1 else 1 if shape == () else None for shape in found]
    total = sum(each for each in flat if isinstance(each, int)) if len(flat) == 2 and all(isinstance(each, int) for each in flat) else None
    return ((total,) if "axis" not in named and len(args) == 2 else None), ""


def _stacked_rows(args: list[Value], named: dict[str, Value]) -> tuple[Shape, str]:
    items = shapes.all_items(args[0]) if args else None
    rows = [_as_rows(shapes.listed(each)) for each in items or []]
    return shapes.joined(rows, Plain(0)) if rows else (None, "")


def _as_rows(found: tuple[Shape, str]) -> Value:
    shape, type_ = found
    return Array("numpy", (1, *shape) if shape is not None and len(shape) == 1 else shape, type_)


def _taken(args: list[Value], named: dict[str, Value]) -> tuple[Shape, str]:
    return (shapes.listed(args[1])[0] if len(args) == 2 and not named else None), ""


COMPUTED: dict[str, Callable[[list[Value], dict[str, Value]], tuple[Shape, str]]] = {
    "range": _ranged, "arange": _ranged, "linspace": _spaced, "geomspace": _spaced, "logspace": _spaced, "eye": _eye, "one_hot": _hot,
    "tile": _tiled, "repeat": _repeated,
    "pad": _padded, "image.resize": _resized, "reshape": _shaped, "expand_dims": _deeper, "concat": _concatenated,
    "concatenate": _concatenated, "append": _appended, "vstack": _stacked_rows, "take": _taken,
}  # fmt: skip
"""What a function gives, without its package: a function of its arguments that returns the shape, and the dtype or an empty string for that of the first argument."""
