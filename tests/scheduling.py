"""The order in which files of tests go to the processes of pytest-xdist: long ones first, so that no core idles at the end."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Protocol, TypeVar


class Marked(Protocol):
    """What is asked of a test of pytest."""

    @property
    def nodeid(self) -> str: ...

    def get_closest_marker(self, name: str) -> object: ...


One = TypeVar("One", bound=Marked)
_FAST = tuple((Path(__file__).parent / "fast.txt").read_text(encoding="utf-8").split())


def long_first(items: Iterable[One]) -> list[One]:
    """Returns the tests file by file: those that run TensorFlow, others outside of the fast lane, and the fast lane.

    Files that import TensorFlow into their own process come last: every later file there would have 3,000 more modules to look through.
    """
    files: dict[str, list[One]] = {}
    for item in items:
        files.setdefault(item.nodeid.partition("::")[0], []).append(item)
    return [item for _, tests in sorted(files.items(), key=lambda file: _rank(*file)) for item in tests]


def _rank(file: str, tests: list[One]) -> tuple[int, int, str]:
    if any(item.get_closest_marker("imports_tensorflow") for item in tests):
        return 3, -len(tests), file
    if any(item.get_closest_marker("tensorflow") for item in tests):
        return 0, -len(tests), file
    return 2 if file.startswith(_FAST) else 1, -len(tests), file
