"""Calls that are made under watch: result or exception, state and output of each. Decides nothing about which."""

from __future__ import annotations

import importlib
import itertools
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from typing import Any

from tflint_autograph.confirm.probe.bounds.limits import lifted
from tflint_autograph.confirm.probe.calling.driving import Undrivable
from tflint_autograph.confirm.probe.seen.lines import Lines
from tflint_autograph.confirm.probe.seen.state import snapshot
from tflint_autograph.confirm.probe.seen.values import value
from tflint_autograph.confirm.probe.watching.output import Output
from tflint_autograph.confirm.probe.watching.touches import Touches
from tflint_autograph.confirm.probe.watching.traces import Traces
from tflint_autograph.confirm.protocol import Call, Line, Raised

_ELEMENTS = 3
"""Elements taken of a dataset that a call returns."""

_LONGEST = 4000
"""Characters that are kept of an exception's message."""

_COLOR = re.compile(r"\x1b\[[0-9;]*m")
_IN_MESSAGE = re.compile(r'File "([^"]+)", line (\d+)')


class Watcher:
    """Makes calls and keeps what each showed."""

    def __init__(
        self, lines: Lines, output: Output, traces: Traces, memory: int, also: Mapping[str, Any] | None = None,
        touches: Touches | None = None,
    ) -> None:  # fmt: skip
        """`also` are objects whose state counts although no module leads to them; `memory` are the unit's bytes."""
        self.lines = lines
        self.traces = traces
        self.touches = touches
        self.memory = memory
        self.also = also or {}
        self.output = output
        self.calls: list[Call] = []

    def call(self, make: Callable[[], Any]) -> Any:
        """Call, and remember result or exception, the state after it and what operations printed."""
        self.lines.call = len(self.calls)
        result, raised = None, None
        try:
            result = _consumed(make())
        except BaseException as error:  # whatever ends the user's code is what we are here to see
            if isinstance(error, Undrivable):
                raise
            with lifted(self.memory) if isinstance(error, MemoryError) else nullcontext():
                raised = self._raised(error)
        shown = None if not self.calls else value(result)
        left = self.touches.left() if self.touches else {}
        self.calls.append(Call(raised, shown, snapshot(self.lines, self.also), self.output.printed(), left))
        return result

    def _raised(self, error: BaseException) -> Raised:
        text = _COLOR.sub("", str(error))
        ways = [way for way in self._ways(error) if way]
        at = dict.fromkeys(line for way in ways for line in way)
        innermost = dict.fromkeys(way[0] for way in ways)
        return Raised(type(error).__name__, _message(error, text)[:200], tuple(at), tuple(innermost), text[:_LONGEST])

    def _ways(self, error: BaseException) -> Iterator[list[Line]]:
        """The user's lines the exception came through, innermost first, as Python, AutoGraph and the runtime tell it."""
        seen: set[int] = set()
        current: BaseException | None = error
        while current is not None and id(current) not in seen:
            seen.add(id(current))
            yield self.lines.of_traceback(current.__traceback__)[::-1]
            translated = getattr(getattr(current, "ag_error_metadata", None), "translated_stack", ())
            yield [Line(frame.filename, frame.lineno) for frame in translated if self.lines.is_own(frame.filename)]
            named = _IN_MESSAGE.findall(str(current))
            yield [Line(file, int(number)) for file, number in reversed(named) if self.lines.is_own(file)]
            yield self.traces.named(str(current))
            current = current.__cause__ or current.__context__


def _message(error: BaseException, text: str) -> str:
    """The line that tells most: where AutoGraph puts its own above it, that with the name of the type, else the last."""
    # Keras adds a list of the arguments to what it passes on
    lines = [line.strip() for line in text.partition("Arguments received by")[0].strip().splitlines()] or [""]
    named = [line for line in lines if line.startswith(f"{type(error).__name__}: ")]
    return (named or lines)[-1].removeprefix(f"{type(error).__name__}: ")


def _consumed(result: Any) -> Any:
    """A dataset by its first elements, which is when its functions run; anything else as it is."""
    if isinstance(result, importlib.import_module("tensorflow").data.Dataset):
        return list(itertools.islice(iter(result), _ELEMENTS))
    return result
