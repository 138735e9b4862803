"""The lowered bodies of functions and modules, for analyses of what they store."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflint_autograph.model.body import Body
from tflint_autograph.model.facts import FunctionKey

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis


def body_of(analysis: Analysis, key: FunctionKey) -> Body:
    """Returns the body of a function or module."""
    lowered = analysis.project.lowered(key)
    module = analysis.project.module(key.path)
    assert module is not None
    return lowered.body if lowered is not None else module.body
