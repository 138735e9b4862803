"""Converts libcst expressions to the expressions of `model.body`, so that one evaluator serves both trees."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import libcst as cst

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At, Expr
from tflint_autograph.model.synonyms import BUILTINS, shorter, spread

NOWHERE = At(0, 0, 0, 0)
"""The position of converted expressions: only libcst nodes that are reported need one."""

_SIGNS = {
    cst.Add: "+", cst.Subtract: "-", cst.Multiply: "*", cst.MatrixMultiply: "@", cst.Divide: "/", cst.Modulo: "%",
    cst.Power: "**", cst.LeftShift: "<<", cst.RightShift: ">>", cst.BitOr: "|", cst.BitXor: "^", cst.BitAnd: "&",
    cst.FloorDivide: "//", cst.BitInvert: "~", cst.Not: "not", cst.Plus: "+", cst.Minus: "-", cst.And: "and",
    cst.Or: "or", cst.Equal: "==", cst.NotEqual: "!=", cst.LessThan: "<", cst.LessThanEqual: "<=",
    cst.GreaterThan: ">", cst.GreaterThanEqual: ">=", cst.Is: "is", cst.IsNot: "is not", cst.In: "in",
    cst.NotIn: "not in",
}  # fmt: skip


class CstLowering:
    """Converts the libcst expressions of one function, each once. Names in `aliases` and `dotted` are read as others, as in bodies.

    `bound` are the names that the function binds, and those of built-ins that its file binds.
    """

    def __init__(self, aliases: Mapping[str, str], dotted: Mapping[str, str], bound: frozenset[str]) -> None:
        self.bound = bound
        self.aliases = aliases
        self.dotted = dotted
        self._known: dict[cst.CSTNode, Expr] = {}
        self._clauses: dict[cst.CompFor, tuple[ir.Clause, ...]] = {}

    def expr(self, node: cst.CSTNode) -> Expr:
        """Returns the converted expression."""
        known = self._known.get(node)
        if known is None:
            known = self._known[node] = _LOWER.get(type(node), _opaque)(self, node)
        return known

    def owner(self, node: cst.CSTNode) -> Expr:
        """Returns the converted expression of what is called, or of what has an attribute or item."""
        path = self.dotted.get(node.value, "") if isinstance(node, cst.Name) else ""
        if not path:
            return self.expr(node)
        first, *rest = path.split(".")
        found: Expr = ir.Name(self.aliases.get(first, first))
        for word in rest:
            found = ir.Attribute(found, word, NOWHERE)
        return found

    def clauses(self, node: cst.CompFor) -> tuple[ir.Clause, ...]:
        """Returns the `for` clauses of a comprehension, outermost first."""
        known = self._clauses.get(node)
        if known is None:
            own = ir.Clause(self.expr(node.target), self.expr(node.iter), tuple([self.expr(test.test) for test in node.ifs]))
            inner = self.clauses(node.inner_for_in) if node.inner_for_in is not None else ()
            known = self._clauses[node] = (own, *inner)
        return known


def sign(operator: cst.CSTNode) -> str:
    """Returns the operator as spelled; `+` for both `+` and `+=`."""
    name = type(operator).__name__.removesuffix("Assign")
    return _SIGNS[getattr(cst, name)]


def _opaque(low: CstLowering, node: cst.CSTNode) -> Expr:
    return ir.Await(ir.Constant(...))


def _call(low: CstLowering, node: cst.Call) -> Expr:
    args = tuple(ir.Argument(low.expr(arg.value), arg.keyword.value if arg.keyword else arg.star or None) for arg in node.args)
    call = ir.Call(low.owner(node.func), spread(args), NOWHERE)
    is_builtin = isinstance(node.func, cst.Name) and node.func.value in BUILTINS and node.func.value not in low.bound
    return shorter(call) if is_builtin else call


def _string(low: CstLowering, node: Any) -> Expr:
    return ir.Constant(node.evaluated_value)


def _formatted(low: CstLowering, node: cst.FormattedString) -> Expr:
    parts = (part.expression for part in node.parts if isinstance(part, cst.FormattedStringExpression))
    return ir.Text(tuple(low.expr(part) for part in parts))


def _concatenated(low: CstLowering, node: cst.ConcatenatedString) -> Expr:
    value = node.evaluated_value
    return ir.Constant(value) if value is not None else ir.Text((low.expr(node.left), low.expr(node.right)))


def _display(word: str) -> Callable[[CstLowering, Any], Expr]:
    def made(low: CstLowering, node: cst.List | cst.Tuple | cst.Set) -> Expr:
        items = (
            ir.Starred(low.expr(item.value)) if isinstance(item, cst.StarredElement) else low.expr(item.value)
            for item in node.elements
        )
        return ir.Display(word, tuple(items))

    return made


def _mapping(low: CstLowering, node: cst.Dict) -> Expr:
    keys = tuple(low.expr(item.key) if isinstance(item, cst.DictElement) else None for item in node.elements)
    return ir.Mapping(keys, tuple(low.expr(item.value) for item in node.elements))


def _comprehension(word: str) -> Callable[[CstLowering, Any], Expr]:
    def made(low: CstLowering, node: cst.ListComp | cst.SetComp | cst.GeneratorExp) -> Expr:
        return ir.Comprehension(word, low.expr(node.elt), None, low.clauses(node.for_in))

    return made


def _dict_comprehension(low: CstLowering, node: cst.DictComp) -> Expr:
    return ir.Comprehension("dict", low.expr(node.value), low.expr(node.key), low.clauses(node.for_in))


def _subscript(low: CstLowering, node: cst.Subscript) -> Expr:
    parts = tuple(_index(low, element.slice) for element in node.slice)
    many = len(parts) > 1 or (node.slice and isinstance(node.slice[-1].comma, cst.Comma))
    return ir.Subscript(low.owner(node.value), ir.Display("tuple", parts) if many else parts[0])


def _index(low: CstLowering, node: cst.BaseSlice) -> Expr:
    if isinstance(node, cst.Index):
        return ir.Starred(low.expr(node.value)) if node.star else low.expr(node.value)
    assert isinstance(node, cst.Slice)
    given = [(part, place) for place, part in enumerate((node.lower, node.upper, node.step)) if part is not None]
    return ir.Slice(tuple(low.expr(part) for part, _ in given), tuple(place for _, place in given))


def _unary(low: CstLowering, node: cst.UnaryOperation) -> Expr:
    operand = low.expr(node.expression)
    if isinstance(node.operator, cst.Minus) and isinstance(operand, ir.Constant) and type(operand.value) in (int, float):
        return ir.Constant(-operand.value)  # type: ignore[operator]
    return ir.Operation((sign(node.operator),), (operand,))


def _comparison(low: CstLowering, node: cst.Comparison) -> Expr:
    operators = tuple(sign(part.operator) for part in node.comparisons)
    return ir.Operation(operators, (low.expr(node.left), *(low.expr(part.comparator) for part in node.comparisons)))


_LOWER: dict[type[cst.CSTNode], Callable[[CstLowering, Any], Expr]] = {
    cst.Name: lambda low, node: {"True": ir.Constant(True), "False": ir.Constant(False), "None": ir.Constant(None)}.get(
        node.value, ir.Name(low.aliases.get(node.value, node.value))
    ),
    cst.Attribute: lambda low, node: ir.Attribute(low.owner(node.value), node.attr.value, NOWHERE),
    cst.Call: _call,
    cst.Integer: _string,
    cst.Float: _string,
    cst.Imaginary: _string,
    cst.SimpleString: _string,
    cst.FormattedString: _formatted,
    cst.ConcatenatedString: _concatenated,
    cst.Ellipsis: lambda low, node: ir.Constant(...),
    cst.List: _display("list"),
    cst.Tuple: _display("tuple"),
    cst.Set: _display("set"),
    cst.Dict: _mapping,
    cst.ListComp: _comprehension("list"),
    cst.SetComp: _comprehension("set"),
    cst.GeneratorExp: _comprehension("generator"),
    cst.DictComp: _dict_comprehension,
    cst.Lambda: lambda low, node: ir.Lambda(""),
    cst.Subscript: _subscript,
    cst.BinaryOperation: lambda low, node: ir.Operation((sign(node.operator),), (low.expr(node.left), low.expr(node.right))),
    cst.UnaryOperation: _unary,
    cst.BooleanOperation: lambda low, node: ir.Operation((sign(node.operator),), (low.expr(node.left), low.expr(node.right))),
    cst.Comparison: _comparison,
    cst.IfExp: lambda low, node: ir.Conditional(low.expr(node.test), low.expr(node.body), low.expr(node.orelse)),
    cst.NamedExpr: lambda low, node: ir.Walrus(ir.Name(node.target.value), low.expr(node.value)),
    cst.Await: lambda low, node: ir.Await(low.expr(node.expression)),
}
