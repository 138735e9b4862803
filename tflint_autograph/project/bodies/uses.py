"""Summarises the names that a body uses, in particular those it may call. Does not evaluate values."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Statement
from tflint_autograph.model.facts import FunctionFact, Parameter
from tflint_autograph.project.bodies.value_flow import PART, Flow, flowing
from tflint_autograph.project.bodies.walks import (
    calls,
    descendants,
    expressions,
    read_parts,
    root_name,
    spelled,
    targets,
    walk,
)
from tflint_autograph.project.queries.memoize import FEW, MANY, memoised_by_body


class UsedNames(NamedTuple):
    """How a body uses names of one sort: plain names, or names of attributes.

    `called`: the names it calls, and their first parts (`self` of `self.net.step`). `passed`: names whose value may reach a call, the
    result or other functions. `kept`: names whose value it stores under an attribute or key.
    """

    called: Mapping[str, frozenset[str]]
    passed: frozenset[str]
    kept: frozenset[str]

    def may_call(self, names: frozenset[str], foreign: frozenset[str]) -> bool:
        """Whether one of the names is called, but not as a member of something named in `foreign`."""
        return any(not self.called[name] <= foreign for name in self.called.keys() & names)


class NameUses(NamedTuple):
    """A compact summary of how a body uses names, kept where the body itself is too large to keep.

    `names`: plain names. `parts`: names of attributes. `given`: names of both sorts that are arguments of calls. `imported`: maps local names to what imports call otherwise. `own`: names that
    the body alone binds, imports left out. `told`: parameters with an annotation or a default that says something. `blank`: names of
    which no member is code of the project. `indirect`: it calls an expression without a name, or a local name that it binds itself.
    `operates`: it has operators or subscripts.
    """

    names: UsedNames
    parts: UsedNames
    given: frozenset[str]
    imported: tuple[tuple[str, str], ...]
    own: frozenset[str]
    told: frozenset[str]
    blank: frozenset[str]
    indirect: bool
    operates: bool

    def may_call(self, names: frozenset[str], foreign: frozenset[str], hidden: frozenset[str] = frozenset()) -> bool:
        """Whether the body may call something with one of `names`, but not a member of something named in `foreign`.

        A name that is only read may still be called under another local name. A plain name in `hidden` refers to something else.
        """
        if self.imported:
            names = names.union(name for word, name in self.imported if word in names)
        plain = names - hidden
        if self.names.may_call(plain, foreign) or self.parts.may_call(names, foreign):
            return True
        return self.indirect and not (plain.isdisjoint(self.names.passed) and names.isdisjoint(self.parts.passed))

    def may_show(self, names: frozenset[str]) -> bool:
        """Whether the body may pass on or store something with one of the names that it does not bind itself."""
        plain, inside = self.names, self.parts
        others = names - self.own
        return not (
            others.isdisjoint(plain.passed) and others.isdisjoint(plain.kept) and names.isdisjoint(inside.passed) and names.isdisjoint(inside.kept)
        )

    def may_keep(self, names: frozenset[str], hidden: frozenset[str] = frozenset()) -> bool:
        """Whether the body may store something with one of the names under an attribute or key, to be called by that."""
        return not ((names - hidden).isdisjoint(self.names.kept) and names.isdisjoint(self.parts.kept))


_OPERATING = frozenset({"AugAssign", "BinOp", "Compare", "Subscript", "UnaryOp"})
"""Syntax with operators and subscripts, by the names of node classes of `ast`."""

_HOLDERS = frozenset({ir.Attribute, ir.Subscript})


def uses(body: Body, fact: FunctionFact | None = None) -> NameUses:
    """Returns the summary of the body of a function, or of a module if there is no `fact`."""
    called: list[tuple[str, str]] = []
    imported: list[tuple[str, str]] = []
    foreign: set[str] = set()
    kept: set[str] = set()
    flow = Flow(body)
    for statement in walk(body.statements):
        if isinstance(statement, ir.Import):
            imported += [(dotted.rpartition(".")[2], name) for name, dotted in statement.names]
            foreign.update(name for name, _ in statement.names)
        elif isinstance(statement, ir.Define) and statement.decorated:
            foreign.add(statement.name)
        if any(type(part) in _HOLDERS for part in descendants(targets(statement))):
            kept.update(word for expr in expressions(statement) for word in flowing(expr))
        called += flow.follow(statement)
    passed = flow.passed()
    return NameUses(
        UsedNames(_by_word(called, plain=True), _plain(passed), _plain(kept)),
        UsedNames(_by_word(called, plain=False), _parts(passed), _parts(kept)),
        frozenset(flow.given),
        tuple(pair for pair in imported if pair[0] != pair[1]),
        body.bound - foreign,
        frozenset(each.name for each in fact.parameters if is_told(each)) if fact is not None else frozenset(),
        blank_names(body, fact),
        any(word == "" or root in body.bound for word, root in called),
        not _OPERATING.isdisjoint(body.kinds),
    )


def _by_word(called: Iterable[tuple[str, str]], *, plain: bool) -> dict[str, frozenset[str]]:
    """Returns the plain names that are called, or the attributes, each with the first parts of their dotted names."""
    roots: defaultdict[str, set[str]] = defaultdict(set)
    for word, root in called:
        if word and (word[0] != PART) is plain:
            roots[word if plain else word[1:]].add(root)
    return {word: frozenset(found) for word, found in roots.items()}


def _plain(words: Iterable[str]) -> frozenset[str]:
    return frozenset([word for word in words if word[0] != PART])


def _parts(words: Iterable[str]) -> frozenset[str]:
    return frozenset([word[1:] for word in words if word[0] == PART])


BUILTINS = frozenset({"bytearray", "bytes", "dict", "enumerate", "float", "frozenset", "int", "len", "list", "range", "repr", "set", "sorted", "str", "tuple", "zip"})
"""Built-in functions and types that return numbers, strings and containers."""

_PLAIN = frozenset({ir.Comprehension, ir.Constant, ir.Display, ir.Mapping, ir.Text})
"""Expressions whose value is a number, a string or a container."""

_SETTING = frozenset({"setattr", "vars", "locals", "exec", "eval"})
"""Functions that may set attributes of an object, or rebind a name."""


def blank_names(body: Body, fact: FunctionFact | None) -> frozenset[str]:
    """Returns these names of a function, provided that no name in `BUILTINS` is rebound in its module; none for a module.

    An untyped parameter may hold any object, but inside the function nothing is known about it.
    """
    if fact is None or not _SETTING.isdisjoint(body.names) or "__dict__" in body.attributes:
        return frozenset()
    plain: set[str] = set()
    others = {name for name, _ in body.shared}
    for statement in walk(body.statements):
        name = _plainly_bound(statement, body)
        if name:
            plain.add(name)
        else:
            others.update(_bound(statement))
        others.update(part.target.id for part in read_parts(statement) if isinstance(part, ir.Walrus))
    receiver = fact.receiver
    given = {each.name for each in fact.parameters if each.name != receiver and not is_told(each)}
    return frozenset((plain | given) - others) - {each.name for each in fact.parameters if each.name not in given}


def is_told(parameter: Parameter) -> bool:
    """Whether the annotation or the default of a parameter says what it may hold."""
    return parameter.annotation is not None or not (parameter.default is None or isinstance(parameter.default, ir.Constant))


def _plainly_bound(statement: Statement, body: Body) -> str:
    """Returns the one name to which a statement certainly assigns a number, a string or a container, or an empty string."""
    if not isinstance(statement, ir.Assign) or len(statement.targets) != 1 or not isinstance(statement.targets[0], ir.Name):
        return ""
    value = statement.value
    if isinstance(value, ir.Call):
        is_plain = isinstance(value.func, ir.Name) and value.func.id in BUILTINS and value.func.id not in body.bound
    else:
        is_plain = type(value) in _PLAIN and (statement.annotation is None or not isinstance(value, ir.Constant))
    return statement.targets[0].id if is_plain else ""


def _bound(statement: Statement) -> Iterator[str]:
    """Yields the names that a statement binds, or whose attributes or items it sets, its inner blocks left out."""
    for target in targets(statement):
        yield from (root_name(part) for part in descendants(target) if isinstance(part, (ir.Name, ir.Attribute, ir.Subscript)))
    if isinstance(statement, ir.Import):
        yield from (name for name, _ in statement.names)
    elif isinstance(statement, ir.Define):
        yield statement.name
    elif isinstance(statement, ir.Try):
        yield from (handler.name for handler in statement.handlers if handler.name)
    elif isinstance(statement, ir.Match):
        yield from (name for case in statement.cases for name in case.names)


def naming(body: Body, name: str) -> tuple[Statement, ...]:
    """Returns the statements, without their nested blocks, that read, bind, delete or spell the name, in source order."""
    return tuple([statement for statement, names in _named(body) if name in names])


@memoised_by_body(MANY)
def _named(body: Body) -> tuple[tuple[Statement, frozenset[str]], ...]:
    """Returns every statement with the names in it."""
    return tuple([(statement, _names(statement)) for statement in walk(body.statements)])


def _names(statement: Statement) -> frozenset[str]:
    deleted = statement.targets if isinstance(statement, ir.Delete) else ()
    parts = (part for part in (*spelled(statement), *deleted) if isinstance(part, (ir.Name, ir.Constant)))
    words = [part.id if isinstance(part, ir.Name) else part.value for part in parts]
    return frozenset([word for word in words if type(word) is str])


@memoised_by_body(FEW)
def keywords_given(body: ir.Body) -> frozenset[str]:
    """Returns the names of the keyword arguments in the calls of a body, with `*` and `**` for unpacked ones."""
    given = (argument.keyword for statement in walk(body.statements) for call in calls(statement) for argument in call.args)
    return frozenset(name for name in given if name is not None)
