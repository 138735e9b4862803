"""Decides whether eager code runs an object before and after it calls one of its methods."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Statement
from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.model.mentions import ATTRIBUTE
from tflint_autograph.model.reachable import reachable
from tflint_autograph.model.values import Origin, Value
from tflint_autograph.project.bodies.single import full_path
from tflint_autograph.project.bodies.walks import calls as calls_in
from tflint_autograph.project.bodies.walks import walk
from tflint_autograph.project.mutation.keras_runs import binds
from tflint_autograph.project.mutation.run_order import RETRACING, given_anew, made_at, runs_between
from tflint_autograph.project.points_to.receivers import is_repeated_hook, referents

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis

_BY_PYTHON = frozenset({"__init__", "__new__", "__post_init__", "__set_name__", "__init_subclass__", "__setstate__", "__enter__", "__exit__"})
_BY_KERAS = frozenset({"build", "compile", "from_config", "set_weights", "load_weights"})
_BY_TESTS = frozenset({"setUp"})
"""Maps a protocol to its methods that run before anything is traced, or that undo on exit what they set on entry."""


def builders(analysis: Analysis, cls: ClassKey | None) -> frozenset[str]:
    """Returns the methods of a class that run before anything is traced, including those of Keras and unit tests where they apply."""
    names = _BY_PYTHON | _meant(analysis, cls, _BY_KERAS)
    is_test = cls is not None and any(each.endswith("TestCase") for each in analysis.classes.external(cls))
    return names | _BY_TESTS if is_test else names


def _meant(analysis: Analysis, cls: ClassKey | None, names: frozenset[str]) -> frozenset[str]:
    """Returns those of these Keras methods that the class may inherit: none if it derives only from project classes."""
    if cls is None or not analysis.classes.is_of_project(cls):
        return names
    return frozenset(name for name in names if analysis.classes.method(cls, name) is None)


def called_between(analysis: Analysis, path: str, family: frozenset[ClassKey], method: str) -> bool:
    """Whether eager code of a file calls the method between runs of the same object."""
    keys = analysis.project.functions_mentioning(path, frozenset({method}), ATTRIBUTE)
    for key in (key for key in keys if is_plain(analysis, key)):
        body, is_hook = analysis.project.body(key), is_repeated_hook(analysis, key)
        if is_own(analysis, key, family) or method not in body.attributes or not (is_hook or _may_run(body, method)):
            continue
        for statement, func in _calls_of(body, method):
            things = _things(analysis, key, statement, func)
            if any(held.cls in family and (is_hook or _is_between(analysis, key, statement, func, held)) for held in things):
                return True
    return False


def _calls_of(body: Body, method: str) -> Iterator[tuple[Statement, ir.Attribute]]:
    """Yields the statements that call a method of this name, with the called expression."""
    for statement in walk(body.statements):
        for call in calls_in(statement):
            if isinstance(call.func, ir.Attribute) and call.func.attr == method:
                yield statement, call.func


def _things(analysis: Analysis, key: FunctionKey, statement: Statement, func: ir.Attribute) -> Iterator[Value]:
    """Yields the objects that a method may be called on, also those that callers and constructors are given."""
    sites = analysis.eager_calls(key).calls.values()
    known = [site.receiver for site in sites if site.index == statement.ordinal and site.method == func.attr and site.receiver is not None]
    if any(value.cls is not None for value in known):
        yield from known
    else:
        yield from (value for value, _ in referents(analysis, key, func.value, statement.ordinal))


def _may_run(body: Body, method: str) -> bool:
    """Whether a body calls the method, and something else, on an object that has a name."""
    called = _paths_called(body)
    things = {path.removesuffix(f".{method}") for path in called if path.endswith(f".{method}")}
    return any(path in things or path.rpartition(".")[0] in things for path in called if not path.endswith(f".{method}"))


def _paths_called(body: Body) -> set[str]:
    return {full_path(call.func, body) for statement in walk(body.statements) for call in calls_in(statement)}


def _only_prepares(analysis: Analysis, cls: ClassKey, method: str) -> bool:
    """Whether a method of the project never runs its object: it does not call the object, one of its traced methods or one from outside of
    the project, directly or through other methods, and passes the object at most to TensorFlow, such as `tf.train.Checkpoint(model=self)`.
    """
    waiting, seen = [method], {method}
    while waiting:
        key = analysis.classes.method(cls, waiting.pop())
        fact = analysis.project.function(key) if key is not None else None
        if key is None or fact is None or not fact.receiver or fact.decorators or key in analysis.roots:
            return False
        own, body = fact.receiver, analysis.project.body(key)
        for call in (call for statement in walk(body.statements) for call in calls_in(statement)):
            path = full_path(call.func, body)
            thing, _, name = path.rpartition(".")
            is_passed = any(full_path(each.value, body) == own for each in call.args)
            if path == own or (is_passed and not _is_of_library(analysis, key.path, call.func)):
                return False
            if thing == own and name not in seen:
                seen.add(name)
                waiting.append(name)
    return True


def _is_of_library(analysis: Analysis, path: str, func: ir.Expr) -> bool:
    return analysis.evaluate_at_definition(path, "", func).name.partition(".")[0] in ("tensorflow", "keras")


def _is_between(analysis: Analysis, key: FunctionKey, statement: Statement, func: ir.Attribute, held: Value) -> bool:
    """Whether a body runs the object before and after it calls the method; an object it creates, since its creation."""
    thing, is_made = full_path(func, analysis.project.body(key)).rpartition(".")[0], held.origin is Origin.FRESH
    return bool(thing) and runs(analysis, key, thing, statement, None, True, held.cls, frozenset({func.attr}), is_made=is_made)


def runs(
    analysis: Analysis, key: FunctionKey, thing: str, statement: Statement, stored: ir.Expr | None, updates: bool,
    cls: ClassKey | None, setters: frozenset[str] = frozenset(), *, is_made: bool = False,
) -> bool:  # fmt: skip
    """Whether the body of `key` runs the object `thing` before and after `statement`. `is_made`: the body also creates it."""
    body = analysis.project.body(key)
    fact = analysis.project.function(key)
    parameters = frozenset(each.name for each in fact.parameters) if fact is not None else frozenset()
    again = fact is not None and given_anew(body, parameters, thing, stored, updates=updates)
    since = made_at(body, thing, statement)
    since = since if is_made or _is_new(analysis, key, thing, since, statement.ordinal) else -1
    setters = builders(analysis, cls) | setters
    if cls is not None:
        called = {path.rpartition(".")[2] for path in _paths_called(body) if path.rpartition(".")[0] == thing}
        setters |= {name for name in called if _only_prepares(analysis, cls, name)}
    retracing = _meant(analysis, cls, RETRACING)
    return runs_between(body, thing, statement, again=again, setters=setters, retracing=retracing, since=since)


def _is_new(analysis: Analysis, key: FunctionKey, thing: str, made: int, end: int) -> bool:
    """Whether the statement `made` of a body calls a class for the object, and no other binds its name before the statement `end`."""
    between = [each for each in walk(analysis.project.body(key).statements) if made < each.ordinal < end]
    is_made = any(site.index == made and site.func.klass is not None for site in analysis.eager_calls(key).calls.values())
    return is_made and not binds(thing, between)


def is_plain(analysis: Analysis, key: FunctionKey) -> bool:
    """Whether eager code runs the body, other than to create an object."""
    fact = analysis.project.function(key)
    builds = fact is not None and bool(fact.owner) and fact.name in builders(analysis, ClassKey(key.path, fact.owner))
    return fact is None or (not builds and key not in analysis.results)


def is_of_builders(analysis: Analysis, key: FunctionKey) -> bool:
    """Whether only code that creates an object calls a function, directly or through such functions: `add_weights(self)` in a constructor."""
    calls = analysis.call_sites.of
    using = reachable([key], lambda each: (call.caller for call in calls(each) if is_plain(analysis, call.caller)))
    return all(map(calls, using))


def is_own(analysis: Analysis, key: FunctionKey, family: frozenset[ClassKey]) -> bool:
    """Whether this is a method of the class, whose attribute is examined elsewhere."""
    fact = analysis.project.function(key)
    return fact is not None and ClassKey(key.path, fact.owner) in family
