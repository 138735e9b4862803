"""Finds what eager code passes to constructors: `Trainer(net, loss)`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.model.joins import join_all
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.paths import is_test
from tflint_autograph.model.values import UNKNOWN, Kind, Origin, Value, classes_of, outside
from tflint_autograph.project.index.classes import is_constructor
from tflint_autograph.project.points_to.call_sites import EagerCall
from tflint_autograph.project.points_to.object_uses import uses_of
from tflint_autograph.project.points_to.passed_arguments import creates, passed
from tflint_autograph.project.queries.query import query
from tflint_autograph.project.values.body_result import Env
from tflint_autograph.project.values.bound import source_of
from tflint_autograph.tfapi import effects

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis

Creations = tuple[tuple[FunctionKey, ClassKey], ...]
"""Functions that a constructor gets, each with the class of an object that gets it, in a fixed order."""


class ConstructorArguments:
    """Queries about what eager code passes to the constructors of the project, asked only for objects that traced code uses.

    Tests are left out. The answers do not depend on what is traced by the time of the question.
    """

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.cycle_guard = analysis.cycle_guard

    def given(self, key: FunctionKey) -> Env:
        """Returns the functions and objects of the project that calls pass for the parameters of a constructor; for a generated one, its fields.

        Several functions are joined. Objects, and the contents of containers, count only if all calls pass one of the same few classes or
        TensorFlow types. Empty for another function.
        """
        return self._known(key)[0]

    def creations(self, key: FunctionKey) -> Creations:
        """Returns the functions that a constructor gets, each with the classes whose objects get it."""
        return self._known(key)[1]

    @query
    def _known(self, key: FunctionKey) -> tuple[Env, Creations]:
        names = self._parameters(key)
        if not names:
            return {}, ()
        with self.analysis.before_tracing():
            return _joined(self.analysis, key, names)

    def _parameters(self, key: FunctionKey) -> Collection[str]:
        """Returns the parameters of a constructor, which are the fields for a generated one; empty for another function and for tests."""
        if not is_constructor(key):
            return ()
        classes, owner = self.analysis.classes, ClassKey(key.path, key.qualname.rpartition(".")[0])
        function = self.analysis.project.function(key)
        if function is not None:
            own = classes.methods_of(owner).get("__init__") == key.qualname
            return function.given - {function.receiver} if own and not is_test(key.path) else ()
        fact = self.analysis.project.cls(owner)
        is_filled = fact is not None and any(map(classes.makes_fields, (owner, *classes.subclasses(owner))))
        return {name for name, _ in fact.declared} if fact is not None and is_filled else ()


def _joined(analysis: Analysis, key: FunctionKey, names: Collection[str]) -> tuple[Env, Creations]:
    """Joins what the calls of a constructor pass for these parameters."""
    known: defaultdict[str, defaultdict[Value, set[EagerCall]]] = defaultdict(lambda: defaultdict(set))
    for call, name, value in passed(analysis, {key: names}):
        known[name][value].add(call if call.behalf is None or creates(call) else call.behalf)
    joined: Env = {}
    for name, values in known.items():
        sure = _surely(analysis, values)
        are_sure = any(value.callees for value in sure)
        one = all_given(name, sure if are_sure else values) if _agree(values) else None
        if one is not None and one.callees and not are_sure:
            one = one._replace(confidence=Confidence.LOW)
        if one is None and analysis.default_values.alone(key).get(name, UNKNOWN).name:
            one = Value(origin=Origin.OUTER, spelling=name)  # something, and not the function that is the default
        if one is not None:
            joined[name] = one
    return joined, tuple(_functions(analysis, known.values()))


def _functions(analysis: Analysis, known: Iterable[Mapping[Value, set[EagerCall]]]) -> Iterator[tuple[FunctionKey, ClassKey]]:
    """Yields the functions among the arguments of a constructor, each with a class whose objects get it, in a fixed order."""
    pairs = {
        (target.key, cls)
        for values in known for value, calls in values.items() for target in value.callees for call in calls for cls in _classes(analysis, call)
    }  # fmt: skip
    yield from sorted(pairs)


def _classes(analysis: Analysis, call: EagerCall) -> tuple[ClassKey, ...]:
    """Returns the classes whose objects get an argument: the one that a call creates, or those whose constructors run the one that passes it."""
    if not creates(call):
        owner = analysis.project.owner(call.caller)
        return (owner, *analysis.classes.subclasses(owner)) if owner is not None else ()
    made = call.target.receiver.cls if call.target.receiver is not None else None
    return (made,) if made is not None else ()


def _surely(analysis: Analysis, values: Mapping[Value, set[EagerCall]]) -> dict[Value, set[EagerCall]]:
    """Returns the arguments without functions that only objects get which nothing is seen to use, if other objects get something else.

    A method that creates an object with a function of its own, and hands it on, does so for a purpose of its own.
    """
    if len(values) < 2:
        return dict(values)
    return {value: calls for value, calls in values.items() if not value.callees or any(_is_used(analysis, each) for each in calls)}


def _is_used(analysis: Analysis, call: EagerCall) -> bool:
    """Whether an object is created outside of methods, or by a method in code that shows every use of it."""
    fact = analysis.project.function(call.caller)
    is_plain = call.decorates is not None or not creates(call) or fact is None or not fact.owner
    return is_plain or bool(uses_of(analysis, call.caller, call.site.at))


def all_given(name: str, values: Iterable[Value]) -> Value | None:
    """Joins the values that eager code passes for a parameter into one, as traced code finds it, or returns None if they are unknown."""
    targets = dict.fromkeys(target for value in values for target in outside(value.callees, name))
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
        held = held._replace(callees=outside(held.callees, name), parameter="", provenance=None)
        return Value(Kind.CONTAINER, Origin.OUTER, type=one.type, element=held, spelling=name)
    return None


def _agree(values: Iterable[Value]) -> bool:
    """Whether all calls pass objects of the same classes. Other objects may be used only by eager code."""
    return len({frozenset(cls for each in (value, *value.contents) for cls in classes_of(each)) for value in values if not value.callees and value.kind is not Kind.NONE}) < 2
