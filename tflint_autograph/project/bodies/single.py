"""Resolves local names with a single assignment, such as `is_new = self.v is None`. Does not evaluate values."""

from __future__ import annotations

from collections.abc import Callable

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Expr, Statement
from tflint_autograph.project.bodies.liveness import bound
from tflint_autograph.project.bodies.walks import descendants, dotted_path, read_in, targets, walk
from tflint_autograph.project.index.blocks import does_nothing
from tflint_autograph.project.queries.memoize import FEW, MANY, memoised_by_body


@memoised_by_body(FEW)
def _single(body: Body) -> dict[str, tuple[int, Expr] | None]:
    """Maps each name a body binds to the ordinal of its assignment and the assigned expression, or to None if there are several."""
    found: dict[str, tuple[int, Expr] | None] = {}
    for statement in walk(body.statements):
        for name in bound(statement):
            is_first = name not in found
            found[name] = None
            value = given_to(name, statement) if is_first else None
            if value is not None:
                found[name] = (statement.ordinal, value)
    return found


@memoised_by_body(MANY)
def only_assignment(body: Body, name: str) -> ir.Assign | None:
    """Returns the only statement that binds a name or changes its object by an assignment, as `name = value`; else None.

    Of `a, b = x, y` it is the part for the name, if that is seen.
    """
    found = [each for each in walk(body.statements) if any(part == ir.Name(name) for part in descendants(targets(each)))]
    one = found[0] if len(found) == 1 else None
    if not isinstance(one, ir.Assign) or one.targets == (ir.Name(name),):
        return one if isinstance(one, ir.Assign) else None
    is_packed = len(one.targets) == 1 and isinstance(one.targets[0], ir.Display) and ir.Name(name) in one.targets[0].items
    value = given_to(name, one) if is_packed else None
    return None if value is None else ir.Assign(one.ordinal, one.at, (ir.Name(name),), value, None)


@memoised_by_body(MANY)
def is_short(body: Body) -> bool:
    """Whether a body is cheap to interpret for each of its calls: it has few statements, and neither loops nor functions of its own."""
    return _LONG.isdisjoint(body.kinds) and not body.generator and sum(not does_nothing(each) for each in walk(body.statements)) <= _FEW_STATEMENTS


_LONG = frozenset({"Define", "For", "While"})
_FEW_STATEMENTS = 2


def loop_target(loop: ir.For) -> Expr:
    """Returns the target of a loop; `a, b` where its body begins with `a, b = pair` and reads `pair` nowhere else."""
    first = loop.body[0] if loop.body else None
    if not isinstance(first, ir.Assign) or first.value != loop.target or len(first.targets) != 1:
        return loop.target
    is_read = any(part == loop.target for part in read_in(loop.body[1:]))
    return first.targets[0] if isinstance(first.targets[0], ir.Display) and not is_read else loop.target


def given_to(path: str, statement: Statement) -> Expr | None:
    """Returns the expression that an assignment binds to a name or dotted name, alone, in `a, b = x, y` or in `a, b = x.shape`; None if it is not seen."""
    if not isinstance(statement, ir.Assign) or statement.value is None:
        return None
    if any(dotted_path(target) == path for target in statement.targets):
        return statement.value
    for target in statement.targets:
        if isinstance(target, ir.Display) and isinstance(statement.value, ir.Display):
            paths = [dotted_path(item) for item in target.items]
            return _part_given(paths.index(path), paths, statement.value) if path in paths else None
        if isinstance(target, ir.Display) and ir.Name(path) in target.items and _is_shape(statement.value):
            is_plain = not any(isinstance(item, ir.Starred) for item in target.items)
            return ir.Subscript(statement.value, ir.Constant(target.items.index(ir.Name(path)))) if is_plain else None
    return None


def _is_shape(value: Expr) -> bool:
    """Whether an expression reads a shape, whose items an assignment unpacks in their order."""
    return isinstance(value, ir.Attribute) and value.attr == "shape"


def _part_given(place: int, paths: list[str], value: ir.Display) -> Expr | None:
    """Returns the item of a packed assignment at a place; None if items have stars, or read what is assigned, as in a swap."""
    if len(paths) != len(value.items) or any(isinstance(each, ir.Starred) for each in value.items):
        return None
    read = {dotted_path(each) for each in descendants(value.items) if isinstance(each, (ir.Name, ir.Attribute))}
    return None if read.intersection(paths) - {""} else value.items[place]


