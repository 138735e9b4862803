"""Finds the value that a function of the project gives a name. What else the function changes is restored."""

from __future__ import annotations

import copy
import importlib
import os
import types
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from tflint_autograph.confirm.probe.calls.driving import Undrivable
from tflint_autograph.confirm.probe.calls.scope import TARGET, CallNames
from tflint_autograph.confirm.probe.calls.searching import ArgumentSearch
from tflint_autograph.confirm.probe.state.checkpoint import TooLarge, checkpoint, restore
from tflint_autograph.confirm.probe.state.holders import is_same, own_modules
from tflint_autograph.confirm.probe.state.lines import LineCounter
from tflint_autograph.confirm.protocol import CapturedChange

_SECONDS = 5.0
"""The time for a search for arguments of the function."""

_CONSTRUCTION = ("__init__", "__new__", "__post_init__")
"""Methods that run once for each object, before all others."""

_KINDS = ("python", "tensor")
"""The kinds of arguments to generate, in order: what sets a value mostly gets a plain one."""


def written(change: CapturedChange, holders: Sequence[Any], value: Callable[[], Any], lines: LineCounter) -> tuple[Any, str]:
    """Returns the value of the name after a call of its writer, and the call as a user would write it. Raises Undrivable.

    `holders` are the objects that the writer may be a method of, `value` returns the current value of the name.
    """
    module, function = _found(change, holders, lines)
    try:
        state = checkpoint([*holders, function], lines)
    except TooLarge:
        raise Undrivable(f"has too much state to call `{change.writer}`") from None
    tf = importlib.import_module("tensorflow")
    names = {"tf": tf, "np": importlib.import_module("numpy"), "types": types, **vars(module), TARGET: function}
    before = _copied(value())
    try:
        for kind in _KINDS:
            restore(state)
            scope = CallNames(names, lines, _SECONDS)
            found = ArgumentSearch(function, kind, scope, partial(restore, state), number=1).found()
            if not found:
                continue
            restore(state)
            scope.tried(f"{TARGET}({found[0][0]})")
            after = _copied(value())
            if after is not None and not is_same(before, after):
                return after, f"{change.writer}({found[0][0]})"
    finally:
        restore(state)
    raise Undrivable(f"finds no call of `{change.writer}` that changes `{change.name}`")


def _found(change: CapturedChange, holders: Sequence[Any], lines: LineCounter) -> tuple[types.ModuleType, Any]:
    """Returns the writer in its module, or bound to the object it is a method of. Raises Undrivable."""
    owner, _, last = change.writer.rpartition(".")
    if owner and last in _CONSTRUCTION:
        raise Undrivable(f"finds `{change.name}` only set where objects are created")
    layer: Any = importlib.import_module("tensorflow").keras.layers.Layer
    for _, module in own_modules(lines):
        if os.path.realpath(module.__file__ or "") != os.path.realpath(change.file):
            continue
        if not owner and callable(vars(module).get(last)):
            return module, vars(module)[last]
        for held in holders:
            # Keras builds a layer once, before its first call
            if last == "build" and isinstance(held, layer):
                continue
            if any(kind.__module__ == module.__name__ and kind.__qualname__ == owner and last in vars(kind) for kind in type(held).__mro__):
                return module, getattr(held, last)
    raise Undrivable(f"does not find `{change.writer}`, or an object to call it on")


def _copied(value: Any) -> Any:
    """Returns a copy of a value that can be changed in place; others as they are."""
    numpy = importlib.import_module("numpy")
    return copy.deepcopy(value) if isinstance(value, (list, dict, set, numpy.ndarray)) else value
