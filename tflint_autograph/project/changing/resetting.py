"""Which attributes of an object plain Python sets again after it was made. Does not say who reads them.

It is sure where the code that sets one is seen to run the object before and after (`driving`). Elsewhere an attribute
may as well be set while a program prepares what it runs later: then confidence is low.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.facts import MODULE, ClassKey, FunctionKey
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.trace import Step
from tflint_autograph.model.values import NOTHING, Origin, Value
from tflint_autograph.project.bodies.changes import (
    MUTABLE,
    Change,
    changed_words,
    changes,
    fills_gap,
    kind_of,
    mentions,
    named,
)
from tflint_autograph.project.bodies.storing import body_of, holding
from tflint_autograph.project.bodies.walks import dotted_path, walk
from tflint_autograph.project.changing.between import BUILDERS, called_between, is_own, is_plain, runs
from tflint_autograph.project.index.texts import changes_in
from tflint_autograph.project.values.flow import Flow, Write

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis

Place = tuple[Step, Confidence, bool, str]
"""A place that sets an attribute, how sure it is, whether it sets or changes it in place, and the method of the class, if it is one."""


class Resetting:
    """Answers about attributes that plain Python sets again, worked out when first asked."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self._reaching: dict[ClassKey, frozenset[str]] = {}
        self._families: dict[ClassKey, tuple[ClassKey, ...]] = {}
        self._resetters: dict[ClassKey, dict[str, tuple[tuple[str, FunctionKey], ...]]] = {}
        self._names: dict[ClassKey, frozenset[str]] = {}
        self._places: dict[tuple[ClassKey, str, Value], tuple[Place, ...]] = {}
        self._set: dict[str, dict[str, tuple[str, ...]]] = {}
        self._holders: dict[tuple[str, str], tuple[tuple[FunctionKey, frozenset[ClassKey] | None], ...]] = {}
        self._writes: dict[tuple[FunctionKey, str], tuple[Write, ...]] = {}
        self._between: dict[tuple[ClassKey, str], bool] = {}
        self._builders: dict[tuple[ClassKey, str], bool] = {}

    def of(self, cls: ClassKey, name: str, value: Value, graded: bool) -> Iterator[tuple[Step, Confidence, bool]]:
        """The places that set an attribute of the class again: a place, how sure it is, whether it is set or changed in place.

        Where it is not asked to be `graded`, the one place that there is may not be as sure as that.
        """
        places = self.places(cls, name, value)
        for step, sure, rebinds, method in places:
            asked = sure > Confidence.LOW and method and (graded or len(places) > 1)
            yield step, Confidence.LOW if asked and not self.is_called_between(cls, method) else sure, rebinds

    def places(self, cls: ClassKey, name: str, value: Value) -> tuple[Place, ...]:
        """The same, how sure each is if the method that sets it is called between runs, where it is one of the class."""
        if (cls, name, value) not in self._places:
            found: list[Place] = []
            for member in self.family(cls):
                for method, key in self._changing(member, name, value):
                    found += self._by_method(cls, member, method, key, name, value)
            paths = self.analysis.project.setting(name)
            for path in self._near(cls, paths) if paths else ():
                found += self._from_outside(path, frozenset(self.family(cls)), name)
            self._places[cls, name, value] = tuple(found)
        return self._places[cls, name, value]

    def is_set(self, name: str) -> bool:
        """Whether anything but a builder sets an attribute of this name, of whatever class: a method, or any code read so far."""
        return self.analysis.project.resets(name) or bool(self.analysis.project.setting(name))

    def may_set(self, cls: ClassKey, name: str) -> bool:
        """Whether anything but a builder sets an attribute of this name: a method, or of another object any code read so far."""
        project = self.analysis.project
        return (project.resets(name) and name in self.names(cls)) or bool(project.setting(name))

    def names(self, cls: ClassKey) -> frozenset[str]:
        """The attributes that plain methods of the class, its bases and subclasses set, builders aside."""
        if cls not in self._names:
            self._names[cls] = frozenset().union(*map(self.resetters, self.family(cls)))
        return self._names[cls]

    def family(self, cls: ClassKey) -> tuple[ClassKey, ...]:
        """The class with its bases and subclasses."""
        if cls not in self._families:
            found = [base for base in self.analysis.classes.mro(cls) if isinstance(base, ClassKey)]
            self._families[cls] = (*found, *self.analysis.classes.descendants().get(cls, ()))
        return self._families[cls]

    def _near(self, cls: ClassKey, paths: Iterable[str]) -> list[str]:
        """Those of the files that may hold an instance."""
        near = self.near(cls)
        return [path for path in paths if path in near]

    def near(self, cls: ClassKey) -> frozenset[str]:
        """The files that define or import the class, one of its bases or of its subclasses; tests import none."""
        if cls not in self._reaching:
            own = {member.path for member in self.family(cls)}
            importers = self.analysis.rebinding.importers
            self._reaching[cls] = frozenset(own.union(*map(importers, own)))
        return self._reaching[cls]

    def setters(self, path: str) -> dict[str, tuple[str, ...]]:
        """By attribute, the qualified names of what sets it in a file of another object: the module, and its functions."""
        if path not in self._set:
            found: defaultdict[str, list[str]] = defaultdict(list)
            module = self.analysis.project.module(path)
            for name in module.sets if module is not None else ():
                found[name].append(MODULE)
            for fact in module.functions if module is not None else ():
                for name in fact.sets:
                    found[name].append(fact.qualname)
            self._set[path] = {name: tuple(qualnames) for name, qualnames in found.items()}
        return self._set[path]

    def holders(self, path: str, name: str) -> tuple[tuple[FunctionKey, frozenset[ClassKey] | None], ...]:
        """The plain Python of a file that may set an attribute of this name of instances, and of which classes (`holding`)."""
        if (path, name) not in self._holders:
            keys = (FunctionKey(path, qualname) for qualname in self.setters(path).get(name, ()))
            found = ((key, holding(self.analysis, key, name)) for key in keys if is_plain(self.analysis, key))
            self._holders[path, name] = tuple((key, classes) for key, classes in found if classes is None or classes)
        return self._holders[path, name]

    def writes(self, key: FunctionKey, name: str) -> tuple[Write, ...]:
        """Where a body sets an attribute of this name of an instance of the project."""
        if (key, name) not in self._writes:
            written = self.analysis.outcome(key).writes.values()
            self._writes[key, name] = tuple(each for each in written if each.name == name and _class_of(each) is not None)
        return self._writes[key, name]

    def _by_method(
        self, cls: ClassKey, member: ClassKey, method: str, key: FunctionKey, name: str, value: Value
    ) -> Iterator[Place]:
        analysis = self.analysis
        fact = analysis.project.function(key)
        if fact is None or not fact.parameters or self.is_builder(cls, method):
            return
        lowered = analysis.project.lowered(key)
        if lowered is None or name not in changed_words(lowered.body):
            return
        spelled = named(f"{fact.parameters[0].name}.{name}")
        for change in changes(lowered.body.statements, value, spelled, spelled):
            if not fills_gap(change, lowered.body, spelled):
                again = len(analysis.classes.writers(member, name)) > 1 or _in_body(analysis, member, name)
                yield _step(analysis, key, change, name), _sureness(change, again), change.rebinds, method

    def _changing(self, cls: ClassKey, name: str, value: Value) -> Iterable[tuple[str, FunctionKey]]:
        """The plain methods of the class that may set its attribute, or if it can be, change what it holds in place."""
        setting = self.resetters(cls).get(name, ())
        # The class as a whole first: most attributes are changed so in none of its methods.
        if value.kind not in MUTABLE or not self._changes(cls, name, value):
            return setting
        return (each for each in self._methods(cls) if each in setting or self._changes(each[1], name, value))

    def _changes(self, key: ClassKey | FunctionKey, name: str, value: Value) -> bool:
        """Whether what an attribute holds may be changed in place in the text of a class or function."""
        project = self.analysis.project
        fact = project.cls(key) if isinstance(key, ClassKey) else project.function(key)
        module = project.module(key.path)
        return fact is not None and module is not None and changes_in(module.passage(fact.at), name, kind_of(value))

    def resetters(self, cls: ClassKey) -> dict[str, tuple[tuple[str, FunctionKey], ...]]:
        """By attribute, the plain methods of the class itself that set it of their object."""
        if cls not in self._resetters:
            setting, methods = self.analysis.classes.own_writers(cls), self.analysis.classes.methods_of(cls)
            named = {qualname: method for method, qualname in methods.items()} if setting else {}
            found: defaultdict[str, list[tuple[str, FunctionKey]]] = defaultdict(list)
            for name, key in ((name, key) for name, keys in setting.items() for key in keys):
                method = named.get(key.qualname)
                if method is not None and self._is_plain(method, key):
                    found[name].append((method, key))
            self._resetters[cls] = {name: tuple(plain) for name, plain in found.items()}
        return self._resetters[cls]

    def _methods(self, cls: ClassKey) -> Iterator[tuple[str, FunctionKey]]:
        """The methods of the class itself that plain Python runs, and not to build an instance."""
        for method, qualname in self.analysis.classes.methods_of(cls).items():
            key = FunctionKey(cls.path, qualname)
            if self._is_plain(method, key):
                yield method, key

    def _is_plain(self, method: str, key: FunctionKey) -> bool:
        return method not in BUILDERS and key not in self.analysis.flows

    def is_called_between(self, cls: ClassKey, method: str) -> bool:
        """Whether plain Python calls the method of an instance between runs of the same object."""
        if (cls, method) not in self._between:
            family = self.family(cls)
            calling = (module.path for module in self.analysis.project.calling(frozenset({method})))
            users = self._near(cls, calling)
            self._between[cls, method] = any(called_between(self.analysis, path, frozenset(family), method) for path in users)
        return self._between[cls, method]

    def is_builder(self, cls: ClassKey, method: str) -> bool:
        """Whether the method is a builder, or is used by builders of the classes only, straight or through such methods."""
        if (cls, method) not in self._builders:
            self._builders[cls, method] = _builds(self.analysis, self.family(cls), method)
        return self._builders[cls, method]

    def _from_outside(
        self, path: str, family: frozenset[ClassKey], name: str
    ) -> Iterator[Place]:
        """Code that sets the attribute of an instance it holds: `model.scale = 2.0`."""
        analysis = self.analysis
        for key, classes in self.holders(path, name):
            if (classes is not None and classes.isdisjoint(family)) or is_own(analysis, key, family):
                continue
            for write in self.writes(key, name):
                if _class_of(write) not in family or (key.qualname == MODULE and not _runs_before(analysis.eager(key), write)):
                    continue
                place = "here" if key.qualname == MODULE else f"in `{analysis.project.display(key).rpartition('.')[2]}`"
                step = Step(analysis.project.span(path, write.at), f"`{name}` is set {place}")
                yield step, _written_sureness(analysis, key, write), True, ""


