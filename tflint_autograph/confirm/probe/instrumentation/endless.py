"""Records where a unit is at half of its time and near its end, to recognise endless tracing."""

from __future__ import annotations

import importlib
import signal
from collections.abc import Callable

from tflint_autograph.confirm.probe.limits.clock import Clock
from tflint_autograph.confirm.probe.state.lines import LineCounter
from tflint_autograph.confirm.protocol import Standing

_FIRST = 0.5
"""The fraction of the time at which the unit is first observed; the second observation is near its end."""

_LAST = 1.0
"""Seconds before the time limit, or a tenth of the time if less, at which a unit ends itself to report its position."""


_LEAST = 0.001
"""Minimum number of seconds of a timer; 0 would stop it."""


class Deadline:
    """Interrupts the main thread while it runs Python code; other code is killed when the time is over.

    `over` is called near the end and must end the process: TensorFlow would first complete the graph if an exception was raised.
    """

    def __init__(self, lines: LineCounter, over: Callable[[], None]) -> None:
        self.looks: list[Standing] = []
        self._lines = lines
        self._clock = Clock()
        self._due: list[float] = []
        self._over = over

    def start(self, seconds: float) -> None:
        """Starts the timers for half of the time, and for `over`; stops those that are running."""
        self.looks.clear()
        signal.signal(signal.SIGALRM, self._ring)
        now, last = self._clock.now(), seconds - min(_LAST, seconds / 10)
        self._due = [now + last * _FIRST, now + last]
        signal.setitimer(signal.ITIMER_REAL, last * _FIRST)

    def stop(self) -> None:
        """Stops the timers."""
        signal.setitimer(signal.ITIMER_REAL, 0)

    def _ring(self, number: int, frame: object) -> None:
        if self._clock.now() >= self._due[0]:
            self._due.pop(0)
            tracing = self._lines.is_tracing()
            self.looks.append(Standing(tracing, self._lines.stack(), _operations() if tracing else 0))
        if not self._due:
            self._over()
        else:
            signal.setitimer(signal.ITIMER_REAL, max(self._due[0] - self._clock.now(), _LEAST))


def _operations() -> int:
    """Returns the number of operations of the graph being built."""
    return len(importlib.import_module("tensorflow").compat.v1.get_default_graph().get_operations())
