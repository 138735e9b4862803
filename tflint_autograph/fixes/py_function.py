"""Suggestions that move code which runs only at trace time into `tf.py_function`, which runs it on every call."""

from __future__ import annotations

import libcst as cst

from tflint_autograph.fixes.edits import argument, commented, lines_of
from tflint_autograph.model.finding import Fix
from tflint_autograph.model.levels import Safety
from tflint_autograph.model.values import Kind
from tflint_autograph.traced.graph.symbolic import ancestors
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.nodes import children, descendants
from tflint_autograph.traced.tree.spelling import spelled

_STAYS = (cst.Return, cst.Break, cst.Continue, cst.Yield, cst.Await, cst.NamedExpr, cst.Assign, cst.AugAssign, cst.AnnAssign,
          cst.Global, cst.Nonlocal, cst.Del, cst.Lambda, cst.FunctionDef, cst.CompFor, cst.Import, cst.ImportFrom)  # fmt: skip
"""Expressions that would change their meaning, or bind names, inside another function."""

_NAME = "in_python"


def called_each_time(call: cst.Call, fn: TracedFunction, result: str = "", text: str = "") -> Fix | None:
    """Returns `tf.py_function(lambda x: CALL, [x], RESULT)`, or None. RESULT is a dtype; without one the call must be a statement.

    `text` replaces the call's source.
    """
    tf = spelled(fn, "tensorflow")
    alone = isinstance(next(ancestors(call, fn), None), cst.Expr)
    if tf is None or not (alone or result) or _moves_badly(call, fn):
        return None
    edit = fn.edit(call, _aside(tf.name, call, fn, "[]" if alone else f"{tf.name}.{result}", text))
    return Fix("run it in `tf.py_function`, on every call", (edit,), Safety.DISPLAY, tf.imports)


def stored_each_time(node: cst.Assign, fn: TracedFunction) -> Fix | None:
    """Returns the suggestion for `items[key] = value`, as a call of `__setitem__`, or None."""
    tf, target = spelled(fn, "tensorflow"), node.targets[0].target
    if tf is None or len(node.targets) > 1 or not isinstance(target, cst.Subscript) or len(target.slice) > 1:
        return None
    index = target.slice[0].slice
    if not isinstance(index, cst.Index) or index.star or any(_moves_badly(each, fn) for each in (target, node.value)):
        return None
    text = f"{fn.source(target.value)}.__setitem__({argument(index.value, fn)}, {argument(node.value, fn)})"
    edit = fn.edit(node, _aside(tf.name, node, fn, "[]", text))
    return Fix("run it in `tf.py_function`, on every call", (edit,), Safety.DISPLAY, tf.imports)


def block_each_time(block: cst.With, fn: TracedFunction) -> Fix | None:
    """Returns a `with` statement as a nested function called by `tf.py_function`, or None if it binds names."""
    tf = spelled(fn, "tensorflow")
    texts = (each for each in descendants(block) if isinstance(each, (cst.SimpleString, cst.FormattedString)))
    if tf is None or _moves_badly(block, fn) or _NAME in fn.body.names or any("\n" in fn.source(each) for each in texts):
        return None
    indent, given = lines_of(block, fn), ", ".join(_tensors(block, fn))
    first, *rest = fn.source(block).split("\n")
    moved = "\n".join([f"{indent}    {first}", *(f"    {line}" if line.strip() else line for line in rest)])
    text = f"def {_NAME}({given}):\n{moved}\n\n{indent}{tf.name}.py_function({_NAME}, [{given}], [])"
    return Fix("run it in `tf.py_function`, on every call", (fn.edit(block, text),), Safety.DISPLAY, tf.imports)


def _aside(tf: str, node: cst.CSTNode, fn: TracedFunction, result: str, text: str) -> str:
    given = ", ".join(_tensors(node, fn))
    return f"{tf}.py_function(lambda{' ' if given else ''}{given}: {text or fn.source(node)}, [{given}], {result})"


def _moves_badly(node: cst.CSTNode, fn: TracedFunction) -> bool:
    return commented(node) or any(isinstance(each, _STAYS) for each in descendants(node)) or _may_read_tensor(node, fn)


def _may_read_tensor(node: cst.CSTNode, fn: TracedFunction) -> bool:
    """Whether an argument of unknown value is read: a tensor that is not passed stays symbolic in `tf.py_function`."""
    given = {parameter.name for parameter in fn.fact.parameters}
    return any(each.value in given and fn.value(each).kind is Kind.UNKNOWN for each in _reads(node))


def _tensors(node: cst.CSTNode, fn: TracedFunction) -> tuple[str, ...]:
    """Returns the names with tensors that are read inside: they have to be passed for Python to see their values."""
    return tuple(sorted({each.value for each in _reads(node) if fn.value(each).kind.graph}))


def _reads(node: cst.CSTNode) -> list[cst.Name]:
    if isinstance(node, cst.Name):
        return [node]
    inside = (node.value,) if isinstance(node, (cst.Attribute, cst.Arg)) else tuple(children(node))
    return [name for child in inside for name in _reads(child)]
