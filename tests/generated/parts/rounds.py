"""What calls something in rounds: loops, comprehensions, functions called again, a class that trains."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from tests.generated.writing.program import Driver, Program, Unsuited
from tests.generated.writing.text import indented

COUNT = 6


@dataclass(frozen=True, slots=True)
class Turn:
    """A round: the name of what it goes over, the lines before the rounds, those around the call, the call and the name of its result.

    `items` is what the rounds go over; it is empty for numbers. `is_local` says that only the driver's function can see what is called.
    """

    program: Program
    driver: Driver
    number: str
    items: str
    start: tuple[str, ...]
    each: tuple[str, ...]
    call: str
    after: tuple[str, ...]
    result: str
    is_local: bool = False

    @property
    def over(self) -> str:
        """What the rounds go over."""
        return self.items or f"range({COUNT})"

    @property
    def body(self) -> list[str]:
        """The lines of a round."""
        return [*self.each, f"{self.result} = {self.call}", *self.after]

    def name(self) -> str:
        """A name for a variable."""
        return self.program.names.variable()

    def is_one_call(self, *, of_module: bool = False) -> None:
        """Raise where a round is more than its call, or, `of_module`, where it reads names of the driver's function."""
        if self.each or self.after or (of_module and (self.start or self.is_local)):
            raise Unsuited


Round = Callable[[Turn], list[str]]
ROUNDS: dict[str, Round] = {}


def _round(function: Round) -> Round:
    ROUNDS[function.__name__.strip("_").replace("_", "-")] = function
    return function


@_round
def _for(turn: Turn) -> list[str]:
    return [*turn.start, f"for {turn.number} in {turn.over}:", *indented(turn.body)]


@_round
def _for_enumerate(turn: Turn) -> list[str]:
    return [*turn.start, f"for {turn.name()}, {turn.number} in enumerate({turn.over}):", *indented(turn.body)]


@_round
def _for_zip(turn: Turn) -> list[str]:
    return [*turn.start, f"for {turn.name()}, {turn.number} in zip('abcdef', {turn.over}):", *indented(turn.body)]


@_round
def _nested_for(turn: Turn) -> list[str]:
    return [
        *turn.start, f"for {turn.name()} in range(2):", *indented([f"for {turn.number} in {turn.over}:", *indented(turn.body)]),
    ]  # fmt: skip


@_round
def _while(turn: Turn) -> list[str]:
    if turn.items:
        values, place = turn.name(), turn.name()
        head = [f"{values} = list({turn.items})", f"{place} = 0", f"while {place} < len({values}):"]
        return [*turn.start, *head, *indented([f"{turn.number} = {values}[{place}]", *turn.body, f"{place} += 1"])]
    head = [f"{turn.number} = 0", f"while {turn.number} < {COUNT}:"]
    return [*turn.start, *head, *indented([*turn.body, f"{turn.number} += 1"])]


@_round
def _while_true(turn: Turn) -> list[str]:
    if turn.items:
        raise Unsuited
    last = [f"{turn.number} += 1", f"if {turn.number} == {COUNT}:", "    break"]
    return [*turn.start, f"{turn.number} = 0", "while True:", *indented([*turn.body, *last])]


@_round
def _iterator(turn: Turn) -> list[str]:
    source = turn.name()
    lines = [f"{turn.number} = next({source}, None)", f"if {turn.number} is None:", "    break", *turn.body]
    return [*turn.start, f"{source} = iter({turn.over})", "while True:", *indented(lines)]


@_round
def _comprehension(turn: Turn) -> list[str]:
    turn.is_one_call()
    return [*turn.start, f"{turn.result} = [{turn.call} for {turn.number} in {turn.over}]"]


@_round
def _generator(turn: Turn) -> list[str]:
    turn.is_one_call()
    return [*turn.start, f"{turn.result} = sum(float({turn.call}) for {turn.number} in {turn.over})"]


@_round
def _map(turn: Turn) -> list[str]:
    turn.is_one_call()
    return [*turn.start, f"{turn.result} = list(map(lambda {turn.number}: {turn.call}, {turn.over}))"]


