"""Which rules have a reason to look into a traced function, from what the pass over its body knows. Imports no rule, nor libcst.

A function that no rule has a reason to look into is never parsed with libcst, and a rule that has none is never imported.
A rule names its reason with `when=`, as `effects.prints`: a function that says of a `Glimpse` whether the rule may find
something, and never no where it would. A rule without one looks into every traced function.
"""

from __future__ import annotations

from collections.abc import Callable

from tflint_autograph.rules.catalogue import Known
from tflint_autograph.rules.prefilters import calls, changes, conditions, effects, values
from tflint_autograph.traced.tree.function_view import FunctionView

Trigger = Callable[[FunctionView], bool]

_FILES = {"calls": calls, "changes": changes, "conditions": conditions, "effects": effects, "values": values}


def reason(rule: Known) -> Trigger:
    """What says whether the rule may find something. Raises KeyError or AttributeError for a reason there is not."""
    if not rule.when:
        return lambda glimpse: True
    file, _, name = rule.when.partition(".")
    trigger: Trigger = getattr(_FILES[file], name)
    return trigger
