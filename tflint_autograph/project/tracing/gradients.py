"""Finds the functions that run in the backward pass of a function under `tf.custom_gradient`."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from tflint_autograph.model.body import At
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.values import Callee
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.values.body_result import BodyResult, CallSite

_WRAPPER = "tensorflow.custom_gradient"


def is_wrapped(target: Callee, site: CallSite) -> bool:
    """Whether a call runs a function with a gradient of its own: one wrapped before, or passed to `tf.custom_gradient` here."""
    return target.wrapper == _WRAPPER or site.func.name == _WRAPPER


def gradients(analysis: Analysis, key: FunctionKey, flow: BodyResult, wrapped: Collection[FunctionKey]) -> Iterator[tuple[Callee, At]]:
    """Yields the functions that such a function returns besides its result, each with its place.

    Decorated functions are recognised; of others, `wrapped` says which are.
    """
    if flow.result is None or (key not in wrapped and _WRAPPER not in analysis.decorator_names(key)):
        return
    for target in (target for item in flow.result.items or () for target in item.callees):
        fact = analysis.project.function(target.key)
        yield target, fact.header if fact is not None else At(1, 1, 1, 1)
