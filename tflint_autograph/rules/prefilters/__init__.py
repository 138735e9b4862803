"""Selects the rules that may find something in a traced function, from the results of interpreting it. Imports neither rules nor libcst.

A function that no rule may find something in is never parsed with libcst, and a rule without such functions is never imported. A rule names
its prefilter with `when=`, for example `effects.prints`: a predicate on a `FunctionView` that must never be False where the rule finds
something. A rule without one examines every traced function.
"""

from __future__ import annotations

from collections.abc import Callable

from tflint_autograph.rules.catalogue import Known
from tflint_autograph.rules.prefilters import calls, changes, conditions, effects, values
from tflint_autograph.traced.tree.function_view import FunctionView

Trigger = Callable[[FunctionView], bool]

_FILES = {"calls": calls, "changes": changes, "conditions": conditions, "effects": effects, "values": values}


def reason(rule: Known) -> Trigger:
    """Returns the predicate of a rule. Raises KeyError or AttributeError for an unknown name."""
    if not rule.when:
        return lambda glimpse: True
    file, _, name = rule.when.partition(".")
    trigger: Trigger = getattr(_FILES[file], name)
    return trigger
