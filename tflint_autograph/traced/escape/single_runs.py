"""Recognises roots of which each trace runs once: those that are created again for each call, that the program calls once or only saves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Statement
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.values import Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.order import order
from tflint_autograph.project.bodies.walks import descendants, read_parts, walk
from tflint_autograph.project.index.scopes import enclosing
from tflint_autograph.project.mutation.called_once import is_called_once
from tflint_autograph.project.values.body_result import CallSite
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.tfapi.tracing import When, tracing_method
from tflint_autograph.traced.escape.guards import is_decorated_to_run_once
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.point import made_once

_FUNCTION = "tensorflow.function"
_STRATEGIES = "tensorflow.distribute."

_SIGNATURES = "signatures"
"""The argument of `tf.saved_model.save` and of `save` of a Keras 2 model with the functions to export."""

_SAVES = "save"


class _Use(NamedTuple):
    """A place in eager code that mentions a function by its name."""

    caller: FunctionKey
    statement: Statement
    part: ir.Expr


def is_created_for_call(fn: TracedFunction) -> bool:
    """Whether each root that reaches the function is created by eager code for the one call of it: Python runs as often as in eager code.

    The root is a function with the decorator `tf.function` alone. Any further mention of its name, and a loop around the call, count as a
    second call.
    """
    return _are(fn, lambda root, use: use.caller == _around(fn.analysis, root))


def runs_each_trace_once(fn: TracedFunction) -> bool:
    """Whether the project runs each trace of the function once, as far as its own calls show."""
    return is_created_for_call(fn) or _is_called_once_by_program(fn) or _is_called_from_single_runs(fn)


@made_once
def is_only_exported(fn: TracedFunction) -> bool:
    """Whether each root that reaches the function is saved as a signature, and called by no code of the project but tests."""
    roots = fn.roots_above()
    called = any(call.decorates is None for root in roots for call in fn.analysis.call_sites.counted(root))
    return bool(roots) and not called and roots <= _exported(fn.analysis)


def _exported(analysis: Analysis) -> set[FunctionKey]:
    """Returns the functions that eager code passes as signatures to what saves a model."""
    found: set[FunctionKey] = set()
    names = frozenset({_SIGNATURES})
    for key in analysis.project.all_mentioning(names):
        for site in analysis.eager_calls(key).calls.values() if key not in analysis.results else ():
            given = site.argument(None, _SIGNATURES) if _SAVES in (site.method, site.func.name.rpartition(".")[2]) else None
            found.update(_functions_in(given) if given is not None else ())
    return found


def _functions_in(value: Value) -> Iterator[FunctionKey]:
    """Yields the functions that a value is or contains."""
    yield from (target.key for target in value.callees)
    for each in value.contents:
        yield from _functions_in(each)


def _is_called_once_by_program(fn: TracedFunction) -> bool:
    """Whether each root that reaches the function is at the top of a module, and eager code that runs once calls it once."""
    return _are(fn, lambda root, use: use.caller != _around(fn.analysis, root) and is_called_once(fn.analysis, root))


def _is_called_from_single_runs(fn: TracedFunction) -> bool:
    """Whether functions that a decorator runs once make all calls of the roots that reach the function. Calls by tests do not count."""
    roots = sorted(fn.roots_above())
    calls = [[call.caller for call in fn.analysis.call_sites.counted(root)] for root in roots]
    return bool(calls) and all(each and all(is_decorated_to_run_once(fn.analysis, caller) for caller in each) for each in calls)


def _are(fn: TracedFunction, wanted: Callable[[FunctionKey, _Use], bool]) -> bool:
    roots = fn.roots_above()
    called = [(root, _sole_call(fn.analysis, root)) for root in sorted(roots)]
    return bool(called) and all(use is not None and wanted(root, use) for root, use in called)


def _around(analysis: Analysis, root: FunctionKey) -> FunctionKey | None:
    return next(enclosing(analysis.project, root), None)


def _sole_call(analysis: Analysis, root: FunctionKey) -> _Use | None:
    """Returns the only place that mentions a root made by `tf.function` alone, if it is in eager code and calls it, or None."""
    fact = analysis.project.function(root)
    if fact is None or fact.owner or len(fact.decorators) > 1 or analysis.callers.get(root):
        return None
    uses = [*_uses(analysis, root, fact.name, fact.parent)]
    if not fact.decorators:
        made = next((each.statement for each in uses if _makes(each, analysis)), None)
        name = made.targets[0].id if isinstance(made, ir.Assign) and isinstance(made.targets[0], ir.Name) else ""
        uses = [*uses, *(_uses(analysis, root, name, fact.parent) if name not in ("", fact.name) else ())]
        uses = [each for each in uses if each.statement is not made] if name else []
    elif _FUNCTION not in analysis.decorator_names(root):
        return None
    return uses[0] if len(uses) == 1 and uses[0].caller not in analysis.results and _runs_it(analysis, uses[0]) else None


def _makes(use: _Use, analysis: Analysis) -> bool:
    """Whether a use is `step = tf.function(step)`."""
    statement = use.statement
    call = statement.value if isinstance(statement, ir.Assign) and len(statement.targets) == 1 else None
    site = analysis.eager_calls(use.caller).calls.get(call.at) if isinstance(call, ir.Call) and use.caller not in analysis.results else None
    return isinstance(call, ir.Call) and site is not None and canonical(site.func.name) == _FUNCTION and [each.value for each in call.args] == [use.part]


def _uses(analysis: Analysis, root: FunctionKey, name: str, parent: str) -> Iterator[_Use]:
    """Yields the places that mention the root, or what else has its name."""
    project = analysis.project
    for key in analysis.names.within(FunctionKey(root.path, parent)) if parent else project.all_mentioning(frozenset({name})):
        flow = analysis.results.get(key) or analysis.eager_calls(key)
        for statement in walk(project.body(key).statements):
            parts = [*read_parts(statement)]
            others = [each.func for each in parts if isinstance(each, ir.Call) and isinstance(each.func, ir.Attribute) and _runs_another(flow.calls.get(each.at), root)]
            for part in parts:
                if (isinstance(part, ir.Name) and part.id == name) or (isinstance(part, ir.Attribute) and part.attr == name and part not in others):
                    yield _Use(key, statement, part)


def _runs_another(site: CallSite | None, root: FunctionKey) -> bool:
    """Whether a call is known to run functions of the project, and not this one."""
    return site is not None and bool(site.func.callees) and all(target.key != root for target in site.func.callees)


def _runs_it(analysis: Analysis, use: _Use) -> bool:
    """Whether the place calls the function or passes it to a method that does, such as `strategy.run`, and no loop repeats that."""
    if order(analysis.project.body(use.caller)).repeats(use.statement.ordinal):
        return False
    parts = [*read_parts(use.statement)]
    if any(use.part in descendants(part) for part in parts if isinstance(part, (ir.Comprehension, ir.Lambda))):
        return False
    if any(isinstance(part, ir.Call) and part.func == use.part for part in parts):
        return True
    sites = (site for site in analysis.eager_calls(use.caller).calls.values() if site.receiver is not None and site.index == use.statement.ordinal)
    rows = (tracing_method(_kind(analysis, use.caller, site), site.method) for site in sites)
    return any(row is not None and row.when is When.INSIDE for row in rows)


def _kind(analysis: Analysis, caller: FunctionKey, site: CallSite) -> str:
    """Returns the word for the type of the object whose method is called, as far as it traces: `strategy`, also by its annotation."""
    fact, receiver = analysis.project.function(caller), site.receiver
    if receiver is None or receiver.type or not receiver.parameter or fact is None:
        return receiver.type if receiver is not None else ""
    written = next((each.annotation for each in fact.parameters if each.name == receiver.parameter), None)
    name = canonical(analysis.evaluate_at_definition(caller.path, fact.parent, written).name) if written is not None else ""
    return "strategy" if name.startswith(_STRATEGIES) else ""
