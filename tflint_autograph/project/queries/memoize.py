"""Answers that are worked out once, most of them about a body. Asks nothing itself.

A body is known by its identity: to hash or to compare one takes as long as to walk it.
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
"""Bodies that are kept; then all are let go."""
_FEW = 128
"""The same where they are asked about again soon or not at all."""

_CLEAR: list[Callable[[], None]] = []


def clear_memos() -> None:
    """Let go of all: nobody asks again about a program that is done, and what is left of it would lie in the next one's room."""
    for clear in _CLEAR:
        clear()


def memoized_per_program(most: int) -> Callable[[Ask], Ask]:
    """Remember the last `most` answers to a question until `forget`; arguments of other types are others."""

    def remembering(ask: Ask) -> Ask:
        asked = lru_cache(maxsize=most, typed=True)(ask)
        _CLEAR.append(asked.cache_clear)
        return asked  # type: ignore[return-value]

    return remembering


def memoized_by_body(ask: Callable[[Body], Answer], most: int = _MOST) -> Callable[[Body], Answer]:
    """Remember what a question about a body gives, a question that looks at nothing else; of the last `most` bodies."""
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
    """The same where bodies are asked about again soon or not at all: few are kept from being let go."""
    return memoized_by_body(ask, _FEW)


def memoized_by_body_and_name(ask: Callable[[Body, str], Answer]) -> Callable[[Body, str], Answer]:
    """The same for a question about a body and a name."""

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
    """Remember what a method gives, in a table on its object: by its one argument, or by the tuple of them."""
    table = table_of(ask.__name__)

    def asked(owner: Any, /, *given: Given.args, **named: Given.kwargs) -> Answer:
        answers: dict[object, Answer] = vars(owner).setdefault(table, {})
        key = given[0] if len(given) == 1 else given
        if key not in answers:
            answers[key] = ask(owner, *given, **named)
        return answers[key]

    return wraps(ask)(asked)


def table_of(method: str) -> str:
    """The name of the table in which a `memoised` method keeps its answers."""
    return f"_answers_of_{method}"
