"""Binds the arguments of a call to parameters."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tflint_autograph.model.facts import FunctionFact, Parameter
from tflint_autograph.model.joins import MOST_KEYS, join_all
from tflint_autograph.model.values import Callee, Kind, Origin, Value
from tflint_autograph.project.values.scope import Arguments


def bind(fact: FunctionFact, target: Callee, args: Arguments) -> dict[str, Value]:
    """Returns the argument for each parameter. Parameters left to their defaults are missing."""
    first = next((number for number, (keyword, _) in enumerate(args) if keyword == "*"), len(args))
    unpacked = first < len(args)
    # What follows an unpacked sequence has no known position.
    positional = [value for keyword, value in args[:first] if keyword is None]
    if target.bound_args:
        positional = [*target.bound_args, *positional]
    if target.receiver is not None:
        positional.insert(0, target.receiver)
    names: list[str] = []
    accepted: set[str | None] = set()
    packed: list[Parameter] = []
    for parameter in fact.parameters:
        kind = parameter.kind
        if kind == "positional":
            names.append(parameter.name)
            accepted.add(parameter.name)
        elif kind == "keyword":
            accepted.add(parameter.name)
        else:
            packed.append(parameter)
    bound = dict(zip(names, positional, strict=False))
    extra: list[tuple[str | None, Value]] = []
    for keyword, value in (*target.bound_keywords, *args) if target.bound_keywords else args:
        if keyword in accepted and keyword is not None:
            bound[keyword] = value
        elif keyword not in _UNNAMED:
            extra.append((keyword, value))
    if packed and not unpacked:
        rest = [(None, value) for value in positional[len(names) :]]
        whole = not any(keyword == "**" for keyword, _ in args)
        bound.update({each.name: _packed(each.kind, rest if each.kind == "*" else extra, whole=whole) for each in packed})
    return bound


def bind_fields(positions: Sequence[str], names: Collection[str], args: Arguments) -> dict[str, Value]:
    """Returns the argument for each field that a generated constructor fills, some of them by position, as far as the call says which is which."""
    first = next((number for number, (keyword, _) in enumerate(args) if keyword == "*"), len(args))
    bound = dict(zip(positions, (value for keyword, value in args[:first] if keyword is None), strict=False))
    bound.update((keyword, value) for keyword, value in args if keyword is not None and keyword in names)
    return bound


def takes(fact: FunctionFact, target: Callee, args: Arguments) -> bool:
    """Whether the signature of a function fits a call: all required parameters are given, and not too many positional ones.

    Keras passes `training` and `mask` itself, and a decorator may have another signature.
    """
    if fact.decorators or any(keyword in ("*", "**") for keyword, _ in args):
        return True
    bound = bind(fact, target, args)
    required = (each.name for each in fact.parameters if each.default is None and each.kind in ("positional", "keyword"))
    positional = [each for each in fact.parameters if each.kind == "positional"]
    many = len([None for keyword, _ in args if keyword is None]) + len(target.bound_args) + (target.receiver is not None)
    fits = many <= len(positional) or any(each.kind == "*" for each in fact.parameters)
    return fits and all(name in bound or name in GIVEN_BY_KERAS for name in required)


GIVEN_BY_KERAS = ("training", "mask")
"""Parameters of `call` that Keras passes by itself."""

_UNNAMED = (None, "*", "**")


def _packed(kind: str, given: Sequence[tuple[str | None, Value]], *, whole: bool) -> Value:
    """Returns the value of `*args` or `**kwargs`. `whole`: the call shows all of them."""
    values = tuple([value for _, value in given])
    element = join_all(values) if values else None
    if kind == "*":
        return Value(Kind.CONTAINER, Origin.FRESH, type="builtins.tuple", items=values, element=element)
    keyed = tuple([(keyword or "", value) for keyword, value in given]) if whole and len(given) <= MOST_KEYS else None
    return Value(Kind.CONTAINER, Origin.FRESH, type="builtins.dict", items_by_key=keyed, element=element)
