"""Recognises items of containers that one place of a trace stores for another place of the same trace to read."""

from __future__ import annotations

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Expr
from tflint_autograph.model.facts import MODULE, FunctionKey
from tflint_autograph.model.values import NOTHING, Kind
from tflint_autograph.project.bodies.walks import descendants, read_in, read_parts, spelled_in, targets, walk, word_of
from tflint_autograph.traced.escape.attribute_readers import read_in_calls_alone
from tflint_autograph.traced.escape.given_back import UNDONE_BY
from tflint_autograph.traced.escape.guards import fills
from tflint_autograph.traced.escape.reset_per_call import owners_of
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.mutations import Mutation, MutationKind

_TAKING = {add: UNDONE_BY[add] | {"pop", "popleft", "clear"} for add in ("append", "appendleft", "add")}
"""Maps methods that put something into a container to those that take it out, in whatever order."""

PASSED_THROUGH = "what one place of a trace puts in, another takes out, and no other code uses it"


def passed_through(mutation: Mutation, fn: TracedFunction) -> str:
    """Returns a clause if traced code alone uses an attribute, and both adds to its container and takes from it; else empty."""
    thing, _, name = mutation.spoken.rpartition(".")
    taking = {word for add, words in _TAKING.items() for word in (add, *words)}
    if mutation.how is not MutationKind.CALL or mutation.word not in taking or not thing or not name.isidentifier():
        return ""
    words = fn.analysis.methods_called_on(name) or frozenset()
    return PASSED_THROUGH if any(add in words and not words.isdisjoint(taken) for add, taken in _TAKING.items()) else ""


_FINDING = frozenset({"get", "pop", "setdefault"})
"""Methods of a mapping that work without the item, too."""


def is_handed_on(mutation: Mutation, fn: TracedFunction) -> bool:
    """Whether a possible tensor is stored under a constant key for the same call to read: each trace stores its own.

    The container is an attribute that only traced code reads, or a name of the module that nothing but this trace uses.
    """
    if mutation.how is not MutationKind.ITEM or mutation.augmented or mutation.key is None or mutation.key.const is NOTHING:
        return False
    value = item_stored(fn)
    if value is None or mutation.stored is None or mutation.stored.kind not in (Kind.TENSOR, Kind.UNKNOWN):
        return False
    container = mutation.spoken.partition("[")[0]
    name = container.rpartition(".")[2]
    if fills(container, fn):
        return False  # A later trace finds what the first one has stored.
    if any(isinstance(part, ir.Attribute) and part.attr == name for part in descendants(value)):
        return False
    owners = owners_of(name, fn)
    if owners:
        return all(read_in_calls_alone(fn.analysis, each, name, by_any_method=False) for each in owners)
    key = mutation.key.const
    return isinstance(key, str) and not _has(value, key) and _is_of_trace(container, key, fn)


def item_stored(fn: TracedFunction) -> Expr | None:
    """Returns the expression that `d[key] = value` or `d.update({key: value})` stores, or None for any other statement."""
    if isinstance(fn.statement, ir.Assign):
        return fn.statement.value
    call = fn.statement.value if isinstance(fn.statement, ir.Evaluate) else None
    given = call.args[0].value if isinstance(call, ir.Call) and len(call.args) == 1 else None
    return given.values[0] if isinstance(given, ir.Mapping) and len(given.values) == 1 else None


def item_target(fn: TracedFunction) -> tuple[Expr, Expr] | None:
    """Returns the container and the key of `d[key] = value` or `d.update({key: value})`, or None for any other statement."""
    target = fn.statement.targets[0] if isinstance(fn.statement, ir.Assign) and len(fn.statement.targets) == 1 else None
    if isinstance(target, ir.Subscript):
        return target.value, target.item
    call = fn.statement.value if isinstance(fn.statement, ir.Evaluate) else None
    given = call.args[0].value if isinstance(call, ir.Call) and len(call.args) == 1 and item_stored(fn) is not None else None
    key = given.keys[0] if isinstance(given, ir.Mapping) else None
    return (call.func.value, key) if isinstance(call, ir.Call) and isinstance(call.func, ir.Attribute) and key is not None else None


