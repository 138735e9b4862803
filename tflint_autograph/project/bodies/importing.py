"""The import graph of a project, from the module-level imports of its files."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model.paths import counts_for
from tflint_autograph.model.reachable import reachable
from tflint_autograph.project.bodies.globals_ import imports
from tflint_autograph.project.index.modules import Joined
from tflint_autograph.project.index.project import SourceProject
from tflint_autograph.project.queries.query import query


class Importing:
    """Queries about module-level imports between files, computed on first use."""

    def __init__(self, project: SourceProject) -> None:
        self.project = project

    @query
    def targets(self, path: str) -> tuple[str, ...]:
        """Returns the files that are imported, or from which names are imported, at the top of a file."""
        module = self.project.module(path)
        dotted = imports(module.body) if module is not None else ()
        found = (self.project.index.find_imported(each, path) for each in dotted)
        return tuple(dict.fromkeys(target for target in found if target))

    @query
    def importers(self) -> dict[str, tuple[str, ...]]:
        """Maps a file to the files read so far that import it or a name of it at their top, in path order."""
        found: dict[str, list[str]] = {}
        for module in self.project.loaded():
            for target in self.targets(module.path):
                found.setdefault(target, []).append(module.path)
        return {path: tuple(paths) for path, paths in found.items()}

    @query
    def users(self, path: str) -> tuple[str, ...]:
        """Returns the file and all files that import it, directly or not, in path order."""
        importers = self.importers()
        return tuple(sorted(reachable([path], lambda each: importers.get(each, ()))))

    def counted_users(self, path: str) -> tuple[str, ...]:
        """Returns the file and all files that import it, without tests; for a test file, all of them."""
        return tuple(user for user in self.users(path) if counts_for(user, path))

    def parts(self) -> Iterator[tuple[str, ...]]:
        """Yields the connected components of the import graph, as tuples of files."""
        joined = Joined()
        for path, importers in self.importers().items():
            for importer in importers:
                joined.join(importer, path)
        read = {module.path for module in self.project.loaded()}
        for path in read:
            joined.join(path, path)
        yield from (tuple(path for path in part if path in read) for part in joined.sets())
