"""What is known of a value while a function is traced: its kind, where it comes from, what it refers to."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, IntEnum
from functools import reduce
from typing import Any, NamedTuple

from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.trace import Step


class Kind(Enum):
    """What sort of thing a value is. Two different kinds join to UNKNOWN: a value that may be either is unknown."""

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

    # Members are equal to themselves alone, and values, of which they are a part, are hashed by the million.
    __hash__ = object.__hash__

    @property
    def graph(self) -> bool:
        """Whether the value lives in the graph: a tensor, or a variable, whose reading gives one."""
        return self in (Kind.TENSOR, Kind.VARIABLE)


    @property
    def spoken(self) -> str:
        """The kind as a message names it, with its article."""
        return _SPOKEN[self]


_SPOKEN = {
    Kind.TENSOR: "a tensor", Kind.VARIABLE: "a variable", Kind.TENSORARRAY: "a `tf.TensorArray`", Kind.DATASET: "a dataset",
    Kind.ITERATOR: "an iterator", Kind.NUMPY: "a NumPy array", Kind.PYTHON: "a Python value", Kind.CONTAINER: "a container",
    Kind.OBJECT: "an object", Kind.CALLABLE: "a function", Kind.MODULE: "a module", Kind.NONE: "None", Kind.UNKNOWN: "a value",
}  # fmt: skip


class Origin(IntEnum):
    """Whose a mutable value is, from the least to the most that must be said: a join takes the greater."""

    FRESH = 0
    """made in this call"""
    UNKNOWN = 1
    ARGUMENT = 2
    """passed to the root of the trace by its caller"""
    OUTER = 3
    """lives outside the call: module level, an enclosing scope, an attribute of something that does"""


class _Nothing(Enum):
    NOTHING = 0


NOTHING = _Nothing.NOTHING
"""The `const` of a value that is no known constant (None is a constant)."""


NO_AXES: frozenset[int] = frozenset()
"""The open axes of nearly everything: each `frozenset()` would be another object, larger than the value it is a part of."""


NO_TENSOR = "builtins.object"
"""The `type` of a value of which nothing is known but that it is no tensor."""


class Callee(NamedTuple):
    """A function of the project a value may be, with what is bound to it already.

    `receiver` is the `self` of a bound method; `bound` are positional arguments and `keywords` keyword arguments given
    by `functools.partial`. `through` names the wrapper around it: `tf.function` where calling it starts a trace.
    """

    key: FunctionKey
    receiver: Value | None = None
    bound_args: tuple[Value, ...] = ()
    bound_keywords: tuple[tuple[str, Value], ...] = ()
    wrapper: str = ""


class Value(NamedTuple):
    """One abstract value; values are made by the million. Two with another `because` are equal.

    `name` is the dotted name of something outside the project that the value *is* (`numpy.random.rand`; with `targets`
    besides it may as well be one of them, as `tf.function if fast else plain` is), `type` the
    dotted name of the type it is an instance of (`builtins.list`, `numpy.random.Generator`), `cls` the project class it
    is an instance of (`exact` when not of a subclass; one of `either` where it may be of several), `klass` the project class it *is* (one of
    `either` where it is a callable), `module` the file of the project
    module it is. `items` are the elements of a
    tuple or list whose length is known, `keyed` what a dict holds under keys that are all known to be texts, `element` the
    join of all. `place` is how the user wrote an outer thing.
    `maker` is the dotted name of the call that made an object, `seeded` says that it was given a constant,
    of an array that its few rows are written out.
    `unsized` are the axes of a tensor, of its static shape or of a dataset's elements that have no length while
    TensorFlow traces; a number taken from a shape is None there when it has an axis 0 of the kind.
    `parameter` says which parameter of the current function it is, unchanged. `because` says why the kind is so.
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
    possible_classes: tuple[ClassKey, ...] = ()
    provenance: Step | None = None

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
    """What `_replace` of a named tuple gives, in half the time; the value itself where nothing is another."""
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
"""What lies under the keys of a dict, in the order in which they were put there; of two that were joined, by the alphabet."""

UNKNOWN = Value()

MAPPINGS = frozenset({"builtins.dict", "collections.OrderedDict", "collections.defaultdict", "collections.Counter"})
"""The types whose `element` is what their keys lead to; iterating one gives the keys."""


def join(left: Value, right: Value, depth: int = 0) -> Value:
    """The value that may be either."""
    if left is right or left == right:
        return left
    if Kind.NONE in (left.kind, right.kind) and left.kind is not right.kind:
        other = right if left.kind is Kind.NONE else left
        return other._replace(const=NOTHING, parameter="")
    kind = left.kind if left.kind is right.kind else Kind.UNKNOWN
    wider = left if left.origin >= right.origin else right
    return Value(
        kind,
        wider.origin,
        left.name if left.name == right.name else _of_either(left, right),
        left.type if left.type == right.type else "",
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
        left.possible_classes if left.cls == right.cls and left.klass == right.klass and left.possible_classes == right.possible_classes else _join_classes(left, right),
        wider.provenance or left.provenance or right.provenance,
    )


