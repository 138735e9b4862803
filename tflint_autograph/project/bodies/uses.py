"""Summarises the names that a body uses, in particular those it may call. Does not evaluate values."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body
from tflint_autograph.project.bodies.walks import descendants, expressions, targets, walk, word_of


class Uses(NamedTuple):
    """A compact summary of how a body uses names, kept where the body itself is too large to keep.

    `called`: the names it calls, and their first parts (`self` of `self.net.step`). `read`: names it reads otherwise. `kept`: names it
    stores under an attribute or key. `imported`: maps local names to what imports call otherwise. `indirect`: it calls an expression
    without a name, or a local name that it binds itself.
    """

    called: Mapping[str, frozenset[str]]
    read: frozenset[str]
    kept: frozenset[str]
    imported: tuple[tuple[str, str], ...]
    indirect: bool

    def may_call(self, names: frozenset[str], foreign: frozenset[str]) -> bool:
        """Whether the body may call something with one of `names`, but not a member of something named in `foreign`.

        A name that is only read may still be called under another local name.
        """
        if self.imported:
            names = names.union(name for word, name in self.imported if word in names)
        if any(not self.called[name] <= foreign for name in self.called.keys() & names):
            return True
        return self.indirect and not names.isdisjoint(self.read)

    def may_keep(self, names: frozenset[str]) -> bool:
        """Whether the body may store something with one of the names under an attribute or key, to be called by that."""
        return not names.isdisjoint(self.kept)


_HOLDERS = frozenset({ir.Attribute, ir.Subscript})


def uses(body: Body) -> Uses:
    """Returns the summary of a body."""
    read: list[str] = []
    called: list[tuple[str, str]] = []
    imported: list[tuple[str, str]] = []
    kept: set[str] = set()
    for statement in walk(body.statements):
        if type(statement) is ir.Import:
            imported += [(dotted.rpartition(".")[2], name) for name, dotted in statement.names]
        if any(type(target) in _HOLDERS for target in targets(statement)):
            kept.update(word_of(part) for part in descendants(tuple(expressions(statement))))
        for part in descendants(tuple(expressions(statement))):
            kind = type(part)
            if kind is ir.Name or kind is ir.Attribute:
                read.append(word_of(part))
            elif kind is ir.Call:
                func = part.func  # type: ignore[union-attr]
                called.append((word_of(func), _root(func)))
    others = Counter(read)
    others.subtract(word for word, _ in called)
    roots: defaultdict[str, set[str]] = defaultdict(set)
    for word, root in called:
        roots[word].add(root)
    return Uses(
        {word: frozenset(found) for word, found in roots.items() if word},
        frozenset(word for word, times in others.items() if times > 0),
        frozenset(word for word in kept if others[word] > 0),
        tuple(pair for pair in imported if pair[0] != pair[1]),
        "" in roots or any(root in body.bound for _, root in called),
    )


def _root(expr: ir.Expr) -> str:
    """Returns the first name of a dotted name, or an empty string for other expressions."""
    while isinstance(expr, ir.Attribute):
        expr = expr.value
    return expr.id if isinstance(expr, ir.Name) else ""
