"""Walks over the statements of a body and their expressions, and conversions between expressions and dotted names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At, Expr, Statement
from tflint_autograph.model.synonyms import attribute_named
from tflint_autograph.project.index.blocks import blocks


def last_ordinal(statement: Statement) -> int:
    """Returns the ordinal of the last statement nested in `statement`, or its own."""
    while True:
        last = next((block[-1] for block in reversed(blocks(statement)) if block), None)
        if last is None:
            return statement.ordinal
        statement = last


def walk(statements: tuple[Statement, ...]) -> Iterator[Statement]:
    """Yields every statement in source order, nested ones included."""
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
    """Whether the statement `ordinal` is in a block, at any depth."""
    return bool(block) and block[0].ordinal <= ordinal <= last_ordinal(block[-1])


def preceded_by(statements: tuple[Statement, ...], ordinal: int, first: int) -> bool:
    """Whether every path to the statement `ordinal` passes the statement `first`."""
    if any(each.ordinal == first for each in run_in_any_case(statements)):
        return first < ordinal and holds(statements, ordinal)
    inner = next((block for each in statements for block in blocks(each) if holds(block, first)), None)
    return inner is not None and preceded_by(inner, ordinal, first)


def run_in_any_case(block: tuple[Statement, ...]) -> Iterator[Statement]:
    """Yields the statements that a block runs under no condition: its own, and those in statements that always run theirs."""
    for statement in block:
        yield statement
        yield from run_in_any_case(always_run(statement))


def always_run(statement: Statement) -> tuple[Statement, ...]:
    """Returns the statements of a block in a statement that run whenever it ends: all of a `with`, and of a `try` that catches nothing."""
    if isinstance(statement, ir.With):
        return statement.body
    if isinstance(statement, ir.Try):
        return statement.final if statement.handlers else statement.body + statement.final
    return ()


def catches(statement: object) -> bool:
    """Whether a statement is a `try` that goes on after an exception."""
    return isinstance(statement, ir.Try) and bool(statement.handlers)


_READ = {
    kind: tuple(name for name in ("value", "test", "iterable", "message", "subject") if name in kind._fields)
    for kind in get_args(Statement)
}
"""By type of statement: the fields that contain expressions it reads, which may be None."""


def expressions(statement: Statement) -> Iterator[Expr]:
    """Yields the expressions a statement reads, without nested blocks and bound targets."""
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
    """Returns the expressions that a statement binds, and the items and attributes that it deletes, without nested blocks."""
    if isinstance(statement, ir.Assign):
        return statement.targets
    if isinstance(statement, ir.Delete):
        return tuple([target for target in statement.targets if not isinstance(target, ir.Name)])
    if isinstance(statement, (ir.Augment, ir.For)):
        return (statement.target,)
    if isinstance(statement, ir.With):
        return tuple([target for _, target in statement.items if target is not None])
    return ()


def parts(expr: Expr) -> Iterator[Expr]:
    """Yields the direct subexpressions, the values of arguments among them. Those of comprehensions are their clauses."""
    waiting = [iter(expr)]
    while waiting:
        part = next(waiting[-1], _NO_MORE)
        if part is _NO_MORE:
            waiting.pop()
        elif type(part) is tuple:
            waiting.append(iter(part))
        elif type(part) is ir.Argument:
            yield part.value
        elif isinstance(part, tuple) and type(part) is not At:
            yield part  # type: ignore[misc]


_NO_MORE = object()


def descendants(expr: object) -> Iterator[Expr]:
    """Yields an expression, or a tuple of them, and everything nested in it, in source order. Source positions are left out."""
    waiting: list[object] = [expr]
    while waiting:
        part = waiting.pop()
        kind = type(part)
        # The most frequent expression type comes first: it has no subexpressions.
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


def names_in(expr: object) -> frozenset[str]:
    """Returns the plain names in an expression, or in a tuple of them."""
    return frozenset(part.id for part in descendants(expr) if isinstance(part, ir.Name))


def read_parts(statement: Statement) -> Iterator[Expr]:
    """Yields every expression that a statement reads, without nested blocks and bound targets."""
    return descendants(tuple(expressions(statement)))


def read_in(statements: tuple[Statement, ...]) -> Iterator[Expr]:
    """Yields every expression that these statements read, nested blocks included."""
    for statement in walk(statements):
        yield from read_parts(statement)


def spelled(statement: Statement) -> Iterator[Expr]:
    """Yields every expression that a statement reads or binds, without nested blocks. `del name` does neither."""
    return descendants((*expressions(statement), *targets(statement)))


def spelled_in(statements: tuple[Statement, ...]) -> Iterator[Expr]:
    """Yields every expression that these statements read or bind, nested blocks included."""
    for statement in walk(statements):
        yield from spelled(statement)


def calls(statement: Statement) -> Iterator[ir.Call]:
    """Yields the calls in what a statement reads, without nested blocks, in source order."""
    return (part for part in read_parts(statement) if isinstance(part, ir.Call))


_NOWHERE = At(0, 0, 0, 0)


def written_as(path: str) -> Expr | None:
    """Returns an expression for a dotted name or a `place_path`, or None for an empty one. Its position is nowhere in the file."""
    written: Expr | None = None
    for part in path.split(".") if path else ():
        name, *keys = part.split("[")
        written = ir.Attribute(written, name, _NOWHERE) if written is not None else ir.Name(name)
        for key in keys:
            word = key[:-1].strip('"')
            written = ir.Subscript(written, ir.Constant(word if key.startswith('"') else int(word)))
    return written


def dotted_path(expr: Expr) -> str:
    """Returns the dotted name of an expression, such as `self.log`; empty unless it consists of names and attributes."""
    path = ""
    while type(expr) is ir.Attribute:
        path = f".{expr.attr}{path}"
        expr = expr.value
    return expr.id + path if type(expr) is ir.Name else ""


def item_path(expr: Expr) -> str:
    """Returns the spelling of an item with a constant key, such as `state["rate"]`; empty for other expressions."""
    key = expr.item.value if isinstance(expr, ir.Subscript) and isinstance(expr.item, ir.Constant) else None
    path = dotted_path(expr.value) if isinstance(expr, ir.Subscript) and isinstance(key, (int, str)) else ""
    return f'{path}["{key}"]' if isinstance(key, str) and path else path and f"{path}[{key}]"


def place_path(expr: Expr) -> str:
    """Returns the spelling of an attribute, also of an item with a constant key: `dials[0].gain`, `dials["left"].gain`; else empty."""
    path, words = dotted_path(expr), [""]
    while not path and type(expr) is ir.Attribute:
        words.insert(0, f".{expr.attr}")
        expr = expr.value
        path = item_path(expr) if _is_plain_key(expr) else ""
    return path and path + "".join(words)


def _is_plain_key(expr: Expr) -> bool:
    """Whether an item has a key that leaves the spelling of a place readable: a number or an identifier."""
    key = expr.item.value if isinstance(expr, ir.Subscript) and isinstance(expr.item, ir.Constant) else None
    return type(key) is int or (isinstance(key, str) and key.isidentifier())


def entry(expr: Expr) -> tuple[Expr, Expr] | None:
    """Returns the container and key that an expression reads an item of: `kept[name]`, `kept.get(name, None)`."""
    if isinstance(expr, ir.Subscript):
        return expr.value, expr.item
    if isinstance(expr, ir.Call) and expr.args and isinstance(expr.func, ir.Attribute) and expr.func.attr == "get":
        return expr.func.value, expr.args[0].value
    return None


def attribute_kept(holder: Expr, name: Expr) -> ir.Attribute | None:
    """Returns `self.log` for the item `"log"` of `self.__dict__` or `vars(self)`, else None."""
    if not isinstance(name, ir.Constant) or not isinstance(name.value, str):
        return None
    if isinstance(holder, ir.Attribute) and holder.attr == "__dict__":
        return ir.Attribute(holder.value, name.value, holder.at)
    if isinstance(holder, ir.Call) and holder.func == ir.Name("vars") and holder.args:
        return ir.Attribute(holder.args[0].value, name.value, holder.at)
    return None


def root_name(expr: Expr, through: tuple[type[Expr], ...] = (ir.Attribute, ir.Subscript)) -> str:
    """Returns the first name of an attribute or item, such as `a` of `a.b[0]`; empty if it starts with something else."""
    while isinstance(expr, through):
        assert isinstance(expr, (ir.Attribute, ir.Subscript))
        expr = expr.value
    return expr.id if isinstance(expr, ir.Name) else ""


def attribute_read(expr: Expr) -> ir.Attribute | None:
    """Returns `self.log` for an expression that reads this attribute: `getattr(self, "log")`, `vars(self)["log"]`; None for any other."""
    if type(expr) is ir.Attribute:
        return expr
    kept = entry(expr)
    return attribute_named(expr, "getattr") or (kept and attribute_kept(*kept))


def spelled_path(expr: Expr) -> str:
    """Returns the dotted name an expression reads:

    `self.log` for `getattr(self, "log", None)`, `self.__class__.log` for `type(self).log`, `dials[0].gain` for itself.
    """
    read = attribute_read(expr) or expr
    if isinstance(read, ir.Attribute) and isinstance(read.value, ir.Call) and read.value.func == ir.Name("type") and read.value.args:
        read = read._replace(value=ir.Attribute(read.value.args[0].value, "__class__", read.at))
    return place_path(read)


def assigned_by(statement: Statement) -> Statement:
    """Returns the assignment equivalent to a statement, or the statement itself.

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
    """Returns the attribute that is set if the target is an item of an object's `__dict__`, else the target."""
    return (type(target) is ir.Subscript and attribute_kept(target.value, target.item)) or target


