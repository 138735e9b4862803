"""Runs drivers of a project's modules in the requested modes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf

from tflint_autograph.confirm.found_programs import Entry
from tflint_autograph.confirm.protocol import CONTROL_SEED, SEED, Driver, Observation, Unit, Watch
from tflint_autograph.confirm.runner import Runner
from tflint_autograph.model.runnable import Runnable


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of each run in seconds and bytes.

    `search`: seconds for extracted and generated calls, per finding. `budget`: seconds for all tests and scripts of the project.
    """

    seconds: float = 60.0
    memory: int = 4 << 30
    search: float = 120.0
    budget: float = 240.0


@dataclass(frozen=True, slots=True)
class Task:
    """A driver of the module at `path`. `made_up`: its arguments were not declared."""

    path: str
    driver: Driver
    made_up: bool = False


class Execution:
    """Runs tasks on the modules of the project below `root`, counting how often the statements in `watches` run."""

    def __init__(self, runner: Runner, root: str, limits: Limits, modules: Mapping[str, Runnable]) -> None:
        self.modules = modules
        self.watches: tuple[Watch, ...] = ()
        self.jobs = runner.jobs
        self._runner = runner
        self._root = root
        self._limits = limits

    def observed(self, tasks: Sequence[Task], mode: str) -> list[Observation]:
        """Returns the observation of each task in a mode: `eager`, `graph`, or `control` (eager with other TensorFlow seeds)."""
        return [seen for (seen,) in self.in_modes(tasks, (mode,))]

    def searched(self, tasks: Sequence[Task], settled: Container[str], wanted: Sequence[Sequence[str]]) -> list[Observation]:
        """Returns the result of each search for arguments; `wanted` are the watches that each is to reach."""
        watches = [tuple(watch for watch in self.watches if watch.id in {*ids}) for ids in wanted]
        units = [
            replace(self._unit(str(index), task, "eager"), watches=watches[index], driver=replace(task.driver, settled=task.path in settled))
            for index, task in enumerate(tasks)
        ]
        found = {seen.id: seen for seen in self._runner.run(units)}
        return [found[unit.id] for unit in units]

    def in_modes(self, tasks: Sequence[Task], modes: Sequence[str]) -> list[tuple[Observation, ...]]:
        """Returns the observations of each task in each of the modes."""
        units = [self._unit(f"{index} {mode}", task, mode) for index, task in enumerate(tasks) for mode in modes]
        found = {seen.id: seen for seen in self._runner.run(units)}
        return [tuple(found[f"{index} {mode}"] for mode in modes) for index in range(len(tasks))]

    def programs(
        self, drivers: Sequence[Driver], folder: str, entries: Sequence[Entry], seconds: float = inf,
        told: Callable[[Observation], Collection[str]] = lambda part: (),
    ) -> list[Observation]:  # fmt: skip
        """Returns the observations of programs, each run in `folder` for at most `seconds`. `told` is that of `Runner.run`."""
        search = tuple(dict.fromkeys(each for module in self.modules.values() for each in module.search))
        units = [
            Unit(
                f"program {index}", "", "", search if driver.is_found else (), self._root, driver, "graph", self.watches,
                min(self._limits.seconds, seconds), self._limits.memory, seed=SEED, folder=driver.folder or folder, entries=tuple(entries),
                for_imports=self._limits.seconds,
            )
            for index, driver in enumerate(drivers)
        ]  # fmt: skip
        found = {seen.id: seen for seen in self._runner.run(units, told)}
        return [found[unit.id] for unit in units]

    def _unit(self, name: str, task: Task, mode: str) -> Unit:
        module = self.modules[task.path]
        return Unit(
            name, module.file, module.module, module.search, self._root, task.driver, "graph" if mode == "graph" else "eager",
            self.watches, self._limits.seconds, self._limits.memory, module.text if module.cells else "",
            CONTROL_SEED if mode == "control" else SEED, late=task.made_up, for_imports=self._limits.seconds,
        )  # fmt: skip
