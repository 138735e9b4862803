"""What a program holds at its end: the values of its modules, objects, classes, closures and local names.

Values have the form of `tflint_autograph.confirm.probe.state.values`; objects are dictionaries of their attributes.
"""

from __future__ import annotations

import contextvars
import importlib
import io
import sys
import types
from collections.abc import Iterator, Mapping
from typing import Any

from tflint_autograph.confirm.probe.state.holders import MISSING, cell_content
from tflint_autograph.confirm.probe.state.values import value

_DEEPEST = 8
_WIDEST = 200
_SKIPPED = (types.ModuleType, types.BuiltinFunctionType, types.MethodDescriptorType, io.IOBase)


class States:
    """Describes what the modules below a folder hold."""

    def __init__(self, root: str) -> None:
        self.root = root
        self._met: set[int] = set()

    def described(self, more: Mapping[str, Any]) -> dict[str, Any]:
        """Values by the way to them; `more` are local names."""
        self._met.clear()
        found: dict[str, Any] = {}
        for name, held in more.items():
            self._into(found, name, held)
        for name, module in sorted(sys.modules.items()):
            if self.is_own_file(getattr(module, "__file__", None)):
                for key, held in sorted(vars(module).items()):
                    if not key.startswith("__"):
                        self._into(found, f"{name}.{key}", held)
        return found

    def is_own_file(self, file: object) -> bool:
        """Whether a file is one of the programs'."""
        return isinstance(file, str) and file.startswith(self.root)

    def is_own_function(self, given: Any) -> bool:
        """Whether a function, or what a partial, a method or a wrapper of a library is made of, is one of the programs'."""
        function = getattr(given, "func", getattr(given, "__func__", getattr(given, "python_function", given)))
        codes = (getattr(each, "__code__", None) for each in _layers(function))
        return any(code is not None and self.is_own_file(code.co_filename) for code in codes)

    def _into(self, found: dict[str, Any], way: str, held: Any) -> None:
        told = self._told(held, 0)
        if told is not None:
            found[way] = told

    def _told(self, held: Any, depth: int) -> Any:
        if isinstance(held, (io.StringIO, io.BytesIO)) and held not in (sys.stdout, sys.stderr) and not held.closed:
            held = held.getvalue()
        if isinstance(held, contextvars.ContextVar):
            held = held.get(None)
        if isinstance(held, _SKIPPED) or depth > _DEEPEST:
            return None
        if self._is_own_object(held) or self.is_own_function(held):
            if id(held) in self._met:
                return None
            self._met.add(id(held))
            items = {name: self._told(each, depth + 1) for name, each in self._inside(held)}
            kept = {name: told for name, told in items.items() if told is not None}
            return {"kind": "dict", "items": kept} if kept or self._is_own_object(held) else None
        if callable(held) and not hasattr(held, "numpy"):
            return None
        held = list(held.queue) if type(held).__module__ == "queue" else held
        return self._container(held, depth) if isinstance(held, (dict, list, tuple)) or _is_row(held) else _value(held)

    def _container(self, held: Any, depth: int) -> Any:
        if isinstance(held, dict):
            items = {str(key): self._told(each, depth + 1) for key, each in list(held.items())[:_WIDEST]}
            kept = {name: told for name, told in items.items() if told is not None}
            return {"kind": "list", "items": [{"kind": "dict", "items": {name: told}} for name, told in kept.items()]}
        return {"kind": "list", "items": [self._told(each, depth + 1) for each in list(held)[:_WIDEST]]}

    def _is_own_object(self, held: Any) -> bool:
        kind = held if isinstance(held, type) else type(held)
        module = sys.modules.get(getattr(kind, "__module__", ""))
        own = module is not None and self.is_own_file(getattr(module, "__file__", None))
        return own or type(held).__name__ == "SimpleNamespace"

    def _inside(self, held: Any) -> Iterator[tuple[str, Any]]:
        function = getattr(held, "python_function", held)
        if isinstance(function, (types.FunctionType, types.MethodType)) or hasattr(function, "func"):
            yield from _of_function(function)
            if function is not held:
                yield from ((name, each) for name, each in sorted(vars(held).items()) if not name.startswith("_"))
            return
        ignored = _foreign(held)
        for name, each in sorted(getattr(held, "__dict__", {}).items()):
            if name not in ignored and (not name.startswith("__") or self.is_own_function(each)):
                yield name, each


def _value(held: Any) -> Any:
    """The value of a number, a text, a tensor, an iterator; None for objects of libraries, whose kind may differ by mode."""
    told = value(held)
    return None if told["kind"] == "object" else told


def _is_row(held: Any) -> bool:
    return type(held).__name__ in ("deque", "ListWrapper", "_DictWrapper", "TrackedList", "TrackedDict")


def _layers(function: Any) -> Iterator[Any]:
    """A function, and those it was wrapped around: `contextlib.contextmanager` leaves the generator in `__wrapped__`."""
    yield function
    while isinstance(function, types.FunctionType) and hasattr(function, "__wrapped__"):
        function = function.__wrapped__
        yield function


def _of_function(function: Any) -> Iterator[tuple[str, Any]]:
    """The enclosed names of a function and of those it wraps, their defaults and attributes."""
    for depth, each in enumerate(_layers(getattr(function, "func", getattr(function, "__func__", function)))):
        if isinstance(each, types.FunctionType):
            yield from ((f"{'*' * depth}{name}", held) for name, held in _of_layer(each))


def _of_layer(function: types.FunctionType) -> Iterator[tuple[str, Any]]:
    closure = function.__closure__ or ()
    for name, cell in zip(function.__code__.co_freevars, closure, strict=True):
        if (content := cell_content(cell)) is not MISSING:
            yield f"<{name}>", content
    for number, each in enumerate(function.__defaults__ or ()):
        yield f"({number})", each
    yield from (function.__kwdefaults__ or {}).items()
    # Python, AutoGraph and TensorFlow give functions attributes as well: `__wrapped__`, `ag_dnc_wrapper__`, `_tf_decorator`.
    yield from sorted((name, each) for name, each in vars(function).items() if not (name.startswith("_tf_") or name.endswith("__")))


_KNOWN: dict[type, frozenset[str]] = {}


def _foreign(held: Any) -> frozenset[str]:
    """The attributes an object of TensorFlow or Keras has of its own, those of a plain object of the base class."""
    if isinstance(held, type):
        return frozenset()
    bases = [kind for kind in type(held).__mro__ if kind.__module__.startswith(("keras.", "tensorflow."))]
    if not bases:
        return frozenset()
    return _KNOWN.setdefault(bases[0], _attributes(bases[0]))


def _attributes(kind: type) -> frozenset[str]:
    keras: Any = importlib.import_module("keras")
    numpy: Any = importlib.import_module("numpy")
    try:
        plain = kind()
    except TypeError:
        return frozenset()
    names = set(vars(plain))
    if isinstance(plain, keras.Model):
        model = keras.Sequential([keras.layers.Dense(1)])
        model.compile("sgd", "mse", metrics=["mae"])
        for run in (model.fit, model.evaluate):
            run(numpy.ones([2, 2]), numpy.ones([2, 1]), verbose=0)
        model.predict(numpy.ones([2, 2]), verbose=0)
        names |= set(vars(model))
    elif isinstance(plain, keras.layers.Layer):
        plain = type("Plain", (keras.layers.Layer,), {"call": lambda layer, inputs: inputs})()
        plain(numpy.ones([2, 2]))
        names |= set(vars(plain)) | {"_call_has_training_arg", "_build_shapes_dict"}
    return frozenset(names)
