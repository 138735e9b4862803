"""Answers about a body that are worked out once. Asks nothing itself.

A body is known by its identity: to hash or to compare one takes as long as to walk it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from tflint_autograph.model.body import Body

Answer = TypeVar("Answer")
_MOST = 20_000
"""Bodies that are kept; then all are let go."""
_FEW = 256
"""The same where they are asked about again soon or not at all."""

_TABLES: list[dict[int, Any]] = []


def forget() -> None:
    """Let go of every body: those of a program that is done are never asked about again."""
    for table in _TABLES:
        table.clear()


def once(ask: Callable[[Body], Answer], most: int = _MOST) -> Callable[[Body], Answer]:
    """Remember what a question about a body gives, a question that looks at nothing else; of the last `most` bodies."""
    known: dict[int, tuple[Body, Answer]] = {}
    _TABLES.append(known)

    @wraps(ask)
    def asked(body: Body) -> Answer:
        kept = known.get(id(body))
        if kept is None or kept[0] is not body:
            if len(known) >= most:
                known.clear()
            kept = known[id(body)] = (body, ask(body))
        return kept[1]

    return asked


def lately(ask: Callable[[Body], Answer]) -> Callable[[Body], Answer]:
    """The same where bodies are asked about again soon or not at all: few are kept from being let go."""
    return once(ask, _FEW)


def once_a_body(ask: Callable[[Body, str], Answer]) -> Callable[[Body, str], Answer]:
    """The same for a question about a body and a name."""

    @once
    def answers(body: Body) -> dict[str, Answer]:
        return {}

    @wraps(ask)
    def asked(body: Body, name: str) -> Answer:
        known = answers(body)
        if name not in known:
            known[name] = ask(body, name)
        return known[name]

    return asked
