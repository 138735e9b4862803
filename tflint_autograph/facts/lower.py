"""Lowers function bodies on demand: cuts one function out of its file, parses it alone and lowers it with its lambdas."""

from __future__ import annotations

import ast
from typing import TypeGuard

from tflint_autograph.facts.expressions import Lowering
from tflint_autograph.facts.interning import bare, plain
from tflint_autograph.facts.local_aliases import dotted_aliases
from tflint_autograph.facts.statements import BodyLowering, Package
from tflint_autograph.model import body as ir
from tflint_autograph.model.facts import FunctionFact, Lowered, ModuleFacts, Parameter
from tflint_autograph.source.syntax import parse


def lower(module: ModuleFacts, fact: FunctionFact) -> tuple[Lowered, ...]:
    """Returns the function `fact` of `module` with its body, followed by every lambda in it.

    Only the function's own lines are parsed, under an `if` where they are indented. Raises nothing: the text has been parsed before as a
    part of its file.
    """
    lines = module.between(fact.at.line, fact.at.end_line)
    indented = fact.at.column > 1
    # A backslash may end the last line: an empty one has to follow, as there did in the file.
    text = ("if 1:\n" if indented else "") + "\n".join(lines) + "\n\n"
    statement = parse(text).body[0]
    node = statement.body[0] if isinstance(statement, ast.If) else statement
    assert isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    shift = fact.at.line - 1 - indented
    package = Package(module.module, module.is_package)
    low = BodyLowering(("if 1:", *lines) if indented else lines, shift, fact.qualname, package, ascii=module.text.isascii())
    low.superseded = fact.superseded
    low.outer = module.shadowed
    low.aliases = dict(fact.aliases)
    low.dotted = dict(dotted_aliases(node, fact.aliases))
    low.bound.update(parameter.name for parameter in fact.parameters)
    body = low.finish(low.block(node.body))
    body = body._replace(dotted=tuple(low.dotted.items())) if low.dotted else body
    if node.returns is not None:
        body = body._replace(returns=low.annotation(node.returns))
    return (Lowered(fact, body), *lower_lambdas(low, package))


def lower_lambdas(low: Lowering, package: Package) -> tuple[Lowered, ...]:
    """Returns the lambdas found by `low`, outer ones first, with the lambdas inside them."""
    found: list[Lowered] = []
    waiting = [(qualname, node, low.scope) for qualname, node in low.lambdas]
    while waiting:
        qualname, node, parent = waiting.pop(0)
        inner = BodyLowering(low.lines, low.shift, qualname, package, ascii=low.ascii)
        inner.aliases, inner.dotted = low.aliases, low.dotted
        inner.outer = low.outer.union(low.bound)
        at = inner.at(node)
        parameters = lower_parameters(inner, node.args)
        inner.bound.update(parameter.name for parameter in parameters)
        statement = ir.Return(0, inner.at(node.body), inner.expr(node.body))
        waiting += [(name, child, qualname) for name, child in inner.lambdas]
        fact = FunctionFact(
            qualname, "<lambda>", at.line, at, at.column, parameters, (), parent, "", is_async=False, is_lambda=True,
            generator=inner.generator,
        )
        found.append(Lowered(fact, inner.finish((statement,))))
    return tuple(found)


def lower_parameters(low: Lowering, args: ast.arguments) -> tuple[Parameter, ...]:
    """Returns the parameters in the order of the signature."""
    others = args.posonlyargs or args.defaults or args.vararg or args.kwonlyargs or args.kwarg
    if not others and all(arg.annotation is None for arg in args.args):
        return bare(tuple([arg.arg for arg in args.args]))
    positional = [*args.posonlyargs, *args.args]
    missing: list[ast.expr | None] = [None] * (len(positional) - len(args.defaults))
    rows: list[tuple[ast.arg, str, ast.expr | None]] = [
        (arg, "positional", default) for arg, default in zip(positional, missing + list(args.defaults), strict=True)
    ]
    if args.vararg:
        rows.append((args.vararg, "*", None))
    rows += [(arg, "keyword", default) for arg, default in zip(args.kwonlyargs, args.kw_defaults, strict=True)]
    if args.kwarg:
        rows.append((args.kwarg, "**", None))
    return tuple([_parameter(low, *row) for row in rows])


def _parameter(low: Lowering, arg: ast.arg, kind: str, default: ast.expr | None) -> Parameter:
    value = low.expr(default) if default else None
    if arg.annotation is not None:
        return Parameter(arg.arg, kind, value, low.annotation(arg.annotation))
    if value is None or _is_word(value):
        return plain(arg.arg, kind, value)
    return Parameter(arg.arg, kind, value, None)


def _is_word(default: ir.Expr) -> TypeGuard[ir.Constant]:
    """Whether a default is `None`, `True` or `False`."""
    return type(default) is ir.Constant and (default.value is None or type(default.value) is bool)
