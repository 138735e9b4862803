"""Finds the containers in which functions put what they are given: `TABLE[name] = function`, `self.hooks.append(hook)`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.model.facts import MODULE, ClassKey, FunctionFact, FunctionKey
from tflint_autograph.model.values import Callee, Kind, Origin, Value
from tflint_autograph.project.bodies.container_puts import Put, puts
from tflint_autograph.project.bodies.globals_ import bindings_in
from tflint_autograph.project.bodies.walks import calls, descendants, walk, word_of
from tflint_autograph.project.index.scopes import scope_of
from tflint_autograph.project.points_to.meaning import Known
from tflint_autograph.project.points_to.referring import Subject, subjects
from tflint_autograph.project.values.body_result import CallSite
from tflint_autograph.project.values.signature import bind

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis


def kept_by_calls(analysis: Analysis, sites: Iterable[CallSite], subject: Subject) -> Iterator[Known]:
    """Yields the names of the containers in which these calls put a function or a class that they pass."""
    for site in sites:
        for target in site.func.callees:
            kept, fact = analysis.call_sites.keeping(target.key), analysis.project.function(target.key)
            if kept and fact is not None:
                for name, value in bind(fact, target, site.args).items():
                    if name in kept and subject in subjects((value,)):
                        yield from kept[name]


def kept_by_decorators(analysis: Analysis, subject: Subject) -> Iterator[Known]:
    """Yields the names of the containers in which the decorators of a function or a class put it."""
    project = analysis.project
    fact = project.function(subject) if isinstance(subject, FunctionKey) else project.cls(subject)
    if fact is None:
        return
    for expr, at in fact.decorators:
        decorator = analysis.evaluate_at_definition(subject.path, fact.parent, expr)
        yield from kept_by_calls(analysis, (CallSite(at, 0, decorator, ((None, undecorated(subject)),)),), subject)


def kept_in_class_bodies(analysis: Analysis, scope: FunctionKey, kept: tuple[Subject, ...], names: frozenset[str]) -> Iterator[Known]:
    """Yields the attributes that class bodies in a scope bind to a function or a class, or to a container with it: `KINDS = {"a": A}`.

    Only expressions that mention one of the names are evaluated.
    """
    module = analysis.project.module(scope.path)
    parent = "" if scope.qualname == MODULE else scope.qualname
    for cls in module.classes if module is not None else ():
        for name, expr in cls.attributes if cls.parent == parent else ():
            if name not in names and mentions_name(expr, names):
                value = analysis.evaluate_at_definition(scope.path, parent, expr)
                yield from [(name, None)] if not set(kept).isdisjoint(subjects((value,))) else []


def kept_as_defaults(analysis: Analysis, scopes: Iterable[FunctionKey], kept: tuple[Subject, ...], names: frozenset[str]) -> Iterator[Known]:
    """Yields the parameters of some functions of which a function or a class is the default, each with the function that has it.

    Only defaults that mention one of the names are evaluated.
    """
    for scope in scopes:
        fact = analysis.project.function(scope)
        for each in fact.parameters if fact is not None else ():
            if fact is not None and each.default is not None and mentions_name(each.default, names):
                value = analysis.evaluate_at_definition(scope.path, fact.parent, each.default)
                yield from [(each.name, scope)] if not set(kept).isdisjoint(subjects((value,))) else []


def mentions_name(expr: Expr, names: frozenset[str]) -> bool:
    """Whether an expression mentions one of the names."""
    return any(word_of(part) in names for part in descendants(expr))


def keeping(analysis: Analysis, key: FunctionKey) -> dict[str, frozenset[Known]]:
    """Returns the names of the containers to which a function, or one in it, adds its arguments, by parameter."""
    fact = analysis.project.function(key)
    found: dict[str, set[Known]] = {}
    scopes = dict.fromkeys(each for scope in (key, *analysis.names.within(key)) for each in analysis.eager_functions.with_lambdas(scope))
    for scope in scopes if fact is not None else ():
        for put in (put for statement in walk(analysis.project.body(scope).statements) for put in puts(statement)):
            for name in put.sources:
                if fact is not None and name in fact.given and scope_of(analysis.project, scope, name) == key:
                    found.setdefault(name, set()).update(_named(analysis, scope, put))
    return {name: frozenset(names) for name, names in found.items()}


def _named(analysis: Analysis, scope: FunctionKey, put: Put) -> Iterator[Known]:
    """Yields the name of a container, with the function whose local name it is, or None for a name that other scopes see too."""
    if isinstance(put.holder, ir.Attribute):
        yield put.holder.attr, None
    elif isinstance(put.holder, ir.Name):
        home = scope_of(analysis.project, scope, put.holder.id)
        yield put.holder.id, home if home.qualname != MODULE else None


def called_inside(analysis: Analysis, scope: FunctionKey, value: Expr) -> tuple[str, ...]:
    """Returns the parameters of a function that a function nested in it always calls with what it gets itself, if that is the value: a wrapper,
    as a decorator makes it.
    """
    made = bindings_in(analysis.project.body(scope)).get(value.id, ()) if isinstance(value, ir.Name) else ()
    if len(made) != 1 or not isinstance(made[0], ir.Define) or made[0].is_class:
        return ()
    nested = FunctionKey(scope.path, made[0].qualname)
    fact, wrapper, inner = analysis.project.function(scope), analysis.project.function(nested), analysis.project.body(nested)
    made_calls = (part for each in inner.statements for part in calls(each))
    called = {call.func.id for call in made_calls if wrapper is not None and isinstance(call.func, ir.Name) and _forwards(call, wrapper)}
    return tuple(sorted((called & fact.given) - inner.bound)) if fact is not None else ()


def _forwards(call: ir.Call, wrapper: FunctionFact) -> bool:
    """Whether a call passes on the parameters of the function that makes it, in their order."""
    given = [(each.keyword, each.value.id) for each in call.args if isinstance(each.value, ir.Name) and each.keyword in (None, "*", "**")]
    return len(given) == len(call.args) and given == [(each.kind if each.kind in ("*", "**") else None, each.name) for each in wrapper.parameters]


def undecorated(subject: Subject) -> Value:
    """Returns a function or a class as its definition gives it to a decorator."""
    if isinstance(subject, ClassKey):
        return Value(Kind.CALLABLE, Origin.OUTER, klass=subject)
    return Value(Kind.CALLABLE, Origin.OUTER, callees=(Callee(subject),))
