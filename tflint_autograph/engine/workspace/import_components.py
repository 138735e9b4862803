"""Finds the connected components of the import graph of a project, without parsing.

No file of a component imports, or is imported by, a file outside it. Components are therefore analysed independently, one after the other
or in different processes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache

from tflint_autograph.engine.workspace.files import Files
from tflint_autograph.project.index.modules import Joined, ModuleIndex
from tflint_autograph.source.text import SourceError

LEAST = 1 << 20
"""Bytes of relevant files below which a project is not split. The smallest components are joined up to a quarter of it."""

Islands = tuple[tuple[str, ...], ...]
"""The paths of each component in order; the components in the order of their first paths."""


class ComponentIndex(ModuleIndex):
    """The module index as one component sees it. `beyond` are files outside of it that were looked up."""

    def __init__(self, whole: ModuleIndex, own: Iterable[str]) -> None:
        self.paths, self.starts, self.package, self._by_tail = whole.paths, whole.starts, whole.package, whole._by_tail
        self._frameworks = whole._frameworks
        self.own = frozenset(own)
        self.beyond: set[str] = set()
        self.ending = whole.ending
        self.nearest = cache(self._nearest)

    def _nearest(self, dotted: str, folder: str) -> str | None:
        found = super()._nearest(dotted, folder)
        if found is None or found in self.own:
            return found
        # The islands turn out to be one: what is said of this one is not used.
        self.beyond.add(found)
        return None


def islands(files: Files, index: ModuleIndex) -> Islands:
    """Returns the components of all files, with those too small for a run of their own joined."""
    sizes: dict[str, int] = {}
    whole, waiting = 0, iter(files.all())
    for path in waiting:
        sizes[path] = weight(files, index, path)
        whole += sizes[path]
        if whole >= LEAST:
            break
    else:
        return (files.all(),)
    files.forget()
    first, joined, imported = tuple(sizes), Joined(), Imports(index)
    for path in waiting:
        for target in imported.of_file(path, files.looked(path)):
            joined.join(path, target)
        sizes[path] = weight(files, index, path)
    for path in sizes:
        joined.join(index.outermost(path), path)
    # Files read before it was known that there may be several components are read again.
    for importer, target in imported.of(files, first):
        joined.join(importer, target)
    index.forget()
    return _gathered(joined.sets(), sizes)


def weight(files: Files, index: ModuleIndex, *paths: str) -> int:
    """Returns the total bytes of those of the files that are always read."""
    return sum(files.size(path) for path in paths if files.is_relevant(path) and not index.is_framework(path))


def together(known: Islands, pairs: Iterable[tuple[str, str]]) -> Islands:
    """Returns the components after joining each of these pairs of files."""
    first = {path: island[0] for island in known for path in island}
    apart = [(one, two) for one, two in pairs if first[one] != first[two]]
    if not apart:
        return known
    joined = Joined()
    for path, other in (*first.items(), *apart):
        joined.join(other, path)
    return tuple(joined.sets())


# Files of a folder come one after the other and import much the same: what they found need not stay for all the run.
_REMEMBERED = 256


class Imports:
    """Finds which files of a project a file may import."""

    def __init__(self, index: ModuleIndex) -> None:
        self._index = index
        self._nearest = lru_cache(_REMEMBERED)(index._nearest)
        self._known: dict[tuple[str, str], tuple[str, ...]] = {}
        self._inside: defaultdict[str, list[str]] = defaultdict(list)
        self._bare: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
        for path in index.paths:
            self._inside[path.rpartition("/")[0]].append(path)
        for folder in self._inside:
            names = folder.split("/") if folder else []
            for depth, name in enumerate(names, 1):
                if not index.is_package_folder("/".join(names[:depth])):
                    self._bare[name].append((folder, ".".join(names[depth:])))

    def of(self, files: Files, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Yields each of the paths with the files it may import."""
        for path in paths:
            yield from ((path, target) for target in self.of_file(path, _bytes(files, path)))

    def of_file(self, path: str, data: bytes) -> Iterator[str]:
        """Yields the files that a file with these bytes may import."""
        from tflint_autograph.engine.workspace.import_names import imports  # most projects are too small to be parted

        for dotted in imports(data) if not self._index.is_framework(path) else ():
            yield from self._files(dotted, path.rpartition("/")[0])

    def _files(self, dotted: str, folder: str) -> tuple[str, ...]:
        """Returns the cached result of `_find_files`. A plain dict, since an `lru_cache` would keep this object alive."""
        asked = dotted, folder
        if asked not in self._known:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            self._known[asked] = self._find_files(dotted, folder)
        return self._known[asked]

    def _find_files(self, dotted: str, folder: str) -> tuple[str, ...]:
        """Returns the file of a module, or of the module that contains its last parts; for a folder without `__init__.py` all files below.

        The result is the same for all files of the importing folder.
        """
        name = dotted
        while name:
            found = self._nearest(name, folder)
            if found is not None:
                return (found,)
            name = name.rpartition(".")[0]
        below = self._below(dotted.rpartition(".")[2])
        return tuple(path for path, inner in below if self._nearest(f"{dotted}.{inner}", folder) == path)

    def _below(self, name: str) -> Iterator[tuple[str, str]]:
        """Yields the files below folders of this name without `__init__.py`, each with its dotted name from there."""
        for folder, inner in self._bare.get(name, ()):
            for path in self._inside[folder]:
                stem = path.rpartition("/")[2].rpartition(".")[0]
                yield path, f"{inner}.{stem}".removesuffix(".__init__") if inner else stem


def _bytes(files: Files, path: str) -> bytes:
    try:
        return files.data(path)
    except SourceError:
        return b""


def _gathered(found: Iterable[tuple[str, ...]], sizes: dict[str, int]) -> Islands:
    """Joins small components, in the order of their first paths, and those without relevant files.

    No more are joined, since joined components are analysed together after an edit.
    """
    large: list[tuple[str, ...]] = []
    small: list[tuple[str, ...]] = []
    idle: list[tuple[str, ...]] = []
    weight, enough = 0, LEAST // 4
    for island in found:
        own = sum(sizes[path] for path in island)
        if own >= enough:
            large.append(island)
            continue
        (small if own else idle).append(island)
        weight += own
        if weight >= enough:
            large.append(_one(small))
            small, weight = [], 0
    return tuple(sorted((*large, *(_one(several) for several in (small, idle) if several))))


def _one(several: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(sorted(path for island in several for path in island))
