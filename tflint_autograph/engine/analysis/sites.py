"""Runs the rules over calls of traced functions, also in eager code, and returns their findings unfiltered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from tflint_autograph.engine.analysis.program import Guard
from tflint_autograph.model.body import At
from tflint_autograph.model.facts import MODULE, FunctionKey
from tflint_autograph.model.finding import Finding
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.trace import Step, Trace
from tflint_autograph.project.bodies import test_code
from tflint_autograph.project.callsites.renaming import traced_by_decorator
from tflint_autograph.project.callsites.root_calls import FunctionCreation, RootCall, RootCalls, Use
from tflint_autograph.project.tracing.tracing import Tracing
from tflint_autograph.traced.tree.states import BY_KERAS, StaleRead, States

if TYPE_CHECKING:
    from tflint_autograph.rules.api import Hit, Rule


def calls_in(tracing: Tracing, guard: Guard) -> RootCalls:
    """Returns the queries about the uses of all `tf.function`s."""
    keys = frozenset(key for key, roots in tracing.found.items() if any(root.word == "tf.function" for root in roots))
    analysis = tracing.analysis
    places = tuple(tracing.traces[key].steps[0].span for key in sorted(analysis.roots) if key in tracing.traces)
    return RootCalls(analysis, tracing.roots, keys, traced_by_decorator(analysis, tracing.found), places, guard)


def are_called(calls: RootCalls, tracing: Tracing) -> bool:
    """Whether the project calls a `tf.function`, or may call the one that a function makes, or has TensorFlow or Keras call a traced function."""
    others = any(root.word != "tf.function" for roots in tracing.found.values() for root in roots)
    return others or any(isinstance(use, RootCall) or _makes(use) for use in calls.uses)


def _makes(use: Use) -> bool:
    """Whether a function makes a `tf.function` of another one, which it may keep, or return to its caller."""
    return isinstance(use, FunctionCreation) and use.site is not None and use.caller.key.qualname != MODULE


def uses_of(calls: RootCalls, tracing: Tracing, wanted: Callable[[str], bool]) -> list[Use]:
    """Returns the uses of `tf.function`s in the wanted files."""
    return [use for use in calls.uses if wanted(use.caller.key.path) and use.key in tracing.traces]


def set_flags(met: Mapping[FunctionKey, States], wanted: Callable[[str], bool]) -> list[StaleRead]:
    """Returns the places in the wanted files that set the flag of a layer after Keras has traced its training step, each once."""
    found = met[BY_KERAS].stale if BY_KERAS in met else ()
    return list({each.changed: each for each in found if wanted(each.writer.path)}.values())


def place_of(use: Use | StaleRead) -> FunctionKey:
    """Returns the function in which a use is."""
    return use.writer if isinstance(use, StaleRead) else use.caller.key


def look(calls: RootCalls, use: Use | StaleRead, tracing: Tracing, rules: Sequence[Rule]) -> Iterator[Finding]:
    """Yields the findings of the rules for one use, or for one change."""
    for rule in rules:
        for check in rule.sites.get(type(use), ()):
            for hit in check(use, calls):
                yield _finding(rule, hit, use, tracing)


def _finding(rule: Rule, hit: Hit, use: Use | StaleRead, tracing: Tracing) -> Finding:
    project = tracing.project
    assert isinstance(hit.node, At)
    trace = _trace(use, tracing)
    key = hit.inside or place_of(use)
    span, doubt = project.span(key.path, hit.node), partial(test_code.excuse, tracing.analysis.importing, key.path)
    return hit.finding(rule, span, project.display(key), trace, doubt, at_change=isinstance(use, StaleRead))


def _trace(use: Use | StaleRead, tracing: Tracing) -> Trace:
    project = tracing.project
    if isinstance(use, StaleRead):
        step = Step(use.changed, f"`{project.display(use.writer)}` sets `{use.name}` between two runs of the training step")
        return Trace("Keras model", (step,), converted=True, confidence=Confidence.HIGH)
    known = tracing.traces[use.key]
    step = Step(project.span(use.caller.key.path, use.at), f"`{use.caller.name}` {use.verb} `{project.display(use.key)}`")
    return Trace(known.root, (known.steps[0], step), known.converted, known.confidence, known.assumptions)
