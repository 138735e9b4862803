"""Suggestions that keep what is created or changes: an object created once, a number in a `tf.Variable` or passed as an argument."""

from __future__ import annotations

import re

import libcst as cst

from tflint_autograph.fixes.edits import commented, lines_of
from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At, Statement
from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.model.finding import Edit, Fix
from tflint_autograph.model.levels import Safety
from tflint_autograph.model.location import Span
from tflint_autograph.model.values import Kind
from tflint_autograph.project.bodies.globals_ import bindings
from tflint_autograph.project.bodies.walks import dotted_path, walk
from tflint_autograph.traced.graph.symbolic import ancestors
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.mutations import Mutation, MutationKind
from tflint_autograph.traced.tree.nodes import descendants
from tflint_autograph.traced.tree.spelling import spelled

_METHODS = {"+": "assign_add", "-": "assign_sub"}
_CHANGE = re.compile(r"(?P<name>[\w.]+)\s*(?P<operator>[^\s\w=]*)=\s*(?P<value>[^=].*)")
"""Matches a one-line statement that binds or updates one name."""


def counted_in_variable(mutation: Mutation, fn: TracedFunction) -> Fix | None:
    """Returns `count.assign_add(1)` for `count += 1`, with `tf.Variable` around the initial number; else None."""
    begun = _begun(mutation, fn)
    stored = mutation.stored
    if begun is None or not isinstance(mutation.node, (cst.Assign, cst.AugAssign)):
        return None
    if stored is None or not (stored.kind is Kind.PYTHON or stored.kind.graph):
        return None
    return _in_variable(mutation.spoken, begun, fn.edit(mutation.node, _assigned(fn.source(mutation.node))), fn)


def read_from_variable(name: str, changed: Span, fn: TracedFunction) -> Fix | None:
    """Returns the suggestion for a module-level number that the function reads and eager code changes at `changed`, or None."""
    begun = _of_module(name, fn)
    if begun is None or (changed.path, changed.cell) != (fn.key.path, fn.span(begun.at).cell):
        return None
    at = At(changed.start.line, changed.start.column, changed.end.line, changed.end.column)
    text = _assigned(fn.source(at))
    return _in_variable(name, begun, fn.edit(at, text), fn) if text.startswith(f"{name}.") else None


def passed_in(name: str, fn: TracedFunction) -> Fix | None:
    """Returns the name as a new parameter of a decorated function, or None if a signature or a caller fixes its parameters."""
    if not isinstance(fn.node, cst.FunctionDef) or not fn.fact.decorators or fn.trace.root != "tf.function" or not fn.is_root:
        return None
    if any("signature" in fn.source(at) for _, at in fn.fact.decorators):
        return None
    taken = [each for each in (*fn.node.params.posonly_params, *fn.node.params.params) if each.default is None]
    if not taken or any(name == each.name for each in fn.fact.parameters):
        return None
    at = fn.place(taken[-1])
    edit = fn.edit(At(at.end_line, at.end_column, at.end_line, at.end_column), f", {name}")
    return Fix(f"add the parameter `{name}`, which every call has to pass, as a tensor if it is a number", (edit,), Safety.DISPLAY)


def _in_variable(name: str, begun: ir.Assign, change: Edit, fn: TracedFunction) -> Fix | None:
    tf = spelled(fn, "tensorflow")
    bound = _CHANGE.fullmatch(fn.source(begun.at))
    if tf is None or bound is None or not change.text:
        return None
    edit = fn.edit(begun.at, f"{bound['name']} = {tf.name}.Variable({bound['value']})")
    return Fix(f"keep `{name}` in a `tf.Variable`", (edit, change), Safety.DISPLAY, tf.imports)


def _assigned(text: str) -> str:
    """Returns the change of a name as an `assign` call on the variable, or an empty string."""
    found = _CHANGE.fullmatch(text)
    if found is None:
        return ""
    name, operator, value = found["name"], found["operator"], found["value"]
    if not operator:
        return f"{name}.assign({value})"
    method = _METHODS.get(operator)
    return f"{name}.{method}({value})" if method else f"{name}.assign({name} {operator} ({value}))"


def _begun(mutation: Mutation, fn: TracedFunction) -> ir.Assign | None:
    if mutation.how is MutationKind.NAME:
        return _of_module(mutation.word, fn) if dict(fn.body.shared).get(mutation.word) == "global" else None
    owner = fn.analysis.project.cls(ClassKey(fn.key.path, fn.fact.owner)) if fn.fact.owner else None
    constructor = dict(owner.methods).get("__init__") if owner is not None else None
    lowered = fn.analysis.project.lowered(FunctionKey(fn.key.path, constructor)) if constructor else None
    receivers = {each.fact.parameters[0].name for each in (lowered, fn) if each is not None and each.fact.parameters}
    if mutation.how is not MutationKind.ATTRIBUTE or lowered is None or receivers != {mutation.spoken.partition(".")[0]}:
        return None
    return _number(tuple(walk(lowered.body.statements)), mutation.spoken)


def _of_module(name: str, fn: TracedFunction) -> ir.Assign | None:
    module = fn.analysis.project.module(fn.key.path)
    return _number(bindings(module.body).get(name, ()), name) if module is not None else None


def _number(statements: tuple[Statement, ...], path: str) -> ir.Assign | None:
    """Returns the only statement that binds a name or dotted name, if it binds it to a number; else None."""
    found = [each for each in statements if isinstance(each, ir.Assign) and path in map(dotted_path, each.targets)]
    if len(found) != 1 or len(found[0].targets) > 1 or found[0].annotation is not None or not isinstance(found[0].value, ir.Constant):
        return None
    number = found[0].value.value
    return found[0] if isinstance(number, (int, float)) and not isinstance(number, bool) else None


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
    return {each.value for each in descendants(call) if isinstance(each, cst.Name)} & fn.body.bound


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
