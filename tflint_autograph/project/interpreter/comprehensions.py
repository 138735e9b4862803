"""Evaluates comprehensions and the names that their clauses bind."""

from __future__ import annotations

from sys import intern
from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.model.values import Kind, Origin, Value
from tflint_autograph.project.interpreter import implicit
from tflint_autograph.project.values.elements import element_for, element_of

if TYPE_CHECKING:
    from tflint_autograph.project.interpreter.expressions import Evaluator
    from tflint_autograph.project.values.body_result import Env


def comprehension(run: Evaluator, node: ir.Comprehension) -> Value:
    """Returns the container or generator, whose element is evaluated for an element of each iterable."""

    def work() -> Value:
        if node.key is not None:
            run.evaluate(node.key)
        return run.evaluate(node.element)

    element = run.reached(lambda: run.within(run.inside(node.clauses), work))
    if node.type == "generator":
        return Value(Kind.OBJECT, Origin.FRESH, type="builtins.generator", element=element)
    return Value(Kind.CONTAINER, Origin.FRESH, type=intern(f"builtins.{node.type}"), element=element)


def names_inside(run: Evaluator, clauses: tuple[ir.Clause, ...]) -> Env:
    """Returns the state inside a comprehension. The first iterable is evaluated outside, as in Python."""
    first = run.evaluate(clauses[0].iterable)

    def work() -> Env:
        for number, clause in enumerate(clauses):
            iterable = implicit.iterated(run, run.evaluate(clause.iterable) if number else first, run.at)
            bind_loosely(run, clause.target, element_for(clause.target, iterable, run.body))
            for condition in clause.conditions:
                implicit.asked(run, run.evaluate(condition))
        return run.env or {}

    return run.within(dict(run.env or {}), work)


def bind_loosely(run: Evaluator, target: Expr, value: Value) -> None:
    """Binds the names of a comprehension's target."""
    if isinstance(target, ir.Name):
        run.set(target.id, value)
    elif isinstance(target, ir.Starred):
        bind_loosely(run, target.value, Value(Kind.CONTAINER, Origin.FRESH, type="builtins.list"))
    elif isinstance(target, ir.Display):
        exact = value.items is not None and len(value.items) == len(target.items)
        parts = value.items if exact and value.items is not None else (element_of(value),) * len(target.items)
        for item, part in zip(target.items, parts, strict=True):
            bind_loosely(run, item, part)
