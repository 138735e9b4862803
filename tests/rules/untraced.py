"""Fixtures with their tracing roots taken away, after which nothing in them is traced. Knows no rule.

Decorators `@tf.function` go, `tf.function(f)` becomes `(f)`, Keras bases become `object`. What is traced in another way
(`Dataset.map`, `tf.vectorized_map`, ...) stays; a statement whose first line says `# keeps-root` is spared with all of
its lines, and so is a whole file in which the comment has a line of its own.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

MARKER = "# keeps-root"
_ROOT = "tensorflow.function"
_PLAIN = "(lambda traced, **options: traced)"
_KERAS = ("keras.", "tensorflow.keras.", "tensorflow.compat.v2.keras.")

Cut = tuple[int, int, bytes]
"""Start and end in bytes, and the text that takes their place."""


def without_roots(text: str) -> str:
    """The program without its roots. Lines stay where they are."""
    tree = ast.parse(text)
    names = dict(imported(tree))
    data = text.encode()
    lines = [0]
    for line in data.split(b"\n"):
        lines.append(lines[-1] + len(line) + 1)
    for start, end, new in sorted(_cuts(tree, names, lines, data), reverse=True):
        data = data[:start] + new + b"\n" * data[start:end].count(b"\n") + data[end:]
    return data.decode()


def spared(text: str) -> frozenset[int]:
    """The lines, from 1, on which something may be traced although the roots are gone."""
    lines = text.split("\n")
    if any(line.strip().startswith(MARKER) for line in lines):
        return frozenset(range(1, len(lines) + 1))
    statements = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.stmt) and MARKER in lines[node.lineno - 1])
    return frozenset(line for node in statements for line in range(node.lineno, (node.end_lineno or node.lineno) + 1))


def imported(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """The names imports bind anywhere in the program, each with the dotted name it stands for."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield (alias.asname, alias.name) if alias.asname else (alias.name.split(".")[0],) * 2
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                yield alias.asname or alias.name, f"{node.module}.{alias.name}"


def _dotted(node: ast.expr, names: dict[str, str]) -> str:
    """The dotted name an expression stands for; empty when it is no imported name."""
    if isinstance(node, ast.Name):
        return names.get(node.id, "")
    if isinstance(node, ast.Attribute):
        owner = _dotted(node.value, names)
        return f"{owner}.{node.attr}" if owner else ""
    return ""


def _is_root(node: ast.expr, names: dict[str, str]) -> bool:
    return _dotted(node, names).replace("compat.v1.", "").replace("compat.v2.", "") == _ROOT


def makes_root(node: ast.expr, names: dict[str, str]) -> bool:
    """Whether a decorator is `tf.function`, `tf.function(...)` or `partial(tf.function, ...)`."""
    return any(isinstance(part, (ast.Name, ast.Attribute)) and _is_root(part, names) for part in ast.walk(node))


def _cuts(tree: ast.Module, names: dict[str, str], lines: list[int], data: bytes) -> Iterator[Cut]:
    """What to replace; a place inside one that goes is not named twice."""
    todo: list[ast.AST] = [tree]
    while todo:
        node = todo.pop()
        gone: list[ast.AST] = []
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            gone = [decorator for decorator in node.decorator_list if makes_root(decorator, names)]
            for decorator in gone:
                start, end, _ = _cut(decorator, lines)
                yield data.rindex(b"@", 0, start), end, b""
        elif isinstance(node, ast.ClassDef):
            gone = [base for base in node.bases if _dotted(base, names).startswith(_KERAS)]
            yield from (_cut(base, lines, "object") for base in gone)
        elif isinstance(node, ast.Call) and _is_root(node.func, names):
            gone = [node.func, *node.args, *node.keywords]
            given = ast.get_source_segment(data.decode(), node.args[0]) if node.args else None
            yield _cut(node, lines, f"({given})" if given else _PLAIN)
        elif isinstance(node, (ast.Name, ast.Attribute)) and _is_root(node, names):
            gone = list(ast.iter_child_nodes(node))
            yield _cut(node, lines, _PLAIN)
        todo += [child for child in ast.iter_child_nodes(node) if child not in gone]


def _cut(node: ast.AST, lines: list[int], new: str = "") -> Cut:
    assert isinstance(node, ast.expr)
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    return lines[node.lineno - 1] + node.col_offset, lines[node.end_lineno - 1] + node.end_col_offset, new.encode()
