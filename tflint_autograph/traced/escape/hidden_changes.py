"""Finds changes of Python objects in graph loops and under tensor conditions, which AutoGraph does not see."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import libcst as cst

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr, Statement
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.record import record
from tflint_autograph.model.synonyms import attribute_named
from tflint_autograph.model.values import NOTHING, UNKNOWN, Kind, Origin, Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.liveness import flat
from tflint_autograph.project.bodies.order import order
from tflint_autograph.project.bodies.walks import (
    calls,
    dotted_path,
    last_ordinal,
    read_parts,
    root_name,
    spelled,
    targets,
    walk,
)
from tflint_autograph.project.callsites.caller import Caller
from tflint_autograph.project.callsites.renaming import in_callee
from tflint_autograph.project.index.scopes import enclosing
from tflint_autograph.project.values.body_result import CallSite
from tflint_autograph.project.values.bound import Bound, method_of
from tflint_autograph.project.values.signature import bind
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.escape.lifetime import lasts
from tflint_autograph.traced.graph.branches import Sort, graph_condition, loop_of
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.kinds import changes
from tflint_autograph.traced.tree.mutations import Mutation, MutationKind

_DEPTH = 3
"""Maximum depth to which calls are followed."""


@record
class GraphControl:
    """A tensor `if`, or a graph loop, around a statement; `calls` is the function of TensorFlow's that is one, and calls another."""

    statement: Statement
    confidence: Confidence
    value: Value
    calls: str = ""

    @property
    def is_loop(self) -> bool:
        """Whether it is a loop."""
        return self.calls in _LOOPS if self.calls else not isinstance(self.statement, ir.If)


def flows(fn: TracedFunction) -> Iterator[GraphControl]:
    """Yields the tensor conditions and graph loops around the current statement, innermost first."""
    if not fn.converted:
        return
    for frame in reversed(fn.frames):
        found = _of(frame.statement, fn, frame.part)
        if found is not None:
            yield found


def _of(statement: Statement, fn: TracedFunction, part: str = "body") -> GraphControl | None:
    if isinstance(statement, ir.If):
        sure = graph_condition(statement, fn)
        return GraphControl(statement, sure, fn.test(statement)) if sure is not None else None
    loop = loop_of(statement, fn) if part == "body" else None
    if loop is None or loop.sort is Sort.PYTHON:
        return None
    return GraphControl(statement, loop.confidence, loop.value)


def hidden(mutation: Mutation, fn: TracedFunction) -> GraphControl | None:
    """Returns the tensor condition or graph loop that a change of a container created outside it ignores, or None.

    AutoGraph handles items with a constant key, under a condition items with any key, and attributes assigned in the function itself (FACTS
    loops_list_item_literal_ok, loops_local_object_attr_ok); `setattr` is a call like others.
    """
    owner = mutation.owner
    if mutation.how is MutationKind.ATTRIBUTE:
        return _set_by_call(mutation, fn)
    if mutation.how not in (MutationKind.CALL, MutationKind.ITEM) or owner.kind not in (Kind.CONTAINER, Kind.UNKNOWN):
        return None
    if owner.origin is Origin.ARGUMENT or (owner.kind is Kind.UNKNOWN and mutation.how is MutationKind.ITEM):
        return None
    is_known = mutation.key is not None and mutation.key.const is not NOTHING
    if is_known and not mutation.computed:
        return None
    outer = owner.origin is Origin.OUTER
    if outer and lasts(mutation, fn) is None:
        return None
    name = mutation.spoken.partition(".")[0].partition("[")[0]
    for flow in flows(fn):
        if mutation.how is MutationKind.ITEM and not flow.is_loop and not mutation.computed:
            continue
        if not flow.is_loop and not outer and is_used_up(flow.statement, name, fn):
            continue
        sure = flow.confidence if owner.kind is Kind.CONTAINER else Confidence.LOW
        if not (outer and sure is Confidence.LOW) and (outer or not binds(flow.statement, name)):
            return replace(flow, confidence=sure)
    return None


def _set_by_call(mutation: Mutation, fn: TracedFunction) -> GraphControl | None:
    """Returns the tensor condition or graph loop that `setattr` ignores on an object created in this call outside of it, or None."""
    name = mutation.spoken.partition(".")[0].partition("[")[0]
    is_stored = mutation.stored is not None and mutation.stored.kind.graph
    if not isinstance(mutation.node, cst.Call) or not is_stored or mutation.owner.origin is not Origin.FRESH or fn.statement is None:
        return None
    own = fn.statement.ordinal
    around = (flow for flow in flows(fn) if not binds(flow.statement, name))
    return next((flow for flow in around if _is_read(name, mutation.word, fn, own, last_ordinal(flow.statement))), None)


def _is_read(name: str, attr: str, fn: TracedFunction, own: int, last: int) -> bool:
    """Whether a statement, or one behind the last of a block, reads an attribute of what a name refers to, as it is or by `getattr`."""
    parts = (part for each in walk(fn.body.statements) if each.ordinal == own or each.ordinal > last for part in read_parts(each))
    return any(_reads_attribute(part, name, attr) for part in parts)


