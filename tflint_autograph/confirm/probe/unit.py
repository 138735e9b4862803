"""Runs one unit, from import to last call, in its own forked process."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
import types
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from tflint_autograph.confirm.probe.calls.changing import Changing
from tflint_autograph.confirm.probe.calls.driving import Plan, Undrivable, driven
from tflint_autograph.confirm.probe.calls.generated import generated
from tflint_autograph.confirm.probe.calls.switching import eagerly
from tflint_autograph.confirm.probe.instrumentation.endless import Deadline
from tflint_autograph.confirm.probe.instrumentation.formatting import Formatting
from tflint_autograph.confirm.probe.instrumentation.output import OutputCapture
from tflint_autograph.confirm.probe.instrumentation.touches import Touches
from tflint_autograph.confirm.probe.instrumentation.traces import Traces
from tflint_autograph.confirm.probe.instrumentation.watcher import Watcher
from tflint_autograph.confirm.probe.replaying.bypassing import bypassed
from tflint_autograph.confirm.probe.replaying.modes import EqualDraws, prepare, seed
from tflint_autograph.confirm.probe.replaying.program import run_program
from tflint_autograph.confirm.probe.state.holders import add_module, own_modules
from tflint_autograph.confirm.probe.state.lines import LineCounter, keep_source
from tflint_autograph.confirm.probe.state.missing import MissingModules
from tflint_autograph.confirm.probe.state.uninstalled import ShadowedFolders, UninstalledProject
from tflint_autograph.confirm.probe.state.values import describe
from tflint_autograph.confirm.protocol import CHANGED_CALL, Generated, Observation, Unit


def run(unit: Unit, folder: Path, tell: Callable[[Observation], None], begin: Callable[[], None]) -> Observation:
    """Imports the module, makes the calls, and returns the observation; stops at the first exception (CONFIRM.md 2).

    `tell` gets what is known early, in case the user's code ends the process. `begin` is called after the imports. The process ends when the unit's time is over.
    """
    eyes = _Eyes(unit, folder, tell, begin)
    sys.path[:0] = unit.search
    sys.meta_path += [ShadowedFolders(unit.search), UninstalledProject(unit.search)]
    prepare(unit.mode, eyes.lines, unit.seed)
    eyes.open()
    if unit.driver.program:
        return run_program(unit, folder, eyes.lines, eyes.output, eyes.traces, eyes.formatting, tell, begin)
    eyes.deadline.start(unit.for_imports)
    eyes.touches.start()
    shown = _shown(unit, eyes.watcher, eyes.begin)
    eyes.close()
    seen = eyes.seen(shown)
    raised = [each.raised for each in seen.calls]
    if unit.mode == "eager" or shown.ended or unit.driver.change or unit.driver.vary or len(raised) < 2 or raised[-1] is None:
        return seen
    return replace(seen, bypassed=bypassed(eyes.lines, shown.plan.calls[: len(raised) - 1], unit.seconds / 2))


class UnitReport(NamedTuple):
    """What was called, what the driver changed, the requested code, and why nothing could be called.

    `unmade`: there is no object to call it on. `imported` are the user's files that were imported, `missing`
    the packages that cannot be imported.
    """

    plan: Plan = Plan((), ())
    changed: str = ""
    generated: tuple[Generated, ...] = ()
    ended: str = ""
    unmade: bool = False
    imported: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


class _Eyes:
    """All observers of a unit, and what they have recorded."""

    def __init__(self, unit: Unit, folder: Path, tell: Callable[[Observation], None], begin: Callable[[], None]) -> None:
        self.unit = unit
        self.lines = LineCounter(unit.root, unit.watches)
        self.output = OutputCapture(self.lines, folder)
        self.traces = Traces(self.lines)
        self.formatting = Formatting(self.lines)
        self.touches = Touches(self.lines)
        self.watcher = Watcher(self.lines, self.output, self.traces, unit.memory, touches=self.touches)
        self.deadline = Deadline(self.lines, self._over)
        self._tell = tell
        self._begin = begin
        self._begun = False

    def open(self) -> None:
        """Starts observing traces, lines and output."""
        self.traces.start()
        self.lines.start(describe, late=self.unit.late)
        self.output.start()
        self.formatting.start()

    def close(self) -> None:
        """Stops observing."""
        self.deadline.stop()
        self.touches.stop()
        self.lines.stop()

    def seen(self, shown: UnitReport) -> Observation:
        """Returns everything observed so far."""
        return Observation(
            self.unit.id, shown.ended, tuple(self.watcher.calls), self.output.written(), tuple(self.traces.made),
            self.lines.hits(self.lines.call + 1), tuple(self.output.warnings), shown.plan.inputs, shown.changed,
            shown.generated, holder=shown.plan.holder, touched=self.touches.made(),
            standing=tuple(self.deadline.looks) if shown.ended else (), wrapped=shown.plan.wraps,
            varied=self.unit.driver.vary == "values", kinds=shown.plan.kinds, more=shown.plan.more, unmade=shown.unmade, imported=shown.imported,
            formatted=self.formatting.made(), missing=shown.missing, dropped=self.traces.dropped(), files=shown.plan.files,
        )  # fmt: skip

    def begin(self) -> None:
        """Begins the time of the calls."""
        self._begin()
        self._begun = True
        self.deadline.start(self.unit.seconds)

    def _over(self) -> None:
        self.lines.stop()
        self._tell(self.seen(UnitReport(ended=self.unit.overdue(begun=self._begun))))
        os._exit(0)


def _shown(unit: Unit, watcher: Watcher, begin: Callable[[], None]) -> UnitReport:
    """Imports the module and runs the driver, or returns why that is impossible."""
    missing = MissingModules(watcher.lines.is_own)
    # What a module computes with a missing one while it is imported shows nothing: only later calls may do without
    load = partial(missing.imported, partial(_import, unit)) if unit.late else partial(_import, unit)
    with eagerly() if unit.driver.settled else nullcontext():
        module = watcher.call(load)
    begin()
    if watcher.calls[-1].raised is not None or not unit.driver.target:
        return UnitReport(imported=_own_files(watcher.lines))
    if unit.late and (unit.driver.calls or unit.driver.borrowed):
        watcher.lines.count()
    try:
        if unit.driver.generated:
            return UnitReport(generated=generated(module, unit.driver.target, watcher.lines))
        plan = driven(unit, module, watcher.lines)
        draws = EqualDraws(watcher.lines)
        with draws.drawing():
            return UnitReport(plan, _drive(unit, plan, watcher, draws), missing=tuple(missing.names))
    except Undrivable as error:
        return UnitReport(Plan((), (), kinds=error.kinds), ended=str(error), unmade=error.unmade)


def _own_files(lines: LineCounter) -> tuple[str, ...]:
    """Returns the files of the imported user modules."""
    return tuple(sorted({str(module.__file__) for _, module in own_modules(lines)}))


def _drive(unit: Unit, plan: Plan, watcher: Watcher, draws: EqualDraws) -> str:
    """Makes the calls of the driver, up to the first that raises. Returns what was changed."""
    changing = Changing(unit.driver.change, watcher.lines) if unit.driver.change else None
    if changing:
        watcher.lines.met = changing.met
    changed = ""
    # No module refers to an object that was made for the calls
    watcher.also = {"self": plan.held} if plan.held is not None else {}
    for number, make in enumerate(plan.calls, 1):
        seed(unit.seed)
        draws.begin()
        changes = changing and number == CHANGED_CALL
        if changing and changes:
            changed = changing.apply()
        watcher.call(make)
        if changing and changes:
            changing.restore()
        if watcher.calls[-1].raised is not None:
            break
    return changed


def _import(unit: Unit) -> Any:
    """Imports the user's module from its file, or a notebook from the text of its cells."""
    if unit.source:
        return _run_notebook(unit)
    if _is_found(unit):
        return importlib.import_module(unit.module)
    file = Path(unit.file)
    spec = importlib.util.spec_from_file_location(file.stem, file)
    if spec is None or spec.loader is None:
        raise ImportError(f"cannot import {file}")
    module = importlib.util.module_from_spec(spec)
    add_module(module)
    spec.loader.exec_module(module)
    return module


def _run_notebook(unit: Unit) -> Any:
    """Returns a module made from the cells."""
    module = types.ModuleType(Path(unit.file).stem)
    module.__file__ = unit.file
    add_module(module)
    keep_source(unit.file, unit.source)
    exec(compile(unit.source, unit.file, "exec"), module.__dict__)  # noqa: S102 - the user's cells are what is to run
    return module


def _is_found(unit: Unit) -> bool:
    """Whether importing the module's name finds this file. Importing its packages is part of that.

    The name of a file such as `show.pct.py` has the form of one in a package that does not exist.
    """
    is_name = Path(unit.file).stem.isidentifier()
    spec = importlib.util.find_spec(unit.module) if unit.module and is_name else None
    return spec is not None and spec.origin is not None and Path(spec.origin).resolve() == Path(unit.file).resolve()
