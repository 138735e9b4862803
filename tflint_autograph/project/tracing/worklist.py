"""The functions that wait to be interpreted, in the order of the strongly connected components of the call graph."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.project.tracing.recursion import components
from tflint_autograph.project.tracing.unconverted import Edges

DEEPEST = 24
"""Maximum number of functions that are interpreted in the middle of each other. Deeper ones are interpreted later, and their callers again."""

ROUNDS = 12
"""Maximum number of passes over a function whose arguments or callees keep changing. Kinds settle long before."""


class Worklist:
    """The `waiting` functions. `runs` counts the passes over each, and `unsettled` are those that have reached `ROUNDS`."""

    def __init__(self, interpret: Callable[[FunctionKey], None]) -> None:
        self._interpret = interpret
        self.waiting: dict[FunctionKey, None] = {}
        self.runs: defaultdict[FunctionKey, int] = defaultdict(int)
        self.unsettled: set[FunctionKey] = set()

    def add(self, *keys: FunctionKey) -> None:
        """Adds functions, except those that have reached the maximum number of passes."""
        self.waiting |= {key: None for key in keys if self.runs[key] < ROUNDS}
        self.unsettled |= {key for key in keys if key not in self.waiting}

    def run(self, edges: Edges) -> None:
        """Interprets functions until none waits, in sweeps over the call graph: callers before callees.

        So what all callers pass to a function has arrived when its turn comes. A caller that waits for a changed result has its turn in the
        next sweep, after all its callees. `edges` may grow meanwhile.
        """
        while self.waiting:
            callers = {key: {caller for caller, _ in places} for key, places in edges.items()}
            known = dict.fromkeys(key for members in components(callers) for key in members)
            for key in (*known, *(key for key in self.waiting if key not in known)):
                if key in self.waiting:
                    self.visit(key)

    def visit(self, key: FunctionKey) -> None:
        """Interprets one waiting function."""
        del self.waiting[key]
        self.runs[key] += 1
        self._interpret(key)
