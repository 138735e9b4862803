"""The dtypes of what operators and calls return, from the dtypes of their arguments (words of `model.dtypes`)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from tflint_autograph.model.dtypes import FAMILIES, FLOATS, GENERIC, INTEGERS, of_tensor, plain
from tflint_autograph.model.values import Kind, Value
from tflint_autograph.project.values.body_result import CallSite
from tflint_autograph.tfapi.dtypes import BINARY, BOOLEAN, FLOATING, JOINING, KEEP, LIKE

_NAMED = {"half": "float16", "double": "float64", "float_": "float64", "bool_": "bool"}
_COMPARES = frozenset({"<", "<=", ">", ">=", "==", "!=", "in", "not in", "is", "is not", "not"})
_OF_PYTHON = {"builtins.bool": "bool", "builtins.int": "int", "builtins.float": "float", "builtins.str": "str"}
_INDEX = {"shape": "int32", "size": "int32", "rank": "int32", "argmax": "int64", "argmin": "int64"}
_OUT_TYPE = {"shape": 1, "size": 1, "argmax": 2, "argmin": 2}
_MADE = {"zeros": 1, "ones": 1, "cast": 1, "constant": 1, "convert_to_tensor": 1, "Variable": -1, "range": -1, "normal": 3,
         "uniform": 3, "eye": 3, "truncated_normal": 3, "stateless_normal": 4, "stateless_uniform": 4,
         "stateless_truncated_normal": 4}  # fmt: skip
"""By TensorFlow function that creates tensors: the position of its dtype argument, or -1 if it is keyword-only."""

_USUAL = dict.fromkeys(
    ("zeros", "ones", "normal", "uniform", "eye", "truncated_normal", "stateless_normal", "stateless_uniform", "stateless_truncated_normal"),
    "float32",
)
_LIKE_ITS_VALUE = frozenset({"constant", "convert_to_tensor", "Variable"})
_NO_TENSORS = frozenset({"dtype", "name", "out_type", "output_type", "*", "**"})
"""Keywords, and signs of unpacked arguments, that pass no tensor whose dtype the result has."""

_FILLED = {"zeros": 1, "ones": 1, "empty": 1, "identity": 1, "eye": 3, "linspace": 5}
"""By NumPy function that returns float64 if it is not told otherwise: the position of its dtype argument."""

_DRAWN = {"rand": 0, "randn": 0, "random": 0, "random_sample": 0, "standard_normal": 0, "normal": 2, "uniform": 2, "exponential": 1, "beta": 2, "gamma": 2}
"""By function of `numpy.random` that draws floats: the position of the size, without which most draw one Python float."""
_DRAWN_AS = frozenset({"random", "standard_normal"})
"""Methods of generators whose second argument is a dtype."""

_GENERATOR = "numpy-generator"
"""The type of an object whose methods draw like the functions of `numpy.random`."""

_OF_ARRAYS = {"array": 1, "asarray": 1, "ascontiguousarray": 1}
_IN_NUMPY = {"int": "int64", "float": "float64"}
_ARRAY_METHODS = frozenset({"copy", "reshape", "flatten", "ravel", "transpose", "squeeze", "clip", "repeat", "swapaxes", "max", "min"})
_AVERAGES = frozenset({"cumprod", "cumsum", "dot", "mean", "prod", "std", "sum", "var"})
"""Methods of arrays that keep the dtype of floats."""

_TENSOR_METHODS = frozenset({"numpy", "read_value", "value", "assign", "assign_add", "assign_sub", "initialized_value"})

Given = Sequence[tuple[str | None, str]]
"""The dtypes of the arguments of a call, with their keywords. The dtype of a list is that of all its items."""


def of_value(value: Value) -> str:
    """Returns the dtype of a value, or of the items of a list or tuple if all have the same."""
    if value.kind is Kind.PYTHON:
        return _OF_PYTHON.get(value.type, "")
    if value.kind is not Kind.CONTAINER:
        return value.dtype
    found = {of_value(item) for item in value.items} if value.items is not None else {of_value(value.element)} if value.element is not None else set()
    return common(found)


def common(dtypes: set[str]) -> str:
    """Returns the dtype of a list with items of these dtypes. Python integers beside floats are floats, and scalars beside a tensor as it is."""
    if dtypes == {"int", "float"}:
        return "float"
    if len(dtypes) > 1:
        dtypes = {dtype for dtype in dtypes if dtype not in ("int", "float")} or dtypes
    return next(iter(dtypes)) if len(dtypes) == 1 else ""


def of_operation(operators: Sequence[str], dtypes: Sequence[str]) -> str:
    """Returns the dtype of an operation on tensors and Python values."""
    if _COMPARES.intersection(operators):
        return "bool"
    if len(dtypes) == 1:
        return dtypes[0]
    if operators[0] in ("and", "or"):
        return "bool" if set(dtypes) == {"bool"} else ""
    return combined(operators[0], dtypes[0], dtypes[1])


def of_array_operation(operators: Sequence[str], dtypes: Sequence[str]) -> str:
    """Returns the dtype of an operation on NumPy arrays and Python values."""
    if _COMPARES.intersection(operators):
        return "bool"
    arrays = {dtype for dtype in dtypes if not plain(dtype)}
    if len(arrays) != 1 or "" in arrays:
        return ""
    dtype = next(iter(arrays))
    if dtype in INTEGERS:
        whole = "float" not in dtypes and operators[0] != "**"
        return "float64" if operators[0] == "/" else dtype if whole else ""
    return dtype if dtype in FLOATS else ""


def of_call(name: str, site: CallSite, given: Given) -> str:
    """Returns the dtype of what a function of TensorFlow, NumPy or Python (a canonical dotted name) returns."""
    package, _, rest = name.partition(".")
    last = rest.rpartition(".")[2]
    if package == "numpy":
        return _of_array(rest, last, site, given)
    if name in ("builtins.int", "builtins.float", "builtins.bool"):
        return of_tensor(last)
    if package != "tensorflow":
        return ""
    if last in _MADE:
        return _made(last, site, given)
    tensors = [dtype for _, dtype in takewhile(lambda each: each[0] not in _NO_TENSORS, given)]
    first = _of_both(site, *tensors[:2]) if last in BINARY and len(tensors) > 1 else next(iter(tensors), "")
    if last in FLOATING:
        return first if first in FLOATS and not plain(first) and _is_first_tensor(site) else "floating"
    if last in _INDEX:
        said = site.argument(_OUT_TYPE.get(last), "out_type") or site.argument(None, "output_type")
        return _INDEX[last] if said is None else named(said)
    if last in BOOLEAN:
        return "bool"
    said = site.argument(1, "dtype") if last in LIKE else None
    if said is not None and said.kind is not Kind.NONE:
        return named(said)
    if last in JOINING:
        # Arrays of NumPy are stacked as NumPy does, and then converted.
        return "" if not site.args or any(value.kind is Kind.NUMPY for value in site.args[0][1].contents) else of_tensor(first)
    return of_tensor(first) if last in KEEP else ""


def of_method(receiver: Value, method: str, site: CallSite) -> str:
    """Returns the dtype of what a method of a tensor, variable, array or generator of NumPy returns."""
    if receiver.type == _GENERATOR:
        return _of_array(f"random.{method}", method, site, ())
    if receiver.kind is Kind.NUMPY:
        if method == "astype":
            said = site.argument(0, "dtype")
            return _of_numpy(named(said), said) if said is not None else ""
        keeps = method in _ARRAY_METHODS or (method in _AVERAGES and receiver.dtype in FLOATS)
        return receiver.dtype if keeps else ""
    return receiver.dtype if method in _TENSOR_METHODS else ""


def named(value: Value) -> str:
    """Returns the dtype that an argument such as `tf.float32`, `np.int64` or `"bool"` names."""
    word = value.const if isinstance(value.const, str) else value.name.rpartition(".")[2]
    if value.kind is Kind.PYTHON and not isinstance(value.const, str):
        return ""
    word = _NAMED.get(word, word)
    if value.name.startswith("builtins."):
        return word if word == "bool" else of_tensor(word) if plain(word) else ""
    return word if word in FLOATS | INTEGERS | {"bool", "string"} and word not in GENERIC else ""


def combined(sign: str, one: str, other: str) -> str:
    """Returns the dtype of an arithmetic operation on two dtypes."""
    if sign == "/" and {one, other} & INTEGERS and {one, other} <= INTEGERS:
        return "float" if plain(one) and plain(other) else "float64"
    if not one or not other:
        known = one or other
        return "floating" if known == "float" else known if known in FLOATS | INTEGERS and not plain(known) else ""
    if one == other:
        return one if one != "bool" else ""
    if plain(one) and plain(other):
        return "float" if {one, other} == {"int", "float"} else ""
    if plain(one) or plain(other):
        python, tensor = (one, other) if plain(one) else (other, one)
        return tensor if tensor in FLOATS or (python == "int" and tensor in INTEGERS) else ""
    for family, some in FAMILIES:
        if {one, other} <= family and some in (one, other):
            return other if one == some else one
    return ""


def _is_first_tensor(site: CallSite) -> bool:
    """Whether the first tensor among the arguments is the first one, whose dtype decides then."""
    kinds = [value.kind for _, value in site.args]
    return kinds[0].graph or not any(kind.graph for kind in kinds)


def _of_both(site: CallSite, one: str, other: str) -> str:
    """Returns the dtype for which a function converts its first two arguments: that of a tensor, else that of the first."""
    first, second = (value for _, value in site.args[:2])
    is_first = plain(one) and not second.kind.graph
    return one if is_first or (not first.kind.graph and not second.kind.graph) else combined("*", one, other)


def _made(last: str, site: CallSite, given: Given) -> str:
    place = _MADE[last]
    said = site.argument(place if place > 0 else None, "dtype")
    if said is not None and said.kind is not Kind.NONE:
        return named(said)
    if last in _USUAL or not given:
        return _USUAL.get(last, "")
    if last == "range":
        found = {dtype for keyword, dtype in given if keyword is None}
        return "int32" if found <= {"int", "int32"} else "integer" if found <= INTEGERS | {""} else ""
    return of_tensor(given[0][1]) if last in _LIKE_ITS_VALUE else ""


def _of_array(name: str, last: str, site: CallSite, given: Given) -> str:
    place = _FILLED.get(name) or _OF_ARRAYS.get(name)
    if place is not None:
        said = site.argument(place, "dtype")
        if said is not None and said.kind is not Kind.NONE:
            return _of_numpy(named(said), said)
        return "float64" if name in _FILLED else _IN_NUMPY.get(given[0][1], given[0][1]) if given else ""
    if name == f"random.{last}" and last in _DRAWN and site.argument(_DRAWN[last], "size") is not None:
        said = site.argument(1 if last in _DRAWN_AS else None, "dtype")
        return "float64" if said is None else _of_numpy(named(said), said)
    return name if name in (FLOATS | INTEGERS) - GENERIC else ""


def _of_numpy(dtype: str, said: Value) -> str:
    """Returns the dtype for NumPy, where `float` and `int` are those of Python, with 64 bits."""
    return _IN_NUMPY[said.name.rpartition(".")[2]] if said.name in ("builtins.int", "builtins.float") else dtype

