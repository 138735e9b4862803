"""Changes the value of the name in a finding: a global, a closure variable or an attribute."""

from __future__ import annotations

import argparse
import copy
import dataclasses
import gc
import importlib
import inspect
import os
import types
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import partial
from types import CellType, FrameType, FunctionType
from typing import Any

from tflint_autograph.confirm.probe.calls.driving import Undrivable
from tflint_autograph.confirm.probe.calls.scope import TARGET, CallNames
from tflint_autograph.confirm.probe.calls.searching import ArgumentSearch
from tflint_autograph.confirm.probe.state.checkpoint import TooLarge, checkpoint, restore
from tflint_autograph.confirm.probe.state.holders import is_same, own_modules
from tflint_autograph.confirm.probe.state.lines import LineCounter
from tflint_autograph.confirm.protocol import CapturedChange

_DEEPEST = 3


class Changing:
    """A name whose value is changed for one call. Its scope is taken from a frame that runs its statement."""

    def __init__(self, change: CapturedChange, lines: LineCounter) -> None:
        self.change = change
        self._lines = lines
        self._place: Place | None = None
        self._again: Callable[[], Place | None] = lambda: None
        self._holders: tuple[Any, ...] = ()
        self._constants: tuple[Any, ...] = ()
        self._restore: Callable[[], None] = lambda: None

    def met(self, watch: str, frame: FrameType) -> None:
        """Records the scope of the name when its statement first runs."""
        if watch == self.change.watch and self._place is None:
            self._place = place_of(self.change.name, frame)
            self._constants = frame.f_code.co_consts
            if self.change.writer:
                self._again = partial(place_of, self.change.name, frame)
                self._holders = tuple(_owners(self.change.name, frame))

    def apply(self) -> str:
        """Sets another value of the same type, that of a writer, or the first one, and describes it. Raises Undrivable if there is none."""
        if self._place is None:
            raise Undrivable(f"does not find where `{self.change.name}` is kept")
        before, setter, self._restore = self._place
        if self.change.undo:
            setter(before)
            return f"back to {_short(before)}"
        if self.change.writer:
            shown = _short(before)
            after, call = written(self.change, self._holders, self._value, self._lines)
            setter(after)
            return f"{shown} to {_short(after)} by `{call}`"
        after = further(before, self._constants) if self.change.again else other(before)
        if after is None:
            raise Undrivable(f"cannot make up another value of `{self.change.name}`")
        setter(after)
        return f"{_short(before)} to {_short(after)}"

    def _value(self) -> Any:
        """Returns the current value of the name, or None if there is none."""
        place = self._again()
        return None if place is None else place[0]

    def restore(self) -> None:
        """Restores the value, unless the call has set it again."""
        if not self.change.undo:
            self._restore()


Place = tuple[Any, Callable[[Any], None], Callable[[], None]]
"""The current value, and functions to set another one and to restore it."""


def place_of(name: str, frame: FrameType) -> Place | None:
    """Returns where a frame's code reads a name that is no local variable: an attribute, a global, a closure variable; None if it is none."""
    owner, _, last = name.rpartition(".")
    if not owner:
        return _cell(name, frame) if name in frame.f_code.co_freevars else _entry(name, frame.f_globals)
    held = _owners(name, frame)[-1]
    # What `threading.local` holds is in the dictionary of this thread alone
    own = getattr(held, "__dict__", {})
    is_own = last in own
    static = own[last] if is_own else inspect.getattr_static(held, last, None)
    if static is None or hasattr(static, "__get__"):
        return None
    restore = (lambda: setattr(held, last, static)) if is_own else (lambda: delattr(held, last))
    return static, lambda value: setattr(held, last, value), restore


def _owners(name: str, frame: FrameType) -> list[Any]:
    """Returns the objects that the parts of a dotted name before the last refer to; none for a name without dots."""
    found: list[Any] = []
    for part in name.split(".")[:-1]:
        found.append(inspect.getattr_static(found[-1], part, None) if found else {**frame.f_globals, **frame.f_locals}.get(part))
    return found


def _entry(name: str, names: dict[str, Any]) -> Place | None:
    if name not in names:
        return None
    before = names[name]

    def put(value: Any) -> None:
        names[name] = value

    return before, put, lambda: put(before)


