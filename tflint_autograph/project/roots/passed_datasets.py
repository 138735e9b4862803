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
from tflint_autograph.project.roots.root import Root
from tflint_autograph.project.roots.roots import Roots
from tflint_autograph.project.values.body_result import CallSite, Env
from tflint_autograph.project.values.scope import Arguments
from tflint_autograph.project.values.signature import bind
from tflint_autograph.tfapi.tracing import When, tracing_method


def roots_of_passed_datasets(analysis: Analysis, roots: Roots) -> Iterator[Root]:
    """Yields the roots in helpers that become visible once it is known which of their parameters are datasets."""
    for key, given in _datasets(analysis, frozenset(_helpers(analysis))).items():
        lowered = analysis.project.lowered(key)
        if lowered is not None:
            entry = {**analysis.parameters(key, Origin.UNKNOWN), **given}
            flow = analysis.run(key, lowered.body, lowered.fact.parent or MODULE, entry, traced=False)
            for site in flow.calls.values():
                yield from roots.of_call(key, site, When.ALWAYS)


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


def _datasets(analysis: Analysis, keys: frozenset[FunctionKey]) -> dict[FunctionKey, Env]:
    """Returns, by function, the parameters that some call passes a dataset."""
    found: defaultdict[FunctionKey, Env] = defaultdict(dict)
    calls = [(call.target, call.site.args) for key in sorted(keys) for call in analysis.passed_functions.made(key)]
    for target, args in (*calls, *_applied(analysis, keys)):
        fact = analysis.project.function(target.key)
        for name, value in bind(fact, target, args).items() if fact is not None else ():
            if value.kind is Kind.DATASET:
                known = found[target.key].get(name)
                found[target.key][name] = (value if known is None else join(known, value))._replace(parameter=name)
    return found


def _applied(analysis: Analysis, keys: frozenset[FunctionKey]) -> Iterator[tuple[Callee, Arguments]]:
    """Yields the helpers that `dataset.apply(...)` calls, with the dataset as argument."""
    for caller in analysis.project.all_mentioning(_APPLY, ATTRIBUTE) if keys else ():
        for site in (site for _, flow in analysis.eager_functions.flows(caller) for site in flow.calls.values()):
            given = site.argument(0, "transformation_func") if site.method == "apply" else None
            if given is not None and site.receiver is not None and site.receiver.kind is Kind.DATASET:
                yield from ((target, ((None, site.receiver),)) for target in given.callees if target.key in keys)


_APPLY = frozenset({"apply"})
