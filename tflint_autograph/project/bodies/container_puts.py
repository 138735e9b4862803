"""Finds what statements add to containers, and what is called on attributes of a name. Does not evaluate values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr, Statement
from tflint_autograph.model.mentions import ATTRIBUTE
from tflint_autograph.project.bodies.walks import read_parts, spelled_in

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis

_ADDING = {"append": 0, "add": 0, "appendleft": 0, "insert": 1, "setdefault": 1}
"""Methods that add an argument to a container, with the position of that argument."""

_ADDING_ALL = frozenset({"extend", "update"})


class Put(NamedTuple):
    """An element that a statement adds to a container, with its key, or None if it has no key.

    A `nested` one is added to the container stored there: `handlers.setdefault(event, []).append(function)`.
    """

    holder: Expr
    key: Expr | None
    value: Expr
    nested: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The names whose values are added: the element, or the names in a tuple, list or dict that is added: `TABLE[name] = (function, weight)`.
        """
        return tuple(each.id for each in self._parts if isinstance(each, ir.Name))

    @property
    def sources(self) -> tuple[str, ...]:
        """The names that decide what is added: `names`, and the names that are called for it: `TABLE[name] = cls()`."""
        return tuple(each.id for part in self._parts if isinstance(each := part.func if isinstance(part, ir.Call) else part, ir.Name))

    @property
    def _parts(self) -> tuple[Expr, ...]:
        return tuple(value for _, value in _elements(self.value)) if isinstance(self.value, ir.Display | ir.Mapping) else (self.value,)


def item_in(expr: Expr | None, key: Expr) -> Expr | None:
    """Returns the item under a constant key of a dict that is written out with constant keys alone, or None."""
    if not isinstance(expr, ir.Mapping) or not all(isinstance(each, ir.Constant) for each in (key, *expr.keys)):
        return None
    found = [value for each, value in zip(expr.keys, expr.values, strict=True) if each == key]
    return found[-1] if found else None


def puts(statement: Statement) -> Iterator[Put]:
    """Yields the elements that a statement adds to containers."""
    if isinstance(statement, ir.Assign) and statement.value is not None:
        items = (each for each in statement.targets if isinstance(each, ir.Subscript))
        yield from (Put(each.value, each.item, statement.value) for each in items)
    elif isinstance(statement, ir.Augment) and statement.operator in ("+", "|"):
        yield from (Put(statement.target, key, part) for key, part in _elements(statement.value))
    for part in read_parts(statement):
        if not isinstance(part, ir.Call) or not isinstance(part.func, ir.Attribute) or not part.args:
            continue
        place, inner = _ADDING.get(part.func.attr), _in_container(part.func.value)
        if inner is not None and place is not None and len(part.args) > place:
            yield Put(*inner, part.args[place].value, nested=True)
        elif place is not None and len(part.args) > place:
            yield Put(part.func.value, part.args[0].value if part.func.attr == "setdefault" else None, part.args[place].value)
        elif part.func.attr in _ADDING_ALL:
            yield from (Put(part.func.value, key, each) for key, each in _elements(part.args[0].value))


def _in_container(holder: Expr) -> tuple[Expr, Expr] | None:
    """Returns the container and key whose item an expression returns: `handlers[event]`, `handlers.setdefault(event, [])`; else None."""
    if isinstance(holder, ir.Subscript):
        return holder.value, holder.item
    if isinstance(holder, ir.Call) and isinstance(holder.func, ir.Attribute) and holder.func.attr == "setdefault" and holder.args:
        return holder.func.value, holder.args[0].value
    return None


def _elements(value: Expr) -> Iterator[tuple[Expr | None, Expr]]:
    """Yields the elements of a literal, with the keys of a mapping."""
    if isinstance(value, ir.Display):
        yield from ((None, each) for each in value.items)
    elif isinstance(value, ir.Mapping):
        yield from zip(value.keys, value.values, strict=True)


def methods_called_on(analysis: Analysis, name: str) -> frozenset[str] | None:
    """Returns the methods that are called on attributes of this name, or None if eager code uses one. A constructor may make it."""
    words: set[str] = set()
    for key in analysis.project.all_mentioning(frozenset({name}), ATTRIBUTE):
        parts = list(spelled_in(analysis.project.body(key).statements))
        is_used = any(isinstance(part, ir.Attribute) and part.attr == name for part in parts)
        if is_used and key not in analysis.results and not key.qualname.endswith(".__init__"):
            return None
        called = (part.func for part in parts if isinstance(part, ir.Call))
        words.update(each.attr for each in called if isinstance(each, ir.Attribute) and isinstance(each.value, ir.Attribute) and each.value.attr == name)
    return frozenset(words)
