"""Finds names that eager code changes after traced code may have read them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Statement
from tflint_autograph.model.facts import MODULE, ClassKey, FunctionFact, FunctionKey, ModuleFacts
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.paths import is_test
from tflint_autograph.model.sameness import same
from tflint_autograph.model.trace import Step
from tflint_autograph.model.values import UNKNOWN, Kind, Value
from tflint_autograph.project.bodies.changes import (
    MUTABLE,
    InPlaceChange,
    changed_words,
    changes,
    fills_gap,
    is_swapped,
    located,
    named,
)
from tflint_autograph.project.bodies.globals_ import bindings, imports
from tflint_autograph.project.bodies.single import known_as, rebound_as
from tflint_autograph.project.bodies.walks import walk
from tflint_autograph.project.index.scopes import scope_of
from tflint_autograph.project.mutation.attribute_writes import AttributeWrites
from tflint_autograph.project.mutation.called_once import is_called_once, registers_at_import
from tflint_autograph.project.mutation.confidence import NameWrite, between, judged, meanwhile, surest
from tflint_autograph.project.mutation.retracing import drops_trace
from tflint_autograph.project.mutation.run_order import calls_before
from tflint_autograph.project.mutation.runs_around_changes import EagerRuns
from tflint_autograph.project.queries.query import query

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis

_Written = tuple[NameWrite, FunctionKey, int]


class NameWrites:
    """Queries about writes to module-level names and to variables of enclosing functions, computed on demand."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.project = analysis.project
        self._globals: dict[tuple[str, str, Value], tuple[_Written, ...]] = {}
        self.attribute_writes = AttributeWrites(analysis)
        self.runs = EagerRuns(analysis)

    def of_global(self, path: str, name: str, value: Value, reader: FunctionKey, *, in_place: bool = False) -> NameWrite | None:
        """Returns the most certain change of a module-level name by a function of any module, or None.

        `in_place`: only changes of the object count, since `from module import NAME` does not see the name rebound.
        """
        if in_place and value.kind not in MUTABLE:
            return None
        written = (each for each in self.of_name(path, name, value) if not (in_place and each[0].rebinds))
        found = surest(tuple(write for write, key, ordinal in written if not drops_trace(self.analysis, key, ordinal, reader)))
        if found is not None and found.confidence is Confidence.HIGH and value.kind is not Kind.UNKNOWN:
            return found
        return surest((found, *self._around(path, name, value, reader, in_place=in_place)))

    def _around(self, path: str, name: str, value: Value, reader: FunctionKey, *, in_place: bool) -> Iterator[NameWrite]:
        """Yields the changes of a module-level name by eager code that is seen to run `reader` before and after."""
        for key in self._touching(path, name, in_place=value.kind in MUTABLE, modules=True):
            for change in self._changes_in(key, path, name, value):
                if (in_place and change.rebinds) or drops_trace(self.analysis, key, change.statement.ordinal, reader):
                    continue
                if sure := self._around_with(key, change, reader):
                    yield self._rebound(key, change, name, sure, is_around=True)

    def _around_with(self, key: FunctionKey, change: InPlaceChange, reader: FunctionKey) -> Confidence | None:
        return self.runs.are_around(key, change.statement.ordinal, reader, is_fixed=change.is_fixed, adds=change.adds)

    def of_field(self, path: str, name: str, field: str, value: Value, reader: FunctionKey) -> NameWrite | None:
        """Returns the most certain change of an attribute of the object, without a class, that a module-level name refers to, or None."""
        found: list[NameWrite | None] = []
        for other in (path, *self.importers(path)):
            for key in self.project.functions_mentioning(other, frozenset({name})):
                for change in self._changes_in(key, path, name, value, field) if key not in self.analysis.results else ():
                    if sure := self._around_with(key, change, reader):
                        found.append(self._rebound(key, change, field, sure, is_around=True))
                    elif key.qualname != MODULE:
                        found.append(self._judged(key, self.analysis.project.body(key), change, field))
        return surest(tuple(found))

    def of_name(self, path: str, name: str, value: Value) -> tuple[_Written, ...]:
        """Returns every change of a module-level name by a function, with the function and the number of the statement."""
        known = path, name, value
        if known not in self._globals:
            self._globals[known] = ()
            touching = self._touching(path, name, in_place=value.kind in MUTABLE)
            found = [rebound for key in touching for rebound in self._by_function(key, path, name, value)]
            self._globals[known] = tuple(found)
        return self._globals[known]

    def of_module(self, module: ModuleFacts, reader: FunctionFact, name: str, value: Value) -> NameWrite | None:
        """Returns the most certain change of a module-level name after a function may have read it, by the module or a function."""
        later = self.at_the_top(FunctionKey(module.path, reader.qualname), name, value)
        key = FunctionKey(module.path, reader.qualname)
        return surest((later, self.of_global(module.path, name, value, key), self.by_calls(module.path, reader, name, value)))

    @query
    def at_the_top(self, reader: FunctionKey, name: str, value: Value) -> NameWrite | None:
        """Returns the most certain change of a module-level name by module statements after the reader's definition, or None."""
        module, fact = self.project.module(reader.path), self.project.function(reader)
        found = module and fact and self.later(FunctionKey(reader.path, MODULE), module.body, fact, name, value)
        return found or None

    def by_calls(self, path: str, reader: FunctionFact, name: str, value: Value) -> NameWrite | None:
        """Returns the most certain change of a module-level name by a function that is called between runs of the reader, or None.

        A change in place counts only if the function runs while modules are imported; `of_name` returns those of other functions.
        """
        found: list[NameWrite] = []
        for setter in self._touching(path, name, in_place=value.kind in MUTABLE):
            changing = self._changes_in(setter, path, name, value)
            change = next((each for each in changing if each.rebinds or registers_at_import(self.analysis, setter)), None)
            if change is None or drops_trace(self.analysis, setter, change.statement.ordinal, FunctionKey(path, reader.qualname)):
                continue
            for scope, call in self._calls_of(path, setter):
                confidence = between(self.analysis, scope, call, reader)
                if confidence is not None:
                    found.append(self._rebound(setter, change, name, confidence))
        return surest(tuple(found))

    def _calls_of(self, path: str, setter: FunctionKey) -> Iterator[tuple[FunctionKey, InPlaceChange]]:
        """Yields the statements of eager code in a file that certainly call a setter, each treated as the change it makes."""
        calls = [call for call in self.analysis.call_sites.of(setter) if call.caller.path == path and len(call.site.func.callees) == 1]
        for scope in dict.fromkeys(call.caller for call in calls if call.decorates is None):
            if scope in self.analysis.results:
                continue
            calling = {call.site.index for call in calls if call.caller == scope}
            for statement, around in located(self.analysis.project.body(scope).statements) if calling else ():
                if statement.ordinal in calling:
                    yield scope, InPlaceChange(statement, around, rebinds=True)

    def later(self, scope: FunctionKey, body: Body, reader: FunctionFact, name: str, value: Value) -> NameWrite | None:
        """Returns the most certain change of a name by the statements of its own scope after the definition of `reader`, or None.

        It counts if the scope runs project functions both before and after it, or in the same loop: a value set before anything is traced
        is not frozen (FACTS frozen_global_constant_ok). A function re-created in each iteration of a loop is assumed to be used in its own
        iteration.
        """
        found: list[NameWrite] = []
        binding = bindings(body).get(name, ())
        follows = any(statement.at.begins_after(reader.at) for statement in binding) and not _is_always_the_same(binding)
        if not (follows or value.kind in MUTABLE) or name not in changed_words(body):
            return None
        loops = (each for each in walk(body.statements) if isinstance(each, (ir.For, ir.While)))
        if any(reader.at.begins_in(loop.at) for loop in loops):
            return None
        fact = self.project.function(scope)
        given = fact is not None and any(each.name == name for each in fact.parameters)
        for change in changes(body.statements, value, named(name), known_as(body, name)):
            if change.rebinds and not change.loops and len(binding) == 1 and not given:
                continue  # Nothing has been read under the name before.
            confidence = between(self.analysis, scope, change, reader)
            if confidence is not None:
                # Only a scope that itself runs the reader before and after is that certain.
                found.append(self._rebound(scope, change, name, confidence, is_around=confidence is Confidence.HIGH))
        return surest(tuple(found))

    def of_closure(self, owner: FunctionKey, body: Body, reader: FunctionFact, name: str, value: Value) -> NameWrite | None:
        """Returns the most certain change of a variable of the function `owner`, by it or by functions nested in it, or None."""
        found = [self.later(owner, body, reader, name, value)]
        for key in self._inner(owner):
            inner = self.project.body(key)
            if key in self.analysis.results or name not in changed_words(inner):
                continue
            shared = dict(inner.shared).get(name) == "nonlocal"
            if name in inner.bound or self._is_set_up(owner, key, reader):
                continue
            is_value = known_as(inner, name)
            for change in changes(inner.statements, value, named(name) if shared else named(""), is_value):
                if not fills_gap(change, inner, is_value):
                    sure = self._around_with(key, change, FunctionKey(owner.path, reader.qualname))
                    found.append(self._rebound(key, change, name, sure, is_around=True) if sure else self._judged(key, inner, change, name))
        return surest(tuple(each for each in found if each is not None))

    def _is_set_up(self, owner: FunctionKey, setter: FunctionKey, reader: FunctionFact) -> bool:
        """Whether only the owner calls the nested setter, before it mentions the reader or its enclosing function."""
        start = len(f"{owner.qualname}.<locals>.")
        first, then = setter.qualname[start:], reader.qualname[start:].partition(".")[0]
        if first == then or "." in first or not calls_before(self.analysis.written_out(owner), first, then):
            return False
        others = map(self.project.body, self._inner(owner))
        return not any({first, then}.intersection(each.names).difference(each.bound) for each in others)

    def of_attribute(
        self, cls: ClassKey, name: str, value: Value, reader: FunctionKey | None = None, *, of_class: bool = False
    ) -> NameWrite | None:
        """Returns the most certain place that sets or changes an attribute of instances after their creation, or with `of_class` of the
        class.

        For an unknown value the confidence is an upper bound. Query `may_change` first.
        """
        held = Value(value.kind, type=value.type) if value.kind in MUTABLE else UNKNOWN
        if is_swapped(value):
            held = Value(Kind.CALLABLE, name=value.name, callees=value.callees, klass=value.klass)
        places = self.attribute_writes.of(cls, name, held, value.kind is not Kind.UNKNOWN, reader, of_class=of_class)
        return surest(tuple([NameWrite(*each) for each in places]))

    def is_set(self, name: str, value: Value) -> bool:
        """Whether anything sets an attribute of this name again, on any class, or its value changes in place."""
        return value.kind in MUTABLE or self.attribute_writes.is_set(name)

    def may_change(self, cls: ClassKey, name: str, value: Value) -> bool:
        """Whether there may be a write to the attribute. Changes of a value that can change in place are not searched."""
        return value.kind in MUTABLE or self.attribute_writes.may_set(cls, name)

    def _inner(self, owner: FunctionKey) -> Iterator[FunctionKey]:
        """Yields the functions nested in a function."""
        return (each for each in self.analysis.names.within(owner) if each != owner)

    def _touching(self, path: str, name: str, *, in_place: bool, modules: bool = False) -> Iterator[FunctionKey]:
        """Yields the functions run by eager code that may change a module-level name, or its value in place.

        With `modules`, other modules are included, for what they do at import time.
        """
        for other in (path, *self.importers(path)):
            for qualname in self._changing(other, path, name, in_place=in_place):
                key = FunctionKey(other, qualname)
                if (modules and other != path if qualname == MODULE else key not in self.analysis.results):
                    yield key

    def _changing(self, other: str, path: str, name: str, *, in_place: bool) -> Iterable[str]:
        """Returns the functions of the file `other` that may change the name of the module `path`."""
        if in_place or (other == path and self._is_shared(path, name)):
            return self._mentioning(other, name)
        if other == path or other not in self.project.setting(name) or path not in self.modules_in(other):
            return ()
        # It binds the name as a member of the module.
        return self.attribute_writes.setters(other).get(name, ())

    def _is_shared(self, path: str, name: str) -> bool:
        """Whether some function of the file declares the name `global`."""
        module = self.project.module(path)
        return module is not None and name in module.rebound

    def _mentioning(self, path: str, name: str) -> Iterator[str]:
        """Yields the functions of a file that mention a name."""
        yield from (key.qualname for key in self.project.functions_mentioning(path, frozenset({name})))

    @query
    def modules_in(self, path: str) -> frozenset[str]:
        """Returns the files that the top of a file imports as modules."""
        module = self.project.module(path)
        dotted = imports(module.body) if module is not None else ()
        return frozenset(found for each in dotted if (found := self.project.index.find(each, path)))

    @query
    def importers(self, path: str) -> tuple[str, ...]:
        """Returns the other files whose top imports a file or a name of it, without tests."""
        importers = self.analysis.importing.importers().get(path, ())
        return tuple(other for other in importers if other != path and not is_test(other))

    def _by_function(self, key: FunctionKey, path: str, name: str, value: Value) -> Iterator[_Written]:
        for change in self._changes_in(key, path, name, value):
            rebound = self._judged(key, self.analysis.project.body(key), change, name)
            if rebound is not None:
                yield rebound, key, change.statement.ordinal

    def _changes_in(self, key: FunctionKey, path: str, name: str, value: Value, field: str = "") -> Iterator[InPlaceChange]:
        """Yields the changes of a module-level name, or of its attribute `field`, by a function, except those that fill a missing value."""
        module = self.project.module(key.path)
        if module is None:
            return
        body = self.analysis.project.body(key)
        seen = self._seen_as(key, module, path, name)
        seen = frozenset(f"{each}.{field}" for each in seen) if field else seen
        if changed_words(body).isdisjoint(each.rpartition(".")[2] for each in seen):
            return
        body = self.analysis.written_out(key)
        declared = dict(body.shared).get(name) == "global" and key.path == path and not field
        attributes = frozenset(each for each in seen if "." in each)
        is_name = rebound_as(body, *attributes, name) if declared else rebound_as(body, *attributes)
        is_value = known_as(body, *seen)
        found = changes(body.statements, value, is_name, is_value)
        yield from (change for change in found if not fills_gap(change, body, is_value))

    def _seen_as(self, key: FunctionKey, module: ModuleFacts, path: str, name: str) -> frozenset[str]:
        """Returns the spellings of the module-level name in a function: `RATE`, `config.RATE`."""
        if key.path == path:
            return frozenset() if scope_of(self.project, key, name).qualname != MODULE else frozenset({name})
        found = set()
        for bound, statements in bindings(module.body).items():
            for statement in statements:
                dotted = dict(statement.names).get(bound, "") if isinstance(statement, ir.Import) else ""
                if not dotted or scope_of(self.project, key, bound).qualname != MODULE:
                    continue
                owner, _, last = dotted.rpartition(".")
                if last == name and self.project.index.find(owner, key.path) == path:
                    found.add(bound)
                elif self.project.index.find(dotted, key.path) == path:
                    found.add(f"{bound}.{name}")
        return frozenset(found)

    def _judged(self, key: FunctionKey, body: Body, change: InPlaceChange, name: str) -> NameWrite | None:
        """Returns a change by a function that may run at any time, or None if it comes before every trace."""
        if is_called_once(self.analysis, key):
            confidence = meanwhile(self.analysis, key, change)
        elif registers_at_import(self.analysis, key):
            # `_around` and `by_calls` find the modules that run traced code in between.
            return None
        else:
            confidence = judged(self.analysis, key, body, change)
        if confidence is None:
            return None
        by_others = confidence > Confidence.LOW and not self.analysis.call_sites.of(key)
        return replace(self._rebound(key, change, name, confidence), by_others=by_others)

    def _rebound(
        self, key: FunctionKey, change: InPlaceChange, name: str, confidence: Confidence, *, is_around: bool = False
    ) -> NameWrite:
        word = "is rebound" if change.rebinds else "is changed"
        where = "here" if key.qualname == MODULE else f"in `{self.project.display(key).rpartition('.')[2]}`"
        step = Step(self.project.span(key.path, change.at), f"`{name}` {word} {where}")
        return NameWrite(step, confidence, change.rebinds, is_around, by_others=is_around and confidence < Confidence.HIGH)


def _is_always_the_same(binding: tuple[Statement, ...]) -> bool:
    """Whether all statements that bind a name bind it to the same constant."""
    plain = (isinstance(each, ir.Assign) and all(isinstance(target, ir.Name) for target in each.targets) for each in binding)
    values = [each.value for each in binding if isinstance(each, ir.Assign) and isinstance(each.value, ir.Constant)]
    return all(plain) and len(values) == len(binding) and all(same(value, values[0]) for value in values)
