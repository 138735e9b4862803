"""Which names a body still reads at a statement and after it, and which it may have bound before it. Values no name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr, Statement
from tflint_autograph.model.facts import FunctionKey, Lowered
from tflint_autograph.project.bodies.walks import expressions, walk
from tflint_autograph.project.index.blocks import blocks
from tflint_autograph.project.index.project import Project

Names = frozenset[str]
NO_NAMES: Names = frozenset()


class Jumps(NamedTuple):
    """What is read where `break` and `continue` of the innermost loop lead to."""

    after: Names = NO_NAMES
    head: Names = NO_NAMES


class Liveness:
    """The result of both passes over a body, by the ordinals of its statements.

    `into` are the names that are read from a statement on before they are bound again, `after` those behind it, `head`
    those that a loop's next round reads of the one before, `before` those that some way to the statement has bound
    (AutoGraph decides by the same sets what a branch or a loop must hand on, FACTS control-flow). `closure` gives the
    free names of a nested function.
    """

    def __init__(self, statements: tuple[Statement, ...], parameters: Names, closure: Callable[[str], Names]) -> None:
        self.into: dict[int, Names] = {}
        self.after: dict[int, Names] = {}
        self.head: dict[int, Names] = {}
        self.before: dict[int, Names] = {}
        self._closure = closure
        self._backward(statements, NO_NAMES, Jumps())
        self._forward(statements, parameters)

    def _backward(self, statements: tuple[Statement, ...], out: Names, jumps: Jumps) -> Names:
        for statement in reversed(statements):
            self.after[statement.ordinal] = self.after.get(statement.ordinal, NO_NAMES) | out
            out = self._before(statement, out, jumps)
            self.into[statement.ordinal] = self.into.get(statement.ordinal, NO_NAMES) | out
        return out

    def _before(self, statement: Statement, out: Names, jumps: Jumps) -> Names:
        """The names that are read from the statement on, given those read behind it."""
        if isinstance(statement, (ir.For, ir.While)):
            return self._loop(statement, out, jumps)
        if isinstance(statement, ir.Jump):
            return {"break": jumps.after, "continue": jumps.head}.get(statement.word, out)
        if isinstance(statement, (ir.Return, ir.Raise)):
            return self._read(statement)
        if isinstance(statement, ir.Define):
            return (out - {statement.name}) | self._closure(statement.qualname)
        if isinstance(statement, ir.With):
            return (self._backward(statement.body, out, jumps) - bound(statement)) | self._read(statement)
        if isinstance(statement, ir.Try):
            return self._try(statement, out, jumps)
        if isinstance(statement, (ir.If, ir.Match)):
            ways = [self._backward(block, out, jumps) for block in ways_through(statement)]
            return NO_NAMES.union(*ways) | self._read(statement)
        return (out - bound(statement)) | self._read(statement)

    def _loop(self, loop: ir.For | ir.While, out: Names, jumps: Jumps) -> Names:
        left = self._backward(loop.orelse, out, jumps)
        tested = self._read(loop)
        head = left if isinstance(loop, ir.For) else left | tested
        for _ in range(2):
            head |= self._backward(loop.body, head, Jumps(out, head)) - bound(loop)
        self.head[loop.ordinal] = self._backward(loop.body, head, Jumps(out, head)) - bound(loop)
        return head | tested

    def _try(self, statement: ir.Try, out: Names, jumps: Jumps) -> Names:
        end = self._backward(statement.final, out, jumps)
        caught = NO_NAMES.union(*(self._backward(handler.body, end, jumps) for handler in statement.handlers))
        return caught | self._backward(statement.body, self._backward(statement.orelse, end, jumps), jumps)

    def _read(self, statement: Statement) -> Names:
        found = {name for expr in expressions(statement) for name in self.names(expr)}
        targets = getattr(statement, "targets", ()) or (getattr(statement, "target", None),)
        for target in flat(targets):
            if isinstance(statement, ir.Augment) or not isinstance(target, ir.Name):
                found.update(self.names(target))
        return frozenset(found)

    def names(self, expr: Expr) -> Iterator[str]:
        """The plain names an expression reads; those a comprehension binds itself are left out."""
        if isinstance(expr, ir.Name):
            yield expr.id
        elif isinstance(expr, ir.Lambda):
            yield from sorted(self._closure(expr.qualname)) if expr.qualname else ()
        elif isinstance(expr, ir.Comprehension):
            own = {name for clause in expr.clauses for name in spelled((clause.target,))}
            yield from (name for part in parts(expr) for name in self.names(part) if name not in own)
        else:
            yield from (name for part in parts(expr) for name in self.names(part))

    def _forward(self, statements: tuple[Statement, ...], known: Names) -> Names | None:
        """The names bound at the end of a block; None when its end is never reached."""
        for statement in statements:
            self.before[statement.ordinal] = known
            if isinstance(statement, (ir.Return, ir.Raise)) or is_jump(statement):
                return None
            if isinstance(statement, (ir.If, ir.Match)):
                ends = [self._forward(block, known | bound(statement)) for block in ways_through(statement)]
                reached = [end for end in ends if end is not None]
                if not reached:
                    return None
                known = NO_NAMES.union(*reached)
                continue
            for block in blocks(statement):
                self._forward(block, known | bound(statement))
            known |= bound(statement) | stored(tuple(inner for block in blocks(statement) for inner in block))
        return known


def liveness(project: Project, path: str, lowered: Lowered) -> Liveness:
    """The names of a function of the file."""
    parameters = frozenset(parameter.name for parameter in lowered.fact.parameters)
    return Liveness(lowered.body.statements, parameters, lambda qualname: _free(project, path, qualname))


def _free(project: Project, path: str, qualname: str) -> Names:
    """The names that a nested function reads of the scopes around it."""
    lowered = project.lowered(FunctionKey(path, qualname))
    if lowered is None:
        return NO_NAMES
    inner = (_free(project, path, nested) for nested in lowered.body.functions)
    return NO_NAMES.union(lowered.body.names, *inner) - lowered.body.bound


def is_jump(statement: Statement) -> bool:
    """Whether it is a `break` or `continue`."""
    return isinstance(statement, ir.Jump) and statement.word != "pass"


def ways_through(statement: ir.If | ir.Match) -> list[tuple[Statement, ...]]:
    """The blocks of which one runs, an empty one included where none may."""
    if isinstance(statement, ir.If):
        return [statement.body, statement.orelse]
    return [*(case.body for case in statement.cases), ()]


def parts(expr: object) -> Iterator[Expr]:
    """The expressions directly inside an expression, those in its tuples included."""
    for field in expr if isinstance(expr, tuple) else ():
        if isinstance(field, tuple) and not isinstance(field, ir.At):
            yield field  # type: ignore[misc]


def flat(targets: Iterable[Expr | None]) -> Iterator[Expr]:
    """The targets of an assignment, tuples and stars taken apart."""
    for target in targets:
        if isinstance(target, ir.Display):
            yield from flat(target.items)
        elif isinstance(target, ir.Starred):
            yield from flat((target.value,))
        elif target is not None:
            yield target


def spelled(targets: Iterable[Expr | None]) -> Names:
    """The plain names among targets."""
    return frozenset(target.id for target in flat(targets) if isinstance(target, ir.Name))


def bound(statement: Statement) -> Names:
    """The plain names a statement binds itself, blocks inside it left out."""
    if isinstance(statement, ir.Assign):
        return spelled(statement.targets) if statement.value is not None else NO_NAMES
    if isinstance(statement, (ir.Augment, ir.For)):
        return spelled((statement.target,))
    if isinstance(statement, ir.With):
        return spelled(target for _, target in statement.items)
    if isinstance(statement, ir.Import):
        return frozenset(name for name, _ in statement.names)
    if isinstance(statement, ir.Define):
        return frozenset({statement.name})
    if isinstance(statement, ir.Match):
        return frozenset(name for case in statement.cases for name in case.names)
    return NO_NAMES


def stored(statements: tuple[Statement, ...]) -> Names:
    """The plain names that a block binds somewhere, in blocks inside it too."""
    return NO_NAMES.union(*(bound(statement) for statement in walk(statements)))
