"""Imports a module that others import in passing when it is used."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any


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
