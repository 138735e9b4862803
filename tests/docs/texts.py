"""Everything of the product that a user reads, with the place it comes from: the texts whose words are checked."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.docs.documents import ROOT, documents, prose
from tflint_autograph.rules.api import load

PACKAGE = ROOT / "tflint_autograph"
SILENT = ("tfapi", "source", "facts/lower.py", "facts/scan.py")
"""Modules whose strings are names and data, and no texts."""
PROJECT = ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")


def user_texts() -> Iterator[tuple[str, str]]:
    """Messages, help and errors; pages of rules; documents. Code between backticks and in blocks is left out."""
    for place, text in (*_messages(), *_pages(), *_documents()):
        yield place, re.sub(r"`[^`]*`", "`x`", text)


def _messages() -> Iterator[tuple[str, str]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        if not name.startswith(SILENT):
            yield from ((f"{name}:{line}", text) for line, text in _strings(ast.parse(path.read_text(encoding="utf-8"))) if _is_text(text))


def docstrings() -> Iterator[tuple[str, str]]:
    """The docstrings of the package. Code between backticks is left out."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                text = prose(ast.get_docstring(node) or "")
                yield f"{path.relative_to(PACKAGE).as_posix()}:{getattr(node, 'lineno', 1)}", re.sub(r"`[^`]*`", "`x`", text)


def _strings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The strings of a module that are no docstrings, with a mark in place of what an f-string inserts."""
    skipped: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            skipped.add(id(node.value))
        elif isinstance(node, ast.JoinedStr):
            skipped.update(id(part) for part in node.values)
            yield node.lineno, "".join(str(part.value) if isinstance(part, ast.Constant) else "x" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped:
            yield node.lineno, node.value


def _is_text(text: str) -> bool:
    """Whether a string has words in it that somebody reads, and is no pattern, code or data."""
    return len(re.findall(r"[a-z]{2,}", text)) > 1 and " " in text.strip() and not re.search(r"\\[bswd]|\(\?|^[.#:@]", text)


def _pages() -> Iterator[tuple[str, str]]:
    for rule in load():
        yield f"{rule.code} summary", rule.page.summary
        for heading, text in rule.page.sections:
            yield f"{rule.code} {heading}", prose(text)


def _documents() -> Iterator[tuple[str, str]]:
    files: list[tuple[Path, str]] = [*documents().items(), *((ROOT / name, (ROOT / name).read_text("utf-8")) for name in PROJECT)]
    for path, text in files:
        # What was observed is quoted there, in the words of the observation.
        if path.name != "facts.md":
            yield path.relative_to(ROOT).as_posix(), re.sub(r"\]\([^)]*\)", "]", prose(text))
