"""Computes what pure functions, methods and operators of Python give for constants and numbers."""

from __future__ import annotations

import builtins
import math
from collections.abc import Callable, Iterable
from functools import reduce
from typing import Any

from tflint_autograph.traced.eager_runs.values import (
    OPAQUE,
    Class,
    Dataset,
    Function,
    Given,
    Instance,
    Mapping,
    Opaque,
    Plain,
    Scalar,
    Sequence,
    Value,
    is_key,
    is_same_constant,
    keyed,
    number,
)

CONSTANTS = {"pi": math.pi, "e": math.e, "inf": math.inf}
"""Numbers that `math` and NumPy name."""

_FUNCTIONS = frozenset({
    "all", "any", "bin", "chr", "divmod", "frozenset", "hex", "max", "min", "oct", "ord", "reversed", "set", "sorted", "sum",
})  # fmt: skip
_METHODS = frozenset({
    "capitalize", "casefold", "count", "encode", "endswith", "find", "index", "isalnum", "isalpha", "isdigit", "islower", "isspace", "isupper", "join",
    "lower", "lstrip", "partition", "removeprefix", "removesuffix", "replace", "rfind", "rpartition", "rsplit", "rstrip", "split", "splitlines",
    "startswith", "strip", "swapcase", "title", "upper",
})  # fmt: skip
_NOT_COMPUTED = frozenset({"comb", "factorial", "fsum", "lcm", "ldexp", "perm", "pow", "prod"})
"""Functions of `math` whose result may be a huge number, or that take an iterable."""

_LONGEST = 400
"""Maximum length of a text or a container that is computed with."""

_LARGEST = 10**12
"""Maximum absolute value of a number that is computed with."""

_MOST = 4
"""Maximum number of functions, classes or objects of a choice."""

_MADE = {"iterator": list, "list": list, "tuple": tuple, "set": frozenset, "frozenset": frozenset}


class _Unknown(Exception):
    """A value is not a constant, or too large a one."""


def of_function(name: str, given: Given) -> Value | None:
    """Returns what a built-in function or one of `math` gives, by its dotted name, or None where it is not known."""
    package, _, word = name.rpartition(".")
    if package == "math" and word not in _NOT_COMPUTED:
        found = _computed(getattr(math, word, None), given)
        return found if isinstance(found, Plain) else None
    return _computed(getattr(builtins, word), given) if package == "builtins" and word in _FUNCTIONS else None


def of_text(text: str, name: str, given: Given) -> Value | None:
    """Returns what a method of a text gives, or None where it is not known."""
    return _computed(getattr(text, name), given) if name in _METHODS and len(text) <= _LONGEST else None


