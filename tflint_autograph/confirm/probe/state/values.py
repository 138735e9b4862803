"""Converts values of the user's program to plain data that can be compared between processes."""

from __future__ import annotations

import importlib
import itertools
import math
import re
import zlib
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from tflint_autograph.confirm.probe.state.attributes import attribute
from tflint_autograph.confirm.probe.state.positions import position
from tflint_autograph.confirm.protocol import OPERATION, SYMBOLIC

_DEEPEST = 6
_WIDEST = 200
"""Maximum number of items of a container that are written out: those at both ends, with the size."""

_NESTED = 2
"""How deep objects in objects and containers are told apart."""

_LARGEST = 2000
"""Maximum number of array elements that are written out; of a larger array only the first ones and the sum are."""

_ADDRESS = re.compile(r" at 0x[0-9a-f]{6,}")
"""The address in a default `repr`, which differs in each process."""

_CLASS = re.compile(r"\b(?:ops|tensor)\.(?:Eager|Symbolic)?Tensor'")
"""Suffixes of the names of TensorFlow's tensor classes."""


def value(given: Any, depth: int = 0) -> Any:
    """Returns a dict with `kind`, and depending on it `dtype`, `shape`, `value`, `items`, `size`."""
    numpy = importlib.import_module("numpy")
    tf = importlib.import_module("tensorflow")
    if depth > _DEEPEST:
        return {"kind": "deep"}
    if given is None or isinstance(given, (bool, int, float, str, bytes, complex)):
        return {"kind": type(given).__name__, "value": _plain(given)}
    if isinstance(given, (tf.Tensor, tf.Variable)) or _is_keras_variable(given):
        return _tensor(given)
    if isinstance(given, tf.Operation):
        return {"kind": OPERATION}
    if isinstance(given, (tf.RaggedTensor, tf.SparseTensor)):
        kind = type(given).__name__
        return {"kind": kind, "items": [value(part, depth + 1) for part in tf.nest.flatten(given, expand_composites=True)]}
    if isinstance(given, (numpy.ndarray, numpy.generic)):
        return {"kind": "array", **_array(given)}
    return _container(given, depth)


def identified(given: Any) -> str:
    """Returns a short text that differs for what a graph would keep apart in this process: values, variables, objects and what these hold."""
    return f"{zlib.crc32(repr(_identified(given, 0)).encode()):x}"


def _identified(given: Any, depth: int) -> Any:
    found = value(given)
    if found["kind"] == "variable":
        return id(given)
    items: Any = ()
    if found["kind"] == "object":
        held = attribute(given, "__dict__", {})
        plain = {name: each for name, each in [*held.items()] if isinstance(each, (int, float, str))}
        found |= {"id": id(given), "plain": plain}
        items = held.values()
    elif isinstance(given, (Mapping, list, tuple)):
        items = given.values() if isinstance(given, Mapping) else given
    if depth >= _NESTED:
        return found
    return found, [_identified(each, depth + 1) for each in [*items][:_WIDEST] if not isinstance(each, (int, float, str)) and not hasattr(type(each), "numpy")]


def _container(given: Any, depth: int) -> Any:
    if (place := position(given)) is not None:
        return {"kind": "position", "value": f"{type(given).__name__}: {place}"}
    if type(given).__module__.endswith(".object_identity"):
        # What TensorFlow and Keras know by its identity says nothing about values, and grows with each call
        return {"kind": "object", "value": type(given).__name__}
    if isinstance(given, Mapping):
        items = _ends(list(given.items()))
        return {"kind": "dict", "items": {_told(key): value(item, depth + 1) for key, item in items}, **_size(given)}
    if isinstance(given, AbstractSet):
        return {"kind": "set", "items": _ends(sorted((value(item, depth + 1) for item in given), key=repr)), **_size(given)}
    if isinstance(given, Sequence) or type(given).__name__ == "deque":
        return {"kind": "list", "items": [value(item, depth + 1) for item in _ends(given)], **_size(given)}
    if isinstance(given, importlib.import_module("tensorflow").data.Dataset):
        # A `map` makes an object of another class where functions run eagerly (`tensorflow.python.data.ops.map_op`)
        return {"kind": "object", "value": "Dataset"}
    return {"kind": "object", "value": type(given).__name__}


def _ends(given: Any) -> list[Any]:
    """Returns the items, of a long sequence those at both ends, where items are usually added."""
    half = _WIDEST // 2
    return list(given) if len(given) <= _WIDEST else [*itertools.islice(given, half), *(given[at] for at in range(-half, 0))]


def _size(given: Any) -> dict[str, int]:
    return {"size": len(given)} if len(given) > _WIDEST else {}


def _told(key: Any) -> str:
    """Returns a key as text. The tensor class of one mode stands for that of the other."""
    return _CLASS.sub("Tensor'", _ADDRESS.sub(" at 0x", str(key)))


def _tensor(given: Any) -> dict[str, Any]:
    kind = "variable" if hasattr(given, "assign") else "tensor"
    if not hasattr(given, "numpy"):
        return {"kind": SYMBOLIC, "dtype": given.dtype.name, "value": getattr(given, "name", "")}
    tf = importlib.import_module("tensorflow")
    if given.dtype in (tf.resource, tf.variant) or (kind == "variable" and not tf.executing_eagerly()):
        return {"kind": kind, "dtype": given.dtype.name}
    return {"kind": kind, **_array(given.numpy())}


def _array(given: Any) -> dict[str, Any]:
    numpy = importlib.import_module("numpy")
    array = numpy.asarray(given)
    if array.dtype.name == "bfloat16" or array.dtype.kind == "V":
        array = array.astype("float32")
    shown = array.tolist() if array.size <= _LARGEST else [*array.ravel()[: _LARGEST // 2].tolist(), _sum(array)]
    return {"dtype": array.dtype.name, "shape": list(array.shape), "value": _plain(shown)}


def _sum(array: Any) -> Any:
    """Returns the sum of numeric elements, else the last element."""
    return array.sum(dtype="complex128" if array.dtype.kind == "c" else "float64").item() if array.dtype.kind in "biufc" else array.ravel()[-1]


def _plain(given: Any) -> Any:
    if isinstance(given, bytes):
        return given.decode("utf-8", "replace")
    if isinstance(given, complex):
        return [given.real, given.imag]
    if isinstance(given, (list, tuple)):
        return [_plain(item) for item in given]
    if isinstance(given, float) and not math.isfinite(given):
        return str(given)
    if isinstance(given, str):
        return _ADDRESS.sub(" at 0x", given)
    return given if isinstance(given, (bool, int, float, type(None))) else str(given)


def _is_keras_variable(given: Any) -> bool:
    return type(given).__module__.startswith("keras") and hasattr(given, "assign") and hasattr(given, "numpy")


def describe(given: Any) -> str:
    """Returns a short description of a value: `a Python int of 3`, `a symbolic tensor of float32`."""
    tf = importlib.import_module("tensorflow")
    if isinstance(given, (bool, int, float, str)):
        return f"a Python {type(given).__name__} of {given!r}"[:80]
    if isinstance(given, tf.Tensor):
        return f"{'a' if hasattr(given, 'numpy') else 'a symbolic'} tensor of {given.dtype.name}"
    return f"a {type(given).__name__}"
