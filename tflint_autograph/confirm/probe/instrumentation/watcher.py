"""Makes calls and observes the result or exception, state and output of each."""

from __future__ import annotations

import importlib
import itertools
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from typing import Any

from tflint_autograph.confirm.probe.calls.driving import Undrivable
from tflint_autograph.confirm.probe.instrumentation.output import OutputCapture
from tflint_autograph.confirm.probe.instrumentation.touches import Touches
from tflint_autograph.confirm.probe.instrumentation.traces import Traces
from tflint_autograph.confirm.probe.limits.limits import lifted
from tflint_autograph.confirm.probe.state.exceptions import message_of, text_of
from tflint_autograph.confirm.probe.state.lines import LineCounter
from tflint_autograph.confirm.probe.state.state import snapshot
from tflint_autograph.confirm.probe.state.values import value
from tflint_autograph.confirm.protocol import CallObservation, Line, Origin, Raised

_ELEMENTS = 3
"""Maximum number of elements taken from a dataset that a call returns."""

_LONGEST = 4000
"""Maximum number of characters kept of an exception's message."""

_IN_MESSAGE = re.compile(r'File "([^"]+)", line (\d+)')


class Watcher:
    """Makes calls and keeps the observations."""

    def __init__(
        self, lines: LineCounter, output: OutputCapture, traces: Traces, memory: int, also: Mapping[str, Any] | None = None,
        touches: Touches | None = None,
    ) -> None:  # fmt: skip
        """`also` are objects whose state counts although no module refers to them; `memory` is the unit's limit in bytes."""
        self.lines = lines
        self.traces = traces
        self.touches = touches
        self.memory = memory
        self.also = also or {}
        self.output = output
        self.calls: list[CallObservation] = []

    def call(self, make: Callable[[], Any]) -> Any:
        """Makes a call and records the result or exception, the state after it and what operations printed."""
        self.lines.call = len(self.calls)
        result, raised = None, None
        try:
            result = _consumed(make())
        except BaseException as error:  # whatever ends the user's code is to be observed
            if isinstance(error, Undrivable):
                raise
            with lifted(self.memory) if isinstance(error, MemoryError) else nullcontext():
                raised = self._raised(error)
        shown = None if not self.calls else value(result)
        left = self.touches.left() if self.touches else {}
        self.calls.append(CallObservation(raised, shown, snapshot(self.lines, self.also), self.output.printed(), left))
        return result

    def _raised(self, error: BaseException) -> Raised:
        text, chain = text_of(error), tuple(_chain(error))
        at = dict.fromkeys(line for each in chain for way in self._ways(each) for line in way)
        return Raised(type(error).__name__, message_of(error)[:_LONGEST], tuple(at), tuple(self._origins(chain)), text[:_LONGEST])

    def _origins(self, chain: tuple[BaseException, ...]) -> Iterator[Origin]:
        """Yields each exception of a chain of causes. One that TensorFlow caught itself has the stack of the next one."""
        way: tuple[Line, ...] = ()
        for each in chain:
            way = self._way(each) or way
            yield Origin(type(each).__name__, text_of(each)[:_LONGEST], way, tuple(self._named(each)))

    def _way(self, error: BaseException) -> tuple[Line, ...]:
        """Returns the deepest stack of user lines for an exception."""
        translated, python, named, operation = self._ways(error)
        deepest: list[Line] = max((translated, python, named), key=len)
        return tuple(operation or deepest)

    def _ways(self, error: BaseException) -> Iterator[list[Line]]:
        """Yields the user's lines an exception came through, innermost first, according to Python, AutoGraph and the runtime."""
        translated = getattr(getattr(error, "ag_error_metadata", None), "translated_stack", ())
        yield [Line(frame.filename, frame.lineno) for frame in translated if self.lines.is_own(frame.filename)]
        yield self.lines.of_traceback(error.__traceback__)[::-1]
        yield self._named(error)
        yield self.traces.named(str(error))

    def _named(self, error: BaseException) -> list[Line]:
        named = _IN_MESSAGE.findall(str(error))
        return [Line(file, int(number)) for file, number in reversed(named) if self.lines.is_own(file)]


def _chain(error: BaseException) -> Iterator[BaseException]:
    """Yields the exception, its cause, the cause of that, and so on."""
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        yield current
        current = current.__cause__ or current.__context__


def _consumed(result: Any) -> Any:
    """Returns a dataset as its first elements, since its functions run then; anything else unchanged."""
    if isinstance(result, importlib.import_module("tensorflow").data.Dataset):
        return list(itertools.islice(iter(result), _ELEMENTS))
    return result
