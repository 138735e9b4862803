"""Maps frames to the user's lines, and counts how often watched statements run."""

from __future__ import annotations

import importlib
import inspect
import io
import linecache
import os
import sys
import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from types import CodeType, FrameType, TracebackType
from typing import Any

from tflint_autograph.confirm.probe.state.attributes import attribute
from tflint_autograph.confirm.probe.state.values import identified
from tflint_autograph.confirm.protocol import AFTER, Hits, Line, Watch

_GENERATED = frozenset({"do_return", "fscope"})
"""Names that AutoGraph adds to a function, besides those that end in `_`."""

_LOOKS = 50
"""Maximum number of runs of a statement for which the values of its names are examined."""

OPERATORS = tuple(f"tensorflow{os.sep}python{os.sep}autograph{os.sep}{name}{os.sep}" for name in ("impl", "operators"))
"""Folders of AutoGraph code between the user's code and what that calls."""

_VALUES = 8
"""Maximum number of different values of the names of a statement that are kept for a call."""

_PACKAGES = f"{os.sep}site-packages{os.sep}"


@contextmanager
def trace_function(function: Any) -> Iterator[None]:
    """Context manager in which this thread has this trace function (`sys.settrace`), or none."""
    before = sys.gettrace()
    sys.settrace(function)
    try:
        yield
    finally:
        sys.settrace(before)


def keep_source(file: str, text: str) -> None:
    """Provides the text of a notebook's cells to AutoGraph under the notebook's name, through Python's source cache."""
    lines = list(io.StringIO(text, newline=None))  # as Python counts them: a form feed ends none
    linecache.cache[file] = (len(text), None, lines, file)


