"""Passes over the lines at which a trace needs the value of a tensor, with the values of an eager run."""

from __future__ import annotations

import ast
import dis
import importlib
import linecache
import sys
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

from tflint_autograph.confirm.probe.calls.switching import eagerly
from tflint_autograph.confirm.probe.limits.clock import Enough, alarm
from tflint_autograph.confirm.probe.replaying.fresh_traces import all_functions, forget_traces
from tflint_autograph.confirm.probe.replaying.modes import seed
from tflint_autograph.confirm.probe.state.lines import LineCounter
from tflint_autograph.confirm.protocol import SEED, Bypassed, Line, Origin, Raised

_CONVERSIONS = ("__bool__", "__int__", "__float__", "__index__", "__array__", "__iter__")
"""The special methods that need the value of a tensor, or the number of its elements."""

_NUMPY = "numpy"

_LACKING = {
    "__int__": "int() argument must be a string, a bytes-like object or a real number, not {!r}",
    "__float__": "float() argument must be a string or a real number, not {!r}",
    "__index__": "{!r} object cannot be interpreted as an integer",
}
"""What Python says of an object without such a method."""


class Bypass:
    """The values that the user's lines take of tensors in an eager run, for a run that traces the same calls.

    `raised` are the exceptions passed over, each with the number of its call. What a `try` around it may catch is raised as ever.
    """

    def __init__(self, lines: LineCounter) -> None:
        self._lines = lines
        self._kept: defaultdict[tuple[int, Line, str], deque[Any]] = defaultdict(deque)
        self._guarded: dict[str, tuple[range, ...]] = {}
        self.raised: list[tuple[int, Raised]] = []

    @contextmanager
    def keeping(self) -> Iterator[None]:
        """Context manager for the eager run whose values are kept."""
        self._kept.clear()
        ops: Any = importlib.import_module("tensorflow.python.framework.ops")
        tensor: Any = importlib.import_module("tensorflow.python.framework.tensor").Tensor
        held = ops._EagerTensorBase
        converting = {name: self._keeping(getattr(held, name), name) for name in (*_CONVERSIONS[:-1], _NUMPY)}
        with _replaced(held, converting), _replaced(tensor, {"__iter__": self._keeping(tensor.__iter__, "__iter__")}):
            yield

    @contextmanager
    def passing(self) -> Iterator[None]:
        """Context manager for the run that traces."""
        self.raised.clear()
        tensor: Any = importlib.import_module("tensorflow.python.framework.tensor").Tensor
        given: dict[str, Any] = {name: self._passing(vars(tensor).get(name) or _lacking(name), name) for name in _CONVERSIONS}
        with _replaced(tensor, {**given, _NUMPY: _Numpy(self)}):
            yield

    def _keeping(self, method: Callable[..., Any], name: str) -> Any:
        def kept(held: Any, *args: Any, **kwargs: Any) -> Any:
            at = self._user(sys._getframe(1))
            found = method(held, *args, **kwargs)
            if at is not None:
                self._kept[self._lines.call, at, name].append(len(held) if name == "__iter__" else found)
            return found

        return kept

    def _passing(self, method: Callable[..., Any], name: str) -> Any:
        def passed(held: Any, *args: Any, **kwargs: Any) -> Any:
            at = self._user(sys._getframe(1))
            try:
                return method(held, *args, **kwargs)
            except Exception as error:
                kept = self._kept.get((self._lines.call, at, name)) if at is not None else None
                if not kept:
                    raise
                self._note(error)
                found = kept.popleft()
                return iter([held[index] for index in range(found)]) if name == "__iter__" else found

        return passed

    def numpy_of(self, held: Any, frame: FrameType) -> Any:
        """Returns the method `numpy` of a symbolic tensor for a line that reads it. Raises AttributeError for any other."""
        at = self._user(frame)
        # `hasattr` is a call, and asks whether there are values
        is_read = dis.opname[frame.f_code.co_code[frame.f_lasti]].startswith(("LOAD_ATTR", "LOAD_METHOD"))
        kept = self._kept.get((self._lines.call, at, _NUMPY)) if at is not None and is_read else None
        error = AttributeError(f"{type(held).__name__!r} object has no attribute {_NUMPY!r}")
        if not kept:
            raise error
        self._note(error)
        return kept.popleft

    def _note(self, error: Exception) -> None:
        text = str(error)
        at = self._lines.stack()
        self.raised.append((self._lines.call, Raised(type(error).__name__, text, at, (Origin(type(error).__name__, text, at),), text)))

    def _user(self, frame: FrameType | None) -> Line | None:
        """Returns the user's line that asks for the value, past frames of AutoGraph; None if a package does, or a `try` may catch it."""
        line = self._lines.user_of(frame)
        return line if line is not None and not any(map(self._is_guarded, self._lines.stack())) else None

    def _is_guarded(self, line: Line) -> bool:
        """Whether a line is in a `try` that catches something."""
        if line.file not in self._guarded:
            tree = ast.parse("".join(linecache.getlines(line.file)))
            tries = [each for each in ast.walk(tree) if isinstance(each, ast.Try) and each.handlers]
            self._guarded[line.file] = tuple(range(each.body[0].lineno, (each.body[-1].end_lineno or 0) + 1) for each in tries)
        return any(line.line in each for each in self._guarded[line.file])


def bypassed(lines: LineCounter, calls: Sequence[Callable[[], Any]], seconds: float) -> tuple[Bypassed, ...]:
    """Returns what calls, made eagerly first, raise in a graph where they need values of tensors; nothing if that takes longer.

    Numbers of calls begin with 1. What else they raise may come of making them twice.
    """
    bypass = Bypass(lines)
    with suppress(Exception, Enough), alarm(seconds, "takes too long"):
        forget_traces(all_functions())
        with eagerly(), bypass.keeping():
            _make(lines, calls)
        forget_traces(all_functions())
        with eagerly(wanted=False), bypass.passing():
            _make(lines, calls)
    return tuple(Bypassed(*each) for each in bypass.raised)


def _make(lines: LineCounter, calls: Sequence[Callable[[], Any]]) -> None:
    for number, make in enumerate(calls, 1):
        lines.call = number
        seed(SEED)
        make()


class _Numpy:
    """The attribute `numpy` of symbolic tensors, which have none."""

    def __init__(self, bypass: Bypass) -> None:
        self._bypass = bypass

    def __get__(self, held: Any, owner: type[Any]) -> Any:
        return self if held is None else self._bypass.numpy_of(held, sys._getframe(1))


def _lacking(name: str) -> Callable[..., Any]:
    def lacking(held: Any) -> Any:
        raise TypeError(_LACKING[name].format(type(held).__name__))

    return lacking


@contextmanager
def _replaced(kind: Any, members: dict[str, Any]) -> Iterator[None]:
    """Context manager in which a class has these members."""
    before = {name: vars(kind)[name] for name in members if name in vars(kind)}
    for name, each in members.items():
        setattr(kind, name, each)
    try:
        yield
    finally:
        for name in members:
            if name in before:
                setattr(kind, name, before[name])
            else:
                delattr(kind, name)
