"""What Keras traces under `fit`, `evaluate` and `predict`."""

from __future__ import annotations

from collections.abc import Sequence

from tests.generated.parts.driven import Driven, begin, body, home, root
from tests.generated.writing.program import Driver, Fill, Program, Scope
from tests.generated.writing.text import Class

_FIT = "print({}.fit(np.ones([8, 2], np.float32), np.ones([8, 1], np.float32), batch_size=4, epochs=1, verbose=0, shuffle=False).history)"
_EVALUATE = "print({}.evaluate(np.ones([8, 2], np.float32), np.ones([8, 1], np.float32), batch_size=4, verbose=0))"
_PREDICT = "print({}.predict(np.ones([4, 2], np.float32), verbose=0).tolist())"


def _driven(program: Program, model: str, make: Sequence[str], compiled: str, turn: str) -> Driven:
    """A model of this name that is made by these lines, compiled and run; MODEL stands for it in them."""

    def prepare(driver: Driver) -> list[str]:
        driver.module.needs("import keras", "import numpy as np")
        return [
            *[line.replace("MODEL", model) for line in make],
            *([compiled.replace("MODEL", model)] if compiled else []),
        ]

    def turns(driver: Driver) -> list[str]:
        return [turn.format(model)]

    return Driven(prepare, turn=turns, loop=lambda driver: "for _ in range(3):")


def _model(scope: Scope, way: str = "") -> str:
    """The name of a model, by which the driver reaches the object of the scope in this way, if any."""
    scope.module.needs("import keras")
    name = scope.program.names.variable()
    if way:
        scope.reach = lambda driver: way.format(name)
    return name


def keras_class(program: Program, scope: Scope, base: str) -> Class:
    """A class of Keras, of which the scope is a method."""
    scope.module.needs("import keras")
    owner = Class(program.names.type(private=False), scope.module, base, is_keras=True)
    scope.owner, scope.me, scope.is_converted = owner, "self", False
    return owner


@root()
def _keras_layer(program: Program, fill: Fill) -> Driven:
    scope = begin(program, home(program))
    model = _model(scope, "{}.layers[0]")
    owner = keras_class(program, scope, "keras.layers.Layer")
    body(scope, fill)
    owner.method(*scope.head(f"self, {scope.x}", name="call"))
    owner.finish()
    here = program.refer(program.main, scope.module, owner.name)
    make = [f"MODEL = keras.Sequential([{here}(), keras.layers.Dense(1, kernel_initializer='ones')])"]
    return _driven(
        program,
        model,
        make,
        'MODEL.compile(optimizer="sgd", loss="mse")',
        program.pick((_FIT, _FIT, _EVALUATE, _PREDICT)),
    )


@root()
def _keras_layer_functional(program: Program, fill: Fill) -> Driven:
    scope = begin(program, home(program))
    model = _model(scope, "{}.layers[1]")
    owner = keras_class(program, scope, "keras.layers.Layer")
    body(scope, fill)
    owner.method(*scope.head(f"self, {scope.x}", name="call"))
    owner.finish()
    here = program.refer(program.main, scope.module, owner.name)
    inputs = program.names.variable()
    make = [
        f"{inputs} = keras.Input([2])",
        f"MODEL = keras.Model({inputs}, keras.layers.Dense(1, kernel_initializer='ones')({here}()({inputs})))",
    ]
    return _driven(program, model, make, 'MODEL.compile("sgd", "mse")', program.pick((_FIT, _EVALUATE, _PREDICT)))


@root()
def _keras_model(program: Program, fill: Fill) -> Driven:
    scope = begin(program, home(program))
    model = _model(scope, "{}")
    owner = keras_class(program, scope, "keras.Model")
    given = fill(scope)
    owner.init.append("self.dense = keras.layers.Dense(1, kernel_initializer='ones')")
    scope.add(f"return self.dense({given})")
    owner.method(*scope.head(f"self, {scope.x}", name="call"))
    owner.finish()
    here = program.refer(program.main, scope.module, owner.name)
    return _driven(
        program, model, [f"MODEL = {here}()"], 'MODEL.compile("sgd", "mse")', program.pick((_FIT, _EVALUATE, _PREDICT))
    )


