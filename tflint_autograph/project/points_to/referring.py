"""Collects the functions and classes that values refer to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.model.values import Callee, Value, classes_named, classes_of
from tflint_autograph.project.values.body_result import BodyResult, CallSite

Subject = FunctionKey | ClassKey
"""What values refer to: a function, or a class, for its objects too."""

_DEEPEST = 2
"""Maximum depth of nested containers that are searched for a function."""


class Referred(NamedTuple):
    """What the calls, the result and the variables of a function or module refer to."""

    functions: frozenset[FunctionKey]
    classes: frozenset[ClassKey]


def referred(flows: Iterable[BodyResult]) -> Referred:
    """Returns the functions and classes that the values of these flows refer to."""
    functions: set[FunctionKey] = set()
    classes: set[ClassKey] = set()
    for flow in flows:
        for each in (part for value in _values(flow) for part in with_elements(value)):
            functions.update(target.key for target in each.callees)
            classes.update(classes_named(each), classes_of(each))
    return Referred(frozenset(functions), frozenset(classes))


def _values(flow: BodyResult) -> Iterator[Value]:
    for site in flow.sites():
        yield site.func
        yield from (value for _, value in site.args)
    yield from (write.value for write in flow.writes.values())
    yield from flow.bindings.values()
    if flow.result is not None:
        yield flow.result


def with_elements(value: Value, depth: int = _DEEPEST) -> Iterator[Value]:
    """Yields a value and the elements of the containers in it."""
    yield value
    for inner in value.contents if depth else ():
        yield from with_elements(inner, depth - 1)


def refers_to(value: Value, key: FunctionKey) -> bool:
    """Whether a value may be the function, or a container with it."""
    return any(target.key == key for each in with_elements(value) for target in each.callees)


def subjects(values: Iterable[Value]) -> Iterator[Subject]:
    """Yields the functions and classes that values, or elements of them, may be; for an object, its class."""
    for each in (each for value in values for each in with_elements(value)):
        yield from (target.key for target in each.callees)
        yield from (*classes_named(each), *classes_of(each))


class Holder(NamedTuple):
    """What holds a value in a body: a variable, an attribute or shared name that is written, or the result, which has no name."""

    name: str
    is_variable: bool = False


RESULT = Holder("")


class FlowIndex:
    """The calls and the held values of one body result, by what they refer to. A body is searched for many functions.

    `calls` are the call sites by called function, with their numbers, `of_class` and `of_object` by the class that is called, or whose
    object is. `held` are the holders by function, `classes` by class, `objects` by the class of an object. `given` are the calls by the functions and classes
    that they pass, the class of an object for an object.
    """

    def __init__(self, flow: BodyResult) -> None:
        self.calls: defaultdict[FunctionKey, list[tuple[int, CallSite, Callee]]] = defaultdict(list)
        self.of_class: defaultdict[ClassKey, list[tuple[int, CallSite]]] = defaultdict(list)
        self.of_object: defaultdict[ClassKey, list[tuple[int, CallSite]]] = defaultdict(list)
        self.held: defaultdict[FunctionKey, dict[Holder, None]] = defaultdict(dict)
        self.classes: defaultdict[ClassKey, dict[Holder, None]] = defaultdict(dict)
        self.objects: defaultdict[ClassKey, dict[Holder, None]] = defaultdict(dict)
        self.given: defaultdict[Subject, list[CallSite]] = defaultdict(list)
        for number, site in enumerate(flow.sites()):
            func = site.func
            for target in func.callees:
                self.calls[target.key].append((number, site, target))
            for cls in classes_named(func):
                self.of_class[cls].append((number, site))
            for cls in classes_of(func):
                self.of_object[cls].append((number, site))
            for subject in dict.fromkeys(subjects(value for _, value in site.args)) if func.callees or func.klass is not None else ():
                self.given[subject].append(site)
        for holder, value in _values_of_flow(flow):
            for each in with_elements(value):
                for target in each.callees:
                    self.held[target.key][holder] = None
                for cls in classes_named(each):
                    self.classes[cls][holder] = None
            for cls in classes_of(value):
                self.objects[cls][holder] = None


def _values_of_flow(flow: BodyResult) -> Iterator[tuple[Holder, Value]]:
    yield from ((Holder(name, is_variable=True), value) for name, value in flow.bindings.items())
    yield from ((Holder(write.name), write.value) for write in flow.writes.values())
    if flow.result is not None:
        yield RESULT, flow.result
