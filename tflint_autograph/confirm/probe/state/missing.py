"""Replaces modules and names that cannot be imported, so that code that does not use them can run."""

from __future__ import annotations

import ast
import importlib.abc
import importlib.machinery
import importlib.util
import re
import sys
import traceback
import types
from collections.abc import Callable, Container, Sequence
from contextlib import suppress
from typing import Any, NoReturn

_MOST = 16
"""Maximum number of missing modules and names that are replaced."""

_CIRCULAR = "partially initialized module"
"""What Python says of a module that is imported while it imports what needs it."""

_NO_NAME = re.compile(r"cannot import name '(?P<name>[^']+)' from (?:partially initialized module )?'(?P<module>[^']+)'")
"""Python's message when a module lacks a name that is imported from it."""

_NO_ATTRIBUTE = re.compile(r"module '(?P<module>[^']+)' has no attribute '(?P<name>[^']+)'")
"""Python's message when a module lacks an attribute."""


class MissingModules(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Stands for modules that are not installed, for names that the installed version of a module does not have, and for packages of others
    whose own import fails.

    `names` are their dotted names. What is used of them in a call raises the exception that is raised without a replacement. While modules are
    imported, what is called returns another such member, and a decorator the function.
    """

    def __init__(self, is_own: Callable[[str], bool]) -> None:
        """`is_own` tells whether an absolute file is the user's."""
        self.names: list[str] = []
        self._is_own = is_own
        self._errors: dict[str, Exception] = {}
        self._asked: dict[str, str] = {}
        self._failing = _Failing(self)
        self._importing = False

    def imported(self, load: Callable[[], Any]) -> Any:
        """Returns what `load` imports, replacing what is missing wherever that raises an exception.

        If the code needs it at once, the exception is the same as without a replacement.
        """
        self._importing = True
        known: Exception | None = None
        before, is_fresh = frozenset(sys.modules), True
        try:
            while True:
                try:
                    return load()
                except (ImportError, AttributeError) as error:
                    known = known or error
                    if not is_fresh and _CIRCULAR in str(error) and _may_be_set_later(error):
                        # Python keeps the modules that were imported before the one that failed: their order is not that of a first import
                        self._forget(before)
                        is_fresh = True
                        continue
                    is_fresh = False
                    if not (self._replaces(error) or self._replaces_package(error)):
                        raise known from None
                except Exception as error:  # noqa: BLE001 - what the user's code raises with a replacement says nothing
                    if not self._replaces_package(error):
                        raise known or error from None
        finally:
            self._importing = False

    def _forget(self, before: Container[str]) -> None:
        """Removes the user's modules that were not imported `before`, so that they are imported again."""
        for name, module in [*sys.modules.items()]:
            if name not in before and self._is_own(getattr(module, "__file__", None) or ""):
                del sys.modules[name]

    def _replaces(self, error: Exception) -> bool:
        """Replaces what an exception says is missing. Returns whether that is known, and was not replaced before."""
        name = _missing(error)
        if not name or name in self._errors or len(self.names) >= _MOST:
            return False
        if not self.names:
            sys.meta_path.append(self)
        self.names.append(name)
        self._errors[name] = error
        self._asked[name] = self._failed(error)
        owner, _, last = name.rpartition(".")
        # A package whose import failed is imported again, and finds what it lacks as a module
        if not isinstance(error, ModuleNotFoundError) and owner in sys.modules:
            setattr(sys.modules[owner], last, _Member(self, name))
        return True

    def _replaces_package(self, error: Exception) -> bool:
        """Replaces the package whose own import an exception ends, with what was replaced for it. Returns whether there is one."""
        name = self._failed(error)
        if not name or name in self._errors or len(self.names) >= _MOST:
            return False
        replaced = [each for each, asking in self._asked.items() if asking == name]
        # What is raised with a replacement says less than what was raised without
        self._errors[name] = self._errors[replaced[0]] if replaced else error
        for each in replaced:
            self._restore(each)
        for each in [each for each in sys.modules if f"{each}.".startswith(f"{name}.")]:
            del sys.modules[each]
        if self._failing not in sys.meta_path:
            sys.meta_path.insert(0, self._failing)
        self._failing.names.append(name)
        self.names.append(name)
        return True

    def _failed(self, error: Exception) -> str:
        """Returns the name of the module of others whose import the user's code began, and an exception ended; empty if there is none."""
        frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
        own = max((number for number, frame in enumerate(frames) if self._is_own(frame.f_code.co_filename)), default=len(frames))
        first = next((frame for frame in frames[own + 1 :] if frame.f_code.co_name == "<module>"), None)
        name = str(first.f_globals.get("__name__", "")) if first is not None else ""
        # Python removes a module whose import fails
        return "" if name in sys.modules else name

    def _restore(self, name: str) -> None:
        """Replaces a name no more."""
        owner, _, last = name.rpartition(".")
        self.names.remove(name)
        del self._errors[name], self._asked[name]
        if isinstance(vars(sys.modules.get(owner, types)).get(last), _Member):
            delattr(sys.modules[owner], last)

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: types.ModuleType | None = None) -> Any:
        """Returns a spec for what is missing as a module, and for the modules in it."""
        is_missing = self._name_of(fullname) is not None
        return importlib.machinery.ModuleSpec(fullname, self, is_package=True) if is_missing else None

    def _name_of(self, name: str) -> str | None:
        """Returns the name in `names` that a dotted name is, or is below."""
        return next((each for each in self.names if f"{name}.".startswith(f"{each}.")), None)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType:
        """Returns an empty module whose attributes are members that are missing."""
        return _MissingModule(spec.name, self)

    def exec_module(self, module: types.ModuleType) -> None:
        """Runs nothing."""

    def member(self, name: str) -> Any:
        """Returns a member with this dotted name."""
        return _Member(self, name)

    def use(self, name: str) -> None:
        """Raises in calls what is raised without a replacement."""
        if not self._importing:
            self._raise(name)

    def _raise(self, name: str) -> NoReturn:
        error = self._errors[self._name_of(name) or ""]
        # The exception of the import has its traceback, and a call is to have its own
        raise type(error)(*error.args)


