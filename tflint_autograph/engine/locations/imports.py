"""Finds where to insert an import statement in a module. Does not sort existing imports."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Sequence
from enum import Enum

from tflint_autograph.model.record import record


class _Group(Enum):
    """The groups of import statements in their usual order."""

    STANDARD = 0
    OTHER = 1
    OWN = 2


@record
class _Import:
    """An import statement on lines of its own, from first to last inclusive."""

    first: int
    last: int
    group: _Group
    key: tuple[bool, str]


def is_there(tree: ast.Module, statement: str) -> bool:
    """Whether the module already runs this import at its top level, also under an `if` or `try`."""
    wanted = set(_bound(ast.parse(statement).body[0]))
    return wanted <= {name for node in _top_level(tree.body) for name in _bound(node)}


def insertion(tree: ast.Module, lines: Sequence[str], statement: str, within: range | None = None) -> tuple[int, str]:
    """Returns the 1-based line to insert a statement at, and the text with blank lines and line feeds.

    It joins the imports of its group (standard library, others, relative ones) at the head of the module in order. Without imports it goes
    below the docstring and above the comment of the next statement. `within` restricts the search to the lines of one notebook cell.
    """
    body = [node for node in tree.body if within is None or node.lineno in within]
    own = _import(ast.parse(statement).body[0])
    assert own is not None
    imports = list(_leading(body))
    same = [each for each in imports if each.group is own.group]
    after = [each for each in same if each.key < own.key]
    before = [each for each in imports if each.group.value < own.group.value]
    if after:
        return after[-1].last + 1, f"{statement}\n"
    if same:
        return same[0].first, f"{statement}\n"
    if before:
        return before[-1].last + 1, f"\n{statement}\n"
    if imports:
        return imports[0].first, f"{statement}\n\n"
    return _below_head(body, lines, statement) or _on_top(body, lines, statement, within)


def _below_head(body: Sequence[ast.stmt], lines: Sequence[str], statement: str) -> tuple[int, str] | None:
    """Returns the insertion below the docstring and the `__future__` imports, or None if there are none."""
    last = max((_last(node) for node in body if (node is body[0] and _is_docstring(node)) or _is_future(node)), default=0)
    if not last:
        return None
    crowded = last < len(lines) and lines[last].strip()
    return last + 1, f"\n{statement}\n\n" if crowded else f"\n{statement}\n"


def _on_top(body: Sequence[ast.stmt], lines: Sequence[str], statement: str, within: range | None) -> tuple[int, str]:
    """Returns the insertion above the first statement and its comment, or below a comment at the very top, which describes the file."""
    top = within.start if within else 1
    line = min((_first(node) for node in body), default=within.stop if within else len(lines) + 1)
    above = line
    while above > top and lines[above - 2].lstrip().startswith("#"):
        above -= 1
    blank = "\n\n" if body and isinstance(body[0], ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) else "\n"
    return line if above == top else above, f"{statement}\n{blank}"


def _leading(body: Sequence[ast.stmt]) -> Iterator[_Import]:
    """Yields the imports before any other statement, except those that share a line with another one.

    Notebook magics, converted to `pass`, may come before them.
    """
    for index, node in enumerate(body):
        found = _import(node)
        if found is None and not _is_docstring(node) and not _is_future(node) and not isinstance(node, ast.Pass):
            return
        beside = (*body[max(index - 1, 0) : index], *body[index + 1 : index + 2])
        if found is not None and all(_first(other) > found.last or _last(other) < found.first for other in beside):
            yield found


def _import(node: ast.stmt) -> _Import | None:
    if isinstance(node, ast.Import):
        name, plain, level = node.names[0].name, True, 0
    elif isinstance(node, ast.ImportFrom) and not _is_future(node):
        name, plain, level = node.module or "", False, node.level
    else:
        return None
    known = name.partition(".")[0] in sys.stdlib_module_names
    group = _Group.OWN if level else _Group.STANDARD if known else _Group.OTHER
    return _Import(node.lineno, _last(node), group, (not plain, name))


def _top_level(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    for node in body:
        if isinstance(node, ast.If | ast.Try):
            yield from _top_level([*node.body, *node.orelse, *getattr(node, "finalbody", ())])
        else:
            yield node


def _bound(node: ast.stmt) -> Iterator[tuple[str, str]]:
    """Yields what an import statement imports, with the name it binds."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield (alias.name, alias.asname) if alias.asname else (alias.name.partition(".")[0],) * 2
    elif isinstance(node, ast.ImportFrom):
        for alias in node.names:
            yield f"{'.' * node.level}{node.module or ''}.{alias.name}", alias.asname or alias.name


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _is_future(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"


def _last(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno


def _first(node: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])
