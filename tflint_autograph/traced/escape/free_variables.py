"""Names that traced code reads and does not bind: what changes them while the graph keeps the old value."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Statement
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.values import Value
from tflint_autograph.project.bodies.changes import MUTABLE
from tflint_autograph.project.bodies.walks import expressions, spelled_path, walk
from tflint_autograph.tfapi import effects
from tflint_autograph.traced.tree.function_view import FunctionView

if TYPE_CHECKING:
    from tflint_autograph.project.mutation.name_write import NameWrite


def changed(name: str, value: Value, fn: FunctionView) -> NameWrite | None:
    """The surest change, by eager code, of a name that the traced function does not bind itself."""
    project, parent = fn.analysis.project, fn.fact.parent
    while parent:
        owner = FunctionKey(fn.key.path, parent)
        bound = project.bound(owner)
        if bound is None:
            return None
        if name in bound:
            if _stays(owner, name, value, fn):
                return None
            lowered = project.lowered(owner)
            if lowered is not None and dict(lowered.body.shared).get(name) is None:
                return None if owner in fn.analysis.results else _of_closure(owner, lowered.body, name, value, fn)
            break
        fact = project.function(owner)
        parent = fact.parent if fact is not None else ""
    return _of_module(name, value, fn)


def _stays(owner: FunctionKey, name: str, value: Value, fn: FunctionView) -> bool:
    """Whether nothing changes a variable of a function around, as is seen of most without its body.

    Eager code changes none of a traced function, and none whose name it does not mention behind the function that reads it.
    """
    module, fact = fn.analysis.project.module(owner.path), fn.analysis.project.function(owner)
    if module is None or fact is None:
        return False
    shared = (line for word in ("nonlocal", "global") for line in module.lines_mentioning(word))
    if any(fact.at.line <= line <= fact.at.end_line for line in shared):
        return False
    behind = (line for line in module.lines_mentioning(name) if fn.fact.at.end_line < line <= fact.at.end_line)
    return owner in fn.analysis.results or (value.kind not in MUTABLE and next(behind, None) is None)


def changed_member(receiver: Value, name: str, value: Value, fn: FunctionView) -> NameWrite | None:
    """The surest change of `module.name`, for a module of the project."""
    return fn.analysis.name_writes.of_global(receiver.module, name, value, fn.key) if receiver.module else None


def changed_field(asked: ir.Attribute, module: str, value: Value, fn: FunctionView) -> NameWrite | None:
    """The surest change of an attribute of an object without a class, such as a `types.SimpleNamespace`, that a module-level name holds.

    `module` is the file of whose module the object is looked up, if it is.
    """
    holder, project = asked.value, fn.analysis.project
    if isinstance(holder, ir.Attribute):
        return fn.analysis.name_writes.of_field(module, holder.attr, asked.attr, value, fn.key) if module else None
    if not isinstance(holder, ir.Name) or holder.id in fn.body.bound or _is_of_enclosing(holder.id, fn):
        return None
    path, name = fn.key.path, holder.id
    for statement in fn.analysis.names.binding(path, name):
        if isinstance(statement, ir.Import):
            owner, _, name = dict(statement.names)[holder.id].rpartition(".")
            path = project.index.find(owner, fn.key.path) or ""
    return fn.analysis.name_writes.of_field(path, name, asked.attr, value, fn.key) if path else None


def _is_of_enclosing(name: str, fn: FunctionView) -> bool:
    """Whether a function around binds the name."""
    parent = fn.fact.parent
    while parent:
        key = FunctionKey(fn.key.path, parent)
        fact, bound = fn.analysis.project.function(key), fn.analysis.project.bound(key)
        if fact is None or bound is None or name in bound:
            return True
        parent = fact.parent
    return False


def _of_closure(owner: FunctionKey, body: ir.Body, name: str, value: Value, fn: FunctionView) -> NameWrite | None:
    return fn.analysis.name_writes.of_closure(owner, body, fn.fact, name, value)


def _of_module(name: str, value: Value, fn: FunctionView) -> NameWrite | None:
    module = fn.analysis.project.module(fn.key.path)
    if module is None:
        return None
    is_for_good = value.kind not in MUTABLE and name not in module.rebound and not fn.analysis.project.setting(name)
    if is_for_good and value.name:
        # A function of a library or of Python, as two thirds of all such names.
        return None
    statements = fn.analysis.names.binding(module.path, name)
    for statement in statements:
        if isinstance(statement, ir.Import):
            return _imported(dict(statement.names)[name], value, fn)
    if not statements or (is_for_good and not fn.analysis.names.is_bound_in_turn(module.path, name)):
        # A definition that nothing takes the place of, as most are.
        return None
    return fn.analysis.name_writes.of_module(module, fn.fact, name, value)


def _imported(dotted: str, value: Value, fn: FunctionView) -> NameWrite | None:
    """A change of the object behind a name imported from another module."""
    if value.kind not in MUTABLE:
        return None
    owner, _, name = dotted.rpartition(".")
    path = fn.analysis.project.index.find(owner, fn.key.path) if owner else None
    return fn.analysis.name_writes.of_global(path, name, value, fn.key, in_place=True) if path else None


def first_read(name: str, fn: FunctionView) -> bool:
    """Whether the current statement reads the name's value and none before it in the function does."""
    return fn.statement is not None and _first_reads(fn).get(name) == fn.statement.ordinal


_FIRST: WeakKeyDictionary[FunctionView, dict[str, int]] = WeakKeyDictionary()


def _first_reads(fn: FunctionView) -> dict[str, int]:
    """By name and dotted name, the statement of those reached that reads it first; found once for a function."""
    if fn not in _FIRST:
        first = _FIRST[fn] = {}
        for statement in walk(fn.body.statements):
            if statement.ordinal in fn.flow.states:
                for name in _read(statement):
                    first.setdefault(name, statement.ordinal)
    return _FIRST[fn]


def reads(name: str, statement: Statement) -> bool:
    """Whether a statement uses the value of a name or dotted name: `LOG.append(x)` asks nothing of `LOG`."""
    return name in _read(statement)


def _read(statement: Statement) -> set[str]:
    """The names and dotted names whose values a statement uses."""
    found: set[str] = set()
    for expr in expressions(statement):
        _spell(expr, found)
    if isinstance(statement, ir.Evaluate) and isinstance(statement.value, ir.Call):
        func = statement.value.func
        if isinstance(func, ir.Attribute) and effects.mutates_some(func.attr):
            changed: set[str] = set()
            given: set[str] = set()
            _spell(func.value, changed)
            _spell(statement.value.args, given)
            return found - changed | given
    return found


def _spell(expr: object, found: set[str]) -> None:
    """Collect how the names, and the attributes of names, in an expression are spelled."""
    waiting = [expr]
    while waiting:
        part = waiting.pop()
        words = []
        while type(part) is ir.Attribute:
            words.append(part.attr)
            part = part.value
        if words and type(part) is ir.Call:
            # `type(self).scale` is spelled as `self.__class__.scale`.
            path = spelled_path(ir.Attribute(part, words[-1], part.at))
            found.update((path,) if path else ())
        if type(part) is ir.Name:
            path = part.id
            found.add(path)
            for word in reversed(words):
                path = f"{path}.{word}"
                found.add(path)
        elif isinstance(part, tuple) and type(part) is not ir.At:
            waiting += part