@root()
def _keras_train_step(program: Program, fill: Fill) -> Driven:
    scope = begin(program, home(program))
    model = _model(scope, "{}")
    owner = keras_class(program, scope, "keras.Model")
    owner.init += [
        "self.dense = keras.layers.Dense(1, kernel_initializer='ones')",
        "self.tracker = keras.metrics.Mean()",
    ]
    owner.method("def call(self, inputs):", "    return self.dense(inputs)")
    given = fill(scope)
    scope.lines[:0] = [f"{scope.x}, y = data"]
    scope.add(
        "with tf.GradientTape() as tape:", f"    error = tf.reduce_mean(tf.square(self({given}, training=True) - y))",
        "grads = tape.gradient(error, self.trainable_variables)",
        "self.optimizer.apply_gradients(zip(grads, self.trainable_variables))", "self.tracker.update_state(error)",
        'return {"error": self.tracker.result()}',
    )  # fmt: skip
    owner.method(*scope.head("self, data", name="train_step"))
    owner.finish()
    here = program.refer(program.main, scope.module, owner.name)
    return _driven(program, model, [f"MODEL = {here}()"], 'MODEL.compile(optimizer="sgd")', _FIT)


@root()
def _keras_predict_step(program: Program, fill: Fill) -> Driven:
    scope = begin(program, home(program))
    model = _model(scope, "{}")
    owner = keras_class(program, scope, "keras.Model")
    owner.init.append("self.dense = keras.layers.Dense(1, kernel_initializer='ones')")
    owner.method("def call(self, inputs):", "    return self.dense(inputs)")
    given = fill(scope)
    scope.lines[:0] = [f"{scope.x} = data[0] if isinstance(data, tuple) else data"]
    scope.add(f"return self({given}, training=False)")
    owner.method(*scope.head("self, data", name="predict_step"))
    owner.finish()
    here = program.refer(program.main, scope.module, owner.name)
    return _driven(program, model, [f"MODEL = {here}()"], "", _PREDICT)


def _loss(program: Program, scope: Scope, fill: Fill) -> None:
    given = fill(scope)
    scope.add(f"return tf.reduce_mean(tf.square({given} - y_true), axis=-1)")


@root()
def _keras_loss_function(program: Program, fill: Fill) -> Driven:
    scope = begin(program, home(program), is_converted=False)
    model = _model(scope)
    _loss(program, scope, fill)
    scope.module.add(*scope.head(f"y_true, {scope.x}"))
    here = program.refer(program.main, scope.module, scope.name)
    make = ["MODEL = keras.Sequential([keras.Input([2]), keras.layers.Dense(1, kernel_initializer='ones')])"]
    return _driven(program, model, make, f'MODEL.compile("sgd", loss={here})', program.pick((_FIT, _EVALUATE)))


@root()
def _keras_loss_class(program: Program, fill: Fill) -> Driven:
    scope = begin(program, home(program))
    model = _model(scope, "{}.loss")
    owner = keras_class(program, scope, "keras.losses.Loss")
    _loss(program, scope, fill)
    owner.method(*scope.head(f"self, y_true, {scope.x}", name="call"))
    owner.finish()
    here = program.refer(program.main, scope.module, owner.name)
    make = ["MODEL = keras.Sequential([keras.Input([2]), keras.layers.Dense(1, kernel_initializer='ones')])"]
    return _driven(
        program, model, make, f'MODEL.compile(optimizer="sgd", loss={here}())', program.pick((_FIT, _EVALUATE))
    )


@root()
def _keras_metric_function(program: Program, fill: Fill) -> Driven:
    scope = begin(program, home(program), is_converted=False)
    model = _model(scope)
    _loss(program, scope, fill)
    scope.module.add(*scope.head(f"y_true, {scope.x}"))
    here = program.refer(program.main, scope.module, scope.name)
    make = ["MODEL = keras.Sequential([keras.Input([2]), keras.layers.Dense(1, kernel_initializer='ones')])"]
    return _driven(
        program, model, make, f'MODEL.compile("sgd", "mse", metrics=[{here}])', program.pick((_FIT, _EVALUATE))
    )


