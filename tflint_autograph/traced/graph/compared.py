"""Finds operations in which Python itself compares tensors, such as list look-up and sorting."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.values import MAPPINGS, Kind, Value
from tflint_autograph.traced.tree.kinds import symbolic, symbolic_in

_SETS = frozenset({"builtins.set", "builtins.frozenset"})

SEQUENCES = frozenset({"builtins.list", "builtins.tuple", "collections.deque"})


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
