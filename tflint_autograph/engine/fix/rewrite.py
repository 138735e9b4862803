"""Applies edits to the bytes of a file. Does not access files."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Sequence

from tflint_autograph.engine.fix import notebook
from tflint_autograph.engine.fix.refusal import Refusal
from tflint_autograph.model.edits import spliced, splices
from tflint_autograph.model.finding import Edit
from tflint_autograph.source.notebook import parse
from tflint_autograph.source.text import decode

_BOM = b"\xef\xbb\xbf"


def rewrite(path: str, data: bytes, edits: Sequence[Edit]) -> bytes:
    """Returns the file with the edits applied. Encoding, line ends, and all bytes outside the edits are kept.

    Raises Refusal if an edit cannot be applied, or if the result is no valid Python.
    """
    try:
        changed = notebook.rewrite(data, edits) if path.endswith(".ipynb") else _module(data, edits)
    except ValueError as error:
        raise Refusal(str(error)) from None
    if not _compiles(path, changed) and (_compiles(path, data) or not _parses(path, changed)):
        raise Refusal("the file would not be valid Python")
    return changed


def _module(data: bytes, edits: Sequence[Edit]) -> bytes:
    source = decode(data)
    bom = _BOM if source.bom else b""
    if bom + source.text.encode(source.encoding) != data:
        raise Refusal(f"{source.encoding} does not keep the bytes of the file")
    try:
        return bom + spliced(source.text, splices(source.text, edits)).encode(source.encoding)
    except UnicodeEncodeError as error:
        raise Refusal(f"`{error.object[error.start]}` cannot be written in {source.encoding}") from None


def _compiles(path: str, data: bytes) -> bool:
    """Whether Python can compile the code, with `await` at the top of a cell allowed. Does not run it."""
    return _accepts(path, data, ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)


def _parses(path: str, data: bytes) -> bool:
    """Whether the code parses: a file may have had a `return` outside a function all along."""
    return _accepts(path, data, ast.PyCF_ONLY_AST)


def _accepts(path: str, data: bytes, flags: int) -> bool:
    source = parse(data).text if path.endswith(".ipynb") else data
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(source, "<fixed>", "exec", flags, dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True
