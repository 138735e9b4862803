"""Caches properties of a node that depend on everything around it, so that nested nodes share the work."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from typing import TypeVar

import libcst as cst

from tflint_autograph.project.queries.memoize import memoised
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.nodes import children
from tflint_autograph.traced.tree.point import EnclosingScope, TracedPoint

T = TypeVar("T")
Point = TypeVar("Point", bound=TracedPoint)

STATEMENTS = (cst.BaseSmallStatement, cst.BaseCompoundStatement, cst.BaseSuite)


def over_frames(start: T) -> Callable[[Callable[[EnclosingScope, Point, T], T]], Callable[[Point], T]]:
    """Decorator for a function that folds over the frames around the current node, outermost first.

    The function gets one frame and the result for the frames around it, `start` at the outermost. This makes a long `elif` chain linear.
    """

    def asking(step: Callable[[EnclosingScope, Point, T], T]) -> Callable[[Point], T]:
        @wraps(step)
        def asked(fn: Point) -> T:
            known, first = fn.table(step), len(fn.frames)
            while first and fn.frames[first - 1].key not in known:
                first -= 1
            found: T = known[fn.frames[first - 1].key] if first else start
            for frame in fn.frames[first:]:
                found = known[frame.key] = step(frame, fn, found)
            return found

        return asked

    return asking


def over_expressions(start: T) -> Callable[[Callable[[cst.CSTNode, TracedFunction, T], T]], Callable[[cst.CSTNode, TracedFunction], T]]:
    """Decorator for a function that folds over the expressions around a node, outermost first.

    The function gets one expression and the result for the expressions around it, `start` at the outermost.
    """

    def asking(step: Callable[[cst.CSTNode, TracedFunction, T], T]) -> Callable[[cst.CSTNode, TracedFunction], T]:
        @wraps(step)
        def asked(node: cst.CSTNode, fn: TracedFunction) -> T:
            known, parents = fn.table(step), parents_in(fn.node)
            path = [*_unknown(node, parents, known)]
            found: T = known.get(id(path[-1][1] if path else node), start)
            for inner, parent in reversed(path):
                found = known[id(inner)] = found if isinstance(parent, STATEMENTS) else step(parent, fn, found)
            return found

        return asked

    return asking


def _unknown(node: cst.CSTNode, parents: Mapping[int, cst.CSTNode], known: Mapping[int, object]) -> Iterator[tuple[cst.CSTNode, cst.CSTNode]]:
    """Yields the node and the expressions around it without a cached result, innermost first, each with its parent."""
    while id(node) not in known and not isinstance(node, STATEMENTS):
        parent = parents.get(id(node))
        if parent is None:
            return
        yield node, parent
        node = parent


@memoised(4)
def parents_in(root: cst.CSTNode) -> dict[int, cst.CSTNode]:
    """Maps each node, by identity, to its parent. The cache keeps the nodes alive."""
    found: dict[int, cst.CSTNode] = {}
    waiting = [root]
    while waiting:
        node = waiting.pop()
        for child in children(node):
            found[id(child)] = node
            waiting.append(child)
    return found
