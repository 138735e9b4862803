"""Searches arguments that succeed eagerly, and that reach the statements of findings: tries candidates, then replaces one at a time."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tflint_autograph.confirm.probe.calls.inputs import CALLS, Given, Place, attempts, lifted, places, signed, written
from tflint_autograph.confirm.probe.calls.scope import TARGET, CallNames

_ATTEMPTS = 200
_REPLACED = 200
"""Maximum number of attempts that replace one argument of those that came farthest."""

_REACHING = 6.0
"""The seconds for calls that reach further statements, after the first that succeed."""


class ArgumentSearch:
    """The search for one function, which the scope has as the target: `function` provides its parameters.

    `renew` resets the target after a failed call. `number` is how many of the calls have to succeed.
    """

    def __init__(self, function: Any, prefer: str, scope: CallNames, renew: Callable[[], None] = lambda: None, number: int = CALLS) -> None:
        self._prefer = prefer
        self._scope = scope
        self._renew = renew
        self._number = number
        self._places = places(function, prefer, scope)
        self._signatures = signed(scope.names.get(TARGET))
        self._is_used = False
        self._farthest: tuple[tuple[int, ...], Given | None] = ((), None)

    def found(self, wanted: int = 0) -> tuple[tuple[str, ...], ...]:
        """Returns the arguments of calls that succeed eagerly, as Python code; empty if there are none.

        Further ones follow if they reach watched statements that those before do not, up to `wanted` statements.
        """
        tried = itertools.islice(attempts(self._places, self._prefer, self._signatures), _ATTEMPTS)
        first = next(filter(self._succeeds, tried), None)
        first = self._climb() if first is None and not self._signatures else first
        if first is None:
            return ()
        first = self._lifted(first) if self._prefer == "tensor" else first
        more = self._reaching(first, wanted) if wanted else ()
        return tuple(written(self._places, each) for each in (first, *more))

    def _succeeds(self, given: Given) -> bool:
        if self._scope.is_over():
            return False
        if self._is_used:
            self._renew()
        self._is_used = True
        for text in written(self._places, given)[: self._number]:
            try:
                self._scope.value(f"{TARGET}({text})")
            except Exception as error:  # noqa: BLE001 - whatever the user's code raises, these are not its arguments
                self._scope.refuse(error)
                self._farthest = max(self._farthest, (self._scope.way(error), given), key=lambda each: each[0])
                return False
        return True

    def _climb(self) -> Given | None:
        """Returns arguments that succeed, by replacing one at a time in those whose calls came farthest."""
        left = _REPLACED
        way, start = self._farthest
        while start is not None and left:
            for each in itertools.islice(_beside(start, self._places), left):
                left -= 1
                if self._succeeds(each):
                    return each
                if self._farthest[0] > way:
                    break
            else:
                return None
            way, start = self._farthest
        return None

    def _lifted(self, given: Given) -> Given:
        """Returns arguments that succeed with as many tensors in place of Python numbers as possible."""
        for _ in self._places:
            given = next(filter(self._succeeds, lifted(self._places, given)), given)
        return given

    def _reaching(self, first: Given, wanted: int) -> Iterator[Given]:
        """Yields arguments that differ from the first in one, and reach statements that those before do not."""
        until = time.monotonic() + _REACHING
        seen = set(self._reached(first))
        for each in _beside(first, self._places) if not self._signatures else ():
            if len(seen) >= wanted or time.monotonic() > until or self._scope.is_over():
                return
            new = self._reached(each) - seen
            if new and self._succeeds(each):
                seen |= new
                yield each

    def _reached(self, given: Given) -> set[str]:
        """Returns the watched statements that the calls reach; of calls that raise none."""
        found: set[str] = set()
        for text in dict.fromkeys(written(self._places, given)):
            self._renew()
            found |= self._scope.reached(f"{TARGET}({text})")
        return found


def _beside(given: Given, known: Sequence[Place]) -> Iterator[Given]:
    """Yields the arguments with one of them replaced; those that the use of a parameter suggests come first."""
    for is_likely in (True, False):
        for index, place in enumerate(known):
            for each in place.likely if is_likely else place.others:
                if each != given[index]:
                    yield (*given[:index], each, *given[index + 1 :])
