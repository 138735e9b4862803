"""Compares two observations of the same calls. Does not explain the differences."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tflint_autograph.confirm.protocol import OPERATION, SYMBOLIC, UNLOGGED, CallObservation, Line, Observation

RELATIVE, ABSOLUTE = 1e-4, 1e-6
"""Tolerances for floats: graphs may compute in another order."""


_SYMBOLIC = "a symbolic tensor"
_TENSOR = "tensor"
_PYTHON = ("int", "float", "bool", "str")


@dataclass(frozen=True, slots=True)
class ObservedDifference:
    """One difference: the call, the channel, and the place in it.

    Channels are `exception`, `result`, `state`, `left` (files and environment after the call), `printed`, `written`, and the counts of what
    the user's lines did: `file`, `environment`, `drawn` (random numbers and clocks). `at` are the user's lines that caused it, if known.
    """

    call: int
    channel: str
    where: str
    eager: str
    graph: str
    at: tuple[Line, ...] = ()
    is_stretched: bool = False

    @property
    def is_leak(self) -> bool:
        """Whether the graph run alone left a symbolic tensor there."""
        return self.channel == "state" and self.graph.endswith(_SYMBOLIC) and not self.eager.endswith(_SYMBOLIC)

    @property
    def what(self) -> str:
        """The channel and the place in it."""
        return f"{self.channel} {self.where}".strip()

    def told(self) -> str:
        """Returns both sides of the difference as text."""
        return f"{self.eager} eagerly, {self.graph} in the graph"

    def key(self) -> tuple[int, str, str]:
        """A key that is equal for differences in the same place. File names may differ between runs."""
        return (0, self.channel, "") if self.channel == "left" else (self.call, self.channel, self.where)


def differences(eager: Observation, graph: Observation) -> tuple[ObservedDifference, ...]:
    """Returns all differences in call order, up to the first call that raised in one of the runs."""
    found: list[ObservedDifference] = []
    last = 0
    for number, (left, right) in enumerate(zip(eager.calls, graph.calls, strict=False)):
        last = number
        found += _of_call(number, left, right)
        if left.raised or right.raised:
            break
    return (*found, *_written(eager, graph, last), *_touched(eager, graph, last))


def leaks(eager: Observation, graph: Observation) -> Iterator[str]:
    """Yields the places where the graph run left a symbolic tensor in a call that ended eagerly.

    Where its call raised, only those where the eager run left a tensor: the end of the call might have cleared the others.
    """
    for left, right in zip(eager.calls, graph.calls, strict=False):
        if left.raised:
            return
        for way, found in sorted(right.state.items()):
            kept = left.state.get(way)
            if _has(found, SYMBOLIC) and not _has(kept, SYMBOLIC) and (not right.raised or _has(kept, _TENSOR)):
                yield way
        if right.raised:
            return


def python_results(eager: Observation, graph: Observation) -> Iterator[str]:
    """Yields the Python values that calls return eagerly and that are tensors from the graph, as text."""
    for left, right in zip(eager.calls, graph.calls, strict=False):
        if left.raised or right.raised:
            return
        yield from _converted(left.result, right.result)


def _converted(left: Any, right: Any) -> Iterator[str]:
    if not (isinstance(left, dict) and isinstance(right, dict)):
        return
    if left.get("kind") in _PYTHON and right.get("kind") == _TENSOR:
        yield brief(left)
    inner, others = (each.get("items", ()) for each in (left, right))
    if isinstance(inner, dict) and isinstance(others, dict):
        inner, others = ([each[key] for key in sorted(inner.keys() & others.keys())] for each in (inner, others))
    for one, other in zip(inner, others, strict=False):
        yield from _converted(one, other)


def _of_call(number: int, left: CallObservation, right: CallObservation) -> Iterator[ObservedDifference]:
    if (left.raised and left.raised.type) != (right.raised and right.raised.type):
        names = [each.raised.type if each.raised else "none" for each in (left, right)]
        came = right.raised or left.raised
        yield ObservedDifference(number, "exception", "", names[0], names[1], came.at if came else ())
        return
    if left.raised:
        return
    if not same(left.result, right.result):
        yield _of_values(number, "result", "", left.result, right.result)
    for way in sorted({*left.state, *right.state}):
        if not same(left.state.get(way), right.state.get(way)):
            yield _of_values(number, "state", way, left.state.get(way), right.state.get(way))
    for name in sorted({*left.left, *right.left}):
        if left.left.get(name) != right.left.get(name):
            yield ObservedDifference(number, "left", name, left.left.get(name, "nothing")[:80], right.left.get(name, "nothing")[:80])
    if left.printed != right.printed:
        yield ObservedDifference(number, "printed", "", repr(left.printed)[:80], repr(right.printed)[:80])


def _of_values(number: int, channel: str, where: str, left: Any, right: Any) -> ObservedDifference:
    return ObservedDifference(number, channel, where, brief(left), brief(right), is_stretched=_is_stretched(left, right))


def _written(eager: Observation, graph: Observation, last: int) -> Iterator[ObservedDifference]:
    texts = [_by_place(each, last) for each in (eager, graph)]
    for number, stream, at in sorted({*texts[0], *texts[1]}):
        key = number, stream, at
        left, right = (each.get(key, "") for each in texts)
        if left != right:
            where = f"{stream}:{at.file}:{at.line}" if at else stream
            yield ObservedDifference(number, "written", where, repr(left)[:80], repr(right)[:80], (at,) if at else ())


def _touched(eager: Observation, graph: Observation, last: int) -> Iterator[ObservedDifference]:
    """Yields the cases where one run uses files, environment, clocks or random generators more often than the other."""
    counts = [Counter((each.call, each.kind, each.what, each.at) for each in seen.touched if each.call <= last) for seen in (eager, graph)]
    for key in sorted({*counts[0], *counts[1]}):
        left, right = (each[key] for each in counts)
        if left != right:
            number, kind, what, at = key
            where = f"{what}:{at.file}:{at.line}"
            yield ObservedDifference(number, kind, where, times(left), times(right), (at,))


def times(number: int) -> str:
    """Returns a count in words: `once`, `3 times`."""
    return {0: "never", 1: "once", 2: "twice"}.get(number, f"{number} times")


def _by_place(seen: Observation, last: int) -> dict[tuple[int, str, Line], str]:
    found: dict[tuple[int, str, Line], str] = {}
    for piece in seen.written:
        if piece.call <= last and piece.stream != UNLOGGED:
            key = piece.call, piece.stream, piece.at[0] if piece.at else Line("", 0)
            found[key] = found.get(key, "") + piece.text
    return found


def same(left: Any, right: Any) -> bool:
    """Whether two values are equal; a number equals a scalar tensor, and a list equals a tuple."""
    if not (isinstance(left, dict) and isinstance(right, dict)):
        return _close(left, right)
    # What updates a variable returns its operation in a graph, of which a `tf.function` gives its caller nothing
    if OPERATION in (left.get("kind"), right.get("kind")):
        return True
    if SYMBOLIC in (left.get("kind"), right.get("kind")) and left.get("kind") != right.get("kind"):
        return False
    if "items" in left and "items" in right:
        return left.get("size") == right.get("size") and _same_items(left["items"], right["items"])
    if ("items" in left) != ("items" in right):
        return _as_plain(left) is not None and _close(_as_plain(left), _as_plain(right))
    if left.get("kind") == right.get("kind") == SYMBOLIC:
        return True
    return _close(left.get("value"), right.get("value"))


def _same_items(left: Any, right: Any) -> bool:
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    return type(left) is type(right) and len(left) == len(right) and all(map(same, left, right))


def _as_plain(value: dict[str, Any]) -> Any:
    """Returns a tensor-like list of numbers as nested lists, or None for other values."""
    if "items" not in value:
        return value.get("value")
    if not isinstance(value["items"], list):
        return None
    return [_as_plain(item) for item in value["items"]]


def _close(left: Any, right: Any) -> bool:
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(_close, left, right))
    if isinstance(left, float) or isinstance(right, float):
        if isinstance(left, (int, float)) and isinstance(right, (int, float)):
            return math.isclose(left, right, rel_tol=RELATIVE, abs_tol=ABSOLUTE)
        return False
    return bool(left == right)


def _is_stretched(left: Any, right: Any) -> bool:
    """Whether two values that differ would be the same, were the numbers of one repeated as TensorFlow does to fit shapes to each other."""
    if not (isinstance(left, dict) and isinstance(right, dict)):
        return False
    one, many = sorted((_as_plain(left), _as_plain(right)), key=_count)
    return _count(one) < _count(many) and _repeats(one, many)


def _repeats(one: Any, many: Any) -> bool:
    if not isinstance(many, list):
        return _close(one, many)
    depths = _depth(one), _depth(many)
    if depths[0] < depths[1] or (depths[0] == depths[1] and len(one) == 1):
        return all(_repeats(one[0] if depths[0] == depths[1] else one, each) for each in many)
    return depths[0] == depths[1] and len(one) == len(many) and all(map(_repeats, one, many))


def _depth(value: Any) -> int:
    return 1 + _depth(value[0] if value else None) if isinstance(value, list) else 0


def _count(value: Any) -> int:
    return sum(map(_count, value)) if isinstance(value, list) else 1


def brief(value: Any) -> str:
    """Returns a short text for a value."""
    if not isinstance(value, dict):
        return "nothing" if value is None else repr(value)[:60]
    if "items" in value:
        told = f"a {value['kind']} of {value.get('size', len(value['items']))}"
        return f"{told} with {_SYMBOLIC}" if _has(value, SYMBOLIC) else told
    if value.get("kind") == SYMBOLIC:
        return _SYMBOLIC
    return repr(value.get("value"))[:60]


def _has(value: Any, kind: str) -> bool:
    """Whether a value is of this kind, or has one of it in it."""
    if not isinstance(value, dict):
        return False
    items = value.get("items", ())
    return value.get("kind") == kind or any(_has(each, kind) for each in (items.values() if isinstance(items, dict) else items))
