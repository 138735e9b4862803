"""Caches the results of import components: an edit invalidates only the component of the edited file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping

from tflint_autograph.engine.cache import keys
from tflint_autograph.engine.cache.runs import CachedRun, RunCache, as_bytes
from tflint_autograph.model.record import record

Paths = tuple[str, ...]


@record
class Parting:
    """The number of each file's component, with files in path order."""

    numbers: tuple[int, ...]


class ComponentCache:
    """Results of earlier runs for the components of a project with the same set of files, whatever their content."""

    def __init__(self, cache: RunCache) -> None:
        self._cache = cache
        self._files = cache.files
        self._paths = cache.files.all()
        self._wanted = frozenset(cache.files.wanted)
        self._project = keys.of_parts((cache.settings, as_bytes(self._paths)))

    def islands(self) -> tuple[Paths, ...] | None:
        """Returns the components of the last run, or None if unknown."""
        known = self._cache.get(Parting, f"islands-{self._project}")
        if known is None or len(known.numbers) != len(self._paths):
            return None
        found: defaultdict[int, list[str]] = defaultdict(list)
        for path, number in zip(self._paths, known.numbers, strict=True):
            found[number].append(path)
        return tuple(sorted(map(tuple, found.values())))

    def load(self, island: Paths) -> CachedRun | None:
        """Returns the cached result of a component with the current content of its files, or None."""
        return self._cache.get(CachedRun, self._name(island))

    def save(self, islands: Collection[Paths], seen: Mapping[Paths, CachedRun], known: Collection[Paths]) -> None:
        """Stores the components and new results. Results of the `known` components are stored already."""
        for island in known:
            self._cache.rely(island)
        if seen:
            numbers = {path: number for number, island in enumerate(islands) for path in island}
            self._cache.put(f"islands-{self._project}", Parting(tuple(numbers[path] for path in self._paths)))
        names = [self._name(island) for island in known]
        for island, what in seen.items():
            if self._cache.lasts(what.looked) and self._cache.stand(island):
                names.append(self._name(island))
                self._cache.put(names[-1], what)
        if len(names) == len(known) + len(seen):
            self._cache.islands = tuple(sorted(names))

    def _name(self, island: Paths) -> str:
        wanted = [path for path in island if path in self._wanted]
        digests = as_bytes(self._cache.digests[path] for path in island)
        asked = (wanted, sorted(self._files.named.intersection(island)), island)
        return f"island-{keys.of_parts((self._project.encode(), *map(as_bytes, asked), digests))}"
