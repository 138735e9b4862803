"""Answers about a body that are worked out once. Asks nothing itself."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from tflint_autograph.model.body import Body

Answer = TypeVar("Answer")
_MOST = 20_000
"""Bodies that are kept; then all are let go."""


def once_a_body(ask: Callable[[Body, str], Answer]) -> Callable[[Body, str], Answer]:
    """Remember what a question about a body and a name gives, a question that looks at nothing else.

    A body is known by its identity: to hash or to compare one takes as long as to walk it.
    """
    known: dict[int, tuple[Body, dict[str, Answer]]] = {}

    @wraps(ask)
    def asked(body: Body, name: str) -> Answer:
        kept = known.get(id(body))
        if kept is None or kept[0] is not body:
            if len(known) >= _MOST:
                known.clear()
            kept = known[id(body)] = (body, {})
        if name not in kept[1]:
            kept[1][name] = ask(body, name)
        return kept[1][name]

    return asked
