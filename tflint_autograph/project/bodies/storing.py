"""Of what objects a body sets attributes, as far as it shows before the body is run through. Does not say when it runs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Expr
from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.model.values import Origin
from tflint_autograph.project.bodies.changes import flat
from tflint_autograph.project.bodies.walks import dotted_path, targets, walk
from tflint_autograph.project.queries.memoize import memoized_recent_bodies

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis


def body_of(analysis: Analysis, key: FunctionKey) -> Body:
    """The body of a function, or of the module."""
    lowered = analysis.project.lowered(key)
    module = analysis.project.module(key.path)
    assert module is not None
    return lowered.body if lowered is not None else module.body


@memoized_recent_bodies
def _stored(body: Body) -> dict[str, dict[str, Expr]]:
    """By attribute, that of which the body sets it, by its spelling; by an empty word, the names its statements bind."""
    found: defaultdict[str, dict[str, Expr]] = defaultdict(dict)
    for statement in walk(body.statements):
        for each in (each for target in targets(statement) for each in flat(target)):
            if isinstance(each, ir.Attribute):
                found[each.attr][dotted_path(each.value)] = each.value
            elif isinstance(each, ir.Name):
                found[""][each.id] = each
        found[""].update((name, ir.Name(name)) for name in _also_bound(statement))
    return dict(found)


def _also_bound(statement: ir.Statement) -> Iterator[str]:
    """The names that a statement binds without a target."""
    if isinstance(statement, ir.Define):
        yield statement.name
    elif isinstance(statement, ir.Import):
        yield from (name for name, _ in statement.names)
    elif isinstance(statement, ir.Try):
        yield from (handler.name for handler in statement.handlers if handler.name)
    elif isinstance(statement, ir.Match):
        yield from (name for case in statement.cases for name in case.names)


def holding(analysis: Analysis, key: FunctionKey, name: str) -> frozenset[ClassKey] | None:
    """The classes of the project of whose instances a body sets an attribute; None where only a run of the body says."""
    fact, body = analysis.project.function(key), body_of(analysis, key)
    if fact is None or "NamedExpr" in body.kinds:
        return None
    stored, names = _stored(body), frozenset(parameter.name for parameter in fact.parameters)
    receivers = stored.get(name, {}).values()
    if not all(_stays(expr, stored, names) for expr in receivers):
        return None
    entry = analysis.parameters(key, Origin.UNKNOWN)
    held = (analysis.evaluate_at_definition(key.path, fact.parent, expr, entry).cls for expr in receivers)
    return frozenset(cls for cls in held if cls is not None)


def _stays(expr: Expr, stored: Mapping[str, Mapping[str, Expr]], parameters: frozenset[str]) -> bool:
    """Whether this is a parameter, or an attribute of one, that the statements of a body leave what it is."""
    while isinstance(expr, ir.Attribute):
        if dotted_path(expr.value) in stored.get(expr.attr, ()):
            return False
        expr = expr.value
    return isinstance(expr, ir.Name) and expr.id in parameters and expr.id not in stored.get("", ())
