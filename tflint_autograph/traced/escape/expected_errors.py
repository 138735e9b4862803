"""Recognises functions that the program calls only to see them raise: `with pytest.raises(ValueError): step(x)`."""

from __future__ import annotations

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.proof import Proof
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.order import order
from tflint_autograph.project.bodies.walks import descendants, expressions, walk, word_of
from tflint_autograph.project.points_to.call_sites import EagerCall
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.escape.guards import MANAGES
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.point import made_once

EXPECTED = "the program calls the function only where it expects an error"

ERRORS = frozenset({Proof.RAISES, Proof.FLOW, Proof.CREATES, Proof.RESULT, Proof.ARGUMENT})
"""Proofs of rules whose findings raise."""

_MANAGERS = frozenset({"pytest.raises", "contextlib.suppress"})
"""Context managers after whose block the program goes on if it raises."""
_METHODS = frozenset({"assertRaises", "assertRaisesRegex", "assertRaisesRegexp", "assertRaisesWithPredicateMatch"})


@made_once
def excuse(fn: TracedFunction) -> str:
    """Returns a clause if each call of the roots that reach the function is under a `with` that expects an error, else an empty string."""
    calls = [call for root in fn.roots_above() for call in fn.analysis.call_sites.of(root) if call.decorates is None]
    return EXPECTED if calls and all(_is_expected(fn.analysis, call) for call in calls) else ""


def _is_expected(analysis: Analysis, call: EagerCall) -> bool:
    around = (holder.statement for holder in order(analysis.project.body(call.caller)).holders(call.site.index))
    return any(isinstance(each, ir.With) and any(_expects(analysis, call.caller, expr) for expr, _ in each.items) for each in around)


def _expects(analysis: Analysis, caller: FunctionKey, expr: Expr) -> bool:
    """Whether a context expression keeps an error from its caller: a function of the project is a generator with `yield` in a `try`."""
    if not isinstance(expr, ir.Call):
        return False
    if word_of(expr.func) in _METHODS or canonical(analysis.evaluate_at_definition(caller.path, caller.qualname, expr.func).name) in _MANAGERS:
        return True
    site = analysis.eager_calls(caller).calls.get(expr.at)
    targets = [target.key for target in site.func.callees] if site is not None else []
    return bool(targets) and all(MANAGES in analysis.decorator_names(key) and _catches(analysis, key) for key in targets)


def _catches(analysis: Analysis, key: FunctionKey) -> bool:
    tries = (each for each in walk(analysis.project.body(key).statements) if isinstance(each, ir.Try) and each.handlers)
    parts = (part for each in tries for inner in walk(each.body) for expr in expressions(inner) for part in descendants(expr))
    return any(isinstance(part, ir.Yield) for part in parts)
