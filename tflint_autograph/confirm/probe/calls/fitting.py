"""Candidate arguments for a parameter by how the body uses it, and by what the module has. Runs nothing of the user's."""

from __future__ import annotations

import importlib
import inspect
import keyword
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, TypeAlias

from tflint_autograph.confirm.probe.calls import named
from tflint_autograph.confirm.probe.calls.scope import CallNames
from tflint_autograph.confirm.probe.calls.typed import made, texts
from tflint_autograph.confirm.probe.calls.use import Use
from tflint_autograph.confirm.probe.state.attributes import attribute, has_attribute

Texts: TypeAlias = tuple[str, str, str]
"""The code of a value for each of three calls."""

_DEEPEST = 3
_MOST = 6
"""Maximum number of the module's values, or of sizes, that are tried for one parameter."""

_LEAVES: tuple[Texts, ...] = (
    ("tf.constant([1.5, -2.0, 3.0])", "tf.constant([-1.0, 2.5, 0.5])", "tf.constant([2.0, 4.0, -3.0])"),
    ("tf.constant(1.5)", "tf.constant(-2.5)", "tf.constant(3.5)"),
    ("tf.ones([2, 3])", "tf.ones([2, 3]) * -2.0", "tf.ones([2, 3]) * 3.0"),
    ("tf.constant([1, 0, 1])", "tf.constant([0, 1, 1])", "tf.constant([1, 1, 0])"),
    ("tf.constant(2)", "tf.constant(3)", "tf.constant(4)"),
)
_NUMBERS: tuple[Texts, ...] = (("2", "3", "4"), ("0.5", "1.5", "2.5"), ("'a'", "'b'", "'c'"))
_INPUTS: Texts = ("tf.ones([2, 3])", "tf.ones([2, 3]) * -2.0", "tf.ones([2, 3]) * 3.0")
_COLUMN: Texts = ("tf.constant([[1.5], [-2.0]])", "tf.constant([[-1.0], [2.5]])", "tf.constant([[2.0], [4.0]])")
_CLASSES: Texts = ("tf.constant([1, 0])", "tf.constant([0, 1])", "tf.constant([1, 1])")
_SPLITS = {"split", "rsplit"}
_SPLIT: tuple[Texts, ...] = (("'a b'", "'b c a'", "'c a b a'"), ("'a b'", "'b c'", "'c a'"))
"""Texts of several words, first of another number of them in each call."""

_WHOLE = {"shape", "dtype", "numpy", "values"}


def fitting(use: Use, scope: CallNames, depth: int = 0) -> tuple[Texts, ...]:
    """Returns candidates for a value that is used like this, most likely first; empty if a tensor of any shape or a number will do."""
    found: dict[Texts, None] = {}
    if depth < _DEEPEST:
        found |= dict.fromkeys(_texts(use, scope, depth))
    return tuple(found)


def _texts(use: Use, scope: CallNames, depth: int) -> Iterator[Texts]:
    yield from ((value,) * 3 for value in use.values if _is_text(value))
    yield from ((text,) * 3 for kind in use.kinds for text in texts(kind, scope.is_own))
    yield from _text_tensors(use)
    if use.element is not None and use.element.attributes:
        objects = _objects(use.element, scope, depth + 1) if not use.keys else ()
        yield from (_joined(["", ""], [each, each], "[%s]") for each in objects)
    if use.keys:
        yield from _dicts(use, scope, depth)
    elif use.attributes:
        yield from _objects(use, scope, depth)
    if use.is_called and not use.keys:
        yield (named.CALLABLE,) * 3
    if use.unpacked and not use.attributes:
        leaves = (*_LEAVES, *(_filled((2, size)) for size in _sizes(scope)))
        yield from (_tuple([leaf] * use.unpacked) for leaf in leaves)
        # Inputs and labels: a layer that is not built takes any size, and a column is compared with results of every width
        yield from (_tuple([_INPUTS, *[each] * (use.unpacked - 1)]) for each in (_COLUMN, _CLASSES) if use.unpacked > 1)
    if use.is_counted:
        yield "tf.constant(3)", "tf.constant(2)", "tf.constant(4)"
    if use.is_index:
        yield "tf.constant(1)", "tf.constant(0)", "tf.constant(1)"
    if use.is_indexed and not use.attributes:
        yield "tf.constant([0.5, 1.5, 2.5, 3.5])", "tf.constant([0.0, 3.0, 1.0, 2.0])", "tf.constant([4.0, 1.0, 2.0, 3.0])"
        yield from (("[0.5, 1.5, 2.5, 3.5]",) * 3, _filled([4, 3]))
    for size in use.lengths:
        yield from map(_filled, ((size,), (size, 3), (2, size)))
    if (use.sizes and max(use.sizes) > 3) or len(use.sizes) > 1:
        sizes = [max(size, 3 if axis else 4) for axis, size in enumerate(use.sizes)]
        yield _filled(sizes)
        yield _filled([*sizes, 3])


