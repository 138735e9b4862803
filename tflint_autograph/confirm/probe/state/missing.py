"""Replaces modules that are not installed, so that code that does not use them can run."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import sys
import types
from collections.abc import Callable, Sequence
from typing import Any

_MOST = 8
"""Maximum number of missing packages that are replaced."""


class MissingModules(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds modules of packages that are not installed, whose members raise ModuleNotFoundError when they are used in a call.

    `names` are those packages. While modules are imported, what is called returns another such member, and a decorator the function. After
    that, each use is what it would be without the package.
    """

    def __init__(self) -> None:
        self.names: list[str] = []
        self._importing = False

    def imported(self, load: Callable[[], Any]) -> Any:
        """Returns what `load` imports, replacing the missing packages for which that raises ModuleNotFoundError.

        If the code needs one of them at once, the exception is the same as without a replacement.
        """
        self._importing = True
        known: ModuleNotFoundError | None = None
        try:
            while True:
                try:
                    return load()
                except ModuleNotFoundError as error:
                    known = known or error
                    if not self._replaces(error.name or ""):
                        raise known from None
                except Exception as error:  # noqa: BLE001 - what the user's code raises with a replacement says nothing
                    raise known or error from None
        finally:
            self._importing = False

    def _replaces(self, name: str) -> bool:
        package = name.partition(".")[0]
        # A module that a package lacks is not what is missing: another version of it is installed
        if not package or package in sys.modules or package in self.names or len(self.names) >= _MOST:
            return False
        if not self.names:
            sys.meta_path.append(self)
        self.names.append(package)
        return True

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: types.ModuleType | None = None) -> Any:
        """Returns a spec for the modules of the missing packages."""
        is_missing = fullname.partition(".")[0] in self.names
        return importlib.machinery.ModuleSpec(fullname, self, is_package=True) if is_missing else None

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType:
        """Returns an empty module whose attributes are members that are missing."""
        return _MissingModule(spec.name, self)

    def exec_module(self, module: types.ModuleType) -> None:
        """Runs nothing."""

    def member(self, name: str) -> Any:
        """Returns a member with this dotted name."""
        return _Member(self, name)

    def use(self, name: str) -> None:
        """Raises ModuleNotFoundError in calls."""
        if not self._importing:
            package = name.partition(".")[0]
            raise ModuleNotFoundError(f"No module named {package!r}", name=package)


class _MissingModule(types.ModuleType):
    def __init__(self, name: str, missing: MissingModules) -> None:
        super().__init__(name)
        self._missing = missing

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self._missing.member(f"{self.__name__}.{name}")


class _Member:
    def __init__(self, missing: MissingModules, name: str) -> None:
        self._missing = missing
        self._name = name

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _Member(self._missing, f"{self._name}.{name}")

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        self._missing.use(self._name)
        if len(args) == 1 and not kwargs and callable(args[0]):
            return args[0]
        return self

    def __bool__(self) -> bool:
        self._missing.use(self._name)
        return True

    def __eq__(self, other: object) -> bool:
        self._missing.use(self._name)
        return self is other

    def __hash__(self) -> int:
        return id(self)

    def __mro_entries__(self, bases: tuple[Any, ...]) -> tuple[type, ...]:
        return ()
