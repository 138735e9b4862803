"""Decorators that cache the results of functions, most of them about a body.

Bodies are keyed by identity: hashing or comparing one takes as long as walking it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from tflint_autograph.model.body import Body

Answer = TypeVar("Answer")
Ask = TypeVar("Ask", bound=Callable[..., Any])
Given = ParamSpec("Given")
_MOST = 20_000
"""Maximum number of cached bodies. When it is reached, all are dropped."""
_FEW = 128
"""Maximum number of cached bodies for queries that are repeated soon or not at all."""

_CLEAR: list[Callable[[], None]] = []


def clear_memos() -> None:
    """Clears all caches. Called when a program is done, since its results are never needed again."""
    for clear in _CLEAR:
        clear()


def memoized_per_program(most: int) -> Callable[[Ask], Ask]:
    """Caches the last `most` results of a function until `forget`. Arguments of different types are kept apart."""

    def remembering(ask: Ask) -> Ask:
        asked = lru_cache(maxsize=most, typed=True)(ask)
        _CLEAR.append(asked.cache_clear)
        return asked  # type: ignore[return-value]

    return remembering


def memoized_by_body(ask: Callable[[Body], Answer], most: int = _MOST) -> Callable[[Body], Answer]:
    """Caches the results of a function of a body that reads nothing else, for the last `most` bodies."""
    known: dict[int, tuple[Body, Answer]] = {}
    _CLEAR.append(known.clear)

    @wraps(ask)
    def asked(body: Body) -> Answer:
        kept = known.get(id(body))
        if kept is None or kept[0] is not body:
            if len(known) >= most:
                known.clear()
            kept = known[id(body)] = (body, ask(body))
        return kept[1]

    return asked


def memoized_recent_bodies(ask: Callable[[Body], Answer]) -> Callable[[Body], Answer]:
    """Like `memoized_by_body`, for queries repeated soon or not at all: keeps only a few bodies."""
    return memoized_by_body(ask, _FEW)


def memoized_by_body_and_name(ask: Callable[[Body, str], Answer]) -> Callable[[Body, str], Answer]:
    """Like `memoized_by_body`, for a function of a body and a name."""

    @memoized_by_body
    def answers(body: Body) -> dict[str, Answer]:
        return {}

    @wraps(ask)
    def asked(body: Body, name: str) -> Answer:
        known = answers(body)
        if name not in known:
            known[name] = ask(body, name)
        return known[name]

    return asked


def memoised(ask: Callable[Concatenate[Any, Given], Answer]) -> Callable[Concatenate[Any, Given], Answer]:
    """Caches the results of a method in a table on its object, by its only argument or the tuple of its arguments."""
    table = table_of(ask.__name__)

    def asked(owner: Any, /, *given: Given.args, **named: Given.kwargs) -> Answer:
        answers: dict[object, Answer] = vars(owner).setdefault(table, {})
        key = given[0] if len(given) == 1 else given
        if key not in answers:
            answers[key] = ask(owner, *given, **named)
        return answers[key]

    return wraps(ask)(asked)


def table_of(method: str) -> str:
    """Returns the name of the table in which a `memoised` method stores its results."""
    return f"_answers_of_{method}"
