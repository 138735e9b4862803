"""The calls of a traced function around which what it reads is changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.generated.writing.program import Driver, Unsuited
from tests.generated.writing.text import indented

ROUNDS = 4


@dataclass(frozen=True, slots=True)
class Around:
    """The lines before the rounds, the lines that change what is read, and the call with what shows its result.

    `is_local` says that only the driver's function can see what is called or changed.
    """

    driver: Driver
    number: str
    start: list[str]
    each: list[str]
    call: list[str]
    is_local: bool = False

    def name(self) -> str:
        """A name for a variable."""
        return self.driver.program.names.variable()

    def of_module(self) -> None:
        """Raise where a function of the module cannot run a round."""
        if self.is_local or any(not line.startswith("global ") for line in self.start):
            raise Unsuited


Drive = Callable[[Around], list[str]]
DRIVES: dict[str, Drive] = {}


def _drive(function: Drive) -> Drive:
    DRIVES[function.__name__.strip("_").replace("_", "-")] = function
    return function


def _shared(around: Around) -> list[str]:
    """What has to be declared in another function."""
    return [line for line in around.each if line.startswith("global ")]


@_drive
def _call_first(around: Around) -> list[str]:
    return [*around.start, f"for {around.number} in range({ROUNDS}):", *indented([*around.call, *around.each])]


@_drive
def _change_first(around: Around) -> list[str]:
    return [*around.start, f"for {around.number} in range({ROUNDS}):", *indented([*around.each, *around.call])]


@_drive
def _while(around: Around) -> list[str]:
    head = [f"{around.number} = 0", f"while {around.number} < {ROUNDS}:"]
    return [*around.start, *head, *indented([*around.call, *around.each, f"{around.number} += 1"])]


@_drive
def _written(around: Around) -> list[str]:
    """Call, change, call."""
    return [*around.start, *around.call, f"{around.number} = 1", *around.each, *around.call]


@_drive
def _epochs(around: Around) -> list[str]:
    """A change for each epoch of several calls."""
    each = around.name()
    inner = [f"for {each} in range(2):", *indented(around.call)]
    return [*around.start, f"for {around.number} in range({ROUNDS}):", *indented([*inner, *around.each])]


@_drive
def _round_function(around: Around) -> list[str]:
    around.of_module()
    name = around.driver.program.names.function()
    lines = [*around.start, *around.call, *around.each]
    around.driver.module.add(f"def {name}({around.number}):", *indented(lines))
    each = around.name()
    return [f"for {each} in range({ROUNDS}):", f"    {name}({each})"]


@_drive
def _call_function(around: Around) -> list[str]:
    """A function that calls."""
    around.of_module()
    name = around.driver.program.names.function()
    around.driver.module.add(f"def {name}():", *indented(around.call))
    return [*around.start, f"for {around.number} in range({ROUNDS}):", *indented([f"{name}()", *around.each])]


@_drive
def _trainer(around: Around) -> list[str]:
    """A class whose method has the loop."""
    around.of_module()
    kind, run = around.driver.program.names.type(), around.driver.program.names.function()
    lines = [*around.start, f"for {around.number} in range(self.rounds):", *indented([*around.call, *around.each])]
    around.driver.module.add(
        f"class {kind}:", "    def __init__(self, rounds):", "        self.rounds = rounds", "", f"    def {run}(self):", *indented(indented(lines)),
    )  # fmt: skip
    return [f"{kind}({ROUNDS}).{run}()"]


@_drive
def _trainer_step(around: Around) -> list[str]:
    """A class with a method for the call and one for the change."""
    around.of_module()
    names = around.driver.program.names
    kind, one, two, made = names.type(), names.function(), names.function(), names.variable()
    change = [*around.start, *around.each]
    around.driver.module.add(
        f"class {kind}:", f"    def {one}(self):", *indented(indented(around.call)), "", f"    def {two}(self, {around.number}):",
        *indented(indented(change)),
    )  # fmt: skip
    return [f"{made} = {kind}()", f"for {around.number} in range({ROUNDS}):", f"    {made}.{one}()", f"    {made}.{two}({around.number})"]


@_drive
def _data(around: Around) -> list[str]:
    """A loop over data of which only the number is used."""
    each = around.name()
    head = f"for {around.number}, {each} in enumerate(tf.data.Dataset.range({ROUNDS})):"
    return [*around.start, head, *indented([*around.call, *around.each])]
