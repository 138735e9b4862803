"""Records the calls of traced functions that a program makes, with the state before each."""

from __future__ import annotations

import importlib
import inspect
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from tflint_autograph.confirm.probe.calls.inputs import CALLS
from tflint_autograph.confirm.probe.calls.specified import fitting
from tflint_autograph.confirm.probe.instrumentation.layers import recorded_layers
from tflint_autograph.confirm.probe.replaying.keras_steps import bound, keras_step
from tflint_autograph.confirm.probe.state.checkpoint import State, TooLarge, changed, checkpoint
from tflint_autograph.confirm.probe.state.lines import LineCounter
from tflint_autograph.confirm.protocol import Hits

_FUNCTIONS = 100
"""Maximum number of functions that are recorded; the state of each is kept."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """One call: the traced function, its arguments, and what the program changed since the previous recorded call."""

    function: Any
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    changes: State


@dataclass(slots=True)
class Recording:
    """The first calls of one function on one object; `before` is the state before the first, `after` the state after the last.

    `step` is the method of a Keras model if it is what `fit`, `evaluate` or `predict` trace. `is_eager`: the program called a layer or
    function eagerly that is traced elsewhere; `converted`: AutoGraph converts it there. `is_specified`: the program had it traced for
    specifications, or built a model of the layer, and the arguments are values that fit them. `entered`: the findings whose functions ran.
    """

    name: str
    file: str
    holder: Any
    step: Any
    before: State
    after: State
    calls: list[Recorded] = field(default_factory=list)
    is_watched: bool = False
    is_eager: bool = False
    converted: bool = True
    is_specified: bool = False
    entered: set[str] = field(default_factory=set)


class Recorder:
    """Replaces the call of every `tf.function` while a program runs. `finished`: functions whose calls are needed no more."""

    def __init__(self, lines: LineCounter) -> None:
        self.lines = lines
        self.found: dict[tuple[Any, int], Recording] = {}
        self.hits: dict[str, Hits] = {}
        self.finished: set[types.CodeType] = set()
        self._inside = False

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Context manager that stops recording, during replays."""
        before, self._inside = self._inside, True
        try:
            yield
        finally:
            self._inside = before

    def is_free(self, code: types.CodeType) -> bool:
        """Whether an eager call of a function is made by the program, and its recording is not full."""
        return not (self._inside or code in self.finished or self.lines.is_tracing() or self._has_enough(self.found.get((code, 0))))

    def entered(self, function: types.FunctionType, args: tuple[Any, ...], kwargs: dict[str, Any], *, converted: bool) -> None:
        """Records an eager call that has just begun, with the state before it."""
        code = function.__code__
        self._inside = True
        try:
            before = checkpoint([function, args, kwargs], self.lines)
        except TooLarge:
            return
        finally:
            self._inside = False
        known = self.found.setdefault(
            (code, 0),
            Recording(function.__qualname__, code.co_filename, None, None, {}, {}, is_watched=True, is_eager=True, converted=converted),
        )
        # A replay makes what the calls change by itself; of objects that come with a later call it needs the state then
        known.before = {**before, **known.before}
        known.calls.append(Recorded(function, args, kwargs, {}))

    @contextmanager
    def recording(self) -> Iterator[None]:
        """Context manager that records calls."""
        functions: Any = importlib.import_module("tensorflow.python.eager.polymorphic_function.polymorphic_function")
        call, concrete = functions.Function.__call__, functions.Function.get_concrete_function

        def specified(function: Any, *args: Any, **kwargs: Any) -> Any:
            if self._inside or self.lines.is_tracing():
                return concrete(function, *args, **kwargs)
            return self._record(self._specified(function, args, kwargs), lambda: concrete(function, *args, **kwargs))

        def called(function: Any, *args: Any, **kwargs: Any) -> Any:
            if self._inside or self.lines.is_tracing():
                return call(function, *args, **kwargs)
            return self._record(self._wanted(function, args, kwargs), lambda: call(function, *args, **kwargs))

        functions.Function.__call__ = called
        functions.Function.get_concrete_function = specified
        try:
            with recorded_layers(self._called):
                yield
        finally:
            functions.Function.__call__ = call
            functions.Function.get_concrete_function = concrete

    def _called(self, layer: Any, args: tuple[Any, ...], kwargs: dict[str, Any], *, is_specified: bool) -> None:
        """Records a returned call of a user's layer, with the state after it, since the first call builds the layer."""
        method = inspect.unwrap(getattr(type(layer), "call", None) or type(layer).__call__)
        code = getattr(method, "__code__", None)
        if self._inside or code is None or code in self.finished or not self.lines.is_watched(code.co_filename) or self.lines.is_tracing():
            return
        key = (code, ~id(layer) if is_specified else id(layer))
        known = self.found.get(key)
        # Values that only fit the inputs are the same at every call
        if self._has_enough(known) or (is_specified and known is not None):
            return
        if known is None:
            try:
                before = checkpoint([layer, args, kwargs], self.lines)
            except TooLarge:
                return
            known = Recording(method.__qualname__, code.co_filename, layer, None, before, {}, is_watched=True, is_eager=True, is_specified=is_specified)
            self.found[key] = known
        known.calls.append(Recorded(layer, args, kwargs, {}))

    def _specified(self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Recording | None:
        """Returns the recording of calls with values that fit the specifications a function is traced for."""
        given = fitting(args or function.input_signature or (), kwargs)
        return self._wanted(function, *given, is_specified=True) if given else None

    def _record(self, recording: Recording | None, make: Callable[[], Any]) -> Any:
        """Makes the call that was recorded last, or has the function traced."""
        self._inside = True
        try:
            if recording is None:
                return make()
            self.lines.forget()
            with self.lines.counting():
                return make()
        finally:
            self._inside = False
            if recording is not None:
                recording.is_watched |= self.lines.has_hits()
                hits = self.lines.hits(1)
                self.hits |= {each.id: each for each in hits}
                recording.entered.update(each.id.partition("/")[0] for each in hits)
                recording.after = self._state(recording)

    def _wanted(self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any], *, is_specified: bool = False) -> Recording | None:
        """Returns the recording this call belongs to, with the call added, or None if it is not needed."""
        plain, holder = bound(function.python_function)
        step = keras_step(function.python_function)
        own = plain if step is None else bound(step)[0]
        code = getattr(own, "__code__", None)
        if code is None or (step is None and not self.lines.is_own(code.co_filename)):
            return None
        if code in self.finished:
            return None
        holder = holder if step is None else step.__self__
        key = (code, ~id(holder) if is_specified else id(holder))
        known = self.found.get(key)
        if self._has_enough(known):
            return None
        recording = known or Recording(own.__qualname__, code.co_filename, holder, step, {}, {}, is_specified=is_specified)
        try:
            before = checkpoint([holder, own, args, kwargs], self.lines)
        except TooLarge:
            return None
        if known is None:
            recording.before = before
            self.found[key] = recording
        changes = changed(recording.after, before) if known else {}
        recording.calls.append(Recorded(function, args, kwargs, changes))
        return recording

    def _has_enough(self, known: Recording | None) -> bool:
        """Whether the limit of calls of a function, or of functions, is reached."""
        return len(self.found) >= _FUNCTIONS if known is None else len(known.calls) >= CALLS

    def _state(self, recording: Recording) -> State:
        last = recording.calls[-1]
        try:
            return checkpoint([recording.holder, last.args, last.kwargs], self.lines)
        except TooLarge:
            return {}
