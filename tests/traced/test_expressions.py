"""An expression means the same through libcst as through `ast`."""

from __future__ import annotations

import ast

import libcst as cst
import pytest

from tests.snippets import EXPRESSIONS
from tflint_autograph.facts.expressions import Lowering
from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At, Expr
from tflint_autograph.source.text import split_lines
from tflint_autograph.traced.tree.expressions import CstLowering

NOWHERE = At(0, 0, 0, 0)


def without_places(value: object) -> object:
    """The same expression with every place and every name of a lambda made equal."""
    if isinstance(value, At):
        return NOWHERE
    if isinstance(value, tuple):
        parts = [without_places(part) for part in value]
        return (type(value).__name__, *parts) if type(value) is not tuple else tuple(parts)
    return (type(value).__name__, value)


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_both_trees_give_the_same(text: str) -> None:
    through_ast = Lowering(split_lines(text)).expr(ast.parse(text, mode="eval").body)
    through_cst = CstLowering({}, {}, frozenset()).expr(cst.parse_expression(text))
    assert without_places(through_cst) == without_places(through_ast)


@pytest.mark.parametrize("text", ["a and b and c", "a or b or c and d", "a and b or c and d and e"])
def test_chains_of_and_and_or_have_the_same_operands(text: str) -> None:
    # libcst nests what `ast` lays flat; the value is the same.
    def operands(expr: Expr) -> list[Expr]:
        return [part for one in expr.operands for part in operands(one)] if isinstance(expr, ir.Operation) else [expr]

    through_ast = Lowering((text,)).expr(ast.parse(text, mode="eval").body)
    assert operands(CstLowering({}, {}, frozenset()).expr(cst.parse_expression(text))) == operands(through_ast)


@pytest.mark.parametrize("text", ["yield", "yield x", "yield from x", "await x"])
def test_yield_and_await_are_nothing_known(text: str) -> None:
    module = cst.parse_module(
        f"async def f():\n    y = {text}\n" if "from" not in text else f"def f():\n    y = {text}\n"
    )
    found: list[cst.CSTNode] = [module]
    while not isinstance(found[0], (cst.Yield, cst.Await)):
        found = [*found[1:], *found[0].children]
    assert isinstance(CstLowering({}, {}, frozenset()).expr(found[0]), (ir.Yield, ir.Await))
