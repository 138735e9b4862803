"""Caches whole runs: if no file of the project has changed, nothing is analysed again."""

from __future__ import annotations

import os
import time
from collections.abc import Collection, Iterable
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from tflint_autograph.config.settings import Settings
from tflint_autograph.engine.cache import keys
from tflint_autograph.engine.cache.codec import Foreign, decode, encode
from tflint_autograph.engine.cache.digests import Digests, Signs
from tflint_autograph.engine.cache.store import Store
from tflint_autograph.engine.results import AnalysisResult, merged
from tflint_autograph.engine.workspace.files import Files
from tflint_autograph.model.finding import ProblemKind
from tflint_autograph.model.record import record

if TYPE_CHECKING:
    from tflint_autograph.engine.workspace.import_components import Imports

FOLDER = ".tflint_autograph_cache"
SHARE = 10
"""The cache is limited to this fraction of the size of the sources, a tenth,"""
LEAST = 1 << 20
"""or to this many bytes if the sources are small."""

T = TypeVar("T")


def folder(settings: Settings) -> str:
    """Returns the absolute path of the cache folder: the configured one, else one in the root."""
    if not settings.cache_dir:
        return os.path.join(settings.root, FOLDER)
    return os.path.abspath(settings.base("cache-dir") / settings.cache_dir)


@record
class Told:
    """What `Digests` stores for the next run."""

    files: dict[str, str]


@record
class Untouched:
    """The entry with the result of a run, valid as long as the files have these signs."""

    run: str
    signs: str


@record
class Last:
    """The newest run of a kind: the entry with its result, a digest of the files it depends on, and of each other file."""

    run: str
    asked: str
    unasked: dict[str, str]


@record
class CachedRun:
    """The result of a component, and the files it depends on."""

    looked: AnalysisResult
    asked: tuple[str, ...]


@record
class Result:
    """The result of a run: the entries of its components, and what belongs to none of them."""

    islands: tuple[str, ...]
    rest: AnalysisResult


