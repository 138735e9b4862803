"""Unified diffs of files as bytes, for `git apply` and `patch -p1`."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Iterable, Iterator

_LINE = re.compile(rb"[^\n]*\n|[^\n]+")
_ODD = re.compile(rb'[\x00-\x1f"\\\x7f]')
_NO_END = b"\\ No newline at end of file\n"
_INKS = {b"-": b"\x1b[31m", b"+": b"\x1b[32m", b"@": b"\x1b[36m"}
_TITLE = b"\x1b[1m"
_RESET = b"\x1b[0m"


def unified(path: str, before: bytes, after: bytes, *, color: bool = False) -> bytes:
    """Returns the diff from `before` to `after`, in their own encoding and line ends; empty if they are equal.

    `path` is the POSIX style name of the file in the diff.
    """
    name = os.fsencode(path)
    lines = difflib.diff_bytes(
        difflib.unified_diff, _LINE.findall(before), _LINE.findall(after), _quoted(b"a/" + name), _quoted(b"b/" + name)
    )
    ended = _ended(lines)
    return b"".join(_painted(ended) if color else ended)


def _quoted(name: bytes) -> bytes:
    """Returns a file name as git writes it: quoted if it contains special characters, followed by a tab if it contains blanks."""
    if _ODD.search(name):
        return b'"' + _ODD.sub(lambda match: b"\\%03o" % match[0][0], name) + b'"'
    return name + b"\t" if b" " in name else name


def _ended(lines: Iterable[bytes]) -> Iterator[bytes]:
    for line in lines:
        yield line if line.endswith(b"\n") else line + b"\n" + _NO_END


def _painted(lines: Iterable[bytes]) -> Iterator[bytes]:
    for index, line in enumerate(lines):
        ink = _TITLE if index < 2 else _INKS.get(line[:1], b"")
        body = line.rstrip(b"\r\n")
        yield ink + body + _RESET + line[len(body) :] if ink else line
