"""How a path is written in reports and messages, and which paths are those of tests. Asks no file system."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import PurePath

_TESTS = re.compile(r"(?:^|/)(?:tests?|testing)/|(?:^|/)(?:test_[^/]*|[^/]*_test|conftest)\.py$")
"""Files that change what is under test for one test only."""


@lru_cache(16_384)
def is_test(path: str) -> bool:
    """Whether a file is one of tests."""
    return bool(_TESTS.search(path))


def written(path: PurePath, folder: PurePath) -> str:
    """The absolute `path` as it is written from the absolute `folder`: relative and with `/` on every system.

    On another drive there is no way from one to the other: then it stays absolute. Windows takes names that differ in
    the case of their letters for one; the letters of `path` are kept.
    """
    kind = type(path)
    if kind(path.anchor) != kind(folder.anchor):
        return path.as_posix()
    own, other = path.parts[1:], folder.parts[1:]
    same = 0
    while same < min(len(own), len(other)) and kind(own[same]) == kind(other[same]):
        same += 1
    return "/".join([*[".."] * (len(other) - same), *own[same:]]) or "."
