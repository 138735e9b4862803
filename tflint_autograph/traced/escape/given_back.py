"""Recognises temporary changes that are undone later, by a context manager or by a pair of calls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Statement
from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.changes import changed_words
from tflint_autograph.project.bodies.walks import descendants, dotted_path, expressions, walk
from tflint_autograph.project.index.blocks import blocks
from tflint_autograph.traced.tree.function_view import FunctionView

_BACK = {"append": ("pop",), "add": ("discard", "remove"), "appendleft": ("popleft",)}
"""Maps methods to those that undo them."""

_OTHER = {"__enter__": "__exit__", "__exit__": "__enter__"}


def is_given_back(path: str, fn: FunctionView) -> bool:
    """Whether the exit of a context manager may undo what the current statement does to a dotted name.

    It changes the same name there, or calls a function that may.
    """
    assert fn.statement is not None
    if fn.fact.name in _OTHER and fn.fact.owner:
        key = fn.analysis.classes.method(ClassKey(fn.key.path, fn.fact.owner), _OTHER[fn.fact.name])
        lowered = fn.analysis.project.lowered(key) if key is not None else None
        return key is not None and lowered is not None and _may_change(path, key, lowered.body, None, fn)
    pauses = [each.ordinal for each in walk(fn.body.statements) if _yields(each)]
    if not pauses:
        return True
    is_late = fn.statement.ordinal > pauses[0]
    other = {each.ordinal for each in walk(fn.body.statements) if (each.ordinal < pauses[0]) == is_late and each.ordinal != pauses[0]}
    return _may_change(path, fn.key, fn.body, other, fn)


def may_be_undone(analysis: Analysis, key: FunctionKey, ordinal: int) -> bool:
    """Whether the exit of a context manager calls a project function, which may undo what its entry called."""
    fact, lowered, flow = analysis.project.function(key), analysis.project.lowered(key), analysis.results.get(key)
    if fact is None or lowered is None or flow is None:
        return True
    if fact.name in _OTHER and fact.owner:
        other = analysis.classes.method(ClassKey(key.path, fact.owner), _OTHER[fact.name])
        behind = analysis.results.get(other) if other is not None else None
        return behind is not None and any(site.func.callees for site in behind.calls.values())
    pauses = [each.ordinal for each in walk(lowered.body.statements) if _yields(each)]
    is_late = bool(pauses) and ordinal > pauses[0]
    return any(site.func.callees and (site.index < pauses[0]) == is_late for site in flow.calls.values()) if pauses else True


def _may_change(path: str, key: FunctionKey, body: ir.Body, ordinals: set[int] | None, fn: FunctionView) -> bool:
    """Whether these statements of a body change the name, or call a project function."""
    flow = fn.analysis.results.get(key)
    sites = flow.calls.values() if flow is not None else ()
    if any(site.func.callees and (ordinals is None or site.index in ordinals) for site in sites):
        return True
    statements = body.statements if ordinals is None else tuple(each for each in walk(body.statements) if each.ordinal in ordinals and not any(blocks(each)))
    return path.partition("[")[0].rpartition(".")[2] in changed_words(body._replace(statements=statements))


def _yields(statement: Statement) -> bool:
    return any(isinstance(part, ir.Yield) for expr in expressions(statement) for part in descendants(expr))


def is_taken_back(path: str, fn: FunctionView) -> bool:
    """Whether a block of the function adds something to a container and removes it again, and uses it for nothing else."""
    return any(_is_pair(list(_calls_on(path, block))) for block in _blocks(fn.body.statements)) and _touched(path, fn) == 2


def _touched(path: str, fn: FunctionView) -> int:
    return sum(1 for _ in _calls_on(path, walk(fn.body.statements)))


def _is_pair(found: list[ir.Call]) -> bool:
    if len(found) != 2:
        return False
    first, second = (call.func.attr if isinstance(call.func, ir.Attribute) else "" for call in found)
    same = [each.value for each in found[0].args] == [each.value for each in found[1].args]
    return second in _BACK.get(first, ()) and (same if first == "add" else not found[1].args)


def _calls_on(path: str, statements: Iterable[Statement]) -> Iterator[ir.Call]:
    """Yields the call statements on methods of a dotted name."""
    for statement in statements:
        call = statement.value if isinstance(statement, ir.Evaluate) else None
        if isinstance(call, ir.Call) and isinstance(call.func, ir.Attribute) and dotted_path(call.func.value) == path:
            yield call


def _blocks(statements: tuple[Statement, ...]) -> Iterator[tuple[Statement, ...]]:
    yield statements
    for statement in walk(statements):
        yield from (block for block in blocks(statement) if block)
