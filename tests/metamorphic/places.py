"""Places in source code, and where each place of a program stands after a transformation.

Every syntax node of an original program remembers its place as an origin. A transformation moves and copies nodes with
their origins; the transformed text is parsed again and its nodes are paired with the transformed ones, which says where
each origin stands now.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

_Node = TypeVar("_Node", bound=ast.AST)

_NAME = re.compile(r"(?:async(?:\s|\\\n)+)?(?:def|class)(?:\s|\\\n)+(\w+)")
_UNCOUNTED = frozenset({"ctx", "kind", "type_comment", "type_ignores"})


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A span of a file: lines and columns from 1, columns in code points, `end` exclusive."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int

    def contains(self, other: Place) -> bool:
        """Whether the other place lies within this one."""
        return (
            self.path == other.path
            and (self.line, self.column) <= (other.line, other.column)
            and (other.end_line, other.end_column) <= (self.end_line, self.end_column)
        )

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


Labelled = tuple[str, Place]
"""A place with the part of a node it is: `""` the node, `name` that of a definition, `inner` without its brackets."""


def parsed(path: str, text: str) -> ast.Module:
    """The tree of a file, in which every node remembers its places."""
    tree = ast.parse(text)
    source = _Source(path, text)
    for node in ast.walk(tree):
        places = dict(source.places(node))
        if places:
            node.origins = places  # type: ignore[attr-defined]
    return tree


def origins(node: ast.AST) -> Mapping[str, Place]:
    """The places of the original program that a node stands for, by the part of the node."""
    found: Mapping[str, Place] = getattr(node, "origins", {})
    return found


def replaces(new: _Node, old: ast.AST, *others: ast.AST) -> _Node:
    """Let a new node stand for the old one, and for parts of others: findings in it are looked for in all of them."""
    stands_for = [
        place for node in (old, *others) for place in (*origins(node).values(), *getattr(node, "stands_for", ()))
    ]
    new.origins = dict(origins(old))  # type: ignore[attr-defined]
    new.stands_for = stands_for  # type: ignore[attr-defined]
    return new


def _hand_on(old: ast.AST, new: ast.AST) -> None:
    """Let a node stand for what another stands for."""
    for name in ("origins", "stands_for"):
        if hasattr(old, name):
            setattr(new, name, getattr(old, name))


class Correspondence:
    """Which places of the original each place of a transformed program stands for."""

    def __init__(self) -> None:
        self._trees: dict[str, ast.Module] = {}
        self._exact: defaultdict[Place, set[Place]] = defaultdict(set)
        self._regions: list[tuple[Place, frozenset[Place]]] = []
        self._nodes: defaultdict[str, list[Place]] = defaultdict(list)
        self._statements: defaultdict[str, list[Place]] = defaultdict(list)

    def add(self, path: str, text: str, transformed: ast.Module) -> None:
        """Pair a transformed tree with the tree of its text. Raises ValueError when the text says something else."""
        source = _Source(path, text)
        tree = self._trees[path] = ast.parse(text)
        for new, old in _pairs(tree, transformed):
            places = dict(source.places(new))
            known = origins(old)
            _hand_on(old, new)
            for label, place in places.items():
                if label in known:
                    self._exact[place].add(known[label])
            if "" in places:
                self._nodes[path].append(places[""])
                if isinstance(new, ast.stmt):
                    self._statements[path].append(places[""])
                if stands_for := getattr(old, "stands_for", ()):
                    self._regions.append((places[""], frozenset(stands_for)))

    def tree(self, path: str) -> ast.Module:
        """The tree of a transformed text; its nodes stand for places of the original."""
        return self._trees[path]

    def of(self, place: Place) -> frozenset[Place]:
        """The places of the original that a place stands for exactly; of one that is no node, the smallest node around."""
        if place in self._exact:
            return frozenset(self._exact[place])
        around = min((each for each in self._nodes[place.path] if each.contains(place)), key=_size, default=None)
        return frozenset(self._exact[around]) if around else frozenset()

    def within(self, place: Place) -> frozenset[Place]:
        """A place and those of the nodes around it, up to the innermost statement."""
        statement = self._statement(place)
        around = (each for each in self._nodes[place.path] if each.contains(place) and statement.contains(each))
        return frozenset({place, *around})

    def around(self, place: Place) -> frozenset[Place]:
        """The places of the original that rewritten code around a place stands for, up to the innermost statement."""
        statement = self._statement(place)
        regions = (each for region, each in self._regions if region.contains(place) and statement.contains(region))
        return frozenset().union(*regions)

    def _statement(self, place: Place) -> Place:
        return min((each for each in self._statements[place.path] if each.contains(place)), key=_size, default=place)


def _size(place: Place) -> tuple[int, int]:
    lines = place.end_line - place.line
    return lines, place.end_column - (0 if lines else place.column)


def _pairs(new: ast.AST, old: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    """The nodes of two equal trees, pair by pair."""
    todo: list[tuple[object, object]] = [(new, old)]
    while todo:
        one, other = todo.pop()
        if isinstance(one, ast.AST) and type(one) is type(other):
            assert isinstance(other, ast.AST)
            yield one, other
            todo += [(getattr(one, name), getattr(other, name, None)) for name in one._fields if name not in _UNCOUNTED]
        elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
            todo += zip(one, other, strict=True)
        elif type(one) is not type(other) or one != other:
            raise ValueError(f"the text says {_shown(one)} where the tree says {_shown(other)}")


def _shown(part: object) -> str:
    if isinstance(part, list):
        return str([_shown(each) for each in part])
    return ast.dump(part)[:200] if isinstance(part, ast.AST) else repr(part)


class _Source:
    """The text of a file, in which places of nodes are looked up."""

    def __init__(self, path: str, text: str) -> None:
        self._path = path
        self._lines = [line.encode() for line in re.split(r"\r\n|\r|\n", text)]

    def places(self, node: ast.AST) -> Iterator[Labelled]:
        """The node's own place and those of parts that findings name."""
        if isinstance(node, ast.withitem):
            first, last = node.context_expr, node.optional_vars or node.context_expr
            brackets = self._brackets(first)
            yield "", self._place(first.lineno, first.col_offset - brackets, last.end_lineno, last.end_col_offset)
        if not isinstance(node, (ast.expr, ast.stmt, ast.arg, ast.keyword, ast.alias, ast.excepthandler, ast.pattern)):
            return
        yield "", self._place(node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield "name", self._name(node)
        elif isinstance(node, (ast.GeneratorExp, ast.Tuple)):
            bracketed = self._is_bracketed(node)
            yield "inner", self._inner(node) if bracketed else self._place(node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)

    def _place(self, line: int, start: int, end_line: int | None, end: int | None) -> Place:
        assert end_line is not None
        assert end is not None
        return Place(self._path, line, self._column(line, start), end_line, self._column(end_line, end))

    def _column(self, line: int, offset: int) -> int:
        return len(self._lines[line - 1][:offset].decode()) + 1

    def _name(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> Place:
        head = self._lines[node.lineno - 1][node.col_offset :].decode()
        line, column = node.lineno, self._column(node.lineno, node.col_offset)
        match = _NAME.match(head)
        if match is None:  # the name stands on the next line
            match = _NAME.match(head + "\n" + self._lines[line].decode())
            assert match is not None
            line, column = line + 1, 1 - len(head) - 1
        return Place(self._path, line, column + match.start(1), line, column + match.end(1))

    def _brackets(self, node: ast.expr) -> int:
        """How many pairs of brackets stand around an expression on its line, without blanks between them."""
        assert node.end_lineno is not None
        before, after = self._lines[node.lineno - 1][: node.col_offset], self._lines[node.end_lineno - 1][node.end_col_offset :]
        opened = len(before) - len(before.rstrip(b"("))
        closed = len(after) - len(after.lstrip(b")"))
        return min(opened, closed)

    def _is_bracketed(self, node: ast.expr) -> bool:
        return self._lines[node.lineno - 1][node.col_offset : node.col_offset + 1] == b"("

    def _inner(self, node: ast.expr) -> Place:
        """What stands between the brackets, without blanks at its ends."""
        whole = self._place(node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)
        lines = [line.decode() for line in self._lines[whole.line - 1 : whole.end_line]]
        lines[-1] = lines[-1][: whole.end_column - 2].rstrip()
        while len(lines) > 1 and not lines[-1]:
            lines.pop()
            lines[-1] = lines[-1].rstrip()
        first, column = 0, whole.column + 1
        while first < len(lines) - 1 and not lines[first][column - 1 :].strip():
            first, column = first + 1, 1
        column += len(lines[first][column - 1 :]) - len(lines[first][column - 1 :].lstrip())
        return Place(self._path, whole.line + first, column, whole.line + len(lines) - 1, len(lines[-1]) + 1)
