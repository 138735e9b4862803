"""Candidate arguments by annotation: Python code for values of a type, including objects of user classes. Runs nothing."""

from __future__ import annotations

import collections.abc
import enum
import importlib
import inspect
import types
import typing
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tflint_autograph.confirm.probe.calls import named
from tflint_autograph.confirm.probe.calls.signatures import annotated, required

_DEEPEST = 3
_KINDS = 4
"""Maximum number of classes that are tried for one annotation."""

_PLAIN: dict[str, tuple[str, ...]] = {
    "bool": ("True", "False"),
    "int": ("20", "2", "1"),
    "float": ("0.5", "1.5"),
    "str": ("'a'",),
    "bytes": ("b'a'",),
    "NoneType": ("None",),
    "ndarray": ("np.ones([4, 2])", "np.ones([4, 1])", "np.ones([2])"),
    "DType": ("tf.float32", "tf.int32"),
    "TensorShape": ("tf.TensorShape([2, 3])",),
    "TensorSpec": ("tf.TensorSpec([2, 3])",),
    "Variable": ("tf.Variable([1.0, -2.0])", "tf.Variable(1.5)", "tf.Variable([[1.0, -2.0, 3.0]])"),
    "Model": ("tf.keras.Sequential([tf.keras.layers.Dense(2)])",),
    "Layer": ("tf.keras.layers.Dense(2)",),
    "Optimizer": ("tf.keras.optimizers.SGD()",),
    "Loss": ("tf.keras.losses.MeanSquaredError()",),
    "Metric": ("tf.keras.metrics.Mean()",),
    "RandomState": ("np.random.RandomState(1)",),
    "Generator": ("np.random.default_rng(1)", "tf.random.Generator.from_seed(1)"),
}
"""Maps class names to code; by name, since TensorFlow and Keras have several classes of one name."""

_CALLABLE = (named.CALLABLE, "tf.identity", "lambda *args, **options: tf.constant(1.0)", "abs")
_TENSORS = ("tf.constant([1.5, -2.0, 3.0])", "tf.constant([[1.5, -2.0, 3.0], [0.5, 1.0, -1.0]])")
_MANY = (list, collections.abc.Sequence, collections.abc.Iterable, collections.abc.Collection, collections.abc.MutableSequence)
_BY_KEY = (dict, collections.abc.Mapping, collections.abc.MutableMapping)


def texts(wanted: Any, is_own: Callable[[type], bool], depth: int = 0) -> tuple[str, ...]:
    """Returns candidates for an annotation, most likely first; empty for a tensor or an uninformative annotation."""
    found = dict.fromkeys(_texts(wanted, is_own, depth)) if depth < _DEEPEST else {}
    return tuple(found)[:_KINDS]


def _texts(wanted: Any, is_own: Callable[[type], bool], depth: int) -> Iterator[str]:
    origin, given = typing.get_origin(wanted), typing.get_args(wanted)
    if origin is typing.Literal:
        yield from map(repr, given)
    elif origin in (typing.Union, types.UnionType):
        for each in sorted(given, key=lambda each: each is type(None)):
            yield from texts(each, is_own, depth)
    elif origin is typing.Annotated:
        yield from texts(given[0], is_own, depth)
    elif origin is tuple or wanted is tuple:
        yield from _tuples(given, is_own, depth)
    elif origin in _MANY:
        yield from (f"[{each}, {each}]" for each in texts(given[0] if given else None, is_own, depth + 1))
    elif origin in _BY_KEY:
        yield from (f"{{'a': {each}, 'b': {each}}}" for each in texts(given[1] if given else None, is_own, depth + 1))
    elif collections.abc.Callable in (origin, wanted):
        wanted = given[-1] if given else None
        given_back = ("None",) if given and wanted in (None, type(None)) else texts(wanted, is_own, depth + 1)
        yield from (f"lambda *args, **options: {each}" for each in given_back)
        yield from _CALLABLE
    elif isinstance(origin or wanted, type):
        yield from _of_class(origin or wanted, is_own, depth)


def _tuples(given: tuple[Any, ...], is_own: Callable[[type], bool], depth: int) -> Iterator[str]:
    items: tuple[Any, ...] = given[:1] * 2 if given[1:] == (...,) else given
    options = [texts(each, is_own, depth + 1) for each in items]
    for number in range(min(map(len, options), default=0)):
        inside = ", ".join(each[number] for each in options)
        yield f"({inside}{',' if len(options) == 1 else ''})"


def _of_class(kind: type, is_own: Callable[[type], bool], depth: int) -> Iterator[str]:
    if not is_own(kind):
        # A tensor by itself is what the search tries anyway, of every dtype and rank
        yield from _TENSORS if depth and kind.__name__ == "Tensor" else ()
        yield from _PLAIN.get(kind.__name__, ())
    elif issubclass(kind, enum.Enum):
        yield from (f"{kind.__name__}.{name}" for name in kind.__members__)
    else:
        for each in kinds(kind, is_own):
            yield from made(each, is_own, depth)


def kinds(kind: type, is_own: Callable[[type], bool]) -> tuple[type, ...]:
    """Returns the classes to create an object of: the class itself, then user subclasses with few arguments first.

    Classes with abstract methods come last.
    """
    below: dict[type, None] = {}
    waiting = [kind]
    while waiting:
        found: list[type] = type.__subclasses__(waiting.pop())
        waiting += [each for each in found if each not in below]
        below |= dict.fromkeys(found)
    own = sorted((each for each in below if is_own(each)), key=lambda each: (len(required(each)), each.__qualname__))
    found_all = [each for each in (kind, *own) if not inspect.isabstract(each) and "<" not in each.__qualname__]
    return tuple(sorted(found_all, key=lambda each: _is_unfinished(each, is_own))[:_KINDS])


def _is_unfinished(kind: type, is_own: Callable[[type], bool]) -> bool:
    """Whether a method inherited from a user class only raises NotImplementedError."""
    names = {name for base in kind.__mro__ if is_own(base) for name in vars(base)}
    methods = (inspect.unwrap(each) for each in (getattr(kind, name, None) for name in names) if inspect.isfunction(each))
    return any(each.__code__.co_names == ("NotImplementedError",) for each in methods)


def models(classes: Sequence[type], is_own: Callable[[type], bool]) -> tuple[str, ...]:
    """Returns code that creates objects of those classes that are models or layers."""
    tf = importlib.import_module("tensorflow")
    found = [each for each in classes if issubclass(each, (tf.Module, tf.keras.layers.Layer))]
    return tuple(text for each in found[:_KINDS] for text in made(each, is_own, 0))


def made(kind: type, is_own: Callable[[type], bool], depth: int) -> Iterator[str]:
    """Yields code that creates an object of the class, with arguments by annotation or name; nothing if these are unknown."""
    hints = annotated(kind)
    wanted = required(kind)
    options = [texts(hints.get(each.name), is_own, depth + 1) or named.texts(each.name.lower()) for each in wanted]
    if all(options):
        pairs = zip(wanted, options, strict=True)
        shown = (f"{one.name}={tried[0]}" if one.kind is one.KEYWORD_ONLY else tried[0] for one, tried in pairs)
        yield f"{kind.__name__}({', '.join(shown)})"
