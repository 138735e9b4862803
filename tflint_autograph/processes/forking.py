"""Imports what forked processes share."""

from __future__ import annotations

import gc
import importlib
import importlib.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

_PLOTS = "matplotlib", "pyplot", "patches"
"""The package that Keras imports for its plots, a fifth of the start of TensorFlow, and the modules of it."""


def import_before_forks(*names: str) -> None:
    """Imports modules for the processes that will be forked from this one.

    No collection of garbage looks at what is imported: neither now, a fifth of the time that TensorFlow takes, nor in a forked process.
    What Keras draws plots with is imported when it is used. Raises ImportError.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        with deferred(*_PLOTS):
            for name in names:
                importlib.import_module(name)
        gc.freeze()
    finally:
        if was_on:
            gc.enable()


def has_plots() -> bool:
    """Whether this process has imported what Keras draws plots with."""
    return f"{_PLOTS[0]}.{_PLOTS[1]}" in sys.modules


def import_plots() -> None:
    """Imports it, so that processes forked from now on need not. A module of the user's with that name is left to them."""
    if importlib.util.find_spec(_PLOTS[0]) is not None:
        importlib.import_module(f"{_PLOTS[0]}.{_PLOTS[1]}")
        gc.freeze()


class _Deferred(ModuleType):
    """A module whose first attribute imports the real one, in place of this and of the other `deferred` modules of its package."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # `inspect.getmodule` reads `__file__` of all modules
            raise AttributeError(name)
        _forget()
        return getattr(importlib.import_module(self.__name__), name)


@contextmanager
def deferred(package: str, *names: str) -> Iterator[None]:
    """Context manager in which importing these modules of an installed package runs none of it. It is imported when one of them is used.

    Imports after the block are the usual ones. A package that is imported already stays as it is.
    """
    spec = None if package in sys.modules else importlib.util.find_spec(package)
    if spec is not None:
        parent = sys.modules[package] = _Deferred(package)
        setattr(parent, "__path__", spec.submodule_search_locations)  # noqa: B010
        for name in names:
            module = sys.modules[f"{package}.{name}"] = _Deferred(f"{package}.{name}")
            setattr(parent, name, module)
    try:
        yield
    finally:
        _forget()


def _forget() -> None:
    for name in [name for name, module in sys.modules.items() if type(module) is _Deferred]:
        del sys.modules[name]
