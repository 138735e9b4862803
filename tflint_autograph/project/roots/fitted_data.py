"""Finds the data that Keras passes to the steps of a model, from the calls of `fit` and `evaluate` in the project."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflint_autograph.model.facts import ClassKey
from tflint_autograph.model.joins import join_all
from tflint_autograph.model.trace import Step
from tflint_autograph.model.values import UNKNOWN, Kind, Origin, Value
from tflint_autograph.project.values.elements import element_of

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis
    from tflint_autograph.project.execution_mode.execution_mode import ExecutionMode
    from tflint_autograph.project.values.body_result import CallSite

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
        for _, site in running.calls(path, passing):
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
