"""Decides whether a traced function is compiled by XLA."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflint_autograph.traced.graph.scopes import lifted
from tflint_autograph.traced.tree.function_view import FunctionView

if TYPE_CHECKING:
    from tflint_autograph.traced.tree.function import TracedFunction


def compiled(fn: FunctionView) -> bool:
    """Whether a root with `jit_compile=True` reaches the function, so that XLA compiles everything in it."""
    return bool(fn.analysis.compiled) and not fn.analysis.compiled.isdisjoint(fn.analysis.callers_above(fn.key))


def runs_operations(fn: TracedFunction) -> bool:
    """Whether an operation without a result, `tf.print` or `tf.py_function`, runs on every call at the current node.

    Under `tf.init_scope` it runs once per trace, and XLA compiles neither (FACTS forms_jit_tf_print).
    """
    return not lifted(fn) and not compiled(fn)
