"""Finds names that a module sets on itself at import time without a binding statement, for example to select a backend.

Handles `setattr(sys.modules[__name__], name, ...)` and `globals().update(...)`. The names are not always known.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.facts import MODULE, FunctionKey, ModuleFacts
from tflint_autograph.model.joins import join
from tflint_autograph.model.values import Kind, Value
from tflint_autograph.project.bodies.alternatives import is_tensorflow
from tflint_autograph.project.bodies.walks import walk
from tflint_autograph.project.queries.query import query

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis

_SIGNS = ("setattr", "globals()")
"""Words in a file that may set names dynamically. A file without any of them is skipped."""

ANY = "*"
"""Represents a name that is not known."""


class FilledModules:
    """Queries about names that modules set on themselves dynamically."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.cycle_guard = analysis.cycle_guard
        self.project = analysis.project
        self._open: set[str] = set()

    def value(self, path: str, name: str) -> Value | None:
        """Returns the value a module sets dynamically under a name, or None if it sets none that is known."""
        if path in self._open:
            return None
        written = self.written(path)
        exact = [value for word, value in written if word == name]
        if exact or not any(word == ANY for word, _ in written):
            return _folded(exact)
        module = self.project.module(path)
        sources = (*self.below(path), *self.analysis.importing.targets(path)) if module is not None else ()
        return best(self.analysis, (each for each in dict.fromkeys(sources) if each != path), name)

    @query
    def written(self, path: str) -> tuple[tuple[str, Value], ...]:
        """Returns the names that a module sets on itself dynamically, each with its value."""
        return tuple(self._find(path))

    def _find(self, path: str) -> Iterator[tuple[str, Value]]:
        module = self.project.module(path)
        if module is None or not may_fill_itself(module):
            return
        self._open.add(path)
        try:
            for key in _filling(module):
                for write in self.analysis.eager_calls(key).writes.values():
                    if write.receiver is not None and write.receiver.module == path:
                        yield write.name, write.value
        finally:
            self._open.discard(path)

    @query
    def below(self, path: str) -> tuple[str, ...]:
        """Returns the paths of the modules and packages directly in the folder of a package."""
        folder = path.removesuffix("__init__.py")
        inside = (each for each in sorted(self.project.index.paths) if path.endswith("__init__.py") and each.startswith(folder))
        return tuple(each for each in inside if each != path and _is_directly(each.removeprefix(folder)))


def may_fill_itself(module: ModuleFacts) -> bool:
    """Whether the module contains a word that may set names dynamically."""
    return any(map(module.mentions, _SIGNS))


def _is_directly(path: str) -> bool:
    return path.endswith(".py") and (path.removesuffix("/__init__.py").count("/") == 0)


def _filling(module: ModuleFacts) -> Iterator[FunctionKey]:
    """Yields the module and its functions whose text contains one of the signs."""
    yield FunctionKey(module.path, MODULE)
    for fact in module.functions:
        text = module.passage(fact.at)
        if any(sign in text for sign in _SIGNS):
            yield FunctionKey(module.path, fact.qualname)


def best(analysis: Analysis, paths: Iterator[str], name: str) -> Value | None:
    """Returns the value of a name in one of several interchangeable modules, preferring a module that uses TensorFlow."""
    found = []
    for path in paths:
        value = analysis.module_value(path, name) if not analysis.is_sought(path, name) else None
        if value is not None and value.kind is not Kind.NONE:
            found.append((path, value))
    spoken = [value for path, value in found if len(found) > 1 and _speaks(analysis, path)]
    return _folded(spoken or [value for _, value in found])


def _folded(values: list[Value]) -> Value | None:
    result: Value | None = None
    for value in values:
        # Of two things from outside the project the first is meant.
        result = value if result is None else result if result.name and value.name else join(result, value)
    return result


def _speaks(analysis: Analysis, path: str, far: int = 3) -> bool:
    """Whether a module imports TensorFlow at its top, or re-exports everything of a module that does. `far` limits the depth."""
    module = analysis.project.module(path)
    for statement in walk(module.body.statements) if module is not None else ():
        for name, dotted in statement.names if isinstance(statement, ir.Import) else ():
            if is_tensorflow(dotted):
                return True
            source = analysis.project.index.find(dotted, path) if name == "*" and far else None
            if source is not None and _speaks(analysis, source, far - 1):
                return True
    return False
