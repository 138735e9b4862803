"""Infers from the use of a parameter of unknown kind whether it is a tensor: assume a tensor unless the use contradicts it."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Expr, Statement
from tflint_autograph.model.levels import Confidence
from tflint_autograph.project.bodies.changes import mentions, named
from tflint_autograph.project.bodies.liveness import spelled
from tflint_autograph.project.bodies.single import assigned_to
from tflint_autograph.project.bodies.tensor_uses import (
    grade_of,
    is_arraylike,
    is_string,
    is_term,
    iterated,
    takes_numbers,
)
from tflint_autograph.project.bodies.uses import naming
from tflint_autograph.project.bodies.walks import descendants, expressions, names_in, read_parts, walk
from tflint_autograph.project.queries.memoize import MANY, memoised_by_body

_ENUMERATE, _RANGE, _ZIP = map(ir.Name, ("enumerate", "range", "zip"))


@memoised_by_body(MANY)
def assumed(body: Body, name: str) -> Confidence | None:
    """Returns the confidence that the parameter is a tensor, judged by its uses in the body, or None if a use rules it out.

    Medium: no use contradicts it. Low: it is also iterated, counted by `range(len(x))`, unpacked, reduced modulo a whole number, used as a
    condition, index or slice bound, its length is compared, an element's dtype is read, or conditions compare it with several whole
    numbers; unless some use fits only an array. None: it is called, passed to `next`, subscripted or compared with a string, an attribute
    is read that tensors do not have, it is iterated for keys, given a default by `or`, unpacked into parts that may be None, or is a list
    of pairs; unless it is also iterated as an array.
    """
    grades = [_graded(body, name), *(_graded(body, each, span=span) for each, span in _aliases(body, name))]
    known = [grade for grade in grades if grade is not None]
    if len(known) != len(grades) or _has_keys(body, name) or may_part_into_none(body, name) or _has_other_parts(body, name):
        return None
    if is_arraylike(body, name):
        return Confidence.MEDIUM
    if any(_hands_on(body, each) for each in _parts_of_rows(body, name)):
        return None
    return Confidence.LOW if len(_kinds_asked(body, name)) > 1 else min(known)


def _kinds_asked(body: Body, name: str) -> set[object]:
    """Returns the whole numbers that conditions compare it with: `if spin == 0: ... if spin == 1: ...`."""
    me = ir.Name(name)
    asked = (part for each in naming(body, name) if isinstance(each, ir.If) for part in descendants(each.test))
    compared = [part.operands for part in asked if isinstance(part, ir.Operation) and part.operators == ("==",) and me in part.operands]
    return {each.value for operands in compared for each in operands if isinstance(each, ir.Constant) and type(each.value) is int}


@memoised_by_body(MANY)
def counts(body: Body, name: str) -> bool:
    """Whether the body counts up to the name, or to a number computed from it: `range(2 * n)`."""
    parts = (part for each in naming(body, name) for part in read_parts(each))
    ranges = (part for part in parts if isinstance(part, ir.Call) and part.func == _RANGE)
    return any(is_term(argument.value, ir.Name(name)) for call in ranges for argument in call.args)


@memoised_by_body(MANY)
def needs_number(body: Body, name: str) -> bool:
    """Whether the body converts the name, or what it computes from it alone, to a number of Python, which raises for every symbolic tensor."""
    me = (ir.Name(name), *(ir.Name(each) for each in _computed(body, name)))
    made = (part for each in me for part in _parts(body, each.id) if isinstance(part, ir.Call) and takes_numbers(part))
    return any(is_term(argument.value, each) for call in made for argument in call.args for each in me)


def _computed(body: Body, name: str) -> Iterator[str]:
    """Yields the names that are bound once, to an expression of the name and constants: `squared = mass ** 2`."""
    for statement in naming(body, name):
        value = statement.value if isinstance(statement, ir.Assign) else None
        if isinstance(value, ir.Operation) and names_in(value) == {name}:
            targets = statement.targets if isinstance(statement, ir.Assign) else ()
            yield from (each.id for each in targets if isinstance(each, ir.Name) and assigned_to(each.id, body, statement.ordinal + 1) == value)


@memoised_by_body(MANY)
def is_no_tensor(body: Body, name: str) -> bool:
    """Whether the body uses the name in a way that raises for every tensor, whatever its annotation: with keys, or with `None` parts."""
    return ("Subscript" in body.kinds and _has_keys(body, name)) or may_part_into_none(body, name)


@memoised_by_body(MANY)
def may_part_into_none(body: Body, name: str) -> bool:
    """Whether the name is unpacked and a part is compared with None: `x, mask = x`, `mask is None`. A tensor has no such parts."""
    me = ir.Name(name)
    unpacked = [each.targets for each in naming(body, name) if isinstance(each, ir.Assign) and each.value == me]
    parts = {item for targets in unpacked for each in targets if isinstance(each, ir.Display) for item in each.items}
    return any(_compares_with_none(part, each) for part in parts if isinstance(part, ir.Name) for each in _parts(body, part.id))


def _compares_with_none(part: ir.Name, expr: object) -> bool:
    if not isinstance(expr, ir.Operation) or expr.operators not in (("is",), ("is not",)):
        return False
    return part in expr.operands and ir.Constant(None) in expr.operands


@memoised_by_body(MANY)
def assumed_behind(body: Body, name: str) -> Confidence | None:
    """Returns the confidence that the part bound to the parameter's own name is a tensor: `x, mask = x`. Other uses do not count."""
    grade = _graded(body, name, parted=False)
    return Confidence.MEDIUM if grade is not None and is_arraylike(body, name) else grade


