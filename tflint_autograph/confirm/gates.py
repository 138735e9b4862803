"""Finds the statements that a run has to pass on the way to a line: conditions, loops, and what ends the call before. Runs nothing."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from tflint_autograph.confirm.statements import dotted_names, first_line

_Functions = (ast.FunctionDef, ast.AsyncFunctionDef)
_MOST = 5
"""Maximum number of statements counted that leave the function before the line."""


@dataclass(frozen=True, slots=True)
class Gate:
    """A statement that a run has to pass: its 1-based line, and a text that says why runs stop there.

    `names` are the names that decide it. `leaves`: it ends the call. `other`: the 1-based line of the first statement of the other branch of
    an `if`, else 0. `test`: the condition that lets runs pass if it is `wanted`, else if it is not; empty if none does. `last`: the last line
    of it, or 0.
    """

    line: int
    text: str
    names: tuple[str, ...] = ()
    leaves: bool = False
    other: int = 0
    test: str = ""
    wanted: bool = True
    last: int = 0

    def watch(self, finding: str) -> str:
        """Returns the id of the watch that counts how often it runs."""
        return f"{finding}/way/{self.line}{'!' * self.leaves}"

    def other_watch(self, finding: str) -> str:
        """Returns the id of the watch that counts how often its other branch runs."""
        return f"{finding}/way/{self.line}~"


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
        beside = (node.orelse if name == "body" else node.body) if isinstance(node, ast.If) else []
        other = first_line(beside[0]) if beside else 0
        yield Gate(
            node.lineno, f"`{word} {shown}` on line {node.lineno} was {held}", dotted_names(node.test), other=other, test=shown,
            wanted=name == "body", last=node.test.end_lineno or 0,
        )  # fmt: skip
    elif isinstance(node, (ast.For, ast.AsyncFor)) and name == "body":
        yield Gate(node.lineno, f"the loop over `{ast.unparse(node.iter)}` on line {node.lineno} had no elements", dotted_names(node.iter))
    elif isinstance(node, ast.Match):
        yield Gate(node.lineno, f"no `match {ast.unparse(node.subject)}` on line {node.lineno} selected this case", dotted_names(node.subject))
    elif name == "ExceptHandler":
        yield Gate(node.lineno, f"the `try` on line {node.lineno} raised nothing that is caught here")


def _exits(before: Iterable[ast.stmt]) -> list[Gate]:
    """Returns the last of these statements that end the call."""
    waiting: list[tuple[ast.AST, ast.If | None]] = [(each, None) for each in before]
    found = []
    while waiting:
        node, around = waiting.pop()
        if isinstance(node, (ast.Return, ast.Raise, ast.Break, ast.Continue)):
            word = type(node).__name__.lower()
            gate = Gate(node.lineno, f"`{word}` on line {node.lineno} came first", leaves=True)
            found.append(gate if around is None else replace(gate, test=ast.unparse(around.test), wanted=not _is_in(node, around.body)))
        elif not isinstance(node, (*_Functions, ast.ClassDef, ast.Lambda)):
            around = node if isinstance(node, ast.If) else around
            waiting += [(each, around) for each in ast.iter_child_nodes(node)]
    return sorted(found, key=lambda each: each.line)[-_MOST:]


def _is_in(node: ast.stmt, block: Iterable[ast.stmt]) -> bool:
    return any(each.lineno <= node.lineno <= (each.end_lineno or 0) for each in block)
