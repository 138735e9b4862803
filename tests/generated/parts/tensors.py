"""A value that traced code uses as Python does: what uses it, where it comes from, its way there, and what guards it."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.generated.parts import tensor_flows  # noqa: F401 - fills the table
from tests.generated.parts.driven import ROOTS, UNTRACED, Driven, root
from tests.generated.parts.hazards import HAZARDS, Hazard, codes, locals_of, text
from tests.generated.parts.tensor_sources import SOURCES, Source
from tests.generated.parts.tensor_uses import USES, Use
from tests.generated.parts.tensor_ways import WAYS
from tests.generated.writing.program import Fill, Program, Scope, Unsuited
from tests.generated.writing.text import Module, indented

_OUT = frozenset({"stdout", "stderr", "result", "state", "exception"})
_PLAIN = ("decorator", "method-decorated", "call", "decorator-without-autograph")
_CONTROL = frozenset({"TFA205", "TFA206", "TFA207", "TFA208", "TFA209", "TFA210", "TFA401", "TFA506"})
_UNCONVERTED = ("TFA201", "TFA203", "TFA204", "TFA301", "TFA214")
_LIBRARIES = {"np": "import numpy as np", "types": "import types", "keras": "import keras"}
_SECOND = re.compile(r"tf\.reduce_sum\(\$x\) [<>]")
"""A condition on another tensor than that of the source, which fails where nothing is converted."""
_OWN_WORDS = ("value", "first", "other", "each", "one", "two", "three", "given", "asked", "scale", "ready", "options")
_GUARDS = (
    ("executing-eagerly", "tf.executing_eagerly()"), ("is-tensor", "not tf.is_tensor($p)"), ("instance", "isinstance($p, (int, float, list, tuple))"),
    ("symbolic", "not tf.is_symbolic_tensor($p)"), ("has-numpy", 'hasattr($p, "numpy") and tf.executing_eagerly()'), ("never", "False"), ("outside", "not tf.inside_function()"),
)  # fmt: skip


def _hazard(use: Use) -> Hazard:
    def write(scope: Scope) -> str:
        if scope.program.chosen.get("root") != "tensors" or scope.is_dropped:
            raise Unsuited
        scope.program.arguments = ("1.0", "-2.0", "3.0")
        return _written(scope, use)

    expects = frozenset({"size"}) if use.rule == "TFA401" else _OUT
    return Hazard(f"tensor.{use.name}", use.rule, write, expects, use.guard, root="tensors")


HAZARDS += [_hazard(each) for each in USES]


@root()
def _tensors(program: Program, fill: Fill) -> Driven:
    """Any of the roots, around a use of a tensor."""
    if not program.chosen["hazard"].startswith("tensor."):
        raise Unsuited
    others = [each for each in ROOTS if each not in ("tensors", "retraced", "plain")]
    traced = [each for each in others if each not in UNTRACED]
    name = program.pick(_PLAIN if program.chance(0.45) else traced if program.chance(0.9) else others)
    program.chosen["caller"] = name
    for word in _OWN_WORDS:
        program.names.claims(word)
    return ROOTS[name](program, fill)


def _written(scope: Scope, use: Use) -> str:
    program = scope.program
    source = program.rng.choice(_fitting(scope, use))
    way = "directly" if not use.sort or program.chance(0.25) else program.pick(tuple(WAYS))
    program.chosen.update(source=f"{use.sort}.{source.name}", way=way)
    if source.guard and not use.guard:
        program.chosen["guard"] = source.guard
    value = WAYS[way](scope, _expression(scope, source)) if use.sort else ""
    place = program.pick(tuple(_PLACES)) if program.chance(0.4) else "here"
    program.chosen["place"] = place
    result = _PLACES[place](scope, use, value)
    for module in program.modules:
        _needs(module, [line for block in module.blocks for line in block])
    _needs(scope.module, scope.lines)
    return result


def _fitting(scope: Scope, use: Use) -> list[Source]:
    """The sources of the use's sort: one in four is harmless; a parameter can only be that of a root."""
    is_open = scope.is_root and scope.takes_more
    is_safe = scope.program.chance(0.25) and not use.guard
    if is_safe and not scope.is_converted and _SECOND.search(use.template):
        raise Unsuited
    fitting = [each for each in SOURCES[use.sort] if (is_open or not each.given) and (bool(each.guard) == is_safe or not use.sort)]
    given = [each for each in fitting if each.given]
    return given if given and scope.program.chance(0.4) else fitting


