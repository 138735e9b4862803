"""The traced functions that read what is kept, and how the driver calls them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from tests.generated.parts.frozen_where import Kept
from tests.generated.writing.program import Program, Unsuited
from tests.generated.writing.text import Class, Module, indented

_SHOW = "print(float(tf.reduce_sum({})))"
_ONES = "np.ones([2, 2], np.float32)"
_PREDICT = f"print({{}}.predict({_ONES}, verbose=0).tolist())"
_FIT = f"{{}}.fit({_ONES}, np.ones([2, 1], np.float32), batch_size=1, epochs={{}}, verbose=0, shuffle=False{{}})"

Read = Callable[[Module, str, str], list[str]]
"""Gives the lines of a function in a module from its tensor to its result; a method of the object that has it spells it so."""


@dataclass
class Target:
    """A traced function: what the driver runs first, how it calls it and shows the result, and how it makes it again.

    `hooked` gives all lines of a driver where a callback makes the change.
    """

    start: list[str]
    call: list[str]
    renew: list[str] = field(default_factory=list)
    hooked: Callable[[list[str], list[str], str], list[str]] | None = None


class Targeting(Protocol):
    """Writes a traced function; `takes` is a parameter it has besides the tensor."""

    def __call__(self, program: Program, kept: Kept, *, is_renewed: bool, read: Read, takes: str) -> Target: ...


TARGETS: dict[str, Targeting] = {}


def _target(function: Targeting) -> Targeting:
    TARGETS[function.__name__.strip("_").replace("_", "-")] = function  # type: ignore[attr-defined]
    return function


def _is_own(program: Program) -> bool:
    return program.chosen.get("where") in ("own", "own-of-local")


def _called(program: Program, spelled: str, takes: str) -> list[str]:
    value = program.pick(("tf.constant(2.0)", "tf.ones([2])", "tf.constant([[1.0, 2.0]])"))
    given = {"given": ", $given", "number": ", $number"}.get(takes, "")
    call = f"{spelled}({value}{given})"
    if program.chance(0.3):
        result = program.names.variable()
        return [f"{result} = {call}", _SHOW.format(result)]
    return [_SHOW.format(call)]


def _made_with(kept: Kept, module: Module, lines: list[str], owner: Class) -> list[str]:
    """The lines, where the object reads what is kept when it is made."""
    if lines != ["<made>"]:
        return lines
    owner.init.append(f"self.gain = {kept.spell(module)}")
    owner.init.append("self.gain = 3.0 if self.gain else 2.0")
    return ["return x * self.gain"]


def _plain(kept: Kept, program: Program, lines: list[str]) -> list[str]:
    if _is_own(program) or lines == ["<made>"]:
        raise Unsuited
    return lines


@_target
def _decorated(program: Program, kept: Kept, *, is_renewed: bool, read: Read, takes: str) -> Target:
    if is_renewed:
        return _renewed(program, kept, read, takes)
    name, module = program.names.function(), kept.module
    lines = _plain(kept, program, read(module, "x", ""))
    module.add(program.pick(("@tf.function", "@tf.function", "@tf.function()", "@tf.function(autograph=True)")),
               f"def {name}({', '.join(filter(None, ('x', takes)))}):", *indented(lines))  # fmt: skip
    return Target([], _called(program, program.refer(program.main, module, name), takes))


def _renewed(program: Program, kept: Kept, read: Read, takes: str) -> Target:
    """A function of which the driver makes the traced one."""
    name, module, made = program.names.function(), kept.module, program.names.variable()
    lines = _plain(kept, program, read(module, "x", ""))
    module.add(f"def {name}({', '.join(filter(None, ('x', takes)))}):", *indented(lines))
    make = f"{made} = tf.function({program.refer(program.main, module, name)})"
    return Target([make], _called(program, made, takes), [make])


@_target
def _wrapped(program: Program, kept: Kept, *, is_renewed: bool, read: Read, takes: str) -> Target:
    if is_renewed:
        return _renewed(program, kept, read, takes)
    name, module, made = program.names.function(), kept.module, program.names.function()
    lines = _plain(kept, program, read(module, "x", ""))
    module.add(f"def {name}({', '.join(filter(None, ('x', takes)))}):", *indented(lines))
    module.add(f"{made} = tf.function({name})")
    return Target([], _called(program, program.refer(program.main, module, made), takes))


@_target
def _wrapped_by_driver(program: Program, kept: Kept, *, is_renewed: bool, read: Read, takes: str) -> Target:
    target = _renewed(program, kept, read, takes)
    target.renew = target.renew if is_renewed else []
    return target


@_target
def _method(program: Program, kept: Kept, *, is_renewed: bool, read: Read, takes: str) -> Target:
    """A method of an object; the object that has what is kept where there is one."""
    module = kept.module
    parameters = ", ".join(filter(None, ("self", "x", takes)))
    own = program.chance(0.3)
    name = "__call__" if own else program.names.function()
    if _is_own(program):
        assert kept.owner is not None
        assert kept.holder is not None
        owner = kept.owner
        lines = _made_with(kept, module, read(module, "x", kept.me), owner)
        if program.chance(0.4) and lines and not any("<" in line for line in lines):
            inner = program.names.function()
            owner.method(f"def {inner}(self, x{', ' + takes if takes else ''}):", *indented(lines))
            lines = [f"return self.{inner}(x{', ' + takes if takes else ''})"]
        owner.method("@tf.function", f"def {name}({parameters}):", *indented(lines))
        spelled = kept.holder(program.main)
        if is_renewed:
            raise Unsuited
        return Target([], _called(program, spelled if own else f"{spelled}.{name}", takes))
    kind, made = program.names.type(), program.names.variable()
    owner = Class(kind, module, init=["self.scale = 1.0"])
    lines = _made_with(kept, module, read(module, "x", ""), owner)
    owner.method("@tf.function", f"def {name}({parameters}):", *indented(lines))
    owner.finish()
    if program.chance(0.5) and not is_renewed and lines != ["return x * self.gain"]:
        module.add(f"{made} = {kind}()")
        return Target([], _called(program, program.refer(program.main, module, made) + ("" if own else f".{name}"), takes))
    make = f"{made} = {program.refer(program.main, module, kind)}()"
    return Target([make], _called(program, made if own else f"{made}.{name}", takes), [make] if is_renewed else [])


def _keras_owner(program: Program, kept: Kept, base: str) -> Class:
    if not _is_own(program):
        return Class(program.names.type(private=False), kept.module, base, init=["self.scale = 1.0"], is_keras=True)
    assert kept.owner is not None
    kept.owner.bases, kept.owner.is_keras = base, True
    return kept.owner


@_target
def _layer(program: Program, kept: Kept, *, is_renewed: bool, read: Read, takes: str) -> Target:
    """`call` of a layer in a model that predicts."""
    if takes or is_renewed or program.chosen.get("where") == "own-of-local":
        raise Unsuited
    module = kept.module
    module.needs("import keras")
    owner = _keras_owner(program, kept, "keras.layers.Layer")
    lines = _made_with(kept, module, read(module, "x", kept.me if _is_own(program) else ""), owner)
    owner.method("def call(self, x):", *indented(lines))
    model = program.names.variable()
    if _is_own(program):
        assert kept.holder is not None
        layer = kept.holder(program.main)
    else:
        owner.finish()
        layer = f"{program.refer(program.main, module, owner.name)}()"
    start = [f"{model} = keras.Sequential([{layer}])", f'{model}.compile("sgd", "mse")']
    renew = start[1:] if program.varied and "compiled anew" in str(program.varied) else []
    return Target(start, [_PREDICT.format(model)], renew)


@_target
def _train_step(program: Program, kept: Kept, *, is_renewed: bool, read: Read, takes: str) -> Target:
    """`train_step` of a model, or `call` of one that `fit` trains."""
    if takes or is_renewed:
        raise Unsuited
    module = kept.module
    module.needs("import keras")
    owner = _keras_owner(program, kept, "keras.Model")
    lines = _made_with(kept, module, read(module, "x", kept.me if _is_own(program) else ""), owner)
    owner.init.append("self.dense = keras.layers.Dense(1, kernel_initializer='ones')")
    scaled = program.names.function()
    owner.method(f"def {scaled}(self, x):", *indented(lines))
    is_custom = program.chance(0.5)
    if not is_custom:
        owner.method("def call(self, x):", f"    return self.dense(self.{scaled}(x))")
    else:
        owner.method("def call(self, x):", "    return self.dense(x)")
        owner.method(
            "def train_step(self, data):", "    x, y = data", "    with tf.GradientTape() as tape:",
            f"        loss = tf.reduce_mean(tf.square(self.{scaled}(self(x, training=True)) - y))",
            "    grads = tape.gradient(loss, self.trainable_variables)", "    self.optimizer.apply_gradients(zip(grads, self.trainable_variables))",
            '    return {"error": loss}',
        )  # fmt: skip
    compiled = "{}.compile(optimizer=keras.optimizers.SGD(0.01)" + (")" if is_custom else ', loss="mse")')
    if _is_own(program):
        assert kept.holder is not None
        model, start = kept.holder(program.main), []
    else:
        owner.finish()
        model = program.names.variable()
        start = [f"{model} = {program.refer(program.main, module, owner.name)}()"]
    start = [*start, compiled.format(model)]
    fit, names = program.names.variable(), program.names

    def hooked(first: list[str], each: list[str], number: str) -> list[str]:
        if any(line.startswith("global ") for line in first) or len(first) > len(start) + len(kept.start):
            raise Unsuited
        kind, hook = names.type(private=False), program.pick(("on_epoch_begin", "on_epoch_end"))
        own = each
        if not _is_own(program) or kept.start:
            own = each
        if program.chosen.get("where") == "own-of-local":
            own = [line.replace(model, "self.model") for line in each]
        shared = [f"global {kept.bare}"] if kept.bare and any(line.startswith(f"{kept.bare} ") for line in own) else []
        program.main.add(f"class {kind}(keras.callbacks.Callback):", f"    def {hook}(self, {number}, logs=None):", *indented(indented([*shared, *own])))
        return [*first, f"{fit} = {_FIT.format(model, 4, f', callbacks=[{kind}()]')}", f"print({fit}.history)"]

    renew = [compiled.format(model)] if "compiled anew" in str(program.varied) else []
    return Target(start, [f"{fit} = {_FIT.format(model, 1, '')}", f"print({fit}.history)"], renew, hooked)


@_target
def _dataset(program: Program, kept: Kept, *, is_renewed: bool, read: Read, takes: str) -> Target:
    """A function that a dataset maps."""
    if takes:
        raise Unsuited
    name, module, data, value = program.names.function(), kept.module, program.names.variable(), program.names.variable()
    lines = _plain(kept, program, read(module, "x", ""))
    module.add(f"def {name}(x):", *indented(lines))
    function = program.refer(program.main, module, name)
    start = [f"{data} = tf.data.Dataset.from_tensor_slices([1.0, 2.0]).map({function})"]
    return Target(start, [f"for {value} in {data}:", f"    {_SHOW.format(value)}"], start if is_renewed else [])
