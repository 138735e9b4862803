"""The report of a run: functions by lost time, the reasons of their traces in groups, and remedies."""

from __future__ import annotations

import json
import os
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from tflint_autograph.model.record import record
from tflint_autograph.retracing.reasons import RetraceReason, reason
from tflint_autograph.retracing.records import Function, Line, Parameter, Recording, Trace, until
from tflint_autograph.retracing.remedies import Remedy, remaining, remedy, written


@record
class Made:
    """One trace in the report: its number, from 1, among those of its function, why it was made, and its cost."""

    index: int
    trace: Trace
    function: Function
    reason: RetraceReason | None


@record
class StaticFinding:
    """A linter finding at a place that belongs to a group; `fix` is the suggested code."""

    code: str
    message: str
    at: Line
    help: str
    fix: str


@record
class Group:
    """Traces made for one reason: `values` are those of the argument, starting with the one before the first retrace."""

    reason: RetraceReason
    made: tuple[Made, ...]
    values: tuple[str, ...]
    remedy: Remedy
    remaining: int
    finding: StaticFinding | None = None

    @property
    def line(self) -> Line | None:
        """The user's line the group is about, or None."""
        return self.reason.at

    @property
    def seconds(self) -> float:
        """The time lost by these traces, in seconds."""
        return sum(made.trace.lost for made in self.made)


@record
class Traced:
    """One function of the source with all its traces. `objects` counts its `tf.function` objects.

    `under` is the user's line that led to a library function, or None; `library` its package, empty for user code and for what Keras calls
    `train_function`. `remaining` are the traces left after all remedies, `signature` the one that would cover all calls, or empty.
    """

    name: str
    file: str
    line: int
    is_own: bool
    library: str
    under: Line | None
    calls: int
    objects: int
    made: tuple[Made, ...]
    groups: tuple[Group, ...]
    remaining: int
    signature: str

    @property
    def traces(self) -> int:
        """The number of traces TensorFlow has kept, as `experimental_get_tracing_count` counts them."""
        return sum(each.trace.is_kept for each in self.made)

    @property
    def seconds(self) -> float:
        """The lost time in seconds: tracing without nested traces, and compilation with XLA."""
        return sum(each.trace.lost for each in self.made)

    @property
    def retraces(self) -> int:
        """The number of traces made although there was one already."""
        return sum(each.reason is not None for each in self.made)


@record
class Report:
    """A whole run. `ended` says how the program ended; `notes` what the report cannot tell."""

    program: tuple[str, ...]
    functions: tuple[Traced, ...]
    seconds: float
    tensorflow: str
    python: str
    ended: str
    notes: tuple[str, ...]

    @property
    def traces(self) -> int:
        """The total number of kept traces."""
        return sum(each.traces for each in self.functions)

    @property
    def tracing(self) -> float:
        """The total lost time in seconds."""
        return sum(each.seconds for each in self.functions)


def report(
    found: Recording, seconds: float, *, program: Sequence[str] = (), ended: str = "", notes: Sequence[str] = ()
) -> Report:
    """Returns the report of a recording."""
    sources: defaultdict[tuple[object, ...], list[Trace]] = defaultdict(list)
    under = _under(found)
    for trace in until(found, seconds):
        sources[_source(found.functions[trace.function], under.get(trace.function))].append(trace)
    shown = [traces for traces in sources.values() if not all(trace.is_before for trace in traces)]
    holders = {trace.number: trace.function for trace in found.traces}
    outer = {trace.number: holders[trace.outer] for trace in found.traces if trace.outer is not None}
    functions = [_traced(traces, found.functions, under, outer) for traces in shown]
    ordered = sorted(functions, key=lambda each: (-each.seconds, each.file, each.line))
    return Report(tuple(program), tuple(ordered), seconds, found.tensorflow, found.python, ended, tuple(notes))


def _under(found: Recording) -> dict[str, Line | None]:
    """Maps each library function to the user's line that led to its first trace, or None."""
    lines: dict[str, Line | None] = {}
    for trace in found.traces:
        if not found.functions[trace.function].is_own:
            lines.setdefault(trace.function, trace.line)
    return lines


def _source(function: Function, under: Line | None) -> tuple[object, ...]:
    return function.file, function.line, function.name, function.wrapper, (under.file, under.line) if under is not None else None


