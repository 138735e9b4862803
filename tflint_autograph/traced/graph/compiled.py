"""Whether a traced function is compiled by XLA. Does not know what XLA can compile."""

from __future__ import annotations

from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.traced.tree.glimpse import Glimpse


def compiled(fn: Glimpse) -> bool:
    """Whether a root with `jit_compile=True` reaches the function: XLA compiles everything in it."""
    waiting, seen = [fn.key], {fn.key}
    while waiting:
        key = waiting.pop()
        if key in fn.analysis.compiled:
            return True
        callers: set[FunctionKey] = {caller for caller, _ in fn.analysis.callers.get(key, {})}
        waiting += callers - seen
        seen |= callers
    return False
