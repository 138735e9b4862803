"""Finds Python scalars and strings that vary between the iterations of a loop or the calls of a function."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At, Expr, Statement
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.record import record
from tflint_autograph.model.values import Kind, Value
from tflint_autograph.project.bodies.changes import mentions, named
from tflint_autograph.project.bodies.liveness import spelled, stored
from tflint_autograph.project.bodies.single import only_assignment
from tflint_autograph.project.bodies.usage_inference import counts
from tflint_autograph.project.bodies.walks import dotted_path, item_path, parts, walk
from tflint_autograph.project.callsites.caller import EagerLoop, ProgramPoint
from tflint_autograph.project.callsites.root_calls import RootCalls
from tflint_autograph.project.values.elements import element_of
from tflint_autograph.tfapi import arrays, effects
from tflint_autograph.traced.callers.entered import (
    NUMBERS,
    Reached,
    entered,
    holds_numbers,
    reached,
    returned,
    sources,
)
from tflint_autograph.traced.callers.iterations import FEW, component, consists_of, distinct, items_of
from tflint_autograph.traced.callers.passed_in import in_callers, spelled_by_callee
from tflint_autograph.traced.callers.repeated import again
from tflint_autograph.traced.callers.updating import CASTS, TRUTHS, updates

DEEPEST = 3
"""Maximum depth to which assignments and callers are followed."""

_NOT_PYTHON = (Kind.TENSOR, Kind.NUMPY, Kind.VARIABLE, Kind.UNKNOWN)


@record
class Varying:
    """A Python value that differs in each iteration.

    `spoken`: the spelling of what varies, empty if it has no name. `count`: the number of different values, if known. `statement`: the loop
    or assignment in the file `path` that makes it vary.
    """

    spoken: str
    count: int | None
    statement: Statement
    path: str
    confidence: Confidence = Confidence.HIGH
    text: str = "differs in each iteration"

    @property
    def at(self) -> At:
        """The place that makes the value vary."""
        at = self.statement.at
        return at if at.line == at.end_line else At(at.line, at.column, at.line, at.column + 3)


def varying(expr: Expr, place: ProgramPoint, calls: RootCalls, depth: int = DEEPEST) -> Varying | None:
    """Returns how an expression varies between iterations of the enclosing loops or between calls of its function.

    None for constant and unknown values, tensors, NumPy values and booleans.
    """
    if depth < 0:
        return None
    check = _VARY.get(type(expr))
    found = check(expr, place, calls, depth) if check is not None else None
    return found or _passed_in(expr, place, calls, depth)


def _name(expr: ir.Name, place: ProgramPoint, calls: RootCalls, depth: int) -> Varying | None:
    for loop in reversed(place.loops):
        found = _target(expr, loop, place)
        if found is not None:
            return found if found.count is None or found.count > FEW else None
        if _binds(loop, expr.id):
            return _rebound(expr, loop.body, place, calls, depth)
    if expr.id in dict(place.caller.body.shared):
        return _rebound(expr, place.caller.body.statements, place, calls, depth)
    assign = only_assignment(place.caller.body, expr.id)
    if assign is not None and assign.value is not None and place.value(expr).kind is not Kind.TENSOR:
        return varying(assign.value, place.caller.place(assign.ordinal), calls, depth - 1)
    return None


def _binds(loop: EagerLoop, name: str) -> bool:
    """Whether the loop's target or body binds the name."""
    return name in spelled((loop.target,)) or name in stored(loop.body)


def _target(expr: ir.Name, loop: EagerLoop, place: ProgramPoint) -> Varying | None:
    """Returns how a `for` target varies: with the elements of the iterable."""
    if loop.target is None or loop.iterable is None:
        return None
    path = component(loop.target, expr.id)
    found = items_of(loop.iterable, path, place) if path is not None else None
    return Varying(expr.id, found.count, loop.statement, place.caller.key.path, found.confidence) if found is not None else None


