"""Which names the bytes of a file may import. Parses nothing, and finds no file."""

from __future__ import annotations

import re
from collections.abc import Iterator

_WORD = re.compile(rb"import[ \t\\]")
_HEAD = re.compile(rb"""(?:^|[:;"'])[ \t]*(?:from[ \t]*([\w.]+)[ \t]*)?$""")
_MODULES = re.compile(rb"[\w.]+(?:[ \t]+as[ \t]+\w+)?(?:[ \t]*,[ \t]*[\w.]+(?:[ \t]+as[ \t]+\w+)?)*")
_NAMES = re.compile(rb"\([^()]*\)|(?:\\\r?\n|[^\n;()\\])*")
_AS = re.compile(rb"\bas[ \t]+\w+")
_NAME = re.compile(rb"[\w.]+")


def imports(data: bytes) -> frozenset[str]:
    """The dotted names in the bytes of a file that it may import; one that is relative without its dots."""
    return frozenset(name.decode(errors="replace").lstrip(".") for name in _imported(data)) - {""}


def _imported(data: bytes) -> Iterator[bytes]:
    for found in _WORD.finditer(data):
        start = data.rfind(b"\n", 0, found.start()) + 1
        head = _HEAD.search(data[start : found.start()])
        if head is None:
            continue
        module = head[1]
        if module is None:
            plain = _MODULES.match(data, found.end())
            yield from _NAME.findall(_AS.sub(b"", plain[0])) if plain else ()
            continue
        names = _NAMES.match(data, found.end())
        yield module
        yield from (module + b"." + name for name in _NAME.findall(_AS.sub(b"", names[0] if names else b"")))
