"""Finds what a statement or call changes in place: the object, the kind of change, and the stored value."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from itertools import islice

import libcst as cst

from tflint_autograph.model import body as ir
from tflint_autograph.model.record import record
from tflint_autograph.model.values import MAPPINGS, UNKNOWN, Kind, Value
from tflint_autograph.project.bodies.walks import assigned_by, dotted_path
from tflint_autograph.project.tracing.higher_order import applied_method, applied_to
from tflint_autograph.project.values.arithmetic import is_arithmetic
from tflint_autograph.project.values.body_result import Env
from tflint_autograph.project.values.bound import method_of
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.kinds import (
    OUT,
    array_in_place,
    as_container,
    changed_arguments,
    changes,
    is_said_to_have_own,
)
from tflint_autograph.traced.tree.nodes import code, descendants
from tflint_autograph.traced.tree.setters import is_told_where_set, stores_elsewhere


class MutationKind(Enum):
    """How something is changed."""

    CALL = "call"
    ITEM = "item"
    ATTRIBUTE = "attribute"
    NAME = "name"


@record
class Mutation:
    """One change. `node`: the code that makes it. `owner`: the changed object, unknown for a rebound name.

    `word`: the method, attribute or name. `stored`: the stored value, None for none or several. `augmented`: the new value depends on the
    old one. `key`: the index of an item.
    """

    node: cst.CSTNode
    owner: Value
    spoken: str
    how: MutationKind
    word: str
    stored: Value | None
    augmented: bool = False
    key: Value | None = None
    computed: bool = False


NODES = (cst.Call, cst.Assign, cst.AnnAssign, cst.AugAssign, cst.NamedExpr, cst.Del, cst.For, cst.WithItem)
"""The node types that `mutations` handles."""

_COUNTED = frozenset({Kind.PYTHON, Kind.UNKNOWN})
"""Kinds of values that may be a Python scalar."""

def mutations(node: cst.CSTNode, fn: TracedFunction) -> tuple[Mutation, ...]:
    """Returns what `node` itself changes, without nested calls. Cached, since several rules use it."""
    known: dict[tuple[int, int], tuple[tuple[Mutation, ...], cst.CSTNode, Env]] = fn.table(mutations)
    key = id(node), id(fn.env)
    if key not in known:
        # The node and the names are kept with the answer: their identities are the key.
        known[key] = tuple(_mutations(node, fn)), node, fn.env
    return known[key][0]


def _mutations(node: cst.CSTNode, fn: TracedFunction) -> Iterator[Mutation]:
    if isinstance(node, cst.Call):
        yield from _call(node, fn)
    elif isinstance(node, cst.Assign):
        for target in node.targets:
            yield from _assigned(node, _attribute_of(target.target), node.value, fn)
    elif isinstance(node, cst.AnnAssign) and node.value is not None:
        yield from _target(node, node.target, fn.value(node.value), fn)
    elif isinstance(node, cst.AugAssign):
        yield from _augmented(node, fn)
    elif isinstance(node, cst.NamedExpr):
        yield from _assigned(node, node.target, node.value, fn)
    elif isinstance(node, cst.Del):
        yield from _deleted(node, fn)
    elif isinstance(node, cst.For):
        yield from _target(node.target, node.target, UNKNOWN, fn)
    elif isinstance(node, cst.WithItem) and node.asname is not None:
        context = fn.value(node.item)  # `__enter__` of a class of the project may return something else, and a generator yields it
        yield from _target(node, node.asname.name, UNKNOWN if context.cls or context.type == "builtins.generator" else context, fn)


def _assigned(node: cst.CSTNode, target: cst.BaseExpression, value: cst.BaseExpression, fn: TracedFunction) -> Iterator[Mutation]:
    """Yields what an assignment changes, in any spelling. Adding to a number is an update."""
    added = _added(target, value, fn)
    yield from _target(node, target, added or fn.value(value), fn, augmented=added is not None)


def _named_attribute(call: cst.Call) -> cst.Attribute | None:
    """Returns the attribute that `setattr(x, "n", value)` sets, or None if its name is not a literal."""
    given = [argument.value for argument in call.args if argument.keyword is None and not argument.star]
    if len(given) != 3 or not isinstance(given[1], cst.SimpleString) or not isinstance(given[0], _HOLDERS):
        return None
    name = given[1].evaluated_value
    return cst.Attribute(given[0], cst.Name(name)) if isinstance(name, str) and name.isidentifier() else None


_HOLDERS = (cst.Name, cst.Attribute, cst.Call, cst.Subscript)
"""Expressions behind which an attribute may stand as they are."""


def _attribute_of(target: cst.BaseExpression) -> cst.BaseExpression:
    """Returns the attribute set through `vars(x)["n"]` or `x.__dict__["n"]`; any other target unchanged."""
    index = target.slice[0].slice if isinstance(target, cst.Subscript) and len(target.slice) == 1 else None
    if not isinstance(target, cst.Subscript) or not isinstance(index, cst.Index) or not isinstance(index.value, cst.SimpleString):
        return target
    holder, name = target.value, index.value.evaluated_value
    owner = holder.value if isinstance(holder, cst.Attribute) and holder.attr.value == "__dict__" else None
    if isinstance(holder, cst.Call) and isinstance(holder.func, cst.Name) and holder.func.value == "vars" and len(holder.args) == 1:
        owner = holder.args[0].value
    is_attribute = isinstance(owner, _HOLDERS) and isinstance(name, str) and name.isidentifier()
    return cst.Attribute(owner, cst.Name(name)) if is_attribute else target  # type: ignore[arg-type]


def written(node: cst.CSTNode) -> str:
    """Returns the source of a node on one line."""
    return _dotted(node) or " ".join(code(node).split())


def spelled(node: cst.CSTNode, fn: TracedFunction) -> str:
    """Returns the dotted name of an expression however it is written, else its source on one line."""
    return dotted_path(fn.expression(node)) or written(node)


def brief(node: cst.CSTNode, longest: int) -> str | None:
    """Returns the source of a node on one line, or None if it is longer than `longest`, without writing all of it."""
    # Of three nodes one inside the other, one at the least has a character of its own.
    if next(islice(descendants(node), 3 * longest, None), None) is not None:
        return None
    text = written(node)
    return text if len(text) <= longest else None


def _dotted(node: cst.CSTNode) -> str:
    """Returns the source of a name or dotted name, the common case; empty for everything else."""
    words = []
    while type(node) is cst.Attribute and not node.lpar:
        words.append(node.attr.value)
        node = node.value
    return ".".join([node.value, *reversed(words)]) if type(node) is cst.Name and not node.lpar else ""


def _call(call: cst.Call, fn: TracedFunction) -> Iterator[Mutation]:
    method, receiver = fn.method(call)
    receiver = as_container(receiver, method, fn.analysis)
    if changes(receiver, method) and (receiver.kind is not Kind.UNKNOWN or _may_be_container_s(call, method, receiver, fn)):
        item, spoken = _only_item(call, method, receiver), receiver.spelling or _spoken(call, fn)
        stored = fn.value(call.args[-1].value if item is None else item.value) if call.args else None
        how, key = (MutationKind.CALL, None) if item is None else (MutationKind.ITEM, fn.value(item.key))
        yield Mutation(call, receiver, spoken, how, method, stored, key=key)
    yield from _applied(call, fn)
    name = fn.called(call)
    named = _named_attribute(call) if name == "builtins.setattr" else None
    if named is not None:
        yield from _assigned(call, named, call.args[2].value, fn)
        return
    for argument in call.args:
        if argument.keyword is not None and argument.keyword.value == OUT and name.startswith("numpy."):
            owner = fn.value(argument.value)
            yield Mutation(call, owner, owner.spelling or spelled(argument.value, fn), MutationKind.CALL, OUT, None)
    for position in changed_arguments(name):
        if position < len(call.args) and not call.args[position].star and call.args[position].keyword is None:
            owner = fn.value(call.args[position].value)
            spoken = owner.spelling or spelled(call.args[position].value, fn)
            how = MutationKind.ATTRIBUTE if name == "builtins.setattr" else MutationKind.CALL
            stored = fn.value(call.args[-1].value) if len(call.args) > position + 1 else None
            if how is MutationKind.ATTRIBUTE and is_told_where_set(owner, fn):
                continue
            yield Mutation(call, owner, spoken, how, name.removeprefix("builtins."), stored)


def _applied(call: cst.Call, fn: TracedFunction) -> Iterator[Mutation]:
    """Yields the change by a method that is passed to a built-in which calls it: `map(items.append, values)`."""
    site = fn.flow.calls.get(fn.place(call))
    held = applied_method(site, fn.env) if site is not None else None
    if site is not None and held is not None:
        receiver = as_container(held.receiver, held.method, fn.analysis)
        if changes(receiver, held.method) and receiver.kind is not Kind.UNKNOWN:
            spoken = receiver.spelling or held.path or written(call.args[0].value).rpartition(".")[0]
            yield Mutation(call, receiver, spoken, MutationKind.CALL, held.method, applied_to(site)[-1][1])


def _only_item(call: cst.Call, method: str, receiver: Value) -> cst.DictElement | None:
    """Returns the item that `d.update({key: value})` sets, as `d[key] = value` does; None for any other call."""
    given = call.args[0].value if len(call.args) == 1 and call.args[0].keyword is None and not call.args[0].star else None
    if method != "update" or receiver.type not in MAPPINGS or not isinstance(given, cst.Dict) or len(given.elements) != 1:
        return None
    return given.elements[0] if isinstance(given.elements[0], cst.DictElement) else None


def _spoken(call: cst.Call, fn: TracedFunction) -> str:
    """Returns the spelling of a method's receiver: `table` for `table.setdefault(key, []).append(x)`."""
    held = method_of(fn.value(call.func), fn.env)
    if held is not None and held.path:
        return held.path
    if not isinstance(call.func, cst.Attribute):
        return spelled(call.func, fn)
    owner = call.func.value
    if isinstance(owner, cst.Call) and isinstance(owner.func, cst.Attribute) and owner.func.attr.value == "setdefault":
        owner = owner.func.value
    return spelled(owner, fn)


