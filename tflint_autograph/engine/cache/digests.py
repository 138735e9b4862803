"""Digests of files, of those nobody has touched since from what the system says of them. Parses nothing."""

from __future__ import annotations

import hashlib
import os
import re
import stat
import time
from collections.abc import Iterable, Mapping

from tflint_autograph.engine.cache import keys

YOUNG = 2_000_000_000
"""Nanoseconds: what was written so lately may be written again with nothing to tell it by, as clocks of files are coarse."""

_WRITTEN = re.compile(r"[0-9a-f]{64}")


class Signs:
    """How the system describes each of these files, given by their absolute paths, at the moment this is made.

    What nobody touches keeps its sign. `lasting` says whether that can be told of all of them the next time: none is gone,
    and none was written just now.
    """

    def __init__(self, absolute: Iterable[str]) -> None:
        now = time.time_ns()
        signs, newest = [], 0
        self.lasting = True
        for path in absolute:
            try:
                status = os.stat(path)
            except OSError:
                self.lasting = False
                continue
            written, changed = status.st_mtime_ns, status.st_ctime_ns
            newest = max(newest, written, changed)
            signs.append((status.st_size, written, changed, status.st_ino, status.st_dev))
        self.lasting = self.lasting and newest + YOUNG <= now
        self._signs = signs

    def digest(self) -> str:
        """One digest of all signs, as 64 hexadecimal digits."""
        return hashlib.sha256(repr(self._signs).encode()).hexdigest()


class Digests:
    """What files hold; `known` has, by path, how the system described a file whose digest is behind that description.

    `told` is the same for the next run, of all files asked for that are not young. `read` counts the files that had to be
    read, `size` is the bytes of all.
    """

    def __init__(self, known: Mapping[str, str]) -> None:
        self.known = known
        self.told: dict[str, str] = {}
        self.read = 0
        self.size = 0
        self._now = time.time_ns()

    def of(self, path: str, absolute: str) -> bytes:
        """The SHA-256 of what a file holds, or of the reason why it cannot be read."""
        try:
            status = os.stat(absolute)
        except OSError:
            return keys.of_file(absolute)
        self.size += status.st_size
        sign = f"{status.st_size} {status.st_mtime_ns} {status.st_ctime_ns} {status.st_ino} {status.st_dev} "
        known = self.known.get(path, "")
        digest = _digest(known[len(sign) :]) if known.startswith(sign) else None
        if digest is not None:
            self.told[path] = known
            return digest
        self.read += 1
        digest = keys.of_file(absolute)
        is_young = max(status.st_mtime_ns, status.st_ctime_ns) + YOUNG > self._now
        if stat.S_ISREG(status.st_mode) and not is_young and os.access(absolute, os.R_OK):
            self.told[path] = f"{sign}{digest.hex()}"
        return digest

    def has_news(self) -> bool:
        """Whether the next run would be told something else than this one was."""
        return self.told != self.known


def _digest(text: str) -> bytes | None:
    """The digest that is written in hexadecimal digits; None for anything else, as whoever can write a cache may write that."""
    return bytes.fromhex(text) if _WRITTEN.fullmatch(text) else None
