"""Walks over the statements of a plain body, and over their expressions."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import get_args

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At, Expr, Statement
from tflint_autograph.project.index.blocks import blocks
from tflint_autograph.project.queries.memoize import memoized_recent_bodies


def last_ordinal(statement: Statement) -> int:
    """The ordinal of the last statement inside `statement`, its own when there is none."""
    while True:
        last = next((block[-1] for block in reversed(blocks(statement)) if block), None)
        if last is None:
            return statement.ordinal
        statement = last


def around(statements: tuple[Statement, ...], ordinal: int) -> Iterator[tuple[Statement, tuple[Statement, ...]]]:
    """The compound statements around the statement `ordinal`, outermost first, each with the block it is in."""
    block = statements
    while block:
        statement = block[bisect_right(block, ordinal, key=_ordinal) - 1]
        if statement.ordinal >= ordinal:
            return
        block = next((inner for inner in reversed(blocks(statement)) if inner and inner[0].ordinal <= ordinal), ())
        if block:
            yield statement, block


def _ordinal(statement: Statement) -> int:
    return statement.ordinal


def walk(statements: tuple[Statement, ...]) -> Iterator[Statement]:
    """Every statement, those inside compound ones included, in source order."""
    waiting = [iter(statements)]
    while waiting:
        # A generator inside a generator for each `elif` would make a long chain of them cost its square.
        statement = next(waiting[-1], None)
        if statement is None:
            waiting.pop()
            continue
        yield statement
        waiting += [iter(block) for block in reversed(blocks(statement)) if block]


def holds(block: tuple[Statement, ...], ordinal: int) -> bool:
    """Whether the statement `ordinal` is in a block, or deeper inside."""
    return bool(block) and block[0].ordinal <= ordinal <= last_ordinal(block[-1])


def preceded_by(statements: tuple[Statement, ...], ordinal: int, first: int) -> bool:
    """Whether whoever gets to the statement `ordinal` has come past the statement `first`."""
    if _runs(statements, first):
        return first < ordinal and holds(statements, ordinal)
    inner = next((block for each in statements for block in blocks(each) if holds(block, first)), None)
    return inner is not None and preceded_by(inner, ordinal, first)


def _runs(block: tuple[Statement, ...], ordinal: int) -> bool:
    return any(each.ordinal == ordinal or (isinstance(each, ir.With) and _runs(each.body, ordinal)) for each in block)


_READ = {
    kind: tuple(name for name in ("value", "test", "iterable", "message", "subject") if name in kind._fields)
    for kind in get_args(Statement)
}
"""By type of statement, the fields that hold an expression it reads, or nothing."""


def expressions(statement: Statement) -> Iterator[Expr]:
    """The expressions a statement reads, blocks inside it and the targets it binds left out."""
    if isinstance(statement, ir.With):
        yield from (context for context, _ in statement.items)
    elif isinstance(statement, ir.Raise):
        yield from statement.values
    for name in _READ[type(statement)]:
        value = getattr(statement, name)
        if value is not None:
            yield value
    if isinstance(statement, ir.Match):
        yield from (case.guard for case in statement.cases if case.guard is not None)


def targets(statement: Statement) -> tuple[Expr, ...]:
    """What a statement binds or deletes, as it is written, blocks inside it left out."""
    if isinstance(statement, (ir.Assign, ir.Delete)):
        return statement.targets
    if isinstance(statement, (ir.Augment, ir.For)):
        return (statement.target,)
    if isinstance(statement, ir.With):
        return tuple([target for _, target in statement.items if target is not None])
    return ()


def descendants(expr: object) -> Iterator[Expr]:
    """An expression, or a tuple of them, and every expression and argument inside, in source order; no places."""
    waiting: list[object] = [expr]
    while waiting:
        part = waiting.pop()
        kind = type(part)
        # What most expressions are comes first, and gives nothing to look at that is no expression.
        if kind is ir.Name or kind is ir.Constant:
            yield part  # type: ignore[misc]
        elif kind is ir.Attribute:
            yield part  # type: ignore[misc]
            waiting.append(part[0])  # type: ignore[index]
        elif kind is ir.Call:
            yield part  # type: ignore[misc]
            waiting += (part[1], part[0])  # type: ignore[index]
        elif kind is tuple:
            waiting += reversed(part)  # type: ignore[call-overload]
        elif isinstance(part, tuple) and kind is not ir.At:  # an expression is a tuple with a name for its type
            yield part  # type: ignore[misc]
            waiting += reversed(part)


def spelled(statement: Statement) -> Iterator[Expr]:
    """Every expression inside what a statement reads and what it binds, blocks inside it left out."""
    return descendants((*expressions(statement), *targets(statement)))


def spelled_in(statements: tuple[Statement, ...]) -> Iterator[Expr]:
    """Every expression that these statements, and the statements in their blocks, read or bind."""
    for statement in walk(statements):
        yield from spelled(statement)


def calls(statement: Statement) -> Iterator[ir.Call]:
    """The calls in what a statement reads, blocks inside it left out, in source order."""
    for expr in expressions(statement):
        yield from (part for part in descendants(expr) if isinstance(part, ir.Call))


@memoized_recent_bodies
def keywords_given(body: ir.Body) -> frozenset[str]:
    """The names of the arguments that calls in a body give by name, `*` and `**` for those they unpack."""
    given = (argument.keyword for statement in walk(body.statements) for call in calls(statement) for argument in call.args)
    return frozenset(name for name in given if name is not None)


def written_as(path: str) -> Expr | None:
    """The expression a dotted name is written by; None for an empty one. Its place is nowhere in the file."""
    if not path:
        return None
    first, *others = path.split(".")
    written: Expr = ir.Name(first)
    for attr in others:
        written = ir.Attribute(written, attr, At(0, 0, 0, 0))
    return written


def dotted_path(expr: Expr) -> str:
    """`self.log` for the expression of that spelling; empty for anything but names and attributes."""
    path = ""
    while type(expr) is ir.Attribute:
        path = f".{expr.attr}{path}"
        expr = expr.value
    return expr.id + path if type(expr) is ir.Name else ""


def attribute_named(expr: Expr, function: str) -> ir.Attribute | None:
    """`self.log` for a call of `getattr`, `hasattr` or `setattr` with `self` and `"log"`; None for anything else."""
    if type(expr) is not ir.Call or expr.func != ir.Name(function) or len(expr.args) < 2:
        return None
    name = expr.args[1].value
    if not isinstance(name, ir.Constant) or not isinstance(name.value, str):
        return None
    return ir.Attribute(expr.args[0].value, name.value, expr.at)


def entry(expr: Expr) -> tuple[Expr, Expr] | None:
    """The container and the key of which an expression reads the item: `kept[name]`, `kept.get(name, None)`."""
    if isinstance(expr, ir.Subscript):
        return expr.value, expr.item
    if isinstance(expr, ir.Call) and expr.args and isinstance(expr.func, ir.Attribute) and expr.func.attr == "get":
        return expr.func.value, expr.args[0].value
    return None


def attribute_kept(holder: Expr, name: Expr) -> ir.Attribute | None:
    """`self.log` for the item `"log"` of `self.__dict__` or `vars(self)`; None for an item of any other container."""
    if not isinstance(name, ir.Constant) or not isinstance(name.value, str):
        return None
    if isinstance(holder, ir.Attribute) and holder.attr == "__dict__":
        return ir.Attribute(holder.value, name.value, holder.at)
    if isinstance(holder, ir.Call) and holder.func == ir.Name("vars") and holder.args:
        return ir.Attribute(holder.args[0].value, name.value, holder.at)
    return None


def spelled_path(expr: Expr) -> str:
    """The dotted name an expression reads: `self.log` for `getattr(self, "log", None)`, `self.__class__.log` for `type(self).log`."""
    kept = entry(expr)
    read = attribute_named(expr, "getattr") or (kept and attribute_kept(*kept)) or expr
    if isinstance(read, ir.Attribute) and isinstance(read.value, ir.Call) and read.value.func == ir.Name("type") and read.value.args:
        read = read._replace(value=ir.Attribute(read.value.args[0].value, "__class__", read.at))
    return dotted_path(read)


def assigned_by(statement: Statement) -> Statement:
    """The assignment that a statement makes; any other statement itself.

    `self.log = log` for `setattr(self, "log", log)`, `vars(self)["log"] = log` and `self.__dict__.update(log=log)`.
    """
    if type(statement) is ir.Evaluate and isinstance(statement.value, ir.Call):
        return _set_by(statement.value, statement) or statement
    if type(statement) is ir.Assign and any(type(target) is ir.Subscript for target in statement.targets):
        return statement._replace(targets=tuple([_as_attribute(target) for target in statement.targets]))
    if type(statement) is ir.Augment and type(statement.target) is ir.Subscript:
        return statement._replace(target=_as_attribute(statement.target))
    return statement


def _as_attribute(target: Expr) -> Expr:
    """The attribute that is set where a target is an item of what holds an object's attributes; any other target itself."""
    return (type(target) is ir.Subscript and attribute_kept(target.value, target.item)) or target


