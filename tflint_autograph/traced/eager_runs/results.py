"""Follows what traced functions return through eager code, to uses that accept a Python value and no tensor."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr, Statement
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.project.bodies.walks import read_parts
from tflint_autograph.traced.eager_runs.values import OPAQUE, Array, External, Mapping, Plain, Scalar, Sequence, Value
from tflint_autograph.traced.tree.states import Need

_DEEPEST = 4
"""Maximum depth of containers in what a call gets."""

TYPE, NAME_OF_TYPE = "builtins.type", "builtins.type.__name__"
"""The type of the owner of an `External`, and the name of that."""

_OF_TYPES = {
    "builtins.int": (Need.OF_INT,), "builtins.float": (Need.OF_FLOAT,), "builtins.bool": (Need.OF_BOOL,), "builtins.str": (Need.OF_TEXT,),
    "numbers.Integral": (Need.OF_INT,), "numbers.Real": (Need.OF_INT, Need.OF_FLOAT), "numbers.Number": (Need.OF_INT, Need.OF_FLOAT),
}  # fmt: skip
"""What a test for one of these types needs to be true."""


def returned(key: FunctionKey, given: Value | None, path: tuple[object, ...] = ()) -> Array:
    """Returns what a traced function returned, or the part of it at these keys and positions: a tensor, or a container of tensors.

    `given` is what the run of its body gives there (`as_result`): the shape of the tensor, or the parts, are known from it. None where it
    did not run.
    """
    parts = given if isinstance(given, (Sequence, Mapping)) else None
    return Array("tensor", given.shape if isinstance(given, Array) else None, "", result=(key, path), parts=parts)


def as_result(value: Value) -> Value:
    """Returns what a graph returns for a value: tensors for arrays, variables, numbers and texts, also in lists, tuples, named ones and dicts."""
    if isinstance(value, Array):
        return Array("tensor", value.shape, "") if value.kind in ("tensor", "variable", "numpy") else OPAQUE
    if isinstance(value, Scalar) or (isinstance(value, Plain) and value.value is not None):
        return Array("tensor", (), "")
    if isinstance(value, Sequence) and value.items is not None and not value.is_open and value.kind in ("list", "tuple"):
        return value.with_items([as_result(each) for each in value.items])
    if isinstance(value, Mapping) and value.items is not None:
        return Mapping({key: as_result(each) for key, each in value.items.items()})
    return OPAQUE


def part_of(held: Value, key: object) -> Array | None:
    """Returns the part of a result of a traced function at a key or position; None for other values."""
    if not isinstance(held, Array) or held.result is None:
        return None
    of, path = held.result
    return returned(of, _item(held.parts, key), (*path, key))


def _item(parts: Sequence | Mapping | None, key: object) -> Value | None:
    """Returns the item of a container at a key or position, or None."""
    if isinstance(parts, Mapping) and parts.items is not None:
        return parts.items.get(key)
    items = parts.items if isinstance(parts, Sequence) else None
    return items[key] if items is not None and isinstance(key, int) and -len(items) <= key < len(items) else None


def contents(held: Value) -> Value:
    """Returns the list, tuple or dict that a traced function returned, as it is known from `parts`, with the results in it; else the value."""
    parts = held.parts if isinstance(held, Array) else None
    if isinstance(parts, Sequence) and parts.items is not None:
        return parts.with_items([part_of(held, place) or OPAQUE for place in range(len(parts.items))])
    if isinstance(parts, Mapping) and parts.items is not None:
        return Mapping({key: part_of(held, key) or OPAQUE for key in parts.items})
    return held


def named_part(held: Value, name: str) -> Array | None:
    """Returns the part of a result that a named tuple has under a name; None for other values."""
    parts = held.parts if isinstance(held, Array) else None
    return part_of(held, parts.names.index(name)) if isinstance(parts, Sequence) and name in parts.names else None


def results_in(value: Value, depth: int = _DEEPEST) -> Iterator[tuple[FunctionKey, tuple[object, ...]]]:
    """Yields the results of traced functions that a value is or contains."""
    if isinstance(value, Array) and value.result is not None:
        yield value.result
    items = value.items if isinstance(value, (Sequence, Mapping)) and depth else None
    for each in (items.values() if isinstance(items, dict) else items or ()):
        yield from results_in(each, depth - 1)


def asked_types(asked: Value) -> tuple[Need, ...]:
    """Returns what a test for a type, or one of several, or their names, needs to be true; nothing if another type than one of Python and NumPy
    will do, such as that of tensors.
    """
    items = asked.items or () if isinstance(asked, Sequence) else (asked,)
    names = [each.name if isinstance(each, External) else f"builtins.{each.value}" if isinstance(each, Plain) else "" for each in items]
    if not all(name in _OF_TYPES or name.startswith("numpy.") for name in names):
        return ()
    return tuple(dict.fromkeys(need for name in names for need in _OF_TYPES.get(name, ())))


_JOINING = frozenset({"and", "or", "not"})


def chooses(statement: Statement) -> bool:
    """Whether what a statement asks decides what runs, or may decide it elsewhere, by a name or a result: it may expect tensors as well."""
    if isinstance(statement, (ir.If, ir.While)):
        return True
    is_named = isinstance(statement, ir.Assign) and any(isinstance(each, ir.Name) for each in statement.targets)
    result = statement.value if isinstance(statement, ir.Return) or (is_named and isinstance(statement, ir.Assign)) else None
    return isinstance(result, (ir.Call, ir.Operation)) or any(map(_decides, read_parts(statement)))


def _decides(part: Expr) -> bool:
    """Whether the truth of a part of an expression decides which others it evaluates, or which is the result."""
    return isinstance(part, ir.Conditional) or (isinstance(part, ir.Operation) and part.operators[0] in _JOINING)
