"""What calls and attributes of TensorFlow, Keras and NumPy return. What they trace is in `tracing`, effects in `effects`.

A result is a word: `tensor`, `tensors` (a list or tuple of tensors), `variable`, `tensorarray`, `dataset`, `dataset-iterator`,
`numpy-iterator`, `ragged`, `sparse`, `numpy`, `python` (a Python value: static shapes, dtypes, flags), `function` (a traced function),
`none` (an operation or None), `object` (an instance nothing more is known of), `unknown`, or the kind of an instance that has rows in
methods.toml (`layer`, `model`, `metric`, `loss`, `optimizer`, `schedule`, `initializer`, `regularizer`, `constraint`, `tape`, `generator`,
`table`, `summary-writer`, `strategy`, `queue`, `numpy-generator`, ...). The words were found by calling the functions of TensorFlow 2.21 at
trace time (tools/generate_tables.py), else from the documentation; `unknown` if that does not say.
"""

from __future__ import annotations

import re
from functools import cache

from tflint_autograph.model.proof import ErrorKind
from tflint_autograph.tfapi import arrays
from tflint_autograph.tfapi.load import inverted, table
from tflint_autograph.tfapi.names import canonical

UNKNOWN = "unknown"

STATIC = frozenset({"dtype", "get_shape", "ndim", "shape"})
"""Attributes and methods of a symbolic tensor that are known at trace time."""


@cache
def result(name: str) -> str:
    """Returns what calling the resolved dotted name returns; `unknown` when nothing is known.

    For a class it is the kind of its instances, for a class method the result of that kind's method.
    """
    name = canonical(name)
    if name.startswith("numpy."):
        return arrays.result(name)
    module, _, member = name.rpartition(".")
    known = _results().get(module, {}).get(member) or _methods().get(module, {}).get(member)
    if known or not module:
        return known or UNKNOWN
    owner = _results().get(module.rpartition(".")[0], {}).get(module.rpartition(".")[2], UNKNOWN)
    return method_result(owner, member)


def method_result(kind: str, method: str) -> str:
    """Returns the result of calling `method` on an object of `kind`, including `__call__`, `__iter__` (one element) and operators."""
    return _methods().get(kind, {}).get(method, UNKNOWN)


def attribute_result(kind: str, attribute: str) -> str:
    """Returns what reading `attribute` of an object of `kind` gives: `python` for `shape` of a tensor, for instance."""
    return _methods().get(kind, {}).get("." + attribute, UNKNOWN)


def method_shaped_like(kind: str, method: str) -> int | None:
    """Returns the position of the argument whose structure the result has, with tensors as leaves; None for most methods.

    For `tape.gradient(y, sources)` it is 1.
    """
    return _structure().get(f"{kind}.{method}")


def versions(name: str) -> tuple[tuple[int, int] | None, tuple[int, int] | None]:
    """Returns the first and the last TensorFlow version of 2.13 to 2.21 that has the name; None if the range is open."""
    since, until = _versions().get(canonical(name), ("", ""))
    return _version(since), _version(until)


@cache
def _results() -> dict[str, dict[str, str]]:
    """Maps modules to the results of their names."""
    by_module: dict[str, dict[str, str]] = {}
    for kind, modules in table("tables")["results"].items():
        for module, names in modules.items():
            by_module.setdefault(module, {}).update(dict.fromkeys(names.split(), kind))
    return by_module


@cache
def _methods() -> dict[str, dict[str, str]]:
    return {kind: inverted(groups) for kind, groups in table("methods").items() if kind != "structure"}


@cache
def _structure() -> dict[str, int]:
    return {name: int(position) for name, position in inverted(table("methods")["structure"]["methods"]).items()}


@cache
def _versions() -> dict[str, tuple[str, str]]:
    found: dict[str, tuple[str, str]] = {}
    for version, names in table("tables")["since"].items():
        found.update(dict.fromkeys(names.split(), (version, "")))
    for version, names in table("tables")["until"].items():
        found.update({name: (found.get(name, ("", ""))[0], version) for name in names.split()})
    return found


def _version(text: str) -> tuple[int, int] | None:
    major, _, minor = text.partition(".")
    return (int(major), int(minor)) if minor else None


MUST_USE = {
    "tensorflow.ensure_shape": "the graph drops the check",
    **{
        f"tensorflow.tensor_scatter_nd_{word}": "the tensor is unchanged"
        for word in ("add", "max", "min", "sub", "update")
    },
    **{
        f"tensorflow.{name}": "the graph drops the operation, and with it the error for wrong values"
        for name in ("gather", "gather_nd", "io.decode_base64", "io.decode_png", "io.parse_single_example", "io.parse_tensor",
                     "linalg.inv", "reshape", "slice", "strings.to_number")
    },
}  # fmt: skip
"""Functions whose only effect is their result, and what happens without it (FACTS unused-op-pruned)."""

SHAPED = {
    "tensorflow.zeros": (0, "shape"), "tensorflow.ones": (0, "shape"), "tensorflow.fill": (0, "dims"),
    "tensorflow.reshape": (1, "shape"), "tensorflow.broadcast_to": (1, "shape"),
}  # fmt: skip
"""By function: the position and the name of the argument that is the shape of the result."""

ARRAY_WRITES = frozenset({"write", "scatter", "unstack", "split"})
"""Methods of a `tf.TensorArray` that return the changed array."""


def must_use(name: str) -> bool:
    """Whether the only effect of the call is its result, although its name says something else."""
    return name in MUST_USE


def writes_array(kind: str, method: str) -> bool:
    """Whether `method` of an object of this kind returns a changed `tf.TensorArray`."""
    return kind == "tensorarray" and method in ARRAY_WRITES


def name_position(name: str) -> int | None:
    """Returns the position, from 0, of the parameter `name` of a TensorFlow function (a canonical dotted name), or None."""
    return _positions().get(name.removeprefix("tensorflow.")) if name.startswith("tensorflow.") else None


@cache
def _positions() -> dict[str, int]:
    return {name: int(position) for name, position in inverted(table("operation_names")["positions"]).items()}


def error_kind(type: str, text: str) -> ErrorKind:
    """Returns the kind of an exception by the name of its type and its message; `OTHER` if it is not known."""
    found = (kind for kind, types, texts in _known() if type in types or (texts and texts.search(text)))
    return next(found, ErrorKind.OTHER)


@cache
def _known() -> tuple[tuple[ErrorKind, frozenset[str], re.Pattern[str] | None], ...]:
    return tuple(
        (ErrorKind(name), frozenset(found.get("types", ())), _pattern(found.get("texts", ())))
        for name, found in table("errors").items()
    )


def _pattern(texts: list[str]) -> re.Pattern[str] | None:
    """Returns a pattern that matches messages containing one of these texts."""
    parts = (".*?".join(map(re.escape, text.split("..."))) for text in texts)
    return re.compile("|".join(parts), re.DOTALL) if texts else None
