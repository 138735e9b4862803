"""Digests of files, of those nobody has touched since from what the system says of them. Parses nothing."""

from __future__ import annotations

import hashlib
import marshal
import os
import re
import stat
import time
from collections.abc import Iterable, Mapping
from functools import cached_property
from operator import attrgetter

from tflint_autograph.engine.cache import keys

YOUNG = 2_000_000_000
"""Nanoseconds: what was written so lately may be written again with nothing to tell it by, as clocks of files are coarse."""

_WRITTEN = re.compile(r"[0-9a-f]{64}")


class Signs:
    """How the system describes each of these files, given by their absolute paths, at the moment this is made.

    What nobody touches keeps its sign. `lasting` says whether that can be told of all of them the next time: none is gone,
    and none was written just now. `size` is the bytes of all.
    """

    def __init__(self, absolute: Iterable[str]) -> None:
        now = time.time_ns()
        is_whole, signs = True, list[int]()
        # Most of a run in which nothing has changed is spent here.
        ask = os.stat
        for path in absolute:
            try:
                signs += _DESCRIBED(ask(path))
            except OSError:
                is_whole = False
        sizes, written, changed = (signs[at :: len(_FIELDS)] for at in range(3))
        self.size = sum(sizes)
        self.lasting = is_whole and max((*written, *changed), default=0) + YOUNG <= now
        self._signs = signs

    @cached_property
    def digest(self) -> str:
        """One digest of all signs, as 64 hexadecimal digits."""
        # This version of the format has one form for equal numbers, and it is made six times as fast as `repr`.
        return hashlib.sha256(marshal.dumps(self._signs, 2)).hexdigest()


_FIELDS = ("st_size", "st_mtime_ns", "st_ctime_ns", "st_ino", "st_dev")
_DESCRIBED = attrgetter(*_FIELDS)


class Digests:
    """What files hold; `known` has, by path, how the system described a file whose digest is behind that description.

    `told` is the same for the next run, of all files asked for that are not young. `read` counts the files that had to be
    read.
    """

    def __init__(self, known: Mapping[str, str]) -> None:
        self.known = known
        self.told: dict[str, str] = {}
        self.read = 0
        self._now = time.time_ns()

    def of(self, path: str, absolute: str) -> bytes:
        """The SHA-256 of what a file holds, or of the reason why it cannot be read."""
        try:
            status = os.stat(absolute)
        except OSError:
            return keys.of_file(absolute)
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
