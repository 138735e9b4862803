"""Keeps the analysis results of a project in memory between runs, by import component."""

from __future__ import annotations

from collections.abc import Collection

from tflint_autograph.engine.workspace.buffers import Buffers
from tflint_autograph.engine.workspace.import_components import ComponentIndex, Imports, Islands, islands, together
from tflint_autograph.engine.workspace.memory import Memory
from tflint_autograph.model.record import record
from tflint_autograph.project.index.modules import ModuleIndex

Paths = tuple[str, ...]


@record
class WarmProject:
    """The warm state of one component, and the index of all files as it sees it."""

    memory: Memory
    index: ComponentIndex


class WarmState:
    """The warm projects by the paths of their components. `most` limits their number, keeping the most recent; else all stay.

    With `forgives`, for code being typed, a file with a syntax error keeps its last facts.
    """

    def __init__(self, *, forgives: bool = False, most: int | None = None) -> None:
        self._forgives = forgives
        self._most = most
        self._paths: Paths = ()
        self._index: ModuleIndex | None = None
        self._imports: Imports | None = None
        self._islands: Islands | None = None
        self._residents: dict[Paths, WarmProject] = {}

    @property
    def all_stay(self) -> bool:
        """Whether every analysed component stays in memory, which rules out other processes."""
        return self._most is None

    @property
    def paths(self) -> tuple[Paths, ...]:
        """The components with warm state, the most recent last."""
        return tuple(self._residents)

    @property
    def kept(self) -> int:
        """Returns how many results the next run can reuse."""
        return sum(len(resident.memory.answers) for resident in self._residents.values())

    def copy(self) -> WarmState:
        """Returns an independent copy."""
        other = WarmState(forgives=self._forgives, most=self._most)
        other._paths, other._index, other._imports, other._islands = self._paths, self._index, self._imports, self._islands
        for island, resident in self._residents.items():
            other._residents[island] = WarmProject(resident.memory.copy(), resident.index)
        return other

    def index(self, paths: Paths, source_roots: Paths, package: str) -> ModuleIndex:
        """Returns the module index of these files. A different set of files invalidates all results."""
        if self._index is None or self._paths != paths:
            self._paths, self._index = paths, ModuleIndex(paths, source_roots, package)
            self._imports = self._islands = None
            for island, resident in self._residents.items():
                resident.memory.let_go()
                self._residents[island] = WarmProject(resident.memory, ComponentIndex(self._index, island))
        return self._index

    def islands(self, files: Buffers, source_roots: Paths, package: str) -> Islands:
        """Returns the components of these files after the edits since the last call."""
        index, edited = self.index(files.all(), source_roots, package), files.edits()
        if self._islands is None:
            self._islands = islands(files, index)
        elif edited:
            self._imports = self._imports or Imports(index)
            self._islands = together(self._islands, self._imports.of(files, edited))
        return self._islands

    def settle(self, seen: Collection[Paths]) -> None:
        """Records that components have turned out to be one: `seen` are some of the current components."""
        if self._islands is not None and not set(self._islands).issuperset(seen):
            self._islands = together(self._islands, ((island[0], path) for island in seen for path in island))

    def of(self, island: Paths, *, alone: bool) -> WarmProject | None:
        """Returns the warm project of a component. If their number is limited, None unless it is analysed `alone`, after an edit."""
        if self._index is None or (self._most is not None and not alone):
            return None
        known = self._residents.pop(island, None)
        # The last in the table is the most recent one.
        found = self._residents[island] = known or WarmProject(self._memory(island), ComponentIndex(self._index, island))
        while self._most is not None and len(self._residents) > self._most:
            del self._residents[next(iter(self._residents))]
        return found

    def _memory(self, island: Paths) -> Memory:
        """Returns the memory for a new component, with the files of the former components it replaces."""
        memory, own = Memory(forgives=self._forgives), frozenset(island)
        for old in [old for old in self._residents if not own.isdisjoint(old)]:
            memory.join(self._residents.pop(old).memory)
        return memory

    def forget(self, path: str) -> None:
        """Forgets a deleted file."""
        for resident in self._residents.values():
            resident.memory.forget(path)