def _may_be_container_s(call: cst.Call, method: str, receiver: Value, fn: TracedFunction) -> bool:
    """Whether the call fits the method of a built-in container: `append` takes one argument, and its result is not used."""
    if is_said_to_have_own(receiver.parameter, method, fn):
        return False
    if method not in _TAKE_ONE:
        return True
    kept = fn.statement.value if isinstance(fn.statement, (ir.Assign, ir.Return)) else None
    return not (isinstance(kept, ir.Call) and kept.at == fn.place(call)) and len(call.args) == 1 and call.args[0].keyword is None and call.args[0].star != "**"


_TAKE_ONE = frozenset({"append", "extend", "appendleft", "extendleft"})


def _added(target: cst.BaseExpression, value: cst.BaseExpression, fn: TracedFunction) -> Value | None:
    """Returns the Python value added to a number by `n = n + 1` or `n += 1`, or None for other assignments."""
    if not isinstance(target, (cst.Attribute, cst.Name)):
        return None
    assigned = assigned_by(fn.statement) if isinstance(value, cst.Call) and fn.statement is not None else None
    given = assigned.value if isinstance(assigned, ir.Assign) else None
    made = fn.expression(value) if isinstance(value, cst.BinaryOperation) else fn.written_out(given) if given is not None else None
    if not isinstance(made, ir.Operation) or not is_arithmetic(made) or fn.value(target).kind not in _COUNTED:
        return None
    before, (left, right) = fn.expression(target), made.operands
    for one, other in ((left, right), (right, left)):
        if one == before or dotted_path(one) == dotted_path(before) != "":
            added = fn.value_of(other)
            return added if added.kind is Kind.PYTHON else None
    return None


