"""Turn libcst's expressions into the plain data of `model.body`, so that one evaluation serves both trees."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import libcst as cst

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At, Expr

NOWHERE = At(0, 0, 0, 0)
"""Places are not asked of these expressions: only the nodes that are reported have one."""

_SIGNS = {
    cst.Add: "+", cst.Subtract: "-", cst.Multiply: "*", cst.MatrixMultiply: "@", cst.Divide: "/", cst.Modulo: "%",
    cst.Power: "**", cst.LeftShift: "<<", cst.RightShift: ">>", cst.BitOr: "|", cst.BitXor: "^", cst.BitAnd: "&",
    cst.FloorDivide: "//", cst.BitInvert: "~", cst.Not: "not", cst.Plus: "+", cst.Minus: "-", cst.And: "and",
    cst.Or: "or", cst.Equal: "==", cst.NotEqual: "!=", cst.LessThan: "<", cst.LessThanEqual: "<=",
    cst.GreaterThan: ">", cst.GreaterThanEqual: ">=", cst.Is: "is", cst.IsNot: "is not", cst.In: "in",
    cst.NotIn: "not in",
}  # fmt: skip


def lower(node: cst.CSTNode) -> Expr:
    """The plain expression for a libcst one."""
    return _LOWER.get(type(node), _opaque)(node)


def sign(operator: cst.CSTNode) -> str:
    """The operator as it is written, `+` for both `+` and `+=`."""
    name = type(operator).__name__.removesuffix("Assign")
    return _SIGNS[getattr(cst, name)]


def _opaque(node: cst.CSTNode) -> Expr:
    return ir.Await(ir.Constant(...))


def _call(node: cst.Call) -> Expr:
    args = tuple(ir.Argument(lower(arg.value), arg.keyword.value if arg.keyword else arg.star or None) for arg in node.args)
    return ir.Call(lower(node.func), args, NOWHERE)


def _string(node: Any) -> Expr:
    return ir.Constant(node.evaluated_value)


def _formatted(node: cst.FormattedString) -> Expr:
    parts = (part.expression for part in node.parts if isinstance(part, cst.FormattedStringExpression))
    return ir.Text(tuple(lower(part) for part in parts))


def _concatenated(node: cst.ConcatenatedString) -> Expr:
    value = node.evaluated_value
    return ir.Constant(value) if value is not None else ir.Text((lower(node.left), lower(node.right)))


def _display(word: str) -> Callable[[Any], Expr]:
    def made(node: cst.List | cst.Tuple | cst.Set) -> Expr:
        items = (
            ir.Starred(lower(item.value)) if isinstance(item, cst.StarredElement) else lower(item.value)
            for item in node.elements
        )
        return ir.Display(word, tuple(items))

    return made


def _mapping(node: cst.Dict) -> Expr:
    keys = tuple(lower(item.key) if isinstance(item, cst.DictElement) else None for item in node.elements)
    return ir.Mapping(keys, tuple(lower(item.value) for item in node.elements))


def clauses(node: cst.CompFor | None) -> tuple[ir.Clause, ...]:
    """The `for` parts of a comprehension, outermost first."""
    if node is None:
        return ()
    own = ir.Clause(lower(node.target), lower(node.iter), tuple(lower(test.test) for test in node.ifs))
    return (own, *clauses(node.inner_for_in))


def _comprehension(word: str) -> Callable[[Any], Expr]:
    def made(node: cst.ListComp | cst.SetComp | cst.GeneratorExp) -> Expr:
        return ir.Comprehension(word, lower(node.elt), None, clauses(node.for_in))

    return made


def _dict_comprehension(node: cst.DictComp) -> Expr:
    return ir.Comprehension("dict", lower(node.value), lower(node.key), clauses(node.for_in))


def _subscript(node: cst.Subscript) -> Expr:
    parts = tuple(_index(element.slice) for element in node.slice)
    many = len(parts) > 1 or (node.slice and isinstance(node.slice[-1].comma, cst.Comma))
    return ir.Subscript(lower(node.value), ir.Display("tuple", parts) if many else parts[0])


def _index(node: cst.BaseSlice) -> Expr:
    if isinstance(node, cst.Index):
        return ir.Starred(lower(node.value)) if node.star else lower(node.value)
    assert isinstance(node, cst.Slice)
    return ir.Slice(tuple(lower(part) for part in (node.lower, node.upper, node.step) if part is not None))


def _unary(node: cst.UnaryOperation) -> Expr:
    operand = lower(node.expression)
    if isinstance(node.operator, cst.Minus) and isinstance(operand, ir.Constant) and type(operand.value) in (int, float):
        return ir.Constant(-operand.value)  # type: ignore[operator]
    return ir.Operation((sign(node.operator),), (operand,))


def _comparison(node: cst.Comparison) -> Expr:
    operators = tuple(sign(part.operator) for part in node.comparisons)
    return ir.Operation(operators, (lower(node.left), *(lower(part.comparator) for part in node.comparisons)))


_LOWER: dict[type[cst.CSTNode], Callable[[Any], Expr]] = {
    cst.Name: lambda node: {"True": ir.Constant(True), "False": ir.Constant(False), "None": ir.Constant(None)}.get(
        node.value, ir.Name(node.value)
    ),
    cst.Attribute: lambda node: ir.Attribute(lower(node.value), node.attr.value, NOWHERE),
    cst.Call: _call,
    cst.Integer: _string,
    cst.Float: _string,
    cst.Imaginary: _string,
    cst.SimpleString: _string,
    cst.FormattedString: _formatted,
    cst.ConcatenatedString: _concatenated,
    cst.Ellipsis: lambda node: ir.Constant(...),
    cst.List: _display("list"),
    cst.Tuple: _display("tuple"),
    cst.Set: _display("set"),
    cst.Dict: _mapping,
    cst.ListComp: _comprehension("list"),
    cst.SetComp: _comprehension("set"),
    cst.GeneratorExp: _comprehension("generator"),
    cst.DictComp: _dict_comprehension,
    cst.Lambda: lambda node: ir.Lambda(""),
    cst.Subscript: _subscript,
    cst.BinaryOperation: lambda node: ir.Operation((sign(node.operator),), (lower(node.left), lower(node.right))),
    cst.UnaryOperation: _unary,
    cst.BooleanOperation: lambda node: ir.Operation((sign(node.operator),), (lower(node.left), lower(node.right))),
    cst.Comparison: _comparison,
    cst.IfExp: lambda node: ir.Conditional(lower(node.test), lower(node.body), lower(node.orelse)),
    cst.NamedExpr: lambda node: ir.Walrus(ir.Name(node.target.value), lower(node.value)),
    cst.Await: lambda node: ir.Await(lower(node.expression)),
}
