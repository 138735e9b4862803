"""Abstract values: what is known of a value during tracing, such as its kind, owner and what it refers to."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, IntEnum
from typing import Any, NamedTuple

from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.trace import Step


class Kind(Enum):
    """The kind of a value. Two different kinds join to UNKNOWN, but BOTTOM joins with any other to that other."""

    TENSOR = "tensor"
    VARIABLE = "variable"
    TENSORARRAY = "TensorArray"
    DATASET = "dataset"
    ITERATOR = "iterator"
    NUMPY = "NumPy value"
    PYTHON = "Python value"
    CONTAINER = "container"
    OBJECT = "object"
    CALLABLE = "callable"
    MODULE = "module"
    NONE = "None"
    UNKNOWN = "unknown"
    BOTTOM = "bottom"

    # Members are equal to themselves alone, and values, of which they are a part, are hashed by the million.
    __hash__ = object.__hash__

    @property
    def graph(self) -> bool:
        """Whether the value is in the graph: a tensor, or a variable, which is read as one."""
        return self in (Kind.TENSOR, Kind.VARIABLE)

    @property
    def spoken(self) -> str:
        """The kind with its article, for messages."""
        return _SPOKEN[self]

    def created_by(self, creator: str) -> str:
        """Returns the sentence which says that the value of a finding is the result of a call of `creator`."""
        noun = _SPOKEN[self].partition(" ")[2]
        return f"the {noun} is created here" if noun == f"`{creator}`" else f"`{creator}` creates the {noun}"


_SPOKEN = {
    Kind.TENSOR: "a tensor", Kind.VARIABLE: "a variable", Kind.TENSORARRAY: "a `tf.TensorArray`", Kind.DATASET: "a dataset",
    Kind.ITERATOR: "an iterator", Kind.NUMPY: "a NumPy array", Kind.PYTHON: "a Python value", Kind.CONTAINER: "a container",
    Kind.OBJECT: "an object", Kind.CALLABLE: "a function", Kind.MODULE: "a module", Kind.NONE: "None", Kind.UNKNOWN: "a value", Kind.BOTTOM: "nothing",
}  # fmt: skip


class Origin(IntEnum):
    """The owner of a mutable value, from least to greatest reach: a join takes the greater."""

    FRESH = 0
    """created in this call"""
    UNKNOWN = 1
    ARGUMENT = 2
    """passed to the root of the trace by its caller"""
    OUTER = 3
    """outlives the call: module level, an enclosing scope, an attribute of something that does"""


class _Nothing(Enum):
    NOTHING = 0


NOTHING = _Nothing.NOTHING
"""The `const` of a value that is no known constant (None is a constant)."""


NO_AXES: frozenset[int] = frozenset()
"""A shared empty set of unknown axes, since every `frozenset()` would take more memory than the value."""


CONVERTED = "array"
"""The `type` of a tensor that `tf.function` makes of a NumPy array which eager code passes: eagerly it is still the array."""

SHAPE = "tensorflow.TensorShape"
"""The type of static shapes."""

NO_TENSOR = "builtins.object"
"""The `type` of a value of which it is only known that it is no tensor."""


class Callee(NamedTuple):
    """A project function that a value may be, with its bound arguments.

    `receiver` is the `self` of a bound method; `bound_args` and `keywords` are arguments bound by `functools.partial`. `wrapper` names the
    wrapper around it: `tf.function` if calling it starts a trace.
    """

    key: FunctionKey
    receiver: Value | None = None
    bound_args: tuple[Value, ...] = ()
    bound_keywords: tuple[tuple[str, Value], ...] = ()
    wrapper: str = ""


class Value(NamedTuple):
    """One abstract value; values are created by the million. `provenance` does not count for equality.

    `name`: the dotted name of an external object that the value *is* (`numpy.random.rand`; with `callees` it may also be one of these, as
    in `tf.function if fast else plain`). `type`: the dotted name of its type (`builtins.list`, `numpy.random.Generator`). `cls`: the
    project class it is an instance of (`exact` if not of a subclass; one of `possible_classes` if of several). A dict is `exact` if no code
    changes it. `klass`: the project class it *is*. `module`: the file of the project module it is. `items`: the elements of a tuple or list of known length. `items_by_key`: the
    items of a dict with only known string keys. `element`: the join of all elements. `spelling`: how the user wrote an outer object.
    `factory`: the dotted name of the call that created an object. `constant_seed`: it was passed a seed that no call computes; for an array, its few
    rows are written out. `unknown_axes`: axes of a tensor, its static shape or a dataset's elements without a length at trace time; a
    number taken from a shape is None there if it has axis 0. `dtype`: the dtype of a tensor, array or variable, a word of `model.dtypes`,
    empty if unknown. `parameter`: the parameter of the current function that it is, unchanged.
    `optional`: it may also be None. `provenance`: why its kind is known.
    """

    kind: Kind = Kind.UNKNOWN
    origin: Origin = Origin.UNKNOWN
    name: str = ""
    type: str = ""
    cls: ClassKey | None = None
    exact: bool = False
    klass: ClassKey | None = None
    module: str = ""
    callees: tuple[Callee, ...] = ()
    const: object = NOTHING
    items: tuple[Value, ...] | None = None
    items_by_key: ItemsByKey | None = None
    element: Value | None = None
    spelling: str = ""
    factory: str = ""
    constant_seed: bool = False
    parameter: str = ""
    confidence: Confidence = Confidence.HIGH
    unknown_axes: frozenset[int] = NO_AXES
    dtype: str = ""
    possible_classes: tuple[ClassKey, ...] = ()
    optional: bool = False
    provenance: Step | None = None

    @property
    def contents(self) -> tuple[Value, ...]:
        """The items of a container where each is known, else the value that stands for all of them; empty if there is neither."""
        return self.items or ((self.element,) if self.element is not None else ())

    def holding(self, transform: Callable[[Value], Value]) -> Value:
        """Returns the value with each item or element that it holds replaced by the result of a function."""
        return self._replace(
            items=self.items and tuple(map(transform, self.items)),
            items_by_key=self.items_by_key and tuple([(key, transform(each)) for key, each in self.items_by_key]),
            element=self.element and transform(self.element),
        )

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        # Most that are not equal are not of one kind, and most are known for the same reason, or for none.
        if type(other) is not Value or self[0] is not other[0]:
            return False
        return _equal(self, other) if self[-1] is other[-1] else self[:-1] == other[:-1]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self[:-1])


def _replaced(value: Value, /, **changes: Any) -> Value:
    """Like `_replace` of a named tuple, twice as fast; returns the value itself if nothing changes."""
    fields = list(value)
    changed = False
    for name, new in changes.items():
        place = _PLACES[name]
        if fields[place] is not new:
            fields[place] = new
            changed = True
    return _made(Value, fields) if changed else value


_equal = tuple.__eq__
_PLACES = {name: place for place, name in enumerate(Value._fields)}
_made = tuple.__new__
Value._replace = _replaced  # type: ignore[assignment, method-assign]

ItemsByKey = tuple[tuple[str, Value], ...]
"""The items of a dict by key in insertion order; after a join, sorted by key."""

UNKNOWN, BOTTOM = Value(), Value(Kind.BOTTOM, Origin.FRESH)
"""The greatest value, which may be anything, and the least: nothing has arrived yet, as while a function is still being interpreted."""

MAPPINGS = frozenset({"builtins.dict", "collections.OrderedDict", "collections.defaultdict", "collections.Counter"})
"""The types whose `element` is a value of the mapping; iterating one yields keys."""


def seeds_the_same(value: Value) -> bool:
    """Whether a value given as a seed is no tensor and the same on every call: a constant, or a Python value that the call does not compute."""
    if value.const is not NOTHING:
        return value.const is not None
    return value.kind is Kind.PYTHON and value.origin in (Origin.OUTER, Origin.ARGUMENT) and not value.optional


def each_of(value: Value) -> tuple[Value, ...]:
    """Returns the object once for each possible class; the value itself if only one, or none, is known."""
    if not value.possible_classes:
        return (value,)
    if value.kind is Kind.CALLABLE:
        return tuple([value._replace(klass=cls, possible_classes=()) for cls in value.possible_classes])
    return tuple([value._replace(cls=cls, possible_classes=()) for cls in value.possible_classes])


def classes_named(value: Value) -> tuple[ClassKey, ...]:
    """Returns the classes of the project that a value may be."""
    return (value.klass,) if value.klass is not None else value.possible_classes if value.kind is Kind.CALLABLE else ()


def classes_of(value: Value) -> tuple[ClassKey, ...]:
    """Returns the classes of the project that a value may be an object of."""
    return (value.cls,) if value.cls is not None else value.possible_classes if value.kind is not Kind.CALLABLE else ()


def outside(callees: tuple[Callee, ...], place: str = "") -> tuple[Callee, ...]:
    """Returns functions as traced code finds them outside the call, at `place`: what is bound to them was made once, before it."""
    if not any(target.receiver is not None or target.bound_args or target.bound_keywords for target in callees):
        return callees
    return tuple([_outside(target, place) for target in callees])


def _outside(target: Callee, place: str) -> Callee:
    receiver = _kept(target.receiver, place) if target.receiver is not None else None
    keywords = tuple([(name, _kept(value, place)) for name, value in target.bound_keywords])
    return target._replace(receiver=receiver, bound_args=tuple([_kept(value, place) for value in target.bound_args]), bound_keywords=keywords)


def _kept(value: Value, place: str) -> Value:
    return value._replace(origin=Origin.OUTER, spelling=value.spelling or place, parameter="") if value.origin is Origin.FRESH else value
