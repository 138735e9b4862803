"""Fixes that replace draws of `random` and NumPy by `tf.random`, with the same shape, bounds and dtype.

The page of TFA110 has the table.
"""

from __future__ import annotations

from collections.abc import Mapping

import libcst as cst

from tflint_autograph.fixes.dtypes import FLOATS, INTEGERS, dtype_of
from tflint_autograph.fixes.edits import argument, commented, operand
from tflint_autograph.fixes.tensor_context import Partners, partners, shared_dtype, turns_float
from tflint_autograph.model.finding import Fix
from tflint_autograph.model.levels import Safety
from tflint_autograph.model.record import record
from tflint_autograph.model.values import NOTHING, Kind
from tflint_autograph.project.values.dtypes import named
from tflint_autograph.traced.graph.symbolic import ancestors
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.spelling import spelled

_SIZED = ("size",)
_NUMPY: Mapping[str, tuple[str, ...]] = {
    "random_sample": _SIZED, "ranf": _SIZED, "sample": _SIZED, "random": ("size", "dtype"),
    "standard_normal": ("size", "dtype"), "standard_exponential": _SIZED, "uniform": ("low", "high", "size"),
    "normal": ("loc", "scale", "size"), "lognormal": ("mean", "sigma", "size"), "exponential": ("scale", "size"),
    "gamma": ("shape", "scale", "size"), "poisson": ("lam", "size"), "randint": ("low", "high", "size", "dtype"),
    "integers": ("low", "high", "size", "dtype", "endpoint"), "rand": (), "randn": (),
}  # fmt: skip
_PYTHON: Mapping[str, tuple[str, ...]] = {
    "random": (), "uniform": ("a", "b"), "gauss": ("mu", "sigma"), "normalvariate": ("mu", "sigma"), "randint": ("a", "b"),
    "randrange": ("start", "stop"), "expovariate": ("lambd",), "lognormvariate": ("mu", "sigma"),
}  # fmt: skip
_INTEGERS = frozenset({"randint", "randrange", "integers", "poisson"})
_MAKE_TENSORS = frozenset({"tensorflow.constant", "tensorflow.convert_to_tensor"})
_INT32_MAX = 2**31 - 1
_SPREAD = frozenset({"rand", "randn"})
"""Functions whose arguments are the lengths of the axes."""


@record
class Draw:
    """A draw with its argument nodes by name. `python`: it is from the module `random`.

    `scalar`: it returns a Python scalar, which takes the dtype of what it is combined with.
    """

    method: str
    given: Mapping[str, cst.BaseExpression]
    shape: str
    python: bool
    scalar: bool


def as_tf_random(call: cst.Call, spoken: str, fn: TracedFunction) -> Fix | None:
    """Returns a fix with `tf.random`, or None if there is no exact counterpart or a tensor does not work there."""
    tf = spelled(fn, "tensorflow")
    draw = _read(call, spoken, fn, tf.name) if tf is not None and not commented(call) else None
    if tf is None or draw is None:
        return None
    place, asked = _around(call, fn)
    met = [] if place is not call and asked is not None and _makes_tensor(place, fn) else partners(place, fn)
    if asked is None or met is None:
        return None
    code = shared_dtype(met, fn, tf.name)
    if code is None:
        return None
    # An array is converted to the dtype of the tensor it meets, whole numbers too, which `tf.random` does not draw as floats.
    whole = draw.method in _INTEGERS
    if not whole and any(dtype_of(each, fn) in INTEGERS for each in met):
        # Python rounds the result that meets the tensor, not the draw.
        return None
    drawn = f"{tf.name}.{asked}" if asked else code if whole or draw.scalar or _are_floats(met, fn) else ""
    text = _integer(draw, drawn, turns_float(place, fn), fn, tf.name) if whole else _float(draw, drawn, fn, tf.name)
    if text and drawn != code != "":
        text = f"{tf.name}.cast({text}, {code})"
    return Fix("draw with `tf.random`, on every call", (fn.edit(place, text),), Safety.UNSAFE, tf.imports) if text else None


def _are_floats(met: Partners, fn: TracedFunction) -> bool:
    return all(dtype_of(each, fn) in FLOATS for each in met)


def _makes_tensor(node: cst.BaseExpression, fn: TracedFunction) -> bool:
    return isinstance(node, cst.Call) and fn.called(node) in _MAKE_TENSORS


