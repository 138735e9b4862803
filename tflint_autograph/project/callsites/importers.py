"""Which files can refer to a function by name, according to their imports.

An import inside a function counts if it names a file that refers to the function.
"""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model.facts import MODULE, FunctionKey, ModuleFacts
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.globals_ import imports
from tflint_autograph.project.execution_mode.execution_mode import ExecutionMode
from tflint_autograph.project.queries.query import query


class Importers:
    """Queries about the files that can refer to a function: its own file, and those that import it, directly or not.

    For a method, files that know a base class count too, since an object may be used as an instance of the base.
    """

    def __init__(self, analysis: Analysis, running: ExecutionMode) -> None:
        self.analysis = analysis
        self.running = running

    def knows(self, module: ModuleFacts, key: FunctionKey) -> bool:
        """Whether a file can refer to the function or, for a method, to an object that has it."""
        known = self._known(key)
        return module.path in known or not known.isdisjoint(self._imported_inside(module.path))

    @query
    def _known(self, key: FunctionKey) -> frozenset[str]:
        return frozenset().union(*map(self.running.users, self._holding(key)))

    def _holding(self, key: FunctionKey) -> set[str]:
        """Returns the files with the function or a base of its class, and the packages that contain them."""
        owner, index = self.analysis.project.owner(key), self.analysis.project.index
        found = {key.path, *(cls.path for cls in (self.analysis.classes.lineage(owner) if owner is not None else ()))}
        return found.union(f"{folder}/__init__.py" for path in found for folder in _folders(path) if index.is_package_folder(folder))

    @query
    def _imported_inside(self, path: str) -> frozenset[str]:
        """Returns the files named by imports inside functions of a file."""
        project = self.analysis.project
        keys = (key for key in project.functions_mentioning(path, frozenset({"import"})) if key.qualname != MODULE)
        found = (project.index.find_imported(dotted, path) for key in keys for dotted in imports(project.body(key)))
        return frozenset(each for each in found if each is not None)


def _folders(path: str) -> Iterator[str]:
    """Yields the folders that contain a file, at any level."""
    while folder := path.rpartition("/")[0]:
        yield folder
        path = folder