@root()
def _keras_metric_class(program: Program, fill: Fill) -> Driven:
    scope = begin(program, home(program))
    model = _model(scope)
    owner = keras_class(program, scope, "keras.metrics.Metric")
    owner.init.append('self.sum = self.add_weight(name="sum", initializer="zeros")')
    given = fill(scope)
    scope.add(f"self.sum.assign_add(tf.reduce_mean({given}))")
    owner.method(*scope.head(f"self, y_true, {scope.x}", name="update_state").copy())
    owner.methods[-1][0] = owner.methods[-1][0].replace("):", ", sample_weight=None):")
    owner.method("def result(self):", "    return self.sum")
    owner.finish()
    here = program.refer(program.main, scope.module, owner.name)
    make = ["MODEL = keras.Sequential([keras.Input([2]), keras.layers.Dense(1, kernel_initializer='ones')])"]
    return _driven(
        program, model, make, f'MODEL.compile("sgd", "mse", metrics=[{here}()])', program.pick((_FIT, _EVALUATE))
    )


@root()
def _keras_lambda(program: Program, fill: Fill) -> Driven:
    scope = begin(program, home(program), is_converted=False)
    model = _model(scope)
    body(scope, fill)
    scope.module.add(*scope.head(scope.x))
    here = program.refer(program.main, scope.module, scope.name)
    make = [
        f"MODEL = keras.Sequential([keras.Input([2]), keras.layers.Lambda({here}), keras.layers.Dense(1, kernel_initializer='ones')])"
    ]
    return _driven(program, model, make, 'MODEL.compile("sgd", "mse")', program.pick((_FIT, _PREDICT)))


@root()
def _keras_activation(program: Program, fill: Fill) -> Driven:
    scope = begin(program, home(program), is_converted=False)
    model = _model(scope)
    body(scope, fill)
    scope.module.add(*scope.head(scope.x))
    here = program.refer(program.main, scope.module, scope.name)
    make = [f"MODEL = keras.Sequential([keras.Input([2]), keras.layers.Dense(1, activation={here})])"]
    return _driven(program, model, make, 'MODEL.compile("sgd", "mse")', program.pick((_FIT, _PREDICT)))


@root()
def _keras_schedule(program: Program, fill: Fill) -> Driven:
    scope = begin(program, home(program))
    model = _model(scope)
    owner = keras_class(program, scope, "keras.optimizers.schedules.LearningRateSchedule")
    owner.bases = "keras.optimizers.schedules.LearningRateSchedule"
    given = fill(scope)
    scope.lines[:0] = [f"{scope.x} = tf.cast(step, tf.float32)"]
    scope.add(f"return 0.01 + 0.001 * tf.sin({given})")
    owner.method(*scope.head("self, step", name="__call__"))
    owner.finish()
    here = program.refer(program.main, scope.module, owner.name)
    make = ["MODEL = keras.Sequential([keras.Input([2]), keras.layers.Dense(1, kernel_initializer='ones')])"]
    return _driven(program, model, make, f"MODEL.compile(keras.optimizers.SGD({here}()), 'mse')", _FIT)


@root(traced=False)
def _keras_run_eagerly(program: Program, fill: Fill) -> Driven:
    scope = begin(program, home(program))
    model = _model(scope, "{}")
    owner = keras_class(program, scope, "keras.Model")
    given = fill(scope)
    owner.init.append("self.dense = keras.layers.Dense(1, kernel_initializer='ones')")
    scope.add(f"return self.dense({given})")
    owner.method(*scope.head(f"self, {scope.x}", name="call"))
    owner.finish()
    here = program.refer(program.main, scope.module, owner.name)
    return _driven(program, model, [f"MODEL = {here}()"], 'MODEL.compile("sgd", "mse", run_eagerly=True)', _FIT)


@root(traced=False)
def _keras_called(program: Program, fill: Fill) -> Driven:
    """A model that eager code calls, and nothing else."""
    scope = begin(program, home(program))
    owner = keras_class(program, scope, "keras.Model")
    body(scope, fill)
    owner.method(*scope.head(f"self, {scope.x}", name="call"))
    owner.finish()
    model = program.names.variable()

    def prepare(driver: Driver) -> list[str]:
        driver.module.needs("import tensorflow as tf")
        return [f"{model} = {program.refer(driver.module, scope.module, owner.name)}()"]

    return Driven(prepare, lambda driver, first: f"{model}({first})")
