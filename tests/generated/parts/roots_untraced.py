"""Functions that TensorFlow does not trace, in the places where it looks as if it did."""

from __future__ import annotations

from tests.generated.parts.driven import Driven, begin, body, called, home, root
from tests.generated.writing.program import Driver, Fill, Program


@root(traced=False)
def _plain(program: Program, fill: Fill) -> Driven:
    scope = begin(program, home(program), takes_more=True)
    body(scope, fill)
    scope.module.add(*scope.head(scope.x))
    return called(scope, scope.name)


@root(traced=False)
def _functions_run_eagerly(program: Program, fill: Fill) -> Driven:
    scope = begin(program, home(program))
    body(scope, fill)
    scope.module.add(*scope.head(scope.x, decorators=["@tf.function"]))

    def start(driver: Driver) -> list[str]:
        driver.module.needs("import tensorflow as tf")
        return ["tf.config.run_functions_eagerly(True)"]

    program.start.append(start)
    return called(scope, scope.name)


def _through(program: Program, fill: Fill, call: str) -> Driven:
    """A function that a traced one calls by way of `tf.py_function` and the like."""
    scope = begin(program, home(program))
    given = fill(scope)
    scope.add(f"return {'np.float32' if 'numpy_function' in call else ''}({given})")
    scope.module.needs("import numpy as np")
    scope.module.add(*scope.head(scope.x))
    outer = program.names.function()
    scope.module.add("@tf.function", f"def {outer}(value):", f"    return {call.format(scope.name)}")
    return called(scope, outer)


@root(traced=False)
def _py_function(program: Program, fill: Fill) -> Driven:
    ways = (
        "tf.py_function({}, [value], tf.float32)",
        "tf.py_function(func={}, inp=[value], Tout=tf.float32)",
        "tf.py_function(lambda v: {}(v), [value], tf.float32)",
    )
    return _through(program, fill, program.pick(ways))


@root(traced=False)
def _numpy_function(program: Program, fill: Fill) -> Driven:
    return _through(program, fill, "tf.numpy_function({}, [value], tf.float32)")


@root(traced=False)
def _py_function_of_dataset(program: Program, fill: Fill) -> Driven:
    scope = begin(program, home(program))
    body(scope, fill)
    scope.module.add(*scope.head(scope.x))
    data, value = program.names.variable(), program.names.variable()

    def prepare(driver: Driver) -> list[str]:
        driver.module.needs("import tensorflow as tf")
        function = program.refer(driver.module, scope.module, scope.name)
        source = f"tf.data.Dataset.from_tensor_slices([{', '.join(program.arguments)}])"
        return [f"{data} = {source}.map(lambda e: tf.py_function({function}, [e], tf.float32))"]

    return Driven(
        prepare, turn=lambda driver: [f"print(float({value}))"], loop=lambda driver: f"for {value} in {data}:"
    )


@root(traced=False)
def _generator_source(program: Program, fill: Fill) -> Driven:
    scope = begin(program, home(program))
    given = fill(scope)
    source = program.names.function()
    values = ", ".join(f"tf.constant({each})" for each in program.arguments)
    scope.module.add(
        f"def {source}():",
        f"    for {scope.x} in ({values},):",
        *[f"        {line}" if line else line for line in [*scope.declared, *scope.lines, f"yield {given}"]],
    )
    data, value = program.names.variable(), program.names.variable()

    def prepare(driver: Driver) -> list[str]:
        driver.module.needs("import tensorflow as tf")
        function = program.refer(driver.module, scope.module, source)
        return [f"{data} = tf.data.Dataset.from_generator({function}, output_signature=tf.TensorSpec([], tf.float32))"]

    return Driven(
        prepare, turn=lambda driver: [f"print(float({value}))"], loop=lambda driver: f"for {value} in {data}:"
    )


@root(traced=False)
def _eager_map_fn(program: Program, fill: Fill) -> Driven:
    scope = begin(program, home(program))
    body(scope, fill)
    scope.module.add(*scope.head(scope.x))
    outer = program.names.function()
    scope.module.add(f"def {outer}(value):", f"    return tf.map_fn({scope.name}, tf.reshape(value, [1]))[0]")
    return called(scope, outer)


@root(traced=False)
def _overridden(program: Program, fill: Fill) -> Driven:
    """A subclass overrides a decorated method by an undecorated one."""
    from tests.generated.writing.text import Class

    module = home(program)
    module.needs("import tensorflow as tf")
    base = Class(program.names.type(), module)
    run, name = program.names.function(), program.names.variable()
    base.method("@tf.function", f"def {run}(self, value):", "    return value")
    base.finish()
    owner = Class(program.names.type(), module, base.name)
    scope = begin(program, module, owner=owner, me="self", name=run, reach=lambda driver: name)
    body(scope, fill)
    owner.method(*scope.head(f"self, {scope.x}"))
    owner.finish()

    def prepare(driver: Driver) -> list[str]:
        return [f"{name} = {program.refer(driver.module, module, owner.name)}()"]

    return Driven(prepare, lambda driver, first: f"{name}.{run}({first})")
