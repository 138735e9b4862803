"""Finds what eager code passes to constructors: `Trainer(net, loss)`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping

from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.model.joins import join_all
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.paths import is_test
from tflint_autograph.model.values import UNKNOWN, Kind, Origin, Value, classes_of, outside
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.index.classes import constructor_of
from tflint_autograph.project.points_to.call_sites import EagerCall
from tflint_autograph.project.points_to.object_uses import uses_of
from tflint_autograph.project.points_to.passed_arguments import creates
from tflint_autograph.project.points_to.passed_arguments import passed as passed_arguments
from tflint_autograph.project.roots.root import Root
from tflint_autograph.project.values.body_result import Env
from tflint_autograph.project.values.bound import source_of
from tflint_autograph.tfapi import effects

_FURTHER = 2
"""Imports are followed this far."""


def constructor_arguments(analysis: Analysis, found: Iterable[Root]) -> dict[FunctionKey, Env]:
    """Maps each constructor to the functions and objects of the project that its parameters are called with.

    Considered are the classes of all files read so far, and of those that files with roots import, directly or through one other. Several functions are joined. Objects, and the contents of containers, count only if all calls pass one of the same few classes or
    TensorFlow types. Tests are left out. Records in `analysis.creations` which classes get which function.
    """
    paths = dict.fromkeys(root.target.key.path for root in found)
    for _ in range(_FURTHER):
        paths |= dict.fromkeys(target for path in tuple(paths) for target in analysis.importing.targets(path))
    for path in paths:
        analysis.project.module(path)
    every = dict(_parameters(analysis))
    given: dict[FunctionKey, defaultdict[str, dict[Value, set[EagerCall]]]] = {key: defaultdict(lambda: defaultdict(set)) for key in every}
    for call, name, value in passed_arguments(analysis, every):
        given[call.target.key][name][value].add(call if call.behalf is None or creates(call) else call.behalf)
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


def _parameters(analysis: Analysis) -> Iterator[tuple[FunctionKey, Collection[str]]]:
    """Yields the constructors with their parameters, which are the fields for a generated one."""
    for cls in analysis.project.classes():
        own = analysis.classes.methods_of(cls).get("__init__")
        key = FunctionKey(cls.path, own) if own is not None and not is_test(cls.path) else None
        function = analysis.project.function(key) if key is not None else None
        if analysis.classes.makes_fields(cls):
            for base in analysis.classes.lineage(cls):
                fact = analysis.project.cls(base)
                if fact is not None and fact.declared:
                    yield constructor_of(base), {name for name, _ in fact.declared}
        elif key is not None and function is not None:
            yield key, function.given - {function.receiver}
