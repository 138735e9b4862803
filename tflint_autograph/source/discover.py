"""Finds the files to check, and reads their bytes."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from tflint_autograph.model.finding import Problem, ProblemKind
from tflint_autograph.model.location import Span
from tflint_autograph.model.record import record
from tflint_autograph.source.ignore import Layers, Patterns, compile_patterns, layered, read_gitignore
from tflint_autograph.source.text import SourceError

SUFFIXES = (".py", ".ipynb")
DEFAULT_LIMIT = 1 << 20
"""Size in bytes above which a file is assumed to be generated, 1 MiB."""


@record
class Discovery:
    """Regular files, named paths that are no files, and named paths that do not exist.

    `files` maps POSIX paths for display, relative to the root if below it, to absolute paths, sorted by the former.
    """

    files: dict[str, str]
    problems: tuple[Problem, ...]
    missing: tuple[str, ...]


_Found = tuple[str, str, str, bool]
"""A file: the path for display, the absolute path, the path with links resolved, and whether it is a link."""


def discover(
    paths: Sequence[str | os.PathLike[str]],
    *,
    root: str | os.PathLike[str],
    exclude: Sequence[str] = (),
    extend_exclude: Sequence[str] = (),
    force_exclude: bool = False,
    respect_gitignore: bool = True,
) -> Discovery:
    """Returns the Python files and notebooks in `paths` and the folders they name.

    Patterns are relative to `root`; each `.gitignore` from `root` downwards applies to its folder. Links to folders are followed only when
    named; of several paths to one file, one that is no link is kept. A named path is included even if a pattern excludes it, unless
    `force_exclude`, which applies patterns but not `.gitignore`. Raises ValueError for an invalid pattern.
    """
    top = os.path.abspath(root)
    patterns = compile_patterns((*exclude, *extend_exclude), top)
    walker = _Walker(top, patterns, respect_gitignore)
    absolute = [(os.fspath(named), os.path.abspath(named)) for named in paths]
    if force_exclude and patterns:
        absolute = [(named, path) for named, path in absolute if not _covers(patterns, path)]
    found = [file for named, path in absolute for file in walker.take(named, path)]
    return Discovery(
        {display: path for display, path, _, _ in sorted(_distinct(found))},
        tuple(sorted(set(walker.problems), key=lambda problem: (problem.span.path, problem.message))),
        tuple(sorted(set(walker.missing))),
    )


def _distinct(found: list[_Found]) -> Iterable[_Found]:
    """Returns one path of each file: the file itself before a link to it, else the first by name."""
    if len(set(map(str.casefold, [real for _, _, real, _ in found]))) == len(found):
        return found
    return _once(sorted(found, key=lambda file: (file[3], file[1])))


def _once(found: list[_Found]) -> Iterator[_Found]:
    """Yields the first path of each file."""
    seen: dict[str, list[str]] = {}
    for file in found:
        real = file[2]
        # macOS and Windows have one file for names that differ in the case of letters alone.
        alike = seen.setdefault(real.casefold(), [])
        if real not in alike and not any(_is_same(real, other) for other in alike):
            alike.append(real)
            yield file


def _is_same(path: str, other: str) -> bool:
    try:
        return os.path.samefile(path, other)
    except OSError:
        return False


class _Walker:
    """Walks folders below and outside of one root, and determines display paths."""

    def __init__(self, root: str, patterns: Patterns | None, respect_gitignore: bool) -> None:
        self.root = root
        self.prefix = root.rstrip(os.sep) + os.sep
        self.real_prefix = os.path.realpath(root).rstrip(os.sep) + os.sep
        self.patterns = patterns
        self.respect_gitignore = respect_gitignore
        self.problems: list[Problem] = []
        self.missing: list[str] = []

    def display(self, path: str) -> str:
        """Returns `path` in POSIX style, relative to the root if it is below it."""
        if path.startswith(self.prefix):
            path = path[len(self.prefix) :]
        elif path == self.root:
            path = "."
        else:
            real = os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))
            path = real[len(self.real_prefix) :] if real.startswith(self.real_prefix) else path
        return path.replace(os.sep, "/")

    def take(self, named: str, path: str) -> list[_Found]:
        """Returns the files for a named path; `path` is its absolute form."""
        if not named:
            # An empty one, of a variable that is not set, would be the current folder.
            self.missing.append(named)
            return []
        try:
            mode = os.stat(path).st_mode
        except OSError as error:
            if os.path.lexists(path) or isinstance(error, PermissionError):
                self.problems.append(_problem(self.display(path), _reason(error)))
            else:
                self.missing.append(named)
            return []
        if stat.S_ISDIR(mode):
            return self.walk(path)
        if stat.S_ISREG(mode):
            return [(self.display(path), path, os.path.realpath(path), os.path.islink(path))]
        self.problems.append(_problem(self.display(path), "not a regular file"))
        return []

    def walk(self, start: str) -> list[_Found]:
        """Returns the regular Python files and notebooks below a named folder that no pattern excludes."""
        found: list[_Found] = []
        behind_link = os.path.islink(start)
        stack = [(start, os.path.realpath(start), self._above(start))]
        while stack:
            folder, real, ignored = stack.pop()
            entries = self._entries(folder)
            if self.respect_gitignore and ".gitignore" in [entry.name for entry in entries]:
                ignored = ignored.below(read_gitignore(folder))
            below, target = self._below(folder), real.rstrip(os.sep) + os.sep
            for entry in entries:
                name = entry.name
                is_folder = entry.is_dir(follow_symlinks=False)
                if not (is_folder or name.endswith(SUFFIXES)) or ignored.take_out(entry.path, name, is_folder):
                    continue
                if is_folder:
                    stack.append((entry.path, target + name, ignored))
                elif _is_file(entry):
                    display = self.display(entry.path) if below is None else below + name
                    is_link = entry.is_symlink()
                    own = os.path.realpath(entry.path) if is_link else target + name
                    found.append((display, entry.path, own, is_link or behind_link))
        return found

    def _below(self, folder: str) -> str | None:
        """Returns the display prefix for names in a folder at or below the root, or None elsewhere."""
        if folder == self.root:
            return ""
        return f"{self.display(folder)}/" if folder.startswith(self.prefix) else None

    def _entries(self, folder: str) -> list[os.DirEntry[str]]:
        try:
            with os.scandir(folder) as entries:
                return list(entries)
        except OSError as error:
            self.problems.append(_problem(self.display(folder), _reason(error)))
            return []

    def _above(self, start: str) -> Layers:
        """Returns the patterns that apply in a named folder."""
        if not start.startswith(self.prefix):
            return layered(self.patterns and replace(self.patterns, base=start))
        layers = layered(self.patterns)
        folder = self.root
        for part in start[len(self.prefix) :].split(os.sep) if self.respect_gitignore else ():
            layers = layers.below(read_gitignore(folder))
            folder = os.path.join(folder, part)
        return layers


def _covers(patterns: Patterns, path: str) -> bool:
    """Whether the patterns exclude a path below their base, or a folder that contains it."""
    prefix = patterns.base.rstrip(os.sep) + os.sep
    if not path.startswith(prefix):
        return False
    parts = path[len(prefix) :].split(os.sep)
    at = patterns.base
    for index, part in enumerate(parts, start=1):
        at = os.path.join(at, part)
        if patterns.verdict(at, part, index < len(parts) or os.path.isdir(at)):
            return True
    return False


def _is_file(entry: os.DirEntry[str]) -> bool:
    """Whether an entry, or its link target, is a regular file."""
    try:
        return entry.is_file()
    except OSError:
        return False


def read(path: str, limit: int = DEFAULT_LIMIT) -> bytes:
    """Returns the bytes of a regular file of at most `limit` bytes.

    Raises SourceError(TOO_LARGE) for more, SourceError(IO) if the file is not regular or cannot be read.
    """
    try:
        status = os.stat(path)
        if not stat.S_ISREG(status.st_mode):
            raise SourceError(ProblemKind.IO, "not a regular file")
        if status.st_size > limit:
            raise too_large(status.st_size, limit)
        with open(path, "rb") as file:
            # Not more than that at once: a buffer as large as a generous limit would be made first.
            data = file.read(min(status.st_size, limit) + 1)
    except OSError as error:
        raise SourceError(ProblemKind.IO, _reason(error)) from None
    if len(data) > limit:
        raise too_large(os.stat(path).st_size, limit)
    return data


def too_large(size: int, limit: int) -> SourceError:
    """Returns the error for a file of `size` bytes with the limit `limit`."""
    message = f"the file has {size:,} bytes, more than the limit of {limit:,}"
    return SourceError(ProblemKind.TOO_LARGE, message)


def _reason(error: OSError) -> str:
    if isinstance(error, PermissionError):
        return "permission denied"
    if isinstance(error, FileNotFoundError):
        return "the file does not exist"
    return (error.strerror or "the file cannot be read").lower()


def _problem(path: str, message: str) -> Problem:
    return Problem(ProblemKind.IO, message, Span.point(path))
