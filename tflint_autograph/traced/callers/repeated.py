"""Decides whether a place in eager code runs repeatedly, and whether an object created there is used only once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr, Statement
from tflint_autograph.model.facts import MODULE, FunctionKey
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.record import record
from tflint_autograph.project.bodies.decorators import stands_behind_foreign
from tflint_autograph.project.bodies.walks import descendants, expressions, parts, walk
from tflint_autograph.project.callsites.caller import Caller, EagerLoop, ProgramPoint
from tflint_autograph.project.callsites.root_calls import RootCalls
from tflint_autograph.project.mutation.entry_points import called_from_outside
from tflint_autograph.traced.callers.iterations import FEW, rounds_of
from tflint_autograph.traced.escape.guards import is_builder
from tflint_autograph.traced.escape.missing_values import guarded_at

DEEPEST = 5
"""Maximum depth to which callers of callers are followed."""


@record
class Again:
    """Confidence that a place runs repeatedly, a clause for messages, and the loop, if there is one."""

    confidence: Confidence
    text: str
    loop: EagerLoop | None = None
    path: str = ""
    by_others: bool = False


def again(place: ProgramPoint, calls: RootCalls, depth: int = DEEPEST) -> Again | None:
    """Returns whether a place runs repeatedly, in a loop or in a function called in one; None if not.

    If the project does not call a function, its calls are unknown: one with parameters may be called repeatedly.
    """
    caller = place.caller
    if caller.traced:
        return None
    loop = next((loop for loop in reversed(place.loops) if not few(loop, place)), None)
    if loop is not None:
        return Again(Confidence.HIGH, "in each iteration of this loop", loop, caller.key.path)
    if caller.fact is None or caller.key.qualname == MODULE or not depth or is_builder(caller.analysis, caller.key):
        return None
    if guarded_at(caller.body, place.ordinal) or stands_behind_foreign(caller.analysis, caller.key):
        return None
    found = calls.calls_of(caller.key)
    maybe = None
    for outer, site, _ in found:
        if outer.key != caller.key:
            known = again(outer.place(site.index, site.at), calls, depth - 1)
            if known is not None and known.loop is not None:
                return known
            maybe = maybe or known
    if maybe is not None:
        return maybe
    sure = called_from_outside(caller.analysis, caller.key) if not found and not _drives(caller, place) else None
    return Again(sure, f"on every call of `{caller.fact.name}`", by_others=True) if sure is not None else None


def _drives(caller: Caller, place: ProgramPoint) -> bool:
    """Whether the function runs its own traced function in a loop: then its iterations are many, and its calls few."""
    made = (each for each in caller.statements.values() if isinstance(each, ir.Define))
    own = {each.name for each in made if FunctionKey(caller.key.path, each.qualname) in caller.analysis.roots}
    making = caller.statements.get(place.ordinal)
    own |= {each.id for each in making.targets if isinstance(each, ir.Name)} if isinstance(making, ir.Assign) else set()
    found = (uses(caller, name) for name in sorted(own))
    return any(each.in_rounds or any(caller.place(ordinal).loops for ordinal in each.calls) for each in found)


def few(loop: EagerLoop, place: ProgramPoint) -> bool:
    """Whether a loop is known to have few iterations, or iterates functions, models or settings."""
    count = rounds_of(loop, place)
    return count is not None and count <= FEW


@record
class LocalUses:
    """The uses of a local name: ordinals of its direct calls, whether it is forwarded, stored or returned, and whether a comprehension
    calls it in its iterations.
    """

    calls: tuple[int, ...]
    escapes: bool
    in_rounds: bool = False


def uses(caller: Caller, name: str, but: int = -1, *, is_instance: bool = False, depth: int = DEEPEST) -> LocalUses:
    """Returns how a function uses a name it binds, without the uses in the statement `but`. Calls of methods count for an instance.

    A function of the project that is given it and only calls it counts as a call.
    """
    called: list[int] = []
    inner = (inner for inner in caller.body.functions if not inner.endswith("." + name))
    bodies = (caller.analysis.project.body(FunctionKey(caller.key.path, qualname)) for qualname in inner)
    escapes, in_rounds = any(name in body.names for body in bodies), False
    for statement in walk(caller.body.statements):
        for expr in (*expressions(statement), *_stored(statement)) if statement.ordinal != but else ():
            direct, other = _count(expr, name, is_instance=is_instance)
            handed = list(_uses_where_passed(caller, expr, name, depth, is_instance=is_instance)) if other else []
            called += [statement.ordinal] * (direct + len(handed))
            escapes = escapes or other > len(handed)
            in_rounds = in_rounds or (direct > 0 and _in_rounds(expr, name)) or any(each.in_rounds for each in handed)
    return LocalUses(tuple(called), escapes, in_rounds)


def _uses_where_passed(caller: Caller, expr: Expr, name: str, depth: int, *, is_instance: bool) -> Iterator[LocalUses]:
    """Yields the uses in eager functions of the project that an expression passes the name to and that do nothing but call it."""
    for call in descendants(expr) if depth else ():
        if not isinstance(call, ir.Call) or not any(each.value == ir.Name(name) for each in call.args):
            continue
        site = caller.flow.calls.get(call.at)
        targets = site.func.callees if site is not None else ()
        if len(targets) != 1 or targets[0].wrapper or targets[0].key in caller.analysis.results or targets[0].key == caller.key:
            continue
        given = [each for each, passed in caller.arguments(call, targets[0]).items() if passed == ir.Name(name)]
        into = Caller(caller.analysis, targets[0].key, caller.analysis.visible_arguments.flow(targets[0].key), traced=False)
        if len(given) == 1 and into.fact is not None and any(each.name == given[0] for each in into.fact.parameters):
            found = uses(into, given[0], is_instance=is_instance, depth=depth - 1)
            if found.calls and not found.escapes:
                yield replace(found, in_rounds=found.in_rounds or any(into.place(each).loops for each in found.calls))


def _in_rounds(expr: Expr, name: str) -> bool:
    """Whether a comprehension in the expression calls the name in its iterations. Its first iterable does not count."""
    comprehensions = (each for each in descendants(expr) if isinstance(each, ir.Comprehension))
    return any(_count(each, name)[0] > _count(each.clauses[0].iterable, name)[0] for each in comprehensions)


def _stored(statement: Statement) -> tuple[Expr, ...]:
    targets = getattr(statement, "targets", ())
    return tuple(target for target in targets if not isinstance(target, ir.Name))


def _count(expr: Expr, name: str, *, is_instance: bool = False) -> tuple[int, int]:
    """Returns how often an expression calls the name, or methods of an instance, and how often it uses it otherwise."""
    if expr == ir.Name(name):
        return 0, 1
    calls = others = 0
    inner = list(parts(expr))
    if isinstance(expr, ir.Comprehension):
        inner = [part for part in (expr.key, expr.element) if part is not None]
        inner += [part for clause in expr.clauses for part in (clause.iterable, *clause.conditions)]
    if isinstance(expr, ir.Call) and ir.Name(name) in (expr.func, expr.func.value if is_instance and isinstance(expr.func, ir.Attribute) else None):
        calls, inner = 1, inner[1:]
    if isinstance(expr, ir.Attribute) and expr.value == ir.Name(name) and expr.attr.startswith("experimental_get_tracing"):
        return 0, 0
    for part in inner:
        more, other = _count(part, name, is_instance=is_instance)
        calls, others = calls + more, others + other
    return calls, others