class LineCounter:
    """Maps frames to the user's lines, through AutoGraph's source map for generated code."""

    def __init__(self, root: str, watches: Sequence[Watch]) -> None:
        self.root = root.rstrip(os.sep) + os.sep
        self.call = 0
        self.generated: dict[str, str] = {}
        self._maps: dict[str, dict[int, Line]] = {}
        self._watches: defaultdict[str, list[Watch]] = defaultdict(list)
        for watch in watches:
            self._watches[watch.file].append(watch)
        self._counts: defaultdict[tuple[str, int, bool], Counter[Line]] = defaultdict(Counter)
        self._kinds: defaultdict[str, dict[str, str]] = defaultdict(dict)
        self._sorts: defaultdict[str, dict[str, str]] = defaultdict(dict)
        self._names = {watch.id: watch.names for watch in watches if watch.names}
        self._values: defaultdict[tuple[str, int], dict[str, None]] = defaultdict(dict)
        self._looks: Counter[str] = Counter()
        self._is_eager: Callable[[], bool] = bool
        self._traces = threading.local()
        self._describe: Callable[[Any], str] = repr
        self.met: Callable[[str, FrameType], None] = lambda watch, frame: None

    def start(self, describe: Callable[[Any], str], *, late: bool = False) -> None:
        """Starts recording AutoGraph's source maps, and counting, unless `late`: then `count` starts it.

        `describe` returns the kind of a name's value at a watched statement, in a word.
        """
        self._describe = describe
        loader: Any = importlib.import_module("tensorflow.python.autograph.pyct.loader")
        transpiler: Any = importlib.import_module("tensorflow.python.autograph.pyct.transpiler").GenericTranspiler
        script_ops: Any = importlib.import_module("tensorflow.python.ops.script_ops")
        context: Any = importlib.import_module("tensorflow.python.eager.context")
        self._is_eager = context.executing_eagerly
        load = loader.load_ast

        def loaded(*args: Any, **kwargs: Any) -> Any:
            # AutoGraph runs no code of the user while it converts, and counting triples its time.
            with trace_function(None):
                module, source, found = load(*args, **kwargs)
            if found:
                self._maps[module.__file__] = {at.lineno: Line(*origin.loc[:2]) for at, origin in found.items()}
                self.generated[module.__file__] = source
            return module, source, found

        loader.load_ast = loaded
        convert = transpiler.transform_function

        def converted(*args: Any, **kwargs: Any) -> Any:
            with trace_function(None):
                return convert(*args, **kwargs)

        transpiler.transform_function = converted
        origins: Any = importlib.import_module("tensorflow.python.autograph.pyct.origin_info")
        resolve_entity = origins.resolve_entity

        def resolved(node: Any, source: str, function: Any) -> None:
            # TensorFlow takes the lines of what a function wraps (`functools.wraps`) for its own
            code = getattr(function, "__code__", None)
            if code is None or not hasattr(function, "__wrapped__"):
                resolve_entity(node, source, function)
                return
            text = linecache.getline(code.co_filename, code.co_firstlineno)
            origins.resolve(node, source, code.co_filename, code.co_firstlineno, len(text) - len(text.lstrip()))

        origins.resolve_entity = resolved
        # TensorFlow calls `tf.py_function`s in threads of its own, which Python's tracing does not know.
        call = script_ops.FuncRegistry.__call__

        def counted(*args: Any, **kwargs: Any) -> Any:
            if self._watches:
                sys.settrace(self._entered)
            return call(*args, **kwargs)

        script_ops.FuncRegistry.__call__ = counted
        if not late:
            self.count()

    def count(self) -> None:
        """Starts counting, in this thread and those Python starts."""
        # Python's tracing makes whatever runs several times as slow
        if self._watches:
            threading.settrace(self._entered)
            sys.settrace(self._entered)

    @contextmanager
    def tracing(self) -> Iterator[None]:
        """Context manager in which everything in this thread counts as traced, also in `tf.init_scope`, where Python is eager."""
        depth = getattr(self._traces, "depth", 0)
        self._traces.depth = depth + 1
        try:
            yield
        finally:
            self._traces.depth = depth

    def is_tracing(self) -> bool:
        """Whether code in this thread builds a graph."""
        return getattr(self._traces, "depth", 0) > 0 or not self._is_eager()

    def stop(self) -> None:
        """Stops counting in this thread and those Python starts."""
        threading.settrace(None)
        sys.settrace(None)

    def counting(self) -> AbstractContextManager[None]:
        """Context manager that counts in this thread, even if it has another trace function."""
        return trace_function(self._entered)

    def forget(self) -> None:
        """Resets the counts."""
        self.call = 0
        self._counts.clear()
        self._kinds.clear()
        self._sorts.clear()
        self._values.clear()
        self._looks.clear()

    def is_watched(self, file: str) -> bool:
        """Whether a watched statement is in the file."""
        return file in self._watches

    def adds_operations(self) -> bool:
        """Whether the operations of a watched statement are to be observed."""
        return any(watch.operations for watches in self._watches.values() for watch in watches)

    def has_hits(self) -> bool:
        """Whether the statement of a finding ran since the counting began; what is on the way to one is not enough."""
        return any("/" not in each for each, _, _ in self._counts)

    def findings_in(self, code: CodeType) -> list[str]:
        """Returns the findings whose statement is in a function."""
        last = max((line for _, _, line in code.co_lines() if line), default=0)
        known = self._watches.get(code.co_filename, ())
        return [each.id for each in known if "/" not in each.id and code.co_firstlineno <= each.first <= last]

    def is_own(self, file: str) -> bool:
        """Whether the file is the user's, not one of an installed package."""
        return file.startswith(self.root) and _PACKAGES not in file

    def origin(self, file: str, line: int) -> int:
        """Returns the user's line for a line of a generated file, or 0."""
        found = self._maps[file].get(line)
        return found.line if found else 0

    def of_frame(self, frame: FrameType, line: int) -> Line | None:
        """Returns the user's line of a frame, or None for other code."""
        file = frame.f_code.co_filename
        at = self._maps[file].get(line) if file in self._maps else Line(file, line)
        # AutoGraph converts functions of packages and of Python as well
        return at if at is not None and self.is_own(at.file) else None

    def file_of(self, frame: FrameType) -> str:
        """Returns the original file of a frame's code, before AutoGraph."""
        file = frame.f_code.co_filename
        return next((at.file for at in self._maps.get(file, {}).values()), file)

    def user_of(self, frame: FrameType | None, leads: Callable[[str], bool] = lambda _: False) -> Line | None:
        """Returns the user's line for which a frame runs, past AutoGraph and files that lead to it, or None if other code is responsible."""
        while frame is not None:
            line, file = self.of_frame(frame, frame.f_lineno), self.file_of(frame)
            if line is not None or not (leads(file) or any(each in file for each in OPERATORS)):
                return line
            frame = frame.f_back
        return None

    def stack(self) -> tuple[Line, ...]:
        """Returns the user's lines on the stack, innermost first."""
        found = []
        frame: FrameType | None = sys._getframe(1)
        while frame is not None:
            line = self.of_frame(frame, frame.f_lineno)
            if line is not None:
                found.append(line)
            frame = frame.f_back
        return tuple(found)

    def of_traceback(self, trace: TracebackType | None) -> list[Line]:
        """Returns the user's lines an exception came through."""
        found = []
        while trace is not None:
            line = self.of_frame(trace.tb_frame, trace.tb_lineno)
            if line is not None:
                found.append(line)
            trace = trace.tb_next
        return found

    def hits(self, calls: int) -> tuple[Hits, ...]:
        """Returns the counts of every watched statement in the calls so far."""
        ids = dict.fromkeys(watch.id for watches in self._watches.values() for watch in watches)
        return tuple(
            Hits(
                each,
                tuple(self._count(each, call, True) for call in range(calls)),
                tuple(self._count(each, call, False) for call in range(calls)),
                self._kinds[each],
                self._sorts[each],
                tuple(tuple(self._values.get((each, call), ())) for call in range(calls)) if each in self._names else (),
            )
            for each in ids
            if any(self._counts.get((each, call, tracing)) for call in range(calls) for tracing in (True, False))
        )

    def _count(self, each: str, call: int, tracing: bool) -> int:
        """Returns the count of a statement. AutoGraph may generate several from one: the one that runs most often counts."""
        return max(self._counts[each, call, tracing].values(), default=0)

    def _entered(self, frame: FrameType, event: str, arg: object) -> Any:
        """Traces the lines of a frame that runs a watched file, or code AutoGraph generated from one."""
        file = frame.f_code.co_filename
        if file in self._maps:
            return self._follow(self._maps[file], file)
        return self._follow(None, file) if file in self._watches else None

    def _follow(self, mapping: dict[int, Line] | None, file: str) -> Any:
        """Returns a trace function for one frame that counts each entry into a watched statement once."""
        inside: frozenset[str] = frozenset()

        def line(frame: FrameType, event: str, arg: object) -> Any:
            nonlocal inside
            if event == "line":
                at = Line(file, frame.f_lineno) if mapping is None else mapping.get(frame.f_lineno)
                now = self._at(at, is_lambda=frame.f_code.co_name == "<lambda>")
                place = Line(file, 0 if mapping is None else frame.f_lineno)
                for each in now - inside:
                    self._counts[each, self.call, self.is_tracing()][place] += 1
                    self._note(each, frame)
                self._leave(inside - now, frame)
                inside = now
            elif event == "return":
                self._leave(inside, frame)
            return line

        return line

    def _at(self, at: Line | None, *, is_lambda: bool) -> frozenset[str]:
        if at is None:
            return frozenset()
        return frozenset(
            watch.id for watch in self._watches.get(at.file, ()) if watch.first <= at.line <= watch.last and (is_lambda or not watch.in_lambda)
        )

    def _note(self, each: str, frame: FrameType) -> None:
        self.met(each, frame)
        self._keep(each, frame)
        names = self._names.get(each, ())
        kinds, sorts = self._kinds[each], self._sorts[each]
        self._looks[each] += 1
        if self._looks[each] > _LOOKS:
            return
        attributes = (found for name in names if "." in name for found in _read(name, frame))
        for name, value in (*frame.f_locals.items(), *attributes):
            if name not in _GENERATED and not name.endswith("_") and (name in kinds or len(kinds) < 50):
                kind = self._describe(value)
                kinds[name] = kind if kinds.get(name, kind) == kind else ""
                sort = kind.partition(" of ")[0]
                sorts[name] = sort if sorts.get(name, sort) == sort else ""

    def _leave(self, watches: frozenset[str], frame: FrameType) -> None:
        for each in watches:
            if each.endswith(AFTER):
                self._keep(each, frame)

    def _keep(self, each: str, frame: FrameType) -> None:
        """Keeps the values of the names of a statement; of what a property sets it is unknown whether it is the same after it."""
        names, known = self._names.get(each, ()), self._values[each, self.call]
        if names and len(known) < _VALUES:
            if each.endswith(AFTER):
                known[next((identified(value) for name in names for _, value in _read(name, frame)), f"unknown {len(known)}")] = None
            else:
                known[" ".join(_value(name, frame) for name in names)] = None


def _read(name: str, frame: FrameType) -> Iterator[tuple[str, Any]]:
    """Yields a dotted name with its value, if all objects on the way hold theirs themselves: a property would run code of the user."""
    first, *rest = name.split(".")
    held = frame.f_locals.get(first, frame.f_globals.get(first))
    for each in rest:
        known = attribute(held, "__dict__", {})
        if each not in known:
            return
        held = known[each]
    yield name, held


def _value(name: str, frame: FrameType) -> str:
    """Returns a text for the value of a dotted name; for a property that of its object, which it computes from. Empty for an unknown name."""
    first, *rest = name.split(".")
    if first not in frame.f_locals and first not in frame.f_globals:
        return ""
    held = frame.f_locals.get(first, frame.f_globals.get(first))
    for each in rest:
        own = attribute(held, "__dict__", {})
        kept = own[each] if each in own else inspect.getattr_static(held, each, None)
        if kept is None or (each not in own and hasattr(kept, "__get__")):
            break
        held = kept
    return identified(held)
