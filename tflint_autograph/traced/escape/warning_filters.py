"""Decides whether a program shows a warning each time it is given, where Python by default shows one of a place only once."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.model.mentions import ANY
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.walks import calls, walk

_SETTING = frozenset({"simplefilter", "filterwarnings"})
_RESTORING = "catch_warnings"
"""A context that ends a filter."""


def shows_repeated_warnings(analysis: Analysis) -> bool:
    """Whether eager code outside of tests sets a filter that shows every warning until the program ends: `warnings.simplefilter("always")`."""
    return any(_shows_all(call, called) for call, called in _calls(analysis))


def _calls(analysis: Analysis) -> Iterator[tuple[ir.Call, str]]:
    """Yields the calls of functions whose bodies set filters and restore none, each with the dotted name of what it calls."""
    for key in analysis.project.all_mentioning(_SETTING, ANY, tests=False):
        body, fact = analysis.project.body(key), analysis.project.function(key)
        if key in analysis.results or _RESTORING in body.attributes or _RESTORING in body.names:
            continue
        for call in (each for statement in walk(body.statements) for each in calls(statement)):
            yield call, analysis.evaluate_at_definition(key.path, fact.parent if fact is not None else "", call.func).name


def _shows_all(call: ir.Call, called: str) -> bool:
    """Whether a call sets a filter that shows warnings of every text and category: it has no other argument."""
    return called in ("warnings.simplefilter", "warnings.filterwarnings") and [each.value for each in call.args] == [_ALWAYS]


_ALWAYS: Expr = ir.Constant("always")
