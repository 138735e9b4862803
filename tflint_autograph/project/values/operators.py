"""The methods Python runs for operators and functions on instances of project classes, and what arithmetic updates. Values nothing."""

from __future__ import annotations

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.project.bodies.walks import dotted_path

_BINARY = {
    "+": "add", "-": "sub", "*": "mul", "@": "matmul", "/": "truediv", "%": "mod", "**": "pow", "//": "floordiv",
    "<<": "lshift", ">>": "rshift", "|": "or", "^": "xor", "&": "and",
}  # fmt: skip
_COMPARISONS = {"<": ("lt", "gt"), "<=": ("le", "ge"), ">": ("gt", "lt"), ">=": ("ge", "le"), "==": ("eq", "eq"), "!=": ("ne", "ne")}
_TEXT = ("__str__", "__repr__")
_FUNCTIONS = {
    **{
        f"builtins.{word}": (f"__{word}__",)
        for word in ("len", "int", "float", "complex", "repr", "hash", "abs", "round", "iter", "next", "reversed")
    },
    "builtins.bool": ("__bool__", "__len__"),
    "builtins.str": _TEXT,
    "builtins.format": ("__format__", *_TEXT),
}  # fmt: skip
_UNARY = {"-": "neg", "+": "pos", "~": "invert"}


def methods(word: str, operands: int) -> tuple[str, str]:
    """The methods that `word` looks up on its left and on its right operand; empty for none."""
    if operands == 1:
        return (f"__{_UNARY[word]}__" if word in _UNARY else "", "")
    if word in _BINARY:
        return f"__{_BINARY[word]}__", f"__r{_BINARY[word]}__"
    if word in _COMPARISONS:
        left, right = _COMPARISONS[word]
        return f"__{left}__", f"__{right}__"
    return ("", "__contains__") if word in ("in", "not in") else ("", "")


def methods_behind(function: str) -> tuple[str, ...]:
    """The methods of which a function of Python's runs the first that there is, `__len__` for `builtins.len`; none for most."""
    return _FUNCTIONS.get(function, ())


def in_place(operator: str) -> str:
    """The method that an operator looks up where it updates its left operand: `__iadd__` for the `+` of `+=`."""
    return f"__i{_BINARY[operator]}__"


def updates(target: Expr, value: Expr) -> bool:
    """Whether arithmetic makes the value of what the target holds, as `+=` does: `self.n = self.n + 1`."""
    if not isinstance(target, ir.Attribute) or not isinstance(value, ir.Operation) or value.operators[0] not in _BINARY:
        return False
    return any(dotted_path(each) == dotted_path(target) != "" or updates(target, each) for each in value.operands)