def _text_tensors(use: Use) -> Iterator[Texts]:
    """Yields tensors of text, if the bytes that `numpy()` gives are decoded; of the texts that are looked up first."""
    decoded = use.results.get("numpy", Use()).results.get("decode")
    if decoded is not None:
        yield from ((f"tf.constant({value})",) * 3 for value in decoded.values)
        yield "tf.constant('a/b/c')", "tf.constant('b/c/a')", "tf.constant('c/a/b')"


def numbers(use: Use) -> tuple[Texts, ...]:
    """Returns the numbers that a parameter is compared with, each also as a tensor."""
    found = [value for value in use.values if not _is_text(value)]
    return (*((value,) * 3 for value in found), *((f"tf.constant({value})",) * 3 for value in found))


def beside(name: str, scope: CallNames) -> tuple[Texts, ...]:
    """Returns the values of the module whose names are like that of a parameter."""
    wanted = name.lower().strip("_").removesuffix("s")
    alike = (each for each in scope.names if each[:2] != "__" and each.lower().strip("_").removesuffix("s") == wanted)
    return tuple(_varied(each, scope.names[each]) for each in alike if _is_data(scope.names[each], scope))[:_MOST]


def near(scope: CallNames) -> tuple[Texts, ...]:
    """Returns the tensors of the module, and tensors with the sizes of its variables, which those of any parameter may need."""
    tf = importlib.import_module("tensorflow")
    own = [_varied(name, held) for name, held in scope.names.items() if isinstance(held, tf.Tensor)]
    sized = [_filled(shape) for size in _sizes(scope) for shape in ((2, size), (size,), (2, 3, size), (size, 2))]
    return (*own[:_MOST], *sized)


def _sizes(scope: CallNames) -> list[int]:
    """Returns the sizes of the variables, tensors and arrays of the module and the object of the calls."""
    return list(dict.fromkeys(size for shape in scope.shapes() for size in shape if 1 < size <= 4096))[:_MOST]


def _is_text(value: str) -> bool:
    return value[-1] in "'\""


def _tuple(items: Sequence[Texts]) -> Texts:
    return _joined([""] * len(items), items, "(%s,)")


def _filled(shape: Sequence[int]) -> Texts:
    text = f"tf.ones({list(shape)})"
    return text, f"{text} * -2.0", f"{text} * 3.0"


def _varied(name: str, held: Any) -> Texts:
    dtype = attribute(held, "dtype")
    is_floating = bool(getattr(dtype, "is_floating", getattr(dtype, "kind", "") == "f"))
    return (name, f"{name} * 2.0", f"{name} * 0.5") if is_floating else (name,) * 3


def _is_data(held: Any, scope: CallNames) -> bool:
    if isinstance(held, type) or (callable(held) and not scope.is_own(type(held))):
        return False
    return isinstance(held, (str, bytes, int, float, list, tuple, dict, set)) or has_attribute(held, "dtype") or scope.is_own(type(held))


