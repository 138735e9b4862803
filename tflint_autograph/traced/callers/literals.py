"""Collects the number literals that the calls of a traced function pass to one parameter."""

from __future__ import annotations

from collections.abc import Iterator
from weakref import WeakKeyDictionary

from tflint_autograph.model.body import At
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.paths import counts_for
from tflint_autograph.model.record import record
from tflint_autograph.project.callsites.caller import passed
from tflint_autograph.project.callsites.root_calls import RootCall, RootCalls

_FOUND: WeakKeyDictionary[RootCalls, dict[FunctionKey, dict[str, Numbers]]] = WeakKeyDictionary()

_Place = tuple[FunctionKey, At]


@record
class Numbers:
    """The count of different numbers, the place of the first call, and of the first call with another number."""

    count: int
    first: _Place
    second: _Place


def numbers(key: FunctionKey, calls: RootCalls) -> dict[str, Numbers]:
    """Returns the literals passed in eager code, by parameter of a traced function. Parameters with only one number are left out."""
    known = _FOUND.setdefault(calls, {})
    if key not in known:
        known[key] = _numbers(key, calls)
    return known[key]


def _numbers(key: FunctionKey, calls: RootCalls) -> dict[str, Numbers]:
    by_parameter: dict[str, dict[tuple[type, object], _Place]] = {}
    for use in sorted(calls.uses_of(key), key=lambda use: (use.caller.key.path, use.at)):
        if isinstance(use, RootCall) and not use.caller.traced and counts_for(use.caller.key.path, key.path):
            for name, const in _given(use):
                by_parameter.setdefault(name, {}).setdefault((type(const), const), (use.caller.key, use.at))
    several = {name: tuple(places.values()) for name, places in by_parameter.items() if len(places) > 1}
    return {name: Numbers(len(places), places[0], places[1]) for name, places in several.items()}


def _given(use: RootCall) -> Iterator[tuple[str, object]]:
    """Yields the number literals that one call passes, by parameter."""
    if not any(type(value.const) in (int, float) for _, value in use.site.args):
        return
    call = use.caller.call(use.site)
    values = {id(expr): value for expr, value in passed(call, use.site.args)} if call is not None else {}
    for name, expr in use.caller.arguments(call, use.target).items() if call is not None else ():
        value = values.get(id(expr))
        if value is not None and type(value.const) in (int, float):
            yield name, value.const
