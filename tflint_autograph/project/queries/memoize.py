"""Decorators that cache the results of functions, most of them about a body.

Bodies are keyed by identity: hashing or comparing one takes as long as walking it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import lru_cache, partial, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from tflint_autograph.model.body import Body

Answer = TypeVar("Answer")
Ask = TypeVar("Ask", bound=Callable[..., Any])
Given = ParamSpec("Given")
_MOST = 20_000
"""Maximum number of cached bodies. When it is reached, all are dropped."""
_FEW = 128
"""Maximum number of cached bodies for queries that are repeated soon or not at all."""

_METHODS: set[object] = set()
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
    return _cached(ask, _keep)


def query(ask: Callable[Concatenate[Any, Given], Answer]) -> Callable[Concatenate[Any, Given], Answer]:
    """Like `memoised`, for a method that reads results of eager code: a result that used a partial one is not kept."""
    return _cached(ask, _keep_unless_partial)


def _cached(
    ask: Callable[Concatenate[Any, Given], Answer], keep: Callable[[Any, dict[Any, Any], Any, Callable[[], Any]], Any]
) -> Callable[Concatenate[Any, Given], Answer]:  # fmt: skip
    """Returns the method with a table for its results; `keep` computes a result and stores it there."""
    table = table_of(ask.__name__)

    def asked(owner: Any, /, *given: Given.args, **named: Given.kwargs) -> Answer:
        parts: tuple[Any, ...] = (*given, *named.values()) if named else given
        key = parts[0] if len(parts) == 1 else parts
        answers: dict[Any, Answer] = owner.__dict__.setdefault(table, {})
        return answers[key] if key in answers else keep(owner, answers, key, partial(ask, owner, *given, **named))

    return as_cached(ask, asked)


def as_cached(ask: Callable[..., Answer], asked: Callable[Concatenate[Any, Given], Answer]) -> Callable[Concatenate[Any, Given], Answer]:
    """Makes `asked` one of the `cached_methods`: it has the results of the method `ask` in the table of its name."""
    made = wraps(ask)(asked)
    _METHODS.add(made)
    return made


def guard_of(owner: Any) -> Any:
    """Returns the guard against partial results of an analysis, or of the analysis that a part belongs to."""
    return getattr(owner, "analysis", owner).cycle_guard


def _keep(owner: Any, answers: dict[Any, Any], key: Any, work: Callable[[], Any]) -> Any:
    answer = answers[key] = work()
    return answer


def _keep_unless_partial(owner: Any, answers: dict[Any, Any], key: Any, work: Callable[[], Any]) -> Any:
    return guard_of(owner).kept(answers, key, work)


def cached_methods(owner: object) -> Iterator[str]:
    """Yields the names of the methods of an object whose results are cached, in the order of their definition."""
    yield from (name for cls in type(owner).__mro__ for name, each in vars(cls).items() if isinstance(each, Hashable) and each in _METHODS)


def table_of(method: str) -> str:
    """Returns the name of the table in which a method of `cached_methods` stores its results."""
    return f"_answers_of_{method}"