def _set_by(call: ir.Call, statement: Statement) -> ir.Assign | None:
    """Returns the attribute assignment equivalent to a call, or None if it makes none or several."""
    target = attribute_named(call, "setattr") if len(call.args) > 2 else None
    value = call.args[2].value if target is not None else None
    func = call.func
    if isinstance(func, ir.Attribute) and func.attr == "update" and len(call.args) == 1 and call.args[0].keyword not in (None, "*", "**"):
        target, value = attribute_kept(func.value, ir.Constant(call.args[0].keyword)), call.args[0].value
    return None if target is None else ir.Assign(statement.ordinal, statement.at, (target,), value, None)


def word_of(func: ir.Expr) -> str:
    """Returns the name of the called function, or the last part of a dotted one."""
    return func.attr if isinstance(func, ir.Attribute) else func.id if isinstance(func, ir.Name) else ""


def fills_list(body: ir.Body, name: str) -> bool:
    """Whether the body adds something to the list under this name. Its length is then usually unknown."""
    filled = (target for each in walk(body.statements) for target in targets(each) if isinstance(target, ir.Subscript))
    return any(target.value == ir.Name(name) for target in filled)


def caught_by(expr: Expr | None) -> tuple[Expr, ...]:
    """Returns the classes that an `except` with this expression names."""
    return expr.items if isinstance(expr, ir.Display) else (expr,) if expr is not None else ()