def _dicts(use: Use, scope: CallNames, depth: int) -> Iterator[Texts]:
    """Yields dicts with the keys that are read, with the same value for each key that nothing is known of."""
    known = {key: fitting(inner, scope, depth + 1) for key, inner in use.keys.items()}
    for leaf in (*_LEAVES, *_NUMBERS):
        chosen = {key: (texts or (leaf,))[0] for key, texts in known.items()}
        yield _joined([f"{key!r}: " for key in chosen], [*chosen.values()], "{%s}")


def _joined(heads: Sequence[str], values: Sequence[Texts], around: str) -> Texts:
    one, two, three = (around % ", ".join(head + texts[call] for head, texts in zip(heads, values, strict=True)) for call in range(3))
    return one, two, three


@cache
def _kinds() -> tuple[tuple[frozenset[str], tuple[Texts, ...]], ...]:
    """The attributes of the types of usual arguments, with arguments; none for a tensor, which is tried anyway."""
    tf = importlib.import_module("tensorflow")
    tensors = frozenset(dir(tf.constant(1.0)))
    dataset = "tf.data.Dataset.from_tensor_slices(tf.ones([4, 3]))"
    return (
        (tensors, ()),
        (frozenset(dir("")), (("'a'", "'b'", "'c'"),)),
        (frozenset(dir({})), (("{'a': tf.constant(1.0)}", "{'a': tf.constant(-1.0)}", "{'a': tf.constant(2.0)}"),)),
        (frozenset(dir([])), tuple((text,) * 3 for text in ("[tf.constant(1.0), tf.constant(2.0)]", "[(tf.constant(1.0), tf.constant(2.0))] * 2", "[(1.0, [1])] * 2"))),
        (frozenset(dir(importlib.import_module("numpy").ndarray)), (("np.ones([4, 2])", "np.ones([4, 2]) * -2.0", "np.ones([4, 2]) * 3.0"),)),
        (frozenset(dir(tf.data.Dataset)), ((dataset,) * 3,)),
        (frozenset(dir(tf.Variable(1.0))), (("tf.Variable([1.0, -2.0])",) * 3,)),
        (frozenset(dir(tf.keras.layers.Dense)), (("tf.keras.layers.Dense(3)",) * 3,)),
        (frozenset(dir(tf.keras.optimizers.SGD)), (("tf.keras.optimizers.SGD()",) * 3,)),
        (frozenset(dir(tf.TensorArray)), (("tf.TensorArray(tf.float32, 0, dynamic_size=True)",) * 3,)),
    )


def _objects(use: Use, scope: CallNames, depth: int) -> Iterator[Texts]:
    """Yields objects with the attributes that are read: of usual types, of the user's classes, else made for it."""
    wanted = set(use.attributes)
    for known, usual in _kinds():
        if wanted <= known:
            yield from _SPLIT if wanted & _SPLITS else ()
            yield from usual
            return
    for kind in scope.classes():
        if wanted <= set(dir(kind)) | set(getattr(kind, "__annotations__", ())) | set(_assigned(kind)):
            yield from ((text,) * 3 for text in made(kind, scope.is_own, 0))
    if wanted & _WHOLE or not all(name.isidentifier() and not keyword.iskeyword(name) and name[0] != "_" for name in wanted):
        return
    yield _joined([f"{name}=" for name in use.attributes], [_attribute(*each, scope, depth) for each in use.attributes.items()], "types.SimpleNamespace(%s)")


def _assigned(kind: type) -> tuple[str, ...]:
    """Returns the names in the constructor of a class, which hold those of the attributes it sets."""
    code = getattr(inspect.getattr_static(kind, "__init__"), "__code__", None)
    return code.co_names if code else ()


def _attribute(name: str, use: Use, scope: CallNames, depth: int) -> Texts:
    if use.is_called and not use.attributes:
        return (named.CALLABLE,) * 3
    text = (*fitting(use, scope, depth + 1), *((each,) * 3 for each in named.texts(name.lower())))
    return text[0] if text else ("0.5", "0.5", "0.5")
