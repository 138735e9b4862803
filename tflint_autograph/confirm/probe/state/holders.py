"""The kinds of objects with state: their content, what it refers to, and how to restore it."""

from __future__ import annotations

import collections
import functools
import importlib
import itertools
import random
import sys
import types
from collections.abc import Callable, Iterator
from typing import Any

from tflint_autograph.confirm.probe.state.lines import LineCounter

MISSING = object()
"""The value of an unbound closure variable, or of a key that a holder did not have."""


class Changes(dict[Any, Any]):
    """Some of the keys of a holder; the others stay as they are."""


def content(held: Any, lines: LineCounter) -> Any:
    """Returns the content of an object, copied one level deep, or None if it has no mutable state."""
    tf = importlib.import_module("tensorflow")
    numpy = importlib.import_module("numpy")
    if isinstance(held, (dict, list, set, collections.deque, bytearray)):
        return dict(held) if isinstance(held, dict) else _row(held)
    if isinstance(held, tf.Variable):
        return tf.identity(held) if _is_readable(held, tf) else None
    if isinstance(held, numpy.ndarray):
        return held.copy()
    if isinstance(held, random.Random):
        return held.getstate()
    if isinstance(held, numpy.random.Generator):
        return held.bit_generator.state
    if isinstance(held, types.FunctionType):
        return tuple(cell_content(cell) for cell in held.__closure__ or ()) if is_own_function(held, lines) else None
    return names(held) if _has_state(held, lines) else None


def _row(held: Any) -> Any:
    return set(held) if isinstance(held, set) else list(held) if isinstance(held, list) else held.copy()


def _is_readable(variable: Any, tf: Any) -> bool:
    return variable.dtype not in (tf.resource, tf.variant) and bool(variable.is_initialized())


def cell_content(cell: types.CellType) -> Any:
    """Returns the value of a closure variable, or MISSING."""
    try:
        return cell.cell_contents
    except ValueError:  # an enclosing name that has no value yet
        return MISSING


def is_own_function(held: types.FunctionType, lines: LineCounter) -> bool:
    """Whether the function is one of the user's."""
    return lines.is_own(held.__code__.co_filename)


def is_own_module(module: Any, lines: LineCounter) -> bool:
    """Whether the module is one of the user's files."""
    return isinstance(module, types.ModuleType) and lines.is_own(getattr(module, "__file__", None) or "")


def own_modules(lines: LineCounter) -> list[tuple[str, types.ModuleType]]:
    """Returns the user's modules by name. Modules older than this one are not visited: in a forked process, that copies their memory."""
    newer = list(itertools.takewhile(__name__.__ne__, reversed(sys.modules)))
    return [(name, sys.modules[name]) for name in sorted(newer) if is_own_module(sys.modules.get(name), lines)]


def add_module(module: types.ModuleType) -> None:
    """Adds a user module, which hides an older one with its name."""
    sys.modules.pop(module.__name__, None)
    sys.modules[module.__name__] = module


def is_own_class(kind: type, lines: LineCounter) -> bool:
    """Whether the class is one of the user's."""
    return is_own_module(sys.modules.get(kind.__module__), lines)


def _has_state(held: Any, lines: LineCounter) -> bool:
    """Whether an object's attributes are followed: those of user classes, of modules, and of objects TensorFlow tracks."""
    if isinstance(held, types.ModuleType):
        return is_own_module(held, lines)
    kind = held if isinstance(held, type) else type(held)
    if is_own_class(kind, lines):
        return True
    tracked = importlib.import_module("tensorflow").__internal__.tracking.AutoTrackable
    return not isinstance(held, type) and (isinstance(held, tracked) or kind.__module__.startswith("keras."))


def names(held: Any) -> dict[Any, Any]:
    """Returns the attributes of an object, class or module by name, those in slots by slot."""
    found: dict[Any, Any] = dict(getattr(held, "__dict__", ()))
    for kind in type(held).__mro__:
        for slot in vars(kind).values():
            if isinstance(slot, types.MemberDescriptorType) and kind.__module__ != "builtins":
                try:
                    found[slot] = slot.__get__(held)
                except AttributeError:  # a slot without a value
                    continue
    return found


def inside(held: Any, lines: LineCounter) -> Iterator[Any]:
    """Yields what an object refers to besides its content."""
    if isinstance(held, types.FunctionType):
        if is_own_function(held, lines):
            yield from (*(held.__defaults__ or ()), *(held.__kwdefaults__ or {}).values(), vars(held))
        yield getattr(held, "__wrapped__", None)
    elif isinstance(held, (tuple, frozenset)):
        yield from held
    elif isinstance(held, (types.MethodType, staticmethod, classmethod)):
        yield from (getattr(held, "__self__", None), held.__func__)
    elif isinstance(held, property):
        yield from (held.fget, held.fset)
    elif isinstance(held, functools.partial):
        yield from (held.func, held.args, held.keywords)
    elif (function := python_function(held)) is not held:
        yield function


