"""Datasets in an eager run: their first elements, by shape and dtype."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tflint_autograph.model.body import At
from tflint_autograph.model.dtypes import of_tensor
from tflint_autograph.traced.eager_runs import shapes
from tflint_autograph.traced.eager_runs.keys import difference, part
from tflint_autograph.traced.eager_runs.values import (
    MOST_ITEMS,
    OPAQUE,
    Array,
    Dataset,
    Frame,
    Function,
    Given,
    Instance,
    Mapping,
    Plain,
    Sequence,
    Size,
    Value,
    number,
)

if TYPE_CHECKING:
    from tflint_autograph.traced.eager_runs.calling import Run

_SAME = frozenset({"prefetch", "cache", "with_options", "shuffle", "ignore_errors", "snapshot"})
_DATASET = "tensorflow.data.Dataset."


def made(run: Run, name: str, given: Given, frame: Frame, at: At) -> Value | None:
    """Returns the dataset that a function makes, or None for other functions."""
    if not name.startswith(_DATASET):
        return None
    args, _ = given
    last = name.removeprefix(_DATASET)
    if last == "from_tensor_slices" and args:
        count = _count(args[0])
        return Dataset([_row(args[0], place) for place in range(count)] if count is not None and count <= MOST_ITEMS else None)
    if last == "from_tensors" and args:
        return Dataset([_tensor(args[0])])
    if last == "range":
        numbers = [number(each) for each in args if isinstance(number(each), int)]
        every = range(*[each for each in numbers if isinstance(each, int)]) if numbers and len(numbers) == len(args) else None
        return Dataset([Array("tensor", (), "int64", each) for each in every] if every is not None and len(every) <= MOST_ITEMS else None)
    if last == "from_generator" and args:
        items, is_all = run.elements(run.call(args[0], ([], {}), frame, at))
        return Dataset([_tensor(each) for each in items] if is_all else None)
    if last == "zip" and args and isinstance(args[0], Sequence) and args[0].items:
        parts = [each.items if isinstance(each, Dataset) else None for each in args[0].items]
        if any(each is None for each in parts):
            return Dataset(None)
        return Dataset([Sequence("tuple", list(row)) for row in zip(*(each or [] for each in parts), strict=False)])
    return Dataset(None)


def _count(value: Value) -> int | None:
    """Returns the number of rows of an array, or of each array in a structure."""
    if isinstance(value, Sequence) and value.kind == "tuple" and value.items:
        return _count(value.items[0])
    if isinstance(value, Mapping) and value.items:
        return _count(next(iter(value.items.values())))
    shape = shapes.listed(value)[0]
    return shape[0] if shape and isinstance(shape[0], int) else None


def _row(value: Value, place: int) -> Value:
    if isinstance(value, Sequence) and value.kind == "tuple" and value.items is not None:
        return Sequence("tuple", [_row(each, place) for each in value.items])
    if isinstance(value, Mapping) and value.items is not None:
        return Mapping({name: _row(each, place) for name, each in value.items.items()})
    shape, type_ = shapes.listed(value)
    return Array("tensor", shape[1:] if shape else None, of_tensor(type_))


def _tensor(value: Value) -> Value:
    shape, type_ = shapes.listed(value)
    return Array("tensor", shape, of_tensor(type_))


_TRACING = frozenset({"map", "filter", "flat_map", "interleave", "take_while", "scan"})


def method(run: Run, owner: Dataset, name: str, given: Given, frame: Frame, at: At) -> Value:
    """Returns what a method of a dataset gives."""
    found = _given(run, owner, name, given, frame, at)
    if isinstance(found, Dataset) and found is not owner:
        found.functions = owner.functions
    if isinstance(found, Dataset) and name in _TRACING:
        func = next(iter((*given[0], *(value for word, value in given[1].items() if word.endswith("func")))), None)
        if isinstance(func, Instance) and func.cls.path:
            func = run.attribute(func, run.calling_method(func), frame)
        if isinstance(func, Function):
            made = replace(func)  # It is another trace than that of a dataset before.
            found.functions = (*found.functions, made)
            run.iterated(Dataset(None, (made,)), frame, at)
    return found


def _given(run: Run, owner: Dataset, name: str, given: Given, frame: Frame, at: At) -> Value:
    args, named = given
    if name in ("as_numpy_iterator", "__iter__"):
        run.iterated(owner, frame, at)
        return Sequence("iterator", list(owner.items)) if owner.items is not None else OPAQUE
    if name in _SAME:
        return owner if name != "shuffle" or _is_even(owner) else Dataset(None)
    if owner.items is None:
        return Dataset(None)
    if name in ("batch", "padded_batch") and (args or "batch_size" in named):
        dropped = named.get("drop_remainder", args[1] if name == "batch" and len(args) > 1 else Plain(False))
        return _batched(owner.items, args[0] if args else named["batch_size"], dropped)
    if name in ("take", "skip") and args and isinstance(number(args[0]), int):
        count = number(args[0])
        assert isinstance(count, int)
        return Dataset(owner.items[:count] if name == "take" else owner.items[count:])
    if name == "map" and args:
        found = [_called(run, args[0], each, frame, at) for each in owner.items[:16]]
        return Dataset(found if len(owner.items) <= 16 else None)
    if name == "repeat":
        return Dataset(owner.items * 2)
    return OPAQUE if name in ("reduce", "cardinality") else Dataset(None)


def _is_even(owner: Dataset) -> bool:
    """Whether no element is known to differ from the first, so that their order does not matter."""
    parts = [part(each, lambda _: None) for each in owner.items or []]
    return bool(parts) and all(difference(parts[0], each) is None for each in parts[1:])


def _called(run: Run, func: Value, item: Value, frame: Frame, at: At) -> Value:
    """Returns an element that a function maps, whose argument has the length of its own element: only shapes of it are known."""
    args = list(item.items) if isinstance(item, Sequence) and item.kind == "tuple" and item.items is not None else [item]
    calls, makings = len(run.calls), len(run.makings)
    value = run.call(func, (args, {}), frame, at)
    del run.calls[calls:], run.makings[makings:]
    return value


def _batched(items: list[Value], size: Value, dropped: Value) -> Value:
    count, is_dropped = number(size), isinstance(dropped, Plain) and bool(dropped.value)
    if not isinstance(count, int) or count < 1 or not isinstance(dropped, Plain):
        return Dataset(None)
    groups = [items[place : place + count] for place in range(0, len(items), count)]
    return Dataset([_stacked(group) for group in groups if len(group) == count or not is_dropped])


def _stacked(items: list[Value]) -> Value:
    first = items[0]
    if isinstance(first, Sequence) and first.items is not None:
        columns = [[each.items[place] for each in items if isinstance(each, Sequence) and each.items] for place in range(len(first.items))]
        return Sequence("tuple", [_stacked(each) for each in columns])
    if isinstance(first, Mapping) and first.items is not None:
        return Mapping({name: _stacked([each.items[name] for each in items if isinstance(each, Mapping) and each.items]) for name in first.items})
    every = [each.shape for each in items if isinstance(each, Array)]
    if len(every) != len(items) or not isinstance(first, Array) or any(shape is None or len(shape) != len(every[0] or ()) for shape in every):
        return OPAQUE
    sizes = zip(*(shape for shape in every if shape is not None), strict=True)
    return Array("tensor", (len(items), *(_longest(each) for each in sizes)), first.dtype)


def _longest(sizes: tuple[Size, ...]) -> Size:
    known = [each for each in sizes if isinstance(each, int)]
    return max(known) if len(known) == len(sizes) else None