def _graded(body: Body, name: str, *, parted: bool = True, span: range | None = None) -> Confidence | None:
    """Returns the lowest confidence over all statements, or those whose ordinal is in the span.

    `parted`: count the statement that rebinds the name to a part of itself.
    """
    worst = Confidence.MEDIUM
    for statement in naming(body, name):
        if (span is not None and statement.ordinal not in span) or (not parted and _parts_itself(statement, name)):
            continue
        if name in _rebound(statement) and not _reads(statement, name):
            continue
        grade = grade_of(statement, name)
        if grade is None:
            return None
        worst = min(worst, grade)
    return worst


def _aliases(body: Body, name: str) -> Iterator[tuple[str, range | None]]:
    """Yields other names that the body gives to the parameter, or to a slice of it, with the ordinals until the name is bound again.

    The ordinals are None for the parameter itself: all uses of the name count.
    """
    me = ir.Name(name)
    for statement in naming(body, name):
        if isinstance(statement, ir.Assign) and statement.value is not None and iterated(statement.value) == me:
            for alias in spelled(target for target in statement.targets if isinstance(target, ir.Name) and target.id != name):
                yield alias, None if statement.value == me else _until_rebound(body, alias, statement.ordinal)


def _until_rebound(body: Body, name: str, ordinal: int) -> range:
    """Returns the ordinals of the statements from behind a binding of the name to its next binding, which may read it."""
    after = (each.ordinal for each in naming(body, name) if each.ordinal > ordinal and name in _rebound(each))
    return range(ordinal + 1, next(after, sys.maxsize - 1) + 1)


def _has_keys(body: Body, name: str) -> bool:
    """Whether it is accessed by keys: `x["ids"]`, `key in x` with `x[key]`, `for key in x: x[key]` or `new[key] = ...`."""
    me = ir.Name(name)
    parts = [part for part in _parts(body, name) if isinstance(part, (ir.Subscript, ir.Operation))]
    items = [part.item for part in parts if isinstance(part, ir.Subscript) and part.value == me]
    asked = [part.operands[0] for part in parts if isinstance(part, ir.Operation) and _asks_for_key(part, me)]
    if any(is_string(item) or item in asked for item in items):
        return True
    return any(
        isinstance(statement, ir.For)
        and statement.iterable == me
        and any(_holds(inner, ir.Subscript(me, statement.target)) or _stores(inner, statement.target) for inner in walk(statement.body))
        for statement in naming(body, name)
    )


