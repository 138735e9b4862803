"""Computes digests of files, reusing those of files that are unchanged according to their metadata."""

from __future__ import annotations

import hashlib
import marshal
import os
import stat
import time
from collections.abc import Mapping
from functools import cached_property
from operator import attrgetter

from tflint_autograph.engine.cache import keys

YOUNG = 2_000_000_000
"""Nanoseconds: a file modified this recently may be modified again with the same timestamp, since file clocks are coarse."""

_DESCRIBED = attrgetter("st_size", "st_mtime_ns", "st_ctime_ns", "st_ino", "st_dev", "st_mode")
_HEXADECIMAL = 64


class Signs:
    """The metadata of each file, whose absolute paths are given by path, when this object is created.

    An unmodified file keeps its sign. `lasting`: modifications of all files can be detected next time, since none is missing or was just
    written. `size` is the total number of bytes.
    """

    def __init__(self, absolute: Mapping[str, str]) -> None:
        self.absolute = absolute
        self.now = time.time_ns()
        self.of: dict[str, tuple[int, ...]] = {}
        # Most of a run in which nothing has changed is spent here.
        signs, ask = self.of, os.stat
        for path, place in absolute.items():
            try:
                signs[path] = _DESCRIBED(ask(place))
            except OSError:
                continue
        self.size = sum([sign[0] for sign in signs.values()])
        newest = max([max(sign[1], sign[2]) for sign in signs.values()], default=0)
        self.lasting = len(signs) == len(absolute) and newest + YOUNG <= self.now

    @cached_property
    def digest(self) -> str:
        """Returns one digest of all signs, as 64 hexadecimal digits."""
        # This version of the format has one form for equal numbers, and it is made six times as fast as `repr`.
        return hashlib.sha256(marshal.dumps([*self.of.values()], 2)).hexdigest()

    def lasts(self, path: str) -> bool:
        """Whether the next run can tell by the sign that the file is unmodified."""
        sign = self.of.get(path)
        return sign is not None and stat.S_ISREG(sign[5]) and max(sign[1], sign[2]) + YOUNG <= self.now


class Digests:
    """The SHA-256 of each file's content, or of the reason why it cannot be read, as hexadecimal digits by path.

    `known` maps paths to earlier metadata and digest. `told` is the same for the next run, for all files that are not too recent. `read`
    are the files that had to be read.
    """

    def __init__(self, signs: Signs, known: Mapping[str, str]) -> None:
        self.told: dict[str, str] = {}
        self.of: dict[str, str] = {}
        self.read: list[str] = []
        self._fresh = 0
        for path, absolute in signs.absolute.items():
            sign = f"{signs.of.get(path)} "
            line = known.get(path, "")
            if line.startswith(sign) and len(line) == len(sign) + _HEXADECIMAL:
                self.told[path], self.of[path] = line, line[-_HEXADECIMAL:]
                continue
            self.read.append(path)
            digest = self.of[path] = keys.of_file(absolute)
            if signs.lasts(path) and os.access(absolute, os.R_OK):
                self.told[path] = sign + digest
                self._fresh += 1

    def has_news(self) -> bool:
        """Whether it is worth storing the digests: reading a hundredth of the files again is cheaper than writing all digests."""
        return self._fresh * 100 > len(self.told)
