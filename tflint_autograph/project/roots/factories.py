"""Finds what eager code passes to the factories in which traced functions are defined: `step = make_step(model, loss)`, `@graph`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Expr, Statement
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.values import Kind, Origin, Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.changes import choices
from tflint_autograph.project.bodies.walks import descendants, dotted_path, read_parts, walk
from tflint_autograph.project.index.scopes import enclosing
from tflint_autograph.project.points_to.passed_arguments import passed
from tflint_autograph.project.roots.constructor_fields import all_given
from tflint_autograph.project.roots.root import Root
from tflint_autograph.project.values.body_result import Env

Wanted = dict[FunctionKey, frozenset[str]]
"""By function: the parameters that functions nested in it call, forward or call methods of."""

_LONGEST = 3
"""Maximum depth to which arguments forwarded by callers of factories are followed."""


def factory_arguments(analysis: Analysis, found: Iterable[Root]) -> dict[FunctionKey, Env]:
    """Maps each factory to the functions and objects of the project that its parameters are called with, joined over all calls.

    Factories are the functions around a root, and around the functions passed to a factory in turn. An argument that a caller forwards is
    followed to its own callers. A factory that decides by an argument whether to create the root is left out. If a function wrapped by a
    decorator is traced elsewhere, other decorated functions are not part of its trace.
    """
    wanted = _wanted(analysis, [(root.target.key, root) for root in found])
    active = _tracing(analysis, found)
    known: dict[FunctionKey, Env] = {}
    for _ in range(_LONGEST):
        known |= _arguments(analysis, wanted, frozenset(wanted) - active)
        passed = {target.key for key in wanted for value in known[key].values() for target in value.callees}
        wanted = {key: names for key, names in _wanted(analysis, [(key, None) for key in sorted(passed)]).items() if key not in known}
    return known


def _arguments(analysis: Analysis, wanted: Wanted, passive: frozenset[FunctionKey]) -> dict[FunctionKey, Env]:
    """Returns what the parameters of factories are called with; decorators that are `passive` are not followed."""
    given: defaultdict[FunctionKey, defaultdict[str, dict[Value, None]]] = defaultdict(lambda: defaultdict(dict))
    for call, name, value in passed(analysis, wanted):
        if call.decorates is None or call.target.key not in passive:
            given[call.target.key][name][value] = None
    return {
        key: {name: one for name, values in given[key].items() if (one := all_given(name, values) or _scalar(name, values)) is not None}
        for key in wanted
    }


def _scalar(name: str, values: Iterable[Value]) -> Value | None:
    """Returns a Python scalar of the type that all calls pass, or None. Which one it is may be another for a caller that is not seen."""
    types = {value.type if value.kind is Kind.PYTHON and value.type in _SCALARS else "" for value in values}
    return Value(Kind.PYTHON, Origin.OUTER, type=types.pop(), spelling=name) if len(types) == 1 and "" not in types else None


_SCALARS = frozenset({"builtins.bool", "builtins.float", "builtins.int", "builtins.str"})


def _wanted(analysis: Analysis, found: Iterable[tuple[FunctionKey, Root | None]]) -> Wanted:
    """Returns the functions around these functions, of which some are roots."""
    wanted: Wanted = {}
    for inner, root in found:
        for key in enclosing(analysis.project, inner):
            lowered = analysis.project.lowered(key) if key not in wanted else None
            if lowered is not None:
                names = lowered.fact.given
                called = _called_inside(analysis, key, lowered.body, lowered.body.bound) if names else frozenset()
                called |= _read_inside(analysis, key, lowered.body, names)
                if called and not (root is not None and _is_chosen(lowered.body, root, names)):
                    made = _made_of(lowered.body, names)
                    wanted[key] = (called & names).union(*(made[each] for each in called if each in made))
    return {key: names for key, names in wanted.items() if names}


def _tracing(analysis: Analysis, found: Iterable[Root]) -> frozenset[FunctionKey]:
    """Returns the factories whose text contains the root itself. The result of the others is traced elsewhere."""
    inside = set()
    for root in found:
        for key in enclosing(analysis.project, root.target.key) if root.path == root.target.key.path else ():
            fact = analysis.project.function(key)
            if fact is not None and root.at.begins_in(fact.at):
                inside.add(key)
    return frozenset(inside)


def _made_of(body: Body, names: frozenset[str]) -> dict[str, frozenset[str]]:
    """Maps each name that the body binds to those of the names that occur in its value."""
    made: dict[str, frozenset[str]] = {}
    for statement in walk(body.statements):
        if isinstance(statement, ir.Assign) and statement.value is not None:
            used = [part.id for part in descendants(statement.value) if isinstance(part, ir.Name)]
            sources = names.intersection(used).union(*(made.get(each, ()) for each in used))
            bound = (part.id for part in descendants(statement.targets) if isinstance(part, ir.Name)) if sources else ()
            made.update({name: made.get(name, sources) | sources for name in bound})
    return made


def _read_inside(analysis: Analysis, key: FunctionKey, body: Body, names: frozenset[str]) -> frozenset[str]:
    """Returns those of the names that nested functions read."""
    found: frozenset[str] = frozenset()
    for qualname in body.functions if names else ():
        inner = analysis.project.body(FunctionKey(key.path, qualname))
        found |= names.intersection(inner.names) - inner.bound
        found |= _read_inside(analysis, key, inner, names - inner.bound)
    return found


def _called_inside(analysis: Analysis, key: FunctionKey, body: Body, names: frozenset[str]) -> frozenset[str]:
    """Returns those of the names that nested functions call, forward or read a callable from."""
    found: frozenset[str] = frozenset()
    for qualname in body.functions:
        inner = analysis.project.body(FunctionKey(key.path, qualname))
        open_ = names.intersection(inner.names) - inner.bound
        found |= _called_in(inner) & open_ if open_ else open_
        found |= _called_inside(analysis, key, inner, names - inner.bound)
    return found


def _called_in(body: Body) -> frozenset[str]:
    asked = (part for each in walk(body.statements) for expr in _asked(each) for part in _parts(expr))
    return frozenset(dotted_path(expr.value if isinstance(expr, ir.Subscript) else expr).partition(".")[0] for expr in asked)


def _parts(expr: Expr) -> Iterator[Expr]:
    """Yields the elements of a display, nested ones included, or else the expression itself."""
    if isinstance(expr, ir.Display):
        yield from (part for each in expr.items for part in _parts(each))
    else:
        yield expr


def _asked(statement: Statement) -> Iterator[Expr]:
    """Yields what a statement calls, passes to a call, or iterates in a loop."""
    for part in read_parts(statement):
        if isinstance(part, ir.Call):
            yield part.func
            yield from (each.value for each in part.args)
        elif isinstance(part, ir.Clause):
            yield part.iterable
    if isinstance(statement, ir.For):
        yield statement.iterable


def _is_chosen(body: Body, root: Root, names: frozenset[str]) -> bool:
    """Whether the root is created under a condition on the parameters."""
    return any(root.at.begins_in(each.at) for each in choices(body, names))
