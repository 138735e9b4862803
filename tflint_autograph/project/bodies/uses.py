"""How a body uses names, as far as its expressions say: what it may call. Values nothing."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body
from tflint_autograph.project.bodies.walks import descendants, expressions, targets, walk, word_of


class Uses(NamedTuple):
    """What a body does with names; small, so that it can be kept where the body cannot.

    `called` are the names that it calls, each with what they begin with (`self` of `self.net.step`), `read` those that it
    reads otherwise, `kept` what it reads to put it under an attribute or a key, and `imported` what imports in it call
    otherwise. `indirect` says that it calls what has no name of its own, or what a name represents that it binds itself.
    """

    called: Mapping[str, frozenset[str]]
    read: frozenset[str]
    kept: frozenset[str]
    imported: tuple[tuple[str, str], ...]
    indirect: bool

    def may_call(self, names: frozenset[str], foreign: frozenset[str]) -> bool:
        """Whether the body may call something that has one of the names, but not a part of what has a `foreign` name.

        What it reads under one of the names, and does not call as it is, may be called by another name that the body binds.
        """
        if self.imported:
            names = names.union(name for word, name in self.imported if word in names)
        if any(not self.called[name] <= foreign for name in self.called.keys() & names):
            return True
        return self.indirect and not names.isdisjoint(self.read)

    def may_keep(self, names: frozenset[str]) -> bool:
        """Whether the body may put something that has one of the names under an attribute or a key, to be called as that."""
        return not names.isdisjoint(self.kept)


_HOLDERS = frozenset({ir.Attribute, ir.Subscript})


def uses(body: Body) -> Uses:
    """What a body does with names."""
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
    """The name at the beginning of a dotted name; empty where something else is there."""
    while isinstance(expr, ir.Attribute):
        expr = expr.value
    return expr.id if isinstance(expr, ir.Name) else ""