def _has_other_parts(body: Body, name: str) -> bool:
    """Whether its elements are used in a way no tensor supports: `for each in x: each["ids"]`."""
    me = ir.Name(name)
    loops: list[ir.For | ir.Clause] = [each for each in naming(body, name) if isinstance(each, ir.For)]
    loops += [part for part in _parts(body, name) if isinstance(part, ir.Clause)]
    targets = {each.target.id for each in loops if each.iterable == me and isinstance(each.target, ir.Name)}
    return any(_graded(body, each) is None or _has_keys(body, each) for each in targets - {name})


def _parts_of_rows(body: Body, name: str) -> set[str]:
    """Returns the names bound to parts of its elements: `for x, y in data`, `for row in data: x, y = row`.

    A graph cannot unpack the rows of a tensor. Names used only in arithmetic are left out: they may be numbers.
    """
    loops: list[ir.For | ir.Clause] = [each for each in naming(body, name) if isinstance(each, ir.For)]
    loops += [part for part in _parts(body, name) if isinstance(part, ir.Clause)]
    taken = [target for each in loops for target in _each_of(each.target, each.iterable, ir.Name(name))]
    rows = {target.id for target in taken if isinstance(target, ir.Name)} - {name}
    unpacked = [each for row in rows for each in naming(body, row) if isinstance(each, ir.Assign) and each.value == ir.Name(row)]
    apart = [*taken, *(target for each in unpacked for target in each.targets)]
    return {part for target in apart if isinstance(target, ir.Display) for part in spelled((target,))}


def _each_of(target: Expr, iterable: Expr, me: ir.Name) -> Iterator[Expr]:
    """Yields the targets that a loop binds to its elements, directly, over a slice of it, or with `zip` and the like."""
    if iterated(iterable) == me:
        yield target
    elif isinstance(iterable, ir.Call) and isinstance(target, ir.Display):
        given = [each.value for each in iterable.args]
        # `enumerate` puts a number first.
        items = target.items[1:] if iterable.func == _ENUMERATE else target.items if iterable.func == _ZIP else ()
        for item, value in zip(items, given, strict=False):
            yield from _each_of(item, value, me)


def _hands_on(body: Body, name: str) -> bool:
    """Whether it is passed to a call unchanged, as a batch is passed to a model."""
    return any(isinstance(part, ir.Call) and any(each.value == ir.Name(name) for each in part.args) for part in _parts(body, name))


def _parts(body: Body, name: str) -> Iterator[object]:
    """Yields every expression of the statements that mention the name."""
    return (part for statement in naming(body, name) for part in read_parts(statement))


def _asks_for_key(expr: ir.Operation, me: ir.Name) -> bool:
    return expr.operators[0] in ("in", "not in") and len(expr.operands) == 2 and expr.operands[1] == me


def _stores(statement: Statement, key: Expr) -> bool:
    """Whether a statement stores an item under the key, which tensors do not support."""
    targets = statement.targets if isinstance(statement, ir.Assign) else ()
    return any(isinstance(target, ir.Subscript) and target.item == key for target in targets)


def _holds(statement: Statement, wanted: Expr) -> bool:
    targets = statement.targets if isinstance(statement, ir.Assign) else ()
    return any(part == wanted for part in descendants((*expressions(statement), *targets)))


def _rebound(statement: Statement) -> set[str]:
    targets = statement.targets if isinstance(statement, ir.Assign) else ()
    return {target.id for target in targets if isinstance(target, ir.Name)}


def _parts_itself(statement: Statement, name: str) -> bool:
    targets = statement.targets if isinstance(statement, ir.Assign) and statement.value == ir.Name(name) else ()
    return any(isinstance(target, ir.Display) and ir.Name(name) in target.items for target in targets)


def _reads(statement: Statement, name: str) -> bool:
    return any(mentions(expr, named(name)) for expr in expressions(statement))
