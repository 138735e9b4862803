"""Detects eager calls of functions that are traced elsewhere. Makes none itself."""

from __future__ import annotations

import gc
import importlib
import sys
import types
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

from tflint_autograph.confirm.found_programs import Entry
from tflint_autograph.confirm.probe.replaying.recording import Recorder
from tflint_autograph.confirm.probe.state.lines import trace_function

_FUNCTION, _POSITIONAL, _KEYWORDS = 0x01, 0x04, 0x08
"""Bits of `co_flags`: the code is a function's, not that of a module or class body; it has `*args`; it has `**kwargs`."""


class EnteredCalls:
    """Reports each call of the functions in `entries` to a recorder, when its frame begins."""

    def __init__(self, recorder: Recorder, entries: Sequence[Entry]) -> None:
        self._recorder = recorder
        self._entries = {(each.file, each.line): each for each in entries}
        self._files = frozenset(each.file for each in entries)
        self._functions: dict[types.CodeType, types.FunctionType | None] = {}

    def recording(self) -> AbstractContextManager[None]:
        """Context manager that reports the calls made in this thread."""
        return trace_function(self._enter if self._entries else sys.gettrace())

    def _enter(self, frame: types.FrameType, event: str, arg: object) -> None:
        code = frame.f_code
        if code.co_filename not in self._files:
            return
        entry = self._entries.get((code.co_filename, code.co_firstlineno)) if code.co_flags & _FUNCTION else None
        if entry is None or not self._recorder.is_free(code):
            return
        args, kwargs = _arguments(frame)
        function = None if _is_of_layer(code, args) else self._function(frame)
        if function is not None:
            self._recorder.entered(function, args, kwargs, converted=entry.converted)

    def _function(self, frame: types.FrameType) -> types.FunctionType | None:
        """Returns the function that a frame runs; only closures have several for one code."""
        code = frame.f_code
        if code.co_freevars:
            return _searched(frame)
        if code not in self._functions:
            self._functions[code] = _searched(frame)
        return self._functions[code]


def _is_of_layer(code: types.CodeType, args: Sequence[Any]) -> bool:
    """Whether the code is the `call` of a Keras layer, whose calls are recorded as a whole."""
    layer: Any = importlib.import_module("tensorflow").keras.layers.Layer
    return code.co_name == "call" and bool(args) and isinstance(args[0], layer)


def _arguments(frame: types.FrameType) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Returns the positional and keyword arguments of the call that starts a frame."""
    code, values = frame.f_code, frame.f_locals
    names = code.co_varnames
    positional, by_name = names[: code.co_argcount], names[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
    args = [values[name] for name in positional if name in values]
    kwargs = {name: values[name] for name in by_name if name in values}
    further = code.co_argcount + code.co_kwonlyargcount
    if code.co_flags & _POSITIONAL:
        args += values.get(names[further], ())
        further += 1
    if code.co_flags & _KEYWORDS:
        kwargs |= values.get(names[further], {})
    return tuple(args), kwargs


def _searched(frame: types.FrameType) -> types.FunctionType | None:
    """Returns the function of a frame's code, and of several the one with the frame's values; to look at all objects takes long."""
    found = [each for each in gc.get_referrers(frame.f_code) if isinstance(each, types.FunctionType) and each.__code__ is frame.f_code]
    free = frame.f_code.co_freevars
    fitting = [each for each in found if _holds(each, free, frame)]
    return fitting[0] if len(fitting) == 1 or (fitting and not free) else None


def _holds(function: types.FunctionType, names: Sequence[str], frame: types.FrameType) -> bool:
    values = frame.f_locals
    for name, cell in zip(names, function.__closure__ or (), strict=True):
        try:
            held = cell.cell_contents
        except ValueError:  # an enclosing name that has no value yet
            continue
        if name in values and values[name] is not held:
            return False
    return True
