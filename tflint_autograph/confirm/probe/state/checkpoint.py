"""The state a call can reach, kept and put back in place, so that what holds it stays the same. Runs no call."""

from __future__ import annotations

import collections
import importlib
import random
import sys
from collections.abc import Iterable, Iterator
from typing import Any

from tflint_autograph.confirm.probe.state.holders import MISSING, Changes, content, inside, is_own_module, is_same, put
from tflint_autograph.confirm.probe.state.lines import LineCounter

_MOST = 20_000
"""Holders of state that are kept; beyond them a program is too large to be put back."""

State = dict[int, tuple[Any, Any]]
"""What each holder (a container, an object, a variable) held, by the id of the holder, which is kept alive with it."""


class TooLarge(Exception):
    """There is more state than is kept."""


def checkpoint(roots: Iterable[Any], lines: LineCounter) -> State:
    """The state of the user's modules and of everything the roots lead to. Raises TooLarge."""
    found: State = {}
    waiting = [*roots, *(module for module in list(sys.modules.values()) if is_own_module(module, lines))]
    seen: set[int] = set()
    while waiting:
        held = waiting.pop()
        if id(held) in seen or held is None or isinstance(held, (bool, int, float, str, bytes)):
            continue
        seen.add(id(held))
        holds = content(held, lines)
        if holds is not None:
            found[id(held)] = held, holds
        waiting += (*_in(holds, held), *inside(held, lines))
        if len(seen) > _MOST * 10 or len(found) > _MOST:
            raise TooLarge
    return found


def _in(holds: Any, held: Any) -> Iterator[Any]:
    """The things in a holder's content, when it is made of things and not of numbers."""
    if isinstance(held, (random.Random, importlib.import_module("numpy").random.Generator)):
        return
    if isinstance(holds, dict):
        yield from holds.values()
    elif isinstance(holds, (list, set, tuple, collections.deque)):
        yield from holds


def restore(wanted: State) -> None:
    """Put back everything that is not as it was."""
    for held, holds in wanted.values():
        put(held, holds)


def changed(before: State, after: State) -> State:
    """What a program did to the state from `before` to `after`: of attributes and dicts the changed keys alone."""
    found: State = {}
    for key, (held, now) in after.items():
        old = before.get(key, (held, MISSING))[1]
        if old is MISSING or is_same(old, now):
            continue
        if isinstance(now, dict) and isinstance(old, dict):
            now = Changes({name: each for name, each in now.items() if old.get(name, MISSING) is not each})
        found[key] = held, now
    return found