def _class_of(write: Write) -> ClassKey | None:
    """The class of the object of which an attribute is set."""
    return write.receiver.cls if write.receiver is not None else None


def _sureness(change: Change, again: bool) -> Confidence:
    """How sure it is that traced code has read the attribute before; `again` says that something else sets it, too."""
    if change.updates or change.loops:
        return Confidence.HIGH
    if change.rebinds and (not again or isinstance(change.stored, ir.Constant)):
        # The one place that sets it, or a switch that is thrown for good.
        return Confidence.LOW
    return Confidence.MEDIUM


def _in_body(analysis: Analysis, cls: ClassKey, name: str) -> bool:
    return analysis.classes.attribute_expressions(cls, name) is not None


def _step(analysis: Analysis, key: FunctionKey, change: Change, name: str) -> Step:
    word = "set" if change.rebinds else "changed"
    where = analysis.project.display(key).rpartition(".")[2]
    return Step(analysis.project.span(key.path, change.at), f"`{name}` is {word} in `{where}`")


def _builds(analysis: Analysis, family: tuple[ClassKey, ...], method: str) -> bool:
    """Whether the method is a builder, or is used by builders of the classes only, straight or through such methods.

    A public one is called by some of them, and nothing else in the project seems to call something of its name.
    """
    waiting, seen = [method], {method}
    while waiting:
        other = waiting.pop()
        if other not in BUILDERS:
            if not other.startswith("_") and _is_called_outside(analysis, frozenset(family), other):
                return False
            users = _users(analysis, family, other)
            if not users and not other.startswith("_"):
                return False
            waiting += sorted(users - seen)
            seen |= users
    return not seen.isdisjoint(BUILDERS)


