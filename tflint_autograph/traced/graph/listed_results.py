"""Finds loops whose results a root returns as a list: its structure is Python's, and a graph loop could only make one tensor of them."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr, Statement
from tflint_autograph.project.bodies.container_puts import puts
from tflint_autograph.project.bodies.walks import walk
from tflint_autograph.project.index.blocks import blocks
from tflint_autograph.traced.tree.function import TracedFunction


def fills_result(loop: Statement, fn: TracedFunction) -> bool:
    """Whether a loop of a root adds to a list that the root returns as it is, by itself or in a tuple or dict."""
    if not fn.is_root:
        return False
    added = {each.holder for block in blocks(loop) for statement in walk(block) for each in puts(statement) if each.key is None}
    returned = [each.value for each in walk(fn.body.statements) if isinstance(each, ir.Return) and each.value is not None]
    return any(part in added for value in returned for part in _parts(value) if isinstance(part, ir.Name))


def _parts(value: Expr) -> Iterator[Expr]:
    """Yields an expression, or those that the displays in it consist of."""
    if isinstance(value, ir.Display):
        for item in value.items:
            yield from _parts(item)
    elif isinstance(value, ir.Mapping):
        for item in value.values:
            yield from _parts(item)
    else:
        yield value
