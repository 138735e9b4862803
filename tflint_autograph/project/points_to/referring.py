"""Collects the functions and classes that values refer to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.model.values import Value
from tflint_autograph.project.values.body_result import BodyResult

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
        for value in _values(flow):
            functions.update(target.key for each in with_elements(value) for target in each.callees)
            classes.update(each for each in (value.klass, value.cls) if each is not None)
    return Referred(frozenset(functions), frozenset(classes))


def _values(flow: BodyResult) -> Iterator[Value]:
    yield from (site.func for site in flow.calls.values())
    yield from (write.value for write in flow.writes.values())
    yield from flow.bindings.values()
    if flow.result is not None:
        yield flow.result


def with_elements(value: Value, depth: int = _DEEPEST) -> Iterator[Value]:
    """Yields a value and the elements of the containers in it."""
    yield value
    if depth and (value.items or value.element is not None):
        for inner in (*(value.items or ()), *([value.element] if value.element is not None else ())):
            yield from with_elements(inner, depth - 1)


def refers_to(value: Value, key: FunctionKey) -> bool:
    """Whether a value may be the function, or a container with it."""
    return any(target.key == key for each in with_elements(value) for target in each.callees)
