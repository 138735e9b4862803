"""Suggestions that create an object once instead of on every call."""

from __future__ import annotations

import re

import libcst as cst

from tflint_autograph.fixes.edits import commented, lines_of
from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At
from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.model.finding import Fix
from tflint_autograph.model.levels import Safety
from tflint_autograph.traced.graph.symbolic import ancestors
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.nodes import descendants

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def made_once(call: cst.Call, fn: TracedFunction) -> Fix | None:
    """Returns a suggestion: in the constructor or under a guard for a method, at module level for a function of the module; else None."""
    line = next((each for each in ancestors(call, fn) if isinstance(each, cst.SimpleStatementLine)), None)
    if line is None or commented(call) or not isinstance(fn.node, cst.FunctionDef):
        return None
    name = _name(call, fn)
    if not fn.fact.owner:
        return _in_module(call, name.upper(), fn)
    return _in_constructor(call, name, fn) or _in_method(call, line, name, fn)


def _name(call: cst.Call, fn: TracedFunction) -> str:
    parent = next(ancestors(call, fn), None)
    target = parent.targets[0].target if isinstance(parent, cst.Assign) and len(parent.targets) == 1 else None
    if isinstance(target, cst.Name):
        return target.value
    # What `self.add_weight` gives cannot be kept under the name of the method.
    return _HUMP.sub("_", fn.source(call.func).rpartition(".")[2]).lower().removeprefix("add_")


def _in_constructor(call: cst.Call, name: str, fn: TracedFunction) -> Fix | None:
    """Returns `self.dense = ...` at the end of `__init__`, if nothing in the call is local to the method."""
    receiver = fn.fact.parameters[0].name if fn.fact.parameters else ""
    cls = fn.analysis.project.cls(ClassKey(fn.key.path, fn.fact.owner))
    constructor = dict(cls.methods).get("__init__") if cls is not None else None
    lowered = fn.analysis.project.lowered(FunctionKey(fn.key.path, constructor)) if constructor else None
    if lowered is None or not lowered.fact.parameters or lowered.fact.parameters[0].name != receiver or _inside(call, fn) - {receiver}:
        return None
    body, end = lowered.body.statements, lowered.fact.at.end_line
    if not body or body[-1].at.line == lowered.fact.header.line or isinstance(body[-1], (ir.Return, ir.Raise)):
        return None
    line, column = body[0].at.line, body[0].at.column
    indent = fn.source(At(line, 1, line, column))
    edits = (fn.edit(At(end + 1, 1, end + 1, 1), f"{indent}{receiver}.{name} = {fn.source(call)}\n"), fn.edit(call, f"{receiver}.{name}"))
    return Fix(f"create `{receiver}.{name}` in `__init__`", edits, Safety.DISPLAY)


def _inside(call: cst.Call, fn: TracedFunction) -> set[str]:
    """Returns the names in a call that are local to the function."""
    own = fn.body.bound | {each.name for each in fn.fact.parameters}
    return {each.value for each in descendants(call) if isinstance(each, cst.Name)} & own


def _in_method(call: cst.Call, line: cst.SimpleStatementLine, name: str, fn: TracedFunction) -> Fix | None:
    """Returns `if not hasattr(self, "dense"): self.dense = ...` before the statement."""
    receiver = fn.fact.parameters[0].name if fn.fact.parameters else ""
    if not receiver or fn.value(cst.Name(receiver)).cls is None:
        return None
    at, indent = fn.place(line), lines_of(line, fn)
    guard = f'if not hasattr({receiver}, "{name}"):\n{indent}    {receiver}.{name} = {fn.source(call)}\n{indent}'
    edits = (fn.edit(At(at.line, at.column, at.line, at.column), guard), fn.edit(call, f"{receiver}.{name}"))
    return Fix(f"create `{receiver}.{name}` on the first call only", edits, Safety.DISPLAY)


def _in_module(call: cst.Call, name: str, fn: TracedFunction) -> Fix | None:
    """Returns `DENSE = ...` above the function, if nothing in the call is local to the function."""
    if fn.fact.parent or fn.fact.at.column > 1 or _inside(call, fn):
        return None
    line = fn.fact.first
    edits = (fn.edit(At(line, 1, line, 1), f"{name} = {fn.source(call)}\n\n\n"), fn.edit(call, name))
    return Fix(f"create `{name}` once, outside the function", edits, Safety.DISPLAY)
