"""Calls of built-ins that say what a shorter expression says, and are lowered to it."""

from __future__ import annotations

from sys import intern

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr

BUILTINS = frozenset({"getattr", "dict"})
"""The built-ins whose calls may have a shorter form. A file may bind their names otherwise, which its lowering knows."""


def shorter(call: ir.Call) -> Expr:
    """Returns `x.rate` for `getattr(x, "rate")`, `{"rate": 1}` for `dict(rate=1)`, and any other call of a built-in as it is."""
    if call.func == ir.Name("getattr"):
        name = _attribute(call)
        return ir.Attribute(call.args[0].value, intern(name), call.at) if name else call
    if call.args and all(each.keyword not in (None, "*", "**") for each in call.args):
        return ir.Mapping(tuple([ir.Constant(each.keyword) for each in call.args]), tuple([each.value for each in call.args]))
    return call


def _attribute(call: ir.Call) -> str:
    """Returns the attribute that a call of `getattr` reads; empty if it is computed, no identifier, or if there is a default."""
    if len(call.args) != 2 or any(each.keyword is not None for each in call.args):
        return ""
    name = call.args[1].value
    text = name.value if isinstance(name, ir.Constant) else None
    return text if isinstance(text, str) and text.isidentifier() else ""
