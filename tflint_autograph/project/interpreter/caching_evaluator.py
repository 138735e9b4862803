"""An evaluator that caches values, for users who evaluate the parts of an expression one by one."""

from __future__ import annotations

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Expr
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.values import Value
from tflint_autograph.project.interpreter.expressions import Evaluator
from tflint_autograph.project.values.body_result import BodyResult, Env
from tflint_autograph.project.values.scope import Scope


class CachingEvaluator(Evaluator):
    """Evaluates expressions in one body, each once per state.

    A rule evaluates an expression and then its parts. Without the cache, n nested parts would be evaluated n times. Expressions and states
    are keyed by identity, and kept alive for that.
    """

    def __init__(self, scope: Scope, key: FunctionKey, parent: str, body: Body, *, traced: bool) -> None:
        super().__init__(scope, key, parent, body, BodyResult(), traced=traced)
        self._known: dict[tuple[int, int], tuple[Value, Env | None, Expr, Env | None]] = {}
        self._inside: dict[tuple[int, int], tuple[Env, tuple[ir.Clause, ...], Env | None]] = {}

    def value(self, expr: Expr, env: Env) -> Value:
        """Returns the value of `expr` in the state `env`."""
        self.env = env
        return self.evaluate(expr)

    def evaluate(self, expr: Expr) -> Value:
        before = self.env
        key = id(expr), id(before)
        known = self._known.get(key)
        if known is None:
            value = super().evaluate(expr)
            known = self._known[key] = value, self.env, expr, before
        # A walrus, or a call that fills a list, changes the state.
        self.env = known[1]
        return known[0]

    def inside(self, clauses: tuple[ir.Clause, ...]) -> Env:
        key = id(clauses), id(self.env)
        known = self._inside.get(key)
        if known is None:
            known = self._inside[key] = super().inside(clauses), clauses, self.env
        return known[0]
