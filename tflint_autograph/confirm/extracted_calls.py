"""Extracts the calls of functions in the project's code, with the preceding statements they need. Runs nothing.

Calls are taken from places whose names can be recreated: functions without parameters, the top of a module, and its `if __name__ ==
"__main__"`. The called function is identified by name only; whether a call reaches a line shows when it runs.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tflint_autograph.confirm.candidates import RUN_BY, Candidate
from tflint_autograph.confirm.execution import Task
from tflint_autograph.confirm.protocol import Borrowed, Driver
from tflint_autograph.confirm.reaching import is_main_guard
from tflint_autograph.confirm.statements import last_name

MOST = 3
"""Maximum number of calls of one function that are tried."""

_Function = (ast.FunctionDef, ast.AsyncFunctionDef)
_Scopes = (*_Function, ast.ClassDef, ast.Lambda)
_STAYS = (ast.Lambda, ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr)
"""Expressions that cannot be moved: AutoGraph cannot find the source of a lambda in generated code."""


@dataclass(frozen=True, slots=True)
class _Body:
    """Statements that run in sequence, and the enclosing parameters that a caller has to pass."""

    statements: tuple[ast.stmt, ...]
    wanting: frozenset[str] = frozenset()
    is_top: bool = False


@dataclass(frozen=True, slots=True)
class _Site:
    """A call in a body: its name, the object it is made on, the preceding statements and those around it."""

    body: _Body
    call: ast.Call
    before: tuple[ast.stmt, ...]


class Borrowing:
    """The calls in the files of a project, by the called function.

    `callers` returns the syntax trees, by path, of the files that may call a function or class of this name.
    """

    def __init__(self, callers: Callable[[str], Mapping[str, ast.Module]]) -> None:
        self._callers = callers
        self._files: dict[str, _ParsedFile] = {}

    def of(self, candidate: Candidate) -> tuple[Task, ...]:
        """Returns the calls of a function or method, those that need the fewest statements first, at most `MOST`."""
        owner, _, name = candidate.target.rpartition(".")
        kind = owner.rpartition(".")[2]
        files, makers = self._making(kind) if kind else (self._calling(name), frozenset[str]())
        found: list[tuple[tuple[int, int, bool, str, int], Task]] = []
        for path, file in files.items():
            for rank, site in file.of_method(name, makers) if kind else file.of_function(name):
                given, needs = _arguments(site.call), _needs(site)
                if given is not None and needs is not None:
                    call = Borrowed(ast.unparse(site.call.func), site.call.lineno, needs)
                    # What Keras traces itself is not to be wrapped.
                    driver = Driver(
                        candidate.target, (given,), traced=candidate.traced and not rank, inner=candidate.inner,
                        converted=candidate.converted, borrowed=call,
                    )  # fmt: skip
                    found.append(((rank, len(needs), path != candidate.path, path, call.line), Task(path, driver, made_up=True)))
        return tuple(task for _, task in sorted(found, key=lambda each: each[0])[:MOST])

    def _calling(self, name: str) -> dict[str, _ParsedFile]:
        trees = self._callers(name)
        for path, tree in trees.items():
            if path not in self._files:
                self._files[path] = _ParsedFile(tree)
        return {path: self._files[path] for path in sorted(trees)}

    def _making(self, kind: str) -> tuple[dict[str, _ParsedFile], frozenset[str]]:
        """Returns the files that may create objects of a class, and the names that create them: the class, subclasses and functions."""
        files, makers, new = self._calling(kind), {kind}, {kind}
        while new:
            new = {name for file in files.values() for name, made in file.makers.items() if made & new} - makers
            makers |= new
            for name in sorted(new):
                files |= self._calling(name)
        return files, frozenset(makers)


class _ParsedFile:
    """The calls of one file. `makers` maps its classes to their bases, and its functions to the calls they return."""

    def __init__(self, tree: ast.Module) -> None:
        self._top = tuple(tree.body)
        self.makers = dict(_makers(tree))
        self._sites: defaultdict[str, list[_Site]] = defaultdict(list)
        for site in (site for body in _bodies(tree) for site in _in_block(body, body.statements, ())):
            self._sites[last_name(site.call.func)].append(site)

    def of_function(self, name: str) -> Iterator[tuple[int, _Site]]:
        """Yields the calls of a function with this name."""
        yield from ((0, site) for site in self._sites.get(name, ()) if not _is_method(site))

    def of_method(self, name: str, makers: frozenset[str]) -> Iterator[tuple[int, _Site]]:
        """Yields the calls of a method on objects created by one of `makers`, then those by which Keras calls it."""
        for rank, words in enumerate(((name,), RUN_BY.get(name, ()))):
            for site in (site for word in words for site in self._sites.get(word, ())):
                if isinstance(site.call.func, ast.Attribute) and self._is_made(site.call.func.value, makers, site):
                    yield rank, site
        if name in ("call", "__call__"):
            # An object is called by whatever name it has.
            yield from ((0, site) for sites in self._sites.values() for site in sites if self._is_made(site.call.func, makers, site))

    def _is_made(self, held: ast.expr, makers: frozenset[str], site: _Site) -> bool:
        """Whether an object is a name that a preceding call of one of `makers` is assigned to."""
        if not isinstance(held, ast.Name):
            return False
        before = () if site.body.is_top else site.before
        made = [each.value for each in (*self._top, *before) if isinstance(each, ast.Assign) and _is_bound(held.id, each)]
        return bool(made) and isinstance(made[-1], ast.Call) and last_name(made[-1].func) in makers


def _makers(tree: ast.Module) -> Iterator[tuple[str, frozenset[str]]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield node.name, frozenset(map(last_name, node.bases))
        elif isinstance(node, ast.FunctionDef):
            returned = (each.value for each in ast.walk(node) if isinstance(each, ast.Return))
            yield node.name, frozenset(last_name(each.func) for each in returned if isinstance(each, ast.Call))


def _is_method(site: _Site) -> bool:
    """Whether a preceding statement binds the object of the call; otherwise it may be a module."""
    root = _root(site.call)
    return bool(root) and any(root in _bound(each) for each in site.before if not isinstance(each, (ast.Import, ast.ImportFrom)))


def _is_bound(name: str, statement: ast.Assign) -> bool:
    return any(isinstance(target, ast.Name) and target.id == name for target in statement.targets)


def _bodies(tree: ast.Module) -> Iterator[_Body]:
    guarded = [each for each in tree.body if isinstance(each, ast.If) and is_main_guard(each)]
    yield _Body(tuple(each for each in tree.body if each not in guarded), is_top=True)
    yield from (_Body(tuple(each.body)) for each in guarded)
    yield from _functions(tree)


def _functions(node: ast.AST) -> Iterator[_Body]:
    """Yields the functions and methods, without nested functions."""
    for each in ast.iter_child_nodes(node):
        if isinstance(each, ast.FunctionDef):
            positional = [*each.args.posonlyargs, *each.args.args]
            free = len(positional) - len(each.args.defaults)
            by_name = list(zip(each.args.kwonlyargs, each.args.kw_defaults, strict=True))
            wanting = [*positional[:free], *(arg for arg, default in by_name if default is None), each.args.vararg, each.args.kwarg]
            yield _Body(tuple(each.body), frozenset(arg.arg for arg in wanting if arg is not None))
        elif not isinstance(each, (ast.expr, *_Function)):
            yield from _functions(each)


def _in_block(body: _Body, block: Iterable[ast.stmt], before: tuple[ast.stmt, ...]) -> Iterator[_Site]:
    for statement in block:
        if isinstance(statement, _Scopes):
            before = (*before, statement)
            continue
        for node in _headed(statement):
            if isinstance(node, ast.Call):
                yield _Site(body, node, before)
        for inner in _blocks(statement):
            # The statement around it comes with its head alone: what it binds on the way in.
            yield from _in_block(body, inner, (*before, statement))
        before = (*before, statement)


def _blocks(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    for name in ("body", "orelse", "finalbody"):
        yield getattr(statement, name, [])
    for each in (*getattr(statement, "handlers", []), *getattr(statement, "cases", [])):
        yield each.body


def _headed(statement: ast.stmt) -> Iterator[ast.AST]:
    """Yields the expressions of a statement, without its blocks and nested scopes."""
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop()
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, (ast.stmt, ast.excepthandler, ast.match_case, *_Scopes, *_COMPREHENSIONS)):
                yield child
                waiting.append(child)


_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def _arguments(call: ast.Call) -> str | None:
    """Returns the arguments as code, or None if they cannot be moved."""
    given: Sequence[ast.AST] = [*call.args, *call.keywords]
    if any(isinstance(each, _STAYS) for arg in (call.func, *given) for each in ast.walk(arg)):
        return None
    return ", ".join([*(ast.unparse(arg) for arg in call.args), *(_keyword(each) for each in call.keywords)])


def _keyword(given: ast.keyword) -> str:
    return f"{given.arg}={ast.unparse(given.value)}" if given.arg else f"**{ast.unparse(given.value)}"


def _needs(site: _Site) -> tuple[int, ...] | None:
    """Returns the lines of the statements that a call needs, ascending, or None if it needs a parameter of the caller.

    For a call at the top of a module, the import has run all of them.
    """
    if site.body.is_top:
        return ()
    needed, found = _read(site.call), []
    line = site.call.lineno
    for statement in reversed(site.before):
        is_around = statement.lineno <= line <= (statement.end_lineno or 0)
        bound = _bound_by_head(statement) if is_around else _bound(statement)
        is_told = not is_around and isinstance(statement, ast.Expr) and _root(statement.value) in needed
        if not (needed & bound or is_told):
            continue
        if any(isinstance(each, (ast.Return, ast.Yield, ast.YieldFrom, ast.Await)) for each in _own(statement)) and not is_around:
            return None
        found.append(statement.lineno)
        needed |= _read_by_head(statement) if is_around else _read(statement)
    return None if needed & site.body.wanting else tuple(sorted(set(found)))


def _own(statement: ast.stmt) -> Iterator[ast.AST]:
    """Yields a statement and everything in it, without the bodies of functions and classes."""
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, _Scopes):
            waiting += ast.iter_child_nodes(node)


def _bound(statement: ast.stmt) -> set[str]:
    """Returns the names that a statement binds, nested statements included."""
    found = set()
    for node in _own(statement):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            found.add(node.id)
        elif isinstance(node, (*_Function, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            found |= {each.asname or each.name.partition(".")[0] for each in node.names}
    return found


def _bound_by_head(statement: ast.stmt) -> set[str]:
    """Returns the names that the head of a compound statement binds."""
    targets: list[ast.expr | None] = []
    if isinstance(statement, ast.For):
        targets = [statement.target]
    elif isinstance(statement, ast.With):
        targets = [item.optional_vars for item in statement.items]
    return {node.id for each in targets if each is not None for node in ast.walk(each) if isinstance(node, ast.Name)}


def _read_by_head(statement: ast.stmt) -> set[str]:
    heads: list[ast.expr] = []
    if isinstance(statement, ast.For):
        heads = [statement.iter]
    elif isinstance(statement, ast.With):
        heads = [item.context_expr for item in statement.items]
    return {name for each in heads for name in _read(each)}


def _read(node: ast.AST) -> set[str]:
    """Returns all names in a node, including those it binds itself."""
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def _root(node: ast.expr) -> str:
    """Returns the first name of a called expression: `net` for `net.layers[0].build(x)`; empty if there is none."""
    func: ast.expr | None = node.func if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else None
    while isinstance(func, (ast.Attribute, ast.Subscript)):
        func = func.value
    return func.id if isinstance(func, ast.Name) else ""
