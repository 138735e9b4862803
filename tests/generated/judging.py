"""What TensorFlow showed of a program: whether its two runs differ, and in what. Knows no finding."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from tests.generated.running.protocol import Pair, Seen
from tflint_autograph.confirm.compare import same

_NUMBER = re.compile(r"-?\d+\.?\d*(?:e[-+]?\d+)?")
_OF_LIBRARIES = ("Dataset_", "one_step", "multi_step", "initialize_variables", "wrapped_fn")
_LARGE, _LARGE_STEP = 60, 170
_SYMBOL = re.compile(r"0x[0-9a-f]+")


def channels(pair: Pair, *, pattern: bool = False) -> frozenset[str]:
    """The channels in which the runs differ.

    With `pattern`, numbers are compared by which of them are equal to each other: streams of random operations differ
    between the modes even under one seed.
    """
    return frozenset(_differing(pair.eager, pair.graph, pattern))


def _differing(eager: Seen, graph: Seen, pattern: bool) -> Iterator[str]:
    if eager.exception != graph.exception:
        yield "exception"
        return
    for name in ("stdout", "stderr"):
        left, right = (_shown(getattr(seen, name), pattern) for seen in (eager, graph))
        if not _same_text(left, right):
            yield name
    if eager.logged != graph.logged:
        yield "log"
    if eager.warned != graph.warned:
        yield "warning"
    if eager.events != graph.events:
        yield "events"
    if eager.process != graph.process:
        yield "process"
    if eager.files != graph.files:
        yield "files"
    if not pattern and any(
        not same(eager.state.get(way), graph.state.get(way)) for way in {*eager.state, *graph.state}
    ):
        yield "state"


def _shown(text: str, pattern: bool) -> str:
    text = _SYMBOL.sub("0x", text)
    if not pattern:
        return text
    met: dict[str, str] = {}
    return _NUMBER.sub(lambda found: met.setdefault(found[0], f"#{len(met)}"), text)


def _same_text(left: str, right: str) -> bool:
    """Whether two texts are the same but for the last digits of numbers."""
    if left == right:
        return True
    if _NUMBER.sub("#", left) != _NUMBER.sub("#", right):
        return False
    pairs = zip(_NUMBER.findall(left), _NUMBER.findall(right), strict=True)
    return all(abs(float(one) - float(other)) <= 1e-4 * max(1.0, abs(float(one))) for one, other in pairs)


def traced(pair: Pair) -> dict[str, list[int]]:
    """The operations of each trace of the graph run, by function."""
    found: dict[str, list[int]] = {}
    for name, size in pair.graph.traces:
        found.setdefault(name, []).append(size)
    return found


def differing_state(pair: Pair) -> dict[str, tuple[Any, Any]]:
    """What is held otherwise at the end of the two runs, by the way to it."""
    ways = sorted({*pair.eager.state, *pair.graph.state})
    both = {way: (pair.eager.state.get(way), pair.graph.state.get(way)) for way in ways}
    return {way: sides for way, sides in both.items() if not same(*sides)}


def retraced(pair: Pair, most: int = 2) -> dict[str, int]:
    """The program's functions that were traced more than so often in the graph run, with the number of traces.

    A function is traced twice where its first call makes variables, or relaxes a shape.
    """
    return {
        name: len(sizes)
        for name, sizes in traced(pair).items()
        if len(sizes) > most and not name.startswith(_OF_LIBRARIES)
    }


def is_unrolled(pair: Pair) -> bool:
    """Whether a graph is as large as a loop of many rounds makes it; that of a dataset has the operations of its function alone."""
    return any(
        max(sizes) > (_LARGE_STEP if name.startswith(_OF_LIBRARIES[1:]) else _LARGE)
        for name, sizes in traced(pair).items()
    )
