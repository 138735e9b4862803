"""Functions that `tf.data` traces, and strategies."""

from __future__ import annotations

from collections.abc import Callable

from tests.generated.parts.driven import Driven, begin, body, called, home, root
from tests.generated.writing.program import Driver, Fill, Program, Scope

_STRATEGIES = ("tf.distribute.get_strategy()", 'tf.distribute.OneDeviceStrategy("/cpu:0")')
_SOURCE = "tf.data.Dataset.from_tensor_slices([{}])"


def _mapped(
    program: Program, fill: Fill, pipeline: Callable[[Scope], str], *, result: str = "{}", shows: str = "float({})"
) -> Driven:
    """A function given to a dataset, `{0}` in the pipeline, by its name, as a lambda or as a method."""
    scope = begin(program, home(program), is_dropped=">" in result)
    given = fill(scope)
    scope.add(f"return {result.format(given)}")
    scope.module.add(*scope.head(scope.x))
    data, made = program.names.variable(), program.names.function()
    if program.chance(0.3):
        scope.module.add(f"def {made}(data):", f"    return {pipeline(scope).format(scope.name, 'data')}")
    else:
        made = ""

    def prepare(driver: Driver) -> list[str]:
        driver.module.needs("import tensorflow as tf")
        source = _SOURCE.format(", ".join(program.arguments))
        if made:
            return [f"{data} = {program.refer(driver.module, scope.module, made)}({source})"]
        function = program.refer(driver.module, scope.module, scope.name)
        return [f"{data} = {pipeline(scope).format(function, source)}"]

    value = program.names.variable()
    return Driven(
        prepare, turn=lambda driver: [f"print({shows.format(value)})"], loop=lambda driver: f"for {value} in {data}:"
    )


@root()
def _dataset_map(program: Program, fill: Fill) -> Driven:
    ways = (
        "{1}.map({0})",
        "{1}.map(map_func={0})",
        "{1}.map({0}, num_parallel_calls=1)",
        "{1}.map(lambda e: {0}(e))",
        "{1}.take(9).map({0}).prefetch(1)",
    )
    way = program.pick(ways)
    return _mapped(program, fill, lambda scope: way)


@root()
def _dataset_map_batched(program: Program, fill: Fill) -> Driven:
    return _mapped(program, fill, lambda scope: "{1}.batch(1).map({0})", shows="{}.numpy().tolist()")


@root()
def _dataset_filter(program: Program, fill: Fill) -> Driven:
    return _mapped(program, fill, lambda scope: "{1}.filter({0})", result="({}) > -1e9")


@root()
def _dataset_flat_map(program: Program, fill: Fill) -> Driven:
    return _mapped(program, fill, lambda scope: "{1}.flat_map({0})", result="tf.data.Dataset.from_tensors({})")


@root()
def _dataset_interleave(program: Program, fill: Fill) -> Driven:
    return _mapped(
        program, fill, lambda scope: "{1}.interleave({0}, cycle_length=1)", result="tf.data.Dataset.from_tensors({})"
    )


@root()
def _dataset_take_while(program: Program, fill: Fill) -> Driven:
    return _mapped(program, fill, lambda scope: "{1}.take_while({0})", result="({}) > -1e9")


def _folded(program: Program, fill: Fill, returned: str, pipeline: str, turn: Callable[[str], list[str]]) -> Driven:
    """A function of a state and an element."""
    scope = begin(program, home(program))
    state = program.names.variable()
    given = fill(scope)
    scope.add(f"return {returned.format(state, given)}")
    scope.module.add(*scope.head(f"{state}, {scope.x}"))
    data = program.names.variable()

    def prepare(driver: Driver) -> list[str]:
        driver.module.needs("import tensorflow as tf")
        source = _SOURCE.format(", ".join(program.arguments))
        return [f"{data} = {pipeline.format(program.refer(driver.module, scope.module, scope.name), source)}"]

    return Driven(prepare, turn=lambda driver: turn(data), loop=lambda driver: "for _ in range(1):")


@root()
def _dataset_scan(program: Program, fill: Fill) -> Driven:
    return _folded(
        program, fill, "{0} + 1.0, {0} + {1}", "{1}.scan(0.0, {0})", lambda data: [f"print([float(v) for v in {data}])"]
    )


@root()
def _dataset_reduce(program: Program, fill: Fill) -> Driven:
    return _folded(program, fill, "{0} + {1}", "{1}.reduce(0.0, {0})", lambda data: [f"print(float({data}))"])


@root()
def _strategy_run(program: Program, fill: Fill) -> Driven:
    scope = begin(program, home(program))
    body(scope, fill)
    scope.module.add(*scope.head(scope.x))
    strategy, outer = program.names.constant(), program.names.function()
    scope.module.add(f"{strategy} = {program.pick(_STRATEGIES)}")
    scope.module.add("@tf.function", f"def {outer}(value):", f"    return {strategy}.run({scope.name}, args=(value,))")
    return called(scope, outer)


@root(traced=False)
def _strategy_run_eagerly(program: Program, fill: Fill) -> Driven:
    scope = begin(program, home(program))
    body(scope, fill)
    scope.module.add(*scope.head(scope.x))
    strategy, outer = program.names.constant(), program.names.function()
    scope.module.add(f"{strategy} = tf.distribute.get_strategy()")
    scope.module.add(f"def {outer}(value):", f"    return {strategy}.run({scope.name}, args=(value,))")
    return called(scope, outer)
