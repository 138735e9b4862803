"""A compact summary of what a body may change, kept where the body itself is too large to keep."""

from __future__ import annotations

from typing import NamedTuple

from tflint_autograph.facts.interning import one_set
from tflint_autograph.model.body import Body, Expr
from tflint_autograph.model.facts import FunctionFact
from tflint_autograph.model.values import UNKNOWN, Origin, Value
from tflint_autograph.project.bodies.changes import MUTABLE, base, changed_by_calls, changed_words, is_swapped
from tflint_autograph.project.bodies.liveness import flat, stored
from tflint_autograph.project.bodies.single import full_path
from tflint_autograph.project.bodies.walks import assigned_by, spelled_path, targets, walk


class ChangeSummary(NamedTuple):
    """What a body may change: the `words` that `changed_words` returns, and the dotted names of attributes among them.

    `rebinds_first`: it rebinds its first parameter.
    """

    words: frozenset[str]
    paths: tuple[str, ...]
    rebinds_first: bool

    def holders(self, name: str) -> list[str]:
        """Returns the dotted names of the objects whose attribute `name` the body may change."""
        if name not in self.words:
            return []
        parts = (path.rpartition(".") for path in self.paths)
        return [thing for thing, _, last in parts if last == name]


def changed(body: Body, fact: FunctionFact | None) -> ChangeSummary:
    """Returns the summary of the body of a function, or of a module if there is no `fact`."""
    found: dict[str, None] = {}
    for statement in walk(body.statements):
        things = [*flat(targets(assigned_by(statement)))]
        things += changed_by_calls(statement)
        for path in (path_of(base(thing), body) for thing in things):
            if "." in path:
                found[path] = None
    first = fact.parameters[0].name if fact is not None and fact.parameters else ""
    return ChangeSummary(one_set(set(changed_words(body))), tuple(found), bool(first) and first in stored(body.statements))


def path_of(expr: Expr, body: Body) -> str:
    """Returns the dotted name of an expression, local names replaced by what they stand for in the body."""
    return full_path(expr, body) or spelled_path(expr)


def as_changed(value: Value) -> Value:
    """Reduces a value to what decides which code changes it, so that many values share one result."""
    if value.kind in MUTABLE:
        return value._replace(origin=Origin.UNKNOWN, spelling="", parameter="", provenance=None)
    return _SWAPPED if is_swapped(value) else UNKNOWN


_SWAPPED = Value(name="builtins.swapped")
