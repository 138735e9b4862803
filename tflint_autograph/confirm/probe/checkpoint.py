"""The state a call can reach, kept and put back in place, so that what holds it stays the same. Runs no call."""

from __future__ import annotations

import collections
import importlib
import random
import sys
import types
from collections.abc import Iterable, Iterator
from typing import Any

from tflint_autograph.confirm.probe.lines import Lines

_MOST = 20_000
"""Holders of state that are kept; beyond them a program is too large to be put back."""

_MISSING = object()

State = dict[int, tuple[Any, Any]]
"""What each holder (a container, an object, a variable) held, by the id of the holder, which is kept alive with it."""


class TooLarge(Exception):
    """There is more state than is kept."""


def checkpoint(roots: Iterable[Any], lines: Lines) -> State:
    """The state of the user's modules and of everything the roots lead to. Raises TooLarge."""
    found: State = {}
    waiting = [*roots, *(module for module in list(sys.modules.values()) if _is_own_module(module, lines))]
    seen: set[int] = set()
    while waiting:
        held = waiting.pop()
        if id(held) in seen or held is None or isinstance(held, (bool, int, float, str, bytes)):
            continue
        seen.add(id(held))
        content = _content(held, lines)
        if content is not None:
            found[id(held)] = held, content
        waiting += _inside(held, content)
        if len(seen) > _MOST * 10 or len(found) > _MOST:
            raise TooLarge
    return found


def _content(held: Any, lines: Lines) -> Any:
    """What a holder holds, copied one level deep; None for what holds nothing that could change."""
    tf = importlib.import_module("tensorflow")
    numpy = importlib.import_module("numpy")
    if isinstance(held, (collections.deque, bytearray)):
        return held.copy()
    if isinstance(held, (dict, list, set)):
        return _copied(held)
    if isinstance(held, tf.Variable):
        return tf.identity(held) if held.dtype not in (tf.resource, tf.variant) else None
    if isinstance(held, numpy.ndarray):
        return held.copy()
    if isinstance(held, random.Random):
        return held.getstate()
    if isinstance(held, numpy.random.Generator):
        return held.bit_generator.state
    if isinstance(held, types.FunctionType):
        return tuple(_cell(cell) for cell in held.__closure__ or ()) if lines.is_own(held.__code__.co_filename) else None
    return dict(vars(held)) if _has_state(held, lines) else None


def _copied(held: Any) -> Any:
    return dict(held) if isinstance(held, dict) else set(held) if isinstance(held, set) else list(held)


def _cell(cell: types.CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # an enclosing name that has no value yet
        return _MISSING


def _is_own_module(module: Any, lines: Lines) -> bool:
    return isinstance(module, types.ModuleType) and lines.is_own(getattr(module, "__file__", None) or "")


def _has_state(held: Any, lines: Lines) -> bool:
    """Whether an object's attributes are followed: those of the user's classes, of modules, of Keras and `tf.Module`."""
    if isinstance(held, types.ModuleType):
        return _is_own_module(held, lines)
    kind = held if isinstance(held, type) else type(held)
    if not hasattr(held, "__dict__"):
        return False
    if _is_own_module(sys.modules.get(kind.__module__), lines):
        return True
    tf = importlib.import_module("tensorflow")
    return not isinstance(held, type) and (isinstance(held, tf.Module) or kind.__module__.startswith("keras."))


def _inside(held: Any, content: Any) -> Iterator[Any]:
    if isinstance(content, dict):
        yield from list(content.values())
    elif isinstance(content, (list, set, tuple, collections.deque)) and not isinstance(held, random.Random):
        yield from content
    elif isinstance(held, (tuple, frozenset)):
        yield from held
    elif isinstance(held, types.MethodType):
        yield from (held.__self__, held.__func__)


def restore(wanted: State) -> None:
    """Put back everything that is not as it was."""
    for held, content in wanted.values():
        _put(held, content, _now(held))


def changed(before: State, after: State) -> State:
    """What a program did to the state from `before` to `after`: of attributes and dicts the changed keys alone."""
    found: State = {}
    for key, (held, content) in after.items():
        old = before.get(key, (held, _MISSING))[1]
        if old is _MISSING or _is_same(old, content):
            continue
        if isinstance(content, dict) and isinstance(old, dict):
            content = _Changes({name: each for name, each in content.items() if old.get(name, _MISSING) is not each})
        found[key] = held, content
    return found


class _Changes(dict[Any, Any]):
    """Some of the keys of a holder; the others stay as they are."""


def _now(held: Any) -> Any:
    if isinstance(held, types.FunctionType):
        return tuple(_cell(cell) for cell in held.__closure__ or ())
    return held if isinstance(held, (dict, list, set, collections.deque, bytearray)) else getattr(held, "__dict__", None)


def _is_same(left: Any, right: Any) -> bool:
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(left[key] is right[key] for key in left)
    if isinstance(left, (list, tuple, collections.deque)) and not isinstance(left, (bytes, str)):
        return len(left) == len(right) and all(one is other or _is_plain_same(one, other) for one, other in zip(left, right, strict=True))
    if isinstance(left, (set, bytearray)):
        return bool(left == right)
    numpy = importlib.import_module("numpy")
    try:
        return bool(numpy.array_equal(numpy.asarray(left), numpy.asarray(right)))
    except (TypeError, ValueError):
        return False


def _is_plain_same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and isinstance(one, (bool, int, float, str, bytes)) and one == other


def _put(held: Any, content: Any, now: Any) -> None:
    numpy = importlib.import_module("numpy")
    if isinstance(content, dict) and not isinstance(held, numpy.random.Generator):
        _put_names(held, content)
    elif isinstance(held, (list, collections.deque, bytearray)):
        if not _is_same(content, now):
            held.clear()
            held.extend(content)
    elif isinstance(held, set):
        held.clear()
        held.update(content)
    elif isinstance(held, types.FunctionType):
        for cell, each in zip(held.__closure__ or (), content, strict=True):
            if each is not _MISSING:
                cell.cell_contents = each
    elif isinstance(held, random.Random):
        held.setstate(content)
    elif isinstance(held, numpy.random.Generator):
        held.bit_generator.state = content
    elif isinstance(held, numpy.ndarray):
        if held.flags.writeable:
            held[...] = content
    else:
        held.assign(content)


def _put_names(held: Any, content: dict[Any, Any]) -> None:
    """Names of a dict, a module, a class or an object; those that came later go, unless only changes are put."""
    names = held if isinstance(held, dict) else vars(held)
    gone = [] if isinstance(content, _Changes) else [name for name in names if name not in content]
    differing = {name: each for name, each in content.items() if names.get(name, _MISSING) is not each}
    if isinstance(held, type):
        for name, each in differing.items():
            if not name.startswith("__"):
                setattr(held, name, each)
        return
    for name in gone:
        del names[name]
    names.update(differing)
