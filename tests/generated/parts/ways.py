"""The ways of a value to the call of a traced function, and the functions around a call."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from tests.generated.parts.rounds import Turn
from tests.generated.writing.program import Unsuited
from tests.generated.writing.text import indented

Spell = Callable[[str, str], str]
"""Writes a call with the expression of the value and the form: `plain`, `keyword`, `partial`, `star` or `items`."""


@dataclass(frozen=True, slots=True)
class Passing:
    """A round whose call is still to be written, the expression of the value, and what writes the call."""

    turn: Turn
    value: str
    spell: Spell

    def called(self, value: str = "", form: str = "plain", each: tuple[str, ...] = (), start: tuple[str, ...] = ()) -> Turn:
        """The round with the call, and with these lines before it and before the rounds."""
        turn = self.turn
        return replace(turn, call=self.spell(value or self.value, form), each=(*turn.each, *each), start=(*turn.start, *start))

    def through(self, call: str, start: tuple[str, ...] = ()) -> Turn:
        """The round with the call of something of the module, which calls the traced function."""
        if self.turn.is_local:
            raise Unsuited
        return replace(self.turn, call=call, start=(*self.turn.start, *start))


Way = Callable[[Passing], Turn]
PASSED: dict[str, Way] = {}
ENCLOSED: dict[str, Callable[[Turn], Turn]] = {}


def _way(function: Way) -> Way:
    PASSED[function.__name__.strip("_").replace("_", "-")] = function
    return function


@_way
def _directly(passing: Passing) -> Turn:
    return passing.called()


@_way
def _by_keyword(passing: Passing) -> Turn:
    return passing.called(form="keyword")


@_way
def _by_partial(passing: Passing) -> Turn:
    return passing.called(form="partial")


@_way
def _by_star(passing: Passing) -> Turn:
    return passing.called(form="star")


@_way
def _by_items(passing: Passing) -> Turn:
    return passing.called(form="items")


@_way
def _by_local(passing: Passing) -> Turn:
    name = passing.turn.name()
    return passing.called(name, each=(f"{name} = {passing.value}",))


@_way
def _by_pair(passing: Passing) -> Turn:
    name, other = passing.turn.name(), passing.turn.name()
    return passing.called(name, each=(f"{name}, {other} = {passing.value}, 0",))


@_way
def _by_dict(passing: Passing) -> Turn:
    name = passing.turn.name()
    return passing.called(f'{name}["value"]', each=(f'{name} = {{"value": {passing.value}}}',))


@_way
def _by_set_item(passing: Passing) -> Turn:
    name = passing.turn.name()
    return passing.called(f'{name}["value"]', each=(f'{name}["value"] = {passing.value}',), start=(f"{name} = {{}}",))


@_way
def _by_list(passing: Passing) -> Turn:
    name = passing.turn.name()
    return passing.called(f"{name}[-1]", each=(f"{name}.append({passing.value})",), start=(f"{name} = []",))


def _holder(passing: Passing, *lines: str) -> tuple[str, str]:
    """A class with an attribute of the constructor's argument, and more lines; its name and that of the attribute."""
    kind, field = passing.turn.program.names.type(), passing.turn.name()
    more = [line.replace("$a", f"self.{field}") for line in lines]
    head = [f"class {kind}:", f"    def __init__(self, {field}=None):", f"        self.{field} = {field}"]
    passing.turn.program.main.add(*head, *(["", *indented(more)] if more else []))
    return kind, field


@_way
def _by_attribute(passing: Passing) -> Turn:
    kind, field = _holder(passing)
    name = passing.turn.name()
    return passing.called(f"{name}.{field}", each=(f"{name}.{field} = {passing.value}",), start=(f"{name} = {kind}()",))


@_way
def _by_object(passing: Passing) -> Turn:
    kind, field = _holder(passing)
    name = passing.turn.name()
    return passing.called(f"{name}.{field}", each=(f"{name} = {kind}({passing.value})",))


@_way
def _by_dataclass(passing: Passing) -> Turn:
    kind, field, name = passing.turn.program.names.type(), passing.turn.name(), passing.turn.name()
    passing.turn.program.main.add("@dataclasses.dataclass", f"class {kind}:", f"    {field}: object")
    return passing.called(f"{name}.{field}", each=(f"{name} = {kind}({field}={passing.value})",))


@_way
def _by_default(passing: Passing) -> Turn:
    name = passing.turn.name()
    return replace(passing.called(name), call=f"(lambda {name}={passing.value}: {passing.spell(name, 'plain')})()")


@_way
def _by_identity(passing: Passing) -> Turn:
    """A function gives back what it is given."""
    helper, name = passing.turn.program.names.function(), passing.turn.name()
    passing.turn.program.main.add(f"def {helper}({name}):", f"    return {name}")
    return passing.called(f"{helper}({passing.value})")


def _helper(passing: Passing, inner: Callable[[str], str]) -> str:
    helper, name = passing.turn.program.names.function(), passing.turn.name()
    text = inner(name)
    if passing.turn.is_local:
        raise Unsuited
    passing.turn.program.main.add(f"def {helper}({name}):", f"    return {text}")
    return helper


@_way
def _by_helper(passing: Passing) -> Turn:
    helper = _helper(passing, lambda name: passing.spell(name, "plain"))
    return passing.through(f"{helper}({passing.value})")


@_way
def _by_helper_of_helper(passing: Passing) -> Turn:
    inner = _helper(passing, lambda name: passing.spell(name, "plain"))
    outer = _helper(passing, lambda name: f"{inner}({name})")
    return passing.through(f"{outer}({passing.value})")


@_way
def _by_method(passing: Passing) -> Turn:
    name, run = passing.turn.name(), passing.turn.program.names.function()
    kind, _ = _holder(passing, f"def {run}(self, {name}):", f"    return {passing.spell(name, 'plain')}")
    owner = passing.turn.name()
    return passing.through(f"{owner}.{run}({passing.value})", (f"{owner} = {kind}()",))


@_way
def _by_own_attribute(passing: Passing) -> Turn:
    run = passing.turn.program.names.function()
    kind, _ = _holder(passing, f"def {run}(self):", f"    return {passing.spell('$a', 'plain')}")
    return passing.through(f"{kind}({passing.value}).{run}()")


def _is_open(turn: Turn) -> None:
    turn.is_one_call(of_module=True)


def _enclosed(turn: Turn) -> Turn:
    """A function that makes the call of a round, of which it is given the item."""
    _is_open(turn)
    helper, number = turn.program.names.function(), turn.number
    turn.program.main.add(f"def {helper}({number}):", f"    return {turn.call}")
    return replace(turn, call=f"{helper}({number})")


def _in_method(turn: Turn) -> Turn:
    _is_open(turn)
    kind, run, number = turn.program.names.type(), turn.program.names.function(), turn.number
    turn.program.main.add(f"class {kind}:", f"    def {run}(self, {number}):", f"        return {turn.call}")
    return replace(turn, call=f"{kind}().{run}({number})")


ENCLOSED["in-function"] = _enclosed
ENCLOSED["in-functions"] = lambda turn: _enclosed(_enclosed(turn))
ENCLOSED["in-method"] = _in_method
