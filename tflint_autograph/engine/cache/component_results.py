"""What has been seen of islands: an edit makes a run look again at the island of the file. Looks at none itself."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping

from tflint_autograph.engine.cache import keys
from tflint_autograph.engine.cache.runs import CachedRun, RunCache, as_bytes
from tflint_autograph.model.record import record

Paths = tuple[str, ...]


@record
class Parting:
    """The number of the island of each file, the files in the order of their paths."""

    numbers: tuple[int, ...]


class ComponentCache:
    """What earlier runs have seen of the islands of a project with the same files, whatever these held then."""

    def __init__(self, cache: RunCache) -> None:
        self._cache = cache
        self._files = cache.files
        self._paths = cache.files.all()
        self._wanted = frozenset(cache.files.wanted)
        self._project = keys.of_parts((cache.settings, as_bytes(self._paths)))

    def islands(self) -> tuple[Paths, ...] | None:
        """The islands as they were seen last; None when they are not known."""
        known = self._cache.get(Parting, f"islands-{self._project}")
        if known is None or len(known.numbers) != len(self._paths):
            return None
        found: defaultdict[int, list[str]] = defaultdict(list)
        for path, number in zip(self._paths, known.numbers, strict=True):
            found[number].append(path)
        return tuple(sorted(map(tuple, found.values())))

    def load(self, island: Paths) -> CachedRun | None:
        """What an island has shown when its files held what they hold now."""
        return self._cache.get(CachedRun, self._name(island))

    def save(self, islands: Collection[Paths], seen: Mapping[Paths, CachedRun], known: Collection[Paths]) -> None:
        """Keep what the islands are, and what some of them have shown just now; the `known` ones were kept before."""
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