def _rebound(
    expr: ir.Name | ir.Attribute, body: tuple[Statement, ...], place: ProgramPoint, calls: RootCalls, depth: int
) -> Varying | None:
    """Returns how a name or attribute varies that the body rebinds: a counter, or a value computed from one that varies."""
    path = dotted_path(expr)
    known = place.value(expr)
    if known.kind is Kind.UNKNOWN and isinstance(expr, ir.Attribute):
        # At the head of a loop that sets an attribute, its value is the join of everything that was stored there.
        known = place.without(path).value(expr)
    is_python = known.kind in (Kind.PYTHON, Kind.CONTAINER) or (known.kind is Kind.UNKNOWN and _is_made_with_number(expr, place))
    if known.kind is not Kind.UNKNOWN and not is_python:
        return None
    for statement in walk(body):
        found = None
        if is_python and isinstance(statement, ir.Augment) and dotted_path(statement.target) == path:
            found = Varying(path, None, statement, place.caller.key.path, text="changes here")
        elif isinstance(statement, ir.Assign) and any(dotted_path(target) == path for target in statement.targets):
            assert statement.value is not None or statement.annotation is not None
            if statement.value is not None and (is_python or _gives_python(statement, place)):
                found = _assigned(path, statement, statement.value, place, calls, depth)
        if found is not None:
            return found
    return _changed_where_called(path, body, place) if is_python else None


def _gives_python(statement: ir.Assign, place: ProgramPoint) -> bool:
    """Whether a project function gives the assigned value, and returns a Python value, for what is passed here or before the loops."""
    ordinals = [statement.ordinal, *(loop.statement.ordinal for loop in place.loops[:1])]
    called = (entered(statement.value, place.caller.place(each)) for each in ordinals if isinstance(statement.value, ir.Call))
    return any(inside is not None and _is_plain(inside[1]) for inside in called)


def _changed_where_called(path: str, body: tuple[Statement, ...], place: ProgramPoint) -> Varying | None:
    """Returns how a dotted name varies that a function changes which these statements call with it or its owner."""
    own = {id(each) for each in walk(body)}
    found = next((each for each in reached(path, body, place.caller) if id(each.statement) not in own and each.sets()), None)
    return Varying(path, None, found.statement, found.path, _sure(found), "changes here") if found is not None else None


def _sure(found: Reached) -> Confidence:
    return Confidence.MEDIUM if found.by_method else Confidence.HIGH


def _is_made_with_number(expr: Expr, place: ProgramPoint) -> bool:
    """Whether all calls that make an object give it a number for the attribute, `Schedule(0.1)`, which loops around only update."""
    path = dotted_path(expr)
    for loop in place.loops:
        for each in walk(loop.body):
            assigned = isinstance(each, ir.Assign) and path in map(dotted_path, each.targets)
            if assigned and isinstance(each, ir.Assign) and each.value is not None and not mentions(each.value, named(path)):
                return False
    cls = place.value(expr.value).cls if isinstance(expr, ir.Attribute) else None
    return isinstance(expr, ir.Attribute) and holds_numbers(place.caller.analysis, cls, expr.attr)


def _assigned(
    path: str, statement: ir.Assign, value: Expr, place: ProgramPoint, calls: RootCalls, depth: int
) -> Varying | None:
    for each in (value, *spelled_by_callee(value, place)):
        if updates(each, path, place):
            return Varying(path, None, statement, place.caller.key.path, text="changes here")
    found = varying(value, place.caller.place(statement.ordinal), calls, depth - 1)
    return replace(found, spoken=path, statement=statement, text="differs in each iteration") if found is not None else None


def _passed_in(expr: Expr, place: ProgramPoint, calls: RootCalls, depth: int) -> Varying | None:
    """Returns how an expression over parameters of the enclosing function varies: with what its callers pass in loops."""
    if depth < 1 or not isinstance(expr, (ir.Name, ir.Attribute, ir.Call, ir.Subscript)):
        return None
    for given, outer in in_callers(expr, place, calls):
        found = varying(given, outer, calls, depth - 1)
        if found is not None:
            return replace(found, spoken=dotted_path(expr) or found.spoken)
    return _from_outside(expr, place, calls) if isinstance(expr, ir.Name) else None


