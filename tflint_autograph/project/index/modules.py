"""Resolves dotted names of imports to files, for every project layout, and groups files into sets. Only tests whether files exist."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from posixpath import dirname
from sys import intern

from tflint_autograph.tfapi.names import FRAMEWORKS, is_library, is_loaded_first

_FOLDERS = tuple(f"/{name}/" for name in sorted(FRAMEWORKS))
_PARTS = ("_api", "_tf_keras", "api", "core", "engine", "python", "src")
"""Folders that TensorFlow and each Keras have. A package that only shares their name has none of them."""


class ModuleIndex:
    """Maps the dotted names under which the project's files can be imported to the files.

    `paths` are POSIX paths relative to the root. `source_roots` are the folders in which top-level modules start, and `package` is the name
    of the root if it is a package itself. A folder without `__init__.py` can be a start too, and so can the folder of the importing script.
    The files of TensorFlow and Keras themselves are not found, so that imports from them keep their dotted names. A file or folder with the
    name of a library is found only where Python would find it before the library.
    """

    def __init__(self, paths: Iterable[str], source_roots: tuple[str, ...] = ("src", "."), package: str = "") -> None:
        ordered = sorted(paths)
        self.paths = frozenset(ordered)
        # A folder outside of the root has its whole path.
        self.starts = frozenset(each for root in source_roots if root != "." for each in (root.strip("/"), root.rstrip("/"))) | {""}
        self.package = f"{package}." if package else ""
        self._by_tail: defaultdict[str, list[str]] = defaultdict(list)
        # The folders first, as nearly all files are in none of these.
        self._frameworks = tuple(sorted({top for path in ordered if any(map(f"/{path}".__contains__, _FOLDERS)) for top in self._tops(path)}))
        for path in ordered:
            if not path.endswith(".ipynb") and not self.is_framework(path):
                self._by_tail[_written(path).rpartition("/")[2]].append(path)
        self.ending = cache(self._ending)
        self.nearest = cache(self._nearest)

    def is_framework(self, path: str) -> bool:
        """Whether a file is part of TensorFlow or Keras. Such code is known by its dotted names and not followed."""
        return path.startswith(self._frameworks)

    def _tops(self, path: str) -> Iterator[str]:
        """Yields the folders of TensorFlow or Keras in the path of a file, each with a slash at the end."""
        folders = path.split("/")[:-1]
        for depth, name in enumerate(folders[:-1], 1):
            folder = "/".join(folders[:depth])
            above = folder.rpartition("/")[0]
            if name in FRAMEWORKS and folders[depth] in _PARTS and self.is_package_folder(folder) and not self.is_package_folder(above):
                yield f"{folder}/"

    def is_package_folder(self, folder: str) -> bool:
        """Whether the folder contains an `__init__.py`."""
        return (f"{folder}/__init__.py" if folder else "__init__.py") in self.paths

    def outermost(self, path: str) -> str:
        """Returns the `__init__.py` of the outermost package of a file, or the file itself outside of packages."""
        folder, found = dirname(path), path
        while folder and self.is_package_folder(folder):
            folder, found = dirname(folder), f"{folder}/__init__.py"
        return found

    def dotted(self, path: str) -> str:
        """Returns the dotted name of the module for display: from its outermost package, or else from its source root."""
        parts = _written(path).split("/")
        folders = path.split("/")[:-1]
        start = max((index + 1 for index, name in enumerate(folders) if not name.isidentifier()), default=0)
        outermost = len(folders)
        while outermost > start and self.is_package_folder("/".join(folders[:outermost])):
            outermost -= 1
        if outermost == len(folders):
            roots = [root.count("/") + 1 for root in self.starts if root and path.startswith(root + "/")]
            outermost = max([start, *roots])
        return ".".join(parts[outermost:]) or "__init__"

    def find_imported(self, dotted: str, importer: str) -> str | None:
        """Returns the file for an import of `dotted`: of the module, or of the module that contains the last part."""
        return self.find(dotted, importer) or self.find(dotted.rpartition(".")[0] or dotted, importer)

    def find(self, dotted: str, importer: str) -> str | None:
        """Returns the file of module `dotted` as imported from the file `importer`; the nearest if there are several."""
        # Most names have no file, and testing that is faster than a cache.
        if dotted.rpartition(".")[2] not in self._by_tail:
            return None
        found = self.nearest(dotted, intern(importer.rpartition("/")[0]))
        # A file that imports a library of its own name does not lie where Python looks for that first.
        return None if found == importer and is_library(dotted) else found

    def forget(self) -> None:
        """Clears the cache of resolved names."""
        self.ending.cache_clear()
        self.nearest.cache_clear()

    def _nearest(self, dotted: str, folder: str) -> str | None:
        """Returns the file of a module as imported from any file in `folder`."""
        if not dotted:
            return None
        if dotted.startswith("."):
            # A relative import: the name starts where the names of the folder do.
            depth = self.dotted(f"{folder}/_.py").count(".")
            return self._beside("/".join(folder.split("/")[: -depth or None]), dotted[1:])
        starts = self.ending(dotted) if "." in dotted else self._around(folder)
        can_start = self._comes_first if is_library(dotted.partition(".")[0]) else self._can_start
        name = dotted.replace(".", "/")
        fitting = ((start, f"{start}/{name}" if start else name) for start in starts if can_start(start, folder, dotted))
        paths = ((start, path) for start, stem in fitting for path in (f"{stem}/__init__.py", f"{stem}.py") if self._is_module(path))
        found = min(paths, key=lambda each: self._rank(each, folder), default=None)
        return found[1] if found is not None else self._in_root(dotted)

    def _rank(self, found: tuple[str, str], folder: str) -> tuple[bool, int, bool, int, str]:
        """Returns the sort key of a file and the folder where its name starts, as seen from `folder`.

        In a package folder only scripts start names: they are the last to be considered.
        """
        start, path = found
        is_inside = start not in self.starts and self.is_package_folder(start)
        return is_inside, -_shared(path, folder), not path.endswith("/__init__.py"), len(path), path

    def _outermost(self, folder: str) -> str:
        """Returns the folder itself if it is no package, else the folder that contains its outermost package."""
        while folder and self.is_package_folder(folder):
            folder = folder.rpartition("/")[0]
        return folder

    def _comes_first(self, start: str, folder: str, dotted: str) -> bool:
        """Whether Python, running files of `folder`, searches `start` before it finds an installed library.

        This holds for a source root, the folder of a script, and the folder that contains the package of the files. An installed library
        comes before a folder without `__init__.py`, and modules of the interpreter come before all. A package elsewhere may be the
        installed one, but not if it only shares the name of TensorFlow.
        """
        top, _, below = dotted.partition(".")
        package = f"{start}/{top}" if start else top
        is_path = start in self.starts or start == self._outermost(folder)
        if self.is_package_folder(start) or is_loaded_first(top) or (below and not self.is_package_folder(package)):
            return False
        if top in FRAMEWORKS:
            return is_path and not f"{folder}/".startswith(f"{package}/")
        return is_path or bool(below)

    def _in_root(self, dotted: str) -> str | None:
        """Returns the file of a dotted name that starts with the name of the root, or None."""
        if not self.package or not dotted.startswith(self.package):
            return None
        return self._beside("", dotted.removeprefix(self.package))

    def _beside(self, start: str, dotted: str) -> str | None:
        """Returns the file of a dotted name that starts in a folder, or None."""
        stem = f"{start}/{dotted.replace('.', '/')}".removeprefix("/")
        return next(filter(self._is_module, (f"{stem}/__init__.py", f"{stem}.py")), None)

    def _ending(self, dotted: str) -> tuple[str, ...]:
        """Returns the folders in which a dotted name of several parts may start. Some projects have one for each program."""
        name = dotted.replace(".", "/")
        names = map(_written, self._by_tail.get(dotted.rpartition(".")[2], ()))
        return tuple(dict.fromkeys(intern(each[: -len(name) - 1]) for each in names if f"/{each}".endswith(f"/{name}")))

    def _is_module(self, path: str) -> bool:
        return path in self.paths and not self.is_framework(path)

    def _around(self, folder: str) -> Iterator[str]:
        """Yields the folders in which a name of one part may start: the folder itself, those above it, and the source roots."""
        yield from self.starts
        while folder:
            yield folder
            folder = folder.rpartition("/")[0]

    def _can_start(self, start: str, folder: str, dotted: str) -> bool:
        """Whether an import in a file of `folder` may start in the folder `start`.

        Scripts run from any folder above, and put it on the path even if it is a package.
        """
        return start in self.starts or f"{folder}/".startswith(f"{start}/") or ("." in dotted and not self.is_package_folder(start))


def _written(path: str) -> str:
    """Returns the path with slashes replaced by dots."""
    # A notebook that an editor sends as one text has two endings.
    stem = path.rpartition(".")[0].removesuffix(".ipynb")
    return stem.rpartition("/")[0] if stem.endswith("/__init__") or stem == "__init__" else stem


def _shared(path: str, folder: str) -> int:
    """Returns how many leading folders a path and a folder have in common."""
    count = 0
    for one, two in zip(path.split("/")[:-1], folder.split("/"), strict=False):
        if one != two:
            break
        count += 1
    return count


class Joined:
    """A union-find over names: disjoint sets that can be merged."""

    def __init__(self) -> None:
        self._above: dict[str, str] = {}

    def _top(self, path: str) -> str:
        top = self._above.setdefault(path, path)
        while top != self._above[top]:
            top = self._above[top]
        while path != top:
            self._above[path], path = top, self._above[path]
        return top

    def join(self, one: str, two: str) -> None:
        """Merges the sets of both names."""
        self._above[self._top(one)] = self._top(two)

    def sets(self) -> list[tuple[str, ...]]:
        """Returns the sets, each sorted, ordered by their first members."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        for path in sorted(self._above):
            found[self._top(path)].append(path)
        return [tuple(paths) for paths in found.values()]
