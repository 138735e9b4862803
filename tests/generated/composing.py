"""Composes a program from a root, contexts, a hazard and a guard, all drawn from one seed. Runs nothing."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from tests.generated.parts import catalogue  # noqa: F401 - fills the tables
from tests.generated.parts.contexts import CONTEXTS, UNCONVERTED
from tests.generated.parts.driven import ROOTS, UNTRACED
from tests.generated.parts.drivers import drive
from tests.generated.parts.guards import GUARDS, INTENDED
from tests.generated.parts.hazards import ASKED, FIRST, HAZARDS, WITHIN, Hazard, result
from tests.generated.parts.styles import apply
from tests.generated.writing.program import Fill, Mark, Program, Scope, Unsuited

_PLAIN_ROOTS = ("decorator", "method-decorated", "call")
_PLAIN_CONTEXTS = ("helper", "helper-elsewhere", "method-of-global", "nested")
_GUARDABLE = frozenset({"TFA101", "TFA102", "TFA103", "TFA104", "TFA503", "TFA505", "TFA110", "TFA111"})
_WITH_OBJECTS = [
    ("method-decorated", []),
    ("dunder-call", []),
    ("constructor", []),
    ("decorator", ["method-of-global"]),
    ("method-decorated", ["method-of-part"]),
]
_READ_EACH_TIME = ("tf.io of a tensor", "tf.Variable", "drawn outside")
"""Guards that read anew what the driver changes; datasets read ahead of it."""
NONE = "nothing"


@dataclass(frozen=True)
class Composed:
    """A program that is complete: its files, the script to run, its marked lines, and what it was composed of.

    `places` has the mark by file and line. `expects` are the channels a difference of the hazard may show in; `pattern`
    says that values are compared by which of them are equal, `intended` that the author asked for a difference.
    """

    name: str
    files: dict[str, str]
    script: str
    entries: tuple[str, ...]
    places: dict[tuple[str, int], Mark]
    chosen: dict[str, str]
    rule: str
    expects: frozenset[str]
    pattern: bool
    intended: bool


@dataclass(frozen=True)
class Wanted:
    """What a program must have; empty for what is free. `hazard` is one of the forms, or `nothing`; of `rules` it has one."""

    root: str = ""
    context: str = ""
    rules: frozenset[str] = frozenset()
    hazard: str = ""
    guard: str = ""


def wanted(words: str) -> Wanted:
    """What words with commas between name: rules, a root, a context, a form of a hazard, a guard, `nothing`.

    A word may say of what kind it is, `guard=nothing`. Raises `ValueError` for a word that names none of them.
    """
    every = [*HAZARDS, *(each for some in ASKED.values() for each in some)]
    forms, guards = {each.name for each in every} | {NONE}, {each.guard for each in every} | set(GUARDS) | {NONE}
    known_rules, rules = {each.rule for each in every} | WITHIN, set()
    tables = {"root": set(ROOTS), "hazard": forms, "context": {*CONTEXTS, NONE}, "guard": guards - {""}}
    found: dict[str, str] = {}
    for word in filter(None, words.split(",")):
        kind, _, name = word.rpartition("=")
        if name in known_rules and kind in ("", "rule"):
            rules.add(name)
            continue
        kinds = [each for each, known in tables.items() if kind in ("", each) and name in known and each not in found]
        if not kinds:
            raise ValueError(f"no rule, root, context, hazard or guard is called {word!r}")
        found[kinds[0]] = name
    return Wanted(**found, rules=frozenset(rules))


def compose(seed: str, number: int, only: Wanted = Wanted()) -> Composed:
    """The program of this number, which has what is wanted."""
    rng = random.Random(f"{seed}/{number}")
    for _ in range(2000):
        try:
            made = _composed(f"p{number:05d}", rng, only)
        except Unsuited:
            continue
        if not only.rules or made.rule in only.rules:
            return made
    raise Unsuited(str(only))


def _composed(name: str, rng: random.Random, only: Wanted) -> Composed:
    program = Program(rng)
    accent = program.pick(("root", "context", "hazard", "any", "any"))
    hazard = _hazard(program, only)
    root = only.root or hazard.root or _one(program, [name for name in ROOTS if name not in ASKED], _PLAIN_ROOTS, accent == "root")
    hops = _hops(program, accent == "context", only)
    if hazard.rule == "TFA113" and program.chance(0.5) and not (only.root or only.context):
        root, hops = program.rng.choice(_WITH_OBJECTS)  # only an object has attributes
    if root.startswith(("dataset", "py-function-of", "generator")) and hazard.guard in _READ_EACH_TIME:
        raise Unsuited
    guard = _guard(program, hazard, only)
    program.chosen.update(
        root=root,
        hazard=hazard.name,
        contexts=" > ".join(hops) or NONE,
        guard=hazard.guard or guard or NONE,
        accent=accent,
    )
    if hops and any(hop in UNCONVERTED for hop in hops) and hazard.wants_conversion:
        raise Unsuited
    driven = ROOTS[root](program, _chain(hops, hazard, guard))
    drive(program, driven)
    apply(program)
    return _finished(name, program, hazard, root in UNTRACED)


def _one(program: Program, names: list[str], plain: tuple[str, ...], exotic: bool) -> str:
    return program.pick(names if exotic or program.chance(0.35) else plain)


def _hazard(program: Program, only: Wanted) -> Hazard:
    """A rule first, then a form of it; one program in twelve has none."""
    if only.hazard == NONE or (only == Wanted(only.root, only.context) and program.chance(0.08)):
        return Hazard(NONE, NONE, result, frozenset())
    table = ASKED.get(only.root, HAZARDS)
    fitting = [each for each in table if only.hazard in ("", each.name)]
    forms = Counter(each.rule for each in fitting)
    first = {rule: count for rule, count in forms.items() if rule in FIRST}
    rule = _weighed(program, first if first and program.chance(0.7) else forms)
    if only.guard:
        own = {each.guard for each in table}
        fitting = [each for each in fitting if each.guard == (only.guard if only.guard in own else "")]
    elif not only.hazard:
        safe = program.chance(0.25)
        fitting = [each for each in fitting if bool(each.guard) == safe]
    fitting = [each for each in fitting if each.rule == rule]
    if not fitting:
        raise Unsuited
    return program.rng.choice(fitting)


def _weighed(program: Program, forms: Mapping[str, int]) -> str:
    """A rule; one with many forms comes more often."""
    rules = sorted(forms)
    weights = [
        forms[rule] ** 0.4 * (2.0 if rule == "TFA113" else 1.0) for rule in rules
    ]  # TFA114 is a part of its forms
    return program.rng.choices(rules, weights)[0]


def _hops(program: Program, exotic: bool, only: Wanted) -> list[str]:
    if only.context == NONE:
        return []
    count = program.rng.choices(
        (0, 1, 2, 3, 4), (0.1, 0.6, 0.2, 0.07, 0.03) if exotic else (0.45, 0.35, 0.13, 0.05, 0.02)
    )[0]
    hops = [_one(program, list(CONTEXTS), _PLAIN_CONTEXTS, exotic) for _ in range(count)]
    return [*hops[:-1], only.context] if only.context else hops


def _guard(program: Program, hazard: Hazard, only: Wanted) -> str:
    """The name of a guard around the hazard, mostly none."""
    if hazard.guard or only.guard == NONE or (hazard.rule not in _GUARDABLE and not only.guard):
        return ""
    if not only.guard and not program.chance(0.15):
        return ""
    guard = only.guard or program.pick(list(GUARDS))
    program.is_intended = guard in INTENDED
    return guard


def _chain(hops: list[str], hazard: Hazard, guard: str) -> Fill:
    """Fills the body of the root with all of it, the hazard innermost."""

    def innermost(scope: Scope) -> str:
        if hazard.wants_conversion and not scope.is_converted:
            raise Unsuited
        return GUARDS[guard](scope, hazard.write) if guard else hazard.write(scope)

    fill: Fill = innermost
    for hop in reversed(hops):
        fill = _hop(hop, fill)
    return fill


def _hop(name: str, fill: Fill) -> Fill:
    return lambda scope: CONTEXTS[name](scope, fill)


def _finished(name: str, program: Program, hazard: Hazard, untraced: bool) -> Composed:
    files: dict[str, str] = {f"{program.package}/__init__.py": ""} if program.package else {}
    places: dict[tuple[str, int], Mark] = {}
    for module in program.modules:
        text, marks = module.rendered()
        files[module.path] = text
        places.update({(module.path, line): program.marks[mark] for line, mark in marks.items()})
    program.chosen["package"] = "package" if program.package else "files"
    program.chosen["traced"] = "no" if untraced else "yes"
    rule = next((mark.codes[0] for mark in program.marks if mark.is_hazard), hazard.rule)
    return Composed(
        name, files, program.main.path, tuple(program.entries), places, dict(program.chosen), rule, hazard.expects,
        program.is_pattern, program.is_intended,
    )  # fmt: skip