def _around(call: cst.Call, fn: TracedFunction) -> tuple[cst.BaseExpression, str | None]:
    """Returns the node to replace and the required dtype: a conversion around the draw is done by the draw itself."""
    above = list(ancestors(call, fn))[:2]
    if len(above) == 2 and isinstance(above[0], cst.Attribute) and isinstance(above[1], cst.Call):
        if above[0].attr.value != "astype" or len(above[1].args) != 1:
            return call, None
        return above[1], named(fn.value(above[1].args[0].value)) or None
    outer = above[1] if len(above) == 2 else None
    if isinstance(outer, cst.Call) and outer.args and outer.args[0] is above[0] and _makes_tensor(outer, fn):
        return outer, _asked(outer, fn)
    return call, ""


def _asked(call: cst.Call, fn: TracedFunction) -> str | None:
    """Returns the dtype in a call of `tf.constant`, or None if it has other arguments."""
    rest = call.args[1:]
    if not rest:
        return ""
    if len(rest) > 1 or (rest[0].keyword is not None and rest[0].keyword.value != "dtype"):
        return None
    return named(fn.value(rest[0].value)) or None


def _read(call: cst.Call, spoken: str, fn: TracedFunction, tf: str) -> Draw | None:
    name = fn.called(call)
    method = spoken.rpartition(".")[2]
    python = name.startswith("random.")
    if not python and not name.startswith("numpy.random."):
        maker = fn.value(call.func.value).factory if isinstance(call.func, cst.Attribute) else ""
        python = maker.startswith("random.")
        if not python and not maker.startswith("numpy.random."):
            return None
    words = (_PYTHON if python else _NUMPY).get(method)
    if words is None:
        return None
    if method in _SPREAD:
        shape = _axes(call, fn, tf)
        return Draw(method, {}, shape, False, not call.args) if shape else None
    given = _bound(call, words)
    if given is None or not all(
        _scalar(node, fn) for word, node in given.items() if word not in ("size", "dtype", "endpoint")
    ):
        return None
    size = given.get("size")
    shape = _shape(size, fn, tf) if size is not None else "[]"
    scalar = size is None and (python or name.startswith("numpy.random."))
    return Draw(method, given, shape, python, scalar) if shape else None


def _bound(call: cst.Call, words: tuple[str, ...]) -> dict[str, cst.BaseExpression] | None:
    found: dict[str, cst.BaseExpression] = {}
    for number, arg in enumerate(call.args):
        word = arg.keyword.value if arg.keyword else words[number] if number < len(words) else ""
        if arg.star or word not in words or word in found:
            return None
        found[word] = arg.value
    return found


def _scalar(node: cst.BaseExpression, fn: TracedFunction) -> bool:
    """Whether an argument is a number. Array bounds would determine the shape."""
    value = fn.value(node)
    return value.kind is Kind.PYTHON or (value.kind is Kind.UNKNOWN and isinstance(node, (cst.Name, cst.Attribute)))


def _shape(node: cst.BaseExpression, fn: TracedFunction, tf: str) -> str:
    """Returns the shape as code, or an empty string if unclear."""
    value = fn.value(node)
    if value.const is None:
        return "[]"
    if isinstance(node, cst.Attribute) and node.attr.value == "shape" and fn.value(node.value).kind.graph:
        return f"{tf}.shape({fn.source(node.value)})"
    if isinstance(node, (cst.Tuple, cst.List)):
        if any(isinstance(element, cst.StarredElement) for element in node.elements):
            return ""
        return f"[{', '.join(argument(element.value, fn) for element in node.elements)}]"
    if value.kind is Kind.CONTAINER:
        return fn.source(node)
    return f"[{fn.source(node)}]" if value.kind is Kind.PYTHON and isinstance(value.const, int) else ""


def _axes(call: cst.Call, fn: TracedFunction, tf: str) -> str:
    if len(call.args) == 1 and call.args[0].star == "*":
        return _shape(call.args[0].value, fn, tf)
    if any(arg.star or arg.keyword for arg in call.args):
        return ""
    return f"[{', '.join(argument(arg.value, fn) for arg in call.args)}]"


