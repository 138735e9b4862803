"""Whether what computes an index limits it."""

from __future__ import annotations

import libcst as cst

from tflint_autograph.model import body as ir
from tflint_autograph.project.bodies.arguments import argument_of
from tflint_autograph.project.bodies.single import only_assignment
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.tree.function import TracedFunction


def is_kept_in_range(call: cst.Call, fn: TracedFunction) -> bool:
    """Whether what computes the index of a call limits it: `i % tf.size(x)`, `tf.clip_by_value(i, 0, n - 1)`."""
    site = fn.expression(call)
    index = argument_of(site, 1, "indices") if isinstance(site, ir.Call) else None
    return index is not None and fn.statement is not None and _is_limited(index, fn.statement.ordinal, fn, _DEEPEST)


_DEEPEST = 4
"""Maximum depth to which names and casts are followed."""


def _is_limited(index: ir.Expr, ordinal: int, fn: TracedFunction, depth: int) -> bool:
    if isinstance(index, ir.Name) and depth:
        given = only_assignment(fn.body, index.id)
        return given is not None and given.value is not None and given.ordinal < ordinal and _is_limited(given.value, given.ordinal, fn, depth - 1)
    if isinstance(index, ir.Operation):
        return index.operators == ("%",)
    name = canonical(fn.value_at(index.func, ordinal).name) if isinstance(index, ir.Call) else ""
    if isinstance(index, ir.Call) and name == "tensorflow.cast" and index.args and depth:
        return _is_limited(index.args[0].value, ordinal, fn, depth - 1)
    return name in _LIMITING


_LIMITING = frozenset(
    f"tensorflow.{word}"
    for word in ("clip_by_value", "minimum", "math.floormod", "math.mod", "math.argmax", "math.argmin", "argmax", "argmin", "argsort",
                 "strings.to_hash_bucket", "strings.to_hash_bucket_fast", "strings.to_hash_bucket_strong")
)  # fmt: skip
"""Functions whose result is no index beyond a limit."""
