"""Gitignore-style patterns."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable

from tflint_autograph.model.record import record

_NAME = re.compile(r"([^*?\[\]\\!/#\s]+)(/?)")
_ENDING = re.compile(r"\*(\.[\w.+~-]+)")


@record
class Patterns:
    """The patterns of one list or `.gitignore`, relative to the absolute folder `base`.

    Plain names and suffixes are separate, since most lists have nothing else, and looking them up is fast. `rules` are the others, the last
    first: a regular expression, and whether it excludes (False for `!`).
    """

    base: str
    names: frozenset[str]
    folders: frozenset[str]
    endings: tuple[str, ...]
    rules: tuple[tuple[re.Pattern[str], bool], ...]

    def verdict(self, path: str, name: str, folder: bool) -> bool | None:
        """Whether the entry `name` at the absolute `path` is excluded: True, False for `!` patterns, None if nothing matches.

        Enclosing folders are not checked: a walk has done so before, as git does.
        """
        if name in self.names or (folder and name in self.folders) or name.endswith(self.endings):
            return True
        if not self.rules:
            return None
        below = path[len(self.base) :].lstrip(os.sep).replace(os.sep, "/")
        entry = below + "/" if folder else below
        for regex, taken_out in self.rules:
            # The one group of these expressions is the slash behind a folder; one that is not last is a parent's.
            match = regex.match(entry if regex.groups else below)
            if match and (match.lastindex is None or match.end(match.lastindex) == len(entry)):
                return taken_out
        return None


@record
class Layers:
    """Patterns that apply in one folder, the nearest first; `plain` combines them if none has rules."""

    each: tuple[Patterns, ...]
    plain: Patterns | None

    def below(self, own: Patterns | None) -> Layers:
        """Returns the layers with the patterns of a subfolder added, if it has any."""
        return self if own is None else layered(own, *self.each)

    def take_out(self, path: str, name: str, folder: bool) -> bool:
        """Whether the entry `name` at the absolute `path` is excluded."""
        plain = self.plain
        if plain is not None:
            # Inlined for speed: this is tested for every entry.
            return name in plain.names or (folder and name in plain.folders) or name.endswith(plain.endings)
        verdicts = (layer.verdict(path, name, folder) for layer in self.each)
        return next((verdict for verdict in verdicts if verdict is not None), False)


def layered(*several: Patterns | None) -> Layers:
    """Returns these patterns as layers, the nearest first."""
    each = tuple(layer for layer in several if layer is not None)
    if any(layer.rules for layer in each):
        return Layers(each, None)
    names = frozenset(name for layer in each for name in layer.names)
    folders = frozenset(name for layer in each for name in layer.folders)
    return Layers(each, Patterns("", names, folders, tuple(ending for layer in each for ending in layer.endings), ()))


def compile_patterns(lines: Iterable[str], base: str) -> Patterns | None:
    """Returns the patterns of `lines`, or None if there are none. Raises ValueError for an invalid pattern."""
    wanted = [line.rstrip("\r\n") for line in lines]
    wanted = [line for line in wanted if line.strip() and not line.startswith("#")]
    if not wanted:
        return None
    ordered = any(line.startswith("!") for line in wanted)
    names, folders, endings, rest = ([], [], [], wanted) if ordered else _sorted(wanted)
    return Patterns(base, frozenset(names), frozenset(folders), tuple(endings), _rules(rest))


def _sorted(lines: list[str]) -> tuple[list[str], list[str], list[str], list[str]]:
    """Returns the patterns that are a name, a folder name or a suffix, and the others."""
    names: list[str] = []
    folders: list[str] = []
    endings: list[str] = []
    rest: list[str] = []
    for line in lines:
        text = line.rstrip(" ")
        if name := _NAME.fullmatch(text):
            (folders if name[2] else names).append(name[1])
        elif ending := _ENDING.fullmatch(text):
            endings.append(ending[1])
        else:
            rest.append(line)
    return names, folders, endings, rest


def _rules(lines: list[str]) -> tuple[tuple[re.Pattern[str], bool], ...]:
    if not lines:
        return ()
    # 40 ms, a quarter of a short run, that most projects need not pay.
    from pathspec import GitIgnoreSpec

    patterns = reversed(tuple(GitIgnoreSpec.from_lines(lines).patterns))
    return tuple((each.regex, each.include) for each in patterns if each.regex is not None and each.include is not None)


def read_gitignore(folder: str) -> Patterns | None:
    """Returns the patterns of the folder's `.gitignore`, or None. Invalid lines are skipped."""
    path = os.path.join(folder, ".gitignore")
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            return None
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            lines = file.read().removeprefix("\ufeff").split("\n")
    except OSError:
        return None
    try:
        return compile_patterns(lines, folder)
    except ValueError:
        return compile_patterns([line for line in lines if _is_valid(line)], folder)


def _is_valid(line: str) -> bool:
    try:
        compile_patterns([line], "")
    except ValueError:
        return False
    return True