def _computed(function: Callable[..., Any] | None, given: Given) -> Value | None:
    """Returns the result of a pure function for constants; None where an argument is unknown or the call raises."""
    if not callable(function):
        return None
    try:
        result = function(*map(_constant, given[0]), **{name: _constant(value) for name, value in given[1].items()})
        return _value(list(result) if isinstance(result, reversed) else result)
    except (_Unknown, ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return None


def _constant(value: Value) -> object:
    """Returns the constant that a value is; raises `_Unknown` where it is none."""
    if isinstance(value, Plain):
        _measured(value.value)
        return value.value
    if isinstance(value, Sequence) and value.items is not None and not value.is_open and value.kind in _MADE and len(value.items) <= _LONGEST:
        return _MADE[value.kind](map(_constant, value.items))
    raise _Unknown


def _measured(constant: object) -> None:
    """Raises `_Unknown` where a constant is too large."""
    if isinstance(constant, (int, float)) and math.isfinite(constant) and abs(constant) > _LARGEST:
        raise _Unknown
    if isinstance(constant, (str, bytes)) and len(constant) > _LONGEST:
        raise _Unknown


def _value(constant: object) -> Value:
    """Returns the value of a constant."""
    if isinstance(constant, (list, tuple)):
        return Sequence("tuple" if isinstance(constant, tuple) else "list", [_value(each) for each in constant])
    if isinstance(constant, (set, frozenset)):
        # Python keeps no order of texts: this one is the same in each run.
        return Sequence("set", [_value(each) for each in sorted(constant, key=repr)])
    _measured(constant)
    return Plain(constant)


def distinct(values: Iterable[Value]) -> list[Value] | None:
    """Returns the different ones of values, in the order in which they come first, or None where that is not known."""
    known: dict[object, Value] = {}
    for value in values:
        if not is_key(value):
            return None
        known.setdefault(keyed(value), value)
    return list(known.values())


def is_of(value: Value, name: str) -> bool | None:
    """Whether a value is of a built-in type, by its name, or None where that is not known."""
    kind = getattr(builtins, name, None)
    if not isinstance(kind, type):
        return None
    if isinstance(value, Plain):
        return isinstance(value.value, kind)
    made = {"list": list, "tuple": tuple, "set": set, "frozenset": frozenset}.get(value.kind) if isinstance(value, Sequence) else None
    made = dict if isinstance(value, Mapping) else made
    return issubclass(made, kind) if made is not None else None


def scalar(operator: object, operands: list[Value], type_: str = "") -> Value:
    """Returns a scalar that is computed from others, which is the same where they are the same."""
    tokens: list[object] = []
    types: list[str] = []
    for each in operands:
        if isinstance(each, Scalar):
            tokens.append(each.token)
            types.append(each.type)
        elif isinstance(each, Plain) and isinstance(each.value, (int, float, str)):
            tokens.append(each.value)
            types.append(type(each.value).__name__)
        elif isinstance(each, Opaque) and each.token is not None:
            tokens.append(each)
        else:
            return OPAQUE
    if any(isinstance(each, Opaque) for each in operands):
        return Opaque((operator, *(each.token if isinstance(each, Opaque) else each for each in tokens)))
    if operator in ("<", "<=", ">", ">=", "==", "!="):
        return OPAQUE
    kind = type_ or ("float" if "float" in types or operator == "/" else "str" if "str" in types else "int")
    return Scalar(kind, (operator, *tokens)) if len(repr(tokens)) < 400 else OPAQUE


UNSURE = object()
"""Stands in the token of a value that may be equal to others: one of two, or an item of an argument."""


class Choice(Opaque):
    """One of a few functions, classes or objects, of which it is not known which."""

    __slots__ = ("values",)

    def __init__(self, values: tuple[Value, ...]) -> None:
        super().__init__((UNSURE, *values))  # the objects themselves: another one could get the identity of one that is gone
        self.values = values


_CALLABLE = (Function, Class, Instance, Choice)


def any_of(values: Iterable[Value]) -> Value:
    """Returns one of these values, of which it is not known which; nothing is known of it unless all are functions, classes or objects."""
    every = list(values)
    return reduce(either, every) if every and all(isinstance(each, _CALLABLE) for each in every) else OPAQUE


def any_item(owner: Value) -> Value:
    """Returns what an unknown key of a dict, or an unknown place in a list, gives."""
    if isinstance(owner, Mapping) and owner.items is not None:
        return any_of(owner.items.values())
    return any_of(owner.items or ()) if isinstance(owner, Sequence) and not owner.is_open else OPAQUE


def either(one: Value, other: Value) -> Value:
    """Returns what there is after two branches, of which it is not known which one runs: of two numbers, a number of its own."""
    if one is other or is_same_constant(one, other):
        return one
    if isinstance(one, _CALLABLE) and isinstance(other, _CALLABLE):
        every = dict.fromkeys(each for part in (one, other) for each in (part.values if isinstance(part, Choice) else (part,)))
        return Choice(tuple(every)) if len(every) <= _MOST else OPAQUE
    if isinstance(one, Dataset) and isinstance(other, Dataset):
        return Dataset(None, tuple(each for each in one.functions if each in other.functions))
    are_numbers = all((isinstance(each, Scalar) and each.type != "str") or number(each) is not None for each in (one, other))
    return scalar(UNSURE, [one, other]) if are_numbers else OPAQUE


def is_counted(token: object) -> bool:
    """Whether a token is, or has in it, that of an unknown item which is used as a number of items, or of how many items a condition selects."""
    inner = token.token if isinstance(token, Scalar) else token
    return isinstance(inner, tuple) and ((inner[:1] in (("size",), ("selected",)) and is_unsure(inner)) or any(map(is_counted, inner)))


def is_unsure(token: object) -> bool:
    """Whether a value with this token or key, or a part of it, may be equal to those with others."""
    inner = token.token if isinstance(token, (Scalar, Opaque)) else token
    return inner is UNSURE or (isinstance(inner, tuple) and any(map(is_unsure, inner)))
