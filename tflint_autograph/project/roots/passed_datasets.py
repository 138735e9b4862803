"""Finds datasets that eager code passes to helpers which map over them, or pass them on: `prepare(ds)` and `ds.apply(prepare)`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from tflint_autograph.model.facts import MODULE, FunctionKey
from tflint_autograph.model.joins import join
from tflint_autograph.model.mentions import ATTRIBUTE
from tflint_autograph.model.values import Callee, Kind, Origin
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.interpreter.called import callables
from tflint_autograph.project.interpreter.receivers import source_of
from tflint_autograph.project.roots.root import Root
from tflint_autograph.project.roots.roots import Roots
from tflint_autograph.project.values.body_result import CallSite, Env
from tflint_autograph.project.values.scope import Arguments
from tflint_autograph.project.values.signature import bind
from tflint_autograph.tfapi.tracing import When, tracing_method


def roots_of_passed_datasets(analysis: Analysis, roots: Roots) -> Iterator[Root]:
    """Yields the roots in helpers that become visible once it is known which of their parameters are datasets."""
    keys = frozenset(_helpers(analysis))
    calls, passing = _calls(analysis, keys) if keys else ([], keys)
    found = _datasets(analysis, calls)
    waiting = list(found)
    while waiting:
        key = waiting.pop(0)
        lowered = analysis.project.lowered(key)
        if lowered is None:
            continue
        entry = {**analysis.parameters(key, Origin.UNKNOWN), **found[key]}
        flow = analysis.run(key, lowered.body, lowered.fact.parent or MODULE, entry, traced=False)
        for site in flow.calls.values():
            yield from roots.of_call(key, site, When.ALWAYS)
        inner = [(target, site.args) for site in flow.calls.values() for target in site.func.callees if target.key in passing]
        for known, env in _datasets(analysis, inner).items():
            if known not in found:
                found[known] = env
                waiting.append(known)


def _helpers(analysis: Analysis) -> Iterator[FunctionKey]:
    for module in analysis.project.loaded():
        for qualname in module.candidates:
            for key, flow in analysis.eager_functions.flows(FunctionKey(module.path, qualname)):
                fact = analysis.project.function(key) if key.qualname != MODULE else None
                if fact is not None and fact.parameters and any(_may_map(site, analysis) for site in flow.calls.values()):
                    yield key


def _may_map(site: CallSite, analysis: Analysis) -> bool:
    """Whether the call traces a project function if its receiver is a dataset."""
    if site.receiver is None or site.receiver.kind is not Kind.UNKNOWN or site.receiver.name or site.receiver.module:
        return False
    return tracing_method("dataset", site.method) is not None and any(callables(value, analysis) for _, value in site.args)


def _calls(analysis: Analysis, keys: frozenset[FunctionKey]) -> tuple[list[_Call], frozenset[FunctionKey]]:
    """Returns the calls of the helpers, and of functions that forward their arguments to them; and all of these functions."""
    found: list[_Call] = []
    passing = outer = keys
    for _ in range(_DEEPEST):
        calls = list(analysis.call_sites.by_others(outer))
        found += [(call.target, call.site.args) for call in calls]
        outer = frozenset(call.caller for call in calls if _passes_on(call.caller, call.site)) - passing
        passing |= outer
    return [*found, *_applied(analysis, keys)], passing


def _passes_on(caller: FunctionKey, site: CallSite) -> bool:
    """Whether a call forwards a parameter of its caller. Constructors are left out: they have too many calls."""
    return not caller.qualname.endswith("__init__") and any(source_of(value) for _, value in site.args)


def _datasets(analysis: Analysis, calls: list[_Call]) -> dict[FunctionKey, Env]:
    """Returns, by function, the parameters that some call passes a dataset."""
    found: defaultdict[FunctionKey, Env] = defaultdict(dict)
    for target, args in calls:
        fact = analysis.project.function(target.key)
        for name, value in bind(fact, target, args).items() if fact is not None else ():
            if value.kind is Kind.DATASET:
                known = found[target.key].get(name)
                found[target.key][name] = (value if known is None else join(known, value))._replace(parameter=name)
    return found


def _applied(analysis: Analysis, keys: frozenset[FunctionKey]) -> Iterator[tuple[Callee, Arguments]]:
    """Yields the helpers that `dataset.apply(...)` calls, with the dataset as argument."""
    for caller in analysis.project.all_mentioning(_APPLY, ATTRIBUTE):
        for site in (site for _, flow in analysis.eager_functions.flows(caller) for site in flow.calls.values()):
            given = site.argument(0, "transformation_func") if site.method == "apply" else None
            if given is not None and site.receiver is not None and site.receiver.kind is Kind.DATASET:
                yield from ((target, ((None, site.receiver),)) for target in given.callees if target.key in keys)


_APPLY = frozenset({"apply"})
_Call = tuple[Callee, Arguments]
_DEEPEST = 3
"""Maximum depth of functions that forward a dataset to each other."""
