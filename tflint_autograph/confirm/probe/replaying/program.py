"""Runs the user's own program as `python` would, and records and replays its traced calls."""

from __future__ import annotations
import __future__

import ast
import json
import os
import runpy
import sys
import types
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any, TypeAlias

from tflint_autograph.confirm.found_programs import ProjectTest
from tflint_autograph.confirm.probe.instrumentation.formatting import Formatting
from tflint_autograph.confirm.probe.instrumentation.output import OutputCapture
from tflint_autograph.confirm.probe.instrumentation.traces import Traces
from tflint_autograph.confirm.probe.instrumentation.watcher import Watcher
from tflint_autograph.confirm.probe.limits.clock import Clock, Enough, alarm
from tflint_autograph.confirm.probe.replaying.entered import EnteredCalls
from tflint_autograph.confirm.probe.replaying.opening import Opening
from tflint_autograph.confirm.probe.replaying.project_tests import run_tests
from tflint_autograph.confirm.probe.replaying.recording import Recorder, Recording
from tflint_autograph.confirm.probe.replaying.replay import UNENDED, Replay
from tflint_autograph.confirm.probe.state.holders import add_module
from tflint_autograph.confirm.probe.state.lines import LineCounter, keep_source
from tflint_autograph.confirm.probe.state.missing import MissingModules
from tflint_autograph.confirm.protocol import CHANGED_CALL, SETTLED, Driver, Observation, Raised, Replayed, Unit, Watch

_SHARE = 0.6
"""The fraction of the unit's time for the program; the rest is for the replays."""

_END = 0.95
"""The fraction of the unit's time after which no replay is started."""

_ENOUGH = 3
"""Number of replays that run a statement, after which no further test is run for it."""

_REPLAY_SHARE = 0.25
"""The fraction of the remaining time for the calls of one function that a test made."""

_OPENED = 3
"""Number of recordings that are repeated with what leads them to a statement they did not come to."""

_LOOKS = 12
"""Number of recordings of a function that are looked at for a statement its replays have not come to."""

_FUTURE = sum(getattr(__future__, name).compiler_flag for name in __future__.all_feature_names)
"""The flags of code under a `from __future__ import`."""

_TRIES = 12
"""Maximum number of tests that are run for a statement if none of them reaches it: each that is chosen for it once."""


_Part: TypeAlias = tuple[bool, types.CodeType]
"""A part of a program: whether it imports, and its code."""


def run_program(
    unit: Unit, folder: Path, lines: LineCounter, output: OutputCapture, traces: Traces, formatting: Formatting,
    tell: Callable[[Observation], None], begin: Callable[[], None],
) -> Observation:  # fmt: skip
    """Runs the program to its end or time limit, and replays the recorded calls, reporting each replay.

    `begin` is called when the time of the program begins, which for tests is that after their imports.
    """
    os.chdir(unit.folder)
    lines.stop()
    run = ProgramRun(unit, folder, lines, Replay(lines, output, traces, formatting, unit.memory), tell, begin)
    if unit.driver.tests:
        run.test()
    else:
        run.program()
    return run.seen