def _expression(scope: Scope, source: Source) -> str:
    program, value = scope.program, source.text
    if source.setup:
        name = program.names.constant()
        scope.module.add(source.setup.replace("$n", name))
        value = value.replace("$n", name)
    if not source.given:
        _needs(scope.module, [value])
        return text(value, scope)[0]
    parameter = program.names.variable()
    scope.parameters.append(parameter)

    def passed(place: object) -> str:
        _needs(place.module, [value])  # type: ignore[attr-defined]
        return value

    scope.passed.append((parameter, passed))
    return parameter


Place = Callable[[Scope, Use, str], str]
_PLACES: dict[str, Place] = {}


def _place(function: Place) -> Place:
    _PLACES[function.__name__.strip("_").replace("_", "-")] = function
    return function


@_place
def _here(scope: Scope, use: Use, value: str) -> str:
    """In the body itself, at times under a condition that keeps the tensor out."""
    if use.sort and not use.guard and "return" not in use.template and scope.program.chance(0.15):
        name, test = scope.program.rng.choice(_GUARDS)
        scope.program.chosen["guard"] = name
        scope.program.is_intended = "eagerly" in test or "inside" in test or "symbolic" in test
        inner, held, result = scope.inner(), scope.local(), scope.local()
        given = _used(inner, use, held)
        condition = test.replace("$p", held)
        scope.add(f"{held} = {value}", f"{result} = {scope.x}", f"if {condition}:", *indented([*inner.lines, f"{result} = {given}"]))
        return result
    return _used(scope, use, value)


def _used(scope: Scope, use: Use, value: str) -> str:
    """Write the use; a value that is read more than once, or in a text, and is no name gets one."""
    program = scope.program
    if (use.template.count("$p") > 1 or 'f"' in use.template) and not value.isidentifier():
        name = scope.local()
        scope.add(f"{name} = {value}")
        value = name
    template = use.template
    if use.setup:
        name = program.names.constant()
        scope.module.add(use.setup.replace("$n", name))
        template = template.replace("$n", name)
    scope.needs(*use.needs)
    lines = text(template, scope, p=value, **locals_of(scope, "yvwif"))
    result = _result_name(template, lines)
    scope.add(*_marked(scope, use.rule, lines))
    return result


def _marked(scope: Scope, rule: str, lines: list[str]) -> list[str]:
    """The lines with their marks: what is wrong with control flow in a graph is a condition or an iteration where nothing is converted."""
    also = tuple(each for each in _UNCONVERTED if each not in codes(rule)) if rule in _CONTROL else ()
    found: list[str] = []
    for line in lines:
        is_marked = line.endswith(" #")
        found += scope.program.mark([line[:-2].rstrip()], *codes(rule), *also) if is_marked else [line]
    return found


def _result_name(template: str, lines: list[str]) -> str:
    """How the lines spell `$y`."""
    for above, line in zip(template.split("\n"), lines, strict=True):
        if found := re.match(r"\s*\$y = ", above):
            return line[: line.index(" = ")].strip() if found else ""
    raise Unsuited


def _inner(scope: Scope, module: Module, use: Use) -> tuple[Scope, str]:
    """The scope of a helper and the name of its parameter for the value."""
    module.needs("import tensorflow as tf")
    inner = Scope(scope.program, module, scope.program.names.tensor(), scope.program.names.function(), is_converted=scope.is_converted)
    parameter = scope.program.names.variable()
    inner.add(f"return {_used(inner, use, parameter if use.sort else '')}")
    return inner, parameter


