"""Derives the shape and dtype of an array from the eager expression that creates it."""

from __future__ import annotations

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.model.record import record
from tflint_autograph.project.bodies.single import only_assignment
from tflint_autograph.project.bodies.walks import dotted_path
from tflint_autograph.project.callsites.caller import ProgramPoint
from tflint_autograph.project.callsites.root_calls import RootCalls
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.callers.varying import varying

_SHAPED = frozenset(
    {f"{module}.{name}" for module in ("tensorflow", "numpy") for name in ("ones", "zeros", "empty", "full", "fill")}
    | {"tensorflow.random.normal", "tensorflow.random.uniform", "numpy.random.normal", "tensorflow.range", "numpy.arange"}
)
_LISTED = frozenset({"tensorflow.constant", "tensorflow.convert_to_tensor", "numpy.array", "numpy.asarray"})
_DTYPES = frozenset({"float16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"})
_SCALARS = frozenset(f"numpy.{name}" for name in _DTYPES)
_MAKING = _SHAPED | _LISTED | _SCALARS
_FILLED = frozenset({"ones", "zeros", "empty"})
"""Functions that take a shape and then a dtype, float32 by default."""

_FLOATS = {"tensorflow": "float32", "numpy": "float64"}
_INTEGERS = {"tensorflow": "int32", "numpy": "int64"}
"""The dtypes of integer literals without an explicit dtype."""


@record
class Made:
    """What is known of an array.

    `shape`: its shape if all of it is written out. `dtype`: the dtype as spelled. `depends`: a varying name on which the shape depends.
    """

    shape: tuple[int, ...] | None
    dtype: str
    depends: str


_FIRST = (None, "shape", "dims", "value", "object")
"""The keywords of what an array is made from or of its shape."""


def made(expr: Expr, place: ProgramPoint, calls: RootCalls) -> Made | None:
    """Returns what is known of the array an expression creates, or None."""
    if isinstance(expr, ir.Name):
        assign = only_assignment(place.caller.body, expr.id)
        if assign is None or assign.value is None or isinstance(assign.value, ir.Name):
            return None
        return made(assign.value, place.caller.place(assign.ordinal), calls)
    if isinstance(expr, ir.Subscript):
        bounds = expr.item.parts if isinstance(expr.item, ir.Slice) else ()
        depends = next((name for bound in bounds if (name := _changing(bound, place, calls))), "")
        return Made(None, "", depends) if len(bounds) == 1 and depends else None
    return _called(expr, place, calls) if isinstance(expr, ir.Call) else None


def _called(call: ir.Call, place: ProgramPoint, calls: RootCalls) -> Made | None:
    name = canonical(place.called(call))
    if not call.args or call.args[0].keyword not in _FIRST or name not in _MAKING:
        return None
    first = call.args[0].value
    dtype = _dtype(call, name, place)
    if name in _SCALARS:
        return Made((), dtype, "")
    if name in _LISTED:
        return Made(_nested(first), dtype, _listed(first, place))
    sizes = first.items if isinstance(first, ir.Display) else (first,)
    known = [place.value(size).const for size in sizes]
    whole = tuple(size for size in known if type(size) is int)
    depends = next((found for size in sizes if (found := _changing(size, place, calls))), "")
    return Made(whole if len(whole) == len(sizes) else None, dtype, depends)


def _listed(expr: Expr, place: ProgramPoint) -> str:
    """Returns the loop variable, or part of it, that iterates literal lists of different shapes; else an empty string."""
    for loop in place.loops if isinstance(expr, ir.Name) else ():
        if loop.target == expr and isinstance(loop.iterable, ir.Display):
            shapes = {shape for each in loop.iterable.items if (shape := _nested(each)) is not None}
            return expr.id if isinstance(expr, ir.Name) and len(shapes) > 1 else ""
    return ""


def _dtype(call: ir.Call, name: str, place: ProgramPoint) -> str:
    """Returns the dtype as spelled, or the default for number literals; empty if unknown."""
    module, _, word = name.partition(".")
    if name in _SCALARS:
        return word
    behind = call.args[1:2] if name in _LISTED or word in _FILLED else ()
    for given in call.args:
        if given.keyword == "dtype" or (given in behind and given.keyword is None):
            said = place.value(given.value)
            word = said.const if isinstance(said.const, str) else (said.name or dotted_path(given.value)).rpartition(".")[2]
            return word if word in _DTYPES else ""
    if word in _FILLED:
        return _FLOATS[module]
    number = _number(call.args[0].value) if name in _LISTED else None
    return "" if number is None else _FLOATS[module] if isinstance(number, float) else _INTEGERS[module]


def _number(expr: Expr) -> float | None:
    """Returns the first number in nested lists of numbers, or None if they contain anything else or are empty."""
    if isinstance(expr, ir.Constant):
        return expr.value if type(expr.value) in (int, float) else None  # type: ignore[return-value]
    found = [_number(item) for item in expr.items] if isinstance(expr, ir.Display) else []
    return found[0] if found and len({type(each) for each in found}) == 1 else None


def _changing(size: Expr, place: ProgramPoint, calls: RootCalls) -> str:
    """Returns the loop variable that a size depends on, or a parameter of a function without visible callers; else an empty string."""
    found = varying(size, place, calls)
    if found is not None:
        return found.spoken
    value = place.value(size)
    fact = place.caller.fact
    if fact is None or place.caller.traced or not isinstance(size, ir.Name) or not value.parameter:
        return ""
    plain = any(each.name == size.id and each.default is None for each in fact.parameters)
    return size.id if plain and not calls.calls_of(place.caller.key) else ""


def _nested(expr: Expr) -> tuple[int, ...] | None:
    """Returns the shape of nested lists, `()` for a number, or None."""
    if isinstance(expr, ir.Constant):
        return ()
    if not isinstance(expr, ir.Display) or not expr.items:
        return None
    inner = _nested(expr.items[0])
    return (len(expr.items), *inner) if inner is not None else None
