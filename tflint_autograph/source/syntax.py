"""Parses Python code without showing warnings."""

from __future__ import annotations

import ast
import warnings


def parse(text: str) -> ast.Module:
    """Returns the syntax tree of a module. Raises SyntaxError, RecursionError, ValueError, MemoryError as `ast.parse` does.

    Python's warnings about invalid escapes in user code are not shown.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text)
