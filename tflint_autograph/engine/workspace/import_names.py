"""Finds the names that a file may import, from its bytes. Does not parse."""

from __future__ import annotations

import re
from collections.abc import Iterator

_WORD = re.compile(rb"import[ \t\\]")
_HEAD = re.compile(rb"""(?:^|[:;"']|\\n)[ \t]*(?:from[ \t]*([\w.]+)[ \t]*)?$""")
_LONGEST = 512
"""Maximum length of what is read before an `import`: a notebook may be one line."""
_MODULES = re.compile(rb"[\w.]+(?:[ \t]+as[ \t]+\w+)?(?:[ \t]*,[ \t]*[\w.]+(?:[ \t]+as[ \t]+\w+)?)*")
_NAMES = re.compile(rb"\([^()]*\)|(?:\\\r?\n|[^\n;()\\])*")
_AS = re.compile(rb"\bas[ \t]+\w+")
_NAME = re.compile(rb"[\w.]+|\*")


def imports(data: bytes) -> frozenset[str]:
    """Returns the dotted names that a file may import, with leading dots of relative imports removed."""
    found = (each for module, name in imported(data) for each in ((module, f"{module}.{name}") if module else (name,)))
    return frozenset(each.lstrip(".").removesuffix(".*") for each in found) - {""}


def imported(data: bytes) -> Iterator[tuple[str, str]]:
    """Yields the modules a file may import from, with leading dots if relative, each with a name.

    The module is empty for `import name`; the name is `*` for a star import.
    """
    for found in _WORD.finditer(data):
        start = max(found.start() - _LONGEST, 0)
        start = data.rfind(b"\n", start, found.start()) + 1 or start
        head = _HEAD.search(data[start : found.start()])
        if head is None:
            continue
        module = head[1]
        names = (_MODULES if module is None else _NAMES).match(data, found.end())
        for name in _NAME.findall(_AS.sub(b"", names[0])) if names else ():
            yield (module or b"").decode(errors="replace"), name.decode(errors="replace")
