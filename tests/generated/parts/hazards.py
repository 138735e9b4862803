"""The table of hazards: code whose effect TensorFlow may lose, freeze or forbid, and its harmless twins."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from string import Template

from tests.generated.writing.program import Scope

Write = Callable[[Scope], str]
"""Writes the code into a scope, and gives the expression of the result."""

STATE = frozenset({"state", "stdout", "result"})


@dataclass(frozen=True, slots=True)
class Hazard:
    """A form of a hazard: the rule that names it, how it is written, and what would differ.

    `guard` names what makes it harmless; it is empty for the hazard itself. It needs the root of that name, if there is one. `expects` are the channels in which a
    difference may show that is this hazard's: `state`, `stdout` and so on.
    """

    name: str
    rule: str
    write: Write
    expects: frozenset[str]
    guard: str = ""
    wants_conversion: bool = False
    root: str = ""


HAZARDS: list[Hazard] = []

ASKED: dict[str, list[Hazard]] = {}
"""The hazards of roots that are composed only where they are asked for, by the root."""

FIRST = tuple(f"TFA{number}" for number in (*range(101, 107), *range(110, 116), *range(501, 507)))
"""The rules the targets are for, which most programs are about."""

WITHIN = frozenset({"TFA114"})
"""Rules of which no form is known before it is written: that of a value depends on what holds it."""

ALSO = {
    "TFA101": ("TFA106", "TFA104"),
    "TFA102": ("TFA101",),
    "TFA103": ("TFA104",),
    "TFA104": ("TFA503", "TFA110", "TFA112"),
    "TFA106": ("TFA101",),
    "TFA111": (),
    "TFA501": ("TFA502",),
    "TFA502": ("TFA501",),
    "TFA503": ("TFA504", "TFA505", "TFA506", "TFA104", "TFA101"),
    "TFA504": ("TFA503", "TFA301"),
    "TFA505": ("TFA503",),
    "TFA402": ("TFA404",),
    "TFA403": ("TFA404",),
    "TFA404": ("TFA402", "TFA403"),
    "boundary": ("TFA308", "TFA309", "TFA310"),
    "TFA506": ("TFA503", "TFA505"),
    "TFA201": ("TFA301", "TFA214"),
    "TFA202": ("TFA201",),
    "TFA203": ("TFA301", "TFA201"),
    "TFA205": ("TFA201", "TFA209"),
    "TFA206": ("TFA208", "TFA207"),
    "TFA207": ("TFA206", "TFA208"),
    "TFA208": ("TFA206",),
    "TFA209": ("TFA208",),
    "TFA214": ("TFA201", "TFA301"),
    "TFA215": ("TFA201", "TFA301"),
    "TFA301": ("TFA201", "TFA203"),
    "TFA302": ("TFA301",),
    "TFA303": ("TFA301", "TFA302"),
    "TFA113": ("TFA114",),
    "TFA114": ("TFA113",),
}
"""Other rules that name the same hazard as well."""


def codes(rule: str) -> tuple[str, ...]:
    """The rule of a hazard, then those that name it as well."""
    return (rule, *ALSO.get(rule, ()))


def text(template: str, scope: Scope, **values: str) -> list[str]:
    """The lines of a template: `$x` is the tensor, the others are given."""
    return Template(template).substitute(x=scope.x, **values).split("\n")


def marked(scope: Scope, rule: str, lines: Iterable[str]) -> list[str]:
    """The lines, those that end in `#` with the mark of the rule in its place."""
    found: list[str] = []
    for line in lines:
        found += scope.program.mark([line[:-1].rstrip()], *codes(rule)) if line.endswith("#") else [line]
    return found


def locals_of(scope: Scope, short: str) -> dict[str, str]:
    """A local name for each of these letters."""
    return {letter: scope.local() for letter in short}


def put(scope: Scope, rule: str, template: str, **values: str) -> None:
    """Write marked lines."""
    scope.add(*scope.program.mark(text(template, scope, **values), *codes(rule)))


def result(scope: Scope) -> str:
    """Something to do with the tensor."""
    name, x = scope.local(), scope.x
    use = scope.program.pick((f"{x} * 2.0", f"{x} + 1.0", f"tf.square({x})", f"tf.abs({x}) + {x}"))
    if scope.program.chance(0.5):
        return use if scope.program.chance(0.5) else f"({use})"
    scope.add(f"{name} = {use}")
    return name
