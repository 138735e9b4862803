"""Names that traced code reads and does not bind: what changes them while the graph keeps the old value."""

from __future__ import annotations

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Statement
from tflint_autograph.model.facts import MODULE, FunctionKey
from tflint_autograph.model.values import Kind, Value
from tflint_autograph.project.changes import mentions, named
from tflint_autograph.project.globals_ import bindings
from tflint_autograph.project.rebinding import Rebound, surest
from tflint_autograph.project.walks import expressions, walk
from tflint_autograph.tfapi import effects
from tflint_autograph.traced.function import TracedFunction

_FROZEN = frozenset(
    {Kind.PYTHON, Kind.NUMPY, Kind.CONTAINER, Kind.TENSOR, Kind.NONE, Kind.UNKNOWN, Kind.OBJECT}
)


def can_freeze(value: Value) -> bool:
    """Whether the graph may keep a copy of the value: no variable, dataset, function, class or module."""
    return value.kind in _FROZEN and not (value.name or value.targets or value.klass or value.module)


def changed(name: str, value: Value, fn: TracedFunction) -> Rebound | None:
    """The surest change, by plain Python, of a name that the traced function does not bind itself."""
    parent = fn.fact.parent
    while parent:
        owner = FunctionKey(fn.key.path, parent)
        lowered = fn.analysis.project.lowered(owner)
        if lowered is None:
            return None
        if name in lowered.body.bound:
            if dict(lowered.body.shared).get(name) is None:
                return None if owner in fn.analysis.flows else _of_closure(owner, lowered.body, name, value, fn)
            break
        parent = lowered.fact.parent
    return _of_module(name, value, fn)


def changed_member(receiver: Value, name: str, value: Value, fn: TracedFunction) -> Rebound | None:
    """The surest change of `module.name`, for a module of the project."""
    return fn.analysis.rebinding.of_global(receiver.module, name, value) if receiver.module else None


def _of_closure(owner: FunctionKey, body: ir.Body, name: str, value: Value, fn: TracedFunction) -> Rebound | None:
    return fn.analysis.rebinding.of_closure(owner, body, fn.fact, name, value)


def _of_module(name: str, value: Value, fn: TracedFunction) -> Rebound | None:
    path, rebinding = fn.key.path, fn.analysis.rebinding
    module = fn.analysis.project.module(path)
    statements = bindings(module.body).get(name, ()) if module else ()
    if module is None or not statements:
        return None
    for statement in statements:
        if isinstance(statement, ir.Import):
            return _imported(dict(statement.names)[name], value, fn)
    later = rebinding.later(FunctionKey(path, MODULE), module.body, fn.fact, name, value)
    return surest((later, rebinding.of_global(path, name, value)))


def _imported(dotted: str, value: Value, fn: TracedFunction) -> Rebound | None:
    """A change of the object behind a name imported from another module."""
    owner, _, name = dotted.rpartition(".")
    path = fn.analysis.project.index.find(owner, fn.key.path) if owner else None
    return fn.analysis.rebinding.of_global(path, name, value, in_place=True) if path else None


def first_read(name: str, fn: TracedFunction) -> bool:
    """Whether the current statement reads the name's value and none before it in the function does."""
    for ordinal, statement in _statements(fn):
        if ordinal in fn.flow.envs and reads(name, statement):
            return fn.statement is not None and ordinal == fn.statement.ordinal
    return False


def _statements(fn: TracedFunction) -> list[tuple[int, Statement]]:
    return [(statement.ordinal, statement) for statement in walk(fn.body.statements)]


def reads(name: str, statement: Statement) -> bool:
    """Whether a statement uses the value of a name or dotted name: `LOG.append(x)` asks nothing of `LOG`."""
    asks = named(name)
    if isinstance(statement, ir.Evaluate) and isinstance(statement.value, ir.Call):
        func = statement.value.func
        if isinstance(func, ir.Attribute) and effects.mutates_some(func.attr) and mentions(func.value, asks):
            return mentions(statement.value.args, asks)
    return any(mentions(expr, asks) for expr in expressions(statement))
