"""The values of an eager run: Python constants, containers, functions and objects, and arrays of which shape and dtype are known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, field
from itertools import count
from typing import Any, TypeAlias

from tflint_autograph.model.body import At, Statement
from tflint_autograph.model.facts import ClassKey, FunctionKey


@dataclass(slots=True, eq=False, repr=False)
class Opaque:
    """A value of which nothing is known, or only that it is another one than those with other tokens."""

    token: object = None


OPAQUE = Opaque()

REST = Opaque()
"""Stands last among the positional arguments of a call that unpacks more of them, which are not known."""

UNPACKED = "**"
"""The keyword of a call that unpacks more of them, which are not known."""
_NUMBERS = count()


def next_number() -> int:
    """Returns the number of an object that is made now: what is made later has a higher one."""
    return next(_NUMBERS)


MOST_ITEMS = 64
"""Maximum number of items of a container that are kept one by one."""


@dataclass(slots=True, eq=False, repr=False)
class Plain:
    """A Python constant. `is_written`: it is the length of a sequence whose items are."""

    value: object
    is_written: bool = False


NONE = Plain(None)


class Scalar:
    """A Python scalar that is computed from something unknown. Those with equal tokens are equal, and those with others are different."""

    __slots__ = ("token", "type")

    def __init__(self, type: str, token: tuple[object, ...]) -> None:
        self.type = type
        self.token = token

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scalar) and other.token == self.token

    def __hash__(self) -> int:
        return hash(self.token)


Size: TypeAlias = "int | Scalar | None"
"""The length of an axis; None if it is unknown."""

Shape: TypeAlias = "tuple[Size, ...] | None"


@dataclass(slots=True, eq=False, repr=False)
class Array:
    """A tensor, NumPy array or variable, by its `kind`. `shape` is None, or `dtype` empty, where it is unknown; `rows` may be the length of the
    first axis then.

    `size` is the whole number in it, where it is known to have one. `layers` are those of Keras that a symbolic tensor went through.
    Those made by one function with equal arguments have equal tokens. `result`: the traced function that returned it, and where in its result
    it is; `parts` is then the list, tuple, named tuple or dict that its body returned there.
    """

    kind: str
    shape: Shape
    dtype: str
    size: int | None = None
    layers: tuple[Instance | Layer, ...] = ()
    token: object = None
    result: tuple[FunctionKey, tuple[object, ...]] | None = None
    parts: Sequence | Mapping | None = None
    rows: Size = None
    number: int = field(default_factory=next_number)


@dataclass(slots=True, eq=False, repr=False)
class Cut:
    """The first items, as many as `length`, of something unknown."""

    length: Size


@dataclass(slots=True, eq=False, repr=False)
class Sequence:
    """A list, tuple, set or iterator; `items` is None where they are unknown.

    `place` is how many an iterator has given. Where `is_open`, the items are the first ones alone, of `total` or `length` if that is known.
    `is_written`: the items are numbers that the code writes out, alone or numbered, and changes none of. `is_count`: a number counts them.
    `names` and `cls`: those of the items of a named tuple, and its class in the project. `datasets`: those that an iterator advances.
    """

    kind: str
    items: list[Value] | None
    _: KW_ONLY
    is_open: bool = False
    is_written: bool = False
    is_count: bool = False
    total: int | None = None
    length: Size = None
    names: tuple[str, ...] = ()
    cls: Class | None = None
    datasets: tuple[Dataset, ...] = ()
    place: int = 0
    number: int = field(default_factory=next_number)

    def with_items(self, items: list[Value] | None) -> Sequence:
        """Returns another one of this kind, with the same names, of these items."""
        return Sequence(self.kind, items, is_open=self.is_open, names=self.names, cls=self.cls)


@dataclass(slots=True, eq=False, repr=False)
class Mapping:
    """A dict by its keys, constants or scalars; `items` is None where they are unknown.

    `of` is the object, class, module or function's names that it shows: `vars(x)`. `missing`: what is called for the value of a key it lacks.
    """

    items: dict[Any, Value] | None
    missing: Value | None = None
    of: Instance | Class | Module | None = None
    number: int = field(default_factory=next_number)


@dataclass(slots=True, eq=False, repr=False)
class Dataset:
    """A dataset of these elements, or of unknown ones, and the functions that it traced."""

    items: list[Value] | None
    functions: tuple[Function, ...] = ()


def datasets_of(iterated: Value | None) -> tuple[Dataset, ...]:
    """Returns the datasets of which each iteration of a loop over a value takes an element."""
    return (iterated,) if isinstance(iterated, Dataset) else iterated.datasets if isinstance(iterated, Sequence) else ()


@dataclass(slots=True, eq=False, repr=False)
class Frame:
    """The names of a running function, or of a module, and the frame around it.

    `statement` is the one that runs, `resumed` what runs where the body of a context manager yields.
    """

    key: FunctionKey
    around: Frame | None
    names: dict[str, Value] = field(default_factory=dict)
    returned: list[Value] = field(default_factory=list)
    yielded: list[Value] = field(default_factory=list)
    statement: Statement | None = None
    resumed: Callable[[Value], None] | None = None
    number: int = field(default_factory=next_number)

    def __post_init__(self) -> None:
        self.statement = self.around.statement if self.around is not None else None


@dataclass(slots=True, eq=False, repr=False)
class Function:
    """A function with the frame it was made in, its receiver and the arguments that `functools.partial` bound.

    `made` is what tells it from other functions of the same code, `memory` the results of one that keeps them. `is_manager`: it is a
    generator that manages a context. `free`: the names that it reads of the code around it. `names`: the function whose name it has taken.
    """

    key: FunctionKey
    frame: Frame | None
    receiver: Value | None = None
    bound: tuple[Value, ...] = ()
    named: tuple[tuple[str, Value], ...] = ()
    defaults: dict[str, Value] = field(default_factory=dict)
    traced: Tracing | None = None
    made: int | None = None
    memory: dict[object, Value] | None = None
    is_manager: bool = False
    free: frozenset[str] = frozenset()
    names: Value | None = None


@dataclass(slots=True, eq=False, repr=False)
class Tracing:
    """A `tf.function`: where it was made, what it was given, and whether its options keep shapes or signatures apart."""

    function: Function
    path: str
    place: At | None
    is_relaxed: bool = False
    is_signed: bool = False


@dataclass(slots=True, eq=False, repr=False)
class Class:
    """A class of the project."""

    key: ClassKey
    frame: Frame | None


@dataclass(slots=True, eq=False, repr=False)
class Instance:
    """An object of a class of the project, or of one of a library with no name here. `attributes` is None where they are unknown.

    `held`: the list or dict that it is, where its class derives from one. `is_kept`: something but the call has it. `is_fixed`: its constructor got only constants and what is made of them, so that each call of
    the code that makes it makes an equal one.
    """

    cls: ClassKey
    frame: Frame | None
    attributes: dict[str, Value] | None = field(default_factory=dict)
    is_fixed: bool = False
    is_kept: bool = False
    held: Sequence | Mapping | None = None
    number: int = field(default_factory=next_number)


class Layer:
    """A layer or optimizer of Keras, whose variables exist where it `is_built`. `attributes` are those that code has set."""

    __slots__ = ("attributes", "is_built", "number")

    def __init__(self, given: dict[str, Value] | None = None) -> None:
        self.is_built = False
        self.attributes: dict[str, Value] = {name: value for name, value in (given or {}).items() if name in ("name", "trainable")}
        self.number = next_number()


@dataclass(slots=True, eq=False, repr=False)
class Module:
    """A module of the project."""

    frame: Frame


@dataclass(slots=True, eq=False, repr=False)
class External:
    """Something outside the project, by its dotted name; `owner` is the value whose method it is."""

    name: str
    owner: Value | None = None


Value: TypeAlias = (
    "Opaque | Plain | Scalar | Array | Cut | Sequence | Mapping | Dataset | Function | Class | Instance | Layer | Module | External"
)

Given: TypeAlias = "tuple[list[Value], dict[str, Value]]"
"""The positional and keyword arguments of a call."""


def class_of(made: Instance) -> Class | External:
    """Returns the class of an object."""
    return Class(made.cls, made.frame) if made.cls.path else External(made.cls.qualname)


def contained(value: Value) -> Value:
    """Returns the list or dict that an object is; other values as they are."""
    return value.held if isinstance(value, Instance) and value.held is not None else value


def is_none(value: Value) -> bool:
    """Whether a value is None."""
    return isinstance(value, Plain) and value.value is None


def is_false(value: Value) -> bool:
    """Whether a value is a constant that counts as false."""
    return isinstance(value, Plain) and not value.value


def is_same_constant(one: Value, other: Value) -> bool:
    """Whether two values are equal constants of one type."""
    return isinstance(one, Plain) and isinstance(other, Plain) and type(one.value) is type(other.value) and one.value == other.value


def number(value: Value) -> int | float | None:
    """Returns the number that a value is, or None."""
    if isinstance(value, Plain) and isinstance(value.value, (int, float)):
        return value.value
    return None


def argument_at(args: list[Value], named: dict[str, Value], place: int, word: str, default: Value = OPAQUE) -> Value:
    """Returns the argument at a position of a call, or under its name."""
    return args[place] if len(args) > place else named.get(word, default)


def whole(value: Value) -> Size:
    """Returns the size that a value gives an axis."""
    if isinstance(value, Plain) and type(value.value) is int:
        return value.value
    if isinstance(value, Array):
        return value.size
    if isinstance(value, Opaque) and value.token is not None:
        return Scalar("int", ("size", value.token))
    return value if isinstance(value, Scalar) and value.type == "int" else None


def kept(value: Value) -> Value:
    """Returns a value that a name or a container has from now on."""
    if isinstance(value, Instance):
        value.is_kept = True
    return value


def is_key(value: Value) -> bool:
    """Whether it is known which key of a dict a value is."""
    if isinstance(value, Sequence):
        return value.kind == "tuple" and value.items is not None and not value.is_open and all(map(is_key, value.items))
    return isinstance(value, (Plain, Scalar, Class)) or (isinstance(value, Function) and value.receiver is None)


def keyed(value: Value) -> object:
    """Returns the key that a value is in a dict, or a key that no dict has."""
    if isinstance(value, Plain):
        return value.value
    if isinstance(value, Sequence) and is_key(value):
        return tuple(keyed(each) for each in value.items or ())
    return value if is_key(value) else OPAQUE


def of_key(key: object) -> Value:
    """Returns the value of a key of a dict."""
    if isinstance(key, tuple):
        return Sequence("tuple", [of_key(each) for each in key])
    return key if isinstance(key, (Scalar, Class, Function)) else Plain(key)
