"""A traced function that is called with what varies, or is made again: what varies, its way to the call, and what calls it in rounds."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeVar

from tests.generated.parts import varied_shapes, varied_values  # noqa: F401 - fills the table
from tests.generated.parts.driven import Driven, described, home, root
from tests.generated.parts.hazards import HAZARDS, Hazard, codes
from tests.generated.parts.rounds import ROUNDS, Turn
from tests.generated.parts.varied import VARIED, Varied
from tests.generated.parts.ways import ENCLOSED, PASSED, Passing
from tests.generated.writing.program import Driver, Fill, Program, Scope, Unsuited
from tests.generated.writing.text import Module, indented

_CALL = "§"
"""Stands in lines that are to be marked."""

_LETTER = re.compile(r"\$([a-zA-Z])")
_LIBRARIES = {name: f"import {name}" for name in ("random", "time", "functools", "dataclasses", "typing")}
_NESTED = {"list": ("[{}, 1.0]", "[0]"), "tuple": ("({}, 2.0)", "[0]"), "dict": ('{{"a": {}, "b": 1.0}}', '["a"]')}
"""Structures around the value, and how the traced function reads it from them."""

_T = TypeVar("_T")


def _hazard(varied: Varied) -> Hazard:
    def write(scope: Scope) -> str:
        if scope.name != "retraced":
            raise Unsuited
        scope.program.varied = varied
        return scope.x

    expects = frozenset({"traces", "pair"} if varied.pair else {"traces"})
    return Hazard(f"varied.{varied.name}", varied.rule, write, expects, varied.guard, root="retraced")


HAZARDS += [_hazard(each) for each in VARIED]


@root()
def _retraced(program: Program, fill: Fill) -> Driven:
    """A function that is called in rounds, with what the hazard says."""
    return described(program, fill, "retraced", Varied, _driven)


def _driven(driver: Driver, varied: Varied) -> list[str]:
    """The lines of the driver; definitions go to the modules."""
    program = driver.program
    names: dict[str, str] = {}

    def lines_of(template: str) -> tuple[str, ...]:
        """The lines of a template with names in it."""
        text = _LETTER.sub(lambda found: names.setdefault(found[1], _name(program, found[1])), template)
        return tuple(text.split("\n")) if text else ()

    def line_of(template: str) -> str:
        return "\n".join(lines_of(template))

    if varied.setup:
        program.main.add(*(_of_making(lines_of(varied.setup)) if varied.made else lines_of(varied.setup)))
    each = lines_of(varied.each)
    turn = Turn(
        program, driver, line_of("$i"), line_of(varied.items), lines_of(varied.start),
        tuple(_of_making(each)) if varied.made else each, _CALL + line_of(varied.value), lines_of(varied.after), line_of("$r"),
    )  # fmt: skip
    if not varied.made:
        turn = _passing(driver, varied, turn, line_of(varied.value))
    if program.chance(0.2):
        turn = _one_of(program, "enclosed", ENCLOSED)(turn)
    lines = _marked(program, varied.rule, _one_of(program, "round", ROUNDS)(turn))
    for module in program.modules:
        module.blocks = [_marked(program, varied.rule, block) for block in module.blocks]
        _needs(module, [line for block in module.blocks for line in block])
    _needs(driver.module, lines)
    return lines


def _name(program: Program, letter: str) -> str:
    names = program.names
    return names.type() if letter == "T" else names.function() if letter in "nm" else names.variable()


def _one_of(program: Program, part: str, table: dict[str, _T]) -> _T:
    program.chosen[part] = program.pick(tuple(table))
    return table[program.chosen[part]]


def _of_making(lines: Iterable[str]) -> list[str]:
    """The lines with a sign where a traced function is made or called."""
    found: list[str] = []
    for line in lines:
        is_decorated = bool(found) and found[-1].replace(_CALL, "").strip() == "@tf.function"
        is_made = "tf.function" in line or "step(value)" in line or is_decorated
        found.append(f"{line}{_CALL}" if is_made else line)
    return found


def _marked(program: Program, rule: str, lines: Iterable[str]) -> list[str]:
    found: list[str] = []
    for line in lines:
        found += program.mark([line.replace(_CALL, "")], *codes(rule)) if _CALL in line else [line]
    return found


def _needs(module: Module, lines: list[str]) -> None:
    text = "\n".join(lines)
    module.needs("import tensorflow as tf")
    if re.search(r"\bnp\.", text):
        module.needs("import numpy as np")
    module.needs(*(line for name, line in _LIBRARIES.items() if re.search(rf"(?<![\w.]){name}\.", text)))


@dataclass(frozen=True, slots=True)
class _Target:
    """A traced function: how the main module spells it, and its parameters; `x` is the tensor, the other one the value."""

    spelled: str
    order: tuple[str, ...]

    def spell(self, value: str, form: str) -> str:
        """Write a call."""
        given = {name: "tf.constant(1.0)" if name == "x" else value for name in self.order}
        own = next(name for name in self.order if name != "x")
        plain = ", ".join(given.values())
        if form == "star":
            return f"{_CALL}{self.spelled}(*({plain},))"
        first = given.get("x", "")
        if form == "plain" or (form == "keyword" and self.order[0] != "x" and first):
            return f"{_CALL}{self.spelled}({plain})"
        if form == "keyword":
            return f"{_CALL}{self.spelled}({f'{first}, ' if first else ''}{own}={value})"
        if form == "items":
            return f"{_CALL}{self.spelled}(**{{{', '.join(f'{name!r}: {given[name]}' for name in given)}}})".replace("'", '"')
        if self.order[0] != "x" or not first:
            return f"{_CALL}functools.partial({self.spelled}, {value})({first})"
        return f"{_CALL}functools.partial({self.spelled}, {own}={value})({first})"


def _passing(driver: Driver, varied: Varied, turn: Turn, value: str) -> Turn:
    program, use = driver.program, varied.use
    if not varied.spec and program.chance(0.2):
        program.chosen["nested"] = program.pick(tuple(_NESTED))
        around, read = _NESTED[program.chosen["nested"]]
        value, use = around.format(value), use.replace("$p", f"$p{read}")
    own = next(name for name in iter(program.names.variable, "") if not name.startswith("_"))  # TensorFlow renames those
    order = program.rng.choice((("x", own), ("x", own), (own, "x"), (own,)))
    computed = use.replace("$p", own)
    body = [f"return x + {computed}" if "x" in order else f"return {computed} + tf.constant(0.0)"]
    specs = ", ".join("tf.TensorSpec([], tf.float32)" if each == "x" else varied.spec for each in order)
    options = f"({varied.options})" if varied.options else f"(input_signature=[{specs}])" if varied.spec else ""
    name = program.pick(("decorated", "decorated", "wrapped", "method", "attribute", "callable", "local"))
    program.chosen["target"] = name
    if name == "local":
        made = program.names.function()
        start = (f"@tf.function{options}", f"def {made}({', '.join(order)}):", *indented(body))
        turn = replace(turn, start=(*start, *turn.start), is_local=True)
        spelled = made
    else:
        spelled = _defined(program, name, options, ", ".join(order), body)
    target = _Target(spelled, order)
    return _one_of(program, "way", PASSED)(Passing(turn, value, target.spell))


def _defined(program: Program, form: str, options: str, parameters: str, body: list[str]) -> str:
    """Define the traced function in a module, in one of its forms, and give its spelling in the main module."""
    module, names = home(program), program.names
    module.needs("import tensorflow as tf")
    name, kind, made = names.function(), names.type(), names.constant()
    if form == "decorated":
        module.add(f"@tf.function{options}", f"def {name}({parameters}):", *indented(body))
        return program.refer(program.main, module, name)
    if form == "wrapped":
        inside = names.function()
        given = f", {options[1:-1]}" if options else ""
        module.add(f"def {inside}({parameters}):", *indented(body))
        module.add(f"{name} = tf.function({inside}{given})")
        return program.refer(program.main, module, name)
    own = name if form != "callable" else "__call__"
    decorated = [f"def {own}(self, {parameters}):", *indented(body)]
    if form == "attribute":
        inside = names.function()
        given = f", {options[1:-1]}" if options else ""
        decorated = [
            "def __init__(self):", f"    self.{name} = tf.function(self.{inside}{given})", "",
            f"def {inside}(self, {parameters}):", *indented(body),
        ]  # fmt: skip
    else:
        decorated = [f"@tf.function{options}", *decorated]
    module.add(f"class {kind}{'(tf.Module)' if form == 'callable' else ''}:", *indented(decorated))
    module.add(f"{made} = {kind}()")
    spelled = program.refer(program.main, module, made)
    return spelled if form == "callable" else f"{spelled}.{name}"
