"""Which file an imported dotted name means, for every layout of a project. Reads no file but through `exists`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from posixpath import dirname

_FRAMEWORKS = frozenset({"tensorflow", "keras", "tf_keras"})
_FOLDERS = tuple(f"/{name}/" for name in sorted(_FRAMEWORKS))


class ModuleIndex:
    """The project's files by the dotted names they can be imported under.

    `paths` are posix paths relative to the root; `source_roots` are folders in which top-level modules start.
    A folder without `__init__.py` can be such a start too, and so can the folder of the importing script. The files of
    TensorFlow and Keras themselves are found under no name: what is imported from them keeps its own.
    """

    def __init__(self, paths: Iterable[str], source_roots: tuple[str, ...] = ("src", ".")) -> None:
        ordered = sorted(paths)
        self.paths = frozenset(ordered)
        self.starts = frozenset("" if root in (".", "") else root.strip("/") for root in source_roots) | {""}
        self._by_tail: defaultdict[str, list[str]] = defaultdict(list)
        for path in ordered:
            if not path.endswith(".ipynb") and not self.is_framework(path):
                self._by_tail[_tail(path)].append(path)
        self.find = cache(self._find)

    def is_framework(self, path: str) -> bool:
        """Whether a file is part of TensorFlow or Keras: what traces is known by name, and its code is not followed."""
        # The folders first, as nearly all lie in none of these: every file of a project is asked.
        return any(map(f"/{path}".__contains__, _FOLDERS)) and self.dotted(path).partition(".")[0] in _FRAMEWORKS

    def is_package_folder(self, folder: str) -> bool:
        """Whether the folder holds an `__init__.py`."""
        return (f"{folder}/__init__.py" if folder else "__init__.py") in self.paths

    def dotted(self, path: str) -> str:
        """The name a reader would give the module: from its outermost package, or else from its source root."""
        parts = _parts(path)
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
        """The file an import of `dotted` reads: the module's, or that of the module the last word is a name of."""
        return self.find(dotted, importer) or self.find(dotted.rpartition(".")[0] or dotted, importer)

    def _find(self, dotted: str, importer: str) -> str | None:
        """The file of module `dotted` as imported from the file `importer`, the nearest when there are several."""
        candidates = self._by_tail.get(dotted.rpartition(".")[2])
        if candidates is None:
            return None
        parts = dotted.split(".")
        fitting = [
            path
            for path in candidates
            if _parts(path)[-len(parts) :] == parts and self._can_start(_start(path, len(parts)), importer, len(parts))
        ]
        return min(fitting, key=lambda path: (-_shared(path, importer), not path.endswith("/__init__.py"), len(path), path), default=None)

    def _can_start(self, folder: str, importer: str, depth: int) -> bool:
        """Whether an import written in `importer` may begin in `folder`."""
        if folder in self.starts:
            return True
        if folder == dirname(importer) or importer.startswith(folder + "/"):
            return not self.is_package_folder(folder) or folder == dirname(importer)
        return depth > 1 and not self.is_package_folder(folder)


@cache
def _parts(path: str) -> list[str]:
    """The components of the dotted name a path would have from the very top."""
    stem = path.rpartition(".")[0]
    parts = stem.split("/")
    return parts[:-1] if parts[-1] == "__init__" else parts


def _tail(path: str) -> str:
    """The last of these components; empty for the `__init__.py` of the root."""
    folder, _, name = path.rpartition(".")[0].rpartition("/")
    return name if name != "__init__" else folder.rpartition("/")[2]


def _start(path: str, depth: int) -> str:
    """The folder in which a dotted name of `depth` components for `path` begins."""
    return "/".join(_parts(path)[:-depth])


def _shared(path: str, other: str) -> int:
    """How many leading folders two paths share."""
    count = 0
    for one, two in zip(path.split("/")[:-1], other.split("/")[:-1], strict=False):
        if one != two:
            break
        count += 1
    return count
