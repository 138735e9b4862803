"""Which files can call a function by its name, as far as imports tell. Runs nothing through.

An import inside a function counts where it names a file that knows the function.
"""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model.facts import MODULE, ClassKey, FunctionKey, ModuleFacts
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.globals_ import imports
from tflint_autograph.project.execution_mode.execution_mode import ExecutionMode
from tflint_autograph.project.index.project import body_of


class Importers:
    """The files that know a function: they import its file, directly or not, or are that file.

    A method is known as well where a base of its class is: an object of the class may be taken for one of that.
    """

    def __init__(self, analysis: Analysis, running: ExecutionMode) -> None:
        self.analysis = analysis
        self.running = running
        self._files: dict[FunctionKey, frozenset[str]] = {}
        self._inner: dict[str, frozenset[str]] = {}

    def knows(self, module: ModuleFacts, key: FunctionKey) -> bool:
        """Whether the function, or an object with it for a method, can be known in a file."""
        known = self._known(key)
        return module.path in known or not known.isdisjoint(self._imported_inside(module.path))

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

    def _imported_inside(self, path: str) -> frozenset[str]:
        """The files that imports in the functions of a file name."""
        if path not in self._inner:
            project = self.analysis.project
            keys = (key for key in project.functions_mentioning(path, frozenset({"import"})) if key.qualname != MODULE)
            bodies = [body for key in keys if (body := body_of(project, key)) is not None]
            found = (project.index.find_imported(dotted, path) for body in bodies for dotted in imports(body))
            self._inner[path] = frozenset(each for each in found if each is not None)
        return self._inner[path]


def _folders(path: str) -> Iterator[str]:
    """The folders that a file is in."""
    while folder := path.rpartition("/")[0]:
        yield folder
        path = folder
