"""Converts `ast` expressions to the plain data of `model.body`."""

from __future__ import annotations

import ast
from collections.abc import Callable
from sys import intern
from typing import Any, TypeVar

from tflint_autograph.facts.interning import constant, one_place
from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At, Expr
from tflint_autograph.model.synonyms import BUILTINS, shorter, spread
from tflint_autograph.source.syntax import parse
from tflint_autograph.source.text import code_point_column

Made = TypeVar("Made")

MANY = 64
"""Maximum number of items of a display that are kept. Rules do not look at single items of longer ones."""

OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.MatMult: "@", ast.Div: "/", ast.Mod: "%", ast.Pow: "**",
    ast.LShift: "<<", ast.RShift: ">>", ast.BitOr: "|", ast.BitXor: "^", ast.BitAnd: "&", ast.FloorDiv: "//",
    ast.Invert: "~", ast.Not: "not", ast.UAdd: "+", ast.USub: "-", ast.And: "and", ast.Or: "or",
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Is: "is",
    ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in",
}  # fmt: skip


_MOST = 1 << 14
_NUMBERS = tuple(range(_MOST))


class Lowering:
    """Converts the expressions of one text. `lines` is the text that `ast` positions refer to; `shift` is added to its lines.

    `outer` are the names of built-ins that the file binds around the text. Names in `aliases` are read as others; those in `dotted` as dotted names, where they are called or have attributes or items. In an `ascii` text, bytes are code points. With `shares`, equal names are one object, for expressions that are never identified by their
    parts, and equal positions are one object in all files.
    """

    def __init__(self, lines: tuple[str, ...], shift: int = 0, *, ascii: bool = False) -> None:
        self.lines = lines
        self.shift = shift
        self.ascii = ascii
        self.scope = ""
        self.kinds: set[str] = set()
        self.shares = False
        self.names: dict[str, ir.Name] = {}
        self.attributes: dict[str, None] = {}
        self.bound: set[str] = set()
        self.outer: frozenset[str] = frozenset()
        self.lambdas: list[tuple[str, ast.Lambda]] = []
        self.generator = False
        self.aliases: dict[str, str] = {}
        self.dotted: dict[str, str] = {}

    def at(self, node: Any) -> At:
        """Returns the position of an `ast` node."""
        if self.ascii:
            line, end = node.lineno + self.shift, node.end_lineno + self.shift
            if end < _MOST:
                # One number for all positions on a line: a project has half a million of them.
                line, end = _NUMBERS[line], _NUMBERS[end]
            return self.placed(_made(At, (line, node.col_offset + 1, end, node.end_col_offset + 1)))
        return At(
            node.lineno + self.shift,
            self._column(node.lineno, node.col_offset),
            node.end_lineno + self.shift,
            self._column(node.end_lineno, node.end_col_offset),
        )

    def placed(self, at: At) -> At:
        """Returns the position, as the shared object if positions are shared."""
        return one_place(at) if self.shares else at

    def _column(self, line: int, offset: int) -> int:
        text = self.lines[line - 1] if line <= len(self.lines) else ""
        return offset + 1 if text.isascii() else code_point_column(text, offset)

    def child(self, name: str) -> str:
        """Returns the qualified name of a definition in the current scope."""
        return intern(f"{self.scope}.<locals>.{name}") if self.scope else name

    def expr(self, node: ast.expr) -> Expr:
        """Converts an expression. Unsupported ones become an unknown constant."""
        self.kinds.add(type(node).__name__)
        return _LOWER[type(node)](self, node)

    def owner(self, node: ast.expr) -> Expr:
        """Converts what is called, or what has an attribute or item."""
        expr = self.expr(node)
        path = self.dotted.get(node.id, "") if self.dotted and type(node) is ast.Name else ""
        if not path:
            return expr
        first, *rest = path.split(".")
        found: Expr = _name(self, ast.Name(first, ast.Load()))
        for word in rest:
            self.attributes[word] = None
            found = ir.Attribute(found, word, self.at(node))
        return found

    def exprs(self, nodes: list[ast.expr]) -> tuple[Expr, ...]:
        return tuple([self.expr(node) for node in nodes])

    def annotation(self, node: ast.expr) -> Expr:
        """Converts an annotation. Quoted parts are parsed."""
        return self.expr(_unquoted(node))


