"""Follows a new `tf.function` to where the only code that calls it drops it: in its function, in callers of it, or with an instance."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At, Expr, Statement
from tflint_autograph.model.facts import ClassKey
from tflint_autograph.model.paths import counts_for
from tflint_autograph.model.record import record
from tflint_autograph.project.bodies.decorators import is_cached
from tflint_autograph.project.bodies.order import call_at
from tflint_autograph.project.bodies.walks import descendants, expressions, spelled, walk
from tflint_autograph.project.callsites.caller import Caller, ProgramPoint
from tflint_autograph.project.callsites.root_calls import FunctionCreation, RootCalls
from tflint_autograph.traced.callers.repeated import uses
from tflint_autograph.traced.escape.missing_values import guarded_at

DEEPEST = 3
"""Maximum number of functions through which a new function is returned."""


@record
class Disposal:
    """A place at which every run creates a function, calls it and drops it. `call` is the call that leads to its creation.

    `is_direct`: the place is where the function itself is created, not a call of a function or class that creates it.
    """

    place: ProgramPoint
    call: ir.Call | None
    is_direct: bool


def disposals(use: FunctionCreation, calls: RootCalls) -> Iterator[Disposal]:
    """Yields the places at which a created function only serves one run of the place."""
    made = use.caller.call(use.site) if use.site is not None else None
    for found in _followed(use.caller, use.ordinal, use.at if use.site is not None else None, calls, DEEPEST, is_instance=False):
        is_direct = found.place.caller is use.caller and found.place.ordinal == use.ordinal
        yield Disposal(found.place, made, is_direct=True) if is_direct else found


def _followed(caller: Caller, ordinal: int, at: At | None, calls: RootCalls, depth: int, *, is_instance: bool) -> Iterator[Disposal]:
    """Yields where the object is dropped that a call at `at` in the statement creates, or a `def` if `at` is None.

    Of an `is_instance`, what matters is where its methods are called.
    """
    statement, place = caller.statements[ordinal], caller.place(ordinal, at)
    call = call_at(caller.body, ordinal, at) if at is not None else None
    name = _named(statement, call)
    is_called = call is not None and any(_calls(expr, call, is_instance=is_instance) for expr in spelled(statement))
    if is_called or (name and _serves_once(name, ordinal, caller, place, is_instance=is_instance)):
        yield Disposal(place, call, is_direct=False)
    elif depth and not _is_kept(caller, ordinal):
        yield from _passed_out(statement, call, name, caller, calls, depth, is_instance=is_instance)


def _passed_out(
    statement: Statement, call: ir.Call | None, name: str, caller: Caller, calls: RootCalls, depth: int, *, is_instance: bool
) -> Iterator[Disposal]:
    """Yields where callers drop what the function returns, or the instance whose constructor keeps it. Tests do not show how code is used.

    The instance of a layer is kept by the model that is made with it: `x = Scaled(3)(x)`.
    """
    fact = caller.fact
    if fact is None:
        return
    is_returned = isinstance(statement, ir.Return) and statement.value is call and call is not None
    is_returned = is_returned or bool(name and _is_only_returned(name, statement.ordinal, caller))
    is_part = bool(fact.owner) and caller.analysis.keras_kind(ClassKey(caller.key.path, fact.owner)) == "layer"
    is_put = bool(fact.receiver) and not is_part and fact.name == "__init__" and call is not None and _is_attribute(statement, call, fact.receiver)
    if is_returned or is_put:
        for outer, site, _ in calls.calls_of(caller.key):
            if not counts_for(outer.key.path, caller.key.path):
                continue
            yield from _followed(outer, site.index, site.at, calls, depth - 1, is_instance=is_put or (is_returned and is_instance))


def _named(statement: Statement, call: ir.Call | None) -> str:
    """Returns the local name that a statement gives to what it creates, or an empty string."""
    if isinstance(statement, ir.Define):
        return statement.name
    is_plain = isinstance(statement, ir.Assign) and statement.value is call and len(statement.targets) == 1
    target = statement.targets[0] if is_plain and isinstance(statement, ir.Assign) else None
    return target.id if isinstance(target, ir.Name) else ""


def _is_attribute(statement: Statement, call: ir.Call, receiver: str) -> bool:
    """Whether a statement stores what the call creates in an attribute of the receiver: `self.step = tf.function(step)`."""
    targets = statement.targets if isinstance(statement, ir.Assign) and statement.value is call else ()
    return any(isinstance(target, ir.Attribute) and target.value == ir.Name(receiver) for target in targets)


def _calls(expr: Expr, made: ir.Call | None, *, is_instance: bool) -> bool:
    """Whether an expression calls what the call creates, or a method of it."""
    func = expr.func if isinstance(expr, ir.Call) else None
    if is_instance and isinstance(func, ir.Attribute):
        func = func.value
    return func is made and made is not None


def _serves_once(name: str, ordinal: int, caller: Caller, place: ProgramPoint, *, is_instance: bool) -> bool:
    """Whether a name is only called, or methods on it are, in the iteration that binds it."""
    # `step = tf.function(step)` takes the function that had the name before.
    found = uses(caller, name, but=ordinal, is_instance=is_instance)
    around = [loop.statement.ordinal for loop in place.loops]
    same = all([loop.statement.ordinal for loop in caller.place(each).loops] == around for each in found.calls)
    return bool(found.calls) and same and not found.in_rounds and not found.escapes


def _is_only_returned(name: str, ordinal: int, caller: Caller) -> bool:
    """Whether the only other use of a name is that the function returns it."""
    found = [each for each in walk(caller.body.statements) if each.ordinal != ordinal and any(ir.Name(name) in descendants(expr) for expr in expressions(each))]
    return bool(found) and all(isinstance(each, ir.Return) and each.value == ir.Name(name) for each in found)


def _is_kept(caller: Caller, ordinal: int) -> bool:
    """Whether the function runs the statement once, or caches its result."""
    return is_cached(caller.analysis, caller.key) or bool(guarded_at(caller.body, ordinal))