_KERAS_2 = "tf_keras"
_KERAS = frozenset({_KERAS_2, "keras", "tensorflow.keras", "tensorflow.compat.v2.keras", "tensorflow.python.keras"})
"""Packages that offer the same."""

_TENSORFLOW = frozenset({"tensorflow", "tensorflow.compat.v1", "tensorflow.compat.v2"})
_OTHERS = frozenset({"cntk", "jax", "mxnet", "paddle", "theano", "torch"})
"""Packages that are in the place of TensorFlow, none of which can be part of its graphs."""


def _of_either(left: Value, right: Value) -> str:
    """The name of what may be either: of two packages of Keras, Keras 2, of which less can be said to go wrong.

    Of TensorFlow and what is in its place in another framework it is TensorFlow's: nothing else is ever traced.
    Of `tf.function` and functions of the project that may be in its place it is `tf.function`, with them as targets.
    """
    if left.name in _KERAS and right.name in _KERAS:
        return _KERAS_2 if _KERAS_2 in (left.name, right.name) else left.name
    if left.name in _TENSORFLOW and right.name in _TENSORFLOW:
        return min(left.name, right.name)
    if left.name and right.name:
        for one, instead in ((left.name, right.name), (right.name, left.name)):
            if instead.partition(".")[0] in _OTHERS and one.startswith(("tensorflow", "keras", "tf_keras")):
                return one
    named, other = (left, right) if left.name else (right, left)
    is_traced = named.name.endswith(".function") and named.name.startswith("tensorflow.")
    return named.name if is_traced and other.callees and not other.name else ""


def _join_classes(left: Value, right: Value) -> tuple[ClassKey, ...]:
    """The classes of which an object may be, or which a class may be, that is any of these; none where one may be any other.

    Beside an object a function is no other: each can be called.
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
"""Classes of an object that are told apart."""


def each_of(value: Value) -> tuple[Value, ...]:
    """The same object as one of each class it may be of, or each class it may be; none where only one, or no class, is known."""
    if value.kind is Kind.CALLABLE:
        return tuple([value._replace(klass=cls, possible_classes=()) for cls in value.possible_classes])
    return tuple([value._replace(cls=cls, possible_classes=()) for cls in value.possible_classes])


MOST_KEYS = 64
"""Keys of a mapping that are told apart."""

DEEPEST = 3
"""Elements of elements are followed this far; deeper ones are unknown, so that every join ends."""


def _join_items(left: Value, right: Value, depth: int) -> tuple[Value, ...] | None:
    if left.items is None or right.items is None or len(left.items) != len(right.items) or depth >= DEEPEST:
        return None
    return tuple(join(one, other, depth + 1) for one, other in zip(left.items, right.items, strict=True))


def _join_keyed(left: ItemsByKey | None, right: ItemsByKey | None, depth: int) -> ItemsByKey | None:
    """What either holds under its keys: a key of one alone may be missing, and holds nothing else where it is not."""
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
    """The same where the types differ: what a mapping holds is not what iterating anything else gives."""
    if left.type in MAPPINGS or right.type in MAPPINGS:
        return None
    return _join_optional(left.element, right.element, depth)


def join_all(values: tuple[Value, ...]) -> Value:
    """The join of any number of values; of none, an unknown one.

    The functions they may be are put together at the end: hundreds of overrides, pair by pair, would cost their square.
    """
    if len(values) < 3:
        return join(*values) if len(values) == 2 else values[0] if values else UNKNOWN
    first = values[0]
    if all(value == first for value in values):
        return first
    if any(value.callees for value in values) and any(value.possible_classes or _class_of(value) is not None for value in values):
        # Beside objects no function may be lost on the way.
        return reduce(join, values)
    result, targets = first._replace(callees=()), dict.fromkeys(first.callees)
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


def truth_of(value: Value) -> bool | None:
    """The truth of a constant; None for everything else."""
    constant = value.const
    return bool(constant) if constant is None or isinstance(constant, (bool, int, str)) else None


LARGEST = 1 << 1024
"""Whole numbers from here on are no constant: no float holds one, some have no text, and a product of two is twice as long."""


def as_constant(known: object) -> object:
    """A literal, or the result of an operation, as the `const` of a value: NOTHING for what cannot be counted on.

    `nan` is none either: it differs from itself, so that no two passes over a body would agree on it.
    """
    if type(known) is int:
        return known if -LARGEST < known < LARGEST else NOTHING
    if type(known) is float:
        return known if known == known else NOTHING  # noqa: PLR0124 - only nan differs from itself
    return known if known is None or type(known) in (bool, str) else NOTHING


def range_length(bounds: Sequence[object]) -> int | None:
    """The number of iterations of a `range` with these bounds, however many; None where it is not known, or raises."""
    whole = [bound for bound in bounds if isinstance(bound, int)]
    if not 0 < len(whole) == len(bounds) <= 3:
        return None
    start, stop, step = (0, whole[0], 1) if len(whole) == 1 else (*whole, 1) if len(whole) == 2 else whole
    # `len` of a range raises where the length fits into no machine word.
    return max(0, -((start - stop) // step)) if step else None
