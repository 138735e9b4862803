"""Saves the state that a call can reach, and restores it in place, so that references to it stay valid."""

from __future__ import annotations

import collections
import importlib
import random
from collections.abc import Iterable, Iterator
from typing import Any

from tflint_autograph.confirm.probe.state.holders import MISSING, Changes, content, inside, is_same, own_modules, put
from tflint_autograph.confirm.probe.state.lines import LineCounter

_MOST = 20_000
"""Maximum number of saved objects; with more, a program is too large to be restored."""

State = dict[int, tuple[Any, Any]]
"""The content of each holder (a container, an object, a variable), by the id of the holder, which is kept alive with it."""


class TooLarge(Exception):
    """Raised when there is more state than can be saved."""


def checkpoint(roots: Iterable[Any], lines: LineCounter) -> State:
    """Returns the state of the user's modules and of everything reachable from the roots. Raises TooLarge."""
    found: State = {}
    waiting = [*roots, *(module for _, module in own_modules(lines))]
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
    """Yields the objects in a holder's content, unless it is numeric data."""
    if isinstance(held, (random.Random, importlib.import_module("numpy").random.Generator)):
        return
    if isinstance(holds, dict):
        yield from holds.values()
    elif isinstance(holds, (list, set, tuple, collections.deque)):
        yield from holds


def restore(wanted: State) -> None:
    """Restores everything that differs from the saved state."""
    for held, holds in wanted.values():
        put(held, holds)


def changed(before: State, after: State) -> State:
    """Returns what changed from `before` to `after`; of attributes and dicts only the changed keys."""
    found: State = {}
    for key, (held, now) in after.items():
        old = before.get(key, (held, MISSING))[1]
        if old is MISSING or is_same(old, now):
            continue
        if isinstance(now, dict) and isinstance(old, dict):
            now = Changes({name: each for name, each in now.items() if old.get(name, MISSING) is not each})
        found[key] = held, now
    return found
