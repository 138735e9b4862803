"""The records of a run as data: functions and traces."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tflint_autograph.model.record import record

Node = Mapping[str, Any]
Parameter = tuple[str, str, Node]
"""Name, kind and value tree of a parameter."""


@record
class Line:
    """A line of the user's code: `file` is absolute, a notebook cell is `nb.ipynb:cell 3`; `function` contains the line."""

    file: str
    line: int
    function: str = ""


@record
class Function:
    """One `tf.function` object. `made` are the user's lines that created it, innermost first, `through` the library functions.

    `wrapper` is the library function around the user's that TensorFlow traces, or None. `method` is the number of the instance it is bound
    to, with `type` its class and `of` the function of the class.
    """

    number: str
    name: str
    file: str
    line: int
    is_own: bool
    wrapper: Line | None
    made: tuple[Line, ...]
    through: tuple[str, ...]
    of: str
    instance: int
    type: str
    parameters: tuple[tuple[str, str], ...]
    jit: bool
    reduce: bool
    has_signature: bool
    calls: int


@record
class Trace:
    """One trace. `signature` is that of the call, `traced` the one TensorFlow relaxed it to, or None.

    `start` counts from the start of the run. `seconds` includes nested traces, `own_seconds` does not; both are None for a trace cut short
    by the end of the program. `died` are the objects freed before it began. `is_before`: it was made before the recorded part of the run,
    and explains others.
    """

    number: str
    function: str
    start: float
    thread: int
    outer: str | None
    signature: tuple[Parameter, ...]
    captures: str
    context: Mapping[str, Any]
    stack: tuple[Line, ...]
    died: frozenset[int]
    seconds: float | None = None
    own_seconds: float = 0.0
    converting: float = 0.0
    xla: float | None = None
    operations: int | None = None
    memory: int | None = None
    traced: tuple[Parameter, ...] | None = None
    error: str | None = None
    replaces: bool = False
    is_before: bool = False

    @property
    def is_kept(self) -> bool:
        """Whether TensorFlow keeps the trace: it ended without error, and replaced no equal one."""
        return self.seconds is not None and self.error is None and not self.replaces

    @property
    def lost(self) -> float:
        """The lost time in seconds: tracing without nested traces, and compilation with XLA."""
        return self.own_seconds + (self.xla or 0.0)

    @property
    def process(self) -> str:
        """The process it was made in. A forked process has its own traces of the same functions."""
        return self.number.partition("-")[0]

    @property
    def line(self) -> Line | None:
        """The user's line that called the function, or None."""
        return self.stack[0] if self.stack else None


@record
class Recording:
    """One complete run; `patches` says which patches could be applied, `errors` are recorder errors, `process` is the first process."""

    functions: Mapping[str, Function]
    traces: tuple[Trace, ...]
    tensorflow: str
    python: str
    patches: Mapping[str, str | None]
    errors: tuple[str, ...]
    process: str = ""


def read(lines: Iterable[bytes]) -> list[dict[str, Any]]:
    """Returns the records of a file. The last line may have been cut off by the end of the program."""
    found = []
    for line in lines:
        if line.endswith(b"\n"):
            found.append(json.loads(line))
    return found


def recording(
    records: Sequence[Mapping[str, Any]], counts: Sequence[int] | memoryview, *, first: int = 0, started: float | None = None
) -> Recording:
    """Returns the run described by records; `counts` has the calls of each function at its slot.

    For a part of a run, `first` is the number of its first record and `started` its start time.
    """
    if started is None:
        started = next((each["time"] for each in records if each["record"] == "start"), 0.0)
    ends = {each["trace"]: each for each in records if each["record"] == "end"}
    xla = {each["trace"]: each["seconds"] for each in records if each["record"] == "xla"}
    gone: set[int] = set()
    traces = []
    for index, each in enumerate(records):
        if each["record"] == "begin":
            gone.update(each["died"])
            is_before = index < first or each["before"]
            trace = _trace(each, ends.get(each["trace"]), xla.get(each["trace"]), started, frozenset(gone))
            traces.append(replace(trace, is_before=is_before))
    return Recording(
        {each["function"]: _function(each, counts) for each in records if each["record"] == "function"},
        tuple(traces),
        next((each["version"] for each in records if each["record"] == "tensorflow"), ""),
        next((each["python"] for each in records if each["record"] == "start"), ""),
        {each["word"]: each["error"] for each in records if each["record"] == "patch"},
        tuple(each["text"] for each in records if each["record"] == "error"),
        next((str(each["pid"]) for each in records if each["record"] == "start"), ""),
    )


def until(found: Recording, seconds: float) -> tuple[Trace, ...]:
    """Returns the traces of a run of this duration in seconds. Unfinished ones count up to its end."""
    nested: defaultdict[str, float] = defaultdict(float)
    for trace in found.traces:
        if trace.outer is not None:
            nested[trace.outer] += seconds - trace.start if trace.seconds is None else trace.seconds
    # How long another process lived is not known
    return tuple(
        replace(trace, own_seconds=max(0.0, seconds - trace.start - nested[trace.number]))
        if trace.seconds is None and trace.process == found.process
        else trace
        for trace in found.traces
    )


def _function(found: Mapping[str, Any], counts: Sequence[int] | memoryview) -> Function:
    method = found["method"] or {"of": "", "number": 0, "type": ""}
    return Function(
        found["function"], found["name"], found["file"], found["line"], found["own"],
        None if found["wrapper"] is None else Line(*found["wrapper"]), _lines(found["made"]),
        tuple(found["through"]), method["of"], method["number"], method["type"],
        tuple((name, kind) for name, kind in found["parameters"]), found["jit"], found["reduce"], found["signature"],
        counts[found["slot"]] if found["slot"] else 0,
    )  # fmt: skip


def _trace(
    begin: Mapping[str, Any], end: Mapping[str, Any] | None, xla: float | None, started: float, died: frozenset[int]
) -> Trace:
    end = end or {}
    traced = end.get("traced")
    return Trace(
        begin["trace"], begin["function"], begin["time"] - started, begin["thread"], begin["outer"],
        _signature(begin["signature"]), json.dumps(begin["captures"]), begin["context"], _lines(begin["stack"]), died,
        end.get("seconds"), end.get("own_seconds", 0.0), end.get("converting", 0.0), xla, end.get("operations"),
        end.get("memory"), None if traced is None else _signature(traced), end.get("error"), end.get("replaces", False),
    )  # fmt: skip


def _signature(found: Iterable[Any]) -> tuple[Parameter, ...]:
    return tuple((name, kind, node) for name, kind, node in found)


def _lines(found: Iterable[Any]) -> tuple[Line, ...]:
    return tuple(Line(file, line, function) for file, line, function in found)
