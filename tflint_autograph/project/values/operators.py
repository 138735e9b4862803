"""The special methods that operators and built-ins call on instances of project classes, and which assignments are updates."""

from __future__ import annotations

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.project.bodies.walks import place_path

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
    """Returns the methods that `word` looks up on its left and right operand; empty if none."""
    if operands == 1:
        return (f"__{_UNARY[word]}__" if word in _UNARY else "", "")
    if word in _BINARY:
        return f"__{_BINARY[word]}__", f"__r{_BINARY[word]}__"
    if word in _COMPARISONS:
        left, right = _COMPARISONS[word]
        return f"__{left}__", f"__{right}__"
    return ("", "__contains__") if word in ("in", "not in") else ("", "")


def methods_behind(function: str) -> tuple[str, ...]:
    """Returns the methods of which a built-in calls the first that exists, for example `__len__` for `builtins.len`. Mostly empty."""
    return _FUNCTIONS.get(function, ())


def in_place(operator: str) -> str:
    """Returns the in-place method of an operator: `__iadd__` for the `+` of `+=`."""
    return f"__i{_BINARY[operator]}__"


def updates(target: Expr, value: Expr) -> bool:
    """Whether an assignment computes the new value of a target from its old one, like `+=`: `self.n = self.n + 1`."""
    if not isinstance(target, ir.Attribute) or not isinstance(value, ir.Operation) or value.operators[0] not in _BINARY:
        return False
    return any(place_path(each) == place_path(target) != "" or updates(target, each) for each in value.operands)
