"""Why a function is traced: the call path from a root to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.location import Span
from tflint_autograph.model.record import frozen


@frozen
class Step:
    """One sentence about one place, for instance "`train.step` calls `helpers.loss`".

    In the provenance of a value, `kind` is the kind of value that the sentence is about, in lower case (`dataset`), and `source` what
    created it: the dotted name of a function (`tensorflow.zeros`) or the type of the object that was called (`layer`).
    """

    span: Span
    text: str
    kind: str = ""
    source: str = ""


class Chain(Sequence[Step]):
    """The steps of a caller and one more; equal to the tuple of them, but stored as a linked list.

    Tuples would take quadratic memory for long call paths.
    """

    __slots__ = ("_before", "_last", "_length")

    def __init__(self, before: Sequence[Step], last: Step) -> None:
        self._before, self._last, self._length = before, last, len(before) + 1

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Step]:
        return iter(self._told())

    @overload
    def __getitem__(self, index: int) -> Step: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Step]: ...

    def __getitem__(self, index: int | slice) -> Step | Sequence[Step]:
        return self._last if index == -1 else self._told()[index]

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, (Chain, tuple)) and len(self) == len(other) and self._told() == tuple(other)

    def __hash__(self) -> int:
        return hash(self._told())

    def __repr__(self) -> str:
        return repr(self._told())

    def __reduce__(self) -> tuple[type[tuple[Step, ...]], tuple[tuple[Step, ...]]]:
        # One inside the other, a thousand of them would be too many for pickle.
        return tuple, (self._told(),)

    def _told(self) -> tuple[Step, ...]:
        found = []
        rest: Sequence[Step] = self
        while isinstance(rest, Chain):
            found.append(rest._last)
            rest = rest._before
        return (*rest, *reversed(found))


@frozen
class Trace:
    """The shortest call path by which TensorFlow reaches a function.

    `root` is the kind of root (`tf.function`, `Dataset.map`, ...). `steps` starts with the root, with one step for each call after it.
    `converted`: AutoGraph converts the function (FACTS.md, "Keras and conversion"). `assumptions` are the ids of what the path rests on
    without proof (`tfapi/assumptions.toml`).
    """

    root: str
    steps: Sequence[Step]
    converted: bool
    confidence: Confidence
    assumptions: tuple[str, ...] = ()
