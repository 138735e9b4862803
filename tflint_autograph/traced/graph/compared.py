"""Finds operations in which Python itself compares tensors, such as list look-up and sorting."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.values import MAPPINGS, Kind, Value
from tflint_autograph.tfapi import python_uses
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.kinds import symbolic, symbolic_in

_SETS = frozenset({"builtins.set", "builtins.frozenset"})

SEQUENCES = frozenset({"builtins.list", "builtins.tuple", "collections.deque"})


TRUTHS = frozenset({"builtins.any", "builtins.all", *python_uses.SELECTING})
"""Functions that test the truth of elements."""


def compared(call: cst.Call, name: str, values: list[Value], fn: TracedFunction) -> Value | None:
    """Returns the tensor that a call of a function compares, or whose truth it tests: an argument, or an element of the only one."""
    if name in python_uses.SELECTING:
        is_itself = len(values) == 2 and (values[0].kind is Kind.NONE or values[0].name == "builtins.bool")
        return tensor_of(values[1]) if is_itself else None
    if has_key(call):
        return key_of(call, values, fn)
    found = next((value for value in values if symbolic(value)), None) if len(values) > 1 else None
    if found is None and len(values) == 1 and values[0].kind in (Kind.CONTAINER, Kind.OBJECT) and not symbolic(values[0]):
        found = tensor_of(values[0]) if name in TRUTHS else ordered(values[0])
    return found


def has_key(call: cst.Call) -> bool:
    """Whether a call has the argument `key`."""
    return any(arg.keyword is not None and arg.keyword.value == "key" for arg in call.args)


def key_of(call: cst.Call, values: list[Value], fn: TracedFunction) -> Value | None:
    """Returns the tensor that the `key` of `sorted` or `max` returns, by which Python compares, or None."""
    alone = len(values) == 1 and (symbolic(values[0]) or (values[0].items is not None and len(values[0].items) < 2))
    if not values or alone:
        return None
    given = fn.given_back(call, "key")
    return given if symbolic(given) else None


def looked_up(sought: Value, container: Value) -> tuple[Value, Confidence] | None:
    """Returns the tensor that is compared when something is looked up in a container, with a confidence, or None.

    Python compares by identity first and stops at a match.
    """
    inner = None if container.type == "builtins.dict" else symbolic_in(container, 1)
    found = sought if symbolic(sought) else inner
    if found is None or _flag(sought, container) or _with_none(sought, container):
        return None
    first = container.items[0] if container.items else None
    sure = inner is None or (type(sought.const) in (int, float) and first is not None and symbolic(first))
    return found, Confidence.HIGH if sure else Confidence.LOW


def is_hashed(sought: Value, container: Value) -> bool:
    """Whether something of which nothing says that it is a tensor is the key of a dict or set: eager code refuses tensors as keys, too."""
    return sought.confidence is Confidence.LOW and (container.type in MAPPINGS or container.type in _SETS)


def told_apart(left: Value, right: Value) -> tuple[Value, Confidence] | None:
    """Returns the tensor that is compared when two lists or tuples are compared, with a confidence, or None.

    Python compares the elements in order up to the first difference, and by identity first.
    """
    if left.kind is not Kind.CONTAINER or left.type not in SEQUENCES or left.type != right.type:
        return None
    if left.items is None or right.items is None or len(left.items) != len(right.items):
        return None
    sure = Confidence.HIGH
    for one, other in zip(left.items, right.items, strict=True):
        if Kind.NONE in (one.kind, other.kind) or isinstance(one.const, str) or isinstance(other.const, str):
            return None
        if one.parameter and one.parameter == other.parameter:
            continue
        if symbolic(one) or symbolic(other):
            is_other = one.parameter or other.parameter or Kind.PYTHON in (one.kind, other.kind)
            return (one if symbolic(one) else other), sure if is_other else Confidence.LOW
        sure = Confidence.LOW
    return None


def ordered(container: Value) -> Value | None:
    """Returns a tensor that is compared when the elements of a container are sorted, or None. A single element is not compared."""
    if container.items is not None and len(container.items) < 2:
        return None
    return tensor_of(container)


def tensor_of(value: Value) -> Value | None:
    """Returns a tensor in a container, or yielded by a generator, or None."""
    if value.kind is Kind.CONTAINER:
        return symbolic_in(value, 1) if value.type != "builtins.dict" else None
    generated = value.type in ("builtins.generator", "builtins.map") and value.element is not None
    return value.element if generated and value.element is not None and symbolic(value.element) else None


def _flag(sought: Value, container: Value) -> bool:
    """Whether something assumed to be a tensor is looked up among strings: then it is a string."""
    texts = container.items is not None and all(isinstance(item.const, str) for item in container.items)
    return texts and sought.confidence < Confidence.HIGH


def _with_none(sought: Value, container: Value) -> bool:
    """Whether only None is compared: Python decides that a tensor is not None."""
    return sought.kind is Kind.NONE or (container.items is not None and all(item.kind is Kind.NONE for item in container.items))


def matched(pattern: cst.MatchPattern, value: Value) -> Iterator[tuple[Value, cst.BaseExpression]]:
    """Yields what a pattern compares: the whole value, or the items of a tuple by position, each with the literal."""
    if isinstance(pattern, cst.MatchValue):
        yield value, pattern.value
    elif isinstance(pattern, cst.MatchOr):
        for part in pattern.patterns:
            yield from matched(part.pattern, value)
    elif isinstance(pattern, cst.MatchAs) and pattern.pattern is not None:
        yield from matched(pattern.pattern, value)
    elif isinstance(pattern, cst.MatchSequence) and value.items is not None and len(value.items) == len(pattern.patterns):
        for element, item in zip(pattern.patterns, value.items, strict=True):
            if not isinstance(element, cst.MatchSequenceElement):
                return
            yield from matched(element.value, item)


def indices(part: cst.BaseSlice) -> tuple[cst.BaseExpression, ...]:
    """Returns an index, or the bounds of a slice that are given."""
    if isinstance(part, cst.Index):
        return (part.value,)
    assert isinstance(part, cst.Slice)
    return tuple(bound for bound in (part.lower, part.upper, part.step) if bound is not None)