class ProgramRun:
    """One observed run of a program; `seen` is what it has shown so far."""

    def __init__(
        self, unit: Unit, folder: Path, lines: LineCounter, replay: Replay, tell: Callable[[Observation], None], begin: Callable[[], None]
    ) -> None:
        self.seen = Observation(unit.id, "")
        self._unit = unit
        self._tell = tell
        self._begin = begin
        self._lines = lines
        self._clock = Clock()
        self._started = self._clock.now()
        self._settled = folder / SETTLED
        self._recorder = Recorder(lines)
        self._entered = EnteredCalls(self._recorder, unit.entries)
        self._replay = replay
        self._watcher = Watcher(lines, replay.output, replay.traces, unit.memory)
        self._reached: Counter[str] = Counter()
        self._replayed: Counter[Any] = Counter()
        self._tried: Counter[str] = Counter()
        self._came: set[str] = set()
        self._looked: Counter[types.CodeType] = Counter()
        self._hit: defaultdict[Any, set[str]] = defaultdict(set)
        self._changes: Counter[str] = Counter()
        self._changed_in: set[tuple[str, Any]] = set()
        self._too_short: dict[Any, float] = {}
        self._entering: defaultdict[str, list[tuple[str, Recording]]] = defaultdict(list)
        self._gates: defaultdict[str, list[Watch]] = defaultdict(list)
        for each in unit.watches:
            finding, _, way = each.id.partition("/")
            if way.startswith("way/") and not way.endswith("~"):
                self._gates[finding].append(each)

    def program(self) -> None:
        """Runs the whole program, then replays its calls."""
        seconds = self._unit.seconds * _SHARE
        message = f"was stopped after {seconds:g} s to replay its calls"
        calls = self._watcher.calls
        rung: list[str] = []
        missing = MissingModules(self._lines.is_own)
        # The program that the user names does what it does without us
        importing = missing.imported if self._unit.driver.is_found else _now
        with self._recorder.recording():
            parts = self._watcher.call(lambda: _parts(self._unit.driver, importing))
            if parts:
                self._watcher.call(parts[0])
            if not calls[-1].raised:
                self.collected()
                with self._entered.recording(), alarm(seconds, message) as rung:
                    self._watcher.call(parts[1])
        if rung:  # runners of tests make an end of their own of it
            calls[-1] = replace(calls[-1], raised=Raised(Enough.__name__, message, (), ()))
        self._replay.output.forget()
        self.seen = replace(self.seen, calls=tuple(calls), missing=tuple(missing.names))
        self._replay_all("", ())
        self._open_ways([*self._gates])
        self.seen = replace(self.seen, hits=tuple(self._recorder.hits.values()))

    def test(self) -> None:
        """Runs the tests one after the other and replays the calls of each, while there is time and a statement needs more."""
        missing = MissingModules(self._lines.is_own)
        options = self._unit.driver.program[2:]
        # Only where pytest alone could not import the files: it may be that it looked for a module in another folder
        importing = missing.imported if options else None
        lost = self._watcher.call(lambda: run_tests(self._unit.driver.tests, options, self, importing))
        self._open_ways(dict.fromkeys(watch for each in self._unit.driver.tests for watch in each.watches))
        calls, hits = tuple(self._watcher.calls), tuple(self._recorder.hits.values())
        self.seen = replace(self.seen, calls=calls, hits=hits, uncollected=tuple(lost or ()), missing=tuple(missing.names))

    def collected(self) -> None:
        """Begins the time of the tests or the program, which the imports do not use up."""
        self._started = self._clock.now()
        self._begin()

    @contextmanager
    def recording(self) -> Iterator[None]:
        """Context manager that records the calls of a test. Imports are several times as slow in it."""
        with self._recorder.recording(), self._entered.recording():
            yield

    def left(self) -> float:
        """Returns the seconds in which further tests and replays may start."""
        return self._unit.seconds * _END - (self._clock.now() - self._started)

    def wants(self, watches: Sequence[str]) -> bool:
        """Whether a test that may reach these statements is worth its time."""
        return self.left() > 0 and any(
            self._reached[each] < _ENOUGH and self._tried[each] < _TRIES * (1 + self._reached[each]) for each in self._unsettled(watches)
        )

    def left_out(self, tests: Sequence[ProjectTest]) -> None:
        """Records the tests still to run, which is what there is no time for if the process ends."""
        self.seen = replace(self.seen, unrun=tuple(tests))

    def _unsettled(self, watches: Sequence[str]) -> list[str]:
        """Returns the statements for which the session has not enough yet."""
        settled = json.loads(self._settled.read_text(encoding="utf-8")) if self._settled.exists() else ()
        return [each for each in watches if each not in settled]

    def tested(self, test: str, watches: Sequence[str]) -> None:
        """Replays the calls of a test, in the state that the test left the process in."""
        self._tried.update(watches)
        streams = sys.stdout, sys.stderr
        self._replay.output.forget()
        try:
            with self._recorder.paused():
                self._replay_all(test, watches)
        finally:
            sys.stdout, sys.stderr = streams
            self._recorder.found.clear()

    def _replay_all(self, test: str, watches: Sequence[str]) -> None:
        # What the program has traced itself says more than what only could be; of that, what has the line comes to it at the least cost
        ordered = sorted(
            self._recorder.found.items(), key=lambda item: (item[1].is_eager, item[1].is_specified, not self._lines.findings_in(item[0][0]))
        )
        for (code, _), each in ordered:
            # Values that only fit the inputs of a model say less than a test that runs it
            is_built = each.is_eager and each.is_specified
            self._keep(test, each)
            if not each.is_watched or (test and (self.left() <= 0 or code in self._recorder.finished or not self._unsettled(watches))):
                continue
            missed: Sequence[str] = ()
            if self._is_settled(code) or ((test or is_built) and self._is_enough(code, each)):
                missed = () if is_built else self._missed(code)
                if not missed:
                    continue
                self._looked[code] += 1
            seconds = self._seconds(code, _REPLAY_SHARE if test else 0.5)
            if seconds <= 0:
                continue
            found = self._replay.replayed(each, seconds, only=missed)
            if found is None:
                continue
            replayed = replace(found, test=test)
            if replayed.graph.ended == UNENDED:
                self._too_short[code] = seconds
            else:
                self._replayed[code, is_built] += 1
            self._hit[code].update(hits.id for hits in replayed.graph.hits if "/" not in hits.id)
            replayed = replace(replayed, changed=tuple(self._changed(code, each, replayed)))
            self._came.update(hits.id for seen in (replayed.eager, replayed.graph) for hits in seen.hits)
            each.entered.update(hits.id.partition("/")[0] for hits in replayed.eager.hits)
            self._keep(test, each)
            if not is_built and self._is_enough(code, each) and not self._missed(code):
                self._recorder.finished.add(code)
            self._reached.update(hits.id for hits in replayed.graph.hits if not each.is_eager or (any(hits.tracing) and not is_built))
            self._show(replayed)

    def _keep(self, test: str, recording: Recording) -> None:
        """Keeps calls that come to the functions of findings, for `_open_ways`."""
        for finding in recording.entered:
            known = self._entering[finding]
            if len(known) < _OPENED and all(each is not recording for _, each in known):
                known.append((test, recording))

    def _show(self, replayed: Replayed) -> None:
        self.seen = replace(self.seen, calls=tuple(self._watcher.calls), replayed=(*self.seen.replayed, replayed))
        self._tell(self.seen)

    def _open_ways(self, findings: Iterable[str]) -> None:
        """Repeats calls that came to the function of a finding, and not to its statement, with what leads them there."""
        for finding in self._unsettled([*findings]):
            for test, recording in self._entering[finding]:
                if finding in self._came or self.left() <= 0:
                    break
                found = self._replay.opened(Opening(finding, self._gates[finding], recording), self.left() / 2)
                if found is not None:
                    self._came.add(finding)
                    self._show(replace(found, test=test))

    def _is_enough(self, code: types.CodeType, recording: Recording) -> bool:
        """Whether a function had as many replays as usually show what they can."""
        is_built = recording.is_eager and recording.is_specified
        # The step that Keras itself defines is a different one for each model
        is_one = is_built or self._lines.is_own(code.co_filename)
        return is_one and self._replayed[code, is_built] >= (_ENOUGH if recording.is_eager else 2 * _ENOUGH)

    def _missed(self, code: types.CodeType) -> list[str]:
        """Returns the statements in a function that no replay has come to, as long as it is worth a look whether its calls do."""
        if self._looked[code] >= _LOOKS:
            return []
        return [each for each in self._unsettled(self._lines.findings_in(code)) if each not in self._came]

    def _is_settled(self, code: types.CodeType) -> bool:
        """Whether the replays of a function ran statements, and the session has enough for all of them."""
        known = self._hit[code]
        return sum(self._replayed[code, is_built] for is_built in (False, True)) > 1 and bool(known) and not self._unsettled([*known])

    def _seconds(self, code: types.CodeType, share: float) -> float:
        """Returns the time for a replay: a share of what is left, or twice what was too short for the function; 0 if that is not left."""
        needed = 2 * self._too_short.get(code, 0.0)
        if needed > self.left():
            return 0.0
        return max(self.left() * share, needed)

    def _changed(self, code: types.CodeType, recording: Recording, plain: Replayed) -> Iterator[Replayed]:
        """Yields the replays with a change of what one of its statements reads or writes, if they come to it in the changed call.

        A change may show in what one function returns and not in what another does.
        """
        for change in self._unit.driver.changes:
            reached = any(each.id == change.watch and len(each.running) > CHANGED_CALL and sum(each.running) for each in plain.eager.hits)
            is_new = self._changes[change.watch] < _ENOUGH and (change.watch, code) not in self._changed_in
            if reached and is_new and not plain.graph.ended and self.left() > 0:
                self._changes[change.watch] += 1
                self._changed_in.add((change.watch, code))
                found = self._replay.replayed(recording, self.left() * _REPLAY_SHARE, change)
                if found is not None:
                    yield replace(found, test=change.watch)


