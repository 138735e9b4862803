"""Turns what TensorFlow does into records: functions, traces and their ends."""

from __future__ import annotations

import itertools
import os
import sys
import threading
import time
import traceback
import weakref
from collections.abc import Callable, Iterator
from types import FrameType
from typing import TYPE_CHECKING, Any

from tflint_autograph.retracing.recorder.calls import SLOTS
from tflint_autograph.retracing.recorder.lines import Lines, through
from tflint_autograph.retracing.recorder.objects import Objects
from tflint_autograph.retracing.recorder.signatures import Signatures, context
from tflint_autograph.retracing.recorder.sink import Sink
from tflint_autograph.retracing.recorder.sources import Source


class Function:
    """One `tf.function` object; `made` are the user's lines that created it."""

    def __init__(self, number: str, slot: int, made: list[Place], function: Any) -> None:
        self.number = number
        self.slot = slot
        self.made = made
        self.function = weakref.ref(function) if function is not None else lambda: None
        self.method: dict[str, Any] | None = None
        self.through: list[str] = []
        self.written: set[int] = set()

    def is_compiled(self) -> bool:
        """Whether it has `jit_compile=True`."""
        return bool(getattr(self.function(), "_jit_compile", None))


class Trace:
    """One trace in progress."""

    def __init__(self, number: str, function: Function, looked_up: Any, started: float) -> None:
        self.number = number
        self.function = function
        self.looked_up = looked_up
        self.resident = resident()
        self.nested = 0.0
        self.converted = 0.0
        self.result: dict[str, Any] = {}
        self.started = started


if TYPE_CHECKING:
    from tflint_autograph.retracing.recorder.lines import Place
    from tflint_autograph.retracing.recorder.sink import Record

    Ended = tuple[str, float, bool]
    """Number of a trace, when it ended, and whether XLA compiles what it made."""


class _Thread(threading.local):
    """The state of one thread: the traces in progress, and the last failed look-up."""

    def __init__(self) -> None:
        self.open: list[Trace | None] = []
        self.pending: tuple[Any, Any, Any] | None = None
        self.ended: Ended | None = None


