"""Notes the flags `trainable` of layers that a trace reads: Keras for a training step, and code that asks for the trainable variables.

Which variables are trained is decided when the step is traced (FACTS `keras_trainable_toggled_after_compile`).
"""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.traced.eager_runs.recording import Recorder
from tflint_autograph.traced.eager_runs.snapshots import Link, Read, snapshot
from tflint_autograph.traced.eager_runs.values import Instance, Layer, Mapping, Plain, Sequence, Value
from tflint_autograph.traced.tree.states import BY_KERAS

FLAG = "trainable"
"""The attribute of a layer."""

VARIABLES = frozenset({"trainable_variables", "trainable_weights"})
"""Attributes of a layer or model that only have the variables of layers whose flag is set."""

_MOST = 60
"""Maximum number of layers of a model whose flags are noted."""


def read_by_keras(recorder: Recorder, model: Value) -> None:
    """Notes that a training step of Keras itself reads the flags of all layers of a model."""
    for layer in _layers(model, set()):
        _note(recorder, layer, BY_KERAS, 0, ir.Name(f"{FLAG} {layer.number}"))


def read_here(recorder: Recorder, owner: Value, key: FunctionKey, ordinal: int, expr: Expr) -> None:
    """Notes that an expression of a traced function reads the flags of all layers below its owner."""
    for layer in _layers(owner, set()):
        _note(recorder, layer, key, ordinal, expr)


def _note(recorder: Recorder, layer: Instance | Layer, key: FunctionKey, ordinal: int, expr: Expr) -> None:
    told = snapshot((layer.attributes or {}).get(FLAG, Plain(True)), {})
    recorder.reads.append(Read((Link(key, ordinal, expr, layer, FLAG, told, True),), told))


def _layers(value: Value, seen: set[int]) -> Iterator[Instance | Layer]:
    """Yields the layers that a value is or has, each once, an outer one first."""
    if id(value) in seen or len(seen) > _MOST:
        return
    if isinstance(value, (Instance, Layer)):
        seen.add(id(value))
        yield value
        inner = list((value.attributes or {}).values())
    elif isinstance(value, (Sequence, Mapping)):
        held = value.items or ()
        inner = list(held.values()) if isinstance(held, dict) else list(held)
    else:
        return
    for each in inner:
        yield from _layers(each, seen)
