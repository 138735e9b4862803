"""Recognises temporary changes that are undone later, by a context manager or by a pair of calls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr, Statement
from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.changes import base, changed_words
from tflint_autograph.project.bodies.liveness import flat
from tflint_autograph.project.bodies.order import order
from tflint_autograph.project.bodies.walks import assigned_by, dotted_path, read_parts, targets, walk
from tflint_autograph.project.index.blocks import assigned, blocks
from tflint_autograph.tfapi.effects import mutates_some
from tflint_autograph.traced.tree.function_view import FunctionView
from tflint_autograph.traced.tree.point import TracedPoint

UNDONE_BY = {
    "append": {"pop"}, "appendleft": {"popleft"}, "add": {"discard", "remove"}, "__setitem__": {"__delitem__", "pop"}, "set": {"reset"},
}  # fmt: skip
"""Maps methods to those that undo them. `__setitem__` and `__delitem__` stand for `x[k] = v` and `del x[k]`."""

_PAIRED = UNDONE_BY.keys() | set().union(*UNDONE_BY.values())

_KEYED = frozenset({"add", "__setitem__"})
"""Methods that are only undone for the same element or key."""

_BY_TOKEN = frozenset({"set"})
"""Methods whose result undoes them: `contextvars.ContextVar.set`."""

_ITEMS = {ir.Assign: "__setitem__", ir.Delete: "__delitem__"}

_OTHER = {"__enter__": "__exit__", "__exit__": "__enter__"}


def is_given_back(path: str, fn: TracedPoint) -> bool:
    """Whether the exit of a context manager may undo what the current statement does to a dotted name.

    It changes the same name there, or calls a function that may.
    """
    assert fn.statement is not None
    place = _opposite(fn.analysis, fn.key, fn.statement.ordinal)
    if place is None:
        return True
    key, ordinals = place
    if key is None or not _may_change(path, key, fn.analysis.project.body(key), ordinals, fn.analysis):
        return False
    if _calls_project(fn.analysis, key, ordinals):
        return True
    opposite = walk(fn.analysis.project.body(key).statements)
    own = _changing(path, (each for each in walk(fn.body.statements) if key != fn.key or each.ordinal not in (ordinals or ())))
    others = _changing(path, (each for each in opposite if ordinals is None or each.ordinal in ordinals))
    # What adds on both sides takes nothing back. `+=` may: `self.depth += 1` and `self.depth += -1`.
    return not (own and own == others and all(word in _ADDING for word, _ in own))


_ADDING = frozenset({"append", "appendleft", "extend", "extendleft", "insert", "add", "+"})
"""Methods and operators of `x += y` that add to what a name refers to."""


def _changing(path: str, statements: Iterable[Statement]) -> set[tuple[str, Expr | None]]:
    """Returns the methods and operators by which statements change what a dotted name refers to, with the operand of an operator."""
    every = list(statements)
    found: set[tuple[str, Expr | None]] = {(word, None) for word, _ in _changes_of(path, every)}
    found.update((each.operator, each.value) for each in every if isinstance(each, ir.Augment) and dotted_path(each.target) == path)
    bound = (each for each in every if isinstance(each, ir.Assign) and path in [dotted_path(base(target)) for target in each.targets])
    return found.union(("=", None) for _ in bound)


def may_be_undone(analysis: Analysis, key: FunctionKey, ordinal: int) -> bool:
    """Whether the exit of a context manager calls a project function, which may undo what its entry called."""
    place = _opposite(analysis, key, ordinal)
    return place is None or (place[0] is not None and _calls_project(analysis, place[0], place[1]))


def _opposite(analysis: Analysis, key: FunctionKey, ordinal: int) -> tuple[FunctionKey | None, set[int] | None] | None:
    """Returns where a context manager may undo what one of its statements does, or None if that cannot be told.

    For `__enter__` it is `__exit__`, and the other way round: None if the class has none. In a function it is the ordinals of the statements
    on the other side of its first `yield`.
    """
    lowered = analysis.project.lowered(key)
    if lowered is None or key not in analysis.results:
        return None
    fact = lowered.fact
    if fact.name in _OTHER and fact.owner:
        return analysis.classes.method(ClassKey(key.path, fact.owner), _OTHER[fact.name]), None
    statements = list(walk(lowered.body.statements))
    pause = next((each.ordinal for each in statements if _yields(each)), None)
    if pause is None:
        return None
    is_late = ordinal > pause
    return key, {each.ordinal for each in statements if each.ordinal != pause and (each.ordinal < pause) == is_late}


def _calls_project(analysis: Analysis, key: FunctionKey, ordinals: set[int] | None) -> bool:
    """Whether these statements of a function, or all, call a project function."""
    flow = analysis.results.get(key)
    return flow is not None and any(site.func.callees and (ordinals is None or site.index in ordinals) for site in flow.calls.values())


def _may_change(path: str, key: FunctionKey, body: ir.Body, ordinals: set[int] | None, analysis: Analysis) -> bool:
    """Whether these statements of a body change the name, or call a project function."""
    if _calls_project(analysis, key, ordinals):
        return True
    statements = body.statements if ordinals is None else tuple(each for each in walk(body.statements) if each.ordinal in ordinals and not any(blocks(each)))
    word = path.rpartition("].")[2].rpartition(".")[2] if "]." in path else path.partition("[")[0].rpartition(".")[2]
    return word in changed_words(body._replace(statements=statements))


def _yields(statement: Statement) -> bool:
    return any(isinstance(part, ir.Yield) for part in read_parts(statement))


def is_taken_back(path: str, fn: FunctionView) -> bool:
    """Whether a block of the function adds something to a container and removes it again, and uses it for nothing else.

    A context variable that is set and reset counts, too.
    """
    pairs = (list(_changes_of(path, _always_run(block))) for block in _blocks(fn.body.statements))
    return any(map(_is_pair, pairs)) and sum(_count(path, each) for each in walk(fn.body.statements)) == 2


def is_restored(path: str, fn: FunctionView) -> bool:
    """Whether what runs after the current statement gives a dotted name the value again that it had before: `self.mode = before`."""
    ordinal = fn.statement.ordinal if fn.statement is not None else 0
    earlier = (each for each in walk(fn.body.statements) if each.ordinal <= ordinal)
    before = {target for each in earlier for target, value in assigned(each) if dotted_path(value) == path}
    later = (each for holder in order(fn.body).holders(ordinal) for each in _always_run(holder.block) if each.ordinal > ordinal)
    return any(isinstance(each, ir.Assign) and each.value in before and path in map(dotted_path, each.targets) for each in later)


def _is_pair(found: list[tuple[str, list[Expr]]]) -> bool:
    if len(found) != 2:
        return False
    (first, given), (second, taken) = found
    return second in UNDONE_BY.get(first, ()) and (given[:1] == taken[:1] if first in _KEYED else first in _BY_TOKEN or not taken)


def _changes_of(path: str, statements: Iterable[Statement]) -> Iterator[tuple[str, list[Expr]]]:
    """Yields what statements do to a dotted name: the name of the method, and its arguments or the key."""
    for statement in statements:
        call = statement.value if isinstance(statement, (ir.Evaluate, ir.Assign)) else None
        if isinstance(call, ir.Call) and isinstance(call.func, ir.Attribute) and dotted_path(call.func.value) == path:
            yield call.func.attr, [each.value for each in call.args]
        word = _ITEMS.get(type(statement), "")
        for target in targets(statement) if word else ():
            if isinstance(target, ir.Subscript) and dotted_path(target.value) == path:
                yield word, [target.item]


def _count(path: str, statement: Statement) -> int:
    """Returns how many times a statement may change what a dotted name refers to: by its targets and by the methods that it calls."""
    bound = [base(each) for each in flat(targets(assigned_by(statement)))]
    called = [part.func for part in read_parts(statement) if isinstance(part, ir.Call)]
    changing = [each.value for each in called if isinstance(each, ir.Attribute) and (each.attr in _PAIRED or mutates_some(each.attr))]
    return sum(dotted_path(each) == path for each in (*bound, *changing))


def _always_run(block: tuple[Statement, ...]) -> Iterator[Statement]:
    """Yields the statements of a block with those inside it that run whenever it does, in order."""
    for statement in block:
        yield statement
        if isinstance(statement, (ir.With, ir.Try)):
            yield from _always_run(statement.body)
        if isinstance(statement, ir.Try):
            yield from _always_run(statement.final)


def _blocks(statements: tuple[Statement, ...]) -> Iterator[tuple[Statement, ...]]:
    yield statements
    for statement in walk(statements):
        yield from (block for block in blocks(statement) if block)