def assigned_to(name: str, body: Body, ordinal: int) -> Expr | None:
    """Returns the expression that a local name stands for in the statement `ordinal`, or None if it is ambiguous."""
    if name not in body.bound:
        return None
    known = _single(body).get(name)
    return known[1] if known is not None and known[0] < ordinal else None


@memoised_by_body(FEW)
def _paths(body: Body) -> dict[str, str]:
    """Maps each name that a body assigns only one dotted name to that dotted name."""
    given = {name: dotted_path(known[1]) for name, known in _single(body).items() if known is not None}
    once = {name: path for name, path in given.items() if path and path.partition(".")[0] not in (name, *_several(body))}
    for _ in range(_LONGEST):
        once = {name: _expanded(path, once) for name, path in once.items()}
    return once


def _several(body: Body) -> list[str]:
    """Returns the names that a body binds more than once."""
    return [name for name, known in _single(body).items() if known is None]


def _expanded(path: str, known: dict[str, str]) -> str:
    first, dot, rest = path.partition(".")
    return f"{known[first]}{dot}{rest}" if first in known else path


def full_path(expr: Expr, body: Body) -> str:
    """Returns the dotted name of an expression, with an alias at its start replaced by what it stands for."""
    path = dotted_path(expr)
    return _expanded(path, _paths(body)) if path else path


def known_as(body: Body, *spellings: str) -> Callable[[Expr], bool]:
    """Returns a test: whether an expression has one of these spellings, directly or through local aliases of the body."""
    wanted = frozenset(spellings)
    return lambda expr: isinstance(expr, (ir.Name, ir.Attribute)) and (dotted_path(expr) in wanted or full_path(expr, body) in wanted)


def rebound_as(body: Body, *spellings: str) -> Callable[[Expr], bool]:
    """Returns a test for assignment targets: like `known_as`, but a plain name is never an alias."""
    wanted = frozenset(spellings)
    return lambda expr: (isinstance(expr, ir.Name) and expr.id in wanted) or (isinstance(expr, ir.Attribute) and known_as(body, *wanted)(expr))


_LONGEST = 3
"""The maximum depth to which names that stand for names are followed."""


def without_names(test: Expr, body: Body, ordinal: int) -> Expr:
    """Returns a condition of the statement `ordinal` with its local names replaced by the expressions they stand for."""
    return each_replaced(test, lambda part: (isinstance(part, ir.Name) and assigned_to(part.id, body, ordinal)) or part)


def each_replaced(test: Expr, replaced: Callable[[Expr], Expr]) -> Expr:
    """Returns a condition with each operand of `and`, `or` and `not` replaced, and each that is compared with None."""
    if isinstance(test, ir.Operation) and (test.operators[0] in ("and", "or", "not") or asks_for_none(test)):
        return test._replace(operands=tuple(each_replaced(operand, replaced) for operand in test.operands))
    return replaced(test)


END = 1 << 30
"""An ordinal after every statement."""


def asks_for_none(test: Expr) -> bool:
    """Whether an expression is `x is None` or `x is not None`."""
    return isinstance(test, ir.Operation) and test.operators in (("is",), ("is not",)) and ir.Constant(None) in test.operands


def named_again(statement: Statement, body: Body) -> str:
    """Returns the local name that a statement gives to a dotted name that is read in its place; empty for any other statement.

    It is the uses of the local name that say what is done with the value.
    """
    target = statement.targets[0] if isinstance(statement, ir.Assign) and len(statement.targets) == 1 and body.dotted else None
    return target.id if isinstance(target, ir.Name) and target.id in dict(body.dotted) else ""


def is_used_whole(name: str, body: Body) -> bool:
    """Whether the body reads a name for more than to call it or to read its attributes and items in its place (`Body.dotted`)."""
    return name in _used_whole(body)


@memoised_by_body(FEW)
def _used_whole(body: Body) -> frozenset[str]:
    parts = read_in(body.statements)
    return frozenset(part.id for part in parts if isinstance(part, ir.Name))
