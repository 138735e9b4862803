"""Liveness and definite assignment: which names are read at and after a statement, and which may be bound before it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from typing import NamedTuple

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr, Statement
from tflint_autograph.model.facts import FunctionKey, Lowered
from tflint_autograph.project.bodies.walks import expressions, is_jump, parts, walk
from tflint_autograph.project.index.blocks import blocks
from tflint_autograph.project.index.project import SourceProject

Names = frozenset[str]
NO_NAMES: Names = frozenset()


class Jumps(NamedTuple):
    """The names that are read at the targets of `break` and `continue` of the innermost loop."""

    after: Names = NO_NAMES
    head: Names = NO_NAMES


class NameEffect(NamedTuple):
    """The effect of a statement or block on live names.

    `reads` are the names read before they are bound. `end`, `after` and `head` are the names bound on every path to its end, to a `break`
    and to a `continue`, or None if there is no such path.
    """

    reads: Names = NO_NAMES
    end: Names | None = NO_NAMES
    after: Names | None = None
    head: Names | None = None


NOTHING = NameEffect()


class Liveness:
    """The results of both passes over a body, by the ordinals of its statements.

    `into` are the names read from a statement on before they are bound again, `after` those read after it, `head` those that the next
    iteration of a loop reads from the one before, `before` those that some path to the statement has bound. AutoGraph uses the same sets to
    decide which names a branch or loop passes on (FACTS control-flow). `closure` gives the free names of a nested function. The names read
    at the head of a loop follow from the effect of its body, so each statement is visited twice, however deeply loops are nested.
    """

    def __init__(self, statements: tuple[Statement, ...], parameters: Names, closure: Callable[[str], Names]) -> None:
        self.into: dict[int, Names] = {}
        self.after: dict[int, Names] = {}
        self.head: dict[int, Names] = {}
        self.before: dict[int, Names] = {}
        self._closure = closure
        self._reads: dict[int, Names] = {}
        self._effects: dict[int, NameEffect] = {}
        self._bound: dict[int, Names] = {}
        self._backward(statements, NO_NAMES, Jumps())
        self._forward(statements, parameters)

    def _backward(self, statements: tuple[Statement, ...], out: Names, jumps: Jumps) -> Names:
        for statement in reversed(statements):
            self.after[statement.ordinal] = out
            out = self.into[statement.ordinal] = self._before(statement, out, jumps)
        return out

    def _before(self, statement: Statement, out: Names, jumps: Jumps) -> Names:
        """Returns the names live before the statement, given the names `out` that are live after it."""
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
        tested, body = self._read(loop), self._of_block(loop.body)
        head = left if isinstance(loop, ir.For) else left | tested
        # What is read at the head by way of the body's end is read there already.
        head |= (body.reads | _before(out, body.after)) - bound(loop)
        self.head[loop.ordinal] = self._backward(loop.body, head, Jumps(out, head)) - bound(loop)
        return head | tested

    def _try(self, statement: ir.Try, out: Names, jumps: Jumps) -> Names:
        end = self._backward(statement.final, out, jumps)
        caught = NO_NAMES.union(*(self._backward(handler.body, end, jumps) for handler in statement.handlers))
        return caught | self._backward(statement.body, self._backward(statement.orelse, end, jumps), jumps)

    def _of_block(self, statements: tuple[Statement, ...]) -> NameEffect:
        """Returns the effect of a block, memoised by its first statement."""
        if not statements:
            return NOTHING
        known = self._effects.get(statements[0].ordinal)
        if known is None:
            known = self._effects[statements[0].ordinal] = reduce(_one_by_one, map(self._of, statements), NOTHING)
        return known

    def _of(self, statement: Statement) -> NameEffect:
        """Returns the effect of one statement, nested blocks included."""
        if isinstance(statement, ir.Jump):
            return _JUMPS.get(statement.word, NOTHING)
        if isinstance(statement, ir.Define):
            return NameEffect(self._closure(statement.qualname), frozenset({statement.name}))
        read, binds = self._read(statement), bound(statement)
        if isinstance(statement, (ir.Return, ir.Raise)):
            return NameEffect(read, None)
        if isinstance(statement, (ir.For, ir.While)):
            body, orelse = _behind(binds, self._of_block(statement.body)), self._of_block(statement.orelse)
            return NameEffect(read | orelse.reads | body.reads, _both(orelse.end, body.after), orelse.after, orelse.head)
        if isinstance(statement, ir.With):
            body = _behind(binds, self._of_block(statement.body))
            return body._replace(reads=body.reads | read)
        if isinstance(statement, ir.Try):
            done = _one_by_one(self._of_block(statement.body), self._of_block(statement.orelse))
            ways = [done, *(self._of_block(handler.body) for handler in statement.handlers)]
            return _one_by_one(reduce(_either, ways), self._of_block(statement.final))
        if isinstance(statement, (ir.If, ir.Match)):
            either = reduce(_either, map(self._of_block, ways_through(statement)))
            return either._replace(reads=either.reads | read)
        return NameEffect(read, binds)

    def _read(self, statement: Statement) -> Names:
        found = self._reads.get(statement.ordinal)
        if found is None:
            targets = getattr(statement, "targets", ()) or (getattr(statement, "target", None),)
            parts = [each for each in flat(targets) if isinstance(statement, ir.Augment) or not isinstance(each, ir.Name)]
            found = self._reads[statement.ordinal] = NO_NAMES.union(*map(self.names, (*expressions(statement), *parts)))
        return found

    def names(self, expr: Expr) -> Names:
        """Returns the plain names that an expression reads, without those that a comprehension binds itself."""
        found: set[str] = set()
        waiting: list[Expr] = [expr]
        while waiting:
            part = waiting.pop()
            if isinstance(part, ir.Name):
                found.add(part.id)
            elif isinstance(part, ir.Lambda):
                found |= self._closure(part.qualname) if part.qualname else NO_NAMES
            elif isinstance(part, ir.Comprehension):
                own = {name for clause in part.clauses for name in spelled((clause.target,))}
                found |= NO_NAMES.union(*map(self.names, parts(part))) - own
            else:
                waiting += parts(part)
        return frozenset(found)

    def _forward(self, statements: tuple[Statement, ...], known: Names) -> Names | None:
        """Returns the names bound at the end of a block, or None if the end is unreachable."""
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
            known |= self._stored(statement)
        return known

    def _stored(self, statement: Statement) -> Names:
        """Returns the plain names that a statement binds, nested blocks included."""
        inner = blocks(statement)
        if not inner:
            return bound(statement)
        known = self._bound.get(statement.ordinal)
        if known is None:
            inside = (self._stored(each) for block in inner for each in block)
            known = self._bound[statement.ordinal] = bound(statement).union(*inside)
        return known


def _before(out: Names, binds: Names | None) -> Names:
    """Returns the names of `out` that are still read before being bound by `binds`; empty if there is no path."""
    return NO_NAMES if binds is None else out - binds


def _both(one: Names | None, other: Names | None) -> Names | None:
    """Returns the names bound on both of two paths, either of which may be missing."""
    return other if one is None else one if other is None else one & other


def _either(one: NameEffect, other: NameEffect) -> NameEffect:
    """Returns the combined effect of two blocks of which one runs."""
    return NameEffect(one.reads | other.reads, _both(one.end, other.end), _both(one.after, other.after), _both(one.head, other.head))


def _behind(binds: Names | None, effect: NameEffect) -> NameEffect:
    """Returns the effect of binding names first and then running `effect`; empty if it is unreachable."""
    if binds is None:
        return NameEffect(NO_NAMES, None)
    end, after, head = (None if way is None else way | binds for way in effect[1:])
    return NameEffect(effect.reads - binds, end, after, head)


def _one_by_one(first: NameEffect, second: NameEffect) -> NameEffect:
    """Returns the combined effect of running one after the other."""
    then = _behind(first.end, second)
    return NameEffect(first.reads | then.reads, then.end, _both(first.after, then.after), _both(first.head, then.head))


_JUMPS = {"break": NameEffect(end=None, after=NO_NAMES), "continue": NameEffect(end=None, head=NO_NAMES)}


def liveness(project: SourceProject, path: str, lowered: Lowered) -> Liveness:
    """Returns the liveness of the names of a function of the file."""
    parameters = frozenset(parameter.name for parameter in lowered.fact.parameters)
    return Liveness(lowered.body.statements, parameters, lambda qualname: free_names(project, FunctionKey(path, qualname)))


def free_names(project: SourceProject, key: FunctionKey) -> Names:
    """Returns the names that a nested function reads from enclosing scopes."""
    body = project.body(key)
    inner = (free_names(project, FunctionKey(key.path, nested)) for nested in body.functions)
    return NO_NAMES.union(body.names, *inner) - body.bound


def ways_through(statement: ir.If | ir.Match) -> list[tuple[Statement, ...]]:
    """Returns the blocks of which one runs, with an empty block if possibly none runs."""
    if isinstance(statement, ir.If):
        return [statement.body, statement.orelse]
    return [*(case.body for case in statement.cases), ()]


def flat(targets: Iterable[Expr | None]) -> Iterator[Expr]:
    """Yields the single targets of an assignment, with tuples and starred targets unpacked."""
    for target in targets:
        if isinstance(target, ir.Display):
            yield from flat(target.items)
        elif isinstance(target, ir.Starred):
            yield from flat((target.value,))
        elif target is not None:
            yield target


def spelled(targets: Iterable[Expr | None]) -> Names:
    """Returns the plain names among targets."""
    return frozenset(target.id for target in flat(targets) if isinstance(target, ir.Name))


def bound(statement: Statement) -> Names:
    """Returns the plain names a statement binds itself, without nested blocks."""
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
    """Returns the plain names that a block binds, nested blocks included."""
    return NO_NAMES.union(*(bound(statement) for statement in walk(statements)))
