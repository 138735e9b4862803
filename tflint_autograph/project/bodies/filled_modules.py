"""Names that a module gives itself while it is imported, by no statement that binds them: of a backend that is chosen then.

`setattr(sys.modules[__name__], name, ...)` and `globals().update(...)` are seen; of what names, not always.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.facts import MODULE, FunctionKey, ModuleFacts
from tflint_autograph.model.values import Kind, Value, join
from tflint_autograph.project.bodies.alternatives import is_tensorflow
from tflint_autograph.project.bodies.walks import walk

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis

_SIGNS = ("setattr", "globals()")
"""A file with none of these gives itself no name so."""

ANY = "*"
"""Stands for a name that nobody sees."""


class FilledModules:
    """Answers about the modules that somebody imports from."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.project = analysis.project
        self._written: dict[str, tuple[tuple[str, Value], ...]] = {}
        self._below: dict[str, tuple[str, ...]] = {}
        self._open: set[str] = set()

    def value(self, path: str, name: str) -> Value | None:
        """What a module holds under a name that it gives itself; None where it gives itself none, as far as one sees."""
        if path in self._open:
            return None
        written = self.written(path)
        exact = [value for word, value in written if word == name]
        if exact or not any(word == ANY for word, _ in written):
            return _folded(exact)
        module = self.project.module(path)
        sources = (*self.below(path), *self.analysis.importing.targets(path)) if module is not None else ()
        return best(self.analysis, (each for each in dict.fromkeys(sources) if each != path), name)

    def written(self, path: str) -> tuple[tuple[str, Value], ...]:
        """The names that the code of a module gives the module, each with what they hold."""
        known = self._written.get(path)
        return known if known is not None else self.analysis.cycle_guard.kept(self._written, path, lambda: tuple(self._find(path)))

    def _find(self, path: str) -> Iterator[tuple[str, Value]]:
        module = self.project.module(path)
        if module is None or not may_fill_itself(module):
            return
        self._open.add(path)
        try:
            for key in _filling(module):
                for write in self.analysis.eager_summary(key).writes.values():
                    if write.receiver is not None and write.receiver.module == path:
                        yield write.name, write.value
        finally:
            self._open.discard(path)

    def below(self, path: str) -> tuple[str, ...]:
        """The modules and packages directly in the folder of a package."""
        if path not in self._below:
            folder = path.removesuffix("__init__.py")
            inside = (each for each in sorted(self.project.index.paths) if path.endswith("__init__.py") and each.startswith(folder))
            self._below[path] = tuple(each for each in inside if each != path and _is_directly(each.removeprefix(folder)))
        return self._below[path]


def may_fill_itself(module: ModuleFacts) -> bool:
    """Whether a word in a module is one of those by which it gives itself names."""
    return any(map(module.mentions, _SIGNS))


def _is_directly(path: str) -> bool:
    return path.endswith(".py") and (path.removesuffix("/__init__.py").count("/") == 0)


def _filling(module: ModuleFacts) -> Iterator[FunctionKey]:
    """The module and those of its functions in whose text one of the signs is."""
    yield FunctionKey(module.path, MODULE)
    for fact in module.functions:
        text = module.passage(fact.at)
        if any(sign in text for sign in _SIGNS):
            yield FunctionKey(module.path, fact.qualname)


def best(analysis: Analysis, paths: Iterator[str], name: str) -> Value | None:
    """What those of the modules have under a name that may be for each other: where one of them is TensorFlow's, that one's."""
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
    """Whether a module imports TensorFlow at its top, or has all that a module has which does."""
    module = analysis.project.module(path)
    for statement in walk(module.body.statements) if module is not None else ():
        for name, dotted in statement.names if isinstance(statement, ir.Import) else ():
            if is_tensorflow(dotted):
                return True
            source = analysis.project.index.find(dotted, path) if name == "*" and far else None
            if source is not None and _speaks(analysis, source, far - 1):
                return True
    return False
