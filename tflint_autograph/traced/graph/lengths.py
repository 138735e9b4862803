"""Finds static shapes and lengths that are None at trace time, and code that handles that."""

from __future__ import annotations

import libcst as cst

from tflint_autograph.project.queries.memoize import memoized_per_program
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.nodes import code, descendants

_ASKING = frozenset({"is_fully_defined", "dimension_value", "num_elements", "assert_is_fully_defined", "is_compatible_with"})


def looked_at(node: cst.BaseExpression, fn: TracedFunction) -> bool:
    """Whether the function tests somewhere that this length, or the shape it belongs to, is known."""
    asked = _asked(fn.node)
    written = code(node)
    return any(written == text or written.startswith(text + "[") or text.startswith((written + ".", written + "[")) for text in asked)


@memoized_per_program(4)
def _asked(root: cst.CSTNode) -> tuple[str, ...]:
    """Returns the source of everything that is compared with None or tested for being known, and its aliases."""
    found, given = [], []
    for node in descendants(root):
        if isinstance(node, cst.Comparison):
            found += _compared(node)
        elif isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and node.func.attr.value in _ASKING:
            found.append(code(node.func.value))
            found += [code(arg.value) for arg in node.args]
        elif isinstance(node, (cst.If, cst.IfExp)) and _takes_what_it_asks(node):
            found.append(code(node.test))
        elif isinstance(node, cst.Assign) and isinstance(node.value, cst.Subscript):
            given.append(node)
    known = frozenset(found)
    names = [code(target.target) for node in given if code(node.value) in known for target in node.targets]
    return (*found, *names)


def _takes_what_it_asks(node: cst.If | cst.IfExp) -> bool:
    """Whether a length is used only if it is known: `if x.shape[0]: n = x.shape[0]`, `n if n else ...`."""
    if not isinstance(node.test, (cst.Name, cst.Subscript)):
        return False
    kind, written = type(node.test), code(node.test)
    return any(type(each) is kind and code(each) == written for each in descendants(node.body))


def _compared(node: cst.Comparison) -> list[str]:
    sides = [node.left, *(part.comparator for part in node.comparisons)]
    if any(isinstance(side, cst.Name) and side.value == "None" for side in sides):
        return [code(side) for side in sides]
    return []