def _from_outside(expr: ir.Name, place: ProgramPoint, calls: RootCalls) -> Varying | None:
    """Returns how a number varies that is a parameter of a function which nothing in the project calls: perhaps with each call."""
    value, body = place.value(expr), place.caller.body
    is_number = value.kind is Kind.PYTHON and value.type in NUMBERS
    if value.parameter != expr.id or not (is_number or (value.kind is Kind.UNKNOWN and counts(body, expr.id))):
        return None
    found = again(place, calls) if not calls.calls_of(place.caller.key) else None
    if found is None or not found.by_others:
        return None
    return Varying(expr.id, None, place.caller.statements[place.ordinal], place.caller.key.path, Confidence.LOW, "may differ on each call")


def _attribute(expr: ir.Attribute, place: ProgramPoint, calls: RootCalls, depth: int) -> Varying | None:
    """Returns how `self.step` varies: a counter of the enclosing loop, or one that each call of the function increments."""
    if not dotted_path(expr):
        return None
    body = place.loops[0].body if place.loops else place.caller.body.statements
    return _rebound(expr, body, place, calls, depth)


def _operation(expr: ir.Operation, place: ProgramPoint, calls: RootCalls, depth: int) -> Varying | None:
    if TRUTHS.intersection(expr.operators):
        return None
    found = None
    for operand in expr.operands:
        one = varying(operand, place, calls, depth)
        if one is None and not _is_number(operand, place):
            return None
        found = found or one
    if found is None or "%" not in expr.operators:
        return replace(found, count=None) if found is not None and "//" in expr.operators else found
    modulus = place.value(expr.operands[-1]).const
    if type(modulus) is not int or abs(modulus) <= FEW:
        return None
    return replace(found, count=min(found.count or abs(modulus), abs(modulus)))


def _is_number(expr: Expr, place: ProgramPoint) -> bool:
    """Whether an operand is a Python value: by its value, as a constant such as `math.pi`, or by what constructors store in an attribute."""
    value = place.value(expr)
    if value.kind is Kind.PYTHON or value.name.startswith("math.") or arrays.is_number(value.name) or _is_made_with_number(expr, place):
        return True
    return isinstance(expr, ir.Operation) and all(_is_number(operand, place) for operand in expr.operands)


def _call(expr: ir.Call, place: ProgramPoint, calls: RootCalls, depth: int) -> Varying | None:
    name = place.called(expr)
    given = [argument.value for argument in expr.args]
    if name == "builtins.len" and given:
        return _length_of(given[0], place)
    if name in CASTS:
        whole = name == "builtins.min" and any(_remains(each) for each in given) and any(varying(each, place, calls, depth) is None for each in given)
        return (_first(given, place, calls, depth) or _read(given, place)) if not whole else None
    if isinstance(expr.func, ir.Attribute) and expr.func.attr == "item" and not expr.args:
        return _read([expr.func.value], place)
    if _is_in_loop(place, calls) and (effects.clock(name, len(given)) or (effects.draws(name) and not name.startswith("numpy."))):
        return Varying("", None, place.caller.statements[place.ordinal], place.caller.key.path, text="differs in each iteration")
    if isinstance(expr.func, ir.Attribute) and expr.func.attr == "format" and place.value(expr.func.value).kind is Kind.PYTHON:
        return _first(given, place, calls, depth)
    if name.startswith("math.") or (name and place.value(expr).kind in (Kind.PYTHON, Kind.NUMPY) and not effects.draws(name)):
        # A function outside the project gives another result for another argument.
        return _first(given, place, calls, depth)
    return _through(expr, place, calls, depth) if not name else None


def _remains(expr: Expr) -> bool:
    """Whether an expression is what remains of something: in `min(size, total - done)` it counts in the last iteration alone."""
    return isinstance(expr, ir.Operation) and expr.operators == ("-",) and len(expr.operands) == 2


def _is_in_loop(place: ProgramPoint, calls: RootCalls) -> bool:
    """Whether a loop runs a place, in its function or in one that calls that."""
    found = None if place.loops else again(place, calls)
    return bool(place.loops) or (found is not None and found.loop is not None)


