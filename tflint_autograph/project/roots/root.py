"""The record of one reason why a function is traced."""

from __future__ import annotations

from tflint_autograph.model.body import At
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.record import record
from tflint_autograph.model.values import NO_AXES, Callee, Value


@record
class Root:
    """One reason why a function is traced.

    `word` is the kind of root. `parameters` describes how the function is called, in the terms of `tfapi.tracing.Place`. `handed` are the
    argument values that the call shows, and `signature` the values that an `input_signature` gives for each parameter after `self`, with
    the `lengths` of their axes.
    `unsized` are the axes without a known length in all tensor arguments. `assumptions` are the ids of what it rests on without proof.
    """

    target: Callee
    word: str
    path: str
    at: At
    text: str
    confidence: Confidence
    converted: bool
    parameters: str = "passed"
    handed: tuple[Value, ...] = ()
    signature: tuple[Value | None, ...] = ()
    lengths: tuple[tuple[int | None, ...], ...] = ()
    unsized: frozenset[int] = NO_AXES
    assumptions: tuple[str, ...] = ()
