"""Finds the Python function behind a `tf.function`, through its wrappers. Calls no user code."""

from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Iterator
from typing import Any

from tflint_autograph.retracing.recorder.lines import Lines, is_own

_DEEPEST = 8
_HOLDERS = {"_func", "_python_function"}
"""Attributes of TensorFlow objects that contain the user's function."""

_WRAPPERS = ("structured_function.py", "mirrored_run.py", "autograph_util.py", "tf_decorator.py")
_OF_LIBRARY = 1
_TENSORFLOW = f"{os.sep}tensorflow{os.sep}python{os.sep}"


class Source:
    """Where a function is defined, and its parameters; `is_own`: it is the user's.

    `wrapper` is file, line and name of the library function around it that TensorFlow traces, or None.
    """

    def __init__(self, python_function: Any, name: str, lines: Lines) -> None:
        found = list(_codes(python_function))
        chosen = _chosen(found, lines)
        self.name = name
        self.file, self.line, self.is_own = "", 0, False
        self.parameters: list[list[Any]] = []
        if chosen is not None:
            function, code = chosen
            self.name = getattr(function, "__qualname__", code.co_name).replace("<locals>.", "")
            self.file = code.co_filename if code.co_filename.startswith("<") else os.path.abspath(code.co_filename)
            self.line, self.is_own = code.co_firstlineno, is_own(code.co_filename)
            origin = lines.origin(code.co_filename, code.co_firstlineno)
            if origin is not None:
                self.file, self.line, within = origin
                self.name, self.is_own = f"{within}.{code.co_name}", is_own(self.file)
        self.parameters = _parameters(python_function)
        self.wrapper = _wrapper(found, lines) if self.is_own else None


def _chosen(found: list[tuple[Any, Any]], lines: Lines) -> tuple[Any, Any] | None:
    """Returns the user's function, else a library's, else TensorFlow's own, else None."""
    return min(found, key=lambda each: _rank(each[1].co_filename, lines), default=None)


def _rank(file: str, lines: Lines) -> int:
    return 0 if is_own(file) or lines.is_generated(file) else 3 if file.endswith(_WRAPPERS) else 2 if _TENSORFLOW in file else _OF_LIBRARY


def _wrapper(found: list[tuple[Any, Any]], lines: Lines) -> list[Any] | None:
    codes = (code for _, code in found if _rank(code.co_filename, lines) == _OF_LIBRARY)
    return next(([code.co_filename, code.co_firstlineno, code.co_name] for code in codes), None)


def _codes(value: Any, depth: int = 0) -> Iterator[tuple[Any, Any]]:
    """Yields the Python functions a callable leads to, outermost first: by wrappers, binding, partial application and closures."""
    if depth > _DEEPEST or value is None or isinstance(value, type):
        return
    attributes = getattr(value, "__dict__", {})
    wrapped = attributes.get("__wrapped__")
    if wrapped is not None:
        yield from _codes(wrapped, depth + 1)
    if inspect.ismethod(value):
        yield from _codes(value.__func__, depth + 1)
    elif inspect.isfunction(value):
        yield value, value.__code__
        if not is_own(value.__code__.co_filename):
            yield from _enclosed(value, depth + 1)
    elif isinstance(value, functools.partial):
        for each in (value.func, *value.args):
            yield from _codes(each, depth + 1) if callable(each) else ()
    elif _HOLDERS & attributes.keys():
        for name in sorted(_HOLDERS & attributes.keys()):
            yield from _codes(attributes[name], depth + 1)
    else:
        call = next((vars(cls)["__call__"] for cls in type(value).__mro__ if "__call__" in vars(cls)), None)
        if inspect.isfunction(call):
            yield call, call.__code__


def _enclosed(function: Any, depth: int) -> Iterator[tuple[Any, Any]]:
    """Yields the user functions in the closure of a library function."""
    for cell in function.__closure__ or ():
        try:
            value = cell.cell_contents
        except ValueError:  # still empty
            continue
        is_callable = inspect.isfunction(value) or inspect.ismethod(value) or isinstance(value, functools.partial)
        if is_callable or _HOLDERS & getattr(value, "__dict__", {}).keys():
            yield from _codes(value, depth)


def _parameters(function: Any) -> list[list[Any]]:
    """Returns name and kind of each parameter."""
    try:
        found = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return []
    return [[each.name, each.kind.name] for each in found]
