"""Finds what eager code passes to the factories in which traced functions are defined: `step = make_step(model, loss)`, `@graph`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from tflint_autograph.model.body import Body
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.values import Kind, Origin, Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.changes import choices
from tflint_autograph.project.index.scopes import enclosing
from tflint_autograph.project.points_to.constructor_arguments import all_given
from tflint_autograph.project.points_to.passed_arguments import Wanted, passed
from tflint_autograph.project.roots.root import Root
from tflint_autograph.project.values.body_result import Env

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
    """Returns the functions around these functions, of which some are roots, with their parameters."""
    wanted: dict[FunctionKey, frozenset[str]] = {}
    for inner, root in found:
        for key in enclosing(analysis.project, inner):
            lowered = analysis.project.lowered(key) if key not in wanted else None
            names = lowered.fact.given if lowered is not None else frozenset[str]()
            if lowered is not None and names and (root is None or not _is_chosen(lowered.body, root, names)):
                wanted[key] = names
    return wanted


def _tracing(analysis: Analysis, found: Iterable[Root]) -> frozenset[FunctionKey]:
    """Returns the factories whose text contains the root itself. The result of the others is traced elsewhere."""
    inside = set()
    for root in found:
        for key in enclosing(analysis.project, root.target.key) if root.path == root.target.key.path else ():
            fact = analysis.project.function(key)
            if fact is not None and root.at.begins_in(fact.at):
                inside.add(key)
    return frozenset(inside)


def _is_chosen(body: Body, root: Root, names: frozenset[str]) -> bool:
    """Whether the root is created under a condition on the parameters."""
    return any(root.at.begins_in(each.at) for each in choices(body, names))
