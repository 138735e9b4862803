"""What a transformation is, how one is applied to a program, and when the result may not be used."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from tests.metamorphic.places import Correspondence, origins, parsed
from tests.metamorphic.programs import Program
from tests.metamorphic.scopes import Scopes

OnTrees = Callable[["Sources"], object]
"""Changes the trees of a program in place; what it gives back is true when it changed anything."""

OnText = Callable[[str, ast.Module], str]
"""Gives the text of a file in another layout; the file means the same to Python's parser."""


@dataclass(frozen=True, slots=True)
class Transform:
    """A way to write a program differently without changing its meaning; one of `on_trees` and `on_text` is set.

    `group` is the module of the transformation.
    """

    name: str
    group: str
    about: str
    on_trees: OnTrees | None = None
    on_text: OnText | None = None


TRANSFORMS: dict[str, Transform] = {}
"""Every transformation by its name, which is that of its function with dashes."""


def on_trees(function: OnTrees) -> OnTrees:
    """Register a transformation of syntax trees."""
    _register(function, on_trees=function)
    return function


def on_text(function: OnText) -> OnText:
    """Register a transformation of layout."""
    _register(function, on_text=function)
    return function


def _register(function: OnTrees | OnText, *, on_trees: OnTrees | None = None, on_text: OnText | None = None) -> None:
    name, group = function.__name__.replace("_", "-"), function.__module__.rpartition(".")[2]
    assert name not in TRANSFORMS
    TRANSFORMS[name] = Transform(name, group, function.__doc__ or "", on_trees, on_text)


class Module:
    """One file of a program: its tree, its variables and the parent of each node."""

    def __init__(self, path: str, tree: ast.Module) -> None:
        self.path = path
        self.tree = tree
        self.scopes = Scopes(tree)
        self.parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}

    @property
    def name(self) -> str:
        """The name by which modules of its folder import it."""
        return PurePosixPath(self.path).stem

    def around(self, node: ast.AST) -> Iterator[ast.AST]:
        """The nodes around one, from the inside out."""
        while node in self.parents:
            node = self.parents[node]
            yield node

    def statement(self, node: ast.AST) -> ast.stmt:
        """The innermost statement a node is in or is."""
        found = next(each for each in (node, *self.around(node)) if isinstance(each, ast.stmt))
        assert isinstance(found, ast.stmt)
        return found

    def block(self, statement: ast.stmt) -> list[ast.stmt]:
        """The list of statements a statement is in."""
        owner = self.parents[statement]
        for name in ("body", "orelse", "finalbody"):
            block = getattr(owner, name, None)
            if isinstance(block, list) and any(each is statement for each in block):
                return block
        raise AssertionError("a statement stands in no block")

    def put(self, old: ast.expr, new: ast.expr) -> bool:
        """Put an expression in the place of another one; false if that is no part of its own, or item of a list, of what is around it."""
        parent = self.parents[old]
        for name, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, name, new)
                return True
            if isinstance(value, list) and any(each is old for each in value):
                value[:] = [new if each is old else each for each in value]
                return True
        return False

    def leaves(self, builtin: str) -> bool:
        """Whether a builtin keeps its meaning: the module binds its name nowhere."""
        bound = (getattr(node, name, None) for node in ast.walk(self.tree) for name in ("name", "asname", "arg"))
        stored = (node.id for node in ast.walk(self.tree) if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load))
        return builtin not in {*bound, *stored}

    def fresh(self, wanted: str) -> str:
        """A name that the module does not mention."""
        taken = self.scopes.names()
        number, name = 1, wanted
        while name in taken:
            number += 1
            name = f"{wanted}_{number}"
        return name


class Sources:
    """The trees of a program that is being transformed, by path, and the texts they were read from."""

    def __init__(self, program: Program) -> None:
        self.texts: Mapping[str, str] = program.files
        self.trees = {path: parsed(path, text) for path, text in program.files.items()}

    @classmethod
    def of(cls, transformed: Transformed) -> Sources:
        """A transformed program, whose nodes stand for places of the program it was made from."""
        sources = cls(Program("", {}))
        sources.texts = transformed.files
        sources.trees = {path: transformed.correspondence.tree(path) for path in transformed.files}
        return sources

    def modules(self) -> list[Module]:
        """The files as they are now. Variables and parents are those of this moment."""
        return [Module(path, tree) for path, tree in self.trees.items()]

    def nodes(self) -> Iterator[ast.AST]:
        """Every node of every file."""
        for tree in self.trees.values():
            yield from ast.walk(tree)


@dataclass(frozen=True, slots=True)
class Transformed:
    """A program written in another way, and what each of its places stands for."""

    files: Mapping[str, str]
    correspondence: Correspondence


def identity(program: Program) -> Correspondence:
    """The places of a program as they are."""
    same = Correspondence()
    for path, text in program.files.items():
        same.add(path, text, parsed(path, text))
    return same


def apply(transform: Transform, sources: Sources) -> Transformed | None:
    """Transform a program, the trees of which are used up; None for one that the transformation does not fit."""
    if transform.on_trees is not None:
        if not transform.on_trees(sources):
            return None
        files = {path: ast.unparse(ast.fix_missing_locations(tree)) + "\n" for path, tree in sources.trees.items()}
    else:
        assert transform.on_text is not None
        files = {path: transform.on_text(text, sources.trees[path]) for path, text in sources.texts.items()}
        if files == sources.texts:
            return None
    correspondence = Correspondence()
    for path, text in files.items():
        compile(text, path, "exec", dont_inherit=True)
        correspondence.add(path, text, sources.trees[path])
    kept = all(keeps_lambdas(path, text, sources.trees[path]) for path, text in files.items())
    return Transformed(files, correspondence) if kept else None


def keeps_lambdas(path: str, text: str, tree: ast.Module) -> bool:
    """Whether AutoGraph reads the source of each lambda as before: it is found by its line, and not among several there."""
    if "lambda" not in text:
        return True
    written = parsed(path, text)
    pairs = zip(ast.walk(written), ast.walk(tree), strict=True)
    lambdas = [(new, old) for new, old in pairs if isinstance(old, ast.Lambda) and origins(old)]
    before, after = _Layout(tree), _Layout(written)
    return all(before.of(old) == after.of(new) for new, old in lambdas)


class _Layout:
    """The lines of lambdas and statements, by the places that the nodes of a tree remember."""

    def __init__(self, tree: ast.Module) -> None:
        nodes = [node for node in ast.walk(tree) if origins(node)]
        self._lambdas = [origins(node)[""] for node in nodes if isinstance(node, ast.Lambda)]
        self._statements = [origins(node)[""] for node in nodes if isinstance(node, ast.stmt)]

    def of(self, node: ast.AST) -> tuple[int, bool, bool]:
        """How many lambdas share the lines of one, and whether it and its statement stand on one line."""
        place = origins(node)[""]
        sharing = sum(
            each.path == place.path and place.line <= each.end_line and each.line <= place.end_line
            for each in self._lambdas
        )
        around = (each for each in self._statements if each.contains(place))
        statement = min(around, key=lambda each: each.end_line - each.line, default=place)
        return sharing, place.line == place.end_line, statement.line == statement.end_line
