"""Selects, from the text of the modules, the functions to call so that a finding's line runs. Calls none."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tflint_autograph.confirm.statements import first_line, functions_in, last_name, statement_at
from tflint_autograph.model.reachable import reachable
from tflint_autograph.model.runnable import Runnable

_DEEPEST = 3

MOST = 6
"""Maximum number of functions that are called for a finding without declared calls."""


RUN_BY = {
    "call": ("fit", "evaluate", "predict"), "train_step": ("fit",), "test_step": ("evaluate", "fit"), "predict_step": ("predict",),
}  # fmt: skip
"""Maps a user-defined method to the model methods through which Keras calls it."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A function of the module at `path`. `traced`: something other than its decorator traces it.

    `inner`: it is traced because traced code calls it. `converted`: AutoGraph converts it. `nested`: the function is defined in another
    function, `make_step.step`.
    """

    path: str
    target: str
    traced: bool
    inner: bool = False
    converted: bool = True
    nested: bool = False


@dataclass(frozen=True, slots=True)
class _Function:
    """A function or method that can be called from outside, with its lines (decorators included) and the names in it.

    `header` is the last line before its body.
    """

    target: str
    name: str
    first: int
    header: int
    last: int
    names: frozenset[str]


class Functions:
    """The functions of one module that can be called from outside."""

    def __init__(self, module: Runnable, tree: ast.Module) -> None:
        self.path = module.path
        self._all = tuple(_function(name, each, frozenset(_names(each))) for name, each in functions_in(tree))
        self._tree = tree
        self._held = _held(tree)
        self._bases = {each.name: [last_name(base) for base in each.bases] for each in ast.walk(tree) if isinstance(each, ast.ClassDef)}

    def around(self, line: int) -> _Function | None:
        """Returns the function that contains the line, the outermost if nested, or None."""
        return next((each for each in self._all if each.first <= line <= each.last), None)

    def nested(self, line: int) -> _Function | None:
        """Returns the innermost function that contains the line, if it is defined in another function; else None."""
        found: _Function | None = None
        for node in ast.walk(self._tree):
            known = next((each for each in self._all if isinstance(node, ast.FunctionDef) and (each.first, each.last) == (first_line(node), node.end_lineno)), None)
            if known is not None and known.first <= line <= known.last:
                found = next(reversed([each for each in _inside(node, known.target) if each.first <= line <= each.last]), None)
        return found

    def first_line(self, target: str) -> int:
        """Returns the 1-based first line of a function, or 1 if there is none."""
        return next((each.first for each in self._all if each.target == target), 1)

    def inherits(self, name: str, base: str) -> bool:
        """Whether a class of the module names another one as its base, or a class that does."""
        return base in reachable(self._bases.get(name, ()), lambda each: self._bases.get(each, ()))

    def mentioning(self, function: _Function) -> Iterator[_Function]:
        """Yields the functions that mention this one, then those that mention them. A caller of an object mentions it or its class, that of a step of Keras what runs it."""
        owner, _, name = function.target.rpartition(".")
        kind = owner.rpartition(".")[2]
        layer = [name, kind, *self._held.get(kind, ())] if name in ("call", "__call__") else [_called_as(function), *self._held.get(_called_as(function), ())]
        layer += RUN_BY.get(name, ()) if name != "call" else ()
        seen = set(layer)
        for _ in range(_DEEPEST):
            found = [each for each in self._all if _called_as(each) not in seen and each.names & set(layer)]
            yield from found
            layer = [_called_as(each) for each in found]
            seen.update(layer)

    def bound(self, line: int) -> str:
        """Returns the name that a statement outside of functions and classes binds, which may be a function that it traces; else empty."""
        statement = statement_at(self._tree, line)
        is_outside = any(each.lineno <= line <= (each.end_lineno or 0) for each in self._tree.body if not isinstance(each, ast.ClassDef))
        return statement.writes if is_outside and statement.writes.isidentifier() else ""

    def using(self, line: int) -> Iterator[_Function]:
        """Yields the functions that mention the attribute which the statement at a line of a constructor sets: they run what it makes."""
        around = self.around(line)
        written = statement_at(self._tree, line).writes.rpartition(".")
        if around is not None and around.name == "__init__" and written[0]:
            yield from (each for each in self._all if written[2] in each.names and each.name != "__init__")


def call_path(way: Sequence[tuple[Functions, int]]) -> tuple[tuple[str, str, int], ...]:
    """Returns the functions on a trace from its root to the line: the path, qualified name and 1-based first line of each."""
    found = [(each.path, function.target, function.first) for each, line in way if (function := each.around(line)) is not None]
    return tuple(dict.fromkeys(found))


def candidates(way: Sequence[tuple[Functions, int]], *, converted: bool = True) -> tuple[Candidate, ...]:
    """Returns the functions to call, most promising first, at most `MOST`. `way` is the trace, from its root to the finding's line.

    `converted`: AutoGraph converts the functions on the path. First the root, then the callers on the path, then functions that mention them, and last the function with the line itself.
    """
    root, root_line = way[0]
    start = root.around(root_line)
    bound = root.bound(root_line) if start is None else ""
    found = [Candidate(root.path, bound, False)] if bound else []
    if start is not None:
        below = root.nested(root_line)
        found += [Candidate(root.path, below.target, root_line <= below.header, nested=True)] if below is not None else []
        found.append(Candidate(root.path, start.target, root_line <= start.header))
    # A step of a call is at the call: its caller need not be traced
    is_of_call = len(way) > 2 and way[-2] == way[-1]
    way = (*way[:-2], way[-1]) if is_of_call else way
    inner = [(each.path, function) for each, line in way[1:] if (function := each.around(line)) is not None]
    if start is not None and inner:
        found += _of_subclass(start, way[-1][0], inner[-1][1], traced=root_line <= start.header)
    found += [Candidate(path, function.target, True, True) for path, function in inner[:-1]]
    if start is not None:
        found += [Candidate(root.path, each.target, False) for each in root.mentioning(start)]
    if inner:
        own, function = inner[-1]
        found += [Candidate(own, each.target, False) for each in way[-1][0].using(way[-1][1])]
        found += [Candidate(own, each.target, False) for each in way[-1][0].mentioning(function)]
        last = [Candidate(own, function.target, not is_of_call, len(way) > 2 and not is_of_call)]
        below = way[-1][0].nested(way[-1][1])
        if below is not None:
            last.insert(0, replace(last[0], target=below.target, nested=True))
        found = [*_once(found)[: MOST - len(last)], *last]
    return tuple(each if converted or not each.traced else replace(each, converted=False) for each in _once(found)[:MOST])


def _of_subclass(root: _Function, own: Functions, function: _Function, *, traced: bool) -> Iterator[Candidate]:
    """Yields the root as a method of the class with the line, if that inherits it: only its objects come to the line."""
    owners = [each.target.rpartition(".")[0] for each in (root, function)]
    if all(owners) and own.inherits(*(each.rpartition(".")[2] for each in reversed(owners))):
        yield Candidate(own.path, f"{owners[1]}.{root.name}", traced)


def _called_as(function: _Function) -> str:
    """Returns the name by which a caller mentions a function: that of its class for a constructor."""
    return function.target.split(".")[-2] if function.name == "__init__" and "." in function.target else function.name


def _once(found: Sequence[Candidate]) -> list[Candidate]:
    """Returns the candidates without duplicates; the first occurrence counts."""
    by_target = {(each.path, each.target): each for each in reversed(found)}
    return list(dict.fromkeys(by_target[each.path, each.target] for each in found))


def _held(tree: ast.Module) -> dict[str, list[str]]:
    """Maps the name of each class and function to the names that the module assigns its instances or results to."""
    found: dict[str, list[str]] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Name):
            names = [each.id for target in node.targets for each in ast.walk(target) if isinstance(each, ast.Name)]
            found.setdefault(node.value.func.id, []).extend(names)
    return found


def _inside(node: ast.AST, prefix: str) -> Iterator[_Function]:
    """Yields the functions that are defined in a function, those around others first."""
    for each in ast.iter_child_nodes(node):
        if isinstance(each, ast.FunctionDef):
            target = f"{prefix}.{each.name}"
            yield _function(target, each, frozenset())
            yield from _inside(each, target)
        elif not isinstance(each, (ast.expr, ast.ClassDef)):
            yield from _inside(each, prefix)


def _function(target: str, node: ast.FunctionDef, names: frozenset[str]) -> _Function:
    header = max(node.lineno, first_line(node.body[0]) - 1)
    return _Function(target, node.name, first_line(node), header, node.end_lineno or node.lineno, names)


def _names(function: ast.FunctionDef) -> Iterator[str]:
    for each in ast.walk(function):
        if isinstance(each, ast.Name):
            yield each.id
        elif isinstance(each, ast.Attribute):
            yield each.attr
