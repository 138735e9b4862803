"""What one file says of itself: imports, definitions and module-level bindings, with no syntax tree."""

from __future__ import annotations

import re
from array import array
from typing import NamedTuple

from tflint_autograph.model.body import At, Body, Expr
from tflint_autograph.model.mentions import ANY, Mention, lines_mentioning
from tflint_autograph.model.record import record


class FunctionKey(NamedTuple):
    """A function of the project: the file and the qualified name in it (`Model.call`, `f.<locals>.g`)."""

    path: str
    qualname: str


def superseded(qualname: str, line: int) -> str:
    """The qualified name of a function or class behind which another one of its scope binds the same name."""
    return f"{qualname}<{line}>"


def is_superseded(part: str) -> bool:
    """Whether a part of a qualified name, one of those between its dots, is that of a superseded function or class."""
    return "<" in part[1:]


def display_name(part: str) -> str:
    """What a user calls a part of a qualified name, one of those between its dots."""
    return "<lambda>" if part.startswith("<lambda ") else part.partition("<")[0] or part


class ClassKey(NamedTuple):
    """A class of the project."""

    path: str
    qualname: str


class Parameter(NamedTuple):
    """`kind` is positional, keyword, `*` or `**`."""

    name: str
    kind: str
    default: Expr | None
    annotation: Expr | None


@record
class FunctionFact:
    """A def or lambda. `parent` is the enclosing function's qualified name, `owner` the class it is a method of.

    `first` is the line of the first decorator, `at` spans the definition without decorators, `column` is where its name begins. `stores`
    are the attributes of its first parameter which a method sets, functions inside it left out; `generator` says that it
    yields, `lambdas` that there may be a lambda in it. `sets` are the attributes it sets of other objects, `superseded` the
    lines of the defs in it behind which another one binds the same name.
    """

    qualname: str
    name: str
    first: int
    at: At
    column: int
    parameters: tuple[Parameter, ...]
    decorators: tuple[tuple[Expr, At], ...]
    parent: str
    owner: str
    is_async: bool
    is_lambda: bool
    stores: tuple[str, ...] = ()
    generator: bool = False
    lambdas: bool = True
    sets: tuple[str, ...] = ()
    superseded: tuple[int, ...] = ()

    @property
    def header(self) -> At:
        """The place of the name; of a lambda, which has none, all of it."""
        return self.at if self.is_lambda else _named(self.at, self.column, self.name)

    @property
    def given(self) -> frozenset[str]:
        """The names of its parameters but the object whose method it is."""
        return frozenset(parameter.name for parameter in self.parameters[bool(self.owner) :])

    @property
    def packed(self) -> frozenset[str]:
        """The names of the parameters that collect arguments: `*args` and `**options`."""
        return frozenset(parameter.name for parameter in self.parameters if parameter.kind in ("*", "**"))

    @property
    def is_superseded(self) -> bool:
        """Whether another def of its scope binds the same name behind it."""
        return self.qualname.endswith(superseded(self.name, self.at.line))


@record
class ClassFact:
    """A class: its bases as written, its methods by name, and the values its body binds; `column` is where its name begins.

    `declared` are the annotations of names in its body, which may bind them to nothing.
    """

    qualname: str
    name: str
    at: At
    column: int
    bases: tuple[Expr, ...]
    keywords: tuple[tuple[str, Expr], ...]
    decorators: tuple[tuple[Expr, At], ...]
    methods: tuple[tuple[str, str], ...]
    attributes: tuple[tuple[str, Expr], ...]
    declared: tuple[tuple[str, Expr], ...]
    parent: str

    @property
    def header(self) -> At:
        """The place of the name."""
        return _named(self.at, self.column, self.name)


def _named(at: At, column: int, name: str) -> At:
    """The place of a name on the first line of a definition."""
    return At(at.line, column, at.line, column + len(name))


@record
class ModuleFacts:
    """One file, without the bodies of its functions: those are lowered when somebody asks (`facts.lower`).

    `body` are the module-level statements, `lambdas` the lambdas in them and in class bodies, each with its own body.
    `rebound` are module-level names which some function declares `global`. `candidates` are the qualified names of the
    functions in whose text a word occurs that can begin a trace. `sets` are the attributes which the module-level statements
    set. `text` is that of the file without docstrings and comments (`facts.unspoken`), every line of it ends with a line
    feed; `scanned` is the hash of the text with them. `starts` are the places where each `STRIDE`th of its lines begins.
    """

    path: str
    module: str
    is_package: bool
    text: str
    scanned: int
    starts: array[int]
    body: Body
    functions: tuple[FunctionFact, ...]
    classes: tuple[ClassFact, ...]
    lambdas: tuple[Lowered, ...]
    rebound: frozenset[str]
    candidates: tuple[str, ...]
    sets: tuple[str, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of the text without their ends; a project is kept as texts, which take a third of the room."""
        return tuple(self.text.removesuffix("\n").split("\n")) if self.text else ()

    def mentions(self, word: str) -> bool:
        """Whether the text holds a plain word somewhere."""
        return word in self.text

    def lines_mentioning(self, name: str, how: Mention = ANY) -> list[int]:
        """The 1-based lines whose code mentions a name so, as `mentions.lines_mentioning` has it."""
        return lines_mentioning(self.text, name, how)

    def between(self, first: int, last: int) -> tuple[str, ...]:
        """The lines from `first` to `last`, 1-based and both inclusive, as far as there are any."""
        begin, end = self._offset(first - 1), self._offset(last)
        return tuple(self.text[begin : end - 1].split("\n")) if begin < end else ()

    def passage(self, at: At) -> str:
        """The text of the lines on which a definition is."""
        return self.text[self._offset(at.line - 1) : self._offset(at.end_line)]

    def _offset(self, count: int) -> int:
        """What so many lines take with their ends, or all there are: the last ones are counted from a place that is kept."""
        step = min(count // STRIDE, len(self.starts) - 1)
        at = self.starts[step]
        for _ in range(count - step * STRIDE):
            at = self.text.find("\n", at) + 1
            if not at:
                return len(self.text)
        return at

    def lines_with(self, pattern: re.Pattern[str], word: str = "") -> list[int]:
        """The 1-based lines on which a pattern is found, each of whose finds holds the plain `word`."""
        if not word:
            return [number for number, line in enumerate(self.lines, 1) if pattern.search(line)]
        # Only the lines with the word are cut out of the text: a project is asked for thousands of words.
        found, text, number, seen = [], self.text, 1, 0
        at = text.find(word)
        while at >= 0:
            number += text.count("\n", seen, at)
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
            if pattern.search(text[text.rfind("\n", 0, at) + 1 : end]):
                found.append(number)
            seen, at = at, text.find(word, end)
        return found


class Lowered(NamedTuple):
    """A function with its body."""

    fact: FunctionFact
    body: Body


STRIDE = 16
"""Lines from one place that is kept to the next: those of each line would take a tenth of the room of the text."""

MODULE = "<module>"
"""The qualified name of what is outside all functions."""
