"""The code that calls a root: its loop, what it does between the calls, and where it stands."""

from __future__ import annotations

from collections.abc import Callable

from tests.generated.parts.driven import Driven
from tests.generated.writing.program import Driver, Program
from tests.generated.writing.text import indented

PLACES = ("module", "main", "main", "guarded", "class", "function")
"""Where the driver stands; `class` is a method, `function` one that `main` calls with another name."""


def drive(program: Program, driven: Driven) -> None:
    """Write the driver into the main module."""
    place = program.pick(PLACES)
    program.chosen["driver"] = place
    driver = Driver(program, program.main, place not in ("module", "guarded"), program.names.variable())
    lines = _lines(driver, driven)
    if place == "module":
        program.main.add(*lines)
    elif place == "guarded":
        program.main.add('if __name__ == "__main__":', *indented(lines))
    elif place == "class":
        _in_class(program, lines)
    else:
        name = "main" if place == "main" and program.names.claims("main") else program.names.function()
        program.entries.append(name)
        program.main.add(f"def {name}():", *indented(lines))
        program.main.add(*(['if __name__ == "__main__":', f"    {name}()"] if program.chance(0.7) else [f"{name}()"]))


def _in_class(program: Program, lines: list[str]) -> None:
    kind, run = program.names.type(), program.names.function()
    program.entries.append(run)
    program.main.add(f"class {kind}:", f"    def {run}(self):", *indented(indented(lines)))
    program.main.add('if __name__ == "__main__":', f"    {kind}().{run}()")


def _lines(driver: Driver, driven: Driven) -> list[str]:
    program = driver.program
    driver.module.needs("import tensorflow as tf")
    first = Driver(program, program.main, driver.in_function, "0")
    start = [line for action in program.start for line in action(first)]
    between = [line for action in program.between for line in action(driver)]
    lines = [*start, *driven.prepare(driver), *_calls(driver, driven, between)]
    return [*lines, *(line for action in program.finish for line in action(driver))]


def _calls(driver: Driver, driven: Driven, between: list[str]) -> list[str]:
    if driven.turn is not None and driven.loop is not None:
        turn = list(driven.turn(driver))
        counted = [f"{driver.number} += 1"] if between else []
        return [
            *([f"{driver.number} = 0"] if between else []),
            driven.loop(driver),
            *indented([*between, *turn, *counted]),
        ]
    assert driven.call is not None
    if driver.program.form is not None:
        return driver.program.form(driver, driven.call)
    return driver.program.rng.choice(_FORMS)(driver, driven.call, driven.shows, between)


Call = Callable[[Driver, str], str]


def _counted_loop(driver: Driver, call: Call, shows: str, between: list[str]) -> list[str]:
    value = driver.program.names.variable()
    values = ", ".join(driver.program.arguments)
    head = f"for {driver.number}, {value} in enumerate(({values})):" if between else f"for {value} in ({values}):"
    return [head, *indented([*between, f"print({shows.format(call(driver, f'tf.constant({value})'))})"])]


def _tensor_loop(driver: Driver, call: Call, shows: str, between: list[str]) -> list[str]:
    value, result = driver.program.names.variable(), driver.program.names.variable()
    values = ", ".join(driver.program.arguments)
    head = f"for {value} in tf.constant([{values}]):"
    lines = [f"{result} = {call(driver, value)}", f'print("result", {shows.format(result)})']
    if not between:
        return [head, *indented(lines)]
    return [f"{driver.number} = 0", head, *indented([*between, *lines, f"{driver.number} += 1"])]


def _collected(driver: Driver, call: Call, shows: str, between: list[str]) -> list[str]:
    results, value = driver.program.names.variable(), driver.program.names.variable()
    values = ", ".join(driver.program.arguments)
    if between:
        return _counted_loop(driver, call, shows, between)
    return [
        f"{results} = [{shows.format(call(driver, f'tf.constant({value})'))} for {value} in ({values})]",
        f"print({results})",
    ]


def _while(driver: Driver, call: Call, shows: str, between: list[str]) -> list[str]:
    values, result = driver.program.names.variable(), driver.program.names.variable()
    given = call(driver, f"tf.constant({values}[{driver.number}])")
    lines = [*between, f"{result} = {given}", f"print({shows.format(result)})", f"{driver.number} += 1"]
    return [
        f"{values} = [{', '.join(driver.program.arguments)}]",
        f"{driver.number} = 0",
        f"while {driver.number} < len({values}):",
        *indented(lines),
    ]


def _written_out(driver: Driver, call: Call, shows: str, between: list[str]) -> list[str]:
    lines: list[str] = []
    for number, value in enumerate(driver.program.arguments):
        lines += [*([f"{driver.number} = {number}"] if between else []), *between]
        lines.append(f"print({shows.format(call(driver, f'tf.constant({value})'))})")
    return lines


def _over_dataset(driver: Driver, call: Call, shows: str, between: list[str]) -> list[str]:
    value = driver.program.names.variable()
    head = f"for {value} in tf.data.Dataset.from_tensor_slices([{', '.join(driver.program.arguments)}]):"
    lines = [*between, f"print({shows.format(call(driver, value))})"]
    if not between:
        return [head, *indented(lines)]
    return [f"{driver.number} = 0", head, *indented([*lines, f"{driver.number} += 1"])]


_FORMS = (_counted_loop, _counted_loop, _tensor_loop, _collected, _while, _written_out, _over_dataset)