def _float(draw: Draw, dtype: str, fn: TracedFunction, tf: str) -> str:
    """Returns the code for a float draw. NumPy arrays are float64; Python scalars that meet no tensor become float32."""
    given = {word: argument(node, fn) for word, node in draw.given.items()}
    own = named(fn.value(draw.given["dtype"])) if "dtype" in draw.given else "float64"
    if not dtype:
        dtype = "" if draw.scalar or own == "float32" else f"{tf}.{own}"
    if any(word in dtype for word in ("int", "bool", "string")):
        return ""
    kind = f"dtype={dtype}" if dtype and dtype != f"{tf}.float32" else ""
    low, high = given.get("low", given.get("a", "0.0")), given.get("high", given.get("b", "1.0"))
    mean = given.get("loc", given.get("mean", given.get("mu", "0.0")))
    spread = given.get("scale" if draw.method == "normal" else "sigma", "1.0")
    bounds = [] if (low, high) == ("0.0", "1.0") else [low, high]
    normal = [] if (mean, spread) == ("0.0", "1.0") else [mean, spread]
    rate = given.get("lambd") or (f"1.0 / {operand(draw.given['scale'], fn)}" if "scale" in given else "1.0")
    name, arguments = {
        "uniform": ("uniform", bounds),
        "normal": ("normal", normal), "gauss": ("normal", normal), "normalvariate": ("normal", normal),
        "lognormal": ("normal", normal), "lognormvariate": ("normal", normal),
        "standard_normal": ("normal", []), "randn": ("normal", []),
        "gamma": ("gamma", [given.get("shape", "1.0"), rate]),
        "exponential": ("gamma", ["1.0", rate]), "standard_exponential": ("gamma", ["1.0"]),
        "expovariate": ("gamma", ["1.0", rate]),
    }.get(draw.method, ("uniform", []))  # fmt: skip
    text = f"{tf}.random.{name}({', '.join([draw.shape, *arguments, *([kind] if kind else [])])})"
    return f"{tf}.exp({text})" if draw.method.startswith("lognorm") else text


def _integer(draw: Draw, dtype: str, turns: bool, fn: TracedFunction, tf: str) -> str:
    """Returns the code for an integer draw; `random.randint` includes the upper bound, NumPy does not.

    If it `turns` into a float and meets no tensor, it is cast to the float type that the Python scalar, or NumPy array, would become.
    """
    own = named(fn.value(draw.given["dtype"])) if "dtype" in draw.given else ""
    wide = own if own in ("int32", "int64") else "int32" if draw.scalar else "int64"
    if own and own not in ("int32", "int64", "integer"):
        return ""
    drawn = dtype.rpartition(".")[2] if dtype in (f"{tf}.int32", f"{tf}.int64") else wide
    if draw.method == "poisson":
        text = f"{tf}.random.poisson({draw.shape}, {fn.source(draw.given['lam']) if 'lam' in draw.given else '1.0'}, {tf}.{drawn})"
    else:
        if drawn == "int32" and not _fits_int32(draw, fn):
            if own or dtype == f"{tf}.int32":
                return ""
            drawn = "int64"
        bounds = _bounds(draw, fn)
        text = f"{tf}.random.uniform({draw.shape}, {bounds}, dtype={tf}.{drawn})" if bounds else ""
    if not dtype and draw.scalar and turns:
        dtype = f"{tf}.float32"
    elif not dtype and turns:
        dtype = f"{tf}.float64"
    fits = dtype in ("", f"{tf}.{drawn}")
    return text if fits or not text else f"{tf}.cast({text}, {dtype})"


def _fits_int32(draw: Draw, fn: TracedFunction) -> bool:
    """Whether no bound is known to exceed int32."""
    for word in ("a", "b", "start", "stop", "low", "high"):
        node = draw.given.get(word)
        bound = fn.value(node).const if node is not None else 0
        # Powers and shifts are not evaluated, and large bounds are written with them.
        if isinstance(bound, int) and abs(bound) >= _INT32_MAX:
            return False
        if node is not None and any(sign in fn.source(node) for sign in ("**", "<<")):
            return False
    return True


def _bounds(draw: Draw, fn: TracedFunction) -> str:
    words = (
        ("a", "b")
        if draw.method == "randint" and draw.python
        else ("start", "stop")
        if draw.python
        else ("low", "high")
    )
    low, high = (draw.given.get(word) for word in words)
    if low is None:
        return ""
    closed = draw.method == "randint" and draw.python
    if "endpoint" in draw.given:
        endpoint = fn.value(draw.given["endpoint"]).const
        if not isinstance(endpoint, bool):
            return ""
        closed = endpoint
    if high is None or fn.value(high).const is None:
        return f"0, {_above(low, closed, fn)}"
    return f"{fn.source(low)}, {_above(high, closed, fn)}"


def _above(node: cst.BaseExpression, closed: bool, fn: TracedFunction) -> str:
    if not closed:
        return fn.source(node)
    known = fn.value(node).const
    literal = isinstance(node, cst.Integer) and known is not NOTHING and isinstance(known, int)
    return str(known + 1) if literal and isinstance(known, int) else f"{operand(node, fn)} + 1"
