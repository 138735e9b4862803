"""Finds the attributes that eager code sets again after the object was created.

Confidence is high where the code that sets one is seen to run the object before and after (`runs_around_changes`). Elsewhere the attribute may be
set while the program prepares a later run: then confidence is low.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body
from tflint_autograph.model.facts import MODULE, ClassKey, FunctionKey
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.mentions import ATTRIBUTE
from tflint_autograph.model.record import record
from tflint_autograph.model.trace import Step
from tflint_autograph.model.values import Origin, Value
from tflint_autograph.project.bodies.changes import (
    MUTABLE,
    InPlaceChange,
    changed_words,
    changes,
    fills_gap,
)
from tflint_autograph.project.bodies.single import known_as, rebound_as
from tflint_autograph.project.bodies.walks import spelled, walk
from tflint_autograph.project.index.scopes import method_around
from tflint_autograph.project.mutation.called_once import is_called_in_shown_order
from tflint_autograph.project.mutation.outside_writes import ChangeSummary, as_changed, changed, outside_writes
from tflint_autograph.project.mutation.retracing import drops_trace
from tflint_autograph.project.mutation.write_order import builders, called_between, is_of_builders, runs
from tflint_autograph.project.points_to.receivers import is_repeated_hook
from tflint_autograph.project.queries.query import query
from tflint_autograph.project.values.body_result import BodyResult

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis

@record
class WritingStatement:
    """A statement (its `ordinal` in the function or module `key`) that sets an attribute, with a confidence.

    `rebinds`: False if it changes the value in place. `method`: the method of the class it is in, if any. `thing`: how the code spells the
    object, empty for the class. `is_fixed`: it stores a constant. `adds`: it may only add an item. `needs_run`: it only counts if the
    reader is seen to run before and after.
    """

    step: Step
    confidence: Confidence
    rebinds: bool
    method: str
    key: FunctionKey
    ordinal: int
    thing: str
    is_fixed: bool
    adds: bool
    needs_run: bool = False


class AttributeWrites:
    """Queries about attributes that eager code sets again, computed on demand."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis

    def of(
        self, cls: ClassKey, name: str, value: Value, graded: bool, reader: FunctionKey | None = None, *, of_class: bool = False
    ) -> Iterator[tuple[Step, Confidence, bool, bool, bool]]:  # fmt: skip
        """Yields the places that set an attribute again: a provenance step, the confidence, whether it is set (not changed in place),
        whether the reader runs before and after, and whether that is only so if code outside the project calls a function repeatedly.

        Unless `graded`, the confidence of a single place is an upper bound. `reader` reads the attribute at trace time; `of_class`: from
        the class itself.
        """
        places = [each for each in self.places(cls, name, as_changed(value), of_class) if reader is not None or not each.needs_run]
        for place in places:
            sure = place.confidence
            asked = sure > Confidence.LOW and place.method and (graded or len(places) > 1)
            if asked and (self._is_run_elsewhere(cls, reader) or not self.is_called_between(cls, place.method)):
                sure = Confidence.LOW
            around = self._around_with(cls, place, reader) if reader is not None and (sure < Confidence.HIGH or not graded or place.needs_run) else None
            if reader is not None and drops_trace(self.analysis, place.key, place.ordinal, reader):
                continue
            if around is not None or not place.needs_run:
                by_others = around is not None and around < Confidence.HIGH and sure < around
                is_around = around is not None or is_repeated_hook(self.analysis, place.key)
                yield place.step, max(around or sure, sure), place.rebinds, is_around, by_others

    def _is_run_elsewhere(self, cls: ClassKey, reader: FunctionKey | None) -> bool:
        """Whether eager code is seen to run the reader, and no method of the class does: what runs an object need not run the reader."""
        roots = self.analysis.roots_above(reader) if reader is not None else frozenset()
        family = self.analysis.classes.family(cls)
        if reader is None or any(_class_around(self.analysis, root) in family or root in self.analysis.run_by_models for root in roots):
            return False
        running = self.analysis.name_writes.runs.of_traced(reader)
        return bool(running) and not any(_class_around(self.analysis, scope) in family for scope in running)

    def _around_with(self, cls: ClassKey, place: WritingStatement, reader: FunctionKey) -> Confidence | None:
        runs = self.analysis.name_writes.runs
        family = frozenset(self.analysis.classes.family(cls))
        return runs.are_around(place.key, place.ordinal, reader, is_fixed=place.is_fixed, adds=place.adds, thing=place.thing, family=family)

    @query
    def places(self, cls: ClassKey, name: str, value: Value, of_class: bool = False) -> tuple[WritingStatement, ...]:
        """Returns the places that set an attribute again, or change what it keeps under the name of a property that only returns it.

        For one in a method of the class, the confidence assumes that the method is called between runs.
        """
        given = self._properties(cls, name) if value.kind in MUTABLE else ()
        found = [each for other in given for each in self.places(cls, other, value, of_class) if not each.rebinds]
        for member in self.analysis.classes.family(cls):
            for method, key in self._changing(member, name, value):
                found += self._by_method(cls, member, method, key, name, value)
        if of_class:
            found = [each for each in found if not each.rebinds]
        return (*found, *self._from_outside(cls, name, value, of_class=of_class))

    def _properties(self, cls: ClassKey, name: str) -> Iterator[str]:
        """Yields the properties of the class, its bases and subclasses that do nothing but return an attribute."""
        project, names = self.analysis.project, frozenset({name})
        for member in self.analysis.classes.family(cls):
            for key in project.functions_mentioning(member.path, names, ATTRIBUTE):
                fact = project.function(key)
                is_property = fact is not None and fact.owner == member.qualname and fact.decorators and len(fact.parameters) == 1
                if fact is not None and is_property and self.analysis.accessed(key) == name:
                    yield fact.name

    def is_set(self, name: str) -> bool:
        """Whether any code other than a builder sets an attribute of this name, on any class."""
        return self.analysis.project.resets(name) or bool(self.analysis.project.setting(name))

    def may_set(self, cls: ClassKey, name: str) -> bool:
        """Whether a method other than a builder, or any other code read so far, sets an attribute of this name."""
        project = self.analysis.project
        return (project.resets(name) and name in self.names(cls)) or bool(project.setting(name))

    @query
    def names(self, cls: ClassKey) -> frozenset[str]:
        """The attributes that eager methods of the class, its bases and subclasses set, except in builders."""
        return frozenset().union(*map(self.resetters, self.analysis.classes.family(cls)))

    def _near(self, cls: ClassKey, paths: Iterable[str]) -> list[str]:
        """Returns those of the files that may contain an instance."""
        near = self.near(cls)
        return [path for path in paths if path in near]

    @query
    def near(self, cls: ClassKey) -> frozenset[str]:
        """The files that define or import the class, one of its bases or its subclasses. Tests are left out."""
        own = {member.path for member in self.analysis.classes.family(cls)}
        importers = self.analysis.name_writes.importers
        return frozenset(own.union(*map(importers, own)))

    def around(self, cls: ClassKey) -> frozenset[str]:
        """The files of `near`, and those that import one of them: they may have an object that contains an instance."""
        near = self.near(cls)
        return near.union(*map(self.analysis.name_writes.importers, near))

    @query
    def setters(self, path: str) -> dict[str, tuple[str, ...]]:
        """Maps each attribute to the qualified names of the functions, or the module, that set it on another object in a file."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        module = self.analysis.project.module(path)
        for name in module.sets if module is not None else ():
            found[name].append(MODULE)
        for fact in module.functions if module is not None else ():
            for name in fact.sets:
                found[name].append(fact.qualname)
        return {name: tuple(qualnames) for name, qualnames in found.items()}

    @query
    def changed_in(self, key: FunctionKey) -> ChangeSummary:
        """Returns what a function or module may change; kept, as many attributes are looked up in the same body."""
        return changed(self.analysis.project.body(key), self.analysis.project.function(key))

    def _by_method(self, cls: ClassKey, member: ClassKey, method: str, key: FunctionKey, name: str, value: Value) -> Iterator[WritingStatement]:
        analysis = self.analysis
        fact = analysis.project.function(key)
        if fact is None or not fact.receiver or self.is_builder(cls, method):
            return
        path, body = f"{fact.receiver}.{name}", analysis.written_out(key)
        is_value = known_as(body, path)
        for change in changes(body.statements, value, rebound_as(body, path), is_value) if name in changed_words(body) else ():
            if not fills_gap(change, body, is_value):
                again = len(analysis.classes.writers(member, name)) > 1 or analysis.classes.attribute_expressions(member, name) is not None
                step, own, here = _step(analysis, key, change, name), fact.receiver, change.statement.ordinal
                is_shown = is_called_in_shown_order(analysis, key)
                yield WritingStatement(step, _sureness(change, again), change.rebinds, method, key, here, own, change.is_fixed, change.adds, is_shown)

    def _changing(self, cls: ClassKey, name: str, value: Value) -> Iterable[tuple[str, FunctionKey]]:
        """Returns the eager methods of the class that may set the attribute or change its value in place."""
        setting = self.resetters(cls).get(name, ())
        if value.kind not in MUTABLE:
            return setting
        mentioning = frozenset(self.analysis.project.functions_mentioning(cls.path, frozenset({name}), ATTRIBUTE))
        mentioning |= {call.caller for key in mentioning if self._is_helper(key) for call in self.analysis.call_sites.of(key)}
        return (each for each in self._methods(cls) if each in setting or each[1] in mentioning)

    def _is_helper(self, key: FunctionKey) -> bool:
        """Whether a function belongs to no class, and does one thing: what calls it may be read as if it did that itself."""
        fact = self.analysis.project.function(key)
        return fact is not None and not fact.owner and len(self.analysis.project.body(key).statements) == 1

    @query
    def resetters(self, cls: ClassKey) -> dict[str, tuple[tuple[str, FunctionKey], ...]]:
        """Maps each attribute to the eager methods of the class itself that set it on `self`."""
        setting, methods = self.analysis.classes.own_writers(cls), self.analysis.classes.methods_of(cls)
        named = {qualname: method for method, qualname in methods.items()} if setting else {}
        found: defaultdict[str, list[tuple[str, FunctionKey]]] = defaultdict(list)
        for name, key in ((name, key) for name, keys in setting.items() for key in keys):
            method = named.get(key.qualname)
            if method is not None and self._is_plain(method, key):
                found[name].append((method, key))
        return {name: tuple(plain) for name, plain in found.items()}

    def _methods(self, cls: ClassKey) -> Iterator[tuple[str, FunctionKey]]:
        """Yields the methods of the class itself that eager code runs other than to build an instance."""
        for method, qualname in self.analysis.classes.methods_of(cls).items():
            key = FunctionKey(cls.path, qualname)
            if self._is_plain(method, key):
                yield method, key

    def _is_plain(self, method: str, key: FunctionKey) -> bool:
        owner = self.analysis.project.function(key)
        names = builders(self.analysis, ClassKey(key.path, owner.owner)) if owner is not None else ()
        return method not in names and key not in self.analysis.results

    @query
    def is_called_between(self, cls: ClassKey, method: str) -> bool:
        """Whether eager code calls the method between runs of the same object."""
        family = self.analysis.classes.family(cls)
        users = self._near(cls, (module.path for module in self.analysis.project.mentioning(frozenset({method}))))
        return any(called_between(self.analysis, path, frozenset(family), method) for path in users)

    @query
    def is_builder(self, cls: ClassKey, method: str) -> bool:
        """Whether the method is a builder, or is only used by builders of the classes, directly or not."""
        return _builds(self.analysis, self.analysis.classes.family(cls), method)

    def _from_outside(self, cls: ClassKey, name: str, value: Value, *, of_class: bool) -> Iterator[WritingStatement]:
        """Yields code that sets the attribute on an instance or on the class: `model.scale = 2.0`."""
        analysis = self.analysis
        for key, change, thing, holder, is_passed in outside_writes(analysis, frozenset(self.analysis.classes.family(cls)), name, value, self.around(cls)):
            if (of_class and change.rebinds and holder.klass is None) or (is_passed and is_of_builders(analysis, key)):
                continue
            where = "here" if key.qualname == MODULE else f"in `{analysis.project.display(key).rpartition('.')[2]}`"
            step = Step(analysis.project.span(key.path, change.at), f"`{name}` is {'set' if change.rebinds else 'changed'} {where}")
            sure = _written_sureness(analysis, key, change, thing, holder)
            is_early = key.qualname == MODULE and not _runs_before(analysis.eager_calls(key), change.statement.ordinal)
            needs_run = sure is Confidence.LOW and (is_early or is_passed or not change.rebinds)
            spelled = thing if holder.klass is None else ""
            yield WritingStatement(step, sure, change.rebinds, "", key, change.statement.ordinal, spelled, change.is_fixed, change.adds, needs_run)


def _sureness(change: InPlaceChange, again: bool) -> Confidence:
    """Returns the confidence that traced code read the attribute before the change. `again`: something else sets it too."""
    if change.updates or change.loops:
        return Confidence.HIGH
    if change.rebinds and (not again or isinstance(change.stored, ir.Constant)):
        # The one place that sets it, or a switch that is thrown for good.
        return Confidence.LOW
    return Confidence.MEDIUM


def _step(analysis: Analysis, key: FunctionKey, change: InPlaceChange, name: str) -> Step:
    word, where = "set" if change.rebinds else "changed", analysis.project.display(key).rpartition(".")[2]
    return Step(analysis.project.span(key.path, change.at), f"`{name}` is {word} in `{where}`")


def _class_around(analysis: Analysis, key: FunctionKey) -> ClassKey | None:
    """Returns the class of the method that a function is, or is nested in."""
    around = method_around(analysis.project, key)
    return analysis.project.owner(around) if around is not None else None


def _builds(analysis: Analysis, family: tuple[ClassKey, ...], method: str) -> bool:
    """Whether the method is a builder, or is only used by builders of the classes, directly or not.

    Each is called by some of them, and by nothing else in the project that may have an object of the classes.
    """
    building = frozenset().union(*(builders(analysis, cls) for cls in family))
    waiting, seen = [method], {method}
    while waiting:
        other = waiting.pop()
        if other not in building:
            users = _users(analysis, family, other)
            if not users or _is_called_outside(analysis, frozenset(family), other):
                return False
            waiting += sorted(users - seen)
            seen |= users
    return not seen.isdisjoint(building)


def _is_called_outside(analysis: Analysis, family: frozenset[ClassKey], method: str) -> bool:
    """Whether a function that is no method of the classes looks the method up on a possible instance."""
    project, names, paths = analysis.project, frozenset({method}), {cls.path for cls in family}
    # The files of the classes last: what a method is called in elsewhere is seen at once.
    for key in sorted(project.all_mentioning(names, ATTRIBUTE), key=lambda key: key.path in paths):
        around = method_around(project, key)
        if around is None or project.owner(around) not in family:
            body = project.body(key)
            if method in body.attributes and _may_be_of(analysis, key, body, family, method):
                return True
    return False


def _may_be_of(analysis: Analysis, key: FunctionKey, body: Body, family: frozenset[ClassKey], method: str) -> bool:
    """Whether a body looks the method up on something that may be an instance of the classes."""
    receivers = {site.at: site.receiver for site in analysis.eager_calls(key).calls.values() if site.method == method}
    for statement in walk(body.statements):
        parts = [part for part in spelled(statement) if isinstance(part, (ir.Attribute, ir.Call))]
        called = {part.func.at: part.at for part in parts if isinstance(part, ir.Call) and isinstance(part.func, ir.Attribute)}
        for part in parts:
            if isinstance(part, ir.Attribute) and part.attr == method:
                held = receivers.get(called[part.at]) if part.at in called else None
                known = held is not None and (held.name or held.module or held.type or (held.cls is not None and held.cls not in family))
                if not known:
                    return True
    return False


def _users(analysis: Analysis, family: tuple[ClassKey, ...], method: str) -> set[str]:
    """Returns the methods of the classes that look a method up, directly or in a nested function."""
    found = set()
    for path in dict.fromkeys(cls.path for cls in family):
        for key in analysis.project.functions_mentioning(path, frozenset({method}), ATTRIBUTE):
            around = method_around(analysis.project, key)
            fact = analysis.project.function(around) if around is not None else None
            if fact is not None and ClassKey(key.path, fact.owner) in family and method in analysis.project.body(key).attributes:
                found.add(fact.name)
    return found


def _written_sureness(analysis: Analysis, key: FunctionKey, change: InPlaceChange, thing: str, holder: Value) -> Confidence:
    """Returns at least medium confidence if the body that sets the attribute runs the object before and after, or runs with it, else low."""
    if is_repeated_hook(analysis, key):
        return Confidence.HIGH if not change.is_fixed else Confidence.MEDIUM
    is_made = holder.origin is Origin.FRESH
    if not runs(analysis, key, thing, change.statement, change.stored, change.updates, holder.cls, is_made=is_made):
        return Confidence.LOW
    return Confidence.HIGH if not change.is_fixed else Confidence.MEDIUM


def _runs_before(flow: BodyResult, ordinal: int) -> bool:
    """Whether the module has called a project function before the statement."""
    return any(site.index < ordinal and (site.func.callees or site.func.cls) for site in flow.calls.values())