def _missing(error: Exception) -> str:
    """Returns the dotted name of what an exception says is missing; empty if it says nothing of a module."""
    if isinstance(error, ModuleNotFoundError):
        return error.name or ""
    match = (_NO_NAME if isinstance(error, ImportError) else _NO_ATTRIBUTE).search(str(error))
    return f"{match['module']}.{match['name']}" if match else ""


def _may_be_set_later(error: Exception) -> bool:
    """Whether a module that was not imported to its end sets what an exception says it lacks, other than by an import from itself."""
    owner, _, name = _missing(error).rpartition(".")
    tree: ast.AST | None = None
    with suppress(Exception):  # whatever finders and loaders of others raise
        spec = importlib.util.find_spec(owner)
        tree = ast.parse(spec.loader.get_source(owner)) if spec is not None else None  # type: ignore[union-attr]
    if tree is None:
        return True
    imports = [each for each in ast.walk(tree) if isinstance(each, (ast.Import, ast.ImportFrom))]
    others = [each for each in imports if isinstance(each, ast.Import) or each.module != owner]
    bound = {(alias.asname or alias.name).partition(".")[0] for each in others for alias in each.names}
    bound |= {each.name for each in ast.walk(tree) if isinstance(each, (ast.FunctionDef, ast.ClassDef))}
    bound |= {each.id for each in ast.walk(tree) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
    return bool(bound & {name, "*"})


class _Failing(importlib.abc.MetaPathFinder):
    """Finds the replacements of packages that are installed; `names` are their dotted names."""

    def __init__(self, missing: MissingModules) -> None:
        self.names: list[str] = []
        self._missing = missing

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: types.ModuleType | None = None) -> Any:
        """Returns a spec for such a package, and for the modules in it."""
        is_failing = any(f"{fullname}.".startswith(f"{each}.") for each in self.names)
        return importlib.machinery.ModuleSpec(fullname, self._missing, is_package=True) if is_failing else None


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

    def __getitem__(self, key: object) -> Any:
        self._missing.use(self._name)
        return self

    def __or__(self, other: object) -> Any:
        self._missing.use(self._name)
        return self

    __ror__ = __or__

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
