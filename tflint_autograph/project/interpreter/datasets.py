"""Derives the element structure of a dataset from the code that creates it."""

from __future__ import annotations

from sys import intern
from typing import TYPE_CHECKING

from tflint_autograph.model.dtypes import of_tensor
from tflint_autograph.model.values import Kind, Origin, Value
from tflint_autograph.project.values.body_result import CallSite
from tflint_autograph.project.values.dtypes import of_value
from tflint_autograph.project.values.shapes import of_elements, with_unknown_batch_axis
from tflint_autograph.tfapi.names import canonical

if TYPE_CHECKING:
    from tflint_autograph.project.interpreter.expressions import Evaluator

_KEEPS = frozenset(
    {"batch", "padded_batch", "unbatch", "shuffle", "repeat", "prefetch", "cache", "take", "skip", "filter", "shard",
     "concatenate", "with_options", "take_while", "rebatch", "snapshot", "ignore_errors"}
)  # fmt: skip
_KEEP_APPLIED = frozenset(
    f"tensorflow.data.experimental.{name}"
    for name in ("assert_cardinality", "copy_to_device", "ignore_errors", "prefetch_to_device", "shuffle_and_repeat", "unbatch", "unique")
)
"""Factories of transformations for `apply` that do not change the elements. Any other may map them."""

_DISTRIBUTES = "experimental_distribute_dataset"
_SLICES = frozenset({"tensorflow.data.Dataset.from_tensor_slices", "tensorflow.data.Dataset.from_tensors"})

_SINGLE = frozenset(
    f"tensorflow.data.{name}"
    for name in ("Dataset.range", "Dataset.list_files", "TFRecordDataset", "TextLineDataset", "FixedLengthRecordDataset")
)
"""Factories of datasets in which each element is one tensor."""


def of_splits(run: Evaluator, site: CallSite, split: Value | None, spoken: str) -> Value:
    """Returns what TensorFlow Datasets loads for these splits: a dataset, or a list or dict of them."""
    made = Value(Kind.DATASET, Origin.FRESH, type="dataset", provenance=run.step(site.at, intern(Kind.DATASET.created_by(spoken)), Kind.DATASET))
    if split is not None and split.kind is not Kind.CONTAINER:
        return made
    word = "builtins.dict" if split is None else "builtins.list"
    return Value(Kind.CONTAINER, Origin.FRESH, type=word, element=made)


def element_of_made(site: CallSite) -> Value | None:
    """Returns the element of the dataset that a call creates, or None if it is unknown."""
    name = canonical(site.func.name) if site.func.name else ""
    first = site.argument(0, "tensors" if name in _SLICES else "datasets")
    if name in _SLICES:
        return as_element(first) if first is not None else None
    if name in _SINGLE:
        return Value(Kind.TENSOR, Origin.FRESH, type="tensor")
    if name == "tensorflow.data.Dataset.zip":
        parts = first.items if first is not None and first.items is not None else tuple(value for _, value in site.args)
        elements = [part.element for part in parts if part.element is not None]
        return _tuple(tuple(elements)) if len(elements) == len(parts) > 1 else None
    if site.method == _DISTRIBUTES:
        given = site.argument(0, "dataset")
        return given.element if given is not None else None
    if site.receiver is not None and site.receiver.kind is Kind.DATASET and _keeps(site):
        return site.receiver.element
    if site.receiver is not None and site.receiver.kind is Kind.DATASET and site.method == "enumerate":
        inner = site.receiver.element
        return _tuple((Value(Kind.TENSOR, Origin.FRESH, type="tensor"), inner)) if inner is not None else None
    return None


def _keeps(site: CallSite) -> bool:
    applied = site.argument(0, "transformation_func") if site.method == "apply" else None
    return site.method in _KEEPS or (applied is not None and canonical(applied.factory) in _KEEP_APPLIED)


def _tuple(items: tuple[Value, ...]) -> Value:
    return Value(Kind.CONTAINER, Origin.FRESH, type="builtins.tuple", items=items)


def as_element(value: Value) -> Value | None:
    """Returns a structure with each leaf replaced by a tensor, or None if the leaves are unknown."""
    if value.kind in (Kind.TENSOR, Kind.NUMPY, Kind.VARIABLE, Kind.PYTHON):
        return Value(Kind.TENSOR, Origin.FRESH, type="tensor", dtype=of_tensor(of_value(value)), provenance=value.provenance)
    if value.kind is not Kind.CONTAINER:
        return None
    if value.type == "builtins.tuple" and value.items is not None:
        items = tuple(as_element(item) for item in value.items)
        known = tuple(item for item in items if item is not None)
        return _tuple(known) if len(known) == len(items) else None
    if value.type == "builtins.dict":
        return Value(Kind.CONTAINER, Origin.FRESH, type="builtins.dict", element=Value(Kind.TENSOR, Origin.FRESH, type="tensor"))
    if value.type == "builtins.list":
        return Value(Kind.TENSOR, Origin.FRESH, type="tensor", dtype=of_tensor(of_value(value)))
    return None


def with_element(dataset: Value, site: CallSite) -> Value:
    """Returns the dataset with its element structure."""
    axes, element = of_elements(site), element_of_made(site)
    return dataset._replace(element=element and with_unknown_batch_axis(element, axes), unknown_axes=axes)
