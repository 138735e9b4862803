"""Finds where eager code retraces: functions that it wraps in `tf.function` or in a layer again, and models that it compiles again."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import takewhile
from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Statement
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.values import Value
from tflint_autograph.project.bodies.order import order
from tflint_autograph.project.bodies.walks import spelled, walk
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.tfapi.tracing import When, tracing_call

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis
    from tflint_autograph.project.values.body_result import CallSite

DEEPEST = 3
"""Maximum depth of nested calls that are followed."""

_FUNCTION = "tensorflow.function"
_COMPILES = "compile"
_NEVER = sys.maxsize
_KEPT = frozenset({"train_function", "test_function", "predict_function"})
"""The attributes in which a Keras model keeps its traced functions; it retraces if they are None."""


def drops_trace(analysis: Analysis, key: FunctionKey, ordinal: int, reader: FunctionKey) -> bool:
    """Whether the function `key` re-creates each trace that contains `reader`: after one of its statements, or before it in the same block

    with no run in between.
    """
    roots = analysis.roots_above(reader)
    if any(_FUNCTION in analysis.decorator_names(root) for root in roots):
        # What a decorator has wrapped stays what it is.
        return False
    since = _since_last_run(analysis, key, ordinal, reader)
    return bool(roots) and roots.issubset(_traced_anew(analysis, key, since, ordinal, DEEPEST))


def _since_last_run(analysis: Analysis, key: FunctionKey, ordinal: int, reader: FunctionKey) -> int:
    """Returns the number of the first statement in the block of a statement behind which nothing up to it runs the reader."""
    block = next(order(analysis.project.body(key)).holders(ordinal)).block
    runs = {run.ordinal for run in analysis.name_writes.runs.of_traced(reader).get(key, ())}
    before = (each.ordinal for each in reversed(block) if each.ordinal <= ordinal)
    return min(takewhile(lambda first: runs.isdisjoint(range(first, ordinal)), before), default=ordinal)


def _traced_anew(analysis: Analysis, key: FunctionKey, ordinal: int, change: int, depth: int) -> Iterator[FunctionKey]:
    """Yields the functions whose traces the eager function `key` drops from a statement on.

    A layer with a function counts behind the change alone: it may trace where it is made, in a model that is built there.
    """
    if key in analysis.results or not depth:
        return
    statements = [each for each in walk(analysis.project.body(key).statements) if each.ordinal >= ordinal]
    makes_calls = any(isinstance(part, ir.Call) for each in statements for part in spelled(each))
    for site in [each for each in analysis.eager_calls(key).calls.values() if each.index >= ordinal] if makes_calls else ():
        if canonical(site.func.name) == _FUNCTION or (site.index > change and _makes_layer(site)):
            yield from (target.key for _, value in site.args for target in value.callees)
        elif site.method == _COMPILES and site.receiver is not None and not site.func.callees:
            yield from _methods_traced_by_keras(analysis, site.receiver)
        for target in site.func.callees:
            yield from _traced_anew(analysis, target.key, -1, -1 if site.index > change else _NEVER, depth - 1)
    if any(_forgets(each) for each in statements if each.ordinal > ordinal):
        yield from _methods_traced_by_keras(analysis, Value(cls=analysis.project.owner(key)))


def _makes_layer(site: CallSite) -> bool:
    """Whether a call creates a layer of Keras that traces a function which it is given: `Activation(scaled)`."""
    row = tracing_call(site.func.name) if site.func.name else None
    return row is not None and row.when is When.ALWAYS and row.root.startswith("keras.layers.")


def _forgets(statement: Statement) -> bool:
    """Whether a statement drops a function that Keras has traced: `self.train_function = None`."""
    cleared = isinstance(statement, ir.Assign) and isinstance(statement.value, ir.Constant) and statement.value.value is None
    return cleared and any(isinstance(target, ir.Attribute) and target.attr in _KEPT for target in statement.targets)  # type: ignore[union-attr]


def _methods_traced_by_keras(analysis: Analysis, model: Value) -> Iterator[FunctionKey]:
    """Yields the methods of a model's class, bases and subclasses that Keras retraces after it is compiled again."""
    if model.cls is None:
        return
    found = analysis.classes.keras(model.cls)
    words = found[0].traced if found is not None and found[0].kind == "model" else frozenset()
    for member in analysis.classes.family(model.cls):
        methods = analysis.classes.methods_of(member)
        yield from (FunctionKey(member.path, methods[word]) for word in words if word in methods)
