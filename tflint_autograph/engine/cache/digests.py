"""Digests of files, of those nobody has touched since from what the system says of them. Parses nothing."""

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
"""Nanoseconds: what was written so lately may be written again with nothing to tell it by, as clocks of files are coarse."""

_DESCRIBED = attrgetter("st_size", "st_mtime_ns", "st_ctime_ns", "st_ino", "st_dev", "st_mode")
_HEXADECIMAL = 64


class Signs:
    """How the system describes each of these files, their absolute paths by path, at the moment this is made.

    What nobody touches keeps its sign. `lasting` says whether that can be told of all of them the next time: none is gone,
    and none was written just now. `size` is the bytes of all.
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
        """One digest of all signs, as 64 hexadecimal digits."""
        # This version of the format has one form for equal numbers, and it is made six times as fast as `repr`.
        return hashlib.sha256(marshal.dumps([*self.of.values()], 2)).hexdigest()

    def lasts(self, path: str) -> bool:
        """Whether the next run can tell by the sign that nobody has touched the file."""
        sign = self.of.get(path)
        return sign is not None and stat.S_ISREG(sign[5]) and max(sign[1], sign[2]) + YOUNG <= self.now


class Digests:
    """The SHA-256 of what each file holds, or of the reason why it cannot be read, in hexadecimal digits by path.

    `known` has, by path, how the system described a file, with its digest behind that. `told` is the same for the next run, of
    all files that are not young. `read` are the files that had to be read.
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
        """Whether telling the next run is worth it: to read a hundredth of the files again takes less than to write of all."""
        return self._fresh * 100 > len(self.told)