def _traced(
    traces: Sequence[Trace], functions: Mapping[str, Function], under: Mapping[str, Line | None], outer: Mapping[str, str]
) -> Traced:
    every = _made(traces, functions, outer)
    made = tuple(replace(each, index=index) for index, each in enumerate((one for one in every if not one.trace.is_before), 1))
    first = functions[traces[0].function]
    instances = {each.function: functions[each.function] for each in traces}
    groups = _groups(made, instances)
    wanted = [(group.reason, group.remedy) for group in groups if group.remedy.changes]
    # A trace that TensorFlow looks up twice at the first call, because of variables, is one call
    calls = sum(each.calls for each in instances.values())
    calls -= sum(each.reason is not None and each.reason.kind == "variables" for each in made)
    return Traced(
        displayed(first), first.file, first.line, first.is_own, library(first), under.get(first.number), calls, len(instances), made, groups,
        remaining(wanted, traces, instances), written(first, traces) if len(traces) > 1 else "",
    )  # fmt: skip


def _made(traces: Sequence[Trace], functions: Mapping[str, Function], outer: Mapping[str, str]) -> tuple[Made, ...]:
    made: list[Made] = []
    histories: defaultdict[tuple[str, str], History] = defaultdict(History)
    last: dict[str, Trace] = {}
    for index, trace in enumerate(traces, 1):
        function, history = functions[trace.function], histories[trace.process, trace.function]
        other = last.get(trace.process)
        of_other = (functions[other.function], other) if other is not None else None
        made.append(Made(index, trace, function, reason(trace, function, history.near(trace), of_other, outer)))
        history.add(trace)
        last[trace.process] = trace
    return tuple(made)


def _groups(made: Sequence[Made], instances: Mapping[str, Function]) -> tuple[Group, ...]:
    groups: defaultdict[tuple[object, ...], list[Made]] = defaultdict(list)
    for each in made:
        if each.reason is not None:
            at = each.reason.at
            groups[each.reason.kind, each.reason.paths, (at.file, at.line) if at is not None else None].append(each)
    traces = [each.trace for each in made]
    found = [_group(several, traces, instances) for several in groups.values()]
    return tuple(sorted(found, key=lambda each: (-len(each.made), each.made[0].index)))


def _group(several: Sequence[Made], traces: Sequence[Trace], instances: Mapping[str, Function]) -> Group:
    why = several[0].reason
    assert why is not None
    values = dict.fromkeys(text for each in several if each.reason for text in (each.reason.before, each.reason.after) if text)
    advice = remedy(why, [each.trace for each in several], traces, instances)
    return Group(why, tuple(several), tuple(values), advice, remaining([(why, advice)], traces, instances))


_MADE = re.compile(r":make_(train|test|predict)_function$")


def displayed(function: Function) -> str:
    """Returns the display name of a function; Keras' are named after the method that calls them."""
    kept = _called_by_keras(function)
    if function.is_own:
        layer = function.wrapper.function if function.wrapper is not None else ""
        return f"{function.name} ({layer} of {kept}_function)" if kept and layer else function.name
    name = function.name.rpartition(".")[2]
    return f"{kept}_function ({name} of Keras)" if kept else f"{name} of {_package(function.file)}"


def library(function: Function) -> str:
    """Returns the package of a function; empty for user code and for functions a Keras user knows."""
    return "" if function.is_own or _called_by_keras(function) else _package(function.file)


def _called_by_keras(function: Function) -> str:
    return next((found[1] for found in map(_MADE.search, function.through) if found), "")


def _package(file: str) -> str:
    """Returns the package a file is installed with."""
    parts = file.split(os.sep)
    at = next((index for index, part in enumerate(parts) if part in ("site-packages", "dist-packages")), -1)
    return parts[at + 1] if 0 <= at < len(parts) - 1 else os.path.basename(file)


def with_findings(given: Report, findings: Mapping[int, StaticFinding]) -> Report:
    """Returns the report with linter findings, keyed by the identity of their group."""
    functions = [
        replace(each, groups=tuple(replace(group, finding=findings.get(id(group), group.finding)) for group in each.groups))
        for each in given.functions
    ]
    return replace(given, functions=tuple(functions))


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
