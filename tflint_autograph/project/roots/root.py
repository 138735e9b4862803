"""One reason why a function is traced. Does not say how it is found (`roots`)."""

from __future__ import annotations

from tflint_autograph.model.body import At
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.record import record
from tflint_autograph.model.values import NO_AXES, Callee, Value


@record
class Root:
    """One reason why a function is traced.

    `word` is the kind of root. `parameters` says what the function is called with, in the words of
    `tfapi.tracing.Place`, `handed` are the values themselves as far as the call shows them, and `signature` what an
    `input_signature` says of each parameter behind `self`. `unsized` are the axes that have no length in any tensor the
    function is given.
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
    unsized: frozenset[int] = NO_AXES
