"""Which files can call a function by its name, as far as imports tell. Runs nothing through.

An import inside a function counts where it names a file that knows the function.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tflint_autograph.model.facts import ClassKey, FunctionKey, ModuleFacts
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.usage.running import Running

_IMPORT = re.compile(r"import\b[ \t]*(?:\([^()]*\)|(?:[^\\\n]|\\\n)*)")
_WORD = re.compile(r"\w+")


class Knowing:
    """The files that know a function: they import its file, directly or not, or are that file.

    A method is known as well where a base of its class is: an object of the class may be taken for one of that.
    """

    def __init__(self, analysis: Analysis, running: Running) -> None:
        self.analysis = analysis
        self.running = running
        self._files: dict[FunctionKey, frozenset[str]] = {}
        self._names: dict[FunctionKey, frozenset[str]] = {}
        self._inner: dict[str, frozenset[str]] = {}

    def knows(self, module: ModuleFacts, key: FunctionKey) -> bool:
        """Whether the function, or an object with it for a method, can be known in a file."""
        if module.path in self._known(key):
            return True
        if module.path not in self._inner:
            self._inner[module.path] = frozenset(_imported_inside(module.text))
        return not self._inner[module.path].isdisjoint(self._last_names(key))

    def _known(self, key: FunctionKey) -> frozenset[str]:
        if key not in self._files:
            self._files[key] = frozenset().union(*map(self.running.users, self._holding(key)))
        return self._files[key]

    def _holding(self, key: FunctionKey) -> set[str]:
        """The files with the function or a base of its class, and the packages they are in: these have them as members."""
        fact, index = self.analysis.project.function(key), self.analysis.project.index
        classes = self.analysis.classes.mro(ClassKey(key.path, fact.owner)) if fact is not None and fact.owner else ()
        found = {key.path, *(cls.path for cls in classes if isinstance(cls, ClassKey))}
        return found.union(f"{folder}/__init__.py" for path in found for folder in _folders(path) if index.is_package_folder(folder))

    def _last_names(self, key: FunctionKey) -> frozenset[str]:
        """Of the modules that know the function."""
        if key not in self._names:
            paths = (path.removesuffix("/__init__.py") for path in self._known(key))
            self._names[key] = frozenset(path.rpartition("/")[2].partition(".")[0] for path in paths)
        return self._names[key]


def _imported_inside(text: str) -> Iterator[str]:
    """The words of the imports that stand in blocks."""
    for found in _IMPORT.finditer(text):
        start = text.rfind("\n", 0, found.start()) + 1
        if text[start] in " \t":
            yield from _WORD.findall(text[start : found.end()])


def _folders(path: str) -> Iterator[str]:
    """The folders that a file is in."""
    while folder := path.rpartition("/")[0]:
        yield folder
        path = folder
