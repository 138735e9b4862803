"""Keras models in an eager run: what `compile`, `fit`, `evaluate` and `predict` run, how often, and what callbacks do in between."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

from tflint_autograph.model.body import At
from tflint_autograph.model.facts import ClassKey
from tflint_autograph.project.mutation.run_order import RETRACING
from tflint_autograph.traced.eager_runs.constants import Choice
from tflint_autograph.traced.eager_runs.trainable import OPTIMIZER, read_by_keras
from tflint_autograph.traced.eager_runs.values import (
    NONE,
    OPAQUE,
    Array,
    Dataset,
    Frame,
    Function,
    Given,
    Instance,
    Layer,
    Mapping,
    Plain,
    Sequence,
    Value,
    argument_at,
    is_same_constant,
    number,
)

if TYPE_CHECKING:
    from tflint_autograph.traced.eager_runs.calling import Run

EPOCHS = 4
"""Maximum number of epochs that are run: more than a choice has."""

BATCHES = 2
"""Number of batches of each epoch."""

_STEPS = {
    "fit": "train_step", "train_on_batch": "train_step", "evaluate": "test_step", "test_on_batch": "test_step",
    "predict": "predict_step", "predict_on_batch": "predict_step",
}  # fmt: skip
"""The methods of a model that run it, with what they trace."""

_COMPILED = (OPTIMIZER, "loss", "loss_weights", "metrics")
"""The first parameters of `compile` (`keras.src.trainers.trainer.Trainer.compile`)."""

METHODS = frozenset({*_STEPS, *RETRACING, "add", "get_layer"})

INHERITED = METHODS | {"__init__"}
"""Methods of Keras that a method of a class calls which overrides it."""

_SEQUENTIAL = "Sequential"


def made(name: str, given: Given) -> Value | None:
    """Returns the model, layer or optimizer of Keras itself that a call makes, or None."""
    layer = _made(name, given)
    if isinstance(layer, Instance) and layer.attributes is not None and "name" in given[1]:
        layer.attributes["name"] = given[1]["name"]
    return layer


def _made(name: str, given: Given) -> Instance | Array | None:
    args, named = given
    package, _, last = name.rpartition(".")
    if last == _SEQUENTIAL and package.endswith(("keras", "models")):
        return _model(name, argument_at(args, named, 0, "layers", Sequence("list", [])))
    if last == "Model" and package.endswith(("keras", "models")):
        outputs = argument_at(args, named, 1, "outputs")
        layers: list[Value] = list(outputs.layers) if isinstance(outputs, Array) else []
        return _model(name, Sequence("list", layers))
    if last == "Input" and package.endswith("keras"):
        return Array("tensor", None, "")
    if ".applications." in name and last[:1].isupper():
        # Which layers it has is not known: one stands for all.
        return _model(name, Sequence("list", [Layer()]))
    if ".layers." in name or ".optimizers." in name:
        return Instance(ClassKey("", name), None)
    return None


def _model(name: str, layers: Value) -> Instance:
    held = Sequence("list", list(layers.items)) if isinstance(layers, Sequence) and layers.items is not None else OPAQUE
    return Instance(ClassKey("", name), None, {"layers": held})


def method(run: Run, owner: Instance, name: str, given: Given, frame: Frame, at: At) -> Value:
    """Returns what a method of a model gives that Keras defines."""
    args, named = given
    if name == "__init__":
        _initialised(run, owner, argument_at(args, named, 0, "layers"))
        return NONE
    if name in RETRACING:
        run.renew(owner)
        if owner.attributes is not None:
            said = {OPTIMIZER: Plain("rmsprop"), **dict(zip(_COMPILED, args, strict=False)), **named}
            owner.attributes |= {f"<{word}>": value for word, value in said.items() if word in ("loss", "metrics")}
            # Both are attributes of the model from then on (`keras.src.trainers.trainer.Trainer.compile`).
            owner.attributes |= {word: value for word, value in said.items() if word in (OPTIMIZER, "loss")}
        return NONE
    if name == "add":
        layers = owner.attributes.get("layers") if owner.attributes is not None else None
        if isinstance(layers, Sequence) and layers.items is not None and args:
            layers.items.append(args[0])
        return NONE
    if name == "get_layer":
        return _layer(owner, argument_at(args, named, 0, "name", NONE), named.get("index", NONE))
    step, data = _STEPS[name], argument_at(args, named, 0, "x")
    if name != "fit":
        for _ in range(BATCHES):
            _ran(run, owner, step, data, frame, at)
        return OPAQUE
    epochs = number(argument_at(args, named, 3, "epochs", Plain(1)))
    callbacks = [each for each in _items(named.get("callbacks", OPAQUE)) if isinstance(each, Instance | Choice)]
    for each in callbacks:
        for one in _alternatives(each):
            run.set_attribute(one, "model", owner)
    _told(run, callbacks, ("on_train_begin",), None, frame, at)
    total = epochs if isinstance(epochs, int) else None
    for epoch in range(min(total, EPOCHS) if total is not None else EPOCHS):
        with run.iterating(None, frame.key.path, at, epoch, total, is_open=total is None):
            _told(run, callbacks, ("on_epoch_begin",), epoch, frame, at)
            for batch in range(BATCHES):
                _told(run, callbacks, ("on_batch_begin", "on_train_batch_begin"), batch, frame, at)
                _ran(run, owner, step, data, frame, at)
                _told(run, callbacks, ("on_batch_end", "on_train_batch_end"), batch, frame, at)
            _told(run, callbacks, ("on_epoch_end",), epoch, frame, at)
    _told(run, callbacks, ("on_train_end",), None, frame, at)
    return OPAQUE


def _initialised(run: Run, model: Instance, layers: Value) -> None:
    """Runs the constructor of Keras for an object of a class that derives from a model."""
    is_sequential = any(name.rpartition(".")[2] == _SEQUENTIAL for name in run.analysis.classes.external(model.cls)) if model.cls.path else False
    if is_sequential and model.attributes is not None and isinstance(layers, Sequence):
        model.attributes["layers"] = layers.with_items(list(layers.items) if layers.items is not None else None)


def _layer(model: Instance, name: Value, index: Value) -> Value:
    """Returns the layer of a model that has a name or an index, if it is known."""
    layers = _items((model.attributes or {}).get("layers", OPAQUE))
    place = number(index)
    if isinstance(place, int) and -len(layers) <= place < len(layers):
        return layers[place]
    named = (each for each in layers if isinstance(each, (Instance, Layer)) and is_same_constant((each.attributes or {}).get("name", NONE), name))
    return next(named, OPAQUE)


def _items(value: Value) -> list[Value]:
    return list(value.items) if isinstance(value, Sequence) and value.items is not None else []


def _alternatives(value: Instance | Choice) -> tuple[Value, ...]:
    """Returns the objects of which one is meant: those of a choice, or the object itself."""
    return value.values if isinstance(value, Choice) else (value,)


def _told(run: Run, callbacks: list[Instance | Choice], hooks: tuple[str, ...], place: int | None, frame: Frame, at: At) -> None:
    """Calls the hooks that callbacks of the project define: of several, of which one is passed, those of each."""
    given: list[Value] = [] if place is None else [Plain(place)]
    for one in callbacks:
        for each in _alternatives(one):
            for hook in hooks if isinstance(each, Instance) else ():
                if isinstance(each, Instance) and run.method(each.cls, hook) is not None:
                    with run.doubting() if isinstance(one, Choice) else nullcontext():
                        run.call(run.attribute(each, hook, frame), ([*given, Mapping(None)], {}), frame, at)


def _ran(run: Run, model: Instance, step: str, data: Value, frame: Frame, at: At) -> None:
    """Runs one batch, of which only the first one is traced."""
    if isinstance(data, Dataset):
        run.iterated(data, frame, at)
    run.trace((step, id(model)), model, (), lambda: _stepped(run, model, step, frame, at))


def _stepped(run: Run, model: Instance, step: str, frame: Frame, at: At) -> Value:
    """Runs what Keras traces for a batch."""
    batch = Sequence("tuple", [Array("tensor", None, ""), Array("tensor", None, "")])
    if run.method(model.cls, step) is not None:
        return run.call(run.attribute(model, step, frame), ([batch], {}), frame, at)
    if step == "train_step" and run.recorder is not None:
        read_by_keras(run.recorder, model)
    forward(run, model, frame, at)
    if step != "predict_step" and model.attributes is not None:
        for each in (*_each(model.attributes.get("<loss>", NONE)), *_each(model.attributes.get("<metrics>", NONE))):
            if isinstance(each, Function):
                run.call(each, (list(batch.items or ()), {}), frame, at)
            elif isinstance(each, Instance) and run.method(each.cls, "call") is not None:
                run.call(run.attribute(each, "call", frame), (list(batch.items or ()), {}), frame, at)
    return NONE


def _each(value: Value) -> list[Value]:
    """Returns the losses or metrics that are given alone, in a list, or by the name of an output."""
    if isinstance(value, Mapping):
        return [one for each in (value.items or {}).values() for one in _each(each)]
    return [one for each in _items(value) for one in _each(each)] if isinstance(value, Sequence) else [value]


def forward(run: Run, layer: Instance, frame: Frame, at: At, given: Given | None = None) -> Value:
    """Runs a layer or model for a batch: its `call`, or its layers one after the other."""
    if run.method(layer.cls, "call") is not None:
        return run.call(run.attribute(layer, "call", frame), given or ([Array("tensor", None, "")], {}), frame, at)
    for each in _items(layer.attributes.get("layers", OPAQUE)) if layer.attributes is not None else ():
        if isinstance(each, Instance):
            forward(run, each, frame, at)
    return Array("tensor", None, "")


def called(run: Run, layer: Instance, given: Given, frame: Frame, at: At) -> Value:
    """Returns what a layer or model gives for its arguments: a tensor that remembers the layers it went through."""
    value = forward(run, layer, frame, at, given) if run.recorder is not None or not _through_symbolic(given) else OPAQUE
    return _behind(given, layer) if isinstance(value, Array) or value is OPAQUE else value


def passed(given: Given, layer: Layer) -> Value:
    """Returns what a layer that runs no code of the project gives: a symbolic tensor remembers the layers that it went through."""
    return _behind(given, layer) if _through_symbolic(given) else OPAQUE


def _behind(given: Given, layer: Instance | Layer) -> Array:
    """Returns a tensor that went through a layer, and through those that the arguments went through."""
    return Array("tensor", None, "", layers=(*(one for each in given[0] if isinstance(each, Array) for one in each.layers), layer))


def _through_symbolic(given: Given) -> bool:
    """Whether an argument may be a symbolic tensor of a functional model."""
    return any(isinstance(each, Array) and each.shape is None and not each.dtype for each in given[0])