def _cell(name: str, frame: FrameType) -> Place | None:
    """Returns the closure cell of a variable of an enclosing function, or None."""
    index = frame.f_code.co_freevars.index(name)
    for held in gc.get_referrers(frame.f_code):
        if not isinstance(held, FunctionType) or held.__code__ is not frame.f_code or not held.__closure__:
            continue
        cell = held.__closure__[index]
        if cell.cell_contents is frame.f_locals.get(name):
            return _contents(cell)
    return None


def _contents(cell: CellType) -> Place:
    before = cell.cell_contents

    def fill(value: Any) -> None:
        cell.cell_contents = value

    return before, fill, lambda: fill(before)


def other(value: Any, depth: int = 0) -> Any:
    """Returns another value of the same type, or None if none is known."""
    if isinstance(value, bool):
        return not value
    if type(value) in (int, float):
        return value * 2 + 1
    if type(value) is str:
        return f"{value}_"
    if depth < _DEEPEST and type(value) in (list, tuple):
        return _others(value, depth)
    if depth < _DEEPEST and type(value) is dict:
        return _other_dict(value, depth)
    if isinstance(value, Enum):
        return next((each for each in type(value) if each is not value), None)
    if depth < _DEEPEST and (fields := _fields(value)):
        return _other_record(value, fields, depth)
    dtype = _other_dtype(value)
    return dtype if dtype is not None else _other_array(value)


def further(value: Any, constants: tuple[Any, ...]) -> Any:
    """Returns another value of a string or number than `other`, which may be on the same side of a comparison; None for other values.

    `constants` are those of the code that reads it, which may compare the value with one of them.
    """
    if type(value) is str:
        return next((each for each in constants[1:] if type(each) is str and each != value), "")
    return -other(value) if type(value) in (int, float) else None


def _others(values: Any, depth: int) -> Any:
    changed = [other(each, depth + 1) for each in values]
    if any(each is not None for each in changed):
        return type(values)(old if new is None else new for old, new in zip(values, changed, strict=True))
    return None


def _other_dict(values: Mapping[Any, Any], depth: int) -> Any:
    changed = {key: other(each, depth + 1) for key, each in values.items()}
    if all(each is None for each in changed.values()):
        return None
    return {key: values[key] if each is None else each for key, each in changed.items()}


def _fields(value: Any) -> dict[str, Any]:
    """Returns the fields of a record that holds settings: a dataclass, a named tuple, a namespace; empty for other values."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {each.name: getattr(value, each.name) for each in dataclasses.fields(value) if each.init}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return dict(value._asdict())
    return dict(vars(value)) if type(value) in (argparse.Namespace, types.SimpleNamespace) else {}


def _other_record(value: Any, fields: Mapping[str, Any], depth: int) -> Any:
    """Returns a record with other values in all fields for which one is known; the class may refuse them."""
    changed = {name: new for name, each in fields.items() if (new := other(each, depth + 1)) is not None}
    if not changed:
        return None
    try:
        is_dataclass = dataclasses.is_dataclass(value) and not isinstance(value, type)
        return dataclasses.replace(value, **changed) if is_dataclass else type(value)(**{**fields, **changed})
    except Exception:  # noqa: BLE001 - the user's code raises what it likes
        return None


def _other_dtype(value: Any) -> Any:
    """Returns a dtype of TensorFlow or NumPy of the same kind, with another size; None for other values."""
    numpy = importlib.import_module("numpy")
    tf = importlib.import_module("tensorflow")
    if not (isinstance(value, (tf.DType, numpy.dtype)) or (isinstance(value, type) and issubclass(value, numpy.number))):
        return None
    known = tf.as_dtype(value)
    if not (known.is_floating or known.is_integer):
        return None
    usual, other_size = (tf.float32, tf.float64) if known.is_floating else (tf.int32, tf.int64)
    new = other_size if known == usual else usual
    return new if isinstance(value, tf.DType) else new.as_numpy_dtype if isinstance(value, type) else numpy.dtype(new.as_numpy_dtype)


def _other_array(value: Any) -> Any:
    numpy = importlib.import_module("numpy")
    tf = importlib.import_module("tensorflow")
    if isinstance(value, (numpy.ndarray, numpy.generic)) and value.dtype.kind in "iuf":
        return value + value.dtype.type(1)
    if isinstance(value, tf.Tensor) and hasattr(value, "numpy") and (value.dtype.is_floating or value.dtype.is_integer):
        return value + tf.ones_like(value)
    return None


def _short(value: Any) -> str:
    return " ".join(repr(value).split())[:40]


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
