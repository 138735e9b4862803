"""Runs callbacks right after certain modules are imported. Imports none itself."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType
from typing import Any


class AfterImport:
    """An import hook that calls `done` for each of the modules after it was imported."""

    def __init__(self, done: Mapping[str, Callable[[Any], None]]) -> None:
        self._waiting = dict(done)

    def start(self) -> None:
        """Calls it for the modules already imported, and for the others once they are."""
        for name in [each for each in self._waiting if each in sys.modules]:
            self._waiting.pop(name)(sys.modules[name])
        sys.meta_path.insert(0, self)

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Returns the spec of a module that is waited for, None for any other."""
        done = self._waiting.pop(name, None)
        if done is None:
            return None
        # Found as it would be without us: this name is waited for no more
        spec = find_spec(name)
        if spec is not None and spec.loader is not None:
            run = spec.loader.exec_module

            def executed(module: ModuleType) -> None:
                run(module)
                done(module)

            spec.loader.exec_module = executed  # type: ignore[method-assign]
        if not self._waiting and self in sys.meta_path:
            sys.meta_path.remove(self)
        return spec
