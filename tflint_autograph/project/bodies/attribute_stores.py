"""Finds what a body stores in attributes of an object, adds to containers in them, and reads from them. Does not evaluate values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Expr, Statement
from tflint_autograph.model.mentions import ATTRIBUTE
from tflint_autograph.project.bodies.single import assigned_to, full_path
from tflint_autograph.project.bodies.walks import (
    assigned_by,
    descendants,
    read_parts,
    spelled_in,
    targets,
    walk,
    word_of,
)
from tflint_autograph.project.index.blocks import assigned
from tflint_autograph.project.queries.memoize import FEW, memoised_by_body

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis


_COPIES = frozenset({"list", "tuple", "dict", "set", "frozenset", "sorted", "iter", "get", "getattr"})
"""Functions that return a copy of a container, a part of an object, or, like `keras.activations.get`, the object that a name stands for."""

_ADDING = {"append": 0, "add": 0, "appendleft": 0, "insert": 1, "setdefault": 1}
"""Methods that add an argument to a container, with the position of that argument."""

_ADDING_ALL = frozenset({"extend", "update"})
_LONGEST = 5
"""The maximum depth to which names and parts of expressions are followed."""

_JOINING = frozenset({"and", "or", "+", "|"})


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
        parts = (value for _, value in _elements(self.value)) if isinstance(self.value, ir.Display | ir.Mapping) else (self.value,)
        return tuple(each.id for each in parts if isinstance(each, ir.Name))


def kept(body: Body, own: str) -> Iterator[tuple[str, str]]:
    """Yields the attributes of the object `own`, each with the names that its new value comes from: the value of a name itself, a copy or a part
    of it, or the result of calling it.
    """
    for statement in map(assigned_by, walk(body.statements)):
        for target, value in assigned(statement):
            if isinstance(target, ir.Attribute) and target.value == ir.Name(own):
                yield from ((target.attr, name) for name in _held(value, body, statement.ordinal))


def put(body: Body, own: str) -> Iterator[tuple[str, str]]:
    """Yields the attributes of the object `own`, each with the names whose values are added to the container in it."""
    for statement in walk(body.statements):
        for each in puts(statement):
            path = full_path(each.holder, body).split(".")
            if len(path) == 2 and path[0] == own and not each.nested:
                yield from ((path[1], name) for name in _held(each.value, body, statement.ordinal))


def _held(value: Expr, body: Body, ordinal: int, depth: int = _LONGEST) -> Iterator[str]:
    """Yields the names that the value of an expression may come from, as in `kept`."""
    if isinstance(value, ir.Name):
        yield value.id
    if depth:
        for part in _instead(value, body, ordinal):
            yield from _held(part, body, ordinal, depth - 1)
    yield from _taken_from(value)


def _instead(value: Expr, body: Body, ordinal: int) -> Iterator[Expr]:
    """Yields the subexpressions that the value of an expression may come from: one that it equals, copies, takes a part of, calls or contains."""
    if isinstance(value, ir.Name):
        known = assigned_to(value.id, body, ordinal)
        yield from () if known is None else (known,)
    elif isinstance(value, ir.Conditional):
        yield from (value.body, value.orelse)
    elif isinstance(value, (ir.Display, ir.Mapping)):
        yield from value.items if isinstance(value, ir.Display) else value.values
    elif isinstance(value, ir.Comprehension):
        yield value.element
    elif isinstance(value, ir.Operation) and _JOINING.issuperset(value.operators):
        yield from value.operands
    elif isinstance(value, (ir.Walrus, ir.Attribute, ir.Subscript)):
        yield value.value
    elif isinstance(value, ir.Call):
        yield value.func
        yield from (each.value for each in value.args[:1] if word_of(value.func) in _COPIES)


def _taken_from(value: Expr) -> Iterator[str]:
    """Yields the names of containers whose elements a display or comprehension copies, also in the argument of a call."""
    for part in descendants(value):
        if isinstance(part, (ir.Clause, ir.Starred)):
            source = part.iterable if isinstance(part, ir.Clause) else part.value
            yield from (name.id for name in descendants(source) if isinstance(name, ir.Name))


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


@memoised_by_body(FEW)
def asked(body: Body) -> frozenset[str]:
    """Returns the attributes that a body reads, also to set or read an attribute or item of their value."""
    found: list[Expr] = []
    for statement in walk(body.statements):
        found += read_parts(statement)
        found += [part.value for part in descendants(targets(statement)) if isinstance(part, (ir.Attribute, ir.Subscript))]
    return frozenset(each.attr for each in found if isinstance(each, ir.Attribute))


@memoised_by_body(FEW)
def looped_over(body: Body) -> tuple[Expr, ...]:
    """Returns the expressions that loops and comprehensions iterate, directly or as an argument of `enumerate`, `reversed`, `zip` and the
    like.
    """
    sources = [each.iterable for each in walk(body.statements) if isinstance(each, ir.For)]
    for statement in walk(body.statements):
        sources += [part.iterable for part in read_parts(statement) if isinstance(part, ir.Clause)]
    parts = [*sources, *(each.value for source in sources if isinstance(source, ir.Call) for each in source.args)]
    parts += [source.func.value for source in sources if isinstance(source, ir.Call) and isinstance(source.func, ir.Attribute)]
    return tuple(_as_named(each, body) for each in parts)


def _as_named(expr: Expr, body: Body) -> Expr:
    """Returns the expression, or the attribute expression that a local name was assigned from."""
    known = assigned_to(expr.id, body, _END) if isinstance(expr, ir.Name) else None
    return known if known is not None else expr


_END = 1 << 30
"""An ordinal after every statement."""


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