def _reads_attribute(part: Expr, name: str, attr: str) -> bool:
    read = attribute_named(part, "getattr") or part
    return isinstance(read, ir.Attribute) and read.attr == attr and root_name(read) == name


def is_used_up(statement: Statement, name: str, fn: TracedFunction) -> bool:
    """Whether a list or dict is created before an `if`, and nothing but the branches of that reads it, so that a change in one is not seen.
    """
    nested = (fn.analysis.project.body(FunctionKey(fn.key.path, qualname)) for qualname in fn.body.functions)
    if name not in fn.body.bound or any(order(fn.body).loops(statement.ordinal)) or any(name in each.names for each in nested):
        return False
    inside = list(walk((*getattr(statement, "body", ()), *getattr(statement, "orelse", ()))))
    known = {each.ordinal for each in inside}
    outside = [each for each in walk(fn.body.statements) if each.ordinal not in known and ir.Name(name) in spelled(each)]
    if not all(isinstance(each, ir.Assign) and _is_new(each.value) and each.ordinal < statement.ordinal for each in outside):
        return False
    return not any(isinstance(each, (ir.Assign, ir.Return)) and _passes_on(each.value, name) for each in inside)


def _is_new(value: Expr | None) -> bool:
    """Whether an expression creates a list or dict: `[]`, `list()`."""
    return isinstance(value, (ir.Display, ir.Mapping)) or (isinstance(value, ir.Call) and isinstance(value.func, ir.Name) and not value.args)


def _passes_on(value: Expr | None, name: str) -> bool:
    """Whether a value is the object of a name, or a list or tuple with it in it."""
    return value == ir.Name(name) or (isinstance(value, ir.Display) and any(_passes_on(each, name) for each in value.items))


_LOOPS = frozenset({"while_loop", "map_fn", "scan", "foldl", "foldr", "vectorized_map", "fori_loop", "map"})
_CONDITIONS = frozenset({"cond", "case", "switch_case"})
"""What calls functions in a graph loop, or under a condition, by the last part of its name."""


def calling(fn: TracedFunction) -> Iterator[GraphControl]:
    """Yields the TensorFlow calls, such as `tf.while_loop` and `tf.cond`, through which an enclosing function runs this nested one."""
    for (caller, at), ordinal in sorted(fn.analysis.callers.get(fn.key, {}).items()):
        flow = fn.analysis.results.get(caller) if _encloses(caller, fn) else None
        site = flow.calls.get(at) if flow is not None else None
        module, _, last = canonical(site.func.name).rpartition(".") if site is not None and site.func.name else ("", "", "")
        if module in ("tensorflow", "keras.ops") and last in _LOOPS | _CONDITIONS:
            around_it = TracedFunction(fn.analysis, caller, fn.trace)
            statement = order(around_it.body).statements.get(ordinal)
            if statement is not None:
                yield GraphControl(statement, Confidence.HIGH, Value(), last)


def handed_over(mutation: Mutation, fn: TracedFunction) -> GraphControl | None:
    """Returns what calls this nested function in the graph, if it changes a container of an enclosing function of the same trace."""
    owner, name = mutation.owner, mutation.spoken.partition(".")[0].partition("[")[0]
    is_around = owner.kind is Kind.CONTAINER and owner.origin is Origin.FRESH and name not in fn.body.bound
    if mutation.how not in (MutationKind.CALL, MutationKind.ITEM) or not is_around:
        return None
    return around_calls(name, fn)


def rebound(mutation: Mutation, fn: TracedFunction) -> GraphControl | None:
    """Returns the tensor condition or graph loop, around a call of this nested function, in which `nonlocal` rebinding is ignored, or None.
    """
    if mutation.how is not MutationKind.NAME or dict(fn.body.shared).get(mutation.word) != "nonlocal":
        return None
    return around_calls(mutation.word, fn)


def around_calls(name: str, fn: TracedFunction) -> GraphControl | None:
    """Returns the tensor condition or graph loop around a call of this nested function, or what calls it in the graph, unless the name of an
    enclosing function is bound in there.
    """
    if (called := next(calling(fn), None)) is not None:
        return called
    for caller, ordinal in _leading(fn):
        outer = TracedFunction(fn.analysis, caller, fn.trace)
        holders = (each.statement for each in order(outer.body).holders(ordinal) if each.statement is not None) if outer.converted else ()
        found = next(filter(None, (_of(each, outer) for each in holders)), None)
        if found is not None and not (_encloses(caller, fn) and binds(found.statement, name)):
            return found
    return None