def _target(node: cst.CSTNode, target: cst.BaseExpression, stored: Value, fn: TracedFunction, *, augmented: bool = False) -> Iterator[Mutation]:
    if isinstance(target, cst.Attribute):
        owner = fn.value(target.value)
        if not stores_elsewhere(owner, target.attr.value, fn) and not is_told_where_set(owner, fn):
            yield Mutation(node, owner, spelled(target, fn), MutationKind.ATTRIBUTE, target.attr.value, stored, augmented)
    elif isinstance(target, cst.Subscript):
        yield _item(node, target, stored, fn, augmented=False)
    elif isinstance(target, cst.Name):
        if target.value in dict(fn.body.shared):
            yield Mutation(node, UNKNOWN, target.value, MutationKind.NAME, target.value, stored, augmented)
    elif isinstance(target, (cst.Tuple, cst.List)):
        items = stored.items if stored.items is not None and len(stored.items) == len(target.elements) else None
        for number, element in enumerate(target.elements):
            yield from _target(node, element.value, items[number] if items else UNKNOWN, fn)


def _item(
    node: cst.CSTNode, target: cst.Subscript, stored: Value | None, fn: TracedFunction, *, augmented: bool
) -> Mutation:
    owner = as_container(fn.value(target.value), "__setitem__", fn.analysis)
    index = target.slice[0].slice
    key = fn.value(index.value) if len(target.slice) == 1 and isinstance(index, cst.Index) else UNKNOWN
    spoken, computed = owner.spelling or spelled(target.value, fn), not (isinstance(index, cst.Index) and _is_symbol(index.value))
    return Mutation(node, owner, spoken, MutationKind.ITEM, "[...]", stored, augmented, key, computed)


