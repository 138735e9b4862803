"""Selects the help text of `tfapi.instead` for code that needs the value of a tensor, and fills in its placeholders."""

from __future__ import annotations

import libcst as cst

from tflint_autograph.fixes.dtypes import dtype_of
from tflint_autograph.model.values import Kind, Value
from tflint_autograph.tfapi import equivalents
from tflint_autograph.traced.graph.structures import is_callable
from tflint_autograph.traced.graph.symbolic import inlined, inlined_operand
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.kinds import symbolic

Chosen = tuple[str, dict[str, str]]
"""A help text and the values of its placeholders."""

_FLOATS_ONLY = frozenset({"sqrt", "exp", "sin", "cos", "tan", "log", "log1p", "tanh", "erf", "log2", "log10"})
_ROOM = 48
"""Maximum length of code inserted into a help text, in characters."""


def of_call(call: cst.Call, name: str, fn: TracedFunction) -> Chosen:
    """Returns the help for a Python function called with a tensor."""
    text = equivalents.OF_FUNCTIONS.get(name, equivalents.GENERAL)
    first = call.args[0].value
    x, dtype = inlined(first), dtype_of(first, fn) if symbolic(fn.value(first)) else ""
    if name.rpartition(".")[2] in _FLOATS_ONLY and "int" in dtype:
        x = f"tf.cast({x}, tf.float32)"
    if name == "math.log" and len(call.args) > 1:
        text = equivalents.GENERAL
    if name == "builtins.hash":
        x = inlined_operand(first)
    return text, {
        "x": x,
        "arguments": _arguments(call),
        "integer": "int64" if dtype in ("int64", "uint32") else "int32",
        "floating": "float64" if dtype == "float64" else "float32",
    }


def _arguments(call: cst.Call) -> str:
    text = ", ".join(inlined(arg.value) for arg in call.args if arg.keyword is None)
    return text if len(text) <= _ROOM else "..."


def of_several(call: cst.Call, word: str, fn: TracedFunction, *, by_key: bool) -> Chosen:
    """Returns the help for `max(a, b)`, `any([a, b])`, `sorted(values)`, which compare several tensors."""
    given = [arg.value for arg in call.args if arg.keyword is None and not arg.star]
    if word in equivalents.OF_SORTED:
        found = dict(zip(("values", "x"), map(inlined, given), strict=False))
        return (equivalents.OF_SORTED[word], found) if len(found) > 1 else (equivalents.GENERAL, {})
    if by_key:
        return equivalents.BY_KEY[word], {"values": _values(given)}
    if word in equivalents.OF_TWO and len(given) == 2:
        return equivalents.OF_TWO[word], {"arguments": _arguments(call)}
    values = _values(given)
    if word in ("any", "all") and not (given and _are_bools(given[0], fn)):
        values = f"tf.cast({values}, tf.bool)"
    return equivalents.OF_SEVERAL[word], {"values": values}


def _values(given: list[cst.BaseExpression]) -> str:
    """Returns the source of one list or tuple, or a list of several values."""
    if len(given) == 1:
        return inlined(given[0])
    text = f"[{', '.join(map(inlined, given))}]"
    return text if len(text) <= _ROOM else "[...]"


def _are_bools(node: cst.BaseExpression, fn: TracedFunction) -> bool:
    if not isinstance(node, (cst.List, cst.Tuple)):
        return False
    return all(dtype_of(each.value, fn) == "bool" for each in node.elements)


def of_method(method: str, values: cst.BaseExpression, given: cst.BaseExpression | None) -> Chosen:
    """Returns the help for `in`, `==`, or a list method that compares. `values` is the list, `given` what is looked up."""
    return equivalents.OF_METHODS[method], {"values": inlined(values), "x": inlined(given) if given is not None else "..."}


def of_item(what: str, role: str, owner: cst.BaseExpression, index: cst.BaseExpression, fn: TracedFunction) -> Chosen:
    """Returns the help for an item or slice of a list, dict, string or array selected by a tensor."""
    value = fn.value(owner)
    word = "slice" if role == "slice bound" and what != "string" else what if what in ("dict", "string") else ""
    if not word and _holds_callables(value):
        word = "callable"
    return equivalents.OF_ITEMS[word], {"values": inlined(owner), "x": inlined(index)}


def _holds_callables(value: Value) -> bool:
    return any(part.kind is Kind.OBJECT or is_callable(part) for part in value.contents)
