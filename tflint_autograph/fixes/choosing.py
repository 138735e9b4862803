"""Suggestions for draws from a sequence with `tf.random`, where the sequence becomes a tensor."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import libcst as cst

from tflint_autograph.fixes.edits import argument, commented, operand
from tflint_autograph.model.finding import Fix
from tflint_autograph.model.levels import Safety
from tflint_autograph.model.values import NOTHING, Kind
from tflint_autograph.traced.graph.symbolic import ancestors
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.spelling import spelled


def as_tf_shuffle(call: cst.Call, spoken: str, fn: TracedFunction) -> Fix | None:
    """Returns `tf.gather` with a random index for `choice`, `tf.random.shuffle` for `shuffle`, `permutation` and `sample`; else None."""
    tf = spelled(fn, "tensorflow")
    write = _WAYS.get(spoken.rpartition(".")[2])
    if tf is None or write is None or commented(call) or not call.args or any(arg.star or arg.keyword for arg in call.args):
        return None
    text = write(call, fn, tf.name)
    if not text:
        return None
    return Fix("draw with `tf.random`; the result is a tensor", (fn.edit(call, text),), Safety.DISPLAY, tf.imports)


def _choice(call: cst.Call, fn: TracedFunction, tf: str) -> str:
    items = call.args[0].value
    if len(call.args) > 1:
        return ""
    if _is_count(items, fn):
        return f"{tf}.random.uniform([], 0, {fn.source(items)}, dtype={tf}.int64)"
    if not isinstance(items, (cst.Name, cst.Attribute, cst.List, cst.Tuple)):
        return ""
    if isinstance(items, (cst.List, cst.Tuple)):
        if any(isinstance(each, cst.StarredElement) for each in items.elements):
            return ""
        length = str(len(items.elements))
    else:
        length = f"len({fn.source(items)})"
    return f"{tf}.gather({argument(items, fn)}, {tf}.random.uniform([], 0, {length}, dtype={tf}.int32))"


def _shuffle(call: cst.Call, fn: TracedFunction, tf: str) -> str:
    """Returns an assignment of the shuffled tensor, since Python shuffles in place."""
    items = call.args[0].value
    alone = len(call.args) == 1 and isinstance(next(ancestors(call, fn), None), cst.Expr)
    if not alone or not isinstance(items, cst.Name) or items.value not in fn.body.bound:
        return ""
    return f"{items.value} = {tf}.random.shuffle({items.value})"


def _permutation(call: cst.Call, fn: TracedFunction, tf: str) -> str:
    if len(call.args) > 1:
        return ""
    items = call.args[0].value
    source = f"{tf}.range({fn.source(items)})" if _is_count(items, fn) else argument(items, fn)
    return f"{tf}.random.shuffle({source})"


def _sample(call: cst.Call, fn: TracedFunction, tf: str) -> str:
    """Returns the replacement for `random.sample`. The NumPy function of this name does not draw from a sequence."""
    if len(call.args) != 2:
        return ""
    return f"{tf}.random.shuffle({argument(call.args[0].value, fn)})[:{operand(call.args[1].value, fn)}]"


def _is_count(node: cst.BaseExpression, fn: TracedFunction) -> bool:
    value = fn.value(node)
    return value.type == "builtins.int" or (value.kind is Kind.PYTHON and value.const is not NOTHING and isinstance(value.const, int))


_WAYS: Mapping[str, Callable[[cst.Call, TracedFunction, str], str]] = {
    "choice": _choice, "shuffle": _shuffle, "permutation": _permutation, "sample": _sample,
}  # fmt: skip
