"""The Python state that the user's modules hold between calls. Reads values only, and calls none of the user's code."""

from __future__ import annotations

import itertools
import sys
import types
from collections.abc import Iterator, Mapping
from typing import Any

from tflint_autograph.confirm.probe.lines import Lines
from tflint_autograph.confirm.probe.values import value

_MOST = 2000
_DEEPEST = 3


def snapshot(lines: Lines, also: Mapping[str, Any]) -> dict[str, Any]:
    """Values by the way to them (`train.losses`, `train.model.steps`), of everything that is data or holds data.

    `also` are objects that no module leads to, by the name they are told under.
    """
    found: dict[str, Any] = {}
    seen: set[int] = set()
    found.update(itertools.islice(_held("", dict(also), lines, seen, 0), _MOST))
    for name, module in sorted(sys.modules.items()):
        if not lines.is_own(getattr(module, "__file__", None) or ""):
            continue
        for way, each in _held(f"{name}.", vars(module), lines, seen, 0):
            if len(found) >= _MOST:
                return found
            found[way] = each
    return found


def _held(prefix: str, names: dict[str, Any], lines: Lines, seen: set[int], depth: int) -> Iterator[tuple[str, Any]]:
    for name, held in list(names.items()):
        if name.startswith("__") or isinstance(held, (types.ModuleType, types.BuiltinFunctionType)) or id(held) in seen:
            continue
        if isinstance(held, types.FunctionType):
            yield from _of_function(f"{prefix}{name}", held, lines, seen, depth)
        elif _is_own_object(held, lines):
            seen.add(id(held))
            if depth < _DEEPEST:
                yield from _held(f"{prefix}{name}.", getattr(held, "__dict__", {}), lines, seen, depth + 1)
        elif not callable(held):
            yield f"{prefix}{name}", value(held)


def _of_function(way: str, function: types.FunctionType, lines: Lines, seen: set[int], depth: int) -> Iterator[tuple[str, Any]]:
    if function.__closure__ is None or not lines.is_own(function.__code__.co_filename) or depth >= _DEEPEST:
        return
    seen.add(id(function))
    cells = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__, strict=True):
        try:
            cells[name] = cell.cell_contents
        except ValueError:  # an enclosing name that has no value yet
            continue
    yield from _held(f"{way}.", cells, lines, seen, depth + 1)


def _is_own_object(held: Any, lines: Lines) -> bool:
    kind = held if isinstance(held, type) else type(held)
    module = sys.modules.get(kind.__module__)
    return module is not None and lines.is_own(getattr(module, "__file__", None) or "")
