"""Finds the integer values of an attribute, from constructors and their callers."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.model.values import Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.roots.instances import is_constructor, passed_to


def number_of(analysis: Analysis, cls: ClassKey, attr: str) -> int | None:
    """Returns the largest integer that an attribute of an object may have, or None if it is set later or unknown."""
    writers = analysis.classes.writers(cls, attr)
    if not writers or not all(map(is_constructor, writers)):
        return None
    values = [value for key in writers for value in _put(analysis, key, attr)]
    known = [value.const for value in values if type(value.const) is int]
    return max(known) if known and len(known) == len(values) else None


def _put(analysis: Analysis, key: FunctionKey, attr: str) -> Iterator[Value]:
    """Yields what a constructor stores under the attribute; for a parameter its arguments, or its default."""
    for write in analysis.eager_summary(key).writes.values():
        if write.name != attr or write.receiver is None or write.receiver.cls is None:
            continue
        if write.value.parameter:
            given = [value for _, _, _, value in passed_to(analysis, {key: {write.value.parameter}})]
            yield from given or [analysis.default_values.left(key, write.value.parameter)]
        else:
            yield write.value
