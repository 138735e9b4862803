"""The facts of one file: imports, definitions and module-level bindings, without a syntax tree."""

from __future__ import annotations

import re
from array import array
from typing import NamedTuple

from tflint_autograph.model.body import At, Body, Expr
from tflint_autograph.model.mentions import ANY, Mention, lines_mentioning
from tflint_autograph.model.record import record
from tflint_autograph.model.synonyms import BUILTINS


class FunctionKey(NamedTuple):
    """A function of the project: the file and the qualified name in it (`Model.call`, `f.<locals>.g`)."""

    path: str
    qualname: str


def superseded(qualname: str, line: int) -> str:
    """Returns the qualified name for a function or class whose name is bound again later in its scope."""
    return f"{qualname}<{line}>"


def is_superseded(part: str) -> bool:
    """Whether a part of a qualified name, between its dots, belongs to a superseded function or class."""
    return "<" in part[1:]


def display_name(part: str) -> str:
    """Returns a part of a qualified name, between its dots, as the user calls it."""
    return "<lambda>" if part.startswith("<lambda ") else part.partition("<")[0] or part


class ClassKey(NamedTuple):
    """A class of the project."""

    path: str
    qualname: str


class Parameter(NamedTuple):
    """A parameter. `kind` is positional, keyword, `*` or `**`."""

    name: str
    kind: str
    default: Expr | None
    annotation: Expr | None


@record
class FunctionFact:
    """A def or lambda. `parent` is the enclosing function's qualified name, `owner` the class it is a method of.

    `first`: line of the first decorator. `at`: the definition without decorators. `column`: where its name begins. `stores`: attributes of
    its first parameter that a method sets, nested functions excluded. `generator`: it yields. `lambdas`: it may contain a lambda. `sets`:
    attributes it sets on other objects. `superseded`: lines of nested defs whose name is bound again later. `aliases`: local names, own and
    of functions around, that stand for the object of a method or a builtin, with the name of that.
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
    aliases: tuple[tuple[str, str], ...] = ()

    @property
    def header(self) -> At:
        """The position of the name; for a lambda, that of the whole lambda."""
        return self.at if self.is_lambda else _named(self.at, self.column, self.name)

    @property
    def receiver(self) -> str:
        """The name of the first parameter of a method, which is its object; empty for other functions."""
        return self.parameters[0].name if self.owner and self.parameters else ""

    @property
    def given(self) -> frozenset[str]:
        """The names of its parameters without the receiver."""
        return frozenset(parameter.name for parameter in self.parameters[bool(self.owner) :])

    @property
    def packed(self) -> frozenset[str]:
        """The names of the parameters that collect arguments: `*args` and `**options`."""
        return frozenset(parameter.name for parameter in self.parameters if parameter.kind in ("*", "**"))

    @property
    def is_superseded(self) -> bool:
        """Whether its name is bound again later in its scope."""
        return is_superseded(self.qualname.rpartition(".")[2])


@record
class ClassFact:
    """A class: its bases as written, its methods by name, and the values its body binds; `column` is where its name begins.

    `declared` are the annotations in its body, with or without a value.
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
        """The position of the name."""
        return _named(self.at, self.column, self.name)


def _named(at: At, column: int, name: str) -> At:
    """Returns the position of a name on the first line of a definition."""
    return At(at.line, column, at.line, column + len(name))


@record
class ModuleFacts:
    """The facts of one file, without the bodies of its functions, which are lowered on demand (`facts.lower`).

    `body`: the module-level statements. `lambdas`: the lambdas in them and in class bodies, with their bodies. `rebound`: module-level
    names that some function declares `global`. `candidates`: qualified names of the functions whose text contains a word that can begin a
    trace. `sets`: attributes that module-level statements set. `text`: the file without docstrings and comments (`facts.unspoken`), every
    line ending with a line feed. `scanned`: the hash of the complete text. `starts`: the offset of every line whose number is a multiple of
    `STRIDE`.
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
    def shadowed(self) -> frozenset[str]:
        """The built-ins of `model.synonyms` whose names the file binds at its top level."""
        return BUILTINS & self.body.bound

    @property
    def lines(self) -> tuple[str, ...]:
        """Returns the lines of the text without line ends. A project is kept as texts, which take a third of the memory."""
        return tuple(self.text.removesuffix("\n").split("\n")) if self.text else ()

    def mentions(self, word: str) -> bool:
        """Whether the text contains a word."""
        return word in self.text

    def lines_mentioning(self, name: str, how: Mention = ANY) -> list[int]:
        """Returns the 1-based lines whose code mentions a name as `how` says; see `mentions.lines_mentioning`."""
        return lines_mentioning(self.text, name, how)

    def between(self, first: int, last: int) -> tuple[str, ...]:
        """Returns the lines from `first` to `last`, 1-based and inclusive, as far as they exist."""
        begin, end = self._offset(first - 1), self._offset(last)
        return tuple(self.text[begin : end - 1].split("\n")) if begin < end else ()

    def passage(self, at: At) -> str:
        """Returns the text of the lines of a definition."""
        return self.text[self._offset(at.line - 1) : self._offset(at.end_line)]

    def _offset(self, count: int) -> int:
        """Returns the offset after this many lines, or the length of the text."""
        step = min(count // STRIDE, len(self.starts) - 1)
        at = self.starts[step]
        for _ in range(count - step * STRIDE):
            at = self.text.find("\n", at) + 1
            if not at:
                return len(self.text)
        return at

    def lines_with(self, pattern: re.Pattern[str], word: str = "") -> list[int]:
        """Returns the 1-based lines that match a pattern; every match contains the plain `word`."""
        if not word:
            return [number for number, line in enumerate(self.lines, 1) if pattern.search(line)]
        # Only the lines with the word are cut out of the text: a project is searched for thousands of words.
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
"""Number of lines between stored offsets: one for each line would take a tenth of the memory of the text."""

MODULE = "<module>"
"""The qualified name of module-level code."""