def _unquoted(node: ast.expr) -> ast.expr:
    """Returns an annotation with strings replaced by the expressions in them; others stay strings."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        said = _said(node.value)
        if said is None:
            return node
        for part in ast.walk(said):
            ast.copy_location(part, node)
        return _unquoted(said)
    if isinstance(node, ast.Subscript):
        node.slice = _unquoted(node.slice)
    elif isinstance(node, ast.Tuple):
        node.elts = [_unquoted(each) for each in node.elts]
    elif isinstance(node, ast.BinOp):
        node.left, node.right = _unquoted(node.left), _unquoted(node.right)
    return node


def _said(text: str) -> ast.expr | None:
    """Returns the expression in a string, or None if it is not one."""
    try:
        (statement,) = parse(text.strip()).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return statement.value if isinstance(statement, ast.Expr) else None


_made: Callable[[type[Made], tuple[Any, ...]], Made] = tuple.__new__  # type: ignore[assignment]
"""Creates the most frequent node types twice as fast as their constructors."""


def _name(low: Lowering, node: ast.Name) -> Expr:
    name = node.id
    if type(node.ctx) is not ast.Load:
        low.bound.add(name)
    elif low.aliases:
        name = low.aliases.get(name, name)
    known = low.names.get(name)
    if known is None or not low.shares:
        known = low.names[name] = _made(ir.Name, (name,))
    return known


def _constant(low: Lowering, node: ast.Constant) -> Expr:
    value = node.value
    if value is None or value is True or value is False:
        return _WORDS[value]
    if low.shares:
        return constant(value)
    return _made(ir.Constant, (intern(value) if type(value) is str else value, True))


_WORDS = {value: ir.Constant(value) for value in (None, True, False)}
"""Shared objects for constants that make up two thirds of all parameter defaults."""


def _attribute(low: Lowering, node: ast.Attribute) -> Expr:
    low.attributes[node.attr] = None
    return _made(ir.Attribute, (low.owner(node.value), node.attr, low.at(node)))


def _call(low: Lowering, node: ast.Call) -> Expr:
    func = low.owner(node.func)
    args = [
        _made(ir.Argument, (low.expr(arg.value), "*") if type(arg) is ast.Starred else (low.expr(arg), None))
        for arg in node.args
    ]
    for keyword in node.keywords:
        args.append(_made(ir.Argument, (low.expr(keyword.value), keyword.arg or "**")))
    call: ir.Call = _made(ir.Call, (func, spread(tuple(args)), low.at(node)))
    if type(node.func) is not ast.Name or node.func.id not in BUILTINS or node.func.id in low.bound or node.func.id in low.outer:
        return call
    found = shorter(call)
    if type(found) is ir.Attribute:
        low.attributes[found.attr] = None
    return found


def _display(low: Lowering, node: ast.List | ast.Tuple | ast.Set) -> Expr:
    items = node.elts if len(node.elts) <= MANY else []
    return ir.Display(_DISPLAYS[type(node)], low.exprs(items))


_DISPLAYS = {ast.List: "list", ast.Tuple: "tuple", ast.Set: "set"}


def _dict(low: Lowering, node: ast.Dict) -> Expr:
    if len(node.keys) > MANY:
        return ir.Mapping((), ())
    keys = tuple([None if key is None else low.expr(key) for key in node.keys])
    return ir.Mapping(keys, low.exprs(node.values))


def _comprehension(low: Lowering, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp) -> Expr:
    outer, low.bound = low.bound, set()
    clauses = tuple(
        ir.Clause(low.expr(part.target), low.expr(part.iter), low.exprs(part.ifs)) for part in node.generators
    )
    low.bound = outer
    if isinstance(node, ast.DictComp):
        return ir.Comprehension("dict", low.expr(node.value), low.expr(node.key), clauses)
    kind = {ast.ListComp: "list", ast.SetComp: "set", ast.GeneratorExp: "generator"}[type(node)]
    return ir.Comprehension(kind, low.expr(node.elt), None, clauses)


def lambda_name(line: int, column: int) -> str:
    """Returns the name of a lambda in qualified names, which contains its position to be unique."""
    return f"<lambda {line}:{column}>"


def _lambda(low: Lowering, node: ast.Lambda) -> Expr:
    at = low.at(node)
    qualname = low.child(lambda_name(at.line, at.column))
    low.lambdas.append((qualname, node))
    return ir.Lambda(qualname)


def _slice(low: Lowering, node: ast.Slice) -> Expr:
    given = [(part, place) for place, part in enumerate((node.lower, node.upper, node.step)) if part is not None]
    return ir.Slice(low.exprs([part for part, _ in given]), tuple(place for _, place in given))


def _walrus(low: Lowering, node: ast.NamedExpr) -> Expr:
    low.bound.add(node.target.id)
    return ir.Walrus(ir.Name(node.target.id), low.expr(node.value))


def _compare(low: Lowering, node: ast.Compare) -> Expr:
    operators = tuple(OPERATORS[type(op)] for op in node.ops)
    return ir.Operation(operators, low.exprs([node.left, *node.comparators]))


def _binary(low: Lowering, node: ast.BinOp) -> Expr:
    return ir.Operation((OPERATORS[type(node.op)],), (low.expr(node.left), low.expr(node.right)))


def _unary(low: Lowering, node: ast.UnaryOp) -> Expr:
    operand = low.expr(node.operand)
    if isinstance(node.op, ast.USub) and isinstance(operand, ir.Constant) and type(operand.value) in (int, float):
        return ir.Constant(-operand.value)  # type: ignore[operator]
    return ir.Operation((OPERATORS[type(node.op)],), (operand,))


def _text(low: Lowering, node: Any) -> Expr:
    """Converts an f-string, or a template string of Python 3.14, to the values in it."""
    values = [part for part in node.values if hasattr(part, "value") and not isinstance(part, ast.Constant)]
    parts = list(low.exprs([part.value for part in values]))
    for part in values:
        if part.format_spec is not None:
            parts.append(low.expr(part.format_spec))
    return ir.Text(tuple(parts))


def _yield(low: Lowering, node: ast.Yield | ast.YieldFrom) -> Expr:
    low.generator = True
    return ir.Yield(low.expr(node.value) if node.value is not None else ir.Constant(None), isinstance(node, ast.YieldFrom))


_LOWER: dict[type[ast.AST], Callable[[Lowering, Any], Expr]] = {
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Call: _call,
    ast.Constant: _constant,
    ast.List: _display,
    ast.Tuple: _display,
    ast.Set: _display,
    ast.Dict: _dict,
    ast.ListComp: _comprehension,
    ast.SetComp: _comprehension,
    ast.DictComp: _comprehension,
    ast.GeneratorExp: _comprehension,
    ast.Lambda: _lambda,
    ast.Subscript: lambda low, node: ir.Subscript(low.owner(node.value), low.expr(node.slice)),
    ast.Slice: _slice,
    ast.BinOp: _binary,
    ast.UnaryOp: _unary,
    ast.BoolOp: lambda low, node: ir.Operation((OPERATORS[type(node.op)],), low.exprs(node.values)),
    ast.Compare: _compare,
    ast.IfExp: lambda low, node: ir.Conditional(low.expr(node.test), low.expr(node.body), low.expr(node.orelse)),
    ast.Starred: lambda low, node: ir.Starred(low.expr(node.value)),
    ast.NamedExpr: _walrus,
    ast.JoinedStr: _text,
    ast.Yield: _yield,
    ast.YieldFrom: _yield,
    ast.Await: lambda low, node: ir.Await(low.expr(node.value)),
}
if hasattr(ast, "TemplateStr"):
    _LOWER[ast.TemplateStr] = _text
