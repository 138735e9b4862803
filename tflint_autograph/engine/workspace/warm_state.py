"""What stays in memory of a project that is looked at again and again, island by island. Looks at none itself."""

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
    """What the last look at an island has left, and the index of all files as the island sees it."""

    memory: Memory
    index: ComponentIndex


class WarmState:
    """The residents by the paths of their islands. `most` is how many there can be, those looked at last; else all stay.

    With `forgives`, as for code that is being typed, the last facts of a file represent it while it is broken.
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
        """Whether every island that is looked at stays; what another process works out can not."""
        return self._most is None

    @property
    def paths(self) -> tuple[Paths, ...]:
        """The islands of which something is kept, the one looked at last at the end."""
        return tuple(self._residents)

    @property
    def kept(self) -> int:
        """How many answers and steps the next runs may know."""
        return sum(len(resident.memory.answers) for resident in self._residents.values())

    def copy(self) -> WarmState:
        """Residents that know the same and go their own way from here."""
        other = WarmState(forgives=self._forgives, most=self._most)
        other._paths, other._index, other._imports, other._islands = self._paths, self._index, self._imports, self._islands
        for island, resident in self._residents.items():
            other._residents[island] = WarmProject(resident.memory.copy(), resident.index)
        return other

    def index(self, paths: Paths, source_roots: Paths, package: str) -> ModuleIndex:
        """The index of these files; no answer is good any more when they are others than last time."""
        if self._index is None or self._paths != paths:
            self._paths, self._index = paths, ModuleIndex(paths, source_roots, package)
            self._imports = self._islands = None
            for island, resident in self._residents.items():
                resident.memory.let_go()
                self._residents[island] = WarmProject(resident.memory, ComponentIndex(self._index, island))
        return self._index

    def islands(self, files: Buffers, source_roots: Paths, package: str) -> Islands:
        """The islands of these files, as they are after the edits since the last time."""
        index, edited = self.index(files.all(), source_roots, package), files.edits()
        if self._islands is None:
            self._islands = islands(files, index)
        elif edited:
            self._imports = self._imports or Imports(index)
            self._islands = together(self._islands, self._imports.of(files, edited))
        return self._islands

    def settle(self, seen: Collection[Paths]) -> None:
        """Know that islands have turned out to be one: these are some of those that there are."""
        if self._islands is not None and not set(self._islands).issuperset(seen):
            self._islands = together(self._islands, ((island[0], path) for island in seen for path in island))

    def of(self, island: Paths, *, alone: bool) -> WarmProject | None:
        """The resident of an island; where there can be only some, None unless it is looked at `alone`, after an edit."""
        if self._index is None or (self._most is not None and not alone):
            return None
        known = self._residents.pop(island, None)
        # The last in the table is the one looked at last.
        found = self._residents[island] = known or WarmProject(self._memory(island), ComponentIndex(self._index, island))
        while self._most is not None and len(self._residents) > self._most:
            del self._residents[next(iter(self._residents))]
        return found

    def _memory(self, island: Paths) -> Memory:
        """The memory of a new island: those with files of it are no islands any more, but their files are known."""
        memory, own = Memory(forgives=self._forgives), frozenset(island)
        for old in [old for old in self._residents if not own.isdisjoint(old)]:
            memory.join(self._residents.pop(old).memory)
        return memory

    def forget(self, path: str) -> None:
        """Forget a file that is gone."""
        for resident in self._residents.values():
            resident.memory.forget(path)
