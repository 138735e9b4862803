"""Says what name a variable, or an attribute of one, has on the other side of a call: in the caller, or in the called function."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Statement
from tflint_autograph.model.facts import FunctionKey, Lowered
from tflint_autograph.model.values import Callee
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.arguments import forwards, run_alone
from tflint_autograph.project.bodies.changes import mentions, named
from tflint_autograph.project.bodies.walks import calls, dotted_path, expressions, walk
from tflint_autograph.project.callsites.caller import Caller
from tflint_autograph.project.index.scopes import scope_of
from tflint_autograph.project.roots.root import Root
from tflint_autograph.project.values.body_result import CallSite


def in_callee(name: str, call: ir.Call, caller: Caller) -> Iterator[tuple[Callee, str]]:
    """Yields the dotted names that a dotted name of the caller has in the only project function that a call runs, with that function."""
    site = caller.flow.calls.get(call.at)
    project = caller.analysis.project
    target = run_alone(project, site.func.callees) if site is not None else None
    if target is None or target.key == caller.key:
        return
    for parameter, owner in _passed(call, caller, target).items():
        if owner and (name == owner or name.startswith(f"{owner}.")):
            yield target, parameter + name[len(owner) :]
    first = name.partition(".")[0]
    if scope_of(project, target.key, first) == scope_of(project, caller.key, first):
        yield target, name


def in_caller(name: str, key: FunctionKey, caller: Caller, site: CallSite) -> str:
    """Returns the dotted name that a dotted name of the function `key` has in a caller of it, or an empty string if it has none."""
    first, dot, rest = name.partition(".")
    project, call = caller.analysis.project, caller.call(site)
    fact = project.function(key)
    if fact is None or call is None:
        return ""
    if any(each.name == first for each in fact.parameters):
        targets = [each for each in site.func.callees if each.key == key]
        owner = _passed(call, caller, targets[0]).get(first, "") if targets else ""
        return f"{owner}{dot}{rest}" if owner else ""
    return name if scope_of(project, key, first) == scope_of(project, caller.key, first) else ""


def reading(name: str, caller: Caller, depth: int = 3) -> Iterator[Statement]:
    """Yields the statements of a traced function that read a dotted name, or call a function that does by the name it has there."""
    it = named(name)
    for statement in walk(caller.body.statements):
        if any(mentions(expr, it) for expr in expressions(statement)) or any(
            any(reading(inside, Caller(caller.analysis, target.key, caller.analysis.results[target.key], traced=True), depth - 1))
            for call in calls(statement) if depth
            for target, inside in in_callee(name, call, caller) if target.key in caller.analysis.results
        ):  # fmt: skip
            yield statement


def _passed(call: ir.Call, caller: Caller, target: Callee) -> dict[str, str]:
    """Returns the dotted names that a call passes, by parameter; empty for other expressions."""
    return {parameter: dotted_path(expr) for parameter, expr in caller.arguments_and_receiver(call, target).items()}


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
            for own in analysis.names.within(FunctionKey(path, around)):
                lowered = analysis.project.lowered(own)
                if lowered is not None:
                    inner.append((lowered, own.qualname == getting, _traces(analysis, own, roots)))
        if any(traces for _, _, traces in inner):
            return any(_returns_it(each) if gets and traces else not gets and forwards(each) for each, gets, traces in inner)
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
