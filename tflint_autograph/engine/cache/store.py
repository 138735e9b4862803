"""The cache folder: entries of bytes under a name, written atomically.

Anyone who can write the folder decides what is in it, also a cloned repository. So its content is never run or unpickled, links are never
followed, and only files with names of this package are removed.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
import zlib
from collections.abc import Iterator

_SIGNS = {
    ".gitignore": "*\n",
    "CACHEDIR.TAG": """Signature: 8a477f597d28d172789f06886806bc55
# This folder contains what tflint-autograph remembers between runs. It can be removed at any time.
# For what this file means to backup programs, see https://bford.info/cachedir/
""",
}
_NAME = re.compile(r"[a-z]+-[0-9a-f]{64}")
_LEFT = re.compile(r"tmp-[A-Za-z0-9_]+")
_DIGEST = hashlib.sha256().digest_size
STALE = 3600.0
"""Seconds after which a partially written file counts as left by a killed run."""


class Store:
    """The entries in `folder`, an absolute path, which is created with the first entry.

    An unreadable or damaged entry counts as missing; an entry that cannot be written is dropped.
    """

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def get(self, name: str) -> bytes | None:
        """Returns the entry `name`, or None. Marks it as most recently used."""
        path = os.path.join(self.folder, name)
        if self._is_foreign():
            return None
        try:
            with open(path, "rb") as file:
                data = file.read()
            packed = data[_DIGEST:]
            if hashlib.sha256(packed).digest() != data[:_DIGEST]:
                return None
            os.utime(path)
        except OSError:
            return None
        try:
            return zlib.decompress(packed)
        except zlib.error:
            return None

    def put(self, name: str, data: bytes, limit: int) -> bool:
        """Stores an entry, then removes the least recently used ones until the total is at most `limit` bytes."""
        packed = zlib.compress(data, 1)
        if len(packed) + _DIGEST > limit or self._is_foreign():
            return False
        try:
            self._prepare()
            self._write(name, hashlib.sha256(packed).digest() + packed)
            self._prune(limit, keep=name)
        except OSError:
            return False
        return True

    def clean(self) -> int:
        """Removes all files of this package, and the folder if it is then empty. Returns the number of entries.

        Raises OSError when a file cannot be removed.
        """
        if self._is_foreign() or not os.path.isdir(self.folder):
            return 0
        names = [name for _, _, name in self._entries()]
        for name in (*names, *_SIGNS):
            if os.path.isfile(os.path.join(self.folder, name)):
                os.unlink(os.path.join(self.folder, name))
        if not os.listdir(self.folder):
            os.rmdir(self.folder)
        return len(names)

    def _is_foreign(self) -> bool:
        """Whether the folder is a link, which may lead anywhere."""
        return os.path.islink(self.folder)

    def _prepare(self) -> None:
        os.makedirs(self.folder, exist_ok=True)
        for name, text in _SIGNS.items():
            if not os.path.lexists(os.path.join(self.folder, name)):
                self._write(name, text.encode())

    def _write(self, name: str, data: bytes) -> None:
        import tempfile  # 3 ms that a run which only reads need not pay

        descriptor, temporary = tempfile.mkstemp(dir=self.folder, prefix="tmp-")
        try:
            with open(descriptor, "wb") as file:
                file.write(data)
            os.replace(temporary, os.path.join(self.folder, name))
        except BaseException:
            os.unlink(temporary)
            raise

    def _prune(self, limit: int, keep: str) -> None:
        entries = sorted(self._entries())
        total = sum(size for _, size, _ in entries)
        newest = max((used for used, _, _ in entries), default=0.0)
        for used, size, name in entries:
            is_left = _LEFT.fullmatch(name) is not None and newest - used > STALE
            if is_left or (total > limit and name != keep and _NAME.fullmatch(name)):
                os.unlink(os.path.join(self.folder, name))
                total -= size

    def _entries(self) -> Iterator[tuple[float, int, str]]:
        """Yields, for each file of this package, the time of its last use in seconds, its size in bytes, and its name."""
        with os.scandir(self.folder) as found:
            for entry in found:
                status = entry.stat(follow_symlinks=False)
                if stat.S_ISREG(status.st_mode) and (_NAME.fullmatch(entry.name) or _LEFT.fullmatch(entry.name)):
                    yield status.st_mtime, status.st_size, entry.name
