"""Which rules there are, read from the names and first lines of their files: no rule is imported for it.

Selectors must be checked before anything is known to be traced, and importing a rule imports libcst.
"""

from __future__ import annotations

import functools
import re
from pathlib import Path

_CODE = re.compile(r'^rule = Rule\(\s*__name__,\s*code="(TFA\d{3})"', re.MULTILINE)


@functools.cache
def codes() -> dict[str, str]:
    """Every rule's code with its name, in the order of the codes."""
    found = {}
    for path in Path(__file__).parent.glob("*.py"):
        match = _CODE.search(path.read_text(encoding="utf-8"))
        if match:
            found[match[1]] = path.stem.replace("_", "-")
    return dict(sorted(found.items()))
