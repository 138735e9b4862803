"""Detects code that provides what it finds missing, where that was provided before the trace: by eager code, or by Keras."""

from __future__ import annotations

from collections.abc import Iterable

from tflint_autograph.model import body as ir
from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.order import order
from tflint_autograph.project.points_to.call_sites import EagerCall
from tflint_autograph.traced.escape.guards import called_once, filled_once, is_builder
from tflint_autograph.traced.escape.missing_values import absent, present
from tflint_autograph.traced.tree.point import TracedPoint, on_every_path

PREPARED = "it provides what is missing, which eager code does before"
BUILT = "Keras builds a layer before it calls it"

_BUILT = "built"
"""The attribute of a layer that Keras sets when it has built it (`keras.src.layers.layer.Layer.build_wrapper`)."""

_CALL = "call"
_CALLED = frozenset({"layer", "model"})
"""The kinds of Keras classes whose `__call__` builds the object, before it runs `call`."""


def is_prepared(fn: TracedPoint) -> bool:
    """Whether the current statement provides what is missing, which eager code does before."""
    return _provides(fn) and any(_is_called_before(fn.analysis, key) for key in _guarding(fn))


def _provides(fn: TracedPoint) -> bool:
    """Whether the current statement is under a guard that provides what it finds missing, here or in all callers.

    An argument that is missing is so in the trace, whatever eager code passes.
    """
    return bool(filled_once(fn) - fn.fact.given) or called_once(fn)


def _guarding(fn: TracedPoint) -> Iterable[FunctionKey]:
    """Returns the function of the statement; for that of a constructor the traced functions that make the object: another one provides nothing."""
    return {caller for caller, _ in fn.analysis.sole_callers(fn.key)} if fn.fact.name == "__init__" else (fn.key,)


def _is_called_before(analysis: Analysis, key: FunctionKey) -> bool:
    """Whether eager code, or what Keras runs once before it calls a layer, calls a function that is no root: it runs eagerly there.

    A call that eager code makes after it has run the trace finds what the trace has provided.
    """
    calls = analysis.call_sites.of(key) if key not in analysis.roots else ()
    return any(
        not _is_behind_trace(analysis, each, key) if each.caller not in analysis.results else each.caller != key and is_builder(analysis, each.caller)
        for each in calls
    )


def _is_behind_trace(analysis: Analysis, call: EagerCall, key: FunctionKey) -> bool:
    """Whether eager code runs a trace that reaches a function before it makes a call: in another iteration of a loop it may be the other way round."""
    body, here = analysis.project.body(call.caller), call.site.index
    around = {each.ordinal for each in order(body).loops(here)}
    return any(
        each.ordinal < here and around.isdisjoint(loop.ordinal for loop in order(body).loops(each.ordinal))
        for each in analysis.name_writes.runs.of_traced(key).get(call.caller, ())
    )


@on_every_path
def is_built(fn: TracedPoint) -> bool:
    """Whether a condition in the method by which Keras calls a layer or model finds that it is not built."""
    fact = fn.fact
    if fact.name != _CALL or not fact.receiver or fn.analysis.keras_kind(ClassKey(fn.key.path, fact.owner)) not in _CALLED:
        return False
    tests = ((frame.statement, frame.part == "body") for frame in fn.guarded_by("If"))
    found = (absent(each.test) if holds else present(each.test) for each, holds in tests if isinstance(each, ir.If))
    return any(f"{fact.receiver}.{_BUILT}" in each for each in found)
