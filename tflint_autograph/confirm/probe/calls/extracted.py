"""Runs the statements that an extracted call needs, without those next to them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tflint_autograph.confirm.protocol import Borrowed, Unit


def set_up(borrowed: Borrowed, unit: Unit, names: dict[str, Any]) -> None:
    """Runs what the call needs in the namespace `names`. Raises whatever the user's code raises.

    The statements keep their file and lines, where AutoGraph reads the source of functions.
    """
    tree = ast.parse(unit.source or Path(unit.file).read_bytes())
    code = ast.fix_missing_locations(ast.Module(list(_taken(tree.body, borrowed)), []))
    exec(compile(code, unit.file, "exec"), names)  # noqa: S102 - the user's code is what is to run


def _taken(block: Iterable[ast.stmt], borrowed: Borrowed) -> Iterator[ast.stmt]:
    for each in block:
        inner = [held for held in _blocks(each) if held[0].lineno <= borrowed.line <= (held[-1].end_lineno or 0)]
        is_needed = each.lineno in borrowed.needs
        if not inner:
            yield from [each] if is_needed else []
            continue
        if isinstance(each, ast.FunctionDef):
            yield from _defaults(each.args)
        elif is_needed:
            yield from _entered(each)
        for held in inner:
            yield from _taken(held, borrowed)


def _blocks(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    """Yields the non-empty blocks of a statement."""
    for name in ("body", "orelse", "finalbody"):
        if getattr(statement, name, None):
            yield getattr(statement, name)
    for each in (*getattr(statement, "handlers", []), *getattr(statement, "cases", [])):
        yield each.body


def _defaults(given: ast.arguments) -> Iterator[ast.stmt]:
    """Yields assignments for the parameters with defaults."""
    positional = [*given.posonlyargs, *given.args]
    free = len(positional) - len(given.defaults)
    for parameter, default in [*zip(positional[free:], given.defaults, strict=True), *zip(given.kwonlyargs, given.kw_defaults, strict=True)]:
        if default is not None:
            yield _bound(ast.Name(parameter.arg, ast.Store()), default)


def _entered(statement: ast.stmt) -> Iterator[ast.stmt]:
    """Yields the assignments that entering a compound statement makes."""
    if isinstance(statement, ast.For):
        yield _bound(statement.target, _call("next", _call("iter", statement.iter)))
    elif isinstance(statement, ast.With):
        for item in statement.items:
            entered = ast.Call(ast.Attribute(item.context_expr, "__enter__", ast.Load()), [], [])
            yield ast.Expr(entered) if item.optional_vars is None else _bound(item.optional_vars, entered)


def _bound(target: ast.expr, value: ast.expr) -> ast.stmt:
    return ast.copy_location(ast.Assign([target], value), value)


def _call(name: str, given: ast.expr) -> ast.expr:
    return ast.Call(ast.Name(name, ast.Load()), [given], [])
