"""Detects custom training loops in eager code, and evidence against them such as `fit` calls."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.model.facts import MODULE, ClassKey, FunctionKey, ModuleFacts
from tflint_autograph.model.mentions import ATTRIBUTE
from tflint_autograph.model.paths import is_test
from tflint_autograph.model.values import Kind, Value, each_of
from tflint_autograph.project.bodies.decorators import wraps_in_function
from tflint_autograph.project.bodies.order import order
from tflint_autograph.project.bodies.walks import descendants, spelled, spelled_in, walk, word_of
from tflint_autograph.project.execution_mode.keras_version import has_own
from tflint_autograph.project.execution_mode.relevant_calls import APPLIES
from tflint_autograph.project.index.classes import BARE
from tflint_autograph.tfapi.keras import RUNS
from tflint_autograph.tfapi.names import canonical

if TYPE_CHECKING:
    from tflint_autograph.project.execution_mode.execution_mode import ExecutionMode
    from tflint_autograph.project.values.body_result import CallSite


def trains(running: ExecutionMode, path: str) -> bool:
    """Whether eager code in the file applies gradients in a loop, or in a function that is called in a loop."""
    plain = [(key, site) for key, site in _applying(running, path) if running.all_plain(path, key.qualname)]
    return any(_is_in_loop(running, key, site) or _is_called_in_loop(running, key) for key, site in plain)


def _applying(running: ExecutionMode, path: str) -> Iterator[tuple[FunctionKey, CallSite]]:
    """Yields the calls in the file that apply gradients, each with its caller."""
    return ((key, site) for key, site in running.calls(path, frozenset({APPLIES})) if site.method == APPLIES)


def _is_in_loop(running: ExecutionMode, key: FunctionKey, site: CallSite) -> bool:
    """Whether a call is in a loop of its function, or of the top level of the file."""
    return order(running.project.body(key)).repeats(site.index)


def _is_called_in_loop(running: ExecutionMode, step: FunctionKey) -> bool:
    """Whether a loop of eager code, in the same file or one that imports it, certainly calls the function."""
    word = frozenset({step.qualname.rpartition(".")[2]})
    for path in running.importing.counted_users(step.path) if step.qualname != MODULE else ():
        sites = ((key, site) for key, site in running.calls(path, word) if [each.key for each in site.func.callees] == [step])
        if any(running.all_plain(path, key.qualname) and _is_in_loop(running, key, site) for key, site in sites):
            return True
    return False


def trains_apart(running: ExecutionMode, path: str) -> bool:
    """Whether the file, or one that imports it, applies gradients itself, and none lets Keras trace. Tests do not count."""
    users = running.importing.counted_users(path)
    applying = any(True for each in users for _ in _applying(running, each))
    return applying and not any(map(running.has_keras_trace, users))


def part_trains_apart(running: ExecutionMode, part: tuple[str, ...]) -> bool:
    """Whether eager code in files that imports connect applies gradients itself, and none of them traces a model. Tests do not count."""
    paths = tuple(path for path in part if not is_test(path))
    plain = any(running.all_plain(path, key.qualname) for path in paths for key, _ in _applying(running, path))
    return plain and not any(may_trace(running, path) for path in paths)


def applies_in_trace(running: ExecutionMode, kind: str, users: tuple[str, ...]) -> bool:
    """Whether a traced function of the files applies gradients, which runs an object of this kind: an optimizer or its schedule."""
    callers = (key for path in users if kind in _APPLIED for key, _ in _applying(running, path))
    return any(not running.all_plain(key.path, key.qualname) for key in callers)


_APPLIED = frozenset({"optimizer", "schedule"})


def is_created(running: ExecutionMode, cls: ClassKey, users: tuple[str, ...]) -> bool:
    """Whether the files, without tests, create instances of the class, so that they show how these are used."""
    words = running.project.aliases(frozenset({cls.qualname.rpartition(".")[2]}))
    return any(site.func.klass == cls for each in users if not is_test(each) for _, site in running.calls(each, words))


def may_trace(running: ExecutionMode, path: str) -> bool:
    """Whether the file creates a `tf.function`, or lets Keras create one. False if every `compile` says `run_eagerly=True`."""
    if running.makes_function(path):
        return True
    compiled = running.compiles(path)
    return not (compiled and all(eagerly for _, eagerly in compiled)) and running.has_keras_trace(path)


def makes_function(running: ExecutionMode, path: str) -> bool:
    """Whether the file uses `tf.function`, or a decorator that wraps in it. Decorated functions that certainly call no model do not count."""
    analysis, module = running.analysis, running.project.module(path)
    if module is None:
        return False
    for parent, expr in _spelling(running, module):
        if canonical(analysis.evaluate_at_definition(path, parent, expr).name) == _FUNCTION:
            return True
    for fact in module.functions:
        is_made = any(_wraps(running, path, fact.parent, expr) for expr, _ in fact.decorators)
        if is_made and not _calls_known_code(running, FunctionKey(path, fact.qualname)):
            return True
    return False


def _wraps(running: ExecutionMode, path: str, parent: str, decorator: Expr) -> bool:
    """Whether a decorator is `tf.function`, with or without arguments, or wraps in it."""
    named = decorator.func if isinstance(decorator, ir.Call) else decorator
    if canonical(running.analysis.evaluate_at_definition(path, parent, named).name) == _FUNCTION:
        return True
    return wraps_in_function(running.analysis, running.analysis.evaluate_at_definition(path, parent, decorator))


def _calls_known_code(running: ExecutionMode, key: FunctionKey) -> bool:
    """Whether a function, and all that it calls in the project, call only functions, and no object that may be a model, a layer or a loss."""
    waiting, seen = [key], {key}
    while waiting:
        for site in running.analysis.eager_functions.full_result(waiting.pop()).calls.values():
            func = site.func
            if func.callees:
                if func.klass is not None:
                    return False
                inner = [each for each in dict.fromkeys(one.key for one in func.callees) if each not in seen]
                seen.update(inner)
                waiting += inner
            elif not func.name and (site.receiver is None or site.receiver.kind in (Kind.UNKNOWN, Kind.OBJECT)):
                return False
    return True


def _spelling(running: ExecutionMode, module: ModuleFacts) -> Iterator[tuple[str, Expr]]:
    """Yields expressions in a file that may be `tf.function`, each with its scope: names with that ending, and imports."""
    word = _FUNCTION.rpartition(".")[2]
    keys = running.project.functions_mentioning(module.path, frozenset({word}))
    yield from (("", part) for cls in module.classes if keys for _, value in cls.attributes for part in descendants(value) if word_of(part) == word)
    for key in keys:
        for statement in walk(running.project.body(key).statements):
            names = statement.names if isinstance(statement, ir.Import) else ()
            yield from ((key.qualname, ir.Name(name)) for name, dotted in names if dotted.rpartition(".")[2] == word)
            yield from ((key.qualname, part) for part in spelled(statement) if word_of(part) == word)


def has_keras_trace(running: ExecutionMode, path: str) -> bool:
    """Whether `compile`, `fit` or `evaluate` is called in the file on something that may be a Keras model."""
    words = frozenset({"compile", *RUNS, *(f"{word}_generator" for word in RUNS)})
    for key in running.project.functions_mentioning(path, words, ATTRIBUTE):
        parts = list(spelled_in(running.project.body(key).statements))
        asked = {part.at for part in parts if isinstance(part, ir.Attribute) and part.attr in words}
        called = {part.func.at: part.at for part in parts if isinstance(part, ir.Call) and isinstance(part.func, ir.Attribute)}
        sites = running.analysis.eager_calls(key).calls if asked else {}
        if any(_may_be_model(running, sites.get(called[at]) if at in called else None) for at in asked):
            return True
    return False


def _may_be_model(running: ExecutionMode, site: CallSite | None) -> bool:
    """Whether the receiver of a method call may be a Keras model that then traces. True if the receiver is unknown."""
    asked = site.receiver if site is not None else None
    if site is None or asked is None:
        return True
    return any(not (one.name or one.module or is_no_model(running, one) or _replaced(running, one, site.method)) for one in each_of(asked))


def replaces_keras(running: ExecutionMode, site: CallSite) -> bool:
    """Whether the class of the receiver overrides `fit`, `evaluate` or `predict`, and its own method never reaches the one of Keras.

    An attribute overrides it as well: `self.predict = Dense(3)`.
    """
    return site.receiver is not None and _replaced(running, site.receiver, site.method)


def _replaced(running: ExecutionMode, receiver: Value, method: str) -> bool:
    analysis, cls = running.analysis, receiver.cls if method in RUNS else None
    return cls is not None and (has_own(analysis, cls, method) or method in analysis.classes.own_writers(cls))


def replaces_all(running: ExecutionMode, cls: ClassKey, step: str) -> bool:
    """Whether a class overrides all the Keras methods with which the project runs the step."""
    asked = {word for word in _RUN_BY.get(step, ()) if word == "fit" or _is_asked(running, cls, word)}
    return bool(asked) and all(has_own(running.analysis, cls, word) for word in asked)


def _is_asked(running: ExecutionMode, cls: ClassKey, word: str) -> bool:
    """Whether a reachable file calls the method on a model that may be an instance of the class."""
    sites = (site for path in running.importing.users(cls.path) for site in running.sites(path, frozenset({word})))
    made = (site.receiver.cls for site in sites if site.receiver is not None)
    return any(each is None or cls in running.analysis.classes.mro(each) for each in made)


_RUN_BY = {"train_step": ("fit", "train_on_batch"), "test_step": ("fit", "evaluate", "test_on_batch"), "": tuple(RUNS)}
"""The methods with which Keras runs a step of a model, or without a name the whole model."""


def is_no_model(running: ExecutionMode, value: Value) -> bool:
    """Whether a value is certainly no Keras model: all bases of its class are in the project, or it comes from another library."""
    if value.cls is None:
        return value.factory.startswith(("orbit.", "sklearn."))
    bases = [each for each in running.analysis.classes.mro(value.cls) if not isinstance(each, ClassKey)]
    return all(each in BARE for each in bases) and not running.analysis.keras_kind(value.cls)


_FUNCTION = "tensorflow.function"
