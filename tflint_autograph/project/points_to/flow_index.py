"""Indexes a body result: which functions and classes its calls lead to, and what its names and its result refer to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.model.values import Callee, Value
from tflint_autograph.project.points_to.referring import with_elements
from tflint_autograph.project.values.body_result import BodyResult, CallSite


class Holder(NamedTuple):
    """What holds a value in a body: a variable, an attribute or shared name that is written, or the result, which has no name."""

    name: str
    is_variable: bool = False


RESULT = Holder("")


class FlowIndex:
    """The calls and the held values of one body result, by what they refer to. A body is searched for many functions.

    `calls` are the call sites by called function, with their numbers, `of_class` and `of_object` by the class that is called, or whose
    object is. `held` are the holders by function, `objects` by the class of an object.
    """

    def __init__(self, flow: BodyResult) -> None:
        self.calls: defaultdict[FunctionKey, list[tuple[int, CallSite, Callee]]] = defaultdict(list)
        self.of_class: defaultdict[ClassKey, list[tuple[int, CallSite]]] = defaultdict(list)
        self.of_object: defaultdict[ClassKey, list[tuple[int, CallSite]]] = defaultdict(list)
        self.held: defaultdict[FunctionKey, dict[Holder, None]] = defaultdict(dict)
        self.objects: defaultdict[ClassKey, dict[Holder, None]] = defaultdict(dict)
        for number, site in enumerate(flow.calls.values()):
            func = site.func
            for target in func.callees:
                self.calls[target.key].append((number, site, target))
            if func.klass is not None:
                self.of_class[func.klass].append((number, site))
            if func.cls is not None:
                self.of_object[func.cls].append((number, site))
        for holder, value in _values(flow):
            for each in with_elements(value):
                for target in each.callees:
                    self.held[target.key][holder] = None
            if value.cls is not None:
                self.objects[value.cls][holder] = None


def _values(flow: BodyResult) -> Iterator[tuple[Holder, Value]]:
    yield from ((Holder(name, is_variable=True), value) for name, value in flow.bindings.items())
    yield from ((Holder(write.name), write.value) for write in flow.writes.values())
    if flow.result is not None:
        yield RESULT, flow.result