def _leading(fn: TracedFunction) -> Iterator[tuple[FunctionKey, int]]:
    """Yields the calls that run this nested function, each with its caller: those of the function itself, and those with which a function
    around it runs what it passes the nested function to.
    """
    waiting, seen = [fn.key], {fn.key}
    while waiting:
        key = waiting.pop()
        for (caller, _), ordinal in sorted(fn.analysis.callers.get(key, {}).items()):
            if key == fn.key or _encloses(caller, fn):
                yield caller, ordinal
            if caller not in seen and not _encloses(caller, fn) and len(seen) <= _DEPTH:
                seen.add(caller)
                waiting.append(caller)


def _encloses(key: FunctionKey, fn: TracedFunction) -> bool:
    """Whether a function encloses this nested one."""
    return key in enclosing(fn.analysis.project, fn.key)


def binds(statement: Statement, name: str) -> bool:
    """Whether a block of the statement creates the object under the name, so that nothing survives to the next iteration."""
    for each in (statement, *walk((*getattr(statement, "body", ()), *getattr(statement, "orelse", ())))):
        bound = each.targets if isinstance(each, ir.Assign) else (each.target,) if isinstance(each, ir.For) else ()
        if ir.Name(name) in flat(bound):
            return True
    return False


def changes_argument(analysis: Analysis, key: FunctionKey, parameter: str, depth: int = _DEPTH) -> bool:
    """Whether a function, or one that it passes the argument for a parameter on to, changes the argument in place."""
    lowered, flow = analysis.project.lowered(key), analysis.results.get(key)
    if lowered is None or flow is None:
        return False
    caller = Caller(analysis, key, flow, traced=True)
    for statement in walk(lowered.body.statements):
        env = flow.states.get(statement.ordinal)
        value = env.get(parameter) if env is not None else None
        if value is None or value.kind.graph or value.kind in (Kind.TENSORARRAY, Kind.DATASET):
            continue
        if any(_is_part(target, parameter) for target in targets(statement)):
            return True
        methods = (call.func for call in calls(statement) if isinstance(call.func, ir.Attribute) and root_name(call.func) == parameter)
        if any(_changes(method, parameter, value, analysis) for method in methods):
            return True
        passed = (each for call in calls(statement) for each in in_callee(parameter, call, caller)) if depth else ()
        if any("." not in inside and changes_argument(analysis, target.key, inside, depth - 1) for target, inside in passed):
            return True
        if any(_hands_on_method(site, parameter, analysis) for site in flow.calls.values() if site.index == statement.ordinal):
            return True
    return False


def _hands_on_method(site: CallSite, parameter: str, analysis: Analysis) -> bool:
    """Whether a call passes a method that changes the argument for a parameter to a function that calls it: `each(items, out.append)`."""
    for target in site.func.callees:
        fact = analysis.project.function(target.key)
        for name, value in bind(fact, target, site.args).items() if fact is not None else ():
            held = method_of(value, None)
            is_part = held is not None and next(iter(value.items_by_key or ()))[0].partition(".")[0] == parameter
            if held is not None and is_part and changes(held.receiver, held.method) and calls_argument(analysis, target.key, name):
                return True
    return False


def changed_by(given: Value, key: FunctionKey, parameter: str, fn: TracedFunction) -> Bound | None:
    """Returns the bound method that is passed for a parameter of a function, if the function calls it and that changes its object."""
    held = method_of(given, fn.env)
    is_changing = held is not None and changes(held.receiver, held.method)
    return held if is_changing and calls_argument(fn.analysis, key, parameter) else None


def has_it_called(call: ir.Call, names: Iterable[str], fn: TracedFunction) -> bool:
    """Whether a call passes one of these names to a function of the project that calls it."""
    passed = (each for name in names for each in in_callee(name, call, fn.as_caller))
    return any(calls_argument(fn.analysis, target.key, inside) for target, inside in passed)


def calls_argument(analysis: Analysis, key: FunctionKey, parameter: str, depth: int = _DEPTH) -> bool:
    """Whether a function calls the argument for a parameter, or passes it on to one that does."""
    lowered, flow = analysis.project.lowered(key), analysis.results.get(key)
    if lowered is None or flow is None:
        return False
    caller = Caller(analysis, key, flow, traced=True)
    for call in (each for statement in walk(lowered.body.statements) for each in calls(statement)):
        passed = in_callee(parameter, call, caller) if depth else ()
        if call.func == ir.Name(parameter) or any(calls_argument(analysis, target.key, inside, depth - 1) for target, inside in passed):
            return True
    return False


def _changes(method: ir.Attribute, parameter: str, value: Value, analysis: Analysis) -> bool:
    """Whether a call of the method changes the container that a parameter is, or that an attribute of it is."""
    path = dotted_path(method.value)
    if path != parameter:
        value = analysis.attribute(value, path.partition(".")[2], traced=True) if path.count(".") == 1 else UNKNOWN
    return value.kind is Kind.CONTAINER and changes(value, method.attr)


def _is_part(target: Expr, parameter: str) -> bool:
    """Whether an assigned target is `p[...]`, `p.attr`, or something inside them."""
    return isinstance(target, (ir.Subscript, ir.Attribute)) and root_name(target) == parameter
