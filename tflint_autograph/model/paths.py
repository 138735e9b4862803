"""Formats paths for reports, and recognises test files. Does not access the file system."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import PurePath

_TESTS = re.compile(r"(?:^|/)(?:tests?|testing)/|(?:^|/)(?:test_[^/]*|[^/]*_test|conftest)\.py$")
"""Matches test files, which change things only for a single test."""


@lru_cache(16_384)
def is_test(path: str) -> bool:
    """Whether a file belongs to tests."""
    return bool(_TESTS.search(path))


def counts_for(user: str, path: str) -> bool:
    """Whether what the code of the file `user` does counts for the code of another file: tests count only for tests."""
    return is_test(path) or not is_test(user)


def written(path: PurePath, folder: PurePath) -> str:
    """Returns the absolute `path` relative to the absolute `folder`, with `/` on every system.

    On another drive it stays absolute. Windows compares names without case; the case of `path` is kept.
    """
    kind = type(path)
    if kind(path.anchor) != kind(folder.anchor):
        return path.as_posix()
    own, other = path.parts[1:], folder.parts[1:]
    same = 0
    while same < min(len(own), len(other)) and kind(own[same]) == kind(other[same]):
        same += 1
    return "/".join([*[".."] * (len(other) - same), *own[same:]]) or "."
