"""Finds parameters of a nested function that no call passes, if the function does not escape its enclosing one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Expr, Statement
from tflint_autograph.model.facts import FunctionFact, FunctionKey, Parameter
from tflint_autograph.project.bodies.walks import calls, read_parts, walk

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis


def left_out(analysis: Analysis, key: FunctionKey) -> Iterator[str]:
    """Yields the parameters with a default that every call of a nested `tf.function` leaves out."""
    fact = analysis.project.function(key)
    if fact is None or fact.owner or not fact.parent or analysis.decorator_names(key) != {"tensorflow.function"}:
        return
    optional = [(number, each) for number, each in enumerate(fact.parameters) if each.default is not None]
    statements = _around(analysis, FunctionKey(key.path, fact.parent)) if optional else ()
    names, tables = _known_as(statements, fact.name)
    made = [call for each in statements for call in calls(each) if _is_one(call.func, names, tables)]
    if made and _stays(statements, names, tables):
        yield from (each.name for number, each in optional if not any(_may_give(call, number, each) for call in made))


def _around(analysis: Analysis, owner: FunctionKey) -> tuple[Statement, ...]:
    """Returns the statements that can read the names of a function's scope: its own, and those of nested functions; none if there are
    others.
    """
    found: list[Statement] = []
    for key in analysis.names.within(owner):
        lowered = analysis.project.lowered(key)
        if lowered is None or not _is_simple(lowered.fact, lowered.body, owner):
            return ()
        found += walk(lowered.body.statements)
        if key != owner:
            found += (ir.Evaluate(0, at, decorator) for decorator, at in lowered.fact.decorators)
    return tuple(found)


def _is_simple(fact: FunctionFact, body: Body, owner: FunctionKey) -> bool:
    """Whether the statements of a function are all there is to read: no class in it, no default that may be one of the names."""
    plain = fact.qualname == owner.qualname or all(isinstance(each.default, (ir.Constant, type(None))) for each in fact.parameters)
    return plain and not body.shared and not any(isinstance(each, ir.Define) and each.is_class for each in walk(body.statements))


def _known_as(statements: tuple[Statement, ...], name: str) -> tuple[set[str], set[str]]:
    """Returns the names a function goes by, and those of the tables that contain it."""
    names, tables, known = {name}, set[str](), 0
    while known < len(names) + len(tables):
        known = len(names) + len(tables)
        for statement in statements:
            if isinstance(statement, ir.For) and _is_taken_from(statement.iterable, tables):
                names |= _taken(statement.target)
            elif isinstance(statement, ir.Assign) and statement.value is not None:
                bound = {target.id for target in statement.targets if isinstance(target, ir.Name)}
                if _is_one(statement.value, names, tables):
                    names |= bound
                elif any(_is_one(each, names, tables) for each in _written(statement.value)):
                    tables |= bound
    return names, tables


def _stays(statements: tuple[Statement, ...], names: set[str], tables: set[str]) -> bool:
    """Whether each use of one of the names calls the function, or binds it to another of the names."""
    read = both = 0
    for statement in statements:
        parts = [*read_parts(statement)]
        read += sum(isinstance(part, ir.Name) and part.id in names | tables for part in parts)
        both += sum(isinstance(part, ir.Call) and _is_one(part.func, names, tables) for part in parts)
        if isinstance(statement, ir.For):
            both += _is_taken_from(statement.iterable, tables) and bool(_taken(statement.target))
        elif isinstance(statement, ir.Assign) and statement.value is not None and _is_kept_by_name(statement):
            both += sum(_is_one(each, names, tables) for each in (statement.value, *_written(statement.value)))
    return read == both


def _is_one(expr: Expr, names: set[str], tables: set[str]) -> bool:
    """Whether an expression may be the function: one of its names, or an element of one of the tables."""
    if isinstance(expr, ir.Subscript):
        return isinstance(expr.value, ir.Name) and expr.value.id in tables
    return isinstance(expr, ir.Name) and expr.id in names


def _is_taken_from(iterable: Expr, tables: set[str]) -> bool:
    """Whether a loop iterates over a table: `for step in steps`, `for name, step in steps.items()`."""
    if isinstance(iterable, ir.Call) and isinstance(iterable.func, ir.Attribute) and iterable.func.attr in ("items", "values"):
        iterable = iterable.func.value
    return isinstance(iterable, ir.Name) and iterable.id in tables


def _written(expr: Expr) -> tuple[Expr, ...]:
    return expr.items if isinstance(expr, ir.Display) else expr.values if isinstance(expr, ir.Mapping) else ()


def _taken(target: Expr) -> set[str]:
    """Returns the name that a loop over a table binds to its values: of a pair from `items`, the second."""
    if isinstance(target, ir.Display) and len(target.items) == 2:
        target = target.items[1]
    return {target.id} if isinstance(target, ir.Name) else set()


def _is_kept_by_name(statement: ir.Assign) -> bool:
    return all(isinstance(target, ir.Name) for target in statement.targets)


def _may_give(call: ir.Call, number: int, parameter: Parameter) -> bool:
    positional = sum(each.keyword is None for each in call.args)
    return positional > number or any(each.keyword in ("*", "**", parameter.name) for each in call.args)
