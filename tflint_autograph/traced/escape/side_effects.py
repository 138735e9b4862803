"""Recognizes calls and context managers with a Python side effect that no table lists."""

from __future__ import annotations

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr, Statement
from tflint_autograph.model.facts import MODULE
from tflint_autograph.model.values import Kind, Origin, Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.liveness import flat
from tflint_autograph.project.bodies.walks import descendants, dotted_path, place_path, read_in, targets, walk, word_of
from tflint_autograph.project.values.bound import method_of
from tflint_autograph.tfapi import effects
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.tree.function_view import FunctionView
from tflint_autograph.traced.tree.kinds import changes, is_logger

_RANDOM = "random"

_OPPOSITE = frozenset({("+", "-"), ("-", "+")})


def calls_back(fn: FunctionView) -> bool:
    """Whether the function calls an argument as a statement."""
    return any(is_callback(fn.as_passed(fn.seen_value(call.func))[1]) for call in fn.alone if isinstance(call.func, ir.Name))


def is_callback(value: Value) -> bool:
    """Whether a callable is an otherwise unknown argument, no method of a container or a logger."""
    held = method_of(value, None)
    if held is not None and (held.receiver.kind is Kind.CONTAINER or changes(held.receiver, held.method) or is_logger(held.receiver)):
        return False
    known = value.callees or value.name or value.klass or value.cls or value.kind in (Kind.NONE, Kind.MODULE)
    return not known and bool(value.parameter) and value.origin is not Origin.FRESH


def hands_on(fn: FunctionView) -> bool:
    """Whether the function is nested and passes a container of the same trace to a function of the project."""
    passed = (value for site in fn.calls if site.func.callees for _, value in site.args) if fn.is_nested else ()
    return any(value.kind is Kind.CONTAINER and value.origin is Origin.FRESH for value in passed)


def mentions_draws(analysis: Analysis, words: frozenset[str], package: str) -> bool:
    """Whether code of the project may call one of these functions of a module `random`, whose dotted name is `package`.

    A method of something unknown may be one of them. One of the functions is named `random` like the module, and is the same word for NumPy
    and for Python: of something unknown, only `random.random` counts.
    """
    drawing = {f"{package}.{word}" for word in words}
    for key in analysis.project.all_mentioning(words):
        scope, body = "" if key.qualname == MODULE else key.qualname, analysis.project.body(key)
        imports = (each for each in walk(body.statements) if isinstance(each, ir.Import))
        if any(target in drawing for each in imports for _, target in each.names):
            return True
        for part in read_in(body.statements):
            word = word_of(part)
            name = canonical(analysis.evaluate_at_definition(key.path, scope, part).name) if word in words else ""
            if name in drawing:
                return True
            is_method = word in words and not name and isinstance(part, ir.Attribute)
            if is_method and (word != _RANDOM or dotted_path(part).split(".")[-2:] == [_RANDOM, _RANDOM]):
                return True
    return False


def enters_manager(fn: FunctionView) -> bool:
    """Whether the function enters a context manager for which `manages` is true."""
    return "With" in fn.body.kinds and any(
        manages(fn.seen_value(context), fn)
        for statement in walk(fn.body.statements)
        if isinstance(statement, ir.With)
        for context, _ in statement.items
    )


def manages(context: Value, fn: FunctionView) -> bool:
    """Whether a context manager has a Python side effect on the code in its block, or writes something that outlives the call."""
    return effects.manages(context.factory) or _keeps_state(context, fn)


def _keeps_state(value: Value, fn: FunctionView) -> bool:
    """Whether the value is an instance of a project class whose `__enter__` or `__exit__` writes something that outlives the call."""
    if value.cls is None:
        return False
    found = (fn.analysis.classes.method(value.cls, method) for method in ("__enter__", "__exit__"))
    keys = [key for key in found if key is not None and key in fn.analysis.results]
    if not any(fn.analysis.results[key].writes and not fn.analysis.makes_graph(key) for key in keys):
        return False
    return len(keys) != 2 or not _takes_back(*map(fn.analysis.written_out, keys))


def _takes_back(enter: ir.Body, leave: ir.Body) -> bool:
    """Whether `__exit__` gives everything that `__enter__` sets a value that it had before, which `__enter__` may have kept for it."""
    before, after = _stores(enter), _stores(leave)
    read = set(map(place_path, read_in(leave.statements)))
    kept = (isinstance(change, ir.Assign) and path in read and _is_plain(change.value) for path, change in before.items() if path not in after)
    return all(kept) and all(path and path in before and _is_given_back(before[path], back, enter) for path, back in after.items())


def _is_plain(value: Expr | None) -> bool:
    """Whether a value is a constant, or read from somewhere."""
    return value is not None and not any(isinstance(part, (ir.Call, ir.Operation)) for part in descendants(value))


def _is_given_back(change: Statement, back: Statement, enter: ir.Body) -> bool:
    if isinstance(back, ir.Assign):
        return _is_plain(back.value) or _stack(back.value, "pop") in {_stack(part, "append") for part in read_in(enter.statements)} - {""}
    return isinstance(change, ir.Augment) and isinstance(back, ir.Augment) and (change.operator, back.operator) in _OPPOSITE and change.value == back.value


def _stack(expr: Expr | None, method: str) -> str:
    """Returns the list of which an expression calls a method, by its spelling, empty for anything else."""
    return place_path(expr.func.value) if isinstance(expr, ir.Call) and isinstance(expr.func, ir.Attribute) and expr.func.attr == method else ""


def _stores(body: ir.Body) -> dict[str, Statement]:
    """Returns the last statement that stores into each attribute and shared name, by its spelling, empty for an item."""
    shared, found = {name for name, _ in body.shared}, {}
    for statement in walk(body.statements):
        for target in flat(targets(statement)):
            if not isinstance(target, ir.Name) or target.id in shared:
                found[place_path(target)] = statement
    return found
