"""Finds arguments of constructors that are stored on the object and called by its methods: `Trainer(net, loss)`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.model.facts import ClassKey, FunctionFact, FunctionKey
from tflint_autograph.model.joins import join_all
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.mentions import ATTRIBUTE
from tflint_autograph.model.paths import is_test
from tflint_autograph.model.values import UNKNOWN, Kind, Origin, Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.attribute_stores import asked, kept
from tflint_autograph.project.index.classes import constructor_of
from tflint_autograph.project.interpreter.receivers import source_of
from tflint_autograph.project.points_to.object_uses import uses_of
from tflint_autograph.project.roots.allocations import ConstructorArgument, given_above, given_by_calls, with_fields
from tflint_autograph.project.roots.receiver_classes import classes_of, owners
from tflint_autograph.project.roots.root import Root
from tflint_autograph.project.roots.single_assignment import SingleAssignments
from tflint_autograph.project.values.body_result import Env
from tflint_autograph.project.values.parameters import may_be_told
from tflint_autograph.tfapi import effects

_LONGEST = 3
"""Maximum depth to which objects passed to objects are followed."""


def constructor_arguments(analysis: Analysis, found: Iterable[Root], passed: Iterable[Env]) -> dict[FunctionKey, Env]:
    """Maps each constructor to the functions and objects of the project that its parameters are called with.

    Considered are the constructors of classes with a root among their methods, of the objects `passed` to roots or to the functions around
    them, and of the objects passed to these in turn. Several functions are joined. Objects, and the contents of containers, count only if
    all calls pass one of the same few classes or TensorFlow types. Tests are left out. Records in `analysis.creations` which classes get which function.
    """
    given: dict[FunctionKey, defaultdict[str, dict[Value, set[ConstructorArgument]]]] = {}
    wanted = owners(analysis, found, passed)
    for _ in range(_LONGEST):
        keeping = _Keeping(analysis, given)
        for cls in wanted:
            keeping.look_at(cls)
        given |= {key: defaultdict(lambda: defaultdict(set)) for key in keeping.kept}
        wanted = {}
        for each in (*given_by_calls(analysis, keeping.names, keeping.kept), *keeping.passed_up):
            given[each.constructor][each.name][each.value].add(each)
            wanted |= dict.fromkeys(classes_of(each.value))
        for key, name, above, other in reversed(keeping.forwarded_up):
            for value, made in given[key][name].items():
                given[above][other][value] |= made
    joined: defaultdict[FunctionKey, Env] = defaultdict(dict)
    for key, known in given.items():
        analysis.creations[key] = tuple(_functions(analysis, known.values()))
        for name, values in known.items():
            sure = _surely(analysis, values)
            are_sure = any(value.callees for value in sure)
            one = all_given(name, sure if are_sure else values) if _agree(values) else None
            if one is not None and one.callees and not are_sure:
                one = one._replace(confidence=Confidence.LOW)
            if one is None and analysis.default_values.alone(key).get(name, UNKNOWN).name:
                one = Value(origin=Origin.OUTER, spelling=name)  # something, and not the function that is the default
            if one is not None:
                joined[key][name] = one
    return joined


def _functions(analysis: Analysis, known: Iterable[Mapping[Value, set[ConstructorArgument]]]) -> Iterator[tuple[FunctionKey, ClassKey]]:
    """Yields the functions among the arguments of a constructor, each with a class whose objects get it, in a fixed order."""
    pairs = {
        (target.key, cls)
        for values in known for value, given in values.items() for target in value.callees for each in given for cls in _classes(analysis, each)
    }  # fmt: skip
    yield from sorted(pairs)


def _classes(analysis: Analysis, given: ConstructorArgument) -> tuple[ClassKey, ...]:
    """Returns the classes whose objects get an argument: the one that a call creates, or those whose constructors run the one that passes it."""
    return (given.made, *(analysis.classes.subclasses(given.made) if given.at is None else ()))


def _surely(analysis: Analysis, values: Mapping[Value, set[ConstructorArgument]]) -> dict[Value, set[ConstructorArgument]]:
    """Returns the arguments without functions that only objects get which nothing is seen to use, if other objects get something else.

    A method that creates an object with a function of its own, and hands it on, does so for a purpose of its own.
    """
    if len(values) < 2:
        return dict(values)
    return {value: given for value, given in values.items() if not value.callees or any(_is_used(analysis, each) for each in given)}


def _is_used(analysis: Analysis, given: ConstructorArgument) -> bool:
    """Whether an object is created outside of methods, or by a method in code that shows every use of it."""
    fact = analysis.project.function(given.caller)
    return given.at is None or fact is None or not fact.owner or bool(uses_of(analysis, given.caller, given.at))


def all_given(name: str, values: Iterable[Value]) -> Value | None:
    """Joins the values passed for a parameter into one, or returns None if they are unknown."""
    targets = dict.fromkeys(target for value in values for target in value.callees)
    if targets:
        return Value(Kind.CALLABLE, Origin.OUTER, callees=tuple(targets), spelling=name)
    one = join_all(tuple(value._replace(provenance=None) for value in values))
    if one.kind is Kind.CALLABLE and (one.klass is not None or one.possible_classes):
        return Value(Kind.CALLABLE, Origin.OUTER, klass=one.klass, possible_classes=one.possible_classes, spelling=name)
    if effects.acts(one.name):
        return Value(origin=Origin.OUTER, name=one.name, spelling=name)
    if one.cls is not None or (one.possible_classes and one.kind is not Kind.CALLABLE):
        return Value(Kind.OBJECT, Origin.OUTER, cls=one.cls, exact=True, possible_classes=one.possible_classes, spelling=name)
    if (one.kind is Kind.OBJECT and one.type) or one.kind is Kind.NONE or (one.factory and not source_of(one)):
        return one._replace(origin=Origin.OUTER, spelling=name, parameter="")
    held = one.element
    if one.kind is Kind.CONTAINER and held is not None:
        return Value(Kind.CONTAINER, Origin.OUTER, type=one.type, element=held._replace(parameter="", provenance=None), spelling=name)
    return None


def _agree(values: Iterable[Value]) -> bool:
    """Whether all calls pass objects of the same classes. Other objects may be used only by eager code."""
    return len({frozenset(classes_of(value)) for value in values if not value.callees and value.kind is not Kind.NONE}) < 2


class _Keeping:
    """The constructors that store arguments, with the `names` of their classes; `known` ones are left out.

    `passed_up` is what each passes to the constructor of a base class, and `forwarded_up` which of its parameters it forwards to it.
    """

    def __init__(self, analysis: Analysis, known: Collection[FunctionKey]) -> None:
        self._analysis = analysis
        self._known = known
        self.kept: dict[FunctionKey, set[str]] = {}
        self.names: set[str] = set()
        self.passed_up: list[ConstructorArgument] = []
        self.forwarded_up: list[tuple[FunctionKey, str, FunctionKey, str]] = []

    def look_at(self, cls: ClassKey) -> None:
        """Examines the constructor of a class."""
        key = self._analysis.classes.method(cls, "__init__")
        if self._of(key) if key is not None else self._of_fields(cls):
            self.names.add(cls.qualname.rpartition(".")[2])

    def _of_fields(self, cls: ClassKey) -> bool:
        """Whether a generated constructor fills fields with uninformative annotations."""
        found = {}
        for base, fact in with_fields(self._analysis, cls):
            if fact.declared:
                open_ = {name for name, each in fact.declared if self._is_open(each, base.path)}
                found[constructor_of(base)] = open_
        self.kept.update({key: names for key, names in found.items() if key not in self._known})
        return any(found.values())

    def _is_open(self, annotation: Expr, path: str) -> bool:
        """Whether an annotation leaves the type of a field, or of its elements, open."""
        told = self._analysis.annotated(annotation, path)
        return told is None or may_be_told(told)

    def _of(self, key: FunctionKey) -> set[str]:
        """Returns the parameters of a constructor that it, or a base constructor, stores on the object for methods to call."""
        if key in self._known or is_test(key.path):
            return set()
        if key not in self.kept:
            fact = self._analysis.project.function(key)
            self.kept[key] = set(_kept(self._analysis, key, fact)) if fact is not None else set()
            if fact is not None:
                self._look_above(key, fact)
        return self.kept[key]

    def _look_above(self, key: FunctionKey, fact: FunctionFact) -> None:
        """Examines what a constructor passes to the base constructor."""
        owner = ClassKey(key.path, fact.owner)
        above = self._analysis.classes.method(owner, "__init__", after=owner)
        kept = self._of(above) if above is not None else set()
        place = SingleAssignments.of(self._analysis, key) if kept else None
        if above is None or place is None:
            return
        for name, expr in given_above(self._analysis, place, fact, above, kept):
            if isinstance(expr, ir.Name) and expr.id in fact.given:
                self.kept[key].add(expr.id)
                self.forwarded_up.append((key, expr.id, above, name))
            else:
                self.passed_up.append(ConstructorArgument(key, above, name, place.value(expr), owner))


def _kept(analysis: Analysis, key: FunctionKey, fact: FunctionFact) -> Iterator[str]:
    """Yields the parameters that a constructor stores under an attribute which a file with such a class calls or reads from."""
    module, owner = analysis.project.module(key.path), ClassKey(key.path, fact.owner)
    if len(fact.parameters) < 2 or not fact.stores or module is None:
        return
    own, *names = (each.name for each in fact.parameters)
    paths = dict.fromkeys(each.path for each in (owner, *analysis.classes.subclasses(owner)))
    files = [file for path in paths if (file := analysis.project.module(path)) is not None]
    lowered = analysis.project.lowered(key)
    for attr, value in kept(lowered.body, own) if lowered is not None else ():
        if value in names and any(_may_run(analysis, file.path, attr) for file in files):
            yield value


def _may_run(analysis: Analysis, path: str, attr: str, *, behind: bool = False) -> bool:
    """Whether a function or lambda of a file may call, or read from, the value of the attribute or its elements. It may do so by a property, unless the
    attribute is `behind` one already.
    """
    for key in analysis.project.functions_mentioning(path, frozenset({attr}), ATTRIBUTE):
        for each in (key, *(FunctionKey(path, name) for name in analysis.eager_functions.lambdas_in(key))):
            if attr in asked(analysis.project.body(each)):
                return True
        fact = analysis.project.function(key) if not behind and analysis.accessed(key) == attr else None
        if fact is not None and _may_run(analysis, path, fact.name, behind=True):
            return True
    return False
