"""Finds the names under which a project calls something that traces: `graph = tf.function`, a property that returns one, `self.jit`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from tflint_autograph.facts.scan import innermost
from tflint_autograph.model import body as ir
from tflint_autograph.model.facts import MODULE, FunctionKey, ModuleFacts
from tflint_autograph.model.values import Value
from tflint_autograph.project.queries.query import query
from tflint_autograph.tfapi.tracing import When, tracing_call

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis

_ROUNDS = 4
"""The maximum depth to which names assigned from names are followed."""


class Tracers:
    """Queries about the files that are read before the first query."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.cycle_guard = analysis.cycle_guard
        self.project = analysis.project

    def candidates(self, module: ModuleFacts) -> tuple[str, ...]:
        """Returns the qualified names of the functions of a file whose calls may begin a trace, under any alias."""
        return tuple(dict.fromkeys((*module.candidates, *_mentioning(module, self.words()))))

    @query
    def words(self) -> frozenset[str]:
        """The names and attributes that contain or return something that traces its argument."""
        return self._find()

    def _find(self) -> frozenset[str]:
        modules = self.project.loaded()
        found: set[str] = set()
        seen: set[FunctionKey] = set()
        new = {name for module in modules for name in (*_imported(module, found), *self._in_classes(module))}
        waiting = [FunctionKey(module.path, qualname) for module in modules for qualname in module.candidates]
        for _ in range(_ROUNDS):
            waiting = [key for key in waiting if key not in seen]
            seen.update(waiting)
            new.update(name for key in waiting for name in self._named(key))
            new -= found
            if not new:
                break
            found |= new
            waiting = [FunctionKey(module.path, qualname) for module in modules for qualname in _mentioning(module, frozenset(new))]
            new = {name for module in modules for name in _imported(module, found)}
        return frozenset(found)

    def _named(self, key: FunctionKey) -> Iterator[str]:
        """Yields the names to which a function or module binds something that traces, and its own name if it returns that."""
        flow = self.analysis.eager_calls(key)
        yield from (name for name, value in flow.bindings.items() if _traces(value))
        yield from (write.name for write in flow.writes.values() if _traces(write.value))
        fact = self.project.function(key) if flow.result is not None and _traces(flow.result) else None
        if fact is not None and not fact.is_lambda:
            yield fact.name

    def _in_classes(self, module: ModuleFacts) -> Iterator[str]:
        for cls in module.classes if MODULE in module.candidates else ():
            for name, expr in cls.attributes:
                if isinstance(expr, (ir.Attribute, ir.Name, ir.Call)) and _traces(self.analysis.evaluate_at_definition(module.path, cls.parent, expr)):
                    yield name


def _imported(module: ModuleFacts, words: Collection[str]) -> Iterator[str]:
    """Yields the names that imports at the top of a file bind to something that traces."""
    for statement in module.body.statements:
        for name, dotted in statement.names if isinstance(statement, ir.Import) else ():
            last = dotted.rpartition(".")[2]
            if name != last and (last in words or _is_tracing(dotted)):
                yield name


def _mentioning(module: ModuleFacts, words: frozenset[str]) -> tuple[str, ...]:
    """Returns the innermost functions of a file around each of the words."""
    lines: set[int] = set()
    for word in words:
        if module.mentions(word):
            lines.update(module.lines_with(re.compile(rf"\b{re.escape(word)}\b"), word))
    return innermost(module.functions, sorted(lines)) if lines else ()


def _traces(value: Value) -> bool:
    return bool(value.name) and _is_tracing(value.name)


def _is_tracing(name: str) -> bool:
    row = tracing_call(name)
    return row is not None and row.when is When.ALWAYS
