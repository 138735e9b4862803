"""Repeats recorded calls, eagerly and as graphs, each from the state it was recorded in."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from tflint_autograph.confirm.probe.calls.changing import Changing
from tflint_autograph.confirm.probe.calls.driving import Undrivable
from tflint_autograph.confirm.probe.calls.inner import traced
from tflint_autograph.confirm.probe.calls.inputs import CALLS
from tflint_autograph.confirm.probe.calls.switching import eagerly
from tflint_autograph.confirm.probe.instrumentation.formatting import Formatting
from tflint_autograph.confirm.probe.instrumentation.output import OutputCapture
from tflint_autograph.confirm.probe.instrumentation.traces import Traces
from tflint_autograph.confirm.probe.instrumentation.watcher import Watcher
from tflint_autograph.confirm.probe.limits.clock import Enough, alarm
from tflint_autograph.confirm.probe.replaying.bypassing import Bypass
from tflint_autograph.confirm.probe.replaying.fresh_traces import all_functions, forget_traces
from tflint_autograph.confirm.probe.replaying.keras_steps import as_traced
from tflint_autograph.confirm.probe.replaying.modes import EqualDraws, seed
from tflint_autograph.confirm.probe.replaying.opening import Opening
from tflint_autograph.confirm.probe.replaying.recording import Recorded, Recording
from tflint_autograph.confirm.probe.state.checkpoint import restore
from tflint_autograph.confirm.probe.state.lines import LineCounter
from tflint_autograph.confirm.protocol import (
    CHANGED_CALL,
    CONTROL_SEED,
    SEED,
    Bypassed,
    CapturedChange,
    Observation,
    Replayed,
)

UNENDED = "did not end in the time left for its replay (--timeout)"
"""Why a replay that took too long shows nothing."""


class Replay:
    """Repeats recorded calls under the observation of a unit."""

    def __init__(self, lines: LineCounter, output: OutputCapture, traces: Traces, formatting: Formatting, memory: int) -> None:
        self.lines = lines
        self.output = output
        self.traces = traces
        self.formatting = formatting
        self.memory = memory
        self._functions: list[Any] = []
        self._opening: Opening | None = None

    def replayed(
        self, recording: Recording, seconds: float, change: CapturedChange | None = None, only: Sequence[str] = ()
    ) -> Replayed | None:
        """Returns the calls of one function in both modes, and a second eager run if they differ, in this many seconds in total.

        `change` is made for one of the calls. With `only`, it returns None if the first call comes to none of these statements.
        """
        self._functions = all_functions()
        bypass = Bypass(self.lines)
        with alarm(seconds, UNENDED) as rung:
            try:
                # A trace that raises is cheap, calls may not be; what follows an exception is not compared
                with eagerly(), bypass.keeping():
                    eager = self._run(recording, SEED, rung, change, graph=False, most=1)
                if only and _reached(eager).isdisjoint(only):
                    return None
                with eagerly(wanted=False):
                    graph = self._run(recording, SEED, rung, change, graph=True)
                most = len(graph.calls) - 1
                with eagerly():
                    if most > 1:
                        with bypass.keeping():
                            eager = self._run(recording, SEED, rung, change, graph=False, most=most)
                    # Where nothing differs, there is no chance to tell apart
                    is_same = eager.calls == graph.calls and eager.written == graph.written
                    control = eager if is_same else self._run(recording, CONTROL_SEED, rung, change, graph=False, most=most)
                if change is None and _ends_first(eager, graph):
                    with eagerly(wanted=False), bypass.passing():
                        further = self._run(recording, SEED, rung, change, graph=True, most=most)
                    graph = replace(graph, bypassed=_bypassed(bypass, further))
                return Replayed(recording.name, recording.file, eager, control, graph, recorded=len(recording.calls))
            except (Enough, Undrivable) as error:
                return _failed(recording, str(error))
            except Exception as error:  # noqa: BLE001 - objects of libraries may refuse the state they had; the other replays go on
                return _failed(recording, f"cannot be repeated: {type(error).__name__}: {error}"[:160])
            finally:
                self.lines.met = lambda watch, frame: None

    def opened(self, opening: Opening, seconds: float) -> Replayed | None:
        """Returns the calls of a recording with what is set so that they come to the statement of a finding, None if nothing helps."""
        self._functions = all_functions()
        self._opening = opening
        try:
            with alarm(seconds / 2, UNENDED) as rung, eagerly():
                self.lines.met = opening.met
                while opening.finding not in (reached := _reached(self._run(opening.recording, SEED, rung, None, graph=False, most=1))):
                    if not opening.further(reached):
                        return None
                if not opening.told:
                    return None
            self.lines.met = lambda watch, frame: None
            found = self.replayed(opening.recording, seconds / 2)
            return found and replace(found, opened=(opening.finding, *opening.told))
        except Enough:
            return None
        except Exception:  # noqa: BLE001 - code of libraries may refuse what is set, and there is nothing to show then
            return None
        finally:
            self.lines.met = lambda watch, frame: None
            self._opening = None

    def _run(
        self, recording: Recording, number: int, rung: list[str], change: CapturedChange | None, *, graph: bool, most: int | None = None
    ) -> Observation:  # fmt: skip
        """Repeats the calls, at most this number of them, in one mode."""
        restore(recording.before)
        changing, changed = Changing(change, self.lines) if change else None, ""
        if changing:
            self.lines.met = changing.met
        forget_traces(self._functions)
        self.lines.forget()
        self.output.forget()
        self.traces.forget()
        self.formatting.forget()
        watcher = Watcher(self.lines, self.output, self.traces, self.memory, {"self": recording.holder, **enclosed(recording)})
        watcher.call(lambda: None)
        calls = _calls(recording, graph=graph)
        draws = EqualDraws(self.lines)
        with draws.drawing(), self.lines.counting():
            for number_of_call, make in enumerate(calls[:most]):
                restore(recording.calls[number_of_call % len(recording.calls)].changes)
                seed(number)
                draws.begin()
                if self._opening is not None:
                    self._opening.apply()
                if changing and number_of_call + 1 == CHANGED_CALL:
                    changed = changing.apply()
                watcher.call(make)
                if changing and changed:
                    changing.restore()
                if self._opening is not None:
                    self._opening.undo()
                if rung:
                    raise Enough(rung[0])
                if watcher.calls[-1].raised is not None:
                    break
        ended = "" if len(calls) >= len(recording.calls) else "cannot read the data of the recorded calls a second time"
        return Observation(
            recording.name, ended, tuple(watcher.calls), self.output.written(), tuple(self.traces.made),
            self.lines.hits(len(watcher.calls)), tuple(self.output.warnings), wrapped=recording.is_eager and graph,
            formatted=self.formatting.made(), changed=changed, specified=recording.is_specified,
            dropped=self.traces.dropped(),
        )  # fmt: skip


def _reached(seen: Observation) -> frozenset[str]:
    """Returns the watches whose statements ran."""
    return frozenset(each.id for each in seen.hits if any((*each.tracing, *each.running)))


def _ends_first(eager: Observation, graph: Observation) -> bool:
    """Whether the graph run raises where the eager run does not, before it comes to a statement of a finding that the eager run comes to."""
    if graph.calls[-1].raised is None or eager.calls[-1].raised is not None:
        return False
    traced = {each.id for each in graph.hits if any(each.tracing)}
    return any("/" not in each.id and each.id not in traced and any((*each.tracing, *each.running)) for each in eager.hits)


def _bypassed(bypass: Bypass, further: Observation) -> tuple[Bypassed, ...]:
    """Returns what was passed over, and what the run raises in the end."""
    last = [(len(further.calls) - 1, raised) for raised in [further.calls[-1].raised] if raised is not None]
    return tuple(Bypassed(*each) for each in (*bypass.raised, *last))


def _failed(recording: Recording, reason: str) -> Replayed:
    ended = Observation(recording.name, reason)
    return Replayed(recording.name, recording.file, ended, ended, ended)


def enclosed(recording: Recording) -> Mapping[str, Any]:
    """Returns the positional arguments of the first call by display name, since their state counts; what a method is called on is `self`."""
    call = recording.calls[0]
    if recording.step is not None:
        return {}
    code = getattr(call.function, "__code__", None)
    method = getattr(type(call.args[0]), call.function.__name__, None) if code is not None and call.args else None
    is_method = method is not None and getattr(inspect.unwrap(method), "__code__", None) is code
    return {"self" if is_method and not index else f"argument {index}": each for index, each in enumerate(call.args)}


def _calls(recording: Recording, *, graph: bool) -> list[Callable[[], Any]]:
    """Returns what to call: the traced function itself, or a Keras step with the first batches of the data."""
    if recording.is_eager:
        called = recording.calls[0].function
        function = traced(called, converted=recording.converted) if graph else called
        return [partial(function, *each.args, **each.kwargs) for each in _repeated(recording.calls)]
    first = recording.calls[0].args
    dataset = getattr(first[0], "_dataset", None) if recording.step is not None and first else None
    if dataset is None:
        # `predict` and `train_on_batch` of Keras 3 pass the data of a step itself
        return [_call(recorded) for recorded in _repeated(recording.calls)]
    step = as_traced(recording.step) if graph else recording.step
    batches = list(dataset.take(len(recording.calls)))
    return [lambda batch=batch: step(batch) for batch in batches]  # type: ignore[misc]


def _repeated(calls: Sequence[Recorded]) -> list[Recorded]:
    """Returns as many calls as it takes to see what happens once: all of them twice if they differ, since each may have a trace of its own."""
    if len({_signature(each) for each in calls}) > 1:
        return list(calls) * 2
    return (list(calls) * CALLS)[: max(CALLS, len(calls))]


def _signature(call: Recorded) -> tuple[Any, ...]:
    """Returns what decides about a trace: the shapes and dtypes of tensors, and other arguments as they are."""
    tf = importlib.import_module("tensorflow")
    return tuple(
        (str(leaf.dtype), str(leaf.shape)) if hasattr(leaf, "dtype") and hasattr(leaf, "shape")
        else repr(leaf) if isinstance(leaf, (bool, int, float, str, bytes)) else id(leaf)
        for leaf in tf.nest.flatten((call.args, call.kwargs))
    )  # fmt: skip


def _call(recorded: Recorded) -> Callable[[], Any]:
    args, kwargs = (_fresh(each) for each in (recorded.args, recorded.kwargs))
    return lambda: recorded.function(*args, **kwargs)


def _fresh(given: Any) -> Any:
    """Returns arguments with dataset iterators reset to the first element."""
    tf = importlib.import_module("tensorflow")
    if isinstance(given, tuple) and type(given) is tuple:
        return tuple(map(_fresh, given))
    if type(given) is dict:
        return {name: _fresh(each) for name, each in given.items()}
    dataset = getattr(given, "_dataset", None) if isinstance(given, tf.data.Iterator) else None
    return given if dataset is None else iter(dataset)
