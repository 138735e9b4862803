"""Selects the earlier traces of a `tf.function` object that a new trace is compared with."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from tflint_autograph.retracing.records import Parameter, Trace

_ALL = 64
"""Number of traces up to which all are compared."""

_RECENT = 16

_Rest = tuple[int, tuple[str, ...]]
"""The index of a parameter, and the values of all others."""


class History:
    """Selects few traces however many there are, so that the time for a report stays linear."""

    def __init__(self) -> None:
        self._traces: list[Trace] = []
        self._by_rest: dict[_Rest, int] = {}

    def add(self, trace: Trace) -> None:
        """Adds a trace."""
        for rest in _rests(trace.traced or trace.signature):
            self._by_rest[rest] = len(self._traces)
        self._traces.append(trace)

    def near(self, trace: Trace) -> list[Trace]:
        """Returns the earlier traces to compare with, in order: all if there are few, else the last ones and those that differ in one
        parameter.
        """
        if len(self._traces) <= _ALL:
            return list(self._traces)
        alike = {self._by_rest[rest] for rest in _rests(trace.signature) if rest in self._by_rest}
        recent = range(len(self._traces) - _RECENT, len(self._traces))
        return [self._traces[index] for index in sorted({0, *alike, *recent})]


def _rests(signature: Sequence[Parameter]) -> Iterator[_Rest]:
    texts = tuple(json.dumps(parameter) for parameter in signature)
    yield from ((index, texts[:index] + texts[index + 1 :]) for index in range(len(texts)))
