"""Infers that a tensor is most likely a float from what computes it: losses, models, means and divisions."""

from __future__ import annotations

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.model.values import Callee
from tflint_autograph.project.bodies.walks import walk
from tflint_autograph.project.values.body_result import CallSite
from tflint_autograph.tfapi.dtypes import FLOATING, KEEP
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.tree.binding import bindings_of
from tflint_autograph.traced.tree.function import TracedFunction

_DEEPEST = 6
"""Maximum depth to which names, parts of expressions and called functions are followed."""

_ARITHMETIC = frozenset({"+", "-", "*", "**", "@", "%", "//"})
_COMPUTING = frozenset({"layer", "model", "loss"})
"""Parts of Keras that compute with floats by default."""


def is_likely_float(expr: Expr, fn: TracedFunction, depth: int = _DEEPEST) -> bool:
    """Whether everything known about a tensor says that it contains floats."""
    if not depth:
        return False
    if isinstance(expr, ir.Name):
        return _is_bound_to_float(expr.id, fn, depth - 1)
    if isinstance(expr, ir.Operation):
        sign = expr.operators[0]
        is_divided = sign == "/" and fn.seen_value(expr).kind.graph
        return is_divided or (sign in _ARITHMETIC and any(is_likely_float(each, fn, depth - 1) for each in expr.operands))
    if isinstance(expr, ir.Subscript):
        return is_likely_float(expr.value, fn, depth - 1)
    site = fn.flow.calls.get(expr.at) if isinstance(expr, ir.Call) else None
    return isinstance(expr, ir.Call) and site is not None and _gives_float(expr, site, fn, depth)


def _is_bound_to_float(name: str, fn: TracedFunction, depth: int) -> bool:
    """Whether each statement that binds a name assigns it such a tensor."""
    binding = bindings_of(fn).of(name, fn.body.statements)
    return bool(binding) and all(
        isinstance(each, ir.Assign) and each.value is not None and ir.Name(name) in each.targets and is_likely_float(each.value, fn, depth)
        for each in binding
    )


def _gives_float(call: ir.Call, site: CallSite, fn: TracedFunction, depth: int) -> bool:
    name = canonical(site.func.name) if site.func.name else ""
    last = name.rpartition(".")[2]
    if name.startswith("tensorflow."):
        kept = last in KEEP and bool(call.args) and is_likely_float(call.args[0].value, fn, depth - 1)
        return last == "reduce_mean" or last in FLOATING or kept
    if name.startswith("keras.losses."):
        return last[:1].islower()
    if site.func.callees:
        return all(_returns_float(target, fn, depth - 1) for target in fn.analysis.giving(site.func.callees))
    kind = fn.keras_kind(site.func.cls) if site.func.cls is not None else site.func.type
    return kind in _COMPUTING


def _returns_float(target: Callee, fn: TracedFunction, depth: int) -> bool:
    """Whether all that a function of the project returns is such a tensor."""
    if target.wrapper or not depth or target.key not in fn.analysis.results or target.key == fn.key:
        return False
    inner = TracedFunction(fn.analysis, target.key, fn.trace)
    returned = [each.value for each in walk(inner.body.statements) if isinstance(each, ir.Return)]
    return bool(returned) and all(each is not None and is_likely_float(each, inner, depth) for each in returned)
