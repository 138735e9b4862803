"""Abstract values: what is known of a value during tracing, such as its kind, owner and what it refers to."""

from __future__ import annotations

from enum import Enum, IntEnum
from functools import reduce
from typing import Any, NamedTuple

from tflint_autograph.model.dtypes import either
from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.packages import package_of_either
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
    project class it is an instance of (`exact` if not of a subclass; one of `possible_classes` if of several). `klass`: the project class
    it *is*. `module`: the file of the project module it is. `items`: the elements of a tuple or list of known length. `items_by_key`: the
    items of a dict with only known string keys. `element`: the join of all elements. `spelling`: how the user wrote an outer object.
    `factory`: the dotted name of the call that created an object. `constant_seed`: it was passed a constant seed; for an array, its few
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
    no_tensors = (_is_no_tensor(left), _is_no_tensor(right))
    return NO_TENSOR if all(no_tensors) else left.type if left.type == right.type and not any(no_tensors) else ""


def _is_no_tensor(value: Value) -> bool:
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


def each_of(value: Value) -> tuple[Value, ...]:
    """Returns the object once for each possible class; empty if only one, or none, is known."""
    if value.kind is Kind.CALLABLE:
        return tuple([value._replace(klass=cls, possible_classes=()) for cls in value.possible_classes])
    return tuple([value._replace(cls=cls, possible_classes=()) for cls in value.possible_classes])


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
