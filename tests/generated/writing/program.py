"""A program while it is composed: its modules, the scopes code is written into, and what was chosen for it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from tests.generated.writing.names import Names
from tests.generated.writing.text import Class, Module, indented, marked


class Unsuited(Exception):
    """Parts that do not fit together; others are drawn."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Lines of which a hazard is known: the codes that name it, the first being its rule; none if it is only tolerated."""

    codes: tuple[str, ...]
    is_hazard: bool = True


@dataclass(frozen=True, slots=True)
class Driver:
    """Where the calls are written: the module, whether in a function, and the number of the call as an expression."""

    program: Program
    module: Module
    in_function: bool
    number: str


class Place(Protocol):
    """Where code is written that calls something: a scope or a driver."""

    @property
    def program(self) -> Program: ...

    @property
    def module(self) -> Module: ...


Action = Callable[[Driver], Sequence[str]]
"""Gives the lines that a driver runs, between two calls for instance."""


class Program:
    """Modules, names, marks and the choices they come from."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.names = Names(rng)
        self.package = self.names.module() if rng.random() < 0.4 else ""
        self.modules: list[Module] = []
        self.main = Module(self.names.module(), "")
        self.main.path = f"{self.main.name}.py"
        self.modules.append(self.main)
        self.marks: list[Mark] = []
        self.start: list[Action] = []
        self.between: list[Action] = []
        self.finish: list[Action] = []
        self.finishing: list[Callable[[], None]] = []
        self.form: Callable[[Driver, object], list[str]] | None = None
        self.varied: object = None
        self.chosen: dict[str, str] = {}
        self.entries: list[str] = []
        self.is_pattern = False
        self.is_intended = False
        self.arguments = rng.choice(
            (("1.0", "2.0", "3.0"), ("0.5", "1.5", "4.0"), ("1.0", "-2.0", "3.0"), ("2.0", "-1.0", "0.25", "5.0"))
        )

    def pick(self, choices: Sequence[str]) -> str:
        """One of some texts."""
        return self.rng.choice(list(choices))

    def chance(self, share: float) -> bool:
        """Whether a thing of this share is to be."""
        return self.rng.random() < share

    def module(self) -> Module:
        """A new module beside the others."""
        name = self.names.module()
        if self.package:
            made = Module(f"{self.package}.{name}", f"{self.package}/{name}.py")
        else:
            made = Module(name, f"{name}.py")
        self.modules.append(made)
        return made

    def mark(self, lines: Sequence[str], *codes: str, is_hazard: bool = True) -> list[str]:
        """The lines, marked as those of a hazard with these codes."""
        wanted = Mark(codes, is_hazard)
        if wanted not in self.marks:
            self.marks.append(wanted)
        return marked(lines, self.marks.index(wanted))

    def refer(self, here: Module, there: Module, symbol: str, *, as_attribute: bool = False) -> str:
        """How a module spells a symbol of another one, importing it; `as_attribute` when it is to be rebound."""
        if here is there:
            return symbol
        way = "module" if as_attribute else self.pick(("name", "name", "alias", "module"))
        if (there.name, symbol) in here.spelled and not as_attribute:
            return here.spelled[there.name, symbol]
        if way == "module":
            spelled = f"{self._module_in(here, there)}.{symbol}"
        else:
            spelled = symbol if way == "name" else self.names.function()
            origin = self._origin(here, there)
            here.needs(f"from {origin} import {symbol}" + ("" if spelled == symbol else f" as {spelled}"))
        here.spelled[there.name, symbol] = spelled
        return spelled

    def brings_in(self, here: Module, there: Module) -> None:
        """Import a module for what it does when it is imported."""
        if here is not there:
            self._module_in(here, there)

    def _origin(self, here: Module, there: Module) -> str:
        package, _, last = there.name.rpartition(".")
        return f".{last}" if package and here.name.startswith(f"{package}.") and self.chance(0.5) else there.name

    def _module_in(self, here: Module, there: Module) -> str:
        if (there.name, "") not in here.spelled:
            package, _, last = there.name.rpartition(".")
            alias = self.names.variable() if self.chance(0.3) else last
            suffix = "" if alias == last else f" as {alias}"
            if package:
                origin = "." if here.name.startswith(f"{package}.") and self.chance(0.5) else package
                here.needs(f"from {origin} import {last}{suffix}")
            else:
                here.needs(f"import {last}{suffix}")
            here.spelled[there.name, ""] = alias
        return here.spelled[there.name, ""]


@dataclass
class Scope:
    """The body of a function that is written: its lines, its tensor, its object, and what is around it.

    One that `is_nested` stands in an eager function, whose lines before it are `around`; one that `is_local` in a traced one.
    The result of one that `is_dropped` is not used.
    `is_root` says that TensorFlow calls it; `after` are lines behind its definition. `reach` is how
    a driver spells the object. `parameters` and `passed` are what it takes besides the tensor, with the value at the call.
    """

    program: Program
    module: Module
    x: str
    name: str = ""
    lines: list[str] = field(default_factory=list)
    owner: Class | None = None
    me: str = ""
    reach: Callable[[Driver], str] | None = None
    is_nested: bool = False
    around: list[str] = field(default_factory=list)
    parameters: list[str] = field(default_factory=list)
    passed: list[tuple[str, Callable[[Place], str]]] = field(default_factory=list)
    is_converted: bool = True
    takes_more: bool = False
    is_root: bool = False
    is_local: bool = False
    is_dropped: bool = False
    declared: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)

    def add(self, *lines: str) -> None:
        """Write lines below what there is."""
        self.lines += lines

    def inner(self) -> Scope:
        """A block inside this scope, with lines of its own."""
        return replace(self, lines=[])

    def local(self) -> str:
        """A name for a local variable."""
        return self.program.names.variable()

    def needs(self, *lines: str) -> None:
        """Have these imports in the module."""
        self.module.needs(*lines)

    def api(self, dotted: str) -> str:
        """How the module spells something of a library, `numpy:random.rand`, importing it in one of the ways there are."""
        library, _, way = dotted.partition(":")
        first = way.partition(".")[0]
        if (dotted, "") not in self.module.spelled and self.program.chance(0.3) and self.program.names.claims(first):
            self.module.needs(f"from {library} import {first}")
            self.module.spelled[dotted, ""] = way
        if (dotted, "") in self.module.spelled:
            return self.module.spelled[dotted, ""]
        if (library, "*") not in self.module.spelled:
            self.module.spelled[library, "*"] = _imported(self.program, self.module, library)
        return f"{self.module.spelled[library, '*']}.{way}"

    def head(self, first: str, *, decorators: Iterable[str] = (), name: str = "") -> list[str]:
        """The lines of the whole function; `first` are its leading parameters."""
        parameters = ", ".join([each for each in (first, *self.parameters) if each])
        lines = [*decorators, f"def {name or self.name}({parameters}):", *indented([*self.declared, *self.lines])]
        return [*lines, "", "", *self.after] if self.after else lines


Fill = Callable[[Scope], str]
"""Writes the rest into a scope, and gives the expression of its result."""


def _imported(program: Program, module: Module, library: str) -> str:
    usual = {"numpy": "np", "tensorflow": "tf"}.get(library)
    if usual:
        module.needs(f"import {library} as {usual}")
        return usual
    package, _, last = library.rpartition(".")
    ways = [f"import {library}", f"import {library} as _{last}"] + (
        [f"from {package} import {last}"] * 2 if package else []
    )
    line = program.pick(ways)
    module.needs(line)
    return line.rpartition(" ")[2]
