"""Observes the tensors and variables that the user's lines format as text."""

from __future__ import annotations

import importlib
import sys
from functools import wraps
from typing import Any

from tflint_autograph.confirm.probe.state.lines import LineCounter
from tflint_autograph.confirm.protocol import SYMBOLIC, TEXT, VALUE, Touched

_MOST = 2000
"""Maximum number of texts that are recorded."""


class Formatting:
    """The texts made since `start` or `forget`. What packages format for the user's code does not count."""

    def __init__(self, lines: LineCounter) -> None:
        self._lines = lines
        self._made: list[Touched] = []

    def start(self) -> None:
        """Starts observing the special methods that Python formats with."""
        ops: Any = importlib.import_module("tensorflow.python.framework.ops")
        tensors: Any = importlib.import_module("tensorflow.python.framework.tensor")
        variables: Any = importlib.import_module("tensorflow.python.ops.resource_variable_ops")
        for kind, names in (
            (tensors.Tensor, ("__str__", "__repr__")),
            (ops._EagerTensorBase, ("__str__", "__repr__", "__format__")),
            (variables.BaseResourceVariable, ("__repr__",)),
        ):
            for name in names:
                setattr(kind, name, self._telling(vars(kind)[name], ops))

    def forget(self) -> None:
        """Removes the texts recorded so far."""
        self._made.clear()

    def made(self) -> tuple[Touched, ...]:
        """Returns the texts so far."""
        return tuple(self._made)

    def _telling(self, method: Any, ops: Any) -> Any:
        @wraps(method)
        def told(held: Any, *args: Any) -> Any:
            at = self._lines.user_of(sys._getframe(1)) if len(self._made) < _MOST else None
            if at is not None:
                # The text of a variable has its value in eager code alone
                has_value = isinstance(held, ops.EagerTensor) or (hasattr(held, "assign") and not self._lines.is_tracing())
                self._made.append(Touched(self._lines.call, TEXT, VALUE if has_value else SYMBOLIC, at))
            return method(held, *args)

        return told