class Recorder:
    """Writes what the patches observe to its sinks. Its errors are recorded and never reach the program."""

    def __init__(self, sink: Sink, counts: memoryview) -> None:
        self.counts = counts
        self.lines = Lines()
        self.slots: dict[int, int] = {}
        self._compiles = False
        self._when_compiled: list[Callable[[], None]] = []
        self._objects = Objects()
        self._signatures = Signatures(self._objects)
        self._functions: dict[int, Function] = {}
        self._creating: dict[int, bool] = {}
        self._numbers = itertools.count(1)
        self._thread = _Thread()
        self._is_broken = False
        self._sinks = [sink]
        self._head: list[Record] = []

    def write(self, record: Record) -> None:
        """Writes a record to all sinks."""
        for sink in self._sinks:
            sink.write(record)

    def write_head(self, record: Record) -> None:
        """Writes a record that sinks added later get too."""
        self._head.append(record)
        self.write(record)

    def add(self, sink: Sink) -> None:
        """Adds a sink."""
        for record in self._head:
            sink.write(record)
        self._sinks.append(sink)

    def _number(self) -> str:
        # A forked process continues its parent's numbers
        return f"{os.getpid()}-{next(self._numbers)}"

    def failed(self) -> None:
        """Records an internal error, once."""
        if not self._is_broken:
            self._is_broken = True
            self.write({"record": "error", "text": traceback.format_exc(limit=-3)})

    def when_compiled(self, do: Callable[[], None]) -> None:
        """Runs a callback once the first function with `jit_compile` is created."""
        self._when_compiled.append(do)

    def created(self, function: Any, cache: Any, frame: FrameType | None) -> Function:
        """Records a new `tf.function` object with its cache of traces."""
        known = self._functions.get(id(cache))
        if known is not None and known.function() is function:
            return known
        if not self._compiles and getattr(function, "_jit_compile", None):
            self._compiles = True
            for do in self._when_compiled:
                do()
        number = self._number()
        slot = int(number.partition("-")[2])
        entry = Function(number, slot if slot < SLOTS else 0, self.lines.stack(frame), function)
        entry.through = through(frame)
        self._functions[id(cache)] = entry
        self.slots[id(cache)] = entry.slot
        self._creating.pop(id(cache), None)
        return entry

    def belongs(self, cache: Any, function: Any, *, creating: bool) -> None:
        """Records another cache of the same `tf.function`, from older versions of TensorFlow; `creating` may create variables."""
        entry = self.created(function, function, None)
        self._functions[id(cache)] = entry
        self.slots[id(cache)] = entry.slot
        self._creating[id(cache)] = creating

    def bound(self, cache: Any, original_cache: Any, instance: Any) -> None:
        """Records that the `tf.function` of this cache is a method of `instance`, made from that of the class."""
        entry, original = self._functions.get(id(cache)), self._functions.get(id(original_cache))
        if entry is not None:
            entry.method = {
                "of": original.number if original is not None else "",
                "type": type(instance).__name__,
                "number": self._objects.number(instance),
            }

    def missed(self, cache: Any, function_type: Any, found: Any) -> None:
        """Records that no existing trace matches a call."""
        self._thread.pending = cache, function_type, found

    def begin(self, frame: FrameType | None, owner: Any) -> None:
        """Records that a trace starts; `owner` provides the Python function if its `tf.function` is unknown."""
        looked_up, self._thread.pending = self._thread.pending, None
        if looked_up is None:
            self._thread.open.append(None)
            return
        cache, function_type, found = looked_up
        entry = self._functions.get(id(cache)) or self.created(owner(), cache, frame)
        self.counts[entry.slot] += 1
        for sink in self._sinks:
            if id(sink) not in entry.written:
                self._write_function(sink, entry, owner)
                self._write_earlier(sink, entry, cache)
        outer = next((each for each in reversed(self._thread.open) if each is not None), None)
        number, started = self._number(), time.monotonic()
        where = context(found, self._objects)
        where["variables"] = self._creating.get(id(cache), where["variables"])
        self.write({
            "record": "begin", "trace": number, "function": entry.number, "time": started,
            "thread": threading.get_ident(), "outer": outer.number if outer is not None else None,
            "signature": self._signatures.parameters(function_type), "captures": self._signatures.captures(function_type),
            "context": where, "stack": self.lines.stack(frame), "died": self._objects.died(), "before": False,
        })  # fmt: skip
        self._thread.open.append(Trace(number, entry, function_type, started))

    def _write_function(self, sink: Sink, entry: Function, owner: Any) -> None:
        """Records a function with its first trace, since most are never traced."""
        entry.written.add(id(sink))
        function = entry.function()
        python = getattr(function, "python_function", None) if function is not None else None
        source = Source(python if python is not None else owner(), getattr(function, "_name", "function"), self.lines)
        sink.write({
            "record": "function", "function": entry.number, "slot": entry.slot, "name": source.name, "file": source.file,
            "line": source.line, "own": source.is_own, "wrapper": source.wrapper, "made": entry.made, "through": entry.through, "method": entry.method,
            "parameters": source.parameters, "jit": entry.is_compiled(),
            "reduce": bool(getattr(function, "_reduce_retracing", False)),
            "signature": getattr(function, "input_signature", None) is not None,
        })  # fmt: skip

    def _write_earlier(self, sink: Sink, entry: Function, cache: Any) -> None:
        """Records the traces a function had before recording started, which explain later ones."""
        for (found, function_type), _ in list(cache._primary.items()):
            number = self._number()
            sink.write({
                "record": "begin", "trace": number, "function": entry.number, "time": 0.0, "thread": 0, "outer": None,
                "signature": self._signatures.parameters(function_type), "captures": self._signatures.captures(function_type),
                "context": context(found, self._objects), "stack": [], "died": [], "before": True,
            })  # fmt: skip
            sink.write(_end(number))

    def added(self, function_type: Any, concrete: Any, is_new: bool) -> None:
        """Records that TensorFlow keeps the current trace. If not `is_new`, it replaces an equal one."""
        trace = self._thread.open[-1] if self._thread.open else None
        if trace is None:
            return
        trace.result = {"concrete": concrete, "type": function_type, "is_new": is_new}

    def end(self, error: type[BaseException] | None) -> None:
        """Records that the innermost trace of this thread has ended, perhaps with an error."""
        now = time.monotonic()
        trace = self._thread.open.pop()
        if trace is None:
            return
        seconds = now - trace.started
        outer = next((each for each in reversed(self._thread.open) if each is not None), None)
        if outer is not None:
            outer.nested += seconds
        after = resident()
        graph = getattr(trace.result.get("concrete"), "graph", None)
        self.write({**_end(trace.number),
            "seconds": seconds, "own_seconds": seconds - trace.nested, "converting": trace.converted,
            "operations": operations(graph) if graph is not None else None,
            "memory": after - trace.resident if after is not None and trace.resident is not None else None,
            "traced": self._relaxed(trace), "error": None if error is None else error.__name__, "replaces": not trace.result.get("is_new", True),
        })  # fmt: skip
        is_compiled = self._compiles and outer is None and graph is not None and (trace.function.is_compiled() or compiles(graph))
        self._thread.ended = trace.number, time.monotonic(), is_compiled

    def _relaxed(self, trace: Trace) -> list[list[Any]] | None:
        """Returns the signature TensorFlow traced with if it is more general than that of the call, else None."""
        traced = trace.result.get("type")
        if traced is None:
            return None
        asked = trace.looked_up.parameters
        if all(each.type_constraint == asked[name].type_constraint for name, each in traced.parameters.items() if name in asked):
            return None
        return self._signatures.parameters(traced)

    def converted(self, seconds: float) -> None:
        """Adds the time of an AutoGraph conversion to the innermost trace."""
        trace = next((each for each in reversed(self._thread.open) if each is not None), None)
        if trace is not None:
            trace.converted += seconds

    def last_trace(self) -> Ended | None:
        """Returns the trace that ended last in this thread, or None."""
        return self._thread.ended

    def ran(self, before: Ended | None) -> None:
        """Records that a call returned. If it traced a function compiled by XLA, the time since is compilation and the first run."""
        ended = self._thread.ended
        if ended is not None and ended != before and ended[2] and not self._thread.open:
            self.write({"record": "xla", "trace": ended[0], "seconds": time.monotonic() - ended[1]})


