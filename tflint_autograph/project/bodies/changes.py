"""Finds the writes to one name in a body: rebinding and changes in place. Says nothing about who runs the body or how often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At, Body, Expr, Statement
from tflint_autograph.model.joins import join_all
from tflint_autograph.model.record import record
from tflint_autograph.model.synonyms import attribute_named
from tflint_autograph.model.values import MAPPINGS, UNKNOWN, Kind, Value
from tflint_autograph.project.bodies.liveness import flat
from tflint_autograph.project.bodies.single import full_path, without_names
from tflint_autograph.project.bodies.walks import (
    assigned_by,
    descendants,
    dotted_path,
    expressions,
    read_parts,
    spelled,
    targets,
    walk,
    word_of,
)
from tflint_autograph.project.index.blocks import blocks
from tflint_autograph.project.queries.memoize import FEW, memoised_by_body
from tflint_autograph.tfapi import effects

MUTABLE = (Kind.CONTAINER, Kind.NUMPY)
"""Kinds of values that can be changed in place."""

Test = Callable[[Expr], bool]
"""A predicate: whether an expression is the object in question."""


def named(*spellings: str) -> Test:
    """Returns a test for expressions that are one of these names or dotted names."""
    wanted = frozenset(spellings)
    return lambda expr: isinstance(expr, (ir.Name, ir.Attribute)) and dotted_path(expr) in wanted


@record
class InPlaceChange:
    """A statement that changes the object. `around` are the enclosing compound statements, outermost first.

    `updates`: the new value depends on the old one. `stored`: the new value or element, if there is one. `key`: the index of an item.
    `rebinds`: False for a change in place. `adds`: it may only add an item to a dict.
    """

    statement: Statement
    around: tuple[Statement, ...]
    rebinds: bool
    updates: bool = False
    stored: Expr | None = None
    key: Expr | None = None
    adds: bool = False

    @property
    def at(self) -> At:
        """The place of the statement, or of the head of the loop that binds the name."""
        return self.statement.at

    @property
    def is_fixed(self) -> bool:
        """Whether the statement writes the same constant every time."""
        return self.rebinds and not self.updates and isinstance(self.stored, ir.Constant)

    @property
    def loops(self) -> tuple[Statement, ...]:
        """The loops around the statement, including the statement itself if it is the loop that binds the name."""
        return tuple(each for each in (*self.around, self.statement) if isinstance(each, (ir.For, ir.While)))


def located(
    statements: tuple[Statement, ...], around: tuple[Statement, ...] = ()
) -> Iterator[tuple[Statement, tuple[Statement, ...]]]:
    """Yields every statement with the compound statements around it."""
    for statement in statements:
        yield statement, around
        for block in blocks(statement):
            yield from located(block, (*around, statement))


def changes(statements: tuple[Statement, ...], value: Value, is_name: Test, is_value: Test) -> Iterator[InPlaceChange]:
    """Yields the changes of a name in a body, in source order.

    `is_name` accepts a target that rebinds the name, `is_value` an expression that is its object. `value` is the value of the name: only
    containers and NumPy arrays change in place, and wrapping a function does not count as a change.
    """
    mutable, swapped = value.kind in MUTABLE, is_swapped(value)
    for statement, around in located(statements):
        yield from (change for change in _rebinding(statement, around, value, is_name, is_value) if not (swapped and change.updates))
        if mutable:
            yield from _in_place(statement, around, value, is_value)


@memoised_by_body(FEW)
def changed_words(body: Body) -> frozenset[str]:
    """Returns the names, and the last parts of dotted names, of everything that the body may bind or change in place."""
    found: set[str] = set()
    for statement in walk(body.statements):
        things = [*flat(targets(assigned_by(statement)))]
        things += changed_by_calls(statement)
        for thing in map(base, things):
            found.update((word_of(thing), full_path(thing, body).rpartition(".")[2]))
    return frozenset(found)


def changed_by_calls(statement: Statement) -> list[Expr]:
    """Returns what the calls of a statement may change in place: the object of a method, and arguments such as `out=`."""
    found = []
    for call in (expr for expr in expressions(statement) if isinstance(expr, ir.Call)):
        if isinstance(call.func, ir.Attribute):
            found.append(call.func.value)
        found += _changed_arguments(call)
    return found


def _changed_arguments(call: ir.Call) -> Iterator[Expr]:
    """Yields the arguments that a call writes into: `np.copyto(total, x)`, `np.add(total, x, out=total)`, `rng.shuffle(order)`."""
    owner = word_of(call.func.value) if isinstance(call.func, ir.Attribute) else ""
    if call.args and call.args[0].keyword is None and effects.changes_first(word_of(call.func), owner):
        yield call.args[0].value
    yield from (argument.value for argument in call.args if argument.keyword == "out")


def _rebinding(made: Statement, around: tuple[Statement, ...], value: Value, is_name: Test, is_value: Test) -> Iterator[InPlaceChange]:
    statement = assigned_by(made)
    if isinstance(statement, ir.Assign) and statement.value is not None:
        if any(map(is_name, flat(statement.targets))):
            updates = mentions(statement.value, is_value)
            yield InPlaceChange(made, around, rebinds=True, updates=updates, stored=statement.value)
    elif isinstance(statement, ir.Augment):
        if is_name(statement.target):
            extends = value.kind is Kind.CONTAINER and value.type in _EXTENDED
            yield InPlaceChange(made, around, rebinds=not extends, updates=not extends, stored=_item_of(statement.value) if extends else statement.value)
    elif isinstance(statement, ir.For) and any(map(is_name, flat((statement.target,)))):
        yield InPlaceChange(made, around, rebinds=True)


_EXTENDED = frozenset({"builtins.list", "builtins.set", "collections.deque"})
"""The containers to which an operator such as `+=` adds elements in place."""


def _item_of(expr: Expr) -> Expr:
    """Returns what is added by a container with one element that is written out, else the container: `x` for the `[x]` of `+= [x]`."""
    return expr.items[0] if isinstance(expr, ir.Display) and len(expr.items) == 1 and not isinstance(expr.items[0], ir.Starred) else expr


def _in_place(statement: Statement, around: tuple[Statement, ...], value: Value, is_value: Test) -> Iterator[InPlaceChange]:
    for target in _targets(statement):
        if isinstance(target, ir.Subscript) and is_value(base(target)):
            stored = getattr(statement, "value", None)
            updates = isinstance(statement, ir.Augment) or isinstance(target.item, ir.Slice)
            adds = value.type in MAPPINGS and not isinstance(target.item, ir.Constant) and not updates
            yield InPlaceChange(statement, around, rebinds=False, updates=updates, stored=stored, key=target.item, adds=adds)
    for expr in expressions(statement):
        called = expr.func if isinstance(expr, ir.Call) else None
        if isinstance(expr, ir.Call) and any(is_value(base(each)) for each in _changed_arguments(expr)):
            yield InPlaceChange(statement, around, rebinds=False, stored=expr.args[-1].value)
        if not isinstance(called, ir.Attribute) or not is_value(base(called.value)):
            continue
        held = _held(value, called.value)
        if effects.mutates(kind_of(value if held.kind is Kind.UNKNOWN else held), called.attr):
            assert isinstance(expr, ir.Call)
            stored = expr.args[-1].value if expr.args else None
            stored = _item_of(stored) if stored is not None and called.attr in ("extend", "update") else stored
            key = expr.args[0].value if called.attr == "setdefault" and expr.args else None
            yield InPlaceChange(statement, around, rebinds=False, stored=stored, key=key)


def _held(value: Value, expr: Expr) -> Value:
    """Returns the part of a container that an expression refers to: for `CONFIG["a"]` the value under the key."""
    if not isinstance(expr, ir.Subscript):
        return value
    container = _held(value, expr.value)
    if container.items_by_key and isinstance(expr.item, ir.Constant):
        return next((item for name, item in container.items_by_key if name == expr.item.value), UNKNOWN)
    if container.items:
        return join_all(container.items)
    return container if container.kind is Kind.NUMPY else container.element or UNKNOWN


def is_swapped(value: Value) -> bool:
    """Whether a value can only be replaced, never changed in place: a function, a class or an object of TensorFlow.

    A package, whose name has no dot, does not count: it may just be imported late.
    """
    return bool(value.callees or value.klass or "." in value.name or (value.possible_classes and value.kind is Kind.CALLABLE))


def kind_of(value: Value) -> str:
    """Returns the kind of a value that can be changed in place, as the effect tables name it."""
    return "numpy" if value.kind is Kind.NUMPY else value.type.removeprefix("builtins.")


def _targets(statement: Statement) -> list[Expr]:
    if isinstance(statement, (ir.Assign, ir.Delete)):
        return [*flat(statement.targets)]
    return [statement.target] if isinstance(statement, ir.Augment) else []


def base(expr: Expr) -> Expr:
    """Returns the object that an item belongs to: `CONFIG` for `CONFIG["a"]["b"]`."""
    while isinstance(expr, ir.Subscript):
        expr = expr.value
    return expr


_COPYING = frozenset({"copy", "items", "keys", "values"})
"""Methods of a dict that do not change it, but return its items or a copy."""


def items_read(body: Body, name: str, *, binds: bool) -> list[tuple[Expr, ...]] | None:
    """Returns the keys of each read of an item of the object `name`: `CONFIG["a"]["b"]`, `CONFIG.get("a")`. A read of all items has no keys.

    Returns None if the body uses the object in another way. If `binds`, the body may bind the name, or an attribute of this name.
    """
    found: list[tuple[Expr, ...]] = []
    for statement in walk(body.statements):
        parts = list(read_parts(statement))
        mentioned = sum(word_of(part) == name for part in spelled(statement))
        bound = sum(word_of(each) == name for each in flat(targets(statement))) if binds and isinstance(statement, ir.Assign) else 0
        read = list(items_in(parts, name)) if mentioned > bound else []
        if len(read) + bound < mentioned:
            return None
        found += read
    return found


def items_in(parts: list[Expr], name: str) -> Iterator[tuple[Expr, ...]]:
    """Yields the keys by which some expressions read items of what a name refers to."""
    inner = Counter(part.value for part in parts if isinstance(part, ir.Subscript))
    for part in parts:
        if isinstance(part, ir.Subscript) and word_of(base(part)) == name and not inner[part]:
            yield tuple(_keys(part))
        elif isinstance(part, ir.Subscript) and word_of(base(part)) == name:
            inner[part] -= 1
        elif isinstance(part, ir.Operation) and part.operators[-1] in ("in", "not in") and word_of(part.operands[-1]) == name:
            yield ()
        elif isinstance(part, ir.Call) and isinstance(part.func, ir.Attribute) and word_of(part.func.value) == name:
            if part.func.attr in _COPYING or (part.func.attr == "get" and part.args):
                yield (part.args[0].value,) if part.func.attr == "get" else ()
        elif isinstance(part, ir.Call):
            yield from (() for each in part.args if each.keyword == "**" and word_of(each.value) == name)
        elif isinstance(part, ir.Mapping):
            yield from (() for key, each in zip(part.keys, part.values, strict=True) if key is None and word_of(each) == name)


def _keys(expr: Expr) -> Iterator[Expr]:
    if isinstance(expr, ir.Subscript):
        yield from _keys(expr.value)
        yield expr.item


def mentions(expr: object, is_value: Test) -> bool:
    """Whether an expression contains the object."""
    return any(is_value(part) for part in descendants(expr))


def choices(body: Body, names: Collection[str]) -> Iterator[ir.If]:
    """Yields the `if` statements of a body whose condition reads one of these names."""
    for statement in walk(body.statements):
        if isinstance(statement, ir.If) and mentions(statement.test, lambda expr: isinstance(expr, ir.Name) and expr.id in names):
            yield statement


def fills_gap(change: InPlaceChange, body: Body, is_value: Test) -> bool:
    """Whether a change runs only when the object is missing, and therefore once: `if X is None: X = ...`."""
    around = [each for each in change.around if isinstance(each, ir.If)]
    return any(_finds_missing(without_names(each.test, body, each.ordinal), lambda expr: _is_value(expr, is_value)) for each in around)


def _is_value(expr: Expr, is_value: Test) -> bool:
    """Whether an expression is the object, also as `getattr(self, "x", None)` or `hasattr(self, "x")`."""
    named = attribute_named(expr, "getattr") or attribute_named(expr, "hasattr")
    return is_value(expr) or (named is not None and is_value(named))


def _finds_missing(test: Expr, is_value: Test) -> bool:
    if not isinstance(test, ir.Operation):
        return False
    word = test.operators[0]
    if word in ("and", "or"):
        return any(_finds_missing(operand, is_value) for operand in test.operands)
    if word in ("is", "=="):
        return ir.Constant(None) in test.operands and mentions(test.operands, is_value)
    return word in ("not", "not in") and mentions(test.operands, is_value)
