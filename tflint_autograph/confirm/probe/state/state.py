"""Snapshots of the Python state of the user's modules. Only reads values, and calls no user code."""

from __future__ import annotations

import itertools
import sys
import types
from collections.abc import Iterator, Mapping
from typing import Any

from tflint_autograph.confirm.probe.state.holders import (
    MISSING,
    cell_content,
    is_own_function,
    names,
    own_modules,
    python_function,
)
from tflint_autograph.confirm.probe.state.lines import LineCounter
from tflint_autograph.confirm.probe.state.values import value

_MOST = 2000
_DEEPEST = 3
_ITEMS = 20
"""Maximum number of objects in a list that are looked into."""

_NO_STATE = (types.ModuleType, types.BuiltinFunctionType, types.MemberDescriptorType)


def snapshot(lines: LineCounter, also: Mapping[str, Any]) -> dict[str, Any]:
    """Returns values by path (`train.losses`, `train.model.steps`), of everything that is or contains data.

    `also` are objects that no module refers to, by display name.
    """
    found: dict[str, Any] = {}
    seen: set[int] = set()
    found.update(itertools.islice(_held("", dict(also), lines, seen, 0), _MOST))
    for name, module in own_modules(lines):
        for way, each in _held(f"{name}.", vars(module), lines, seen, 0):
            if len(found) >= _MOST:
                return found
            found[way] = each
    return found


def _held(prefix: str, known: Mapping[str, Any], lines: LineCounter, seen: set[int], depth: int) -> Iterator[tuple[str, Any]]:
    for name, held in list(known.items()):
        if name.startswith("__") or isinstance(held, _NO_STATE) or id(held) in seen:
            continue
        function = python_function(held)
        if isinstance(function, types.FunctionType):
            yield from _of_function(f"{prefix}{name}", function, lines, seen, depth)
        elif _is_own_object(held, lines):
            seen.add(id(held))
            if depth < _DEEPEST:
                attributes = {getattr(key, "__name__", key): each for key, each in names(held).items()}
                yield from _held(f"{prefix}{name}.", attributes, lines, seen, depth + 1)
        elif not callable(held):
            yield f"{prefix}{name}", value(held)
            if isinstance(held, (list, tuple)) and depth < _DEEPEST:
                own = {f"{name}[{index}]": each for index, each in enumerate(held[:_ITEMS]) if _is_own_object(each, lines)}
                yield from _held(prefix, own, lines, seen, depth + 1)


def _of_function(way: str, function: types.FunctionType, lines: LineCounter, seen: set[int], depth: int) -> Iterator[tuple[str, Any]]:
    """Yields the closure variables of a function, its mutable defaults, and its attributes."""
    if not is_own_function(function, lines) or depth >= _DEEPEST:
        return
    seen.add(id(function))
    cells = zip(function.__code__.co_freevars, map(cell_content, function.__closure__ or ()), strict=True)
    known = {name: each for name, each in cells if each is not MISSING}
    known |= {name: each for name, each in _defaults(function) if isinstance(each, (list, dict, set))}
    known |= {name: each for name, each in vars(function).items() if not (name.startswith("_") or name.endswith("__"))}
    yield from _held(f"{way}.", known, lines, seen, depth + 1)


def _defaults(function: types.FunctionType) -> Iterator[tuple[str, Any]]:
    plain = function.__defaults__ or ()
    yield from zip(function.__code__.co_varnames[: function.__code__.co_argcount][-len(plain) :], plain, strict=False)
    yield from (function.__kwdefaults__ or {}).items()


def _is_own_object(held: Any, lines: LineCounter) -> bool:
    kind = held if isinstance(held, type) else type(held)
    module = sys.modules.get(kind.__module__)
    return module is not None and lines.is_own(getattr(module, "__file__", None) or "")
