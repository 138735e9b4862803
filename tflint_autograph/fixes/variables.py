"""Suggestions that store a changing number in a `tf.Variable` or pass it as an argument."""

from __future__ import annotations

import re

import libcst as cst

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At, Statement
from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.model.finding import Edit, Fix
from tflint_autograph.model.levels import Safety
from tflint_autograph.model.location import Span
from tflint_autograph.model.values import Kind
from tflint_autograph.project.bodies.globals_ import bindings
from tflint_autograph.project.bodies.walks import dotted_path, walk
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.mutations import Mutation, MutationKind
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
