"""Analyses each connected component of the import graph, in this process or in several.

The results of a component are released before the next is read, so that memory use is bounded by the largest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from tflint_autograph.engine.analysis.component import analyse_component
from tflint_autograph.engine.analysis.cores import islanders
from tflint_autograph.engine.analysis.progress import Progress, untold
from tflint_autograph.engine.analysis.run import AnalysisRun
from tflint_autograph.engine.results import AnalysisResult, merged
from tflint_autograph.engine.workspace.import_components import (
    ComponentIndex,
    Imports,
    Islands,
    islands,
    together,
    weight,
)
from tflint_autograph.model.record import record
from tflint_autograph.project.index.modules import ModuleIndex
from tflint_autograph.project.queries.memo import NeedsFullVerification

if TYPE_CHECKING:
    from tflint_autograph.engine.cache.component_results import ComponentCache
    from tflint_autograph.engine.cache.runs import CachedRun
    from tflint_autograph.engine.workspace.warm_state import WarmProject


@record
class Component:
    """The result of one component: which of its files others depend on, and which files outside it.

    `parsed` counts files, `lines` those parsed with libcst; `phases` are seconds.
    """

    looked: AnalysisResult
    asked: frozenset[str]
    beyond: frozenset[str] = frozenset()
    parsed: int = 0
    lines: int = 0
    phases: tuple[tuple[str, float], ...] = ()

    def kept(self) -> CachedRun:
        """Returns what a cache stores of the result."""
        from tflint_autograph.engine.cache.runs import CachedRun

        return CachedRun(self.looked, tuple(sorted(self.asked)))


Seen = dict[tuple[str, ...], Component]
"""The results, by the paths of the component."""


def look(run: AnalysisRun, known: Islands | None = None, cache: ComponentCache | None = None) -> Seen:
    """Analyses each component with a wanted file. `known` are the components, if known; `cache` has results of earlier runs."""
    make = ModuleIndex if run.residents is None else run.residents.index
    index = make(run.files.all(), run.settings.source_roots, run.settings.package)
    done: Seen = {}
    if cache is None:
        found = known or islands(run.files, index)
    else:
        found, done = _remembered(run, index, cache)
    kept = tuple(done)
    while True:
        wanted = set(run.files.wanted)
        left = [island for island in found if island not in done and not wanted.isdisjoint(island)]
        done.update(_all(run, left, index))
        pairs = [(island[0], path) for island, what in done.items() for path in what.beyond]
        if not pairs:
            break
        found = together(found, pairs)
        done = {island: what for island, what in done.items() if island in found}
    if cache is not None and len(found) > 1:
        fresh = {island: what.kept() for island, what in done.items() if island not in kept}
        cache.save(found, fresh, [island for island in kept if island in done])
    return {island: done[island] for island in found if island in done}


def _remembered(run: AnalysisRun, index: ModuleIndex, cache: ComponentCache) -> tuple[Islands, Seen]:
    """Returns the current components, and the cached results of those that have not changed."""
    old = cache.islands()
    if old is None:
        return islands(run.files, index), {}
    seen = {island: what for island in old if (what := cache.load(island)) is not None}
    # What has changed may import something else now; what has not imports what it did.
    changed = (path for island in old if island not in seen for path in island)
    found = together(old, Imports(index).of(run.files, changed))
    done = {island: Component(seen[island].looked, frozenset(seen[island].asked)) for island in found if island in seen}
    return found, done


def result(run: AnalysisRun, seen: Seen) -> AnalysisResult:
    """Joins the results of all components into one."""
    run.parsed += sum(island.parsed for island in seen.values())
    run.cst_lines += sum(island.lines for island in seen.values())
    phases: Counter[str] = Counter()
    for island in seen.values():
        phases.update(dict(island.phases))
    run.phases += phases.items()
    # What kept files from being found is known to the run alone.
    return merged((*(island.looked for island in seen.values()), AnalysisResult({}, run.files.problems, {}, 0, 0, ())))


def _all(run: AnalysisRun, left: Sequence[tuple[str, ...]], index: ModuleIndex) -> Seen:
    """Returns the results of these components, from other processes if there is enough work."""
    sizes = {island: weight(run.files, index, *island) for island in left}
    count = min(islanders(run.settings.jobs, sum(sizes.values())), len(left)) if not run.strict else 1
    if count < 2 or (run.residents is not None and run.residents.all_stay):
        # The largest first, while no other has left gaps in the memory that it takes.
        return _one_by_one(run, sorted(left, key=lambda island: (-sizes[island], island)), index)
    # A component larger than its share would delay all others: its rules are distributed after the others are done.
    large = [island for island in left if sizes[island] * count > sum(sizes.values())]
    small = sorted((island for island in left if island not in large), key=lambda island: (-sizes[island], island))
    from tflint_autograph.engine.analysis.forks import each

    # Each child imports the rules itself, after its first program is built, so that they use memory that is free by then.
    done = dict(zip(small, each(_working(run, index), small, count), strict=True))
    seen = {island: what for island, what in done.items() if what is not None}
    # What killed its process is found in this one, file by file.
    again = [island for island in left if island not in seen]
    return seen | _one_by_one(run, again, index)


def _one_by_one(run: AnalysisRun, left: Sequence[tuple[str, ...]], index: ModuleIndex) -> Seen:
    seen, done = {}, 0
    total = sum(map(len, left))
    for island in left:
        if len(left) > 1:
            run.progress("Looking at files", done, total)
        seen[island] = _look_at(run, island, index, alone=len(left) == 1)
        done += len(island)
    return seen


def _working(run: AnalysisRun, index: ModuleIndex) -> Callable[[tuple[str, ...]], Component]:
    def work(island: tuple[str, ...]) -> Component:
        return _look_at(run, island, index, alone=False, jobs="1")

    return work


def _look_at(run: AnalysisRun, island: tuple[str, ...], index: ModuleIndex, *, alone: bool, jobs: str | None = None) -> Component:
    """Reads, traces and checks one component, and releases its state unless the next run may reuse it."""
    progress = run.progress if alone else untold
    resident = run.residents.of(island, alone=alone) if run.residents is not None else None
    if resident is not None:
        return _look_again(run, island, resident, progress)
    own = ComponentIndex(index, island)
    part = run.part(run.files.part(own.own), own, jobs=jobs, progress=progress)
    seen = _seen(part, analyse_component(part), own)
    part.let_go()
    return seen


def _look_again(run: AnalysisRun, island: tuple[str, ...], resident: WarmProject, progress: Progress) -> Component:
    """Analyses one component from the warm state of the last run, and keeps its own for the next one."""
    own, memory = resident.index, resident.memory

    def looked() -> AnalysisResult:
        # What another process works out would be lost.
        part = run.parts[island] = run.part(run.files.part(own.own), own, memory=memory, jobs="1", progress=progress)
        return analyse_component(part)

    try:
        found = looked()
    except NeedsFullVerification:
        memory.readers = None
        found = looked()
    run.parts[island].keep()
    return _seen(run.parts[island], found, own)


def _seen(part: AnalysisRun, looked: AnalysisResult, own: ComponentIndex) -> Component:
    asked = part.program.project.asked() if part.is_built else frozenset[str]()
    return Component(looked, asked, frozenset(own.beyond), part.parsed, part.cst_lines, tuple(part.phases))
