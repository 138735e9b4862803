"""Finds the statements of eager code with which Keras runs what it traces, and those after which it retraces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Statement
from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.model.mentions import ATTRIBUTE
from tflint_autograph.model.values import Value
from tflint_autograph.project.bodies.liveness import bound, flat
from tflint_autograph.project.bodies.order import call_at
from tflint_autograph.project.bodies.single import full_path
from tflint_autograph.project.bodies.walks import calls, dotted_path, targets, walk
from tflint_autograph.project.mutation.run_order import RETRACING
from tflint_autograph.tfapi.keras import READ_BY_STEPS, RUNS

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis
    from tflint_autograph.project.values.body_result import CallSite

_RUN = frozenset({"model", "layer", "regularizer", "constraint"})
"""Kinds of objects of Keras whose methods a model runs, for itself or for one of its layers."""

_COMPILES = "compile"

_DEEPEST = 3
"""Maximum depth to which calls of functions that may compile a model are followed."""


def runs_by_keras(analysis: Analysis, key: FunctionKey) -> Iterator[tuple[FunctionKey, CallSite]]:
    """Yields the calls of eager code with which Keras runs a function that it traces: `model.predict(x)`.

    A model runs its own methods, those of any layer, and the losses, metrics and functions that it or one of its layers was given.
    """
    if key not in analysis.roots:
        return
    fact = analysis.project.function(key)
    cls = ClassKey(key.path, fact.owner) if fact is not None and fact.owner else None
    kind = analysis.keras_kind(cls) if cls is not None else ""
    for path in sorted(_around(analysis, key, cls)) if key in analysis.run_by_models or kind in _RUN else ():
        for scope in analysis.project.functions_mentioning(path, RUNS, ATTRIBUTE):
            sites = analysis.visible_arguments.flow(scope).calls.values() if scope not in analysis.results else ()
            yield from ((scope, site) for site in sites if site.method in RUNS and _may_run(analysis, scope, site, key, cls, kind))


def sets_for_steps(analysis: Analysis) -> Iterator[FunctionKey]:
    """Yields the functions and modules that may set what a training step of Keras reads."""
    for name in READ_BY_STEPS:
        for path in analysis.project.setting(name):
            yield from analysis.project.functions_mentioning(path, frozenset({name}), ATTRIBUTE)


def _may_run(analysis: Analysis, scope: FunctionKey, site: CallSite, key: FunctionKey, cls: ClassKey | None, kind: str) -> bool:
    """Whether the model of a call runs the function, a method of the class `cls` if any: it is of the class, or may contain it."""
    model = site.receiver
    if model is None:
        return False
    if cls is not None and kind == "model":
        return model.cls is not None and model.cls in analysis.classes.family(cls)
    is_model = model.type == "model" or (model.cls is not None and analysis.keras_kind(model.cls) == "model")
    return is_model and (kind in _RUN or key not in analysis.run_by_models or not _is_compiled_without(analysis, scope, site, key))


def _around(analysis: Analysis, key: FunctionKey, cls: ClassKey | None) -> frozenset[str]:
    """Returns the files that may have a model which runs the function."""
    if cls is not None:
        return analysis.name_writes.attribute_writes.around(cls)
    importers = analysis.name_writes.importers
    near = frozenset({key.path, *importers(key.path)})
    return near.union(*map(importers, near))


def _is_compiled_without(analysis: Analysis, scope: FunctionKey, run: CallSite, key: FunctionKey) -> bool:
    """Whether the body compiles the model that it runs, each time with something else than the function: it is another model."""
    body, sites = analysis.project.body(scope), analysis.eager_calls(scope).calls.values()
    own = _owner(body, run)
    made = [site for site in sites if site.method == _COMPILES and own and _owner(body, site) == own]
    return bool(made) and not any(_holds(analysis, value, key) for site in made for _, value in site.args)


def _owner(body: Body, site: CallSite) -> str:
    """Returns the dotted name of the object whose method a call runs."""
    call = call_at(body, site.index, site.at)
    return full_path(call.func, body).rpartition(".")[0] if call is not None else ""


def _holds(analysis: Analysis, value: Value, key: FunctionKey) -> bool:
    """Whether a value is the function, an object of its class, or a container of one of them."""
    if any(target.key == key for target in value.callees):
        return True
    if value.cls is not None and analysis.classes.method(value.cls, key.qualname.rpartition(".")[2]) == key:
        return True
    return any(_holds(analysis, each, key) for each in value.contents)


def renewing(analysis: Analysis, scope: FunctionKey, thing: str, key: FunctionKey) -> frozenset[int]:
    """Returns the statements of a body after which the function may be retraced by the model whose method the body calls as `thing`.

    Which of several models has a layer in it is not known: a method of a layer may be retraced by any of them.
    """
    body = analysis.project.body(scope)
    own, cls = thing.rpartition(".")[0], analysis.project.owner(key)
    is_anywhere = cls is not None and analysis.keras_kind(cls) == "layer"
    found = {ordinal for ordinal, owner in _compiling(body) if is_anywhere or _may_be(owner, own, body)}
    sites = analysis.eager_calls(scope).calls.values()
    found |= {site.index for site in sites if _may_compile(analysis, site)}
    return frozenset(found)


def is_traced_by_keras(analysis: Analysis, root: FunctionKey) -> bool:
    """Whether it is Keras alone that traces a function: a method of a model or layer, or what a model was given, without a decorator."""
    cls = analysis.project.owner(root)
    is_method = cls is not None and analysis.keras_kind(cls) in _RUN
    return (is_method or root in analysis.run_by_models) and not analysis.decorator_names(root)


def compiles_in(analysis: Analysis, scope: FunctionKey, ordinal: int) -> bool:
    """Whether a statement of eager code calls a function that may compile a model."""
    return any(_may_compile(analysis, site) for site in analysis.eager_calls(scope).calls.values() if site.index == ordinal)


def _may_compile(analysis: Analysis, site: CallSite) -> bool:
    return any(_compiles(analysis, target.key, _DEEPEST) for target in site.func.callees)


def _compiling(body: Body) -> Iterator[tuple[int, str]]:
    """Yields the statements that compile a model, each with the dotted name of the model."""
    for statement in walk(body.statements) if not RETRACING.isdisjoint(body.attributes) else ():
        for call in calls(statement):
            owner, _, method = full_path(call.func, body).rpartition(".")
            if method in RETRACING:
                yield statement.ordinal, owner


def may_retrace(body: Body, thing: str) -> bool:
    """Whether a body drops the traces of the model whose method it calls as `thing`, or of one that may be the same."""
    if RETRACING.isdisjoint(body.attributes):
        return False
    owners = {owner for _, owner in _compiling(body)}
    own = thing.rpartition(".")[0]
    return not owners or any(_may_be(owner, own, body) for owner in owners)


def _may_be(owner: str, own: str, body: Body) -> bool:
    """Whether the model that a body compiles under one name may be the model that it runs under another."""
    return not owner or owner == own or is_given(owner, body)


def _compiles(analysis: Analysis, key: FunctionKey, depth: int) -> bool:
    """Whether a function may compile a model, itself or through others."""
    if key in analysis.results or not depth:
        return False
    if not RETRACING.isdisjoint(analysis.project.body(key).attributes):
        return True
    sites = analysis.eager_calls(key).calls.values()
    return any(_compiles(analysis, target.key, depth - 1) for site in sites for target in site.func.callees if target.key != key)


def is_given(thing: str, body: Body) -> bool:
    """Whether a body gets the called object from elsewhere: as a parameter, or by a name that it does not bind."""
    return bool(thing) and not binds(thing, walk(body.statements))


def binds(thing: str, statements: Iterable[Statement]) -> bool:
    """Whether one of the statements binds a dotted name or a prefix of it."""
    parts = thing.split(".")
    prefixes = {".".join(parts[:length]) for length in range(1, len(parts) + 1)}
    prefixes |= {prefix.partition("[")[0] for prefix in prefixes}
    return any(not prefixes.isdisjoint(_bound(statement)) for statement in statements)


def _bound(statement: Statement) -> Iterator[str]:
    """Yields the names and dotted names that a statement binds itself, imports left out."""
    if not isinstance(statement, ir.Import):
        yield from bound(statement)
        yield from (dotted_path(each) for each in flat(targets(statement)) if isinstance(each, ir.Attribute))