def implied(test: Expr, *, holds: bool) -> Iterator[tuple[Expr, bool]]:
    """Yields the parts of a condition whose truth follows from its own: for `a and not b` that holds, `a` does and `b` does not."""
    if isinstance(test, ir.Operation) and test.operators[0] == "not":
        yield from implied(test.operands[0], holds=not holds)
    elif isinstance(test, ir.Operation) and test.operators[0] == ("and" if holds else "or"):
        for operand in test.operands:
            yield from implied(operand, holds=holds)
    else:
        yield test, holds


def sets_path(statement: Statement, path: str) -> bool:
    """Whether a statement assigns to a name or dotted name as a whole."""
    return isinstance(statement, ir.Assign) and any(dotted_path(target) == path for target in statement.targets)


def is_jump(statement: Statement) -> bool:
    """Whether it is a `break` or `continue`."""
    return isinstance(statement, ir.Jump) and statement.word != "pass"


def leaves(statements: tuple[Statement, ...]) -> bool:
    """Whether the block contains a `break` of this loop."""
    for statement in statements:
        if isinstance(statement, ir.Jump) and statement.word == "break":
            return True
        inner = [statement.orelse] if isinstance(statement, (ir.For, ir.While)) else blocks(statement)
        if any(map(leaves, inner)):
            return True
    return False