def _through(call: ir.Call, place: ProgramPoint, calls: RootCalls, depth: int) -> Varying | None:
    """Returns how what a project function returns varies: with an argument that it depends on, or with what the function changes."""
    inside = entered(call, place)
    if inside is None or not _is_plain(inside[1]):
        return None
    inner = inside[0]
    every = list(returned(inner))
    if all(isinstance(each, ir.Constant) or (isinstance(each, ir.Operation) and TRUTHS.intersection(each.operators)) for each, _ in every):
        return None
    names = sources(inner, [each for each, _ in every])
    given = [expr for name, expr in place.caller.arguments(call, inside[2]).items() if name in names]
    found = _first(given, place, calls, depth)
    if found is None and (place.loops or place.caller.fact is not None):
        found = next((one for each, where in every if (one := varying(each, where, calls, depth - 1)) is not None), None)
    return replace(found, count=None, confidence=min(found.confidence, Confidence.MEDIUM)) if found is not None else None


def _is_plain(value: Value | None) -> bool:
    """Whether a value is a Python scalar or text, or a list or dict with nothing else in it."""
    return value is not None and consists_of(value, ("", *NUMBERS, "builtins.str"))


def _length_of(expr: Expr, place: ProgramPoint) -> Varying | None:
    """Returns how `len(x)` varies for a list that grows or shrinks in an enclosing loop."""
    path = dotted_path(expr)
    for loop in reversed(place.loops):
        grown = next((each for each in reached(path, loop.body, place.caller) if each.grows()), None) if path else None
        if grown is not None:
            return Varying(f"len({path})", None, grown.statement, grown.path, _sure(grown), "changes its length here")
        if isinstance(expr, ir.Name) and loop.target is not None and expr.id in spelled((loop.target,)):
            if loop.iterable is not None and 0 < len(place.value(loop.iterable).items or ()) <= FEW:
                return None
            sure = Confidence.MEDIUM if place.value(expr).kind in (Kind.PYTHON, Kind.CONTAINER) else Confidence.LOW
            return Varying(f"len({path})", None, loop.statement, place.caller.key.path, sure, "may differ in each iteration")
    return None


def _read(given: list[Expr], place: ProgramPoint) -> Varying | None:
    """Returns how `float(loss)` varies for a value that each iteration rebinds."""
    for expr in given:
        path = dotted_path(expr)
        for loop in reversed(place.loops):
            if path and "." not in path and _binds(loop, path) and place.value(expr).kind in _NOT_PYTHON:
                return Varying(path, None, loop.statement, place.caller.key.path, Confidence.MEDIUM)
    return None


def _first(given: list[Expr], place: ProgramPoint, calls: RootCalls, depth: int) -> Varying | None:
    return next((found for expr in given if (found := varying(expr, place, calls, depth)) is not None), None)


def _any_part(expr: Expr, place: ProgramPoint, calls: RootCalls, depth: int) -> Varying | None:
    """Returns how a list, dict, f-string or conditional expression varies with one of its parts."""
    return _first(list(parts(expr)), place, calls, depth)


def _subscript(expr: ir.Subscript, place: ProgramPoint, calls: RootCalls, depth: int) -> Varying | None:
    """Returns how `rates[step]` varies, an item of a list of numbers, or `state["rate"]`, an item that an enclosing loop updates."""
    container, path = place.value(expr.value), item_path(expr)
    for loop in place.loops if path and place.value(expr).kind in (Kind.PYTHON, Kind.UNKNOWN) else ():
        for each in walk(loop.body):
            if isinstance(each, ir.Augment) and item_path(each.target) == path and place.value(each.value).kind is Kind.PYTHON:
                return Varying(path, None, each, place.caller.key.path, text="changes here")
    if container.kind is not Kind.CONTAINER or isinstance(expr.item, ir.Slice):
        return None
    element = element_of(container)
    if element.kind is not Kind.PYTHON or element.type not in (*NUMBERS, "builtins.str"):
        return None
    found = varying(expr.item, place, calls, depth)
    count = distinct(item.const for item in container.items) if container.items is not None else None
    if found is None or count is None:
        return found
    return replace(found, count=min(found.count or count, count)) if count > FEW else None


_VARY: dict[type, Callable[[Any, ProgramPoint, RootCalls, int], Varying | None]] = {
    ir.Name: _name,
    ir.Attribute: _attribute,
    ir.Operation: _operation,
    ir.Call: _call,
    ir.Text: _any_part,
    ir.Display: _any_part,
    ir.Mapping: _any_part,
    ir.Conditional: lambda expr, *given: _first([expr.body, expr.orelse], *given),
    ir.Subscript: _subscript,
}
