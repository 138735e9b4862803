"""One unit from its import to its last call, in a forked process of its own. Judges nothing."""

from __future__ import annotations

import importlib
import importlib.util
import linecache
import sys
import types
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from tflint_autograph.confirm.probe.changing import Changing
from tflint_autograph.confirm.probe.driving import Plan, Undrivable, driven
from tflint_autograph.confirm.probe.generated import generated
from tflint_autograph.confirm.probe.lines import Lines
from tflint_autograph.confirm.probe.modes import eagerly, prepare, seed
from tflint_autograph.confirm.probe.output import Output
from tflint_autograph.confirm.probe.program import run_program
from tflint_autograph.confirm.probe.traces import Traces
from tflint_autograph.confirm.probe.values import describe
from tflint_autograph.confirm.probe.watcher import Watcher
from tflint_autograph.confirm.protocol import CHANGED_CALL, Generated, Observation, Unit


def run(unit: Unit, folder: Path, tell: Callable[[Observation], None]) -> Observation:
    """Import the module, make the calls, and say what was seen; stops at the first exception (CONFIRM.md 2).

    `tell` is given what is known before the end, should the user's code not let it come to that.
    """
    lines = Lines(unit.root, unit.watches)
    output = Output(lines, folder)
    traces = Traces(lines)
    sys.path[:0] = unit.search
    prepare(unit.mode, lines, unit.seed)
    traces.start()
    lines.start(describe)
    output.start()
    if unit.driver.program:
        return run_program(unit, lines, output, traces, tell)
    watcher = Watcher(lines, output, unit.memory)
    with eagerly() if unit.driver.settled else nullcontext():
        module = watcher.call(lambda: _import(unit))
    plan = Plan((), ())
    changed = ""
    made: tuple[Generated, ...] = ()
    ended = ""
    if watcher.calls[-1].raised is None and unit.driver.target:
        try:
            if unit.driver.generated:
                made = generated(module, unit.driver.target, lines)
            else:
                plan = driven(unit, module, lines)
                changed = _drive(unit, plan, watcher)
        except Undrivable as error:
            ended = str(error)
    lines.stop()
    return Observation(
        unit.id, ended, tuple(watcher.calls), output.written(), tuple(traces.made), lines.hits(len(watcher.calls)),
        tuple(output.warnings), plan.inputs, changed, made, holder=plan.holder,
    )  # fmt: skip


def _drive(unit: Unit, plan: Plan, watcher: Watcher) -> str:
    """Make the calls of the driver, up to the first that raises; what was changed."""
    changing = Changing(unit.driver.change) if unit.driver.change else None
    if changing:
        watcher.lines.met = changing.met
    changed = ""
    for number, make in enumerate(plan.calls, 1):
        seed(unit.seed)
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
    """Import the user's module, from its real file, or a notebook's from the text of its cells."""
    if unit.source:
        return _run_notebook(unit)
    if _is_found(unit):
        return importlib.import_module(unit.module)
    file = Path(unit.file)
    spec = importlib.util.spec_from_file_location(file.stem, file)
    if spec is None or spec.loader is None:
        raise ImportError(f"cannot import {file}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[file.stem] = module
    spec.loader.exec_module(module)
    return module


def _run_notebook(unit: Unit) -> Any:
    """A module of the cells; Python's cache of source lines gives AutoGraph their text under the notebook's name."""
    module = types.ModuleType(Path(unit.file).stem)
    module.__file__ = unit.file
    sys.modules[module.__name__] = module
    linecache.cache[unit.file] = (len(unit.source), None, unit.source.splitlines(keepends=True), unit.file)
    exec(compile(unit.source, unit.file, "exec"), module.__dict__)  # noqa: S102 - the user's cells are what is to run
    return module


def _is_found(unit: Unit) -> bool:
    """Whether an import of the module's name gives this file; importing its packages is part of importing it."""
    spec = importlib.util.find_spec(unit.module) if unit.module else None
    return spec is not None and spec.origin is not None and Path(spec.origin).resolve() == Path(unit.file).resolve()
