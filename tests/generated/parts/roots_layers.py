"""Layers and models of Keras that the project's own traced functions call, and code of Keras that is never traced."""

from __future__ import annotations

from tests.generated.parts.driven import Driven, begin, body, called, home, root
from tests.generated.parts.roots_keras import keras_class
from tests.generated.writing.program import Driver, Fill, Program, Scope
from tests.generated.writing.text import Class

_ONES = "keras.layers.Dense(1, kernel_initializer='ones')"


def _layer(program: Program, fill: Fill, base: str) -> tuple[Scope, Class]:
    scope = begin(program, home(program))
    owner = keras_class(program, scope, base)
    body(scope, fill)
    owner.method(*scope.head(f"self, {scope.x}", name="call"))
    return scope, owner


def _in_function(program: Program, scope: Scope, owner: Class, use: str) -> Driven:
    """A decorated function of the module that calls a global object of the class."""
    owner.finish()
    made, outer = program.names.constant(), program.names.function()
    scope.module.add(f"{made} = {owner.name}()")
    scope.module.add("@tf.function", f"def {outer}(value):", f"    return {use.format(made)}")
    return called(scope, outer)


@root()
def _layer_in_function(program: Program, fill: Fill) -> Driven:
    scope, owner = _layer(program, fill, "keras.layers.Layer")
    return _in_function(program, scope, owner, "tf.reduce_sum({}(tf.reshape(value, [1, 1])))")


@root()
def _model_in_function(program: Program, fill: Fill) -> Driven:
    scope, owner = _layer(program, fill, "keras.Model")
    return _in_function(program, scope, owner, "tf.reduce_sum({}(tf.reshape(value, [1, 1]), training=True))")


@root()
def _model_traced(program: Program, fill: Fill) -> Driven:
    """`tf.function(model)`, and of its `call`."""
    scope, owner = _layer(program, fill, "keras.Model")
    owner.finish()
    made, traced = program.names.constant(), program.names.function()
    scope.module.add(f"{made} = {owner.name}()")
    scope.module.add(f"{traced} = tf.function({program.pick((made, f'{made}.call'))})")
    return called(scope, traced)


@root()
def _custom_loop(program: Program, fill: Fill) -> Driven:
    """A training loop of the project: a trainer with a decorated step, a model and an optimizer."""
    scope, owner = _layer(program, fill, "keras.Model")
    owner.init.append(f"self.dense = {_ONES}")
    scope.lines[-1] = f"return self.dense({scope.lines[-1].removeprefix('return ')})"
    owner.methods[-1] = scope.head(f"self, {scope.x}", name="call")
    owner.finish()
    trainer, step, made = program.names.type(private=False), program.names.function(), program.names.variable()
    scope.module.add(
        f"class {trainer}:", "    def __init__(self):", f"        self.model = {owner.name}()",
        "        self.optimizer = keras.optimizers.SGD(0.01)", "", "    @tf.function", f"    def {step}(self, value):",
        "        with tf.GradientTape() as tape:",
        "            error = tf.reduce_mean(tf.square(self.model(tf.reshape(value, [1, 1]), training=True)))",
        "        variables = self.model.trainable_variables",
        "        self.optimizer.apply_gradients(zip(tape.gradient(error, variables), variables))", "        return error",
    )  # fmt: skip

    def prepare(driver: Driver) -> list[str]:
        return [f"{made} = {program.refer(driver.module, scope.module, trainer)}()"]

    return Driven(prepare, lambda driver, first: f"{made}.{step}({first})")


def _fitted(program: Program, fit: str, make: list[str]) -> Driven:
    model = program.names.variable()

    def prepare(driver: Driver) -> list[str]:
        driver.module.needs("import keras", "import numpy as np")
        lines = [*make, f"{model} = keras.Sequential([keras.Input([2]), {_ONES}])", f'{model}.compile("sgd", "mse")']
        return [line.replace("MODEL", model) for line in lines]

    return Driven(prepare, turn=lambda driver: [fit.replace("MODEL", model)], loop=lambda driver: "for _ in range(3):")


