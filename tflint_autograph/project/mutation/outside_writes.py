"""Finds eager code that sets an attribute of another object or changes its value in place.

`net.scale = 2.0`, `net.sizes.append(3)`, `Net.scale = 2.0`. Writes to `self` are handled by `attribute_writes`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from tflint_autograph.facts.interning import one_set
from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Expr
from tflint_autograph.model.facts import ClassKey, FunctionFact, FunctionKey
from tflint_autograph.model.mentions import ATTRIBUTE
from tflint_autograph.model.values import UNKNOWN, Origin, Value
from tflint_autograph.project.bodies.changes import (
    MUTABLE,
    InPlaceChange,
    base,
    changed_by_calls,
    changed_words,
    changes,
    is_swapped,
)
from tflint_autograph.project.bodies.liveness import flat, stored
from tflint_autograph.project.bodies.single import full_path
from tflint_autograph.project.bodies.walks import assigned_by, spelled_path, targets, walk, written_as
from tflint_autograph.project.mutation.write_order import is_own, is_plain
from tflint_autograph.project.points_to.receivers import referents

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis


class OutsideWrite(NamedTuple):
    """A write: its function or module, the dotted name of the object, the object, and whether a caller passes the object in."""

    key: FunctionKey
    change: InPlaceChange
    thing: str
    holder: Value
    is_passed: bool


def outside_writes(
    analysis: Analysis, family: frozenset[ClassKey], name: str, value: Value, near: frozenset[str]
) -> Iterator[OutsideWrite]:
    """Yields the writes to an attribute with value `value` of the classes, or of their instances."""
    for key in _candidates(analysis, name, value, near):
        things = analysis.name_writes.attribute_writes.changed_in(key).holders(name)
        # Of the own object of a method the class is known, and says what the method sets.
        others = [thing for thing in things if not (thing == _own_name(analysis, key) and _is_settled(analysis, family, key))]
        for thing in others:
            yield from _changes(analysis, family, key, analysis.project.body(key), thing, f"{thing}.{name}", value, is_near=key.path in near)


def _is_settled(analysis: Analysis, family: frozenset[ClassKey], key: FunctionKey) -> bool:
    """Whether the class of the first parameter of a method is known without its body."""
    if is_own(analysis, key, family):
        return True
    fact = analysis.project.function(key)
    is_bound = fact is not None and bool(fact.owner) and "builtins.staticmethod" not in analysis.decorator_names(key)
    return is_bound and not analysis.name_writes.attribute_writes.changed_in(key).rebinds_first


def _candidates(analysis: Analysis, name: str, value: Value, near: frozenset[str]) -> Iterator[FunctionKey]:
    """Yields the eager code that may contain such a write: in files that know the classes, and in files that these call into."""
    writes = analysis.name_writes.attribute_writes
    called = {path for path in analysis.project.setting(name) if not near.isdisjoint(analysis.name_writes.importers(path))}
    for path in sorted(near | called):
        if value.kind in MUTABLE and path in near:
            keys = analysis.project.functions_mentioning(path, frozenset({name}), ATTRIBUTE)
        else:
            keys = tuple(FunctionKey(path, qualname) for qualname in writes.setters(path).get(name, ()))
        yield from (key for key in keys if is_plain(analysis, key))


def _changes(
    analysis: Analysis, family: frozenset[ClassKey], key: FunctionKey, body: Body, thing: str, path: str, value: Value, *, is_near: bool
) -> Iterator[OutsideWrite]:  # fmt: skip
    owner = written_as(thing)
    known: dict[int, list[tuple[Value, bool]]] = {}

    def is_it(expr: Expr) -> bool:
        return path_of(expr, body) == path

    for change in changes(body.statements, value, lambda expr: isinstance(expr, ir.Attribute) and is_it(expr), is_it):
        ordinal = change.statement.ordinal
        if owner is not None and ordinal not in known:
            known[ordinal] = list(referents(analysis, key, owner, ordinal))
        for holder, is_passed in known.get(ordinal, ()):
            if (holder.cls in family or holder.klass in family) and (is_near or is_passed):
                yield OutsideWrite(key, change, thing, holder, is_passed)
                break


def _own_name(analysis: Analysis, key: FunctionKey) -> str:
    fact = analysis.project.function(key)
    return fact.parameters[0].name if fact is not None and fact.parameters else ""


class ChangeSummary(NamedTuple):
    """What a body may change: the `words` that `changed_words` returns, and the dotted names of attributes among them.

    `rebinds_first`: it rebinds its first parameter.
    """

    words: frozenset[str]
    paths: tuple[str, ...]
    rebinds_first: bool

    def holders(self, name: str) -> list[str]:
        """Returns the dotted names of the objects whose attribute `name` the body may change."""
        if name not in self.words:
            return []
        parts = (path.rpartition(".") for path in self.paths)
        return [thing for thing, _, last in parts if last == name]


def changed(body: Body, fact: FunctionFact | None) -> ChangeSummary:
    """Returns the summary of the body of a function, or of a module if there is no `fact`."""
    found: dict[str, None] = {}
    for statement in walk(body.statements):
        things = [*flat(targets(assigned_by(statement)))]
        things += changed_by_calls(statement)
        for path in (path_of(base(thing), body) for thing in things):
            if "." in path:
                found[path] = None
    first = fact.parameters[0].name if fact is not None and fact.parameters else ""
    return ChangeSummary(one_set(set(changed_words(body))), tuple(found), bool(first) and first in stored(body.statements))


def path_of(expr: Expr, body: Body) -> str:
    """Returns the dotted name of an expression, local names replaced by what they stand for in the body."""
    return full_path(expr, body) or spelled_path(expr)


def as_changed(value: Value) -> Value:
    """Reduces a value to what decides which code changes it, so that many values share one result."""
    if value.kind in MUTABLE:
        return value._replace(origin=Origin.UNKNOWN, spelling="", parameter="", provenance=None)
    return _SWAPPED if is_swapped(value) else UNKNOWN


_SWAPPED = Value(name="builtins.swapped")
