"""Arrays in an eager run: what functions of NumPy and TensorFlow, operators, methods and indices make, by shape and dtype."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tflint_autograph.project.values.shapes import broadcast
from tflint_autograph.tfapi import tables
from tflint_autograph.tfapi.dtypes import DTYPES
from tflint_autograph.traced.eager_runs import shapes
from tflint_autograph.traced.eager_runs.array_shapes import COMPUTED
from tflint_autograph.traced.eager_runs.selecting import COMPARING, chosen_by, condition_of, selected
from tflint_autograph.traced.eager_runs.values import (
    MOST_ITEMS,
    NONE,
    OPAQUE,
    Array,
    External,
    Given,
    Mapping,
    Plain,
    Scalar,
    Sequence,
    Shape,
    Size,
    Value,
    argument_at,
    is_none,
    next_number,
    number,
    whole,
)

if TYPE_CHECKING:
    from tflint_autograph.traced.eager_runs.calling import Run

_SHAPED = {
    **dict.fromkeys(("ones", "zeros", "empty", "random.random", "random.random_sample", "random.standard_normal"), (0, "shape")),
    **dict.fromkeys(("full", "fill"), (0, "shape")),
    **dict.fromkeys(("random.normal", "random.uniform", "random.truncated_normal", "random.stateless_normal", "random.stateless_uniform"), (0, "shape")),
}
_NUMPY_SIZED = {**dict.fromkeys(("random.normal", "random.uniform", "random.randint", "random.integers"), 2), "random.choice": 1}
_BY_SIZES = frozenset({"random.rand", "random.randn"})
_COPYING = frozenset({"constant", "convert_to_tensor", "Variable", "array", "asarray", "identity", "stack", "float32", "float64", "int32", "int64"})
_KEEPING = frozenset(
    {"square", "sqrt", "exp", "abs", "cast", "stop_gradient", "zeros_like", "ones_like", "log", "sigmoid", "tanh", "clip_by_value", "clip",
     "roll", "nn.relu", "nn.softmax", "sin", "cos", "negative", "sign", "round", "floor", "sort", "random.shuffle", "random.permutation",
     "reverse", "flip", "cumsum", "empty_like", "full_like", "ensure_shape"}
)  # fmt: skip
_BINARY = frozenset({"add", "subtract", "multiply", "divide", "maximum", "minimum", "pow", "mod"})
_LIKE_INPUT = frozenset({"copy", "clip", "set_shape", "sort", "read_value", "value", "round"})


def _settled(type_: str, package: str) -> str:
    """Returns the dtype of an array that is made of Python values."""
    if type_ in ("int", "float"):
        return ("int32" if type_ == "int" else "float32") if package == "tensorflow" else ("int64" if type_ == "int" else "float64")
    return type_


def result(run: Run, name: str, given: Given) -> Value:
    """Returns the array that a function of NumPy or TensorFlow makes."""
    args, named = given
    package, _, rest = name.partition(".")
    kind = "variable" if name == "tensorflow.Variable" else "tensor" if package == "tensorflow" else "numpy"
    made = _made(rest, package, kind, args, named)
    if made is not None:
        return made
    found = selected(rest, kind, given)
    if found is not None:
        return found
    first = args[0] if args else next(iter(named.values()), OPAQUE)
    compute = COMPUTED.get(rest)
    if compute is not None:
        shape, dtype = compute(args, named)
        items = shapes.all_items(first) if shape is None and rest in ("concat", "concatenate") else None
        rows = shapes.longer(items, argument_at(args, named, 1, "axis", Plain(0))) if items is not None else None
        return Array(kind, shape, dtype or _kept_dtype(first, package), rows=rows)
    if rest in ("split", "array_split"):
        return _split(first, args, kind)
    if rest in _BINARY and len(args) == 2:
        return operated("*", args) if rest != "divide" else operated("/", args)
    if rest.startswith("reduce_") or rest in ("sum", "mean", "max", "min", "prod", "std", "var", "norm"):
        return Array(kind, () if len(args) == 1 and not named else None, "")
    if kind == "tensor" and run.recorder is not None and tables.result(name) == "tensor":
        return Array(kind, None, "")
    return Array(kind, None, "") if kind == "numpy" and any(isinstance(each, Array) for each in args) else OPAQUE


def _made(rest: str, package: str, kind: str, args: list[Value], named: dict[str, Value]) -> Value | None:
    said = shapes.dtype_of(named.get("dtype"))
    if rest in _SHAPED and not (package == "numpy" and rest in _NUMPY_SIZED):
        given = args[0] if args else named.get("shape", named.get("size", named.get("dims", OPAQUE)))
        place = 1 if rest in ("ones", "zeros", "empty") else 2 if rest == "full" else 0
        said = said or (shapes.dtype_of(args[place]) if place and len(args) > place else "")
        filled = _settled(shapes.listed(args[1])[1], package) if rest in ("full", "fill") and len(args) > 1 else ""
        usual = filled if rest in ("full", "fill") else "float32" if package == "tensorflow" else "float64"
        is_other = "dtype" in named or (place and len(args) > place)
        return Array(kind, shapes.given(given), said or ("" if is_other else usual))
    if package == "numpy" and rest in _NUMPY_SIZED:
        place = _NUMPY_SIZED[rest]
        return Array(kind, shapes.given(argument_at(args, named, place, "size")), "float64" if rest in ("random.normal", "random.uniform") else "")
    if rest in _BY_SIZES:
        return Array(kind, tuple(whole(each) for each in args), "float64")
    if rest == "ragged.constant":
        return Array("ragged", _of_ragged(args[0]) if args else None, "")
    if rest in _COPYING and (args or "value" in named or "initial_value" in named):
        first = args[0] if args else named.get("value", named.get("initial_value", OPAQUE))
        shape, type_ = shapes.listed(first)
        if rest in DTYPES:
            return Array(kind, (), rest) if shape == () or isinstance(first, (Plain, Scalar)) else Array(kind, shape, rest)
        is_said = "dtype" in named or (len(args) > 1 and rest not in ("Variable", "stack"))
        said = said or (shapes.dtype_of(args[1]) if len(args) > 1 else "")
        axis = number(named.get("axis", Plain(0)))
        if rest == "stack" and axis != 0:
            return Array(kind, None, said if is_said else _settled(type_, package))
        return Array(kind, shape, said if is_said else _settled(type_, package), rows=shapes.rows(first))
    if rest in _KEEPING and args:
        first = args[0]
        shape, type_ = shapes.listed(first)
        said = said or (shapes.dtype_of(args[1]) if rest == "cast" and len(args) > 1 else "")
        dtype = said if rest == "cast" or "dtype" in named else _settled(type_, package)
        return Array(kind, shape, dtype, rows=shapes.rows(first))
    return None


def _kept_dtype(first: Value, package: str) -> str:
    return _settled(shapes.listed(first)[1], package)


def _of_ragged(value: Value) -> Shape:
    """Returns the shape of rows that are padded to the longest one."""
    items = shapes.all_items(value)
    if items is None:
        return None
    inner = [shapes.listed(each)[0] for each in items]
    sizes = [shape[0] for shape in inner if shape is not None and len(shape) == 1 and isinstance(shape[0], int)]
    return (len(inner), max(sizes)) if sizes and len(sizes) == len(inner) else None


def padded_rows(value: Value, longest: Value) -> Value:
    """Returns the array of rows that are padded to the longest one, or to a length."""
    shape = _of_ragged(value)
    is_open = is_none(longest)
    return Array("numpy", shape if is_open or shape is None else (shape[0], whole(longest)), "")


def _split(first: Value, args: list[Value], kind: str) -> Value:
    count = number(args[1]) if len(args) > 1 else None
    shape, type_ = shapes.listed(first)
    if not isinstance(count, int) or shape is None or not shape or not isinstance(shape[0], int) or not 0 < count <= MOST_ITEMS or shape[0] % count:
        return OPAQUE
    return Sequence("list", [Array(kind, (shape[0] // count, *shape[1:]), type_) for _ in range(count)])


def operated(operator: str, operands: list[Value]) -> Value:
    """Returns what an operator makes of arrays and Python values."""
    arrays = [each for each in operands if isinstance(each, Array)]
    kind = "tensor" if any(each.kind != "numpy" for each in arrays) else "numpy"
    if len(arrays) < len([each for each in operands if not isinstance(each, (Plain, Scalar, Sequence))]) or "@" in operator:
        return Array(kind, None, "bool", token=condition_of(operator, operands)) if operator in COMPARING else Array(kind, None, "")
    shape = broadcast([shapes.listed(each)[0] for each in operands])
    dtypes = {each.dtype for each in arrays}
    dtype = next(iter(dtypes)) if len(dtypes) == 1 else ""
    if operator in COMPARING:
        dtype = "bool"
    elif dtype and kind == "numpy" and "float" not in dtype and (operator == "/" or any(shapes.listed(each)[1] == "float" for each in operands)):
        dtype = "float64"
    return Array(kind, shape, dtype, token=condition_of(operator, operands) if dtype == "bool" else None)


def part(array: Array, index: list[object]) -> Value:
    """Returns a part of an array."""
    if len(index) == 1 and isinstance(index[0], Array) and index[0].dtype == "bool":
        return chosen_by(array, index[0])
    if array.shape is None:
        bounds = index[0] if index and isinstance(index[0], tuple) else None
        rows = whole(bounds[1]) if bounds is not None and is_none(bounds[0]) and is_none(bounds[2]) else None
        return Array(array.kind if array.kind != "variable" else "tensor", None, array.dtype, rows=rows)
    found: list[Size] = []
    left = list(array.shape)
    for each in index:
        if isinstance(each, tuple):
            if not left:
                return OPAQUE
            found.append(shapes.sliced(left.pop(0), each))
        elif (isinstance(each, Plain) and each.value is None) or (isinstance(each, External) and each.name.endswith("newaxis")):
            found.append(1)
        elif isinstance(each, (Plain, Scalar)) and not (isinstance(each, Plain) and each.value is Ellipsis):
            if not left:
                return OPAQUE
            left.pop(0)
        else:
            return Array(array.kind, None, array.dtype)
    kind = "tensor" if array.kind == "variable" else array.kind
    return Array(kind, (*found, *left), array.dtype)


def attribute(array: Array, name: str) -> Value:
    """Returns an attribute of an array."""
    if name == "shape":
        return Sequence("tuple", [shapes.sized(size) for size in array.shape]) if array.shape is not None else OPAQUE
    if name == "name":
        return Scalar("str", ("name", array.number)) if array.kind == "variable" else OPAQUE
    if name == "ndim":
        return Plain(len(array.shape)) if array.shape is not None else OPAQUE
    if name == "T":
        return Array(array.kind, tuple(reversed(array.shape)) if array.shape is not None else None, array.dtype)
    return External(f"numpy.{array.dtype}") if name == "dtype" and array.dtype else OPAQUE


def method(run: Run, owner: Array, name: str, given: Given) -> Value:
    """Returns what a method of an array gives."""
    args, named = given
    if name in ("assign", "assign_add", "assign_sub"):
        return owner
    if name == "ref":
        return Scalar("ref", ("ref", owner))
    if name == "numpy":
        return Array("numpy", owner.shape, owner.dtype, rows=owner.rows)
    if name == "to_tensor":
        return Array("tensor", owner.shape, owner.dtype, rows=owner.rows)
    if name == "item":
        return Scalar("float", ("read", owner))
    if name == "tolist" and owner.shape is not None and len(owner.shape) > 1:
        inner, is_all = run.elements(owner)
        return Sequence("list", inner, is_open=not is_all, length=owner.shape[0])
    if name == "tolist" and owner.shape is not None and len(owner.shape) == 1:
        count = owner.shape[0]
        first = min(count, MOST_ITEMS) if isinstance(count, int) else len(run.elements(owner)[0])
        return Sequence("list", [Scalar("float", ("item", owner, place)) for place in range(first)], is_open=first != count)
    if name == "astype":
        return Array(owner.kind, owner.shape, shapes.dtype_of(args[0] if args else named.get("dtype")), rows=owner.rows)
    if name == "reshape":
        shape = shapes.given(args[0] if len(args) == 1 else Sequence("tuple", args))
        return Array(owner.kind, shapes.reshaped(owner, shape), owner.dtype)
    if name in ("flatten", "ravel"):
        return Array(owner.kind, shapes.reshaped(owner, (-1,)), owner.dtype)
    if name in ("sum", "mean", "max", "min", "std"):
        return Array(owner.kind, () if not args and not named else None, "")
    if name in _LIKE_INPUT:
        return NONE if name == "set_shape" else Array(owner.kind, owner.shape, owner.dtype)
    return OPAQUE


def converted(value: Value) -> Value:
    """Returns an argument as a traced function gets it: a NumPy array becomes a tensor of its own, a list, tuple or dict is a copy."""
    if isinstance(value, Array):
        if value.parts is not None:
            return value.parts
        return Array("tensor", value.shape, value.dtype, value.size, rows=value.rows) if value.kind == "numpy" else value
    if isinstance(value, Sequence) and value.items is not None and value.kind in ("list", "tuple"):
        return replace(value, items=[converted(each) for each in value.items], number=next_number())
    if isinstance(value, Mapping) and value.items is not None:
        return replace(value, items={key: converted(each) for key, each in value.items.items()}, number=next_number())
    return value


def symbolic(value: Value) -> Value:
    """Returns a tensor as its own one in a trace that gets it; other values as they are."""
    return replace(value, number=next_number()) if isinstance(value, Array) and value.kind == "tensor" else value