def _set_by(call: ir.Call, statement: Statement) -> ir.Assign | None:
    """The assignment of an attribute that a call makes; None where it makes none, or several."""
    target = attribute_named(call, "setattr") if len(call.args) > 2 else None
    value = call.args[2].value if target is not None else None
    func = call.func
    if isinstance(func, ir.Attribute) and func.attr == "update" and len(call.args) == 1 and call.args[0].keyword not in (None, "*", "**"):
        target, value = attribute_kept(func.value, ir.Constant(call.args[0].keyword)), call.args[0].value
    return None if target is None else ir.Assign(statement.ordinal, statement.at, (target,), value, None)


def word_of(func: ir.Expr) -> str:
    """The name of what is called, or the last word of it."""
    return func.attr if isinstance(func, ir.Attribute) else func.id if isinstance(func, ir.Name) else ""


def fills_list(body: ir.Body, name: str) -> bool:
    """Whether the body puts something into the list a name holds: what of a shape is not known, as often as not, in a loop."""
    filled = (target for each in walk(body.statements) for target in targets(each) if isinstance(target, ir.Subscript))
    return any(target.value == ir.Name(name) for target in filled)


def leaves(statements: tuple[Statement, ...]) -> bool:
    """Whether a `break` of this very loop is somewhere in the block."""
    for statement in statements:
        if isinstance(statement, ir.Jump) and statement.word == "break":
            return True
        inner = [statement.orelse] if isinstance(statement, (ir.For, ir.While)) else blocks(statement)
        if any(map(leaves, inner)):
            return True
    return False