def python_function(held: Any) -> Any:
    """Returns what a `tf.function` was made of; any other object itself, whose attributes are not asked for: a `__getattr__` may raise."""
    return held.python_function if type(held).__name__ == "Function" and hasattr(type(held), "python_function") else held


def put(held: Any, wanted: Any) -> None:
    """Restores the content of a holder."""
    numpy = importlib.import_module("numpy")
    if isinstance(held, numpy.random.Generator):
        held.bit_generator.state = wanted
    elif isinstance(held, dict):
        _put_keys(held, wanted)
    elif isinstance(wanted, dict):
        _put_names(held, wanted)
    elif isinstance(held, (list, collections.deque, bytearray)):
        if not is_same(wanted, held):
            _changing(held, "clear")()
            _changing(held, "extend")(wanted)
    elif isinstance(held, set):
        _changing(held, "clear")()
        _changing(held, "update")(wanted)
    elif isinstance(held, types.FunctionType):
        _put_cells(held, wanted)
    elif isinstance(held, random.Random):
        held.setstate(wanted)
    elif not isinstance(held, numpy.ndarray):
        held.assign(wanted)
    elif held.flags.writeable:
        held[...] = wanted


def _put_cells(held: types.FunctionType, wanted: Any) -> None:
    for cell, each in zip(held.__closure__ or (), wanted, strict=True):
        if each is not MISSING:
            cell.cell_contents = each
        elif cell_content(cell) is not MISSING:
            del cell.cell_contents


def _put_keys(held: Any, wanted: dict[Any, Any]) -> None:
    """Sets the items of a dict in order. Later items are removed, unless only changes are restored."""
    kept = list(held) if isinstance(wanted, Changes) else [key for key in held if key in wanted]
    if not isinstance(wanted, Changes) and (len(kept) < len(held) or kept != list(wanted)):
        _changing(held, "clear")()
    put_item = _changing(held, "__setitem__")
    for key, each in wanted.items():  # a Counter would add by `update`
        if key not in held or held[key] is not each:
            put_item(key, each)


def _changing(held: Any, name: str) -> Callable[..., None]:
    """Returns a method that changes a container: for one of Keras, which a built layer locks, that of the built-in class (`keras.src.utils.tracking`)."""
    kind = type(held)
    plain = next((each for each in kind.__mro__ if each in (dict, list, set)), None) if kind.__module__.startswith("keras.") else None
    return getattr(held, name) if plain is None else functools.partial(getattr(plain, name), held)


def _put_names(held: Any, wanted: dict[Any, Any]) -> None:
    """Sets the attributes of a module, class or object, bypassing `__setattr__` of user classes."""
    now = names(held)
    for name in now if not isinstance(wanted, Changes) else ():
        if name not in wanted:
            _set(held, name, MISSING)
    for name, each in wanted.items():
        if now.get(name, MISSING) is not each:
            _set(held, name, each)


def _set(held: Any, name: Any, each: Any) -> None:
    if isinstance(name, types.MemberDescriptorType):
        name.__delete__(held) if each is MISSING else name.__set__(held, each)
    elif isinstance(held, type):
        if not name.startswith("__"):
            type.__delattr__(held, name) if each is MISSING else type.__setattr__(held, name, each)
    elif each is MISSING:
        del vars(held)[name]
    else:
        vars(held)[name] = each


def is_same(left: Any, right: Any) -> bool:
    """Whether two contents are equal: identical objects in containers, equal numbers in arrays and variables."""
    if isinstance(left, dict) and isinstance(right, dict):
        return list(left) == list(right) and all(left[key] is right[key] for key in left)
    if isinstance(left, (list, tuple, collections.deque)):
        return len(left) == len(right) and all(map(_is_same_item, left, right))
    if isinstance(left, (set, bytearray)):
        return bool(left == right)
    numpy = importlib.import_module("numpy")
    try:
        return bool(numpy.array_equal(numpy.asarray(left), numpy.asarray(right)))
    except (TypeError, ValueError):
        return False


def _is_same_item(one: Any, other: Any) -> bool:
    if one is other:
        return True
    return type(one) is type(other) and isinstance(one, (bool, int, float, str, bytes)) and one == other
