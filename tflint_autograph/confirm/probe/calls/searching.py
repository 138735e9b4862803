"""Searches arguments that succeed eagerly, and that reach the statements of findings: tries candidates, then replaces one at a time."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tflint_autograph.confirm.probe.calls.inputs import (
    CALLS,
    Given,
    Place,
    attempts,
    lifted,
    places,
    repeated,
    signed,
    written,
)
from tflint_autograph.confirm.probe.calls.scope import TARGET, CallNames
from tflint_autograph.confirm.probe.calls.switching import eagerly

_ATTEMPTS = 200
_REPLACED = 200
"""Maximum number of attempts that replace one argument of those that came farthest."""

_TRACED = 8
"""Maximum number of arguments that are tried in a graph."""

_UNBROKEN = 3
"""Maximum number of further arguments that are tried in a graph if the trace of the first raises, perhaps elsewhere."""

_BROKEN = 3
"""Maximum number of further arguments of other sizes, one of which may make the trace raise."""

_REACHING = 6.0
"""The seconds for calls that reach further statements, after the first that succeed."""


class ArgumentSearch:
    """The search for one function, which the scope has as the target: `function` provides its parameters.

    `renew` resets the target after a failed call. `number` is how many of the calls have to succeed. `graph` returns the target as it is
    called in the graph run.
    """

    def __init__(
        self, function: Any, prefer: str, scope: CallNames, renew: Callable[[], None] = lambda: None, number: int = CALLS,
        graph: Callable[[Any], Any] = lambda target: target,
    ) -> None:  # fmt: skip
        self._prefer = prefer
        self._scope = scope
        self._renew = renew
        self._number = number
        self._graph = graph
        self._places = places(function, prefer, scope)
        self._signatures = signed(scope.names.get(TARGET), scope)
        self._is_used = False
        self._tried: set[Given] = set()
        self._farthest: tuple[tuple[int, ...], Given | None] = ((), None)

    def found(self, wanted: int = 0) -> tuple[tuple[str, ...], ...]:
        """Returns the arguments of calls that succeed eagerly, as Python code; empty if there are none.

        Further ones follow if they reach watched statements that those before do not, up to `wanted` statements.
        """
        successes = self._successes()
        first, is_broken = self._traced(successes) if wanted else (next(successes, None), False)
        if first is None:
            return ()
        more = [*self._reaching(first, wanted)] if wanted else []
        more += self._unbroken(successes) if is_broken else self._broken(first) if wanted else ()
        if wanted and repeated(first) != first:
            more.append(repeated(first))
        return tuple(written(self._places, each) for each in (first, *more))

    def each(self, most: int) -> Iterator[tuple[str, ...]]:
        """Yields the arguments of calls that succeed eagerly, as Python code, of this many at most."""
        for given in itertools.islice(self._successes(), most):
            yield written(self._places, given)

    def _succeeds(self, given: Given) -> bool:
        if self._scope.is_over() or given in self._tried:
            return False
        self._tried.add(given)
        files = self._scope.files
        while (error := self._error(given)) is not None:
            if files is None or not files.make_for(error) or self._scope.is_over():
                self._scope.refuse(error)
                self._farthest = max(self._farthest, (self._scope.way(error), given), key=lambda each: each[0])
                return False
        return True

    def _error(self, given: Given) -> Exception | None:
        """Returns what one of the calls raises, or None if all of them succeed."""
        if self._is_used:
            self._renew()
        self._is_used = True
        for text in written(self._places, given)[: self._number]:
            try:
                self._scope.tried(f"{TARGET}({text})")
            except Exception as error:  # noqa: BLE001 - whatever the user's code raises, these are not its arguments
                return error
        return None

    def _traced(self, successes: Iterator[Given]) -> tuple[Given | None, bool]:
        """Returns arguments that succeed eagerly, of which a trace comes as far as the watched statements, if there are any.

        Also returns whether that trace raises.
        """
        first: Given | None = None
        for each in itertools.islice(successes, _TRACED):
            first = first or each
            reached = self._reached(each)
            if not reached or self._scope.is_over():
                return first, False
            traced, raised = self._trace(each)
            if not raised or reached & traced:
                return each, raised
        return first, False

    def _unbroken(self, successes: Iterator[Given]) -> Iterator[Given]:
        """Yields the next arguments whose trace comes to watched statements and does not raise, if a few attempts find them."""
        for each in itertools.islice(successes, _UNBROKEN):
            reached = self._reached(each)
            if self._scope.is_over():
                return
            traced, raised = self._trace(each) if reached else (frozenset(), True)
            if not raised and reached & traced:
                yield each
                return

    def _broken(self, first: Given) -> Iterator[Given]:
        """Yields arguments with tensors of another size in them that succeed eagerly, and whose trace comes to watched statements and raises.

        The statement may be one that these do not come to eagerly: both branches are traced.
        """
        reached = self._reached(first)
        resized = (each for each in _beside(first, self._places) if self._is_resized(first, each)) if reached and not self._signatures else ()
        for each in itertools.islice(resized, _BROKEN):
            if self._scope.is_over():
                return
            if self._succeeds(each):
                traced, raised = self._trace(each)
                if raised and traced & reached:
                    yield each
                    return

    def _is_resized(self, first: Given, other: Given) -> bool:
        """Whether tensors have the same dtypes and ranks, and one of them another size."""
        pairs = [(one[0], two[0]) for one, two in zip(first, other, strict=True) if one != two]
        return bool(pairs) and all(_is_like(*(self._scope.constant(text) for text in pair)) for pair in pairs)

    def _trace(self, given: Given) -> tuple[frozenset[str], bool]:
        """Returns the watched statements that a trace of the first call comes to, and whether it raises."""
        self._renew()
        self._scope.names[TARGET] = self._graph(self._scope.names[TARGET])
        with eagerly(wanted=False):
            found = self._scope.reached(f"{TARGET}({written(self._places, given)[0]})")
        self._renew()
        return found

    def _successes(self) -> Iterator[Given]:
        """Yields arguments that succeed eagerly."""
        tried = itertools.islice(attempts(self._places, self._prefer, self._signatures), _ATTEMPTS)
        for each in itertools.chain(filter(self._succeeds, tried), () if self._signatures else self._climbing()):
            yield self._lifted(each) if self._prefer == "tensor" else each

    def _climbing(self) -> Iterator[Given]:
        """Yields arguments that succeed, by replacing one at a time in those whose calls came farthest."""
        left = _REPLACED
        way, start = self._farthest
        while start is not None and left:
            for each in itertools.islice(_beside(start, self._places), left):
                left -= 1
                if self._succeeds(each):
                    yield each
                if self._farthest[0] > way:
                    break
            else:
                return
            way, start = self._farthest

    def _lifted(self, given: Given) -> Given:
        """Returns arguments that succeed with as many tensors in place of Python scalars as possible."""
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
            if new:
                seen |= new
                yield each

    def _reached(self, given: Given) -> set[str]:
        """Returns the watched statements that the calls reach; none if one of them raises."""
        found: set[str] = set()
        for text in dict.fromkeys(written(self._places, given)):
            self._renew()
            reached, raised = self._scope.reached(f"{TARGET}({text})")
            if raised:
                return set()
            found |= reached
        return found


def _beside(given: Given, known: Sequence[Place]) -> Iterator[Given]:
    """Yields the arguments with one of them replaced; those that the use of a parameter suggests come first."""
    for is_likely in (True, False):
        for index, place in enumerate(known):
            for each in place.likely if is_likely else place.others:
                if each != given[index]:
                    yield (*given[:index], each, *given[index + 1 :])


def _is_like(one: Any, other: Any) -> bool:
    """Whether two tensors differ in their sizes alone."""
    if one is None or other is None:
        return False
    return bool(one.dtype == other.dtype and one.shape.rank == other.shape.rank and one.shape != other.shape)
