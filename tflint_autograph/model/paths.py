"""How a path is written in reports and messages. Asks no file system."""

from __future__ import annotations

from pathlib import PurePath


def written(path: PurePath, folder: PurePath) -> str:
    """The absolute `path` as it is written from the absolute `folder`: relative and with `/` on every system.

    On another drive there is no way from one to the other: then it stays absolute. Windows takes names that differ in
    the case of their letters for one; the letters of `path` are kept.
    """
    kind = type(path)
    if kind(path.anchor) != kind(folder.anchor):
        return path.as_posix()
    own, other = path.parts[1:], folder.parts[1:]
    same = 0
    while same < min(len(own), len(other)) and kind(own[same]) == kind(other[same]):
        same += 1
    return "/".join([*[".."] * (len(other) - same), *own[same:]]) or "."
