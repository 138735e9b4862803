"""Whole runs: where no byte of the project has changed, nothing is looked at again. Decides nothing about one file."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable

from tflint_autograph.config.settings import Settings
from tflint_autograph.engine.cache import keys
from tflint_autograph.engine.cache.codec import Foreign, decode, encode
from tflint_autograph.engine.cache.store import Store
from tflint_autograph.engine.files import Files
from tflint_autograph.engine.looked import Looked
from tflint_autograph.model.finding import ProblemKind

FOLDER = ".tflint_autograph_cache"
SHARE = 10
"""The entries together are no larger than this part of the sources, a tenth,"""
LEAST = 1 << 20
"""or than this many bytes where the sources are small."""


def folder(settings: Settings) -> str:
    """The folder of the cache, absolute: the one asked for, else one in the root.

    What a configuration file says is relative to the root, what a person types to the current folder.
    """
    if not settings.cache_dir:
        return os.path.join(settings.root, FOLDER)
    in_file = ":" in settings.origin("cache-dir")
    return os.path.abspath(os.path.join(settings.root, settings.cache_dir) if in_file else settings.cache_dir)


class RunCache:
    """What earlier runs over the same files have found. Reading every file's bytes is all it costs."""

    def __init__(self, settings: Settings, files: Files) -> None:
        self.files = files
        self.store = Store(folder(settings))
        self._settings = keys.of_settings(settings)
        self._digests = self._read()

    def load(self) -> Looked | None:
        """What was found in exactly this code, None when it was never looked at."""
        data = self.store.get(self._name())
        try:
            return None if data is None else decode(Looked, data)
        except Foreign:
            return None

    def save(self, looked: Looked) -> None:
        """Keep what was found, unless a file cannot be read, was changed while it was looked at, or never was on disk."""
        if self.files.overlay or any(problem.kind in _PASSING for problem in looked.problems.values()) or self._read() != self._digests:
            return
        self.store.put(self._name(), encode(looked), max(self._size() // SHARE, LEAST))

    def _read(self) -> dict[str, bytes]:
        """The digest of every file, those on disk replaced by what an editor holds."""
        overlay = {path: hashlib.sha256(data).digest() for path, data in self.files.overlay.items()}
        absolute = self.files.absolute
        return {path: overlay.get(absolute[path]) or keys.of_file(absolute[path]) for path in self.files.all()}

    def _size(self) -> int:
        """Bytes of all files."""
        return sum(os.path.getsize(path) for path in self.files.absolute.values() if os.path.exists(path))

    def _name(self) -> str:
        named = (_as_bytes(self.files.wanted), _as_bytes(sorted(self.files.named)), _as_bytes(self._digests))
        return f"run-{keys.of_parts((self._settings, *named, *self._digests.values()))}"


def _as_bytes(paths: Iterable[str]) -> bytes:
    return "\0".join(paths).encode("utf-8", "surrogatepass")


_PASSING = frozenset({ProblemKind.IO, ProblemKind.INTERNAL})
"""Problems that may be gone the next time without a change of the code."""
