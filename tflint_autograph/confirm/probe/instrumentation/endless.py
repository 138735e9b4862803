"""Records where a unit is at half of its time and near its end, to recognise endless tracing."""

from __future__ import annotations

import importlib
import signal
from collections.abc import Callable

from tflint_autograph.confirm.probe.state.lines import LineCounter
from tflint_autograph.confirm.protocol import Standing

_FIRST = 0.5
"""The fraction of the time at which the unit is first observed; the second observation is near its end."""

_LAST = 1.0
"""Seconds before the time limit, or a tenth of the time if less, at which a unit ends itself to report its position."""


class Deadline:
    """Interrupts the main thread while it runs Python code; other code is killed when the time is over.

    `over` is called near the end and must end the process: TensorFlow would first complete the graph if an exception was raised.
    """

    def __init__(self, lines: LineCounter, over: Callable[[], None]) -> None:
        self.looks: list[Standing] = []
        self._lines = lines
        self._over = over

    def start(self, seconds: float) -> None:
        """Starts the timers for half of the time, and for `over`; stops those that are running."""
        self.looks.clear()
        signal.signal(signal.SIGALRM, self._ring)
        last = seconds - min(_LAST, seconds / 10)
        signal.setitimer(signal.ITIMER_REAL, last * _FIRST, last * (1.0 - _FIRST))

    def stop(self) -> None:
        """Stops the timers."""
        signal.setitimer(signal.ITIMER_REAL, 0)

    def _ring(self, number: int, frame: object) -> None:
        tracing = self._lines.is_tracing()
        self.looks.append(Standing(tracing, self._lines.stack(), _operations() if tracing else 0))
        if len(self.looks) > 1:
            self.stop()
            self._over()


def _operations() -> int:
    """Returns the number of operations of the graph being built."""
    return len(importlib.import_module("tensorflow").compat.v1.get_default_graph().get_operations())
