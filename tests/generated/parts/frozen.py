"""A traced function that reads what eager code changes between its calls: what is kept where, how it is read, and how it is changed."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.generated.parts.driven import Driven, described, home, root
from tests.generated.parts.frozen_changes import CHANGES, Change
from tests.generated.parts.frozen_drives import DRIVES, Around
from tests.generated.parts.frozen_targets import TARGETS, Target
from tests.generated.parts.frozen_what import CONTENTS, ENVIRONMENT, VARIABLE, Content
from tests.generated.parts.frozen_where import WHERE, Kept, closed
from tests.generated.parts.hazards import ASKED, Hazard, codes
from tests.generated.writing.program import Driver, Fill, Program, Scope, Unsuited
from tests.generated.writing.text import Module, indented

_VALUE = frozenset({"stdout", "result", "state", "exception"})
_LETTER = re.compile(r"\$([Tnm])\b")
_LIBRARIES = {name: f"import {name}" for name in ("contextlib", "dataclasses", "enum", "os", "types", "keras")}
_TWINS = (
    "never changed", "changed before", "same value", "changed after", "tf.Variable", "argument", "made anew", "another changed", "read eagerly",
    "shadowed", "read when made", "compiled anew", "traced anew", "of a copy",
)  # fmt: skip
"""What makes it harmless."""


@dataclass(frozen=True, slots=True)
class Frozen:
    """What the hazard says: the content, the rule, and what makes it harmless, if anything."""

    content: Content
    rule: str
    twin: str


@dataclass
class Plan:
    """A program that is being written: its parts, and the names that stand for letters."""

    program: Program
    driver: Driver
    said: Frozen
    kinds: Module
    names: dict[str, str] = field(default_factory=dict)

    def named(self, text: str, here: Module) -> str:
        """A text with names for the letters, as a module spells them."""

        def name(found: re.Match[str]) -> str:
            letter = found[1]
            if letter not in self.names:
                self.names[letter] = self.program.names.type() if letter == "T" else self.program.names.function()
            return self.program.refer(here, self.kinds, self.names[letter])

        return _LETTER.sub(name, text)


def _hazard(content: Content, rule: str, twin: str) -> Hazard:
    def write(scope: Scope) -> str:
        if scope.name != "frozen":
            raise Unsuited
        scope.program.varied = Frozen(content, rule, twin)
        return scope.x

    return Hazard(f"kept.{content.name}", rule, write, _VALUE, twin, root="frozen")


ASKED["frozen"] = [_hazard(content, rule, twin) for rule in WHERE for content in CONTENTS for twin in ("", *_TWINS)]
ASKED["frozen"] += [
    _hazard(content, "TFA112", twin)
    for content in ENVIRONMENT
    for twin in ("", "never changed", "changed before", "same value", "changed after", "argument", "read eagerly", "another changed", "read when made")
]


@root()
def _frozen(program: Program, fill: Fill) -> Driven:
    """A function that is called several times, with a change of what it reads in between."""
    return described(program, fill, "frozen", Frozen, _driven)


def _driven(driver: Driver, said: Frozen) -> list[str]:
    """The lines of the driver; definitions go to the modules."""
    program = driver.program
    if said.twin == "tf.Variable":
        said = Frozen(VARIABLE, said.rule, said.twin)
    plan = Plan(program, driver, said, program.module() if said.content.setup else program.main)
    if said.content.setup:
        plan.kinds.add(*plan.named(said.content.setup, plan.kinds).split("\n"))
    lines = _written(plan)
    while program.finishing:
        program.finishing.pop()()
    lines = [plan.named(line, driver.module) for line in lines]
    for module in program.modules:
        module.blocks = [[plan.named(line, module) for line in block] for block in module.blocks]
        _needs(module, [line for block in module.blocks for line in block])
    _needs(driver.module, lines)
    return lines


def _needs(module: Module, lines: list[str]) -> None:
    text = "\n".join(lines)
    if re.search(r"\btf\.", text):
        module.needs("import tensorflow as tf")
    if re.search(r"\bnp\.", text):
        module.needs("import numpy as np")
    module.needs(*(line for name, line in _LIBRARIES.items() if re.search(rf"(?<![\w.]){name}\.", text)))


def _written(plan: Plan) -> list[str]:
    program, said = plan.program, plan.said
    if said.rule == "TFA112":
        kept = _environment(plan)
    else:
        where = program.pick(tuple(WHERE[said.rule]))
        program.chosen["where"] = where
        kept = WHERE[said.rule][where](program, said.content.initial)
    if said.twin == "shadowed" and not kept.bare:
        raise Unsuited
    target_name = program.pick(tuple(TARGETS))
    program.chosen["target"] = target_name
    if kept.me == "nonlocal":
        return _in_closure(plan, kept)
    target = TARGETS[target_name](program, kept, is_renewed=said.twin == "made anew", read=_reading(plan, kept), takes=_takes(plan))
    return _rounds(plan, kept, target)


def _environment(plan: Plan) -> Kept:
    word = plan.program.names.word().upper()
    module, content = home(plan.program), plan.said.content
    plan.program.main.needs("import os")
    module.needs("import os")
    return Kept(module, lambda here: f'os.environ["{word}"]', lambda here: f'os.environ["{word}_2"]', start=[f'os.environ["{word}"] = "{content.initial}"'], bare=word)


def _takes(plan: Plan) -> str:
    """Another parameter of the traced function."""
    return {"argument": "given", "traced anew": "number"}.get(plan.said.twin, "")


def _statement(plan: Plan, kept: Kept) -> str:
    """The statement that changes what is kept."""
    program, content = plan.program, plan.said.content
    if plan.said.twin == "same value":
        if not content.same:
            raise Unsuited
        program.chosen["changes"] = "same"
        return content.same
    in_place = content.changes and (kept.is_copied or not content.rebinds or program.chance(0.5))
    if kept.is_copied and not in_place and not plan.said.twin:
        raise Unsuited
    program.chosen["changes"] = "in place" if in_place else "rebinds"
    if plan.said.twin == "of a copy":
        if not kept.is_copied:
            raise Unsuited
        return program.pick(content.rebinds)
    return program.pick(content.changes if in_place else content.rebinds)


def _reading(plan: Plan, kept: Kept) -> Callable[[Module, str, str], list[str]]:
    """Gives the lines of a traced function in a module that read what is kept: of the tensor, with the spelling in its own methods."""
    program, said = plan.program, plan.said
    template = program.pick(said.content.reads)
    way = program.pick(("direct", "direct", "direct", "helper", "helper", "helpers", "getter", "alias", "elsewhere", "lambda"))
    program.chosen["reads"] = way

    def lines(here: Module, x: str, me: str) -> list[str]:
        spelled = me or (kept.reading or kept.spell)(here)
        if said.twin == "argument":
            return [f"{program.names.variable()} = {x} * given", f"return {x} + given"]
        if said.twin == "read eagerly":
            return [f"return {x} * 2.0"]
        if said.twin == "read when made":
            return ["<made>"]
        if said.twin == "shadowed":
            return [f"{spelled} = {said.content.initial}", *_computed(plan, template, x, spelled)]
        if said.rule == "TFA112":
            template_ = template.replace("$e", "os.environ").replace("$k", kept.bare)
            spelled = "os."
        else:
            template_ = template
        if way == "direct" or me:
            return _computed(plan, template_, x, spelled)
        return _ROUTES[way](plan, here, x, spelled, template_)

    return lines


def _computed(plan: Plan, template: str, x: str, spelled: str) -> list[str]:
    """The marked lines that compute the result from what is kept."""
    y = plan.program.names.variable()
    text = template.replace("$y", y).replace("$x", x)
    found: list[str] = []
    for line in text.split("\n"):
        is_read = "$s" in line or "os." in line
        found += plan.program.mark([line.replace("$s", spelled)], *codes(plan.said.rule)) if is_read else [line]
    return [*found, f"return {y}"]


def _helper(plan: Plan, here: Module, x: str, spelled: str, template: str) -> list[str]:
    name = plan.program.names.function()
    here.add(f"def {name}(v):", *indented(_computed(plan, template, "v", spelled)))
    return [f"return {name}({x})"]


def _helpers(plan: Plan, here: Module, x: str, spelled: str, template: str) -> list[str]:
    inner = _helper(plan, here, "w", spelled, template)
    name = plan.program.names.function()
    here.add(f"def {name}(w):", *indented(inner))
    return [f"return {name}({x}) + 1.0"]


def _getter(plan: Plan, here: Module, x: str, spelled: str, template: str) -> list[str]:
    if "$s" not in template:
        return _helper(plan, here, x, spelled, template)
    name = plan.program.names.function()
    here.add(f"def {name}():", *plan.program.mark([f"    return {spelled}"], *codes(plan.said.rule)))
    return _computed(plan, template, x, f"{name}()")


def _alias(plan: Plan, here: Module, x: str, spelled: str, template: str) -> list[str]:
    if "$s" not in template:
        return _computed(plan, template, x, spelled)
    alias = plan.program.names.variable()
    return [*plan.program.mark([f"{alias} = {spelled}"], *codes(plan.said.rule)), *_computed(plan, template, x, alias)]


def _elsewhere(plan: Plan, here: Module, x: str, spelled: str, template: str) -> list[str]:
    """A helper in another module, which can spell what is kept only if it imports the module of it."""
    program = plan.program
    if here is not program.main or program.chosen.get("where") not in ("settings", None):
        raise Unsuited
    there = program.module()
    name = program.names.function()
    again = spelled if "$s" not in template else plan.names.setdefault("kept", "")
    if not again and "$s" in template:
        raise Unsuited
    there.add(f"def {name}(v):", *indented(_computed(plan, template, "v", again)))
    return [f"return {program.refer(here, there, name)}({x})"]


def _lambda(plan: Plan, here: Module, x: str, spelled: str, template: str) -> list[str]:
    if not template.startswith("$y = ") or "\n" in template:
        raise Unsuited
    name = plan.program.names.function()
    text = template.removeprefix("$y = ").replace("$x", "v").replace("$s", spelled)
    here.add(*plan.program.mark([f"{name} = lambda v: {text}"], *codes(plan.said.rule)))
    return [f"return {name}({x})"]


_ROUTES = {"helper": _helper, "helpers": _helpers, "getter": _getter, "alias": _alias, "elsewhere": _elsewhere, "lambda": _lambda}


def _changed(plan: Plan, kept: Kept, number: str) -> tuple[list[str], list[str]]:
    """The lines before the rounds and of a round, with one of the ways to change."""
    program = plan.program
    statement = _statement(plan, kept)
    if plan.said.rule == "TFA112":
        statement = statement.replace("$e", "os.environ").replace("$k", kept.bare)
        is_other = plan.said.twin == "another changed"
        statement = statement.replace(kept.bare, f"{kept.bare}_2") if is_other else statement
    change = Change(program, plan.driver, kept, statement, number, plan.said.twin == "another changed")
    names = [name for name in CHANGES if name != "on-condition"] if plan.said.twin else list(CHANGES)
    program.rng.shuffle(names)
    for name in names:
        try:
            found = CHANGES[name](change)
        except Unsuited:
            continue
        program.chosen["change"] = name
        return found
    raise Unsuited


def _rounds(plan: Plan, kept: Kept, target: Target) -> list[str]:
    program, said, driver = plan.program, plan.said, plan.driver
    number = program.names.variable()
    first, each = ([], []) if said.twin == "never changed" else _changed(plan, kept, number)
    is_local = bool(kept.start and said.rule != "TFA112") or bool(target.start)
    start = [*kept.start, *target.start, *first]
    shown = said.content.shown.replace("$k", kept.bare).replace("$s", kept.spell(program.main))
    call = [line.replace("$given", f"tf.constant(float({shown}))").replace("$number", number) for line in target.call]
    last: list[str] = []
    if said.twin in ("changed before", "changed after"):
        lines = [f"{number} = 3", *each]
        start, last = (([*start, *lines], last) if said.twin == "changed before" else (start, lines))
        each = []
    if said.twin == "read eagerly":
        call = [*call, f'print("kept", {shown})']
    if said.twin in ("made anew", "compiled anew"):
        if not target.renew:
            raise Unsuited
        each = [*each, *target.renew]
    elif said.twin == "traced anew" and "$number" not in "".join(target.call):
        raise Unsuited
    around = Around(driver, number, start, each, call, is_local)
    if target.hooked is not None and each and not said.twin and program.chance(0.6):
        program.chosen["round"] = "callback"
        return target.hooked(start, each, number)
    names = list(DRIVES)
    program.rng.shuffle(names)
    for name in names:
        if said.twin == "made anew" and name in ("round-function", "call-function", "trainer-step", "epochs") and target.renew:
            continue
        try:
            lines = DRIVES[name](around)
        except Unsuited:
            continue
        program.chosen["round"] = name
        return [*lines, *last]
    raise Unsuited


def _in_closure(plan: Plan, kept: Kept) -> list[str]:
    """A traced function and a setter that share a variable of the function around both."""
    program, said = plan.program, plan.said
    if said.twin not in ("", "never changed", "changed before", "same value", "changed after", "tf.Variable"):
        raise Unsuited
    program.chosen.update(target="closure", reads="direct", change="by-setter")
    variable = kept.spell(kept.module)
    step, change, number = program.names.variable(), program.names.variable(), program.names.variable()
    statement = _statement(plan, kept).replace("$s", variable).replace("$i", "number").split("\n")
    closed(kept, _computed(plan, program.pick(said.content.reads), "x", variable), step, change, statement)
    assert kept.owner is not None
    start = [f"{step}, {change} = {program.refer(program.main, kept.module, kept.owner.name)}()"]
    each = [f"{change}({number})"]
    last: list[str] = []
    if said.twin in ("never changed", "changed before", "changed after"):
        start, last = (start, [f"{change}(3)"]) if said.twin == "changed after" else ([*start, *([f"{change}(3)"] if said.twin == "changed before" else [])], last)
        each = []
    around = Around(plan.driver, number, start, each, [f"print(float(tf.reduce_sum({step}(tf.constant(2.0)))))"], is_local=True)
    names = list(DRIVES)
    program.rng.shuffle(names)
    for name in names:
        try:
            return [*DRIVES[name](around), *last]
        except Unsuited:
            continue
    raise Unsuited