@_round
def _indexed(turn: Turn) -> list[str]:
    values, place = turn.name(), turn.name()
    head = [f"{values} = list({turn.over})", f"for {place} in range(len({values})):"]
    return [*turn.start, *head, *indented([f"{turn.number} = {values}[{place}]", *turn.body])]


@_round
def _dict_items(turn: Turn) -> list[str]:
    table, key = turn.name(), turn.name()
    head = [f"{table} = {{str({key}): {turn.number} for {key}, {turn.number} in enumerate({turn.over})}}"]
    return [*turn.start, *head, f"for {key}, {turn.number} in {table}.items():", *indented(turn.body)]


@_round
def _written(turn: Turn) -> list[str]:
    turn.is_one_call()
    if turn.items:
        raise Unsuited
    words = [re.sub(rf"\b{turn.number}\b", str(number), turn.call) for number in range(4)]
    return [*turn.start, *(f"{turn.result} = {word}" for word in words)]


@_round
def _assigned(turn: Turn) -> list[str]:
    """Written out, with the value bound anew before each call."""
    if turn.items:
        raise Unsuited
    lines = list(turn.start)
    for number in range(4):
        lines += [f"{turn.number} = {number}", *turn.body]
    return lines


@_round
def _epochs(turn: Turn) -> list[str]:
    """A function that runs one round, which a loop calls."""
    if turn.start or turn.is_local:
        raise Unsuited
    name = turn.program.names.function()
    turn.program.main.add(f"def {name}({turn.number}):", *indented([*turn.body, f"return {turn.result}"]))
    each = turn.name()
    return [f"for {each} in {turn.over}:", f"    {name}({each})"]


@_round
def _recursion(turn: Turn) -> list[str]:
    if turn.start or turn.is_local or turn.items:
        raise Unsuited
    name = turn.program.names.function()
    lines = [f"if {turn.number} == 0:", "    return", *turn.body, f"{name}({turn.number} - 1)"]
    turn.program.main.add(f"def {name}({turn.number}):", *indented(lines))
    return [f"{name}({COUNT})"]


@_round
def _fed(turn: Turn) -> list[str]:
    """A generator function that gives what the rounds go over."""
    if turn.start or turn.is_local:
        raise Unsuited
    name, each = turn.program.names.function(), turn.name()
    turn.program.main.add(f"def {name}():", f"    for {each} in {turn.over}:", f"        yield {each}")
    return [f"for {turn.number} in {name}():", *indented(turn.body)]


@_round
def _loop_of_helper(turn: Turn) -> list[str]:
    """A function that loops over what it is given."""
    if turn.is_local:
        raise Unsuited
    name, values = turn.program.names.function(), turn.name()
    given = turn.items if not turn.start else ""
    head = f"for {turn.number} in {values}:" if given else f"for {turn.number} in {turn.items or f'range({values})'}:"
    parameters = "" if turn.items and not given else values
    turn.program.main.add(f"def {name}({parameters}):", *indented([*turn.start, head, *indented(turn.body)]))
    return [f"{name}({given if given else '' if turn.items else COUNT})"]


@_round
def _fit(turn: Turn) -> list[str]:
    """A class that trains: the loop is in a method."""
    if turn.is_local:
        raise Unsuited
    kind, count, run = turn.program.names.type(), turn.name(), turn.program.names.function()
    over = turn.items or f"range({count})"
    lines = [*turn.start, f"for {turn.number} in {over}:", *indented([*turn.body, f"self.last = {turn.result}"])]
    turn.program.main.add(
        f"class {kind}:", "    def __init__(self):", "        self.last = None", "", f"    def {run}(self, {count}):",
        *indented(indented(lines)),
    )  # fmt: skip
    return [f"{kind}().{run}({COUNT})"]


@_round
def _one_epoch(turn: Turn) -> list[str]:
    """A class with a method for one round, which another one calls in a loop."""
    if turn.start or turn.is_local:
        raise Unsuited
    names = turn.program.names
    kind, one, run, each = names.type(), names.function(), names.function(), turn.name()
    turn.program.main.add(
        f"class {kind}:", f"    def {one}(self, {turn.number}):", *indented(indented([*turn.body, f"return {turn.result}"])), "",
        f"    def {run}(self):", f"        for {each} in {turn.over}:", f"            self.{one}({each})",
    )  # fmt: skip
    return [f"{kind}().{run}()"]
