"""Where a unit is at half of its time and at its end, so that what grows without end can be told. Judges nothing."""

from __future__ import annotations

import importlib
import signal
from collections.abc import Callable

from tflint_autograph.confirm.probe.state.lines import LineCounter
from tflint_autograph.confirm.protocol import Standing

_FIRST = 0.5
"""Share of the time at which it is looked for the first time; the second look is near its end."""

_LAST = 1.0
"""Seconds before its end, or a tenth of the time where that is less, at which a unit ends by itself to say where it stood."""


class Deadline:
    """Interrupts the main thread where it runs Python; what runs anything else is killed at the end of its time.

    `over` is called when the time is over. It must end the process: an exception would be long on its way through
    TensorFlow, which completes the graph of a trace that raises.
    """

    def __init__(self, lines: LineCounter, seconds: float, over: Callable[[], None]) -> None:
        self.looks: list[Standing] = []
        self._lines = lines
        self._seconds = seconds
        self._over = over

    def start(self) -> None:
        """Look at half of the time, and call `over` near its end."""
        signal.signal(signal.SIGALRM, self._ring)
        last = self._seconds - min(_LAST, self._seconds / 10)
        signal.setitimer(signal.ITIMER_REAL, last * _FIRST, last * (1.0 - _FIRST))

    def stop(self) -> None:
        """Interrupt no more."""
        signal.setitimer(signal.ITIMER_REAL, 0)

    def _ring(self, number: int, frame: object) -> None:
        tracing = self._lines.is_tracing()
        self.looks.append(Standing(tracing, self._lines.stack(), _operations() if tracing else 0))
        if len(self.looks) > 1:
            self.stop()
            self._over()


def _operations() -> int:
    """The operations of the graph that is being built."""
    return len(importlib.import_module("tensorflow").compat.v1.get_default_graph().get_operations())