def _end(number: str) -> dict[str, Any]:
    """Returns the record of an end without details."""
    return {
        "record": "end", "trace": number, "seconds": 0.0, "own_seconds": 0.0, "converting": 0.0, "operations": None, "memory": None,
        "traced": None, "error": None, "replaces": False,
    }  # fmt: skip


def caller(depth: int) -> FrameType:
    """Returns the frame this many calls above the caller."""
    return sys._getframe(depth + 1)


_STATE = "/proc/self/statm"


def operations(graph: Any) -> int:
    """Returns the number of operations of a graph and of the functions it calls, each counted once."""
    return sum(len(each.get_operations()) for each in _graphs(graph))


def compiles(graph: Any) -> bool:
    """Whether a graph calls a function that XLA compiles."""
    calls = (each for inner in _graphs(graph) for each in inner.get_operations() if each.type.endswith("PartitionedCall"))
    return any(each.node_def.attr["_XlaMustCompile"].b for each in calls)


def _graphs(graph: Any) -> Iterator[Any]:
    """Yields a graph and those of the functions it calls, each once."""
    waiting, seen = [graph], set()
    while waiting:
        current = waiting.pop()
        if id(current) in seen:
            continue
        seen.add(id(current))
        yield current
        functions = getattr(current, "_functions", None) or {}
        inner = (getattr(each, "graph", None) for each in functions.values())
        waiting += [each for each in inner if hasattr(each, "get_operations")]


def resident() -> int | None:
    """Returns the resident memory of the process in bytes, or None if unknown."""
    try:
        with open(_STATE, "rb") as file:
            pages = int(file.read().split()[1])
    except (OSError, IndexError, ValueError):
        return None
    return pages * os.sysconf("SC_PAGE_SIZE")
