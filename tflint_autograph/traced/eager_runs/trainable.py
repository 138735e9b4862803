"""Notes what a trace of a training step reads of a model: the flags `trainable` of its layers, and its optimizer.

Which variables are trained, and by what, is decided when the step is traced (FACTS `keras_trainable_toggled_after_compile`, "optimizer-after-trace").
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

SET = Plain(True)
"""The flag of a layer where code does not set it."""

OPTIMIZER = "optimizer"
"""The attribute of a model."""

_MOST = 60
"""Maximum number of layers of a model whose flags are noted."""


def read_by_keras(recorder: Recorder, model: Instance) -> None:
    """Notes that a training step of Keras itself reads the flags of all layers of a model, and its optimizer."""
    for layer in _layers(model, set()):
        _note(recorder, layer, FLAG, BY_KERAS, 0, ir.Name(f"{FLAG} {layer.number}"))
    if model.attributes is not None and OPTIMIZER in model.attributes:
        _note(recorder, model, OPTIMIZER, BY_KERAS, 0, ir.Name(f"{OPTIMIZER} {model.number}"))


def read_here(recorder: Recorder, owner: Value, key: FunctionKey, ordinal: int, expr: Expr) -> None:
    """Notes that an expression of a traced function reads the flags of all layers below its owner."""
    for layer in _layers(owner, set()):
        _note(recorder, layer, FLAG, key, ordinal, expr)


def _note(recorder: Recorder, holder: Instance | Layer, name: str, key: FunctionKey, ordinal: int, expr: Expr) -> None:
    told = snapshot((holder.attributes or {}).get(name, SET), {})
    recorder.reads.append(Read((Link(key, ordinal, expr, holder, name, told, True),), told))


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
