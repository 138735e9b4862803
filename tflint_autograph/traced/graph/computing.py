"""Decides whether graph operations use the value that a statement binds to a name or an attribute, or returns."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple

import libcst as cst

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At, Expr, Statement
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.mentions import ATTRIBUTE
from tflint_autograph.model.values import Callee
from tflint_autograph.project.bodies.arguments import run_alone
from tflint_autograph.project.bodies.liveness import flat
from tflint_autograph.project.bodies.order import order
from tflint_autograph.project.bodies.walks import descendants, parts, walk
from tflint_autograph.traced.graph.symbolic import ancestors
from tflint_autograph.traced.tree.function import TracedFunction

_DEPTH = 5
"""Maximum number of callers, and of functions that they call, through which a value is followed."""


class _Search(NamedTuple):
    """How many more functions one question is followed through, and what it has found out: each function is asked once for each name."""

    left: int
    known: dict[tuple[object, ...], bool]

    def inside(self) -> _Search:
        return self._replace(left=self.left - 1)

    def once(self, find: Callable[[Expr, TracedFunction, _Search], bool], name: Expr, fn: TracedFunction) -> bool:
        key = find, name, fn.key, self.left
        if key not in self.known:
            self.known[key] = find(name, fn, self)
        return self.known[key]


_RESULT = ir.Name("return")
"""Stands for what a function returns."""


def is_computed_with(statement: Statement | None, fn: TracedFunction) -> bool:
    """Whether an operation uses the value that a statement assigns to a name or an attribute, or returns, other than in text or as the name of
    a graph part.
    """
    return _is_computed_with(statement, fn, _Search(_DEPTH, {}))


def _is_computed_with(statement: Statement | None, fn: TracedFunction, search: _Search) -> bool:
    if isinstance(statement, ir.Return):
        return bool(search.left) and search.once(_is_used_by_callers, _RESULT, fn)
    bound = [each for each in flat(statement.targets) if isinstance(each, ir.Name | ir.Attribute)] if isinstance(statement, ir.Assign) else []
    return any(search.once(_is_used, each, fn) if isinstance(each, ir.Name) else _is_read(each, fn, search) for each in bound)


def _is_read(target: ir.Attribute, fn: TracedFunction, search: _Search) -> bool:
    """Whether an operation uses an attribute that the function sets, in functions of the trace that read it from an object of the class."""
    analysis, cls = fn.analysis, fn.seen_value(target.value).cls
    family = {*analysis.classes.family(cls)} if cls is not None and search.left else set()
    for key in analysis.project.all_mentioning(frozenset({target.attr}), ATTRIBUTE) if family else ():
        if key not in analysis.results or analysis.roots_above(key).isdisjoint(analysis.roots_above(fn.key)):
            continue
        around = TracedFunction(analysis, key, fn.trace)
        reads = {each for each in around.every(ir.Attribute) if each.attr == target.attr and around.seen_value(each.value).cls in family}
        if any(search.inside().once(_is_used, each, around) for each in reads):
            return True
    return False


def _is_used(name: Expr, fn: TracedFunction, search: _Search) -> bool:
    """Whether an operation uses the value of a name or attribute, in the function, in one that it calls, or in one that gets it as the result."""
    if _is_taken(lambda part: name in _spoken(part, fn), fn, search):
        return True
    returns = (each for each in walk(fn.body.statements) if isinstance(each, ir.Return) and each.value is not None)
    return bool(search.left) and any(
        _is_computed_with(each, fn, search.inside()) for each in returns if each.value is not None and name in _spoken(each.value, fn)
    )


def is_of_name(node: cst.CSTNode, fn: TracedFunction) -> bool:
    """Whether an expression is, or is in, the `name=` of a call: operations, layers and modules name parts of the graph so. For a function that
    is traced as well, any parameter counts that the function uses for nothing but such a `name=`.
    """
    pairs = pairwise(ancestors(node, fn))
    return any(isinstance(given, cst.Arg) and isinstance(call, cst.Call) and _takes_name(node, given, call, fn) for given, call in pairs)


def _takes_name(node: cst.CSTNode, given: cst.Arg, call: cst.Call, fn: TracedFunction) -> bool:
    made, own = fn.expression(call), fn.expression(node)
    target = _traced_target(fn.place(call), fn)
    if target is None or not isinstance(made, ir.Call):
        return given.keyword is not None and given.keyword.value == "name"
    return _only_names(made, target, lambda expr: own in descendants(expr), fn, _Search(_DEPTH, {}))


def _only_names(call: ir.Call, target: Callee, is_it: Callable[[Expr], bool], fn: TracedFunction, search: _Search) -> bool:
    """Whether a function that is traced as well uses the arguments for which `is_it` is true for nothing but the `name=` of calls."""
    inner = TracedFunction(fn.analysis, target.key, fn.trace)
    names = [ir.Name(name) for name, expr in fn.as_caller.arguments(call, target).items() if is_it(expr)]
    return bool(search.left and names) and all(search.inside().once(_is_only_name, name, inner) for name in names)


def _is_only_name(name: Expr, fn: TracedFunction, search: _Search) -> bool:
    """Whether a function gives a name to calls as `name=`, and to operations as nothing else."""
    given = [(call, each.keyword) for call in fn.every(ir.Call) for each in call.args if each.value == name]
    called = [(call, _traced_target(call.at, fn), keyword) for call, keyword in given]
    is_name = [
        keyword == "name" if target is None else _only_names(call, target, lambda expr: expr == name, fn, search)
        for call, target, keyword in called
    ]
    return any(is_name) and not search.once(_is_used, name, fn)


def _traced_target(at: At, fn: TracedFunction) -> Callee | None:
    """Returns the other function of the project that the call at a place runs in the same trace, or None."""
    site = fn.flow.calls.get(at)
    target = run_alone(fn.analysis.project, site.func.callees) if site is not None and not site.func.name else None
    return target if target is not None and target.key in fn.analysis.results and target.key != fn.key else None


def _callers(fn: TracedFunction) -> list[tuple[tuple[FunctionKey, At], int]]:
    return sorted(fn.analysis.sole_callers(fn.key).items())


def _is_used_by_callers(_: Expr, fn: TracedFunction, search: _Search) -> bool:
    return any(_is_used_by_caller(caller, at, ordinal, fn, search) for (caller, at), ordinal in _callers(fn))


def _is_used_by_caller(caller: FunctionKey, at: At, ordinal: int, fn: TracedFunction, search: _Search) -> bool:
    """Whether an operation of a caller uses the result of its call at this place."""
    around = TracedFunction(fn.analysis, caller, fn.trace)
    if _is_taken(lambda part: _holds(part, at, around), around, search):
        return True
    statement = order(around.body).statements.get(ordinal)
    value = statement.value if isinstance(statement, (ir.Assign, ir.Return)) else None
    return value is not None and _holds(value, at, around) and _is_computed_with(statement, around, search.inside())


def _holds(part: Expr, at: At, fn: TracedFunction) -> bool:
    """Whether an expression uses the result of the call at a place."""
    return any(isinstance(each, ir.Call) and each.at == at for each in _spoken(part, fn))


def _is_taken(is_it: Callable[[Expr], bool], fn: TracedFunction, search: _Search) -> bool:
    """Whether an operation, or a function that computes with its argument, takes an expression for which `is_it` is true."""
    if any(is_it(each) for part in fn.every(ir.Operation) if fn.seen_value(part).kind.graph for each in part.operands):
        return True
    for call in fn.every(ir.Call):
        target = _traced_target(call.at, fn)
        if target is not None:
            given = fn.as_caller.arguments(call, target).items() if search.left else ()
            names = [name for name, expr in given if is_it(expr)]
            inner = TracedFunction(fn.analysis, target.key, fn.trace) if names else None
            if inner is not None and any(search.inside().once(_is_used, ir.Name(each), inner) for each in names):
                return True
            continue
        site = fn.flow.calls.get(call.at)
        called = site.func.name if site is not None else ""
        is_operation = fn.seen_value(call).kind.graph or (called.startswith("tensorflow.") and not called.endswith("_scope"))
        if is_operation and any(is_it(each.value) for each in call.args if each.keyword != "name"):
            return True
    return False


def _spoken(part: Expr, fn: TracedFunction) -> Iterator[Expr]:
    """Yields the subexpressions that are not used for the name of a part of the graph, without what functions of the same trace are passed."""
    yield part
    if isinstance(part, ir.Call):
        within = [each.value for each in part.args if each.keyword != "name"] if _traced_target(part.at, fn) is None else []
    else:
        within = [part.value] if isinstance(part, ir.Subscript) else list(parts(part))
    for each in within:
        yield from _spoken(each, fn)
