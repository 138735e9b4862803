"""Says how far runs got on the way to a finding's line, and which condition stopped them. Runs nothing."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from tflint_autograph.confirm.compare import times
from tflint_autograph.confirm.protocol import Hits, Watch
from tflint_autograph.confirm.statements import dotted
from tflint_autograph.confirm.subject import Subject

_Functions = (ast.FunctionDef, ast.AsyncFunctionDef)
_MOST = 5
"""Maximum number of statements counted that leave the function before the line."""


@dataclass(frozen=True, slots=True)
class Gate:
    """A statement that a run has to pass: its 1-based line, and a text that says why runs stop there.

    `names` are the names that decide it. `leaves`: it ends the call.
    """

    line: int
    text: str
    names: tuple[str, ...] = ()
    leaves: bool = False


def gates(tree: ast.Module, line: int) -> tuple[Gate, ...]:
    """Returns the statements that a run passes from the start of a function to a line, in order; none for a line outside of functions."""
    found: list[Gate] = []
    block: list[ast.stmt] = tree.body
    is_inside = False
    while node := next((each for each in block if first_line(each) <= line <= (each.end_lineno or 0)), None):
        if is_inside:
            before = [each for each in block if (each.end_lineno or 0) < line]
            found += _exits(before)
        if isinstance(node, _Functions) and line >= node.body[0].lineno:
            is_inside, found = True, [Gate(node.body[0].lineno, "")]
        elif isinstance(node, _Functions):
            return ()
        name, inner = _block(node, line)
        if is_inside and inner and not isinstance(node, (*_Functions, ast.ClassDef)):
            found += _header(node, name)
        block = inner
    return tuple(found)


def first_line(node: ast.stmt) -> int:
    """Returns the first line of a definition including its decorators."""
    return min([node.lineno, *(int(each.lineno) for each in getattr(node, "decorator_list", ()))])


def _block(node: ast.AST, line: int) -> tuple[str, list[ast.stmt]]:
    """Returns the block of a statement that contains the line, with its name; an empty block for the header."""
    for name in ("body", "orelse", "finalbody"):
        block: list[ast.stmt] = getattr(node, name, [])
        if isinstance(block, list) and block and first_line(block[0]) <= line <= (block[-1].end_lineno or 0):
            return name, block
    for inner in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
        if inner.body and inner.body[0].lineno <= line <= (inner.body[-1].end_lineno or 0):
            return type(inner).__name__, inner.body
    return "", []


def _header(node: ast.stmt, name: str) -> Iterator[Gate]:
    """Yields the condition to enter a block of a compound statement; nothing for `with` and `try`, which always run theirs."""
    if isinstance(node, (ast.If, ast.While)):
        word = "if" if isinstance(node, ast.If) else "while"
        held = "never true" if name == "body" else "always true"
        shown = ast.unparse(node.test)
        yield Gate(node.lineno, f"`{word} {shown}` on line {node.lineno} was {held}", _names(node.test))
    elif isinstance(node, (ast.For, ast.AsyncFor)) and name == "body":
        yield Gate(node.lineno, f"the loop over `{ast.unparse(node.iter)}` on line {node.lineno} had no elements", _names(node.iter))
    elif isinstance(node, ast.Match):
        yield Gate(node.lineno, f"no `match {ast.unparse(node.subject)}` on line {node.lineno} selected this case", _names(node.subject))
    elif name == "ExceptHandler":
        yield Gate(node.lineno, f"the `try` on line {node.lineno} raised nothing that is caught here")


def _names(node: ast.AST) -> tuple[str, ...]:
    """Returns the names in an expression, with their attributes (`self.dropout`)."""
    if name := dotted(node):
        return (name,)
    return tuple(dict.fromkeys(name for each in ast.iter_child_nodes(node) for name in _names(each)))


def _exits(before: Iterable[ast.stmt]) -> list[Gate]:
    """Returns the last of these statements that end the call."""
    waiting: list[ast.AST] = list(before)
    found = []
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.Return, ast.Raise, ast.Break, ast.Continue)):
            word = type(node).__name__.lower()
            found.append(Gate(node.lineno, f"`{word}` on line {node.lineno} came first", leaves=True))
        elif not isinstance(node, (*_Functions, ast.ClassDef, ast.Lambda)):
            waiting += ast.iter_child_nodes(node)
    return sorted(found, key=lambda each: each.line)[-_MOST:]


class Reach:
    """Collects how far runs got on the way to findings; `trees` are the syntax trees of the files, by absolute path."""

    def __init__(self, trees: Mapping[str, ast.Module]) -> None:
        self._trees = trees
        self._gates: dict[str, tuple[Gate, ...]] = {}
        self._functions: dict[str, str] = {}
        self._hits: dict[str, int] = {}
        self._kinds: dict[str, dict[str, str]] = {}

    def watches(self, subjects: Iterable[Subject]) -> Iterator[Watch]:
        """Yields watches for the statements on the way to the lines of findings."""
        for subject in subjects:
            self._functions[subject.id] = subject.function.rpartition(".")[2]
            known = self._gates[subject.id] = gates(self._trees[subject.file], subject.statement.first)
            for each in known:
                yield Watch(_id(subject.id, each), subject.file, each.line, each.line, attributes=tuple(name for name in each.names if "." in name))

    def learn(self, hits: Iterable[Hits]) -> None:
        """Adds the counts of one run."""
        for each in hits:
            self._hits[each.id] = self._hits.get(each.id, 0) + sum((*each.tracing, *each.running))
            known = self._kinds.get(each.id)
            self._kinds[each.id] = each.kinds if known is None else {name: kind for name, kind in known.items() if each.kinds.get(name) == kind}

    def told(self, finding: str) -> str:
        """Returns why the runs did not reach the line of a finding; empty if none entered its function."""
        passed = [each for each in self._gates.get(finding, ()) if self._hits.get(_id(finding, each))]
        if not passed:
            return ""
        count = times(self._hits[_id(finding, passed[0])])
        name, last = self._functions[finding], passed[-1]
        if not last.text:
            return f"`{name}` ran {count}, and did not reach the line"
        return f"`{name}` ran {count}, but {last.text}{self._value(finding, last)}"

    def _value(self, finding: str, gate: Gate) -> str:
        kinds = self._kinds.get(_id(finding, gate), {})
        known = [f"`{name}` was always {kinds[name]}" for name in gate.names if kinds.get(name)]
        return f": {', '.join(known)}" if known else ""


def _id(finding: str, gate: Gate) -> str:
    return f"{finding}/way/{gate.line}{'!' * gate.leaves}"
