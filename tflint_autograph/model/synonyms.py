"""Calls that say what a shorter expression says, and are lowered to it."""

from __future__ import annotations

from sys import intern

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr

BUILTINS = frozenset({"getattr", "dict"})
"""The built-ins whose calls may have a shorter form. A file may bind their names otherwise, which its lowering knows."""


def shorter(call: ir.Call) -> Expr:
    """Returns `x.rate` for `getattr(x, "rate")`, `{"rate": 1}` for `dict(rate=1)`, and any other call of a built-in as it is."""
    if call.func == ir.Name("getattr"):
        # A default is the value where there is no such attribute.
        read = attribute_named(call, "getattr") if len(call.args) == 2 and all(each.keyword is None for each in call.args) else None
        return read if read is not None and read.attr.isidentifier() else call
    if call.args and all(each.keyword not in (None, "*", "**") for each in call.args):
        return ir.Mapping(tuple([ir.Constant(each.keyword) for each in call.args]), tuple([each.value for each in call.args]))
    return call


def spread(args: tuple[ir.Argument, ...]) -> tuple[ir.Argument, ...]:
    """Returns the arguments of a call with those written out behind stars as arguments themselves: `x, n=1` for `*(x,), **{"n": 1}`."""
    return tuple([each for given in args for each in _behind_star(given)]) if any(each.keyword in _STARS for each in args) else args


_STARS = ("*", "**")


def _behind_star(given: ir.Argument) -> list[ir.Argument]:
    value = given.value  # what is too long to be kept has no items
    items = value.items if given.keyword == "*" and isinstance(value, ir.Display) and value.type != "set" else ()
    if items and not any(isinstance(each, ir.Starred) for each in items):
        return [ir.Argument(each, None) for each in items]
    if given.keyword == "**" and isinstance(value, ir.Mapping) and value.keys:
        names = [each.value for each in value.keys if isinstance(each, ir.Constant) and isinstance(each.value, str)]
        if len(names) == len(value.keys):
            return [ir.Argument(each, name) for name, each in zip(names, value.values, strict=True)]
    return [given]


def attribute_named(expr: Expr, function: str) -> ir.Attribute | None:
    """Returns `self.log` for a `getattr`, `hasattr` or `setattr` call with `self` and `"log"`, else None."""
    if type(expr) is not ir.Call or expr.func != ir.Name(function) or len(expr.args) < 2:
        return None
    name = expr.args[1].value
    if not isinstance(name, ir.Constant) or not isinstance(name.value, str):
        return None
    return ir.Attribute(expr.args[0].value, intern(name.value), expr.at)