def _parts(driver: Driver, importing: Callable[[Callable[[], None]], None]) -> tuple[Callable[[], None], Callable[[], None]]:
    """Returns what runs the imports at the start of a script or notebook, and what runs the rest, or a module, as `__main__`.

    `importing` runs the import statements outside of functions and blocks. The globals stay alive for the replayed functions.
    """
    program, parts = driver.program, list[_Part]()
    if program[0] == "-m":
        sys.path.insert(0, os.getcwd())
        details: Any = runpy
        _, spec, code = details._get_module_details(program[1])
        file, arguments, parts = spec.origin, program[2:], [(False, code)]
    else:
        file, arguments, spec = str(Path(program[0]).resolve()), program[1:], None
        sys.path.insert(0, os.path.dirname(file))
        if driver.source:
            keep_source(file, driver.source)
        parts = _compiled(driver.source or Path(file).read_bytes(), file)
    main = types.ModuleType("__main__")
    vars(main).update(__file__=file, __spec__=spec, __package__=spec.parent if spec else None, __builtins__=__builtins__)
    add_module(main)
    sys.argv = [file, *arguments]

    def run(parts: Sequence[_Part]) -> None:
        for is_import, code in parts:
            (importing if is_import else _now)(lambda code=code: exec(code, vars(main)))  # type: ignore[misc]  # noqa: S102 - the user's program is what is to run

    number = int(bool(parts) and parts[0][0])
    return lambda: run(parts[:number]), lambda: run(parts[number:])


def _now(load: Callable[[], None]) -> None:
    load()


def _compiled(text: str | bytes, file: str) -> list[_Part]:
    """Returns the code of a file in parts: imports, which a docstring may precede, and what is between them."""
    flags = compile(text, file, "exec", dont_inherit=True).co_flags & _FUTURE
    groups = groupby(ast.parse(text, file).body, lambda each: isinstance(each, (ast.Import, ast.ImportFrom)) or _is_text(each))
    return [(is_import, compile(ast.Module([*body], []), file, "exec", flags, dont_inherit=True)) for is_import, body in groups]


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
