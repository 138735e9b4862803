"""Finds the functions and statements of a project that may reach a function, by the names they mention. Runs nothing.

The call graph over-approximates: a name stands for every function or class of that name that its file can see. Only running the code shows
whether a call reaches a line; the graph selects what is worth running.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property

from tflint_autograph.model.mentions import identifiers
from tflint_autograph.source.syntax import parse

FARTHEST = 6
"""Maximum number of calls between a function and the target."""

_IMPORTS = re.compile(r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+)?import[ \t]+(\([^)]*|[^\n]*)", re.MULTILINE)
"""An import statement: the module, and the text with the names."""

_Function = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True, slots=True)
class ProjectDefinition:
    """A function, a method, or a statement outside of functions (`name` is empty), with the names that lead others to it.

    `own` are those that lead there from other methods of its class: its name, and the attributes it sets. `size` is the number of its lines. `is_main` says that the statement runs only where the file is the program, `calls` that a statement makes calls.
    """

    path: str
    name: str
    line: int
    size: int
    words: frozenset[str]
    own: frozenset[str] = frozenset()
    is_main: bool = False
    calls: bool = False


@dataclass(frozen=True, slots=True)
class _Mentions:
    """The names a definition mentions: plain names, attributes, its parameters, which pytest fills from fixtures of that name, and keywords."""

    plain: frozenset[str]
    attributes: frozenset[str]
    parameters: frozenset[str]
    keywords: frozenset[str]


class Reaching:
    """The call graph of a project, from a function to its callers; `texts` returns the text of each Python file by path."""

    def __init__(self, texts: Callable[[], Mapping[str, str]]) -> None:
        self._all_texts = texts
        self._parsed: dict[str, _File] = {}
        self._alone: dict[str, bool] = {}

    @cached_property
    def _texts(self) -> Mapping[str, str]:
        return self._all_texts()

    @cached_property
    def _words(self) -> dict[str, frozenset[str]]:
        return {path: identifiers(text) for path, text in self._texts.items()}

    def of(self, path: str, target: str) -> dict[ProjectDefinition, int]:
        """Returns what may reach the function `target` of a file, itself included, with the number of calls in between."""
        found: dict[ProjectDefinition, int] = {}
        layer = [each for each in self._file(path).definitions if each.name == target]
        for distance in range(FARTHEST):
            for each in layer:
                found.setdefault(each, distance)
            words = frozenset(word for each in layer if not self._is_alone(each.path) for word in each.words)
            alone = (other for each in layer if self._is_alone(each.path) for other in self._file(each.path).mentioning(each.words))
            beside = (other for each in layer for other in self._file(each.path).beside(each))
            layer = [each for each in dict.fromkeys((*beside, *alone, *self._mentioning(words))) if each not in found]
            if not layer:
                break
        return found

    def calling(self, path: str) -> dict[ProjectDefinition, int]:
        """Returns the statements outside of functions that make calls, at no distance."""
        return {each: 0 for each in self._file(path).definitions if each.calls}

    @cached_property
    def imported(self) -> frozenset[str]:
        """The last parts of the names of everything that is imported somewhere."""
        found = (_IMPORTS.finditer(text) for text in self._texts.values())
        return frozenset(name.rpartition(".")[2] for each in found for match in each for name in re.findall(r"[\w.]+", f"{match[1]} {match[2]}"))

    def names(self, definition: ProjectDefinition, word: str) -> bool:
        """Whether a definition mentions a name: that of a method it calls, or of the function that calls a special one (`__len__`)."""
        return self._file(definition.path).names(definition, word.removeprefix("__").removesuffix("__"))

    def sets(self, definition: ProjectDefinition, words: Iterable[str]) -> int:
        """Returns how many of these names a definition mentions as keywords of calls or behind a dot: it may set what they stand for."""
        return self._file(definition.path).sets(definition, words)

    def _is_alone(self, path: str) -> bool:
        """Whether no other file can use what a file defines: a notebook, or a file whose name no other one mentions, not even in a string."""
        if path not in self._alone:
            name, _, extension = path.rpartition("/")[2].rpartition(".")
            is_mentioned = any(name in words for other, words in self._words.items() if other != path)
            self._alone[path] = extension != "py" or not (is_mentioned or name in ("__init__", "conftest"))
        return self._alone[path]

    def _mentioning(self, words: frozenset[str]) -> Iterator[ProjectDefinition]:
        for path, known in self._words.items():
            if not words.isdisjoint(known):
                yield from self._file(path).mentioning(words)

    def _file(self, path: str) -> _File:
        if path not in self._parsed:
            tree = ast.Module([], [])
            with suppress(SyntaxError, ValueError, RecursionError, MemoryError):
                tree = parse(self._texts.get(path, ""))
            self._parsed[path] = _File(path, tree)
        return self._parsed[path]


class _File:
    """The definitions of one file."""

    def __init__(self, path: str, tree: ast.Module) -> None:
        self._known = dict(_definitions(path, tree))
        self._visible = frozenset(word for each in self._known for word in each.words)
        self._imported: defaultdict[str, set[str]] = defaultdict(set)
        self._has_star = False
        for node in ast.walk(tree):
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                for each in node.names:
                    self._imported[each.asname or each.name.partition(".")[0]].add(each.name)
                    self._has_star |= each.name == "*"

    @property
    def definitions(self) -> Iterable[ProjectDefinition]:
        """The definitions in source order."""
        return self._known

    def mentioning(self, words: frozenset[str]) -> Iterator[ProjectDefinition]:
        """Yields the definitions that mention one of the names, if the file defines or imports it."""
        for each, mentions in self._known.items():
            # A parameter gets what a fixture of its name returns
            named = {*mentions.attributes, *mentions.parameters, *(word for name in mentions.plain for word in self._meant(name))}
            if not words.isdisjoint(named):
                yield each

    def names(self, definition: ProjectDefinition, word: str) -> bool:
        """Whether one of them mentions a name, as a plain one or behind a dot."""
        known = self._known[definition]
        return word in known.attributes or word in known.plain

    def sets(self, definition: ProjectDefinition, words: Iterable[str]) -> int:
        """Returns how many of these names one of them mentions as keywords or attributes."""
        known = self._known[definition]
        return len({*words} & (known.keywords | known.attributes))

    def beside(self, method: ProjectDefinition) -> Iterator[ProjectDefinition]:
        """Yields the other methods of its class that call a method, or read an attribute it sets."""
        owner = method.name.rpartition(".")[0]
        for each, mentions in self._known.items():
            if owner and each.name.rpartition(".")[0] == owner and not method.own.isdisjoint(mentions.attributes):
                yield each

    def _meant(self, name: str) -> Iterator[str]:
        """Yields the names of the definitions that a plain name may stand for."""
        yield from self._imported.get(name, ())
        if self._has_star or name in self._visible:
            yield name


def _definitions(path: str, tree: ast.Module) -> Iterator[tuple[ProjectDefinition, _Mentions]]:
    for node in tree.body:
        yield from _of_statement(path, node, is_main=is_main_guard(node))


def _of_statement(path: str, node: ast.stmt, *, is_main: bool) -> Iterator[tuple[ProjectDefinition, _Mentions]]:
    """Yields the definitions in a statement at the top of a module; for a class its methods, and its other statements as one."""
    if isinstance(node, _Function):
        yield _defined(path, node.name, node, frozenset({node.name})), _mentions([node])
    elif isinstance(node, ast.ClassDef):
        yield from _of_class(path, node, node.name)
    elif isinstance(node, (ast.If, ast.Try, ast.With)) and not is_main:
        for each in ast.iter_child_nodes(node):
            for inner in [each] if isinstance(each, ast.stmt) else getattr(each, "body", ()) if isinstance(each, ast.excepthandler) else ():
                yield from _of_statement(path, inner, is_main=False)
    elif not isinstance(node, (ast.Import, ast.ImportFrom)):
        every = [*ast.walk(node)]
        bound = {each.id for each in every if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
        known = _defined(path, "", node, frozenset() if is_main else frozenset(bound), is_main=is_main)
        yield replace(known, calls=any(isinstance(each, ast.Call) for each in every)), _mentions([node])


def _of_class(path: str, node: ast.ClassDef, name: str) -> Iterator[tuple[ProjectDefinition, _Mentions]]:
    words = frozenset({node.name})
    methods = [each for each in node.body if isinstance(each, _Function)]
    for each in methods:
        yield _defined(path, f"{name}.{each.name}", each, words, own=frozenset({each.name, *_set(each)})), _mentions([each])
    for inner in node.body:
        if isinstance(inner, ast.ClassDef):
            yield from _of_class(path, inner, f"{name}.{inner.name}")
    rest = [each for each in node.body if not isinstance(each, (*_Function, ast.ClassDef))]
    yield _defined(path, name, node, words), _mentions([*node.bases, *node.decorator_list, *rest])


def _defined(
    path: str, name: str, node: ast.stmt, words: frozenset[str], *, own: frozenset[str] = frozenset(), is_main: bool = False
) -> ProjectDefinition:
    return ProjectDefinition(path, name, node.lineno, (node.end_lineno or node.lineno) - node.lineno + 1, words, own, is_main)


def _set(method: ast.AST) -> Iterator[str]:
    return (each.attr for each in ast.walk(method) if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store))


def _mentions(nodes: Iterable[ast.AST]) -> _Mentions:
    every = [each for node in nodes for each in ast.walk(node)]
    return _Mentions(
        frozenset(each.id for each in every if isinstance(each, ast.Name)),
        frozenset(each.attr for each in every if isinstance(each, ast.Attribute)),
        frozenset(each.arg for each in every if isinstance(each, ast.arg)),
        frozenset(each.arg for each in every if isinstance(each, ast.keyword) and each.arg),
    )


def is_main_guard(node: ast.stmt) -> bool:
    """Whether a statement is `if __name__ == "__main__":`."""
    test = node.test if isinstance(node, ast.If) else None
    if not isinstance(test, ast.Compare) or len(test.ops) != 1 or not isinstance(test.ops[0], ast.Eq):
        return False
    sides = [test.left, *test.comparators]
    return any(isinstance(each, ast.Name) and each.id == "__name__" for each in sides) and any(
        isinstance(each, ast.Constant) and each.value == "__main__" for each in sides
    )
