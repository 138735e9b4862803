"""Removes docstrings and comment lines from a text.

They make up nearly half of most texts, and a project is kept and searched as texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from tflint_autograph.model.body import At

_COMMENT = re.compile(r"\n(?<!\\\n)[ \t]*#[^\n]*")
"""Matches comment lines after a line that does not continue; it starts with a literal character for speed."""


def unspoken(lines: Sequence[str], docstrings: Iterable[At]) -> str:
    """Returns the lines with docstrings emptied and comments removed; everything else keeps its line and column."""
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
