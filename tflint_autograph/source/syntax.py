"""Python code to its syntax tree, without a word to anybody. Looks at no tree."""

from __future__ import annotations

import ast
import warnings


def parse(text: str) -> ast.Module:
    """The tree of a module. Raises what `ast.parse` raises: SyntaxError, RecursionError, ValueError, MemoryError.

    Python warns of doubtful escapes, which are the user's business: nothing of that is shown.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text)
