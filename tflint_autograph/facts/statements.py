"""Converts `ast` statements to a `Body`. Nested functions and classes are separate facts."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from tflint_autograph.facts import interning
from tflint_autograph.facts.expressions import OPERATORS, Lowering
from tflint_autograph.facts.interning import one_set
from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Expr, Statement
from tflint_autograph.model.facts import superseded
from tflint_autograph.tfapi.names import is_library


class BodyLowering(Lowering):
    """Converts one function's statements; `scope` is its qualified name, `package` resolves relative imports.

    `superseded` are the lines of nested defs whose name is bound again later.
    """

    def __init__(self, lines: tuple[str, ...], shift: int, scope: str, package: Package, *, ascii: bool) -> None:
        super().__init__(lines, shift, ascii=ascii)
        self.scope = scope
        self.package = package
        self.shared: list[tuple[str, str]] = []
        self.functions: list[str] = []
        self.superseded: tuple[int, ...] = ()
        self.count = 0

    def block(self, nodes: list[ast.stmt]) -> tuple[Statement, ...]:
        return tuple([self.statement(node) for node in nodes])

    def statement(self, node: ast.stmt) -> Statement:
        self.kinds.add(type(node).__name__)
        index, self.count = self.count, self.count + 1
        return _LOWER[type(node)](self, node, index)

    def optional(self, node: ast.expr | None) -> Expr | None:
        return None if node is None else self.expr(node)

    def finish(self, statements: tuple[Statement, ...]) -> Body:
        declared = {name for name, _ in self.shared}
        functions = [*self.functions, *[qualname for qualname, _ in self.lambdas]]
        return Body(
            statements, one_set(self.bound - declared), tuple(self.shared), one_set(self.kinds),
            tuple(self.names), tuple(self.attributes), self.generator, tuple(functions),
        )  # fmt: skip


class Package:
    """The location of a module, to resolve relative imports."""

    def __init__(self, module: str, is_package: bool) -> None:
        self.parts = module.split(".") if is_package else module.split(".")[:-1]

    def absolute(self, level: int, name: str | None) -> str:
        """Returns the dotted module that `from ..name import` refers to.

        It keeps a leading dot if it is in no package, or in one with the name of a library, to distinguish it from the library.
        """
        if not level:
            return name or ""
        parts = self.parts[: max(len(self.parts) - level + 1, 0)]
        dotted = ".".join([*parts, name] if name else parts)
        return f".{dotted}" if dotted and (not parts or is_library(parts[0])) else dotted


def imported(node: ast.Import | ast.ImportFrom, package: Package) -> tuple[tuple[str, str], ...]:
    """Returns the names an import statement binds, each with its absolute dotted target."""
    module = package.absolute(node.level, node.module) if isinstance(node, ast.ImportFrom) else None
    return interning.imported(module, tuple([(alias.name, alias.asname) for alias in node.names]))


def _import(low: BodyLowering, node: ast.Import | ast.ImportFrom, index: int) -> Statement:
    names = imported(node, low.package)
    low.bound.update(name for name, _ in names)
    deep = [each.name for each in node.names if isinstance(node, ast.Import) and each.asname is None and "." in each.name]
    return ir.Import(index, low.at(node), names, tuple(deep))


def _declare(low: BodyLowering, node: ast.Global | ast.Nonlocal, index: int) -> Statement:
    word = "global" if isinstance(node, ast.Global) else "nonlocal"
    low.shared += [(name, word) for name in node.names]
    return ir.Declare(index, low.at(node), word, tuple(node.names))


def _define(low: BodyLowering, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, index: int) -> Statement:
    low.bound.add(node.name)
    qualname = low.child(node.name)
    is_class = isinstance(node, ast.ClassDef)
    begins = low.at(node.body[0])
    at = low.placed(low.at(node)._replace(end_line=begins.line, end_column=begins.column))
    qualname = superseded(qualname, at.line) if at.line in low.superseded else qualname
    if not is_class:
        low.functions.append(qualname)
    return ir.Define(index, at, node.name, qualname, bool(node.decorator_list), is_class)


def _for(low: BodyLowering, node: ast.For | ast.AsyncFor, index: int) -> Statement:
    target, iterable = low.expr(node.target), low.expr(node.iter)
    return ir.For(index, low.at(node), target, iterable, low.block(node.body), low.block(node.orelse))


def _with(low: BodyLowering, node: ast.With | ast.AsyncWith, index: int) -> Statement:
    items = tuple((low.expr(item.context_expr), low.optional(item.optional_vars)) for item in node.items)
    return ir.With(index, low.at(node), items, low.block(node.body))


def _try(low: BodyLowering, node: Any, index: int) -> Statement:
    body = low.block(node.body)
    handlers = []
    for handler in node.handlers:
        if handler.name:
            low.bound.add(handler.name)
        handlers.append(ir.Handler(low.optional(handler.type), handler.name, low.block(handler.body)))
    return ir.Try(index, low.at(node), body, tuple(handlers), low.block(node.orelse), low.block(node.finalbody))


def _captures(pattern: ast.pattern) -> tuple[str, ...]:
    names = [getattr(node, "name", None) or getattr(node, "rest", None) for node in ast.walk(pattern)]
    return tuple(name for name in names if name)


def _compared(pattern: ast.pattern) -> list[ast.expr]:
    found: list[ast.expr] = []
    for node in ast.walk(pattern):
        if isinstance(node, ast.MatchClass):
            found.append(node.cls)
        elif isinstance(node, ast.MatchValue):
            found.append(node.value)
        elif isinstance(node, ast.MatchMapping):
            found += node.keys
    return [node for node in found if not isinstance(node, ast.Constant)]


def _target(pattern: ast.pattern) -> Expr | None:
    """Returns what a pattern binds by position: `n`, `(a, (b, *rest))`; None if it binds nothing."""
    if isinstance(pattern, (ast.MatchAs, ast.MatchStar)) and pattern.name is not None:
        return ir.Name(pattern.name) if isinstance(pattern, ast.MatchAs) else ir.Starred(ir.Name(pattern.name))
    if not isinstance(pattern, ast.MatchSequence):
        return ir.Starred(ir.Constant(...)) if isinstance(pattern, ast.MatchStar) else None
    return ir.Display("tuple", tuple(_target(part) or ir.Constant(...) for part in pattern.patterns))


def _match(low: BodyLowering, node: ast.Match, index: int) -> Statement:
    subject = low.expr(node.subject)
    cases = []
    for case in node.cases:
        names = _captures(case.pattern)
        low.bound.update(names)
        reads = low.exprs(_compared(case.pattern))
        cases.append(ir.Case(names, _target(case.pattern), reads, low.optional(case.guard), low.block(case.body)))
    return ir.Match(index, low.at(node), subject, tuple(cases))


def _assign(low: BodyLowering, node: ast.Assign, index: int) -> Statement:
    value = low.expr(node.value)
    return ir.Assign(index, low.at(node), low.exprs(node.targets), value, None)


def _annotated(low: BodyLowering, node: ast.AnnAssign, index: int) -> Statement:
    value, annotation = low.optional(node.value), low.annotation(node.annotation)
    return ir.Assign(index, low.at(node), (low.expr(node.target),), value, annotation)


def _augment(low: BodyLowering, node: ast.AugAssign, index: int) -> Statement:
    return ir.Augment(index, low.at(node), low.expr(node.target), OPERATORS[type(node.op)], low.expr(node.value))


def _evaluate(low: BodyLowering, node: ast.Expr, index: int) -> Statement:
    value = low.expr(node.value)
    if type(value) is ir.Constant and type(value.value) is str:
        value = _SAID
    return ir.Evaluate(index, low.at(node), value)


_SAID = ir.Constant("")
"""A shared placeholder for docstrings, whose text is not used."""


def _if(low: BodyLowering, node: ast.If, index: int) -> Statement:
    return ir.If(index, low.at(node), low.expr(node.test), low.block(node.body), low.block(node.orelse))


def _while(low: BodyLowering, node: ast.While, index: int) -> Statement:
    return ir.While(index, low.at(node), low.expr(node.test), low.block(node.body), low.block(node.orelse))


def _jump(low: BodyLowering, node: ast.stmt, index: int) -> Statement:
    return ir.Jump(index, low.at(node), type(node).__name__.lower())


def _raise(low: BodyLowering, node: ast.Raise, index: int) -> Statement:
    return ir.Raise(index, low.at(node), low.exprs([part for part in (node.exc, node.cause) if part is not None]))


_LOWER: dict[type[ast.AST], Callable[[BodyLowering, Any, int], Statement]] = {
    ast.Assign: _assign,
    ast.AnnAssign: _annotated,
    ast.AugAssign: _augment,
    ast.Delete: lambda low, node, index: ir.Delete(index, low.at(node), low.exprs(node.targets)),
    ast.Expr: _evaluate,
    ast.Return: lambda low, node, index: ir.Return(index, low.at(node), low.optional(node.value)),
    ast.Raise: _raise,
    ast.Assert: lambda low, node, index: ir.Assert(index, low.at(node), low.expr(node.test), low.optional(node.msg)),
    ast.Global: _declare,
    ast.Nonlocal: _declare,
    ast.Import: _import,
    ast.ImportFrom: _import,
    ast.Pass: _jump,
    ast.Break: _jump,
    ast.Continue: _jump,
    ast.FunctionDef: _define,
    ast.AsyncFunctionDef: _define,
    ast.ClassDef: _define,
    ast.If: _if,
    ast.For: _for,
    ast.AsyncFor: _for,
    ast.While: _while,
    ast.With: _with,
    ast.AsyncWith: _with,
    ast.Try: _try,
    ast.Match: _match,
}
if hasattr(ast, "TryStar"):
    _LOWER[ast.TryStar] = _try
if hasattr(ast, "TypeAlias"):
    _LOWER[ast.TypeAlias] = _jump
