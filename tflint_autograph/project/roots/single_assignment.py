"""A light evaluation of calls and expressions in bodies that are not interpreted."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Expr, Statement
from tflint_autograph.model.facts import MODULE, FunctionKey
from tflint_autograph.model.values import UNKNOWN, Origin, Value
from tflint_autograph.project.bodies.globals_ import bindings_in
from tflint_autograph.project.bodies.single import full_path
from tflint_autograph.project.bodies.walks import calls, descendants, walk, word_of
from tflint_autograph.project.values.body_result import Env
from tflint_autograph.project.values.elements import element_of

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis

_LONGEST = 3
"""Maximum depth to which names that stand for names are followed."""


class SingleAssignments:
    """A function or module whose expressions are evaluated using only names with a single binding."""

    def __init__(self, analysis: Analysis, key: FunctionKey, body: Body, parent: str) -> None:
        self._analysis = analysis
        self.key = key
        self._parent = parent
        self._body = body
        self._own = body.bound if key.qualname != MODULE else frozenset[str]()

    @classmethod
    def of(cls, analysis: Analysis, key: FunctionKey) -> SingleAssignments | None:
        """Returns a function or module, or None if it cannot be read."""
        module = analysis.project.module(key.path)
        if key.qualname == MODULE and module is not None:
            return cls(analysis, key, module.body, "")
        lowered = analysis.project.lowered(key)
        return cls(analysis, key, lowered.body, lowered.fact.parent) if lowered is not None else None

    def calls_of(self, names: Collection[str]) -> Iterator[ir.Call]:
        """Yields the calls of something with one of the names, or of a local name for it, of a module those in the bodies of its classes too."""
        made = (call for statement in walk(self._body.statements) for call in calls(statement))
        yield from (call for call in chain(made, self._in_classes()) if word_of(call.func) in names or self._stands_for(call.func, names))

    def _stands_for(self, func: Expr, names: Collection[str]) -> bool:
        return isinstance(func, ir.Name) and func.id in self._own and full_path(func, self._body).rpartition(".")[2] in names

    def _in_classes(self) -> Iterator[ir.Call]:
        module = self._analysis.project.module(self.key.path) if self.key.qualname == MODULE else None
        bound = (expr for cls in (module.classes if module is not None else ()) for _, expr in cls.attributes)
        yield from (part for expr in bound for part in descendants(expr) if isinstance(part, ir.Call))

    @cached_property
    def _bindings(self) -> dict[str, tuple[Statement, ...]]:
        return bindings_in(self._body)

    @cached_property
    def _entry(self) -> Env:
        return self._analysis.parameters(self.key, Origin.UNKNOWN)

    def value(self, expr: Expr, depth: int = _LONGEST) -> Value:
        """Returns the value of an expression. For an unpacked dict literal, items are looked up by key."""
        if isinstance(expr, ir.Starred):
            return self._unpacked(expr.value, depth)
        used = {part.id for part in descendants(expr) if isinstance(part, ir.Name) and part.id in self._own}
        env = {name: self._local(name, depth) for name in used}
        return self._analysis.evaluate_at_definition(self.key.path, self._parent, expr, env)

    def _unpacked(self, expr: Expr, depth: int) -> Value:
        """Returns the item under a key of a dict that is unpacked."""
        held = self.value(expr.value, depth) if isinstance(expr, ir.Subscript) else UNKNOWN
        key = expr.item if isinstance(expr, ir.Subscript) else None
        found = (value for name, value in held.items_by_key or () if isinstance(key, ir.Constant) and name == key.value)
        return next(found, UNKNOWN)

    def _local(self, name: str, depth: int) -> Value:
        """Returns the value of a local name."""
        binding = self._bindings.get(name, ())
        if not binding:
            return self._entry.get(name, UNKNOWN)
        statement = binding[0]
        if len(binding) > 1 or not depth or name in self._entry:
            return UNKNOWN
        if isinstance(statement, ir.Define):
            return self._analysis.definition(self.key.path, statement.qualname, is_class=statement.is_class)
        if isinstance(statement, ir.Assign) and len(statement.targets) == 1 and statement.value is not None:
            return _part(statement.targets[0], name, self.value(statement.value, depth - 1))
        if isinstance(statement, ir.Import):
            return self._analysis.imported(self.key.path, dict(statement.names)[name])
        if isinstance(statement, ir.For):
            return _part(statement.target, name, element_of(self.value(statement.iterable, depth - 1)))
        return UNKNOWN


def _part(target: Expr, name: str, value: Value) -> Value:
    """Returns the part of a value that a name gets when the value is bound to the target."""
    if target == ir.Name(name):
        return value
    several = target.items if isinstance(target, ir.Display) else ()
    if ir.Name(name) not in several or any(isinstance(each, ir.Starred) for each in several):
        return UNKNOWN
    exact = value.items is not None and len(value.items) == len(several)
    return value.items[several.index(ir.Name(name))] if exact and value.items is not None else element_of(value)
