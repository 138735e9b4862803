"""Finds functions whose own decorator traces them and forwards its arguments unchanged, so that each call of them is one of a `tf.function`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from tflint_autograph.model import body as ir
from tflint_autograph.model.facts import FunctionKey, Lowered
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.walks import calls, walk
from tflint_autograph.project.roots.root import Root

_DEPTH = 6
"""Maximum depth to which calls of helpers of a decorator are followed."""


def traced_by_decorator(analysis: Analysis, found: Mapping[FunctionKey, Iterable[Root]]) -> frozenset[FunctionKey]:
    """Returns those of the functions that a decorator of the project passes to `tf.function`, to call the result with what it is called with."""
    return frozenset(key for key, roots in found.items() if _is_traced_by_decorator(analysis, key, [each for each in roots if each.word == "tf.function" and not each.signature]))


def _is_traced_by_decorator(analysis: Analysis, key: FunctionKey, roots: list[Root]) -> bool:
    fact = analysis.project.function(key) if roots else None
    for expr, _ in fact.decorators if fact is not None else ():
        inner: list[tuple[Lowered, bool, bool]] = []
        for path, around, getting in _definitions(analysis, key, expr):
            for own in (FunctionKey(path, name) for name in analysis.names.within(path, around)):
                lowered = analysis.project.lowered(own)
                if lowered is not None:
                    inner.append((lowered, own.qualname == getting, _traces(analysis, own, roots)))
        if any(traces for _, _, traces in inner):
            return any(_returns_it(each) if gets and traces else not gets and _forwards(each) for each, gets, traces in inner)
    return False


def _traces(analysis: Analysis, key: FunctionKey, roots: list[Root]) -> bool:
    """Whether one of the roots is created in a function, or in one that it calls."""
    waiting, seen = {key}, {key}
    for _ in range(_DEPTH + 1):
        facts = {each: fact for each in sorted(waiting) if (fact := analysis.project.function(each)) is not None}
        if any(root.path == each.path and root.at.begins_in(fact.at) for each, fact in facts.items() for root in roots):
            return True
        called = {target.key for each in facts for site in analysis.eager_calls(each).calls.values() for target in site.func.callees}
        waiting = called - seen
        seen |= waiting
    return False


def _returns_it(lowered: Lowered) -> bool:
    """Whether what gets the function and traces it defines nothing else that it could return in its place."""
    return lowered.fact.name != "__init__" and not lowered.body.functions


def _definitions(analysis: Analysis, key: FunctionKey, decorator: ir.Expr) -> Iterator[tuple[str, str, str]]:
    """Yields the outermost functions and the classes that define a decorator: file, qualified name, and that of what gets the function."""
    fact = analysis.project.function(key)
    value = analysis.evaluate_at_definition(key.path, fact.parent if fact is not None else "", decorator)
    yield from ((target.key.path, target.key.qualname.partition(".<locals>")[0], target.key.qualname) for target in value.callees)
    for cls, getting in ((value.klass, "__init__"), (value.cls, "__call__")):
        for base in analysis.classes.lineage(cls) if cls is not None else ():
            yield base.path, base.qualname, f"{base.qualname}.{getting}"


def _forwards(lowered: Lowered) -> bool:
    """Whether a function calls something with exactly the arguments that it gets."""
    names = [each for each in lowered.fact.parameters if each.kind != "keyword"]
    given = [ir.Argument(ir.Name(each.name), "*" if each.kind == "*" else None) for each in names[bool(lowered.fact.owner) :] if each.kind != "**"]
    packed = [ir.Argument(ir.Name(each.name), "**") for each in names if each.kind == "**"]
    made = (call for each in walk(lowered.body.statements) for call in calls(each))
    return bool(given) and any([*call.args] in ([*given, *packed], given) for call in made)
