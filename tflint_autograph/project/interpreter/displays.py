"""Evaluates displays and comprehensions, calls that create containers, and calls of their methods."""

from __future__ import annotations

from sys import intern
from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.model.joins import MOST_ITEMS, MOST_KEYS
from tflint_autograph.model.values import NOTHING, UNKNOWN, ItemsByKey, Kind, Origin, Value
from tflint_autograph.project.interpreter import implicit
from tflint_autograph.project.values.body_result import CallSite
from tflint_autograph.project.values.elements import (
    copied,
    element_for,
    element_of,
    is_fixed,
    item_of,
    joined_alike,
    owned,
    under,
)

if TYPE_CHECKING:
    from tflint_autograph.project.interpreter.expressions import Evaluator
    from tflint_autograph.project.values.body_result import Env


def display(run: Evaluator, node: ir.Display) -> Value:
    """Returns the tuple, list or set. The items of an unpacked container are those of the display."""
    values: list[Value] = []
    exact = True
    for item in node.items:
        if isinstance(item, ir.Starred):
            unpacked = implicit.iterated(run, run.evaluate(item), run.at)
            is_exact = unpacked.items is not None and is_fixed(unpacked)
            values += (unpacked.items or ()) if is_exact else (element_of(unpacked),)
            exact = exact and is_exact
        else:
            values.append(run.evaluate(item))
    if node.type == "set":
        for value in values:
            implicit.hashed(run, value)
    element = joined_alike(tuple(values)) if values else None
    items = tuple(values) if exact and len(values) <= MOST_ITEMS else None
    return Value(Kind.CONTAINER, Origin.FRESH, type=intern(f"builtins.{node.type}"), items=items, element=element)


def mapping(run: Evaluator, node: ir.Mapping) -> Value:
    """Returns the dict. The items of an unpacked dict are those of the display."""
    for key in node.keys:
        if key is not None:
            implicit.hashed(run, run.evaluate(key))
    values = [run.evaluate(value) for value in node.values]
    unpacked = [item_of(value) if key is None else value for key, value in zip(node.keys, values, strict=True)]
    element = joined_alike(tuple(unpacked)) if unpacked else None
    keyed = _keyed(node, values)
    return Value(Kind.CONTAINER, Origin.FRESH, type="builtins.dict", items_by_key=keyed, element=element)


def _keyed(node: ir.Mapping, values: list[Value]) -> ItemsByKey | None:
    """Returns the items of a dict display by key, those of unpacked dicts among them; None if not all are known strings."""
    found: dict[str, Value] = {}
    for key, value in zip(node.keys, values, strict=True):
        if isinstance(key, ir.Constant) and isinstance(key.value, str):
            found[key.value] = value
        elif key is None and value.items_by_key is not None and is_fixed(value):
            found |= dict(value.items_by_key)
        else:
            return None
    return tuple(found.items()) if len(found) <= MOST_KEYS else None


def comprehension(run: Evaluator, node: ir.Comprehension) -> Value:
    """Returns the container or generator, whose element is evaluated for an element of each iterable."""

    def work() -> Value:
        if node.key is not None:
            run.evaluate(node.key)
        return run.evaluate(node.element)

    element = run.reached(lambda: run.within(run.inside(node.clauses), work))
    if node.type == "generator":
        return Value(Kind.OBJECT, Origin.FRESH, type="builtins.generator", element=element)
    return Value(Kind.CONTAINER, Origin.FRESH, type=intern(f"builtins.{node.type}"), element=element)


def names_inside(run: Evaluator, clauses: tuple[ir.Clause, ...]) -> Env:
    """Returns the state inside a comprehension. The first iterable is evaluated outside, as in Python."""
    first = run.evaluate(clauses[0].iterable)

    def work() -> Env:
        for number, clause in enumerate(clauses):
            iterable = implicit.iterated(run, run.evaluate(clause.iterable) if number else first, run.at)
            bind_loosely(run, clause.target, element_for(clause.target, iterable, run.body))
            for condition in clause.conditions:
                implicit.asked(run, run.evaluate(condition))
        return run.env or {}

    return run.within(dict(run.env or {}), work)


def bind_loosely(run: Evaluator, target: Expr, value: Value) -> None:
    """Binds the names of a comprehension's target."""
    if isinstance(target, ir.Name):
        run.set(target.id, value)
    elif isinstance(target, ir.Starred):
        bind_loosely(run, target.value, Value(Kind.CONTAINER, Origin.FRESH, type="builtins.list"))
    elif isinstance(target, ir.Display):
        exact = value.items is not None and len(value.items) == len(target.items)
        parts = value.items if exact and value.items is not None else (element_of(value),) * len(target.items)
        for item, part in zip(target.items, parts, strict=True):
            bind_loosely(run, item, part)


_OF_ITEMS = frozenset({"builtins.list", "builtins.tuple"})
_MUTABLE = frozenset({"list", "dict", "set"})
COLLECTIONS = frozenset(
    f"collections.{name}" for name in ("deque", "Counter", "OrderedDict", "defaultdict", "ChainMap", "UserList", "UserDict")
)


def new_container(site: CallSite, name: str) -> Value:
    """Returns a new container with the elements of the first argument."""
    positional = [value for keyword, value in site.args if keyword is None]
    if name == "collections.defaultdict":
        made = positional[0].name.removeprefix("builtins.") if positional else ""
        element = Value(Kind.CONTAINER, Origin.FRESH, type=f"builtins.{made}") if made in _MUTABLE else None
        return Value(Kind.CONTAINER, Origin.FRESH, type=name, element=element)
    given = [value for keyword, value in site.args if keyword not in (None, "*", "**", "maxlen")]
    taken = item_of if name.endswith(("dict", "Dict")) else element_of
    element = taken(positional[0]) if positional and not positional[0].callees else None
    if element is not None and element.origin is not Origin.OUTER:
        element = None if element.kind is Kind.UNKNOWN else element
    if given:
        element = joined_alike(tuple(given))
    all_known = name == "builtins.dict" and all(keyword not in (None, "*", "**") for keyword, _ in site.args)
    keyed = tuple((keyword or "", value) for keyword, value in site.args) if all_known else None
    is_empty = not site.args and name in _OF_ITEMS
    return Value(Kind.CONTAINER, Origin.FRESH, type=name, items=() if is_empty else None, items_by_key=keyed, element=element)


def by_method(receiver: Value, method: str, first: Value | None) -> Value:
    """Returns the result of calling a method of a container; `first` is its first argument."""
    if method in ("copy", "union", "intersection", "difference", "symmetric_difference", "__copy__"):
        return copied(receiver)
    if method in ("get", "pop", "popleft", "setdefault", "popitem"):
        element = receiver.element or UNKNOWN
        if receiver.items_by_key and first is not None and first.const is not NOTHING:
            return under(receiver, first.const)
        return element._replace(origin=max(element.origin, receiver.origin))
    if method in ("values", "items", "keys", "elements", "most_common"):
        element = receiver.element or UNKNOWN
        if method == "items":
            pair = (Value(Kind.UNKNOWN, Origin.FRESH), element._replace(origin=max(element.origin, receiver.origin)))
            element = Value(Kind.CONTAINER, Origin.FRESH, type="builtins.tuple", items=pair)
        elif method == "values":
            element = owned(element, receiver)
        else:
            element = Value(Kind.PYTHON, Origin.FRESH)
        return Value(Kind.CONTAINER, Origin.FRESH, type="builtins.list", element=element)
    return Value(Kind.PYTHON, Origin.FRESH)