@root()
def _keras_test_step(program: Program, fill: Fill) -> Driven:
    scope = begin(program, home(program))
    owner = keras_class(program, scope, "keras.Model")
    owner.init.append(f"self.dense = {_ONES}")
    owner.method("def call(self, inputs):", "    return self.dense(inputs)")
    given = fill(scope)
    scope.lines[:0] = [f"{scope.x}, y = data"]
    scope.add(f'return {{"error": tf.reduce_mean(tf.square(self({given}, training=False) - y))}}')
    owner.method(*scope.head("self, data", name="test_step"))
    owner.finish()
    model = program.names.variable()

    def prepare(driver: Driver) -> list[str]:
        driver.module.needs("import keras", "import numpy as np")
        return [f"{model} = {program.refer(driver.module, scope.module, owner.name)}()", f"{model}.compile()"]

    evaluate = (
        f"print({model}.evaluate(np.ones([8, 2], np.float32), np.ones([8, 1], np.float32), batch_size=4, verbose=0))"
    )
    return Driven(prepare, turn=lambda driver: [evaluate], loop=lambda driver: "for _ in range(3):")


@root()
def _keras_regularizer(program: Program, fill: Fill) -> Driven:
    """A regularizer, which the train function calls on a weight."""
    scope = begin(program, home(program))
    owner = keras_class(program, scope, "keras.regularizers.Regularizer")
    given = fill(scope)
    scope.add(f"return 0.01 * tf.reduce_sum({given})")
    owner.method(*scope.head(f"self, {scope.x}", name="__call__"))
    owner.finish()
    here = program.refer(program.main, scope.module, owner.name)
    model = program.names.variable()

    def prepare(driver: Driver) -> list[str]:
        driver.module.needs("import keras", "import numpy as np")
        dense = f"keras.layers.Dense(1, kernel_initializer='ones', kernel_regularizer={here}())"
        return [f"{model} = keras.Sequential([keras.Input([2]), {dense}])", f'{model}.compile("sgd", "mse")']

    fit = f"print({model}.fit(np.ones([8, 2], np.float32), np.ones([8, 1], np.float32), batch_size=4, verbose=0, shuffle=False).history)"
    return Driven(prepare, turn=lambda driver: [fit], loop=lambda driver: "for _ in range(3):")


@root(traced=False)
def _keras_callback(program: Program, fill: Fill) -> Driven:
    """A callback, which runs as Python."""
    scope = begin(program, home(program))
    owner = keras_class(program, scope, "keras.callbacks.Callback")
    given = fill(scope)
    scope.lines[:0] = [f"{scope.x} = tf.constant(float(batch))"]
    scope.add(f"_ = {given}")
    owner.method(*scope.head("self, batch, logs=None", name="on_train_batch_end"))
    owner.finish()
    here = program.refer(program.main, scope.module, owner.name)
    fit = "print(MODEL.fit(np.ones([8, 2], np.float32), np.ones([8, 1], np.float32), batch_size=4, verbose=0, shuffle=False, callbacks=[CALLBACK]).history)"
    callback = program.names.variable()
    return _fitted(program, fit.replace("CALLBACK", callback), [f"{callback} = {here}()"])


@root(traced=False)
def _keras_sequence(program: Program, fill: Fill) -> Driven:
    """`__getitem__` of a `keras.utils.PyDataset`, which runs as Python."""
    scope = begin(program, home(program))
    owner = keras_class(program, scope, "keras.utils.PyDataset")
    given = fill(scope)
    scope.module.needs("import numpy as np")
    scope.lines[:0] = [f"{scope.x} = tf.constant(float(index))"]
    scope.add(f"return np.ones([4, 2], np.float32) * float({given}), np.ones([4, 1], np.float32)")
    owner.method("def __len__(self):", "    return 2")
    owner.method(*scope.head("self, index", name="__getitem__"))
    owner.finish()
    here = program.refer(program.main, scope.module, owner.name)
    source = program.names.variable()
    return _fitted(program, f"print(MODEL.fit({source}, verbose=0, shuffle=False).history)", [f"{source} = {here}()"])
