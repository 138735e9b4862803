"""Recognises attributes that each call sets again, and containers that each call creates again or leaves empty: with `self.table.reset()` they are
per-call temporary state.
"""

from __future__ import annotations

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Statement
from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.model.values import Kind, Origin
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.liveness import ways_through
from tflint_autograph.project.bodies.order import order
from tflint_autograph.project.bodies.walks import (
    always_run,
    dotted_path,
    holds,
    preceded_by,
    run_in_any_case,
    spelled,
    walk,
)
from tflint_autograph.project.callsites.caller import Caller
from tflint_autograph.project.callsites.renaming import in_callee
from tflint_autograph.project.values.body_result import CallSite
from tflint_autograph.project.values.signature import bind
from tflint_autograph.traced.escape.attribute_readers import is_read_later_alone
from tflint_autograph.traced.escape.guards import is_builder
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.point import TracedPoint, in_every_call, on_every_path

_DEPTH = 6
"""Maximum number of calls up and down the stack that are searched for a reset."""


def is_used_up(spoken: str, fn: TracedFunction) -> bool:
    """Whether the current statement stores into an attribute that only the same function reads, and only behind it."""
    thing, _, name = spoken.partition("[")[0].rpartition(".")
    cls = fn.class_held(thing) if thing and fn.statement is not None else None
    if cls is None or fn.statement is None:
        return False
    return is_read_later_alone(fn.analysis, cls, name, fn.key, fn.statement.ordinal)


def renewed_before(spoken: str, fn: TracedFunction) -> bool:
    """Whether traced code always first runs a method that sets the attribute to a new container."""
    name = spoken.partition("[")[0].rpartition(".")[2]
    writers = frozenset(
        key
        for cls in owners_of(name, fn)
        for key in fn.analysis.classes.writers(cls, name)
        if key in fn.analysis.results and not is_builder(fn.analysis, key) and _makes(fn.analysis, key, name)
    )
    if not writers or fn.statement is None:
        return False
    return _stands_behind(fn.analysis, fn.key, fn.statement.ordinal, writers) or _comes_behind(fn.analysis, fn.key, writers, _DEPTH)


def set_by_calls_before(path: str, fn: TracedFunction) -> bool:
    """Whether calls of functions that get the same object, which every path to the current statement makes first, set the attribute `self.name`."""
    thing, _, name = path.rpartition(".")
    if fn.class_held(thing) is None or fn.statement is None or not any(each.name == thing for each in fn.fact.parameters):
        return False
    made = {site.index for site in fn.flow.calls.values() if _always_sets(fn.analysis, site, thing, name, _DEPTH)}
    blocks = (each.block for each in order(fn.body).holders(fn.statement.ordinal))
    return any(_always_runs(tuple(each for each in block if each.ordinal < fn.statement.ordinal and not holds((each,), fn.statement.ordinal)), made) for block in blocks)


def _always_sets(analysis: Analysis, site: CallSite, thing: str, name: str, depth: int) -> bool:
    """Whether each function that a call may run gets the object `thing` and sets its attribute, whatever its conditions are."""
    for callee in site.func.callees:
        flow, fact = analysis.results.get(callee.key), analysis.project.function(callee.key)
        given = bind(fact, callee, site.args) if flow is not None and fact is not None and not is_builder(analysis, callee.key) else {}
        own = next((parameter for parameter, value in given.items() if value.parameter == thing), "")
        if flow is None or not own:
            return False
        stored = (each for each in flow.writes.values() if each.name == name and each.receiver is not None and each.receiver.parameter == own)
        setting = {each.index for each in stored}
        if depth:
            setting.update(each.index for each in flow.calls.values() if _always_sets(analysis, each, own, name, depth - 1))
        if not _always_runs(analysis.project.body(callee.key).statements, setting):
            return False
    return bool(site.func.callees)


def _always_runs(block: tuple[Statement, ...], ordinals: set[int]) -> bool:
    """Whether a block that runs to its end, or to a `return`, runs one of the statements in any case."""
    for each in block:
        if each.ordinal in ordinals and not isinstance(each, (ir.If, ir.For, ir.While, ir.Try)):
            return True
        inside = always_run(each)
        if (inside and _always_runs(inside, ordinals)) or (isinstance(each, ir.If) and all(_always_runs(way, ordinals) for way in ways_through(each))):
            return True
        if any(isinstance(part, ir.Return) for part in walk((each,))):
            return False
    return False


@in_every_call
def made_by_callers(fn: TracedPoint, path: str) -> bool:
    """Whether each call of the function comes after its caller has put a new container there."""
    held = fn.env.get(path)
    return held is not None and held.kind is Kind.CONTAINER and held.origin is Origin.FRESH


@on_every_path
def emptied(fn: TracedPoint, spoken: str) -> bool:
    """Whether the function, or one that calls it, empties the container unconditionally."""
    return _empties(fn.as_caller, spoken, _DEPTH)


def _empties(caller: Caller, name: str, depth: int) -> bool:
    """Whether a statement that always runs, of the caller or of a function that one calls, empties the container of that name."""
    for statement in run_in_any_case(caller.body.statements):
        call = statement.value if isinstance(statement, ir.Evaluate) else None
        if not isinstance(call, ir.Call):
            continue
        if isinstance(call.func, ir.Attribute) and call.func.attr == "clear" and dotted_path(call.func.value) == name:
            return True
        for target, inside in in_callee(name, call, caller) if depth else ():
            flow = caller.analysis.results.get(target.key)
            if flow is not None and _empties(Caller(caller.analysis, target.key, flow, traced=True), inside, depth - 1):
                return True
    return False


def owners_of(name: str, fn: TracedFunction) -> set[ClassKey]:
    """Returns the project classes whose attribute the current statement uses."""
    statement = fn.statement
    if statement is None:
        return set()
    used = {part.value for part in spelled(statement) if isinstance(part, ir.Attribute) and part.attr == name}
    return {cls for each in used if (cls := fn.value_at(each, statement.ordinal).cls) is not None}


def _makes(analysis: Analysis, key: FunctionKey, name: str) -> bool:
    """Whether a method unconditionally sets the attribute of its object to a new container."""
    sure = {each.ordinal for each in analysis.project.body(key).statements}
    made = (each for each in analysis.results[key].writes.values() if each.name == name and each.index in sure)
    return any(each.value.kind is Kind.CONTAINER and each.value.origin is Origin.FRESH for each in made)


def _comes_behind(analysis: Analysis, key: FunctionKey, writers: frozenset[FunctionKey], depth: int) -> bool:
    """Whether all traced calls of the function come after a call of one of the writers."""
    callers = analysis.sole_callers(key)
    if not callers or not depth:
        return False
    return all(
        _stands_behind(analysis, caller, ordinal, writers) or _comes_behind(analysis, caller, writers, depth - 1)
        for (caller, _), ordinal in callers.items()
    )


def _stands_behind(analysis: Analysis, key: FunctionKey, ordinal: int, writers: frozenset[FunctionKey]) -> bool:
    """Whether every path to a statement of the function calls one of the writers first."""
    flow = analysis.results.get(key)
    if flow is None:
        return False
    first = (site.index for site in flow.calls.values() if not writers.isdisjoint(each.key for each in site.func.callees))
    return any(preceded_by(analysis.project.body(key).statements, ordinal, index) for index in first)
