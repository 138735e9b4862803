"""What a trace has read, as plain data that stays when the objects change, and in what two such readings differ."""

from __future__ import annotations

from typing import NamedTuple

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At, Expr
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.project.bodies.walks import attribute_read
from tflint_autograph.traced.eager_runs.constants import is_unsure
from tflint_autograph.traced.eager_runs.values import (
    Array,
    Class,
    External,
    Frame,
    Function,
    Instance,
    Layer,
    Mapping,
    Opaque,
    Plain,
    Scalar,
    Sequence,
    Value,
)

DEEPEST = 4
"""Maximum depth of containers that are compared."""


class Place(NamedTuple):
    """Where a value is read: the function, the number of the statement in it, and how the statement spells what it reads."""

    key: FunctionKey
    ordinal: int
    spelled: str


class Snapshot(NamedTuple):
    """A value at one time: its kind, what tells it from others of that kind, and the values in it. The kind of an unknown one is empty; its
    token tells it from others.
    """

    kind: str
    what: object = None
    inner: tuple[Snapshot, ...] = ()


UNKNOWN = Snapshot("")


class Link(NamedTuple):
    """A part of an expression that reads: `CFG`, `CFG.rates` and `CFG.rates["a"]` are three.

    `holder` has it by the name `name`, which is None for an item; `value` is what it was. `is_attribute`: of an object or a class.
    """

    key: FunctionKey
    ordinal: int
    expr: Expr
    holder: object
    name: str | None
    value: Snapshot
    is_attribute: bool


class Read(NamedTuple):
    """A read: its parts from the whole expression inwards, those of a local name behind what it stands for, and the value.

    `whole` is the container of which all items were read. `is_own`: of something that the call made.
    """

    links: tuple[Link, ...]
    value: Snapshot
    whole: Value | None = None
    is_own: bool = False


class Written(NamedTuple):
    """A statement that wrote something: the function it is in, and its place. `holder` is what it wrote to; `is_traced`: a trace ran it."""

    key: FunctionKey
    at: At
    holder: object
    is_traced: bool


def snapshot(value: Value, versions: dict[int, int], depth: int = DEEPEST) -> Snapshot:
    """Returns a value as it is now. `versions` says how often an array was changed in place."""
    if isinstance(value, Opaque) or (isinstance(value, Scalar) and is_unsure(value.token)):
        return Snapshot("", value.token)
    if isinstance(value, (Plain, Scalar)):
        return Snapshot("value", value.value if isinstance(value, Plain) else value)
    if isinstance(value, Array):
        version = versions.get(id(value), 0)
        return Snapshot("array", value if version or value.token is None else value.token, (Snapshot("value", version),))
    if isinstance(value, Function):
        return Snapshot("function", value.key, _own(value, versions, depth))
    if isinstance(value, Class):
        return Snapshot("class", value.key)
    if isinstance(value, External) and value.owner is None:
        return Snapshot("external", value.name)
    if isinstance(value, (Instance, Layer)):
        return Snapshot("object", value)
    if isinstance(value, Sequence) and value.items is not None and not value.is_open and depth:
        return Snapshot("list", len(value.items), tuple(snapshot(each, versions, depth - 1) for each in value.items))
    if isinstance(value, Mapping) and value.items is not None and depth:
        return Snapshot("dict", tuple(value.items), tuple(snapshot(each, versions, depth - 1) for each in value.items.values()))
    return UNKNOWN


def _own(value: Function, versions: dict[int, int], depth: int) -> tuple[Snapshot, ...]:
    """Returns the values that tell a function from others of the same code: its receiver, its bound and default arguments,
    and what it reads of its frame."""
    bound = [*value.bound, *(each for _, each in value.named), *value.defaults.values()]
    found = [snapshot(each, versions, depth - 1) for each in bound] if depth else []
    if isinstance(value.receiver, Instance):
        found.append(Snapshot("object", value.receiver))
    frame: Frame | None = value.frame
    while depth and frame is not None and frame.around is not None:
        found += [snapshot(each, versions, 0) for name, each in frame.names.items() if name in value.free and isinstance(each, (Plain, Scalar))]
        frame = frame.around
    return tuple(found)


def differ(one: Snapshot, other: Snapshot) -> bool | None:
    """Whether two values differ, for certain; None where it is not known."""
    if not one.kind or not other.kind:
        return False if one == other != UNKNOWN and not is_unsure(one.what) else None
    if one.kind != other.kind:
        return True
    if one.kind == "object":
        same = one.what is other.what
    elif one.kind == "value":
        same = (type(one.what) is type(other.what) and one.what == other.what) or _same_number(one.what, other.what)
    else:
        same = one.what == other.what
    if not same or len(one.inner) != len(other.inner):
        return True
    found = [differ(each, another) for each, another in zip(one.inner, other.inner, strict=True)]
    return True if True in found else None if None in found else False


def are_apart(one: Snapshot, other: Snapshot) -> bool:
    """Whether one of two values is unknown, with a token that the other lacks: they most likely differ."""
    return "" in (one.kind, other.kind) and UNKNOWN not in (one, other) and one != other


def _same_number(one: object, other: object) -> bool:
    return isinstance(one, (int, float)) and isinstance(other, (int, float)) and one == other


def is_whole(value: Value) -> bool:
    """Whether a read of a value gives all of it: it is no container and no object, whose parts are read one by one."""
    return not isinstance(value, (Sequence, Mapping, Instance))


def has_default(expr: Expr) -> bool:
    """Whether an expression reads an attribute that need not be there: `getattr(state, "training", True)`."""
    return isinstance(expr, ir.Call) and len(expr.args) > 2


def is_getenv(func: Value | None) -> bool:
    """Whether a function is `os.getenv`."""
    return isinstance(func, External) and func.name == "os.getenv"


def owner_of(expr: Expr) -> Expr | None:
    """Returns the expression that another one reads a part of: `CFG` of `CFG.rate`, `CFG["rate"]` and `CFG.get("rate")`."""
    read = attribute_read(expr)
    if read is not None:
        return read.value
    if isinstance(expr, ir.Subscript):
        return expr.value
    if isinstance(expr, ir.Call) and isinstance(expr.func, ir.Attribute):
        return expr.func.value
    return None
