"""The bodies of functions in memory: those used recently, and those to which results refer."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

from tflint_autograph.model.facts import FunctionKey, Lowered

MOST = 60_000
"""Maximum total number of lines of the function bodies kept in memory. A large project needs ten times as many, most of them once."""

_LAMBDA = ".<locals>.<lambda"


def function_around(key: FunctionKey) -> FunctionKey:
    """Returns the function whose text contains a body: for a lambda the enclosing function, else the function itself."""
    if _LAMBDA not in key.qualname:
        return key
    return FunctionKey(key.path, key.qualname.partition(_LAMBDA)[0])


class LoweredBodies:
    """Functions with their bodies. Those that are not used for long are released once they have more than `MOST` lines together."""

    def __init__(self) -> None:
        self._lowered: dict[FunctionKey, Lowered] = {}
        self._recent: OrderedDict[FunctionKey, tuple[tuple[FunctionKey, ...], int]] = OrderedDict()
        """By function: the functions and lambdas lowered with it, and its number of lines. The most recently used one is last."""
        self._lines = 0
        self._lasting: set[FunctionKey] = set()

    def get(self, key: FunctionKey) -> Lowered | None:
        """Returns a function with its body if it is in memory, and counts that as a use of it."""
        found = self._lowered.get(key)
        around = key if found is None or key in self._recent else function_around(key)
        if around in self._recent:
            self._recent.move_to_end(around)
        return found

    def add(self, key: FunctionKey, found: tuple[Lowered, ...]) -> None:
        """Adds what was lowered for the function `key`: itself, and the functions and lambdas in it."""
        keys = self.add_lasting(key.path, found)
        if key not in self._lasting:
            at = self._lowered[key].fact.at
            self._recent[key] = keys, at.end_line - at.line + 1
            self._lines += at.end_line - at.line + 1
            while self._lines > MOST and len(self._recent) > 1:
                self._release(self._recent.popitem(last=False)[1])

    def add_lasting(self, path: str, found: Iterable[Lowered]) -> tuple[FunctionKey, ...]:
        """Adds functions of a file that are never released, and returns their keys."""
        lowered = {FunctionKey(path, each.fact.qualname): each for each in found}
        self._lowered.update(lowered)
        return tuple(lowered)

    def keep(self, key: FunctionKey) -> None:
        """Keeps the body of a function permanently: the results of traced functions refer to it."""
        around = function_around(key)
        self._lasting.add(around)
        self._lines -= self._recent.pop(around, ((), 0))[1]

    def _release(self, entry: tuple[tuple[FunctionKey, ...], int]) -> None:
        keys, lines = entry
        self._lines -= lines
        for key in keys:
            del self._lowered[key]