def _is_symbol(key: cst.BaseExpression) -> bool:
    """Whether AutoGraph takes what is written for a symbol, as the index of an item."""
    if isinstance(key, cst.Subscript):
        index = key.slice[0].slice
        return len(key.slice) == 1 and isinstance(index, cst.Index) and _is_symbol(key.value) and _is_symbol(index.value)
    return isinstance(key, _SYMBOLS) or (isinstance(key, cst.Attribute) and _is_symbol(key.value))


_SYMBOLS = (cst.Name, cst.SimpleString, cst.ConcatenatedString, cst.Integer, cst.Float)


def _augmented(node: cst.AugAssign, fn: TracedFunction) -> Iterator[Mutation]:
    """`x += y` changes a list or an array in place and rebinds everything else."""
    target, stored = _attribute_of(node.target), fn.value(node.value)
    before = fn.value(target)
    is_container = before.kind is Kind.CONTAINER and before.type != "builtins.tuple"
    if isinstance(target, cst.Subscript) and not is_container:
        yield _item(node, target, stored, fn, augmented=True)
    elif is_container or array_in_place(before):
        yield Mutation(node, before, before.spelling or spelled(target, fn), MutationKind.CALL, "+=", stored, augmented=True)
    elif isinstance(target, cst.Attribute):
        owner = fn.value(target.value)
        if not stores_elsewhere(owner, target.attr.value, fn):
            yield Mutation(node, owner, spelled(target, fn), MutationKind.ATTRIBUTE, target.attr.value, stored, True)
    elif isinstance(target, cst.Name) and target.value in dict(fn.body.shared):
        yield Mutation(node, UNKNOWN, target.value, MutationKind.NAME, target.value, stored, augmented=True)


def _deleted(node: cst.Del, fn: TracedFunction) -> Iterator[Mutation]:
    deleted = [element.value for element in node.target.elements] if isinstance(node.target, cst.Tuple) else [node.target]
    for target in deleted:
        if isinstance(target, cst.Subscript):
            yield _item(node, target, None, fn, augmented=False)
        elif isinstance(target, cst.Attribute):
            yield Mutation(node, fn.value(target.value), spelled(target, fn), MutationKind.ATTRIBUTE, target.attr.value, None)
