"""Finds eager code that sets an attribute of another object or changes its value in place.

`net.scale = 2.0`, `net.sizes.append(3)`, `Net.scale = 2.0`. Writes to `self` are handled by `attribute_writes`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Expr
from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.model.mentions import ATTRIBUTE
from tflint_autograph.model.values import Value
from tflint_autograph.project.bodies.changes import MUTABLE, InPlaceChange, base, changed_words, changes, flat
from tflint_autograph.project.bodies.single import full_path
from tflint_autograph.project.bodies.storing import body_of
from tflint_autograph.project.bodies.walks import assigned_by, expressions, spelled_path, targets, walk, written_as
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
        body = body_of(analysis, key)
        if name not in changed_words(body):
            continue
        for path in _held(body, name):
            thing = path.rpartition(".")[0]
            if is_own(analysis, key, family) and thing == _own_name(analysis, key):
                continue
            yield from _changes(analysis, family, key, body, thing, path, value, is_near=key.path in near)


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
        return _path(expr, body) == path

    for change in changes(body.statements, value, lambda expr: isinstance(expr, ir.Attribute) and is_it(expr), is_it):
        ordinal = change.statement.ordinal
        if owner is not None and ordinal not in known:
            known[ordinal] = list(referents(analysis, key, owner, ordinal))
        for holder, is_passed in known.get(ordinal, ()):
            if (holder.cls in family or holder.klass in family) and (is_near or is_passed):
                yield OutsideWrite(key, change, thing, holder, is_passed)
                break


def _held(body: Body, name: str) -> list[str]:
    """Returns the dotted names, ending in this attribute, that a body may change."""
    found: dict[str, None] = {}
    for statement in walk(body.statements):
        things = [each for target in targets(assigned_by(statement)) for each in flat(target)]
        called = [expr.func for expr in expressions(statement) if isinstance(expr, ir.Call)]
        things += [func.value for func in called if isinstance(func, ir.Attribute)]
        for path in (_path(base(thing), body) for thing in things):
            if "." in path and path.rpartition(".")[2] == name:
                found[path] = None
    return list(found)


def _path(expr: Expr, body: Body) -> str:
    return full_path(expr, body) or spelled_path(expr)


def _own_name(analysis: Analysis, key: FunctionKey) -> str:
    fact = analysis.project.function(key)
    return fact.parameters[0].name if fact is not None and fact.parameters else ""
