"""Arrays in an eager run: what functions of NumPy and TensorFlow, operators, methods and indices make, by shape and dtype."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tflint_autograph.traced.eager_runs import shapes
from tflint_autograph.traced.eager_runs.values import (
    MOST_ITEMS,
    NONE,
    OPAQUE,
    Array,
    External,
    Given,
    Plain,
    Scalar,
    Sequence,
    Shape,
    Size,
    Value,
    is_none,
    number,
    sized,
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
_COMPARING = frozenset({"<", "<=", ">", ">=", "==", "!="})
_LIKE_INPUT = frozenset({"copy", "clip", "set_shape", "sort", "read_value", "value", "round"})


def dtype_of(value: Value | None) -> str:
    """Returns the dtype that an argument names, or an empty string."""
    if isinstance(value, Plain) and isinstance(value.value, str):
        word = value.value
    elif isinstance(value, External):
        word = value.name.rpartition(".")[2]
        if value.name.startswith("tensorflow") and word in ("float", "int"):
            return ""
    else:
        return ""
    word = shapes.NAMED.get(word, word)
    return word if word in shapes.DTYPES else ""


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
    first = args[0] if args else next(iter(named.values()), OPAQUE)
    compute = _COMPUTED.get(rest)
    if compute is not None:
        shape, dtype = compute(args, named)
        return Array(kind, shape, dtype or _kept_dtype(first, package))
    if rest in ("split", "array_split"):
        return _split(first, args, kind)
    if rest in _BINARY and len(args) == 2:
        return operated("*", args) if rest != "divide" else operated("/", args)
    if rest.startswith("reduce_") or rest in ("sum", "mean", "max", "min", "prod", "std", "var", "norm"):
        return Array(kind, () if len(args) == 1 and not named else None, "")
    return Array(kind, None, "") if kind == "numpy" and any(isinstance(each, Array) for each in args) else OPAQUE


def _made(rest: str, package: str, kind: str, args: list[Value], named: dict[str, Value]) -> Value | None:
    said = dtype_of(named.get("dtype"))
    if rest in _SHAPED and not (package == "numpy" and rest in _NUMPY_SIZED):
        given = args[0] if args else named.get("shape", named.get("size", named.get("dims", OPAQUE)))
        place = 1 if rest in ("ones", "zeros", "empty") else 2 if rest == "full" else 0
        said = said or (dtype_of(args[place]) if place and len(args) > place else "")
        filled = _settled(shapes.listed(args[1])[1], package) if rest in ("full", "fill") and len(args) > 1 else ""
        usual = filled if rest in ("full", "fill") else "float32" if package == "tensorflow" else "float64"
        is_other = "dtype" in named or (place and len(args) > place)
        return Array(kind, shapes.given(given), said or ("" if is_other else usual))
    if package == "numpy" and rest in _NUMPY_SIZED:
        place = _NUMPY_SIZED[rest]
        given = named.get("size", args[place] if len(args) > place else OPAQUE)
        return Array(kind, shapes.given(given), "float64" if rest in ("random.normal", "random.uniform") else "")
    if rest in _BY_SIZES:
        return Array(kind, tuple(whole(each) for each in args), "float64")
    if rest == "ragged.constant":
        return Array("ragged", _of_ragged(args[0]) if args else None, "")
    if rest in _COPYING and (args or "value" in named or "initial_value" in named):
        first = args[0] if args else named.get("value", named.get("initial_value", OPAQUE))
        shape, type_ = shapes.listed(first)
        if rest in shapes.DTYPES:
            return Array(kind, (), rest) if shape == () or isinstance(first, (Plain, Scalar)) else Array(kind, shape, rest)
        is_said = "dtype" in named or (len(args) > 1 and rest not in ("Variable", "stack"))
        said = said or (dtype_of(args[1]) if len(args) > 1 else "")
        axis = number(named.get("axis", Plain(0)))
        if rest == "stack" and axis != 0:
            shape = None
        return Array(kind, shape, said if is_said else _settled(type_, package))
    if rest in _KEEPING and args:
        first = args[0]
        shape, type_ = shapes.listed(first)
        said = said or (dtype_of(args[1]) if rest == "cast" and len(args) > 1 else "")
        dtype = said if rest == "cast" or "dtype" in named else _settled(type_, package)
        return Array(kind, shape, dtype)
    return None


def _kept_dtype(first: Value, package: str) -> str:
    return _settled(shapes.listed(first)[1], package)


def _of_ragged(value: Value) -> Shape:
    """Returns the shape of rows that are padded to the longest one."""
    if not isinstance(value, Sequence) or value.items is None:
        return None
    inner = [shapes.listed(each)[0] for each in value.items]
    sizes = [shape[0] for shape in inner if shape is not None and len(shape) == 1 and isinstance(shape[0], int)]
    return (len(inner), max(sizes)) if sizes and len(sizes) == len(inner) else None


def padded_rows(value: Value, longest: Value) -> Value:
    """Returns the array of rows that are padded to the longest one, or to a length."""
    shape = _of_ragged(value)
    is_open = is_none(longest)
    return Array("numpy", shape if is_open or shape is None else (shape[0], whole(longest)), "")


def _ranged(args: list[Value], named: dict[str, Value]) -> tuple[Shape, str]:
    numbers = [number(each) for each in args]
    is_whole = bool(args) and all(isinstance(each, int) and not isinstance(each, bool) for each in numbers)
    said = dtype_of(named.get("dtype"))
    dtype = said or ("" if "dtype" in named or not is_whole else "int")
    if is_whole:
        return (len(range(*[each for each in numbers if isinstance(each, int)])),) if 0 not in numbers[2:] else None, dtype
    return ((args[0] if len(args) == 1 and isinstance(args[0], Scalar) else None,), said)


def _spaced(args: list[Value], named: dict[str, Value]) -> tuple[Shape, str]:
    count = args[2] if len(args) > 2 else named.get("num", Plain(50))
    return (whole(count),), dtype_of(named.get("dtype")) or ("" if "dtype" in named else "spaced")


def _eye(args: list[Value], named: dict[str, Value]) -> tuple[Shape, str]:
    size = whole(args[0]) if args else None
    other = whole(args[1]) if len(args) > 1 else size
    return (size, other), "eye"


def _hot(args: list[Value], named: dict[str, Value]) -> tuple[Shape, str]:
    shape = shapes.listed(args[0])[0] if args else None
    depth = whole(args[1] if len(args) > 1 else named.get("depth", OPAQUE))
    return (*shape, depth) if shape is not None else None, "float32" if "dtype" not in named else ""


def _tiled(args: list[Value], named: dict[str, Value]) -> tuple[Shape, str]:
    shape, counts = shapes.listed(args[0])[0], shapes.given(args[1]) if len(args) > 1 else None
    if shape is None or counts is None or len(shape) != len(counts):
        return None, ""
    return tuple(_times(size, count) for size, count in zip(shape, counts, strict=True)), ""


def _times(size: Size, count: Size) -> Size:
    return size * count if isinstance(size, int) and isinstance(count, int) else None


def _repeated(args: list[Value], named: dict[str, Value]) -> tuple[Shape, str]:
    shape, count = shapes.listed(args[0])[0], number(args[1]) if len(args) > 1 else None
    is_flat = shape is not None and len(shape) == 1
    return ((_times(shape[0], count if isinstance(count, int) else None),) if is_flat and shape is not None else None), ""


def _padded(args: list[Value], named: dict[str, Value]) -> tuple[Shape, str]:
    shape = shapes.listed(args[0])[0] if args else None
    widths = args[1] if len(args) > 1 else named.get("paddings", OPAQUE)
    pairs: list[Value] | None = [widths] if shapes.given(widths) is not None and isinstance(widths, Sequence) and _is_pair(widths) else None
    if pairs is None and isinstance(widths, Sequence) and widths.items is not None:
        pairs = list(widths.items)
    if shape is None or pairs is None or len(pairs) not in (1, len(shape)):
        return None, ""
    both = [[number(each) for each in pair.items or []] if isinstance(pair, Sequence) else [] for pair in pairs]
    both = both * len(shape) if len(both) == 1 else both
    sums = [sum(each for each in pair if isinstance(each, int)) if len(pair) == 2 and None not in pair else None for pair in both]
    return tuple(size + more if isinstance(size, int) and more is not None else None for size, more in zip(shape, sums, strict=True)), ""


def _is_pair(value: Sequence) -> bool:
    return len(value.items or []) == 2 and all(whole(each) is not None for each in value.items or [])


def _resized(args: list[Value], named: dict[str, Value]) -> tuple[Shape, str]:
    shape, size = shapes.listed(args[0])[0], shapes.given(args[1] if len(args) > 1 else named.get("size", OPAQUE))
    if shape is None or size is None or len(shape) not in (3, 4) or len(size) != 2:
        return None, "float32"
    return (*shape[:-3], *size, shape[-1]), "float32"


def _shaped(args: list[Value], named: dict[str, Value]) -> tuple[Shape, str]:
    shape, type_ = shapes.listed(args[0]) if args else (None, "")
    wanted = shapes.given(args[1] if len(args) > 1 else named.get("shape", OPAQUE))
    return shapes.reshaped(Array("", shape, type_), wanted), ""


def _deeper(args: list[Value], named: dict[str, Value]) -> tuple[Shape, str]:
    shape = shapes.listed(args[0])[0] if args else None
    axis = number(args[1] if len(args) > 1 else named.get("axis", OPAQUE))
    if shape is None or not isinstance(axis, int):
        return None, ""
    place = axis if axis >= 0 else len(shape) + 1 + axis
    return (*shape[:place], 1, *shape[place:]), ""


def _concatenated(args: list[Value], named: dict[str, Value]) -> tuple[Shape, str]:
    items = args[0].items if args and isinstance(args[0], Sequence) else named.get("values")
    axis = args[1] if len(args) > 1 else named.get("axis", Plain(0))
    return shapes.joined(items, axis) if isinstance(items, list) else (None, "")


def _appended(args: list[Value], named: dict[str, Value]) -> tuple[Shape, str]:
    found = [shapes.listed(each)[0] for each in args[:2]]
    flat = [shape[0] if shape is not None and len(shape) == 1 else 1 if shape == () else None for shape in found]
    total = sum(each for each in flat if isinstance(each, int)) if len(flat) == 2 and all(isinstance(each, int) for each in flat) else None
    return ((total,) if "axis" not in named and len(args) == 2 else None), ""


def _stacked_rows(args: list[Value], named: dict[str, Value]) -> tuple[Shape, str]:
    items = args[0].items if args and isinstance(args[0], Sequence) else None
    rows = [_as_rows(shapes.listed(each)) for each in items or []]
    return shapes.joined(rows, Plain(0)) if rows else (None, "")


def _as_rows(found: tuple[Shape, str]) -> Value:
    shape, type_ = found
    return Array("numpy", (1, *shape) if shape is not None and len(shape) == 1 else shape, type_)


def _taken(args: list[Value], named: dict[str, Value]) -> tuple[Shape, str]:
    return (shapes.listed(args[1])[0] if len(args) == 2 and not named else None), ""


_COMPUTED: dict[str, Callable[[list[Value], dict[str, Value]], tuple[Shape, str]]] = {
    "range": _ranged, "arange": _ranged, "linspace": _spaced, "eye": _eye, "one_hot": _hot, "tile": _tiled, "repeat": _repeated,
    "pad": _padded, "image.resize": _resized, "reshape": _shaped, "expand_dims": _deeper, "concat": _concatenated,
    "concatenate": _concatenated, "append": _appended, "vstack": _stacked_rows, "take": _taken,
}  # fmt: skip


def _split(first: Value, args: list[Value], kind: str) -> Value:
    count = number(args[1]) if len(args) > 1 else None
    shape, type_ = shapes.listed(first)
    if not isinstance(count, int) or shape is None or not shape or not isinstance(shape[0], int) or not 0 < count <= MOST_ITEMS or shape[0] % count:
        return OPAQUE
    return Sequence("list", [Array(kind, (shape[0] // count, *shape[1:]), type_) for _ in range(count)])


def operated(operator: str, operands: list[Value]) -> Value:
    """Returns what an operator makes of arrays and Python values."""
    arrays = [each for each in operands if isinstance(each, Array)]
    if len(arrays) < len([each for each in operands if not isinstance(each, (Plain, Scalar, Sequence))]) or "@" in operator:
        return Array("tensor" if any(each.kind != "numpy" for each in arrays) else "numpy", None, "")
    shape = shapes.broadcast([shapes.listed(each)[0] for each in operands])
    kind = "tensor" if any(each.kind != "numpy" for each in arrays) else "numpy"
    dtypes = {each.dtype for each in arrays}
    dtype = next(iter(dtypes)) if len(dtypes) == 1 else ""
    if operator in _COMPARING:
        dtype = "bool"
    elif dtype and kind == "numpy" and "float" not in dtype and (operator == "/" or any(shapes.listed(each)[1] == "float" for each in operands)):
        dtype = "float64"
    return Array(kind, shape, dtype)


def part(array: Array, index: list[object]) -> Value:
    """Returns a part of an array."""
    if array.shape is None:
        return Array(array.kind if array.kind != "variable" else "tensor", None, array.dtype)
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
        return Sequence("tuple", [sized(size) for size in array.shape]) if array.shape is not None else OPAQUE
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
    if name == "numpy":
        return Array("numpy", owner.shape, owner.dtype)
    if name == "to_tensor":
        return Array("tensor", owner.shape, owner.dtype)
    if name == "item":
        return Scalar("float", ("read", owner))
    if name == "tolist" and owner.shape is not None and len(owner.shape) == 1 and isinstance(owner.shape[0], int):
        items: list[Value] = [Scalar("float", ("item", owner, place)) for place in range(min(owner.shape[0], MOST_ITEMS))]
        return Sequence("list", items, is_open=owner.shape[0] > MOST_ITEMS)
    if name == "astype":
        return Array(owner.kind, owner.shape, dtype_of(args[0] if args else named.get("dtype")))
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