def _is_of_trace(name: str, key: str, fn: TracedFunction) -> bool:
    """Whether a name of the module is a mapping without the key, or with None in its place, which nothing but the roots of this function
    uses, and of which no code tests whether the item is there. Whatever reads the item then runs after what stores it.
    """
    users, module = _users(name, fn), fn.analysis.project.module(fn.key.path)
    if users is None or module is None or _begins_with(module.body, key) or not all(map(fn.analysis.results.__contains__, users)):
        return False
    # The mapping gets to other functions by calls alone.
    called = (each for each in fn.analysis.results if not fn.analysis.callers_above(each).isdisjoint(users))
    readers = [each for each in called if _uses(fn.analysis.project.body(each), key)]
    bodies = [*map(fn.analysis.project.body, {*users, *readers})]
    if not any(_reads(body, key) for body in bodies) or any(_looks_for(body, key) for body in bodies):
        return False
    return all(fn.analysis.roots_above(each) <= fn.roots_above() for each in {*users, *readers})


def _users(name: str, fn: TracedFunction) -> tuple[FunctionKey, ...] | None:
    """Returns the functions of the file that mention a name, or None if its top does more than to bind it once, or another file uses it."""
    project, path = fn.analysis.project, fn.key.path
    module = project.module(path)
    top = module.body if module is not None else None
    if "." in name or top is None or any(path in fn.analysis.importing.targets(each.path) for each in project.mentioning(frozenset({name})) if each.path != path):
        return None
    bound = [each for each in walk(top.statements) if any(ir.Name(name) == target for target in targets(each))]
    if len(bound) != 1 or any(_mentions(each, name) for each in walk(top.statements)):
        return None
    return tuple(each for each in project.functions_mentioning(path, frozenset({name})) if each.qualname != MODULE)


def _mentions(statement: ir.Statement, name: str) -> bool:
    return any(part == ir.Name(name) for part in read_parts(statement))


def _has(expr: Expr, key: str) -> bool:
    return any(isinstance(part, ir.Constant) and part.value == key for part in descendants(expr))


def _uses(body: Body, key: str) -> bool:
    return any(isinstance(part, ir.Constant) and part.value == key for part in spelled_in(body.statements))


def _reads(body: Body, key: str) -> bool:
    parts = read_in(body.statements)
    return any(isinstance(part, ir.Subscript) and isinstance(part.item, ir.Constant) and part.item.value == key for part in parts)


def _begins_with(top: Body, key: str) -> bool:
    """Whether the top of a file mentions the key for anything but None: `{"width": 1, "ready": None}`."""
    mappings = [part for part in spelled_in(top.statements) if isinstance(part, ir.Mapping)]
    kept = (value for each in mappings for given, value in zip(each.keys, each.values, strict=True) if given is not None and _has(given, key))
    empty = [isinstance(value, ir.Constant) and value.value is None for value in kept]
    return len(empty) != sum(isinstance(part, ir.Constant) and part.value == key for part in spelled_in(top.statements)) or not all(empty)


def _looks_for(body: Body, key: str) -> bool:
    """Whether the body tests whether a mapping has the key, or reads it if it does."""
    tests = (each.test for each in walk(body.statements) if isinstance(each, (ir.If, ir.While)))
    if any(_has(test, key) for test in tests):
        return True
    for part in spelled_in(body.statements):
        if isinstance(part, ir.Conditional) and _has(part.test, key):
            return True
        if isinstance(part, ir.Call) and word_of(part.func) in _FINDING and part.args and _has(part.args[0].value, key):
            return True
        if isinstance(part, ir.Operation) and part.operators[0] in ("in", "not in") and _has(part.operands[0], key):
            return True
    return False
