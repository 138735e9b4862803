"""A text without what is only said in it: its docstrings, and its lines of comment. Parses nothing.

They are nearly half of most texts, and a project is held, and looked through, as texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from tflint_autograph.model.body import At

_COMMENT = re.compile(r"\n(?<!\\\n)[ \t]*#[^\n]*")
"""A line of comment behind one that does not go on in it; it begins with a plain sign, which is found five times as fast."""


def unspoken(lines: Sequence[str], docstrings: Iterable[At]) -> str:
    """The lines with each docstring an empty one, and no comments; everything else keeps its line and column."""
    left = list(lines)
    for at in docstrings:
        last = at.end_line - 1
        if not left[last][at.end_column - 1 :].strip():
            left[at.line - 1 : last + 1] = [f'{left[at.line - 1][: at.column - 1]}""', *[""] * (last + 1 - at.line)]
    text = "\n".join(["", *left, ""])
    if '"""' not in text and "'''" not in text:
        # In a string of several lines what looks like a comment would be none.
        text = _COMMENT.sub("\n", text)
    return text[1:]
