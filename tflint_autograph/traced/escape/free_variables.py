"""Finds writes to the free names of traced code, after which the graph keeps the old value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At, Expr, Statement
from tflint_autograph.model.facts import MODULE, FunctionKey
from tflint_autograph.model.values import Value
from tflint_autograph.project.bodies.changes import MUTABLE
from tflint_autograph.project.bodies.single import named_again
from tflint_autograph.project.bodies.walks import attribute_read, dotted_path, expressions, spelled_path, walk
from tflint_autograph.project.index.scopes import scope_of
from tflint_autograph.tfapi import effects
from tflint_autograph.traced.tree.function_view import FunctionView, once_a_function
from tflint_autograph.traced.tree.kinds import keeps_traced
from tflint_autograph.traced.tree.point import TracedPoint, made_once, on_every_path

if TYPE_CHECKING:
    from tflint_autograph.project.mutation.confidence import NameWrite


@once_a_function
def changing_names(fn: FunctionView) -> Iterator[str]:
    """Yields the free names, and the members of project modules, that the function reads and that eager code changes."""
    known: set[str] = set()
    for expr, value in fn.seen.get(ir.Name, ()):
        assert isinstance(expr, ir.Name)
        if expr.id not in fn.body.bound and expr.id not in known and keeps_traced(value):
            known.add(expr.id)
            if changed(expr.id, value, fn) is not None:
                yield expr.id
    for expr, value in fn.seen.get(ir.Attribute, ()):
        assert isinstance(expr, ir.Attribute)
        receiver = fn.seen_value(expr.value)
        if receiver.module and keeps_traced(value) and changed_member(receiver, expr.attr, value, fn) is not None:
            yield expr.attr


def owner_of(name: str, fn: TracedPoint) -> FunctionKey | None:
    """Returns the function around a function that binds a name, or None."""
    scope = scope_of(fn.analysis.project, FunctionKey(fn.key.path, fn.fact.parent), name)
    return scope if scope.qualname != MODULE else None


def changed(name: str, value: Value, fn: TracedPoint) -> NameWrite | None:
    """Returns the most certain write, by eager code, to a name that the traced function does not bind itself, or None."""
    owner = owner_of(name, fn)
    if owner is None:
        return _of_module(name, value, fn)
    if owner in fn.analysis.results or _stays(owner, name, value, fn):
        return None
    return fn.analysis.name_writes.of_closure(owner, fn.analysis.project.body(owner), fn.fact, name, value)


def _stays(owner: FunctionKey, name: str, value: Value, fn: TracedPoint) -> bool:
    """Cheap check that no statement rebinds this closure variable, for most without looking at bodies.

    Eager code cannot change a variable that it does not mention after the reader.
    """
    module, fact = fn.analysis.project.module(owner.path), fn.analysis.project.function(owner)
    if module is None or fact is None:
        return False
    shared = (line for word in ("nonlocal", "global") for line in module.lines_mentioning(word))
    if any(fact.at.line <= line <= fact.at.end_line for line in shared):
        return False
    behind = (line for line in module.lines_mentioning(name) if fn.fact.at.end_line < line <= fact.at.end_line)
    return value.kind not in MUTABLE and next(behind, None) is None


def changed_member(receiver: Value, name: str, value: Value, fn: FunctionView) -> NameWrite | None:
    """Returns the most certain write to `module.name` for a module of the project, or None."""
    return fn.analysis.name_writes.of_global(receiver.module, name, value, fn.key) if receiver.module else None


def changed_field(asked: ir.Attribute, module: str, value: Value, fn: FunctionView) -> NameWrite | None:
    """Returns the most certain write to an attribute of an object without a project class, such as `types.SimpleNamespace`, in a
    module-level name.

    `module` is the file of the module from which the object is read, if any.
    """
    holder, project = asked.value, fn.analysis.project
    if isinstance(holder, ir.Attribute):
        return fn.analysis.name_writes.of_field(module, holder.attr, asked.attr, value, fn.key) if module else None
    if not isinstance(holder, ir.Name) or holder.id in fn.body.bound or owner_of(holder.id, fn) is not None:
        return None
    path, name = fn.key.path, holder.id
    for statement in fn.analysis.names.binding(path, name):
        if isinstance(statement, ir.Import):
            owner, _, name = dict(statement.names)[holder.id].rpartition(".")
            path = project.index.find(owner, fn.key.path) or ""
    return fn.analysis.name_writes.of_field(path, name, asked.attr, value, fn.key) if path else None


def _of_module(name: str, value: Value, fn: TracedPoint) -> NameWrite | None:
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


def _imported(dotted: str, value: Value, fn: TracedPoint) -> NameWrite | None:
    """Returns the most certain change of the object behind an imported name, or None."""
    if value.kind not in MUTABLE:
        return None
    owner, _, name = dotted.rpartition(".")
    path = fn.analysis.project.index.find(owner, fn.key.path) if owner else None
    return fn.analysis.name_writes.of_global(path, name, value, fn.key, in_place=True) if path else None


def first_read(name: str, fn: FunctionView) -> bool:
    """Whether the current statement is the first of the function to read the name's value."""
    return fn.statement is not None and _first_reads(fn).get(name) == fn.statement.ordinal


