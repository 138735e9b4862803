"""The results of operators on abstract values: kinds, and constants where all operands are known."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.model.constants import as_constant, truth_of
from tflint_autograph.model.joins import MOST_ITEMS, join_all
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.values import CONVERTED, NO_AXES, NOTHING, UNKNOWN, Kind, Origin, Value
from tflint_autograph.project.bodies.walks import place_path
from tflint_autograph.project.values.dtypes import of_array_operation, of_operation, of_value
from tflint_autograph.project.values.elements import is_fixed, sure_of_one
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.tfapi.tables import method_result

_ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "//": operator.floordiv, "%": operator.mod,
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq, "!=": operator.ne,
}  # fmt: skip

_TRACING = frozenset({"tensorflow", "keras"})
"""Modules that are present whenever something is traced."""


def negated(value: Value) -> Value:
    """Returns the result of `not`."""
    if value.kind.graph:
        return Value(Kind.TENSOR, Origin.FRESH, dtype="bool", provenance=value.provenance, confidence=value.confidence)
    truth = truth_of(value)
    return Value(Kind.PYTHON, Origin.FRESH, type="builtins.bool", const=NOTHING if truth is None else not truth)


_OF_LISTS = frozenset({"+", "*", "|", "==", "!="})
"""Operators that lists and dicts support as well as tensors."""


def identity(word: str, values: tuple[Value, ...], *, traced: bool) -> Value:
    """Returns the result of `is`, `is not`, `in` and `not in`. An optional module counts as present if it is needed for tracing."""
    result = Value(Kind.PYTHON, Origin.FRESH, type="builtins.bool")
    if word in ("is", "is not") and len(values) == 2 and Kind.NONE in (values[0].kind, values[1].kind):
        other = values[0] if values[1].kind is Kind.NONE else values[1]
        if other.kind is Kind.NONE:
            return result._replace(const=word == "is")
        if traced and canonical(other.name) in _TRACING:
            return result._replace(const=word == "is not")
        if traced and _is_something(other):
            return result._replace(const=word == "is not")
    if word in ("in", "not in") and len(values) == 2 and values[1].items is not None and _are_words((values[0], *values[1].items)):
        return result._replace(const=any(values[0].const == item.const for item in values[1].items) is (word == "in"))
    if word in ("is", "is not") and len(values) == 2 and all(isinstance(value.const, bool) for value in values):
        return result._replace(const=(values[0].const is values[1].const) is (word == "is"))
    return result


def _is_something(value: Value) -> bool:
    """Whether a value is a variable, or a tensor that the traced code has created, and None on no path to it."""
    created = value.kind is Kind.VARIABLE or (value.kind is Kind.TENSOR and value.origin is Origin.FRESH)
    return created and not value.optional and value.confidence is Confidence.HIGH


def combined(word: str, values: tuple[Value, ...]) -> Value:
    """Returns the result of an arithmetic or comparison operator on these operands."""
    if word == "%" and values[0].kind is Kind.PYTHON and values[0].type == "builtins.str":
        # A text asks nothing of what it formats: `"%s" % x` is one for a tensor, too.
        return Value(Kind.PYTHON, Origin.FRESH, type="builtins.str", confidence=values[0].confidence)
    for value in values:
        if value.kind.graph:
            alone = all(other is value or other.kind is Kind.PYTHON for other in values)
            unsized = value.unknown_axes if alone else NO_AXES
            sure = max(each.confidence if word in _OF_LISTS else sure_of_one(each) for each in values if each.kind.graph)
            still = CONVERTED if all(map(_is_no_tensor_eagerly, values)) else ""
            # An array beside a tensor is converted to its dtype, or the graph raises: the result is what the tensor says.
            dtype = of_operation((word,), ["" if each.type == CONVERTED and not still else of_value(each) for each in values])
            return Value(Kind.TENSOR, Origin.FRESH, type=still, dtype=dtype, provenance=value.provenance, confidence=sure, unknown_axes=unsized)
    if any(value.kind is Kind.NUMPY for value in values):
        return Value(Kind.NUMPY, Origin.FRESH, dtype=of_array_operation((word,), [of_value(each) for each in values]))
    if values[0].kind is Kind.CONTAINER and word in ("+", "*", "|"):
        joined = values[:1] if word == "*" else values
        elements = tuple(UNKNOWN if value.kind is not Kind.CONTAINER else value.element for value in joined)
        known = tuple(element for element in elements if element is not None)
        items = _one_after_the_other(values) if word == "+" else None
        return Value(Kind.CONTAINER, Origin.FRESH, type=values[0].type, items=items, element=join_all(known) if known else None)
    if all(value.kind is Kind.PYTHON for value in values):
        return _folded(word, values)
    made = method_result(values[0].type, methods(word, len(values))[0]) if values[0].type else ""
    if made and made == values[0].type:
        return Value(Kind.OBJECT, Origin.FRESH, type=made)
    given = max((value.origin for value in values if value.kind is Kind.UNKNOWN), default=Origin.UNKNOWN)
    return Value(Kind.UNKNOWN, Origin.ARGUMENT if given is Origin.ARGUMENT else Origin.UNKNOWN)


def _is_no_tensor_eagerly(value: Value) -> bool:
    """Whether eager code computes with the value as Python or NumPy does."""
    return value.type == CONVERTED if value.kind is Kind.TENSOR else value.kind in (Kind.PYTHON, Kind.NUMPY)


def _one_after_the_other(values: tuple[Value, ...]) -> tuple[Value, ...] | None:
    """Returns the items of the containers in order, or None if not all are known or they are too many."""
    items: tuple[Value, ...] = ()
    for value in values:
        if value.items is None or not is_fixed(value) or len(items) + len(value.items) > MOST_ITEMS:
            return None
        items += value.items
    return items


def _folded(word: str, values: tuple[Value, ...]) -> Value:
    result = Value(Kind.PYTHON, Origin.FRESH, type=_type_of(word, {value.type for value in values}), confidence=min(value.confidence for value in values))
    if word in ("==", "!=") and len(values) == 2 and _are_words(values):
        return result._replace(const=(values[0].const == values[1].const) is (word == "=="))
    numbers = [value.const for value in values if type(value.const) in (int, bool, float)]
    if len(values) == 2 and len(numbers) == 2 and word in _ARITHMETIC:
        try:
            return result._replace(const=as_constant(_ARITHMETIC[word](*numbers)))
        except (ZeroDivisionError, OverflowError):
            return result
    return result


def _type_of(word: str, types: set[str]) -> str:
    """Returns the type of the result of an operator on Python values of these types, or an empty string."""
    if word in ("<", "<=", ">", ">=", "==", "!="):
        return "builtins.bool"
    if types <= {"builtins.int", "builtins.float"}:
        return "builtins.float" if word == "/" or len(types) > 1 else next(iter(types))
    return next(iter(types)) if len(types) == 1 else ""


_OF_MATH = {
    **dict.fromkeys(("ceil", "comb", "factorial", "floor", "gcd", "isqrt", "lcm", "perm", "trunc"), "builtins.int"),
    **dict.fromkeys(("isclose", "isfinite", "isinf", "isnan"), "builtins.bool"),
}  # fmt: skip


def type_of_math(word: str) -> str:
    """Returns the type of the result of a function of `math`."""
    return _OF_MATH.get(word, "builtins.float")


def _are_words(values: tuple[Value, ...]) -> bool:
    """Whether all operands are known strings, none of them a parameter: another call may pass another string."""
    return all(type(value.const) is str and not value.parameter for value in values)


_BINARY = {
    "+": "add", "-": "sub", "*": "mul", "@": "matmul", "/": "truediv", "%": "mod", "**": "pow", "//": "floordiv",
    "<<": "lshift", ">>": "rshift", "|": "or", "^": "xor", "&": "and",
}  # fmt: skip
_COMPARISONS = {"<": ("lt", "gt"), "<=": ("le", "ge"), ">": ("gt", "lt"), ">=": ("ge", "le"), "==": ("eq", "eq"), "!=": ("ne", "ne")}
_TEXT = ("__str__", "__repr__")
_FUNCTIONS = {
    **{
        f"builtins.{word}": (f"__{word}__",)
        for word in ("len", "int", "float", "complex", "repr", "hash", "abs", "round", "iter", "next", "reversed")
    },
    "builtins.bool": ("__bool__", "__len__"),
    "builtins.str": _TEXT,
    "builtins.format": ("__format__", *_TEXT),
}  # fmt: skip
_UNARY = {"-": "neg", "+": "pos", "~": "invert"}


OPERATORS = frozenset({
    *(f"__{prefix}{word}__" for word in _BINARY.values() for prefix in ("", "r", "i")), *(f"__{word}__" for word in _UNARY.values()),
    *(f"__{word}__" for pair in _COMPARISONS.values() for word in pair), "__contains__", "__getitem__", "__setitem__",
})  # fmt: skip
"""Methods that operators and subscripts call."""


def methods(word: str, operands: int) -> tuple[str, str]:
    """Returns the methods that `word` looks up on its left and right operand; empty if none."""
    if operands == 1:
        return (f"__{_UNARY[word]}__" if word in _UNARY else "", "")
    if word in _BINARY:
        return f"__{_BINARY[word]}__", f"__r{_BINARY[word]}__"
    if word in _COMPARISONS:
        left, right = _COMPARISONS[word]
        return f"__{left}__", f"__{right}__"
    return ("", "__contains__") if word in ("in", "not in") else ("", "")


def methods_behind(function: str) -> tuple[str, ...]:
    """Returns the methods of which a built-in calls the first that exists, for example `__len__` for `builtins.len`. Mostly empty."""
    return _FUNCTIONS.get(function, ())


def in_place(operator: str) -> str:
    """Returns the in-place method of an operator: `__iadd__` for the `+` of `+=`."""
    return f"__i{_BINARY[operator]}__"


def is_arithmetic(value: ir.Operation) -> bool:
    """Whether an operation computes with two values: no comparison, and none of `and`, `or` and `not`."""
    return value.operators[0] in _BINARY and len(value.operands) == 2


def updates(target: Expr, value: Expr) -> bool:
    """Whether an assignment computes the new value of a target from its old one, like `+=`: `self.n = self.n + 1`."""
    if not isinstance(target, ir.Attribute) or not isinstance(value, ir.Operation) or not is_arithmetic(value):
        return False
    return any(place_path(each) == place_path(target) != "" or updates(target, each) for each in value.operands)