class RunCache:
    """Results of earlier runs over the same files. It only costs reading the metadata of each file, and new files."""

    def __init__(self, settings: Settings, files: Files, started: float | None = None) -> None:
        """`started` is when the search for the files began, by `time.perf_counter`, in seconds."""
        self.started = time.perf_counter() if started is None else started
        self.files = files
        self.store = Store(folder(settings))
        self.settings = keys.of_settings(settings)
        self._root = str(settings.root)
        self._starts = settings.source_roots, settings.package
        # Before any file is read: what is written from here on has another sign.
        self.signs = Signs({path: files.absolute[path] for path in files.all()})
        self.islands: tuple[str, ...] = ()
        """The entries of all components, once they are stored."""
        self._firm: set[str] = set()

    @cached_property
    def _seen(self) -> Digests:
        told = self.get(Told, self._told())
        return Digests(self.signs, told.files if told is not None else {})

    @property
    def digests(self) -> dict[str, str]:
        """The digest of each file, at the time of the first use."""
        return self._seen.of

    def load(self) -> AnalysisResult | None:
        """Returns the cached result for the current code, or None."""
        known = self._untouched()
        if known is not None:
            return known
        name = self._name
        known = self._result(name)
        if known is None:
            name, known = self._unmoved()
        if known is not None:
            self._tell(name)
        return known

    def _untouched(self) -> AnalysisResult | None:
        """Returns the last result if the metadata of all files is unchanged, else None."""
        last = self.get(Untouched, self._glanced())
        return self._result(last.run) if last is not None and last.signs == self.signs.digest else None

    def _result(self, name: str) -> AnalysisResult | None:
        """Returns the result of the run `name`, or None if a part of it is missing."""
        result = self.get(Result, name)
        if result is None:
            return None
        kept = [self.get(CachedRun, island) for island in result.islands]
        parts = [island.looked for island in kept if island is not None]
        return merged((*parts, result.rest)) if len(parts) == len(kept) else None

    def save(self, looked: AnalysisResult, asked: Collection[str] | None) -> None:
        """Stores the result, unless a file could not be read, changed during the run, or was never on disk.

        `asked` are the files the result depends on, None if unknown.
        """
        if not self.lasts(looked) or not self.stand(self.signs.absolute):
            return
        rest = replace(looked, found={}, comments={}, relevant=0, functions=0, roots=(), limits=()) if self.islands else looked
        self.put(self._name, Result(self.islands, rest))
        self._tell(self._name)
        if asked is not None:
            digests = {path: digest for path, digest in self.digests.items() if path not in asked}
            self.put(self._last(), Last(self._name, self._asked(asked), digests))

    def rely(self, paths: Iterable[str]) -> None:
        """Marks files as analysed with the content of their digests, so that they must not have changed since."""
        self._firm.update(paths)

    def stand(self, paths: Iterable[str]) -> bool:
        """Whether these files still have the content from the start of the run. Unchanged files need not be checked again."""
        left = {path: self.signs.absolute[path] for path in paths if path not in self._firm}
        now = Signs(left)
        moved = [path for path in left if now.of.get(path) != self.signs.of.get(path) or not now.lasts(path)]
        if any(keys.of_file(left[path]) != self.digests[path] for path in moved):
            return False
        self._firm.update(left)
        return True

    def _tell(self, name: str) -> None:
        """Stores which files the next run need not read, and where the result is if it need read none."""
        if self._seen.has_news():
            self.put(self._told(), Told(self._seen.told))
        if self.signs.lasting:
            self.put(self._glanced(), Untouched(name, self.signs.digest))

    def lasts(self, looked: AnalysisResult) -> bool:
        """Whether another run over the same code would report the same."""
        return not any(problem.kind in PASSING for problem in looked.problems.values())

    def _unmoved(self) -> tuple[str, AnalysisResult | None]:
        """Returns the last result if only files have changed that it does not depend on: they do not mention TensorFlow."""
        last = self.get(Last, self._last())
        if last is None:
            return "", None
        unasked = last.unasked
        if last.asked != self._asked(self.digests.keys() - unasked.keys()):
            return "", None
        changed = [path for path in unasked if self.digests.get(path) != unasked[path]]
        # Before the result is read, which takes longer.
        asked = self.digests.keys() - unasked.keys()
        looked = None if any(self._speaks(path, asked) for path in changed) else self._result(last.run)
        if looked is None or not looked.comments.keys().isdisjoint(changed):
            return "", None
        return last.run, looked

    def _speaks(self, path: str, asked: Collection[str]) -> bool:
        """Whether the current file may be relevant, or is gone: it may import something made from TensorFlow."""
        files = self.files
        if path not in self.digests or path in files.named or files.is_relevant(path) or files.has_directive(path):
            return True
        return any(target in asked for target in self._imports.of_file(path, files.looked(path)))

    @cached_property
    def _imports(self) -> Imports:
        """Returns which files the others may import. Rarely needed: only if a few files have changed."""
        from tflint_autograph.engine.workspace.import_components import Imports
        from tflint_autograph.project.index.modules import ModuleIndex

        return Imports(ModuleIndex(self.files.all(), *self._starts))

    def _asked(self, paths: Collection[str]) -> str:
        """Returns a digest of these files."""
        ordered = sorted(paths)
        return keys.of_parts((as_bytes(ordered), as_bytes(self.digests.get(path, "") for path in ordered)))

    def get(self, kind: type[T], name: str) -> T | None:
        """Returns the entry `name`, or None if there is none of this kind."""
        data = self.store.get(name)
        try:
            return None if data is None else decode(kind, data)
        except Foreign:
            return None

    def put(self, name: str, value: object) -> None:
        """Stores an entry under a name."""
        self.store.put(name, encode(value), max(self.signs.size // SHARE, LEAST))

    def _told(self) -> str:
        return f"told-{keys.of_parts((as_bytes([self._root]),))}"

    @cached_property
    def _name(self) -> str:
        return f"run-{keys.of_parts((*self.kind, as_bytes(self.digests.values())))}"

    def _glanced(self) -> str:
        return f"glanced-{keys.of_parts(self.kind)}"

    def _last(self) -> str:
        return f"last-{keys.of_parts(self.kind)}"

    @cached_property
    def kind(self) -> tuple[bytes, ...]:
        """Returns what identifies the question of a run, whatever the content of the files."""
        paths = (self.files.wanted, sorted(self.files.named), self.files.all())
        return self.settings, *(as_bytes(each) for each in paths)


def as_bytes(paths: Iterable[str]) -> bytes:
    """Returns paths as bytes for a key."""
    return "\0".join(paths).encode("utf-8", "surrogatepass")


PASSING = frozenset({ProblemKind.IO, ProblemKind.INTERNAL})
"""Kinds of problems that may be gone next time without a change of the code."""
