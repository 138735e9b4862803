"""Summarises the names that a body uses, in particular those it may call. Does not evaluate values."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body
from tflint_autograph.model.facts import FunctionFact
from tflint_autograph.project.bodies.blank_names import blank_names, is_told
from tflint_autograph.project.bodies.value_flow import PART, Flow, flowing
from tflint_autograph.project.bodies.walks import expressions, targets, walk


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
    """

    names: UsedNames
    parts: UsedNames
    given: frozenset[str]
    imported: tuple[tuple[str, str], ...]
    own: frozenset[str]
    told: frozenset[str]
    blank: frozenset[str]
    indirect: bool

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
        if any(type(target) in _HOLDERS for target in targets(statement)):
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