@on_every_path
def is_set_here(fn: TracedPoint, name: str) -> bool:
    """Whether the trace has bound the name or dotted name, or the statement binds it: then `outer-mutation` reports what changes it."""
    targets = fn.statement.targets if isinstance(fn.statement, ir.Assign) else ()
    return name in fn.env or name in fn.body.bound or name in map(dotted_path, targets)


@made_once
def _first_reads(fn: TracedPoint) -> dict[str, int]:
    """Returns, by name and dotted name, the first reachable statement that reads it."""
    first: dict[str, int] = {}
    naming: list[tuple[str, Statement]] = []
    for statement in walk(fn.body.statements):
        alias = named_again(statement, fn.body)
        if alias:
            naming.append((alias, statement))
        elif statement.ordinal in fn.flow.states:
            for name in _read(statement):
                first.setdefault(name, statement.ordinal)
    for alias, statement in naming:
        read = _read(statement)
        if statement.ordinal in fn.flow.states and (alias in first or dict(fn.body.dotted)[alias] in first):
            first.update({name: min(statement.ordinal, first.get(name, statement.ordinal)) for name in read})
    return first


def reads(name: str, statement: Statement) -> bool:
    """Whether a statement uses the value of a name or dotted name. `LOG.append(x)` does not use the value of `LOG`."""
    return name in _read(statement)


def _read(statement: Statement) -> set[str]:
    """Returns the names and dotted names whose values a statement uses."""
    found: set[str] = set()
    for expr in expressions(statement):
        _spell(expr, found)
    updated = _updated(statement)
    if updated is not None:
        return found - _spelled(updated.operands[0]) | _spelled(updated.operands[1:])
    if isinstance(statement, ir.Evaluate) and isinstance(statement.value, ir.Call):
        func = statement.value.func
        if isinstance(func, ir.Attribute) and effects.mutates_some(func.attr):
            return found - _spelled(func) | _spelled(statement.value.args)
    return found


def _updated(statement: Statement) -> ir.Operation | None:
    """Returns the operation of `n = n + 1`, which is `n += 1`, with the old value first; None for any other statement."""
    value = statement.value if isinstance(statement, ir.Assign) and len(statement.targets) == 1 else None
    if not isinstance(statement, ir.Assign) or not isinstance(value, ir.Operation) or len(value.operands) != 2:
        return None
    path = dotted_path(statement.targets[0])
    own = next((each for each in value.operands if path and dotted_path(each) == path), None)
    others = tuple(each for each in value.operands if each is not own)
    return value._replace(operands=(own, *others)) if own is not None else None


_NOWHERE = At(0, 0, 0, 0)


def _spelled(expr: object) -> set[str]:
    found: set[str] = set()
    _spell(expr, found)
    return found


def _spell(expr: object, found: set[str]) -> None:
    """Collects the spellings of names and attributes in an expression."""
    waiting = [expr]
    while waiting:
        part = waiting.pop()
        words = []
        while type(part) is ir.Attribute:
            words.append(part.attr)
            part = part.value
        if words and isinstance(part, (ir.Call, ir.Subscript)):
            # `type(self).scale` is spelled as `self.__class__.scale`, and an item with a constant key as it stands.
            read: Expr = part
            for word in reversed(words):
                read = ir.Attribute(read, word, _NOWHERE)
                path = spelled_path(read)
                found.update((path,) if path else ())
        elif isinstance(part, (ir.Call, ir.Subscript)):
            named = attribute_read(part)
            waiting += (named,) if named is not None else ()
        if type(part) is ir.Name:
            path = part.id
            found.add(path)
            for word in reversed(words):
                path = f"{path}.{word}"
                found.add(path)
        elif isinstance(part, tuple) and type(part) is not ir.At:
            waiting += part
