"""Recognises functions whose definer decides when they are traced, so that Python effects once per trace may be meant."""

from __future__ import annotations

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Statement
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.values import Kind
from tflint_autograph.project.bodies.changes import mentions, named
from tflint_autograph.project.bodies.decorators import is_traced_by_foreign
from tflint_autograph.project.bodies.walks import calls, expressions, walk
from tflint_autograph.traced.escape.deliberate import words_of
from tflint_autograph.traced.escape.free_variables import owner_of
from tflint_autograph.traced.escape.lifetime import tensor_in, under_tensor
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.mutations import Mutation, MutationKind

_TRACES = "get_concrete_function"
"""The method of a `tf.function` that traces it and does not call it."""


def traced_by_others(fn: TracedFunction) -> str:
    """Returns a clause on why the function may be traced once only, or an empty string: a decorator of another package traces it."""
    roots = fn.roots_above()
    by_foreign = bool(roots) and all(is_traced_by_foreign(fn.analysis, each) for each in roots)
    return "a decorator decides how often the function is traced" if by_foreign else ""


def handed_out(mutation: Mutation, fn: TracedFunction) -> str:
    """Returns a clause on why a change is probably meant once per trace, or an empty string.

    It hands Python values to the eager function around, which traces the root itself: with `get_concrete_function`, or by a decorator.
    """
    stored = mutation.stored
    if mutation.how is MutationKind.ATTRIBUTE or stored is None or stored.kind is Kind.UNKNOWN or tensor_in(stored) or under_tensor(fn):
        return ""
    name = mutation.word if mutation.how is MutationKind.NAME else mutation.spoken.partition("[")[0]
    owner = owner_of(name, fn)
    if owner is None or owner in fn.analysis.results:
        return ""
    roots = fn.roots_above()
    if roots and all(_is_traced_in(owner, each, fn) or is_traced_by_foreign(fn.analysis, each) for each in roots):
        return "hands Python values to the function around, which traces this one itself"
    return ""


def _is_traced_in(owner: FunctionKey, root: FunctionKey, fn: TracedFunction) -> bool:
    """Whether a function calls `get_concrete_function` on the root, which it defines."""
    fact = fn.analysis.project.function(root)
    if fact is None or root != FunctionKey(owner.path, f"{owner.qualname}.<locals>.{fact.name}"):
        return False
    found = (call.func for statement in walk(fn.analysis.project.body(owner).statements) for call in calls(statement))
    return any(isinstance(each, ir.Attribute) and each.attr == _TRACES and each.value == ir.Name(fact.name) for each in found)


_COUNTING = frozenset(["count", "counter", "counts", "n", "num", "number", "total"])
_COUNTED = frozenset(["trace", "traces", "traced", "tracing", "tracings", "retrace", "retraces", "retraced", "retracing"])


def counted_traces(mutation: Mutation, fn: TracedFunction) -> str:
    """Returns a clause on why a change probably counts traces: the counter's name says so, or only a check reads it. Else empty."""
    if _is_named_so(mutation):
        return "counts traces, as its name says"
    return "is checked as a count of traces, and used for nothing else" if _is_checked(mutation, fn) else ""


def _is_named_so(mutation: Mutation) -> bool:
    """Whether a number named like a count of traces is increased by a constant. A list named `trace` may contain anything."""
    constant = mutation.stored is not None and mutation.stored.kind is Kind.PYTHON and type(mutation.stored.const) is int
    words = words_of(mutation.spoken.rpartition(".")[2])
    named = not _COUNTED.isdisjoint(words) and (_COUNTED | _COUNTING).issuperset(words)
    return mutation.augmented and mutation.how in (MutationKind.NAME, MutationKind.ATTRIBUTE, MutationKind.ITEM) and constant and named


def _is_checked(mutation: Mutation, fn: TracedFunction) -> bool:
    """Whether the enclosing function reads the counter only in `assert`, or to compare it there later.

    A list to which each trace appends a Python value counts too: `assertLen(traces, 1)`.
    """
    appends = mutation.word == "append" and mutation.stored is not None and mutation.stored.kind is Kind.PYTHON
    counts = mutation.augmented if mutation.how in (MutationKind.NAME, MutationKind.ITEM) else appends
    if mutation.how is MutationKind.ATTRIBUTE or not counts:
        return False
    name = mutation.word if mutation.how is MutationKind.NAME else mutation.spoken.partition("[")[0]
    owner, it = owner_of(name, fn), named(name)
    statements = fn.analysis.project.body(owner).statements if owner is not None else ()
    reading = [each for each in walk(statements) if any(mentions(expr, it) for expr in expressions(each))]
    return any(map(_asserts, reading)) and all(_asserts(each) or _keeps(each, name) for each in reading)


def _asserts(statement: Statement) -> bool:
    """Whether a statement checks something: `assert`, or a test method such as `self.assertEqual(...)`."""
    called = statement.value.func if isinstance(statement, ir.Evaluate) and isinstance(statement.value, ir.Call) else None
    return isinstance(statement, ir.Assert) or (isinstance(called, ir.Attribute) and called.attr.startswith("assert"))


def _keeps(statement: Statement, name: str) -> bool:
    return isinstance(statement, ir.Assign) and statement.value == ir.Name(name)
