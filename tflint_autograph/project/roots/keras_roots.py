"""Finds the methods of a class that Keras traces, with the confidence that it does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tflint_autograph.model.facts import ClassKey, FunctionFact, FunctionKey
from tflint_autograph.model.joins import join_all
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.trace import Step
from tflint_autograph.model.values import NO_AXES, UNKNOWN, Callee, Kind, Origin, Value
from tflint_autograph.project.bodies.decorators import is_handed_out
from tflint_autograph.project.execution_mode.eagerly import only_eagerly
from tflint_autograph.project.execution_mode.keras_version import has_own
from tflint_autograph.project.roots.root import Root
from tflint_autograph.project.values.elements import element_of
from tflint_autograph.project.values.shapes import BATCH
from tflint_autograph.project.values.signature import GIVEN_BY_KERAS, takes
from tflint_autograph.tfapi.assumptions import limit_of

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis
    from tflint_autograph.project.execution_mode.execution_mode import ExecutionMode
    from tflint_autograph.project.values.body_result import CallSite


_GIVEN = {"train_step": 1, "test_step": 1, "predict_step": 1, "compute_loss": 4, "compute_metrics": 4}
"""Number of arguments that Keras passes to methods of a model. A method with another signature is called only by its author."""

_BY_OTHERS = "takes other arguments than `fit` passes, so that traced code calls it itself"

_MOST_GIVEN = 3
_NOT_METHODS = frozenset({"builtins.staticmethod", "builtins.property"})
_UNDER = {"train_step": "fit", "test_step": "evaluate", "predict_step": "predict"}


def keras_roots(analysis: Analysis, running: ExecutionMode, cls: ClassKey) -> Iterator[Root]:
    """Yields the roots among the methods of a class, in source order."""
    found = analysis.classes.keras(cls)
    fact = analysis.project.cls(cls)
    if found is None or fact is None or found[0].all_eager:
        return
    base, name = found
    if only_eagerly(running, cls, base.kind) or analysis.eager_settings.need(cls) or not analysis.keras_versions.is_traced(name):
        return
    confidence = running.keras_confidence(cls, base.kind)
    assumed = "keras-update" if running.is_used_apart(cls, base.kind) else "keras-run" if running.shows_run(cls) else "keras-unseen"
    if base.kind == "metric" and (not _is_updated_by_keras(analysis, cls) or running.is_updated_by_hand(cls)):
        confidence = Confidence.LOW
    generation = analysis.keras_versions.generation(name, cls.path)
    for method, qualname in fact.methods:
        target = Callee(FunctionKey(cls.path, qualname), receiver=Value(Kind.OBJECT, cls=cls, spelling="self"))
        function = analysis.project.function(target.key) if method in base.traced else None
        if function is None or not _is_run(analysis, method, function, target) or running.replaces(cls, method) or method in analysis.classes.replaced(cls):
            continue
        if running.jitted(cls):
            analysis.compiled.add(target.key)
        fits, shown = _can_be_called(base.kind, function, generation), analysis.project.display(target.key)
        text = f"Keras traces `{shown}` under {_UNDER.get(method, 'fit, evaluate and predict')}" if fits else f"`{shown}` {_BY_OTHERS}"
        # A method called past Keras is in no functional model, and what calls `call` is followed to it.
        is_apart = (base.kind == "model" and not fits) or (method == "call" and has_own(analysis, cls, "__call__"))
        sure = Confidence.LOW if is_apart else min(confidence, limit_of(assumed))
        opens = _takes_batches(base.kind, function, generation) and running.may_open(cls.path)
        if opens and running.doubts_open(cls.path):
            analysis.assumed_batches.add(analysis.project.span(cls.path, function.header))
        data = fitted_data(analysis, running, cls, method)
        yield Root(
            target, f"Keras {base.kind}", cls.path, function.header, text, sure,
            converted=not fits or base.converts(method, generation), parameters="keras", handed=(data,) if data is not UNKNOWN else (), unsized=BATCH if opens else NO_AXES,
            assumptions=(assumed,),
        )  # fmt: skip


def _is_run(analysis: Analysis, method: str, function: FunctionFact, target: Callee) -> bool:
    """Whether Keras calls a method of this name unconverted, and can: the signature fits the arguments it passes."""
    if analysis.decorator_names(target.key) & _NOT_METHODS or is_handed_out(analysis, target.key):
        return False
    return method not in _GIVEN or takes(function, target, ((None, Value()),) * _GIVEN[method])


def _is_updated_by_keras(analysis: Analysis, metric: ClassKey) -> bool:
    """Whether `fit` and `evaluate` can update the metric, to which they pass `y_true`, `y_pred` and `sample_weight`.

    A metric that needs more arguments is called by the user's code, perhaps eagerly. So is a metric of a single value, mostly in a
    `train_step`.
    """
    update = analysis.classes.method(metric, "update_state")
    fact = analysis.project.function(update) if update is not None else None
    required = [each for each in fact.parameters[1:] if each.default is None] if fact is not None else []
    positional = [each for each in required if each.kind == "positional"]
    return len(positional) <= _MOST_GIVEN and not any(each.kind == "keyword" for each in required)


def _required(method: FunctionFact) -> list[str]:
    """Returns the required positional parameters, `self` included."""
    return [each.name for each in method.parameters if each.kind == "positional" and each.default is None]


def _can_be_called(kind: str, method: FunctionFact, generation: int) -> bool:
    """Whether `fit` can call the method. Other code calls one for which it would raise, perhaps traced.

    `call` of a model is given its inputs alone, `__call__` of a loss `y_true`, `y_pred` and, by its name in Keras 2, `sample_weight`.
    """
    needed = [name for name in _required(method) if name not in GIVEN_BY_KERAS]
    if kind == "model" and method.name == "call":
        return len(needed) <= 2
    if kind != "loss" or method.name != "__call__" or method.decorators:
        return True
    by_name = any(each.name == _WEIGHT or each.kind == "**" for each in method.parameters)
    positional = [each for each in method.parameters if each.kind == "positional"]
    fits = by_name if generation == 2 else len(positional) > _MOST_GIVEN or any(each.kind == "*" for each in method.parameters)
    return fits and len(needed) <= _MOST_GIVEN + 1


_WEIGHT = "sample_weight"


def _takes_batches(kind: str, method: FunctionFact, generation: int) -> bool:
    """Whether `fit`, `evaluate` and `predict` pass batches to the method.

    A metric of a single value is updated by user code.
    """
    if not _can_be_called(kind, method, generation):
        return False
    return kind in ("layer", "model", "loss") or (kind == "metric" and len(_required(method)) > 2)


_PASS_DATA = {"train_step": frozenset({"fit"}), "test_step": frozenset({"fit", "evaluate"})}
"""The methods of a model whose arguments reach a step."""

_OTHERS = frozenset({"sample_weight", "class_weight", "validation_data", "*", "**"})
"""Arguments that add to the data of a step, or whose data may differ."""


def fitted_data(analysis: Analysis, running: ExecutionMode, cls: ClassKey, step: str) -> Value:
    """Returns the argument of a step of the class: batches of what all visible calls pass; unknown if one of them does not show it.

    Arrays arrive as tensors (`keras.src.trainers.data_adapters.array_data_adapter`).
    """
    found, passing = [], _PASS_DATA.get(step, frozenset[str]())
    for path in running.importing.users(cls.path) if passing else ():
        scopes = analysis.project.functions_mentioning(path, passing)
        for site in (each for scope in scopes for each in analysis.visible_arguments.flow(scope).calls.values()):
            model = site.receiver.cls if site.receiver is not None and site.method in passing else None
            if model is not None and cls in analysis.classes.mro(model):
                found.append(_data(analysis, path, site))
    return join_all(tuple(found)) if found else UNKNOWN


def _data(analysis: Analysis, path: str, site: CallSite) -> Value:
    x, y = site.argument(0, "x"), site.argument(1, "y")
    if any(keyword in _OTHERS for keyword, _ in site.args) or x is None:
        return UNKNOWN
    if x.kind is Kind.DATASET:
        return element_of(x)
    if y is None or y.kind is Kind.NONE:
        return UNKNOWN
    items = _batch(analysis, path, site, "x", x), _batch(analysis, path, site, "y", y)
    return Value(Kind.CONTAINER, Origin.FRESH, type="builtins.tuple", items=items, element=join_all(items))


def _batch(analysis: Analysis, path: str, site: CallSite, word: str, value: Value) -> Value:
    if value.kind not in (Kind.NUMPY, Kind.TENSOR):
        return UNKNOWN
    because = Step(analysis.project.span(path, site.at), f"Keras passes batches of `{word}` as tensors", Kind.TENSOR.value)
    return Value(Kind.TENSOR, Origin.FRESH, type="tensor", dtype=value.dtype, confidence=value.confidence, provenance=because)