def _is_called_outside(analysis: Analysis, family: frozenset[ClassKey], method: str) -> bool:
    """Whether something of the method's name seems to be called anywhere but in the methods of the classes."""
    project, names, paths = analysis.project, frozenset({method}), {cls.path for cls in family}
    # The files of the classes last: what a method is called in elsewhere is seen at once.
    for module in sorted(project.calling(names), key=lambda module: module.path in paths):
        owners = {cls.qualname for cls in family if cls.path == module.path}
        own = [fact.at for fact in module.functions if fact.owner in owners] if owners else []
        defined = {fact.at.line for fact in module.functions if fact.name == method}
        lines = [line for line in project.call_lines(module.path, names) if line not in defined]
        if not all(any(at.line <= line <= at.end_line for at in own) for line in lines):
            return True
    return False


def _users(analysis: Analysis, family: tuple[ClassKey, ...], method: str) -> set[str]:
    """The methods of the classes in which the name of a method occurs."""
    found = set()
    for cls in family:
        for other in analysis.classes.spelled_in(cls, method):
            if other not in found:
                lowered = analysis.project.lowered(FunctionKey(cls.path, analysis.classes.methods_of(cls)[other]))
                if lowered is not None and method in lowered.body.attributes:
                    found.add(other)
    return found


def _written_sureness(analysis: Analysis, key: FunctionKey, write: Write) -> Confidence:
    """Medium at least where the body that sets the attribute runs the object before and after; low elsewhere."""
    for statement in walk(body_of(analysis, key).statements):
        targets = statement.targets if isinstance(statement, ir.Assign) else ()
        targets = (statement.target,) if isinstance(statement, ir.Augment) else targets
        for target in targets if statement.ordinal == write.index else ():
            path = dotted_path(target)
            thing, _, last = path.rpartition(".")
            stored = getattr(statement, "value", None)
            updates = write.augmented or mentions(stored, named(path))
            is_made = write.receiver is not None and write.receiver.origin is Origin.FRESH
            if thing and last == write.name and runs(analysis, key, thing, statement, stored, updates, is_made=is_made):
                return Confidence.HIGH if updates or write.value.const is NOTHING else Confidence.MEDIUM
    return Confidence.LOW


def _runs_before(flow: Flow, write: Write) -> bool:
    """Whether the module has called something of the project before it sets the attribute."""
    return any(site.index < write.index and (site.func.targets or site.func.cls) for site in flow.calls.values())