def _helped(scope: Scope, use: Use, value: str, *, elsewhere: bool = False, head: str = "{}, {}", call: str = "{}({}, {})") -> str:
    module = scope.program.module() if elsewhere else scope.module
    inner, parameter = _inner(scope, module, use)
    module.add(*inner.head(head.format(inner.x, parameter)))
    return call.format(scope.program.refer(scope.module, module, inner.name), scope.x, value or "0.0")


@_place
def _helper(scope: Scope, use: Use, value: str) -> str:
    return _helped(scope, use, value)


@_place
def _helper_elsewhere(scope: Scope, use: Use, value: str) -> str:
    return _helped(scope, use, value, elsewhere=True)


@_place
def _helper_default(scope: Scope, use: Use, value: str) -> str:
    return _helped(scope, use, value, head="{}, {}=None")


@_place
def _helper_star(scope: Scope, use: Use, value: str) -> str:
    return _helped(scope, use, value, call="{}(*({}, {}))")


@_place
def _helper_of_helper(scope: Scope, use: Use, value: str) -> str:
    inner, parameter = _inner(scope, scope.module, use)
    outer = scope.program.names.function()
    scope.module.add(*inner.head(f"{inner.x}, {parameter}"))
    scope.module.add(f"def {outer}(given, other):", f"    return {inner.name}(given, {parameter}=other)")
    return f"{outer}({scope.x}, {value or '0.0'})"


@_place
def _method(scope: Scope, use: Use, value: str) -> str:
    inner, parameter = _inner(scope, scope.module, use)
    kind = scope.program.names.type()
    scope.module.add(f"class {kind}:", *indented(inner.head(f"self, {inner.x}, {parameter}")))
    return f"{kind}().{inner.name}({scope.x}, {value or '0.0'})"


@_place
def _method_of_held(scope: Scope, use: Use, value: str) -> str:
    """A method that reads the value from its object."""
    inner, parameter = _inner(scope, scope.module, use)
    kind, run = scope.program.names.type(), scope.program.names.function()
    scope.module.add(*inner.head(f"{inner.x}, {parameter}"))
    made = ["def __init__(self, first):", "    self.first = first", "", f"def {run}(self, value):", f"    return {inner.name}(value, self.first)"]
    scope.module.add(f"class {kind}:", *indented(made))
    return f"{kind}({value or '0.0'}).{run}({scope.x})"


@_place
def _nested(scope: Scope, use: Use, value: str) -> str:
    inner, parameter = _inner(scope, scope.module, use)
    scope.add(*inner.head(f"{inner.x}, {parameter}"))
    return f"{inner.name}({scope.x}, {value or '0.0'})"


@_place
def _closure(scope: Scope, use: Use, value: str) -> str:
    inner = Scope(scope.program, scope.module, scope.program.names.tensor(), scope.program.names.function(), is_converted=scope.is_converted)
    held = scope.local()
    inner.add(f"return {_used(inner, use, held)}")
    scope.add(f"{held} = {value or '0.0'}", *inner.head(inner.x))
    return f"{inner.name}({scope.x})"


@_place
def _py_function(scope: Scope, use: Use, value: str) -> str:
    """Python runs it when the graph runs."""
    if use.guard or not use.sort or use.sort in ("dataset", "rows", "count"):
        raise Unsuited
    inner, parameter = _inner(scope, scope.module, use)
    scope.program.chosen["guard"] = "py-function"
    scope.module.add(*inner.head(f"{inner.x}, {parameter}"))
    name = scope.local()
    scope.add(f"{name} = tf.py_function({inner.name}, [{scope.x}, {value}], tf.float32)", f"{name}.set_shape({scope.x}.shape)")
    return name


def _needs(module: Module, lines: list[str]) -> None:
    code = "\n".join(lines)
    module.needs(*(line for name, line in _LIBRARIES.items() if re.search(rf"(?<![\w.]){name}\.", code)))
