"""Objects of which a call of their class shows the fields: dataclasses and named tuples."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tflint_autograph.model.joins import join_all
from tflint_autograph.model.values import UNKNOWN, ItemsByKey, Kind, Origin, Value
from tflint_autograph.project.values.body_result import CallSite
from tflint_autograph.project.values.elements import unpacked

if TYPE_CHECKING:
    from tflint_autograph.project.interpreter.expressions import Evaluator

NAMED_TUPLE = "collections.namedtuple"
"""The `type` of a class that `collections.namedtuple` makes. Its `items_by_key` has the fields."""


def filled(run: Evaluator, site: CallSite, made: Value) -> Value:
    """Returns a new object with the fields that a generated constructor fills from the arguments of the call, if its class has one."""
    if made.cls is None or not run.traced or made.origin is not Origin.FRESH:
        return made
    fields = run.scope.classes.filled_fields(made.cls)
    if not fields:
        return made
    given = _given(site, [field.name for field in fields if not field.is_named], [field.name for field in fields])
    if given is None:
        return made
    klass = Value(Kind.CALLABLE, Origin.OUTER, klass=made.cls)
    held = tuple([(name, given.get(name) or run.scope.attribute(klass, name, traced=True)) for name in (field.name for field in fields)])
    is_tuple = "typing.NamedTuple" in run.scope.classes.external(made.cls)
    return made._replace(items_by_key=held, items=tuple([value for _, value in held]) if is_tuple else None)


def _given(site: CallSite, positions: Sequence[str], names: Sequence[str]) -> dict[str, Value] | None:
    """Returns the arguments by field, or None if the call does not say which is which."""
    found: dict[str, Value] = {}
    args = list(unpacked(site.args))
    positional = [value for keyword, value in args if keyword is None]
    if any(keyword in ("*", "**") for keyword, _ in args) or len(positional) > len(positions):
        return None
    found.update(zip(positions, positional, strict=False))
    found.update((keyword, value) for keyword, value in args if keyword is not None and keyword in names)
    return found




def named_tuple(run: Evaluator, site: CallSite) -> Value:
    """`collections.namedtuple("Step", ["x", "y"])`: returns the class."""
    names = _names(site.argument(1, "field_names"))
    if names is None:
        return Value(origin=Origin.FRESH, factory=NAMED_TUPLE)
    defaults = site.argument(None, "defaults")
    last = defaults.items if defaults is not None and defaults.items else ()
    padded = (*[UNKNOWN] * (len(names) - len(last)), *last)
    return Value(Kind.CALLABLE, Origin.FRESH, type=NAMED_TUPLE, factory=NAMED_TUPLE, items_by_key=tuple(zip(names, padded, strict=False)))


def _names(given: Value | None) -> list[str] | None:
    if given is None:
        return None
    if isinstance(given.const, str):
        return given.const.replace(",", " ").split()
    words = [item.const for item in given.items or ()]
    return [word for word in words if isinstance(word, str)] if words and all(isinstance(word, str) for word in words) else None


def tuple_of(site: CallSite, fields: ItemsByKey) -> Value:
    """Returns a named tuple that a call of its class makes."""
    names = [name for name, _ in fields]
    given = _given(site, names, names)
    if given is None:
        return Value(Kind.CONTAINER, Origin.FRESH, type="builtins.tuple", element=UNKNOWN)
    held = {**dict(fields), **given}
    items = tuple(held.values())
    return Value(Kind.CONTAINER, Origin.FRESH, type="builtins.tuple", items=items, items_by_key=tuple(held.items()), element=join_all(items))
