"""Caches of functions that read nothing but their arguments, most of them about a body. Results of the analysis are kept by `query`."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from tflint_autograph.model.body import Body

Result = TypeVar("Result")
Function = TypeVar("Function", bound=Callable[..., Any])
Given = ParamSpec("Given")

MANY = 20_000
"""A number of results for functions that are called throughout a run."""
FEW = 128
"""A number of results for functions that are called again soon or not at all."""

_CLEAR: list[Callable[[], None]] = []


def clear_memos() -> None:
    """Clears all caches. Called when a program is done, since its results are never needed again."""
    for clear in _CLEAR:
        clear()


def memoised(most: int) -> Callable[[Function], Function]:
    """Caches the last `most` results of a function. Arguments of different types are kept apart."""

    def decorate(compute: Function) -> Function:
        asked = lru_cache(maxsize=most, typed=True)(compute)
        _CLEAR.append(asked.cache_clear)
        return asked  # type: ignore[return-value]

    return decorate


def memoised_by_body(
    most: int,
) -> Callable[[Callable[Concatenate[Body, Given], Result]], Callable[Concatenate[Body, Given], Result]]:
    """Caches the results of a function of a body, and of names; all are dropped when there are `most`.

    Bodies are keyed by identity: hashing or comparing one takes as long as walking it.
    """

    def decorate(compute: Callable[Concatenate[Body, Given], Result]) -> Callable[Concatenate[Body, Given], Result]:
        known: dict[Any, tuple[Body, Result]] = {}
        _CLEAR.append(known.clear)

        @wraps(compute)
        def asked(body: Body, /, *given: Given.args, **named: Given.kwargs) -> Result:
            key = (id(body), *given) if given else id(body)
            kept = known.get(key)
            if kept is None or kept[0] is not body:
                if len(known) >= most:
                    known.clear()
                kept = known[key] = (body, compute(body, *given, **named))
            return kept[1]

        return asked

    return decorate
