"""What is tried for an annotation, and of which classes objects are made. Makes none, and needs no TensorFlow."""

from __future__ import annotations

import abc
import enum
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, Optional, Union

import pytest

from tflint_autograph.confirm.probe.calls.named import CALLABLE
from tflint_autograph.confirm.probe.calls.typed import kinds, made, texts

_ANY = (CALLABLE, "tf.identity", "lambda *args, **options: tf.constant(1.0)")


VECTOR, MATRIX = "tf.constant([1.5, -2.0, 3.0])", "tf.constant([[1.5, -2.0, 3.0], [0.5, 1.0, -1.0]])"


class Tensor:
    """Not the user's."""


class Color(enum.Enum):
    RED = 1
    BLUE = 2


class Base(abc.ABC):
    @abc.abstractmethod
    def step(self) -> int: ...


class Wide(Base):
    def __init__(self, size: int, color: Color) -> None: ...

    def step(self) -> int:
        return 1


class Plain(Base):
    def step(self) -> int:
        return 1


class Around:
    def __init__(self, base: Base, *, again: Around | None = None, name: str) -> None: ...


class Endless:
    def __init__(self, inner: Endless) -> None: ...


class Unknown:
    def __init__(self, what) -> None: ...  # type: ignore[no-untyped-def]


class DType: ...


def is_own(kind: type) -> bool:
    return kind.__module__ == __name__ and kind not in (DType, Tensor)


@pytest.mark.parametrize(
    ("annotation", "tried"),
    [
        (bool, ("True", "False")),
        (Optional[str], ("'a'", "None")),  # noqa: UP045 - another type than `str | None`
        (Union[None, int], ("20", "2", "1", "None")),  # noqa: UP007
        (float | None, ("0.5", "1.5", "None")),
        (Literal["NHWC", 3], ("'NHWC'", "3")),
        (Annotated[str, "a name"], ("'a'",)),
        (Sequence[bool], ("[True, True]", "[False, False]")),
        (list[list[str]], ("[['a', 'a'], ['a', 'a']]",)),
        (tuple[int, str], ("(20, 'a')",)),
        (tuple[str], ("('a',)",)),
        (tuple[str, ...], ("('a', 'a')",)),
        (list[Tensor], (f"[{VECTOR}, {VECTOR}]", f"[{MATRIX}, {MATRIX}]")),
        (Tensor, ()),
        (Mapping[str, bool], ("{'a': True, 'b': True}", "{'a': False, 'b': False}")),
        (Callable[[str], str], ("lambda *args, **options: 'a'", *_ANY)),
        (Callable[..., None], ("lambda *args, **options: None", *_ANY)),
        (Callable, (*_ANY, "abs")),
        (Color, ("Color.RED", "Color.BLUE")),
        (DType, ("tf.float32", "tf.int32")),
        (Base, ("Plain()", "Wide(20, Color.RED)")),
        (type(None), ("None",)),
        (Around, ("Around(Plain(), name='a')",)),
    ],
    ids=str,
)
def test_what_is_tried(annotation: Any, tried: tuple[str, ...]) -> None:
    assert texts(annotation, is_own) == tried


@pytest.mark.parametrize("annotation", [None, Any, "text", Unknown, Endless, complex, Sequence[Any]], ids=str)
def test_an_annotation_that_does_not_help(annotation: Any) -> None:
    assert texts(annotation, is_own) == ()


class Unfinished:
    def run(self) -> None:
        """What those below do."""
        raise NotImplementedError


class Finished(Unfinished):
    def run(self) -> None:
        pass


def test_a_class_that_leaves_methods_to_those_below_comes_last() -> None:
    assert kinds(Unfinished, is_own) == (Finished, Unfinished)


def test_an_abstract_class_is_stood_for_by_those_below() -> None:
    assert kinds(Base, is_own) == (Plain, Wide)
    assert kinds(Plain, is_own) == (Plain,)
    assert kinds(Base, lambda kind: False) == ()


def test_an_object_without_arguments() -> None:
    assert tuple(made(Plain, is_own, 0)) == ("Plain()",)
