"""Walks a traced function once and yields each node to everyone who wants its type. Unreachable code is left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TypeVar

import libcst as cst

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Statement
from tflint_autograph.model.constants import truth_of
from tflint_autograph.project.values.body_result import Env
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.nodes import COMPREHENSIONS, fields
from tflint_autograph.traced.tree.pairs import CstStatement, blocks, elif_of, paired
from tflint_autograph.traced.tree.point import EnclosingScope

T = TypeVar("T")

_NAMES_ONLY = frozenset({"attr", "keyword", "star"})
"""Fields that contain a word which is no expression: `b` in `a.b` is not the name `b`."""

_HEADERS: Mapping[type[cst.CSTNode], tuple[str, ...]] = {
    cst.If: ("test",),
    cst.For: ("target", "iter"),
    cst.While: ("test",),
    cst.With: ("items",),
    cst.Try: (),
    cst.TryStar: (),
    cst.Match: ("subject",),
    cst.FunctionDef: (),
    cst.ClassDef: (),
}
"""The expression fields of compound statements. Nested functions are traced functions of their own."""


@cache
def _fields(kind: type[cst.CSTNode]) -> tuple[str, ...]:
    """Returns the fields of a node type that may contain something a rule examines."""
    known = _HEADERS.get(kind)
    return tuple(name for name in fields(kind) if name not in _NAMES_ONLY) if known is None else known


def walk(fn: TracedFunction, wanted: Mapping[type[cst.CSTNode], Sequence[T]]) -> Iterator[tuple[cst.CSTNode, T]]:
    """Yields each wanted node with those who want it, in source order; the function's own node comes first.

    While a pair is yielded, `fn` refers to that node.
    """
    node = fn.node
    yield from ((node, who) for who in wanted.get(type(node), ()))
    if isinstance(node, cst.Lambda):
        statement = fn.body.statements[0]
        if _enter(fn, statement, ()):
            yield from _expression(fn, node.body, wanted)
        return
    yield from _block(fn, node.body, fn.body.statements, (), wanted)


def _enter(fn: TracedFunction, statement: Statement, frames: tuple[EnclosingScope, ...]) -> bool:
    """Makes a statement the current one. Returns False if it is unreachable."""
    env = fn.flow.states.get(statement.ordinal)
    if env is None:
        return False
    fn.env, fn.statement, fn.frames = env, statement, frames
    return True


def _block(
    fn: TracedFunction, block: cst.BaseSuite, statements: tuple[Statement, ...], frames: tuple[EnclosingScope, ...],
    wanted: Mapping[type[cst.CSTNode], Sequence[T]],
) -> Iterator[tuple[cst.CSTNode, T]]:  # fmt: skip
    for node, statement in paired(block, statements):
        yield from _statement(fn, node, statement, frames, wanted)


def _statement(
    fn: TracedFunction, node: CstStatement, statement: Statement, frames: tuple[EnclosingScope, ...],
    wanted: Mapping[type[cst.CSTNode], Sequence[T]],
) -> Iterator[tuple[cst.CSTNode, T]]:  # fmt: skip
    if not frames:
        fn.stand(node, statement)
    inner: tuple[CstStatement, Statement] | None = (node, statement)
    while inner is not None:
        node, statement = inner
        if not _enter(fn, statement, frames) or isinstance(node, (cst.FunctionDef, cst.ClassDef)):
            return
        yield from _expression(fn, node, wanted)
        if isinstance(node, cst.Match):
            yield from _cases(fn, node, statement, frames, wanted)
        else:
            for part, block, inside in blocks(node, statement):
                yield from _block(fn, block, inside, (*frames, EnclosingScope(node, statement, part)), wanted)
        inner, frames = elif_of(node, statement), (*frames, EnclosingScope(node, statement, "orelse"))


def _cases(
    fn: TracedFunction, node: cst.Match, statement: Statement, frames: tuple[EnclosingScope, ...],
    wanted: Mapping[type[cst.CSTNode], Sequence[T]],
) -> Iterator[tuple[cst.CSTNode, T]]:  # fmt: skip
    """Yields the nodes of each case with a guard, of the guard, and of the case bodies. A guard sees the names of the pattern."""
    assert isinstance(statement, ir.Match)
    for case, (part, block, inside), one in zip(statement.cases, blocks(node, statement), node.cases, strict=True):
        if one.guard is not None and _enter(fn, statement, frames):
            fn.env = fn.flow.states.get(case.body[0].ordinal, fn.env)
            yield from ((one, who) for who in wanted.get(cst.MatchCase, ()))
            yield from _expression(fn, one.guard, wanted)
        yield from _block(fn, block, inside, (*frames, EnclosingScope(node, statement, part)), wanted)


def _expression(
    fn: TracedFunction, node: cst.CSTNode, wanted: Mapping[type[cst.CSTNode], Sequence[T]]
) -> Iterator[tuple[cst.CSTNode, T]]:
    """Yields the node and everything nested in it, without other functions and without code that cannot run."""
    found: list[tuple[cst.CSTNode, Env]] = []
    outside = fn.env
    _collect(fn, node, wanted, found)
    for one, env in found:
        for who in wanted[type(one)]:
            fn.env = env
            yield one, who
    fn.env = outside


def _collect(
    fn: TracedFunction, node: cst.CSTNode, wanted: Mapping[type[cst.CSTNode], Sequence[T]],
    found: list[tuple[cst.CSTNode, Env]],
) -> None:  # fmt: skip
    """Collects the wanted nodes, each with its state, into a list; a generator in each node costs more."""
    kind = type(node)
    if kind in wanted:
        found.append((node, fn.env))
    if kind is cst.Lambda:
        return
    if isinstance(node, COMPREHENSIONS):
        _comprehension(fn, node, wanted, found)
        return
    if isinstance(node, _CHOICES):
        _choice(fn, node, wanted, found)
        return
    for name in _fields(kind):
        child = getattr(node, name)
        if isinstance(child, cst.CSTNode):
            _collect(fn, child, wanted, found)
        elif isinstance(child, (list, tuple)):
            for item in child:
                _collect(fn, item, wanted, found)


def _comprehension(
    fn: TracedFunction, node: cst.ListComp | cst.SetComp | cst.DictComp | cst.GeneratorExp,
    wanted: Mapping[type[cst.CSTNode], Sequence[T]], found: list[tuple[cst.CSTNode, Env]],
) -> None:  # fmt: skip
    """Collects from a comprehension: the first iterable is evaluated outside, everything else with the names the clauses bind."""
    _collect(fn, node.for_in.iter, wanted, found)
    outside, fn.env = fn.env, fn.bind_comprehension(node.for_in)
    clause: cst.CompFor | None = node.for_in
    while clause is not None:
        if clause is not node.for_in:
            _collect(fn, clause.iter, wanted, found)
        for test in clause.ifs:
            _collect(fn, test.test, wanted, found)
        clause = clause.inner_for_in
    for name in ("key", "value", "elt"):
        child = getattr(node, name, None)
        if child is not None:
            _collect(fn, child, wanted, found)
    fn.env = outside


_CHOICES = (cst.IfExp, cst.BooleanOperation)


def _choice(
    fn: TracedFunction, node: cst.IfExp | cst.BooleanOperation, wanted: Mapping[type[cst.CSTNode], Sequence[T]],
    found: list[tuple[cst.CSTNode, Env]],
) -> None:  # fmt: skip
    """Collects from `a if test else b`, `a and b` or `a or b`: each operand with what the conditions say where it runs."""
    outside = fn.env
    if isinstance(node, cst.IfExp):
        skipped = _never_run(fn, node)
        _collect(fn, node.test, wanted, found)
        for part in (node.body, node.orelse):
            if part is not skipped:
                fn.env = fn.narrowed(node.test, holds=part is node.body)
                _collect(fn, part, wanted, found)
                fn.env = outside
        return
    chain = _chain(node)
    found += [(each, outside) for each in chain[:-1] if cst.BooleanOperation in wanted]
    test = chain[0].left
    _collect(fn, test, wanted, found)
    skipping = [_never_run(fn, each) is not None for each in chain]
    for each, is_skipped in zip(chain, skipping, strict=True):
        if not is_skipped:
            fn.env = fn.narrowed(test, holds=isinstance(node.operator, cst.And))
            _collect(fn, each.right, wanted, found)
        test = each.right
    fn.env = outside


def _chain(node: cst.BooleanOperation) -> list[cst.BooleanOperation]:
    """Returns the operations of a chain such as `a and b and c`, the innermost first."""
    found = [node]
    while isinstance(left := found[-1].left, cst.BooleanOperation) and type(left.operator) is type(node.operator):
        found.append(left)
    return found[::-1]


def _never_run(fn: TracedFunction, node: cst.CSTNode) -> cst.CSTNode | None:
    """Returns the operand that a constant condition keeps from running, or None: `tf.executing_eagerly() and print(x)`."""
    if isinstance(node, cst.IfExp):
        truth = truth_of(fn.value(node.test))
        return None if truth is None else node.orelse if truth else node.body
    if isinstance(node, cst.BooleanOperation):
        truth = truth_of(fn.value(node.left))
        decided = truth is not None and truth is isinstance(node.operator, cst.Or)
        return node.right if decided else None
    return None


