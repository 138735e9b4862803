"""Finds what code sets as attributes of shared things that are no objects of a project class: classes, functions, `threading.local()`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.facts import MODULE, ClassKey, FunctionKey
from tflint_autograph.model.joins import join_all
from tflint_autograph.model.paths import is_test
from tflint_autograph.model.values import NOTHING, Kind, Origin, Value, outside
from tflint_autograph.project.queries.query import query
from tflint_autograph.project.values.body_result import BodyResult

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis

Thing = ClassKey | FunctionKey | tuple[str, str]
"""What stays the same object wherever it is mentioned. Of an object from outside the project, its factory and its module-level name."""


def shared_thing(value: Value) -> Thing | None:
    """Returns what identifies a shared thing, or None for other values."""
    if value.klass is not None:
        return value.klass
    if value.callees:
        (target, *others) = value.callees
        return target.key if not others and target.receiver is None and value.kind is Kind.CALLABLE else None
    is_named = value.origin is Origin.OUTER and value.spelling.isidentifier() and value.cls is None
    return (value.factory, value.spelling) if value.factory and is_named else None


class SharedAttributes:
    """Queries about the attributes of shared things."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.cycle_guard = analysis.cycle_guard

    def of(self, thing: Thing | None, attr: str) -> Value | None:
        """Returns the joined values that code sets the attribute to, as everyone sees them, or None if nothing is seen to set it."""
        if thing is None or attr.startswith("__"):
            return None
        if not isinstance(thing, (ClassKey, FunctionKey)) and not self._is_only_one(thing[1], attr):
            return None
        return self._joined(thing, attr)

    def _is_only_one(self, name: str, attr: str) -> bool:
        """Whether no two of the files that set the attribute have objects of their own under the same name."""
        bindings = self.analysis.names
        homes = [path for path in self.analysis.project.setting(attr) if any(isinstance(each, ir.Assign) for each in bindings.binding(path, name))]
        return len(homes) < 2

    @query
    def _joined(self, thing: Thing, attr: str) -> Value | None:
        values = tuple(
            write.value._replace(const=NOTHING)
            for flow in self._flows(thing, attr)
            for write in flow.writes.values()
            if write.name == attr and write.receiver is not None and self._is_same(write.receiver, thing)
        )
        one = join_all(values) if values else None
        return one and one._replace(origin=Origin.OUTER, parameter="", provenance=None, callees=outside(one.callees))

    def _is_same(self, receiver: Value, thing: Thing) -> bool:
        set_on = shared_thing(receiver)
        return set_on == thing or (isinstance(thing, ClassKey) and isinstance(set_on, ClassKey) and set_on in self.analysis.classes.mro(thing))

    def _flows(self, thing: Thing, attr: str) -> Iterator[BodyResult]:
        """Yields the results of the functions and modules, outside tests, that set an attribute of this name."""
        own = (base.path for base in self.analysis.classes.lineage(thing)) if isinstance(thing, ClassKey) else ()
        for path in dict.fromkeys((*own, *self.analysis.project.setting(attr))):
            module = self.analysis.project.module(path)
            if module is None or is_test(path):
                continue
            if attr in module.sets:
                yield self.analysis.eager_calls(FunctionKey(path, MODULE))
            for fact in module.functions:
                if attr in fact.sets or attr in fact.stores:
                    yield self.analysis.eager_calls(FunctionKey(path, fact.qualname))
