"""Derives the shape and dtype of an array from the eager expression that creates it."""

from __future__ import annotations

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.model.record import record
from tflint_autograph.project.bodies.single import only_assignment
from tflint_autograph.project.bodies.walks import dotted_path
from tflint_autograph.project.callsites.caller import ProgramPoint
from tflint_autograph.project.callsites.root_calls import RootCalls
from tflint_autograph.project.mutation.entry_points import called_from_outside
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.callers.passed_in import in_callers
from tflint_autograph.traced.callers.varying import varying

_SHAPED = frozenset(
    {f"{module}.{name}" for module in ("tensorflow", "numpy") for name in ("ones", "zeros", "empty", "full", "fill")}
    | {"tensorflow.random.normal", "tensorflow.random.uniform", "numpy.random.normal", "tensorflow.range", "numpy.arange"}
)
_LISTED = frozenset({"tensorflow.constant", "tensorflow.convert_to_tensor", "numpy.array", "numpy.asarray"})
_DTYPES = frozenset({"float16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"})
_SCALARS = frozenset(f"numpy.{name}" for name in _DTYPES)
_CAST = "tensorflow.cast"
_MAKING = _SHAPED | _LISTED | _SCALARS | {_CAST}
_FILLED = frozenset({"ones", "zeros", "empty"})
"""Functions that take a shape and then a dtype, float32 by default."""

_FLOATS = {"tensorflow": "float32", "numpy": "float64"}
_INTEGERS = {"tensorflow": "int32", "numpy": "int64"}
"""The dtypes of integer literals without an explicit dtype."""


_DEEPEST = 5
"""Maximum depth to which assignments, operands and callers are followed."""


@record
class CreatedArray:
    """What is known of an array.

    `shape`: its shape if all of it is written out. `dtype`: the dtype as spelled. `depends`: a varying name on which the shape depends.
    `dtype_depends`: a parameter on which the dtype depends, of a function that code outside the project calls.
    """

    shape: tuple[int, ...] | None
    dtype: str
    depends: str
    dtype_depends: str = ""


_FIRST = (None, "shape", "dims", "value", "object")
"""The keywords of what an array is made from or of its shape."""


def made(expr: Expr, place: ProgramPoint, calls: RootCalls) -> CreatedArray | None:
    """Returns what is known of the array an expression creates, or None."""
    if isinstance(expr, ir.Name):
        assign = only_assignment(place.caller.body, expr.id)
        if assign is None or assign.value is None or isinstance(assign.value, ir.Name):
            return None
        return made(assign.value, place.caller.place(assign.ordinal), calls)
    if isinstance(expr, ir.Subscript):
        bounds = expr.item.parts if isinstance(expr.item, ir.Slice) else ()
        depends = next((name for bound in bounds if (name := _changing(bound, place, calls))), "")
        return CreatedArray(None, "", depends) if len(bounds) == 1 and depends else None
    return _called(expr, place, calls) if isinstance(expr, ir.Call) else None


def _called(call: ir.Call, place: ProgramPoint, calls: RootCalls) -> CreatedArray | None:
    name = canonical(place.called(call))
    if not call.args or call.args[0].keyword not in _FIRST or name not in _MAKING:
        return None
    first = call.args[0].value
    dtype = _dtype(call, name, place)
    said = _said_dtype(call, name)
    of_caller = _from_outside(said, place, calls) if said is not None and not dtype else ""
    if name == _CAST:
        return CreatedArray(None, dtype, "", of_caller)
    if name in _SCALARS:
        return CreatedArray((), dtype, "")
    if name in _LISTED:
        return CreatedArray(_nested(first), dtype, _listed(first, place), of_caller)
    sizes = first.items if isinstance(first, ir.Display) else (first,)
    known = [place.value(size).const for size in sizes]
    whole = tuple(size for size in known if type(size) is int)
    depends = next((found for size in sizes if (found := _changing(size, place, calls))), "")
    return CreatedArray(whole if len(whole) == len(sizes) else None, dtype, depends, of_caller)


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
    given = _said_dtype(call, name)
    if given is not None:
        said = place.value(given)
        word = said.const if isinstance(said.const, str) else (said.name or dotted_path(given)).rpartition(".")[2]
        return word if word in _DTYPES else ""
    if word in _FILLED:
        return _FLOATS[module]
    number = _number(call.args[0].value) if name in _LISTED else None
    return "" if number is None else _FLOATS[module] if isinstance(number, float) else _INTEGERS[module]


def _said_dtype(call: ir.Call, name: str) -> Expr | None:
    """Returns the expression that gives the dtype, or None."""
    behind = call.args[1:2] if name in _LISTED or name == _CAST or name.rpartition(".")[2] in _FILLED else ()
    found = (each.value for each in call.args if each.keyword == "dtype" or (each in behind and each.keyword is None))
    return next(found, None)


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
    return _from_outside(size, place, calls)


def _from_outside(expr: Expr, place: ProgramPoint, calls: RootCalls, depth: int = _DEEPEST) -> str:
    """Returns a parameter from which an expression is computed and which a function without visible callers passes on; else an empty string.

    What is read of an object that is passed, such as `config.size`, does not count: each call may pass the same.
    """
    caller = place.caller
    if not depth or caller.fact is None or caller.traced:
        return ""
    if isinstance(expr, ir.Name):
        assign = only_assignment(caller.body, expr.id)
        if assign is not None and assign.value is not None:
            return _from_outside(assign.value, caller.place(assign.ordinal), calls, depth - 1)
        if place.value(expr).parameter != expr.id:
            return ""
        if calls.calls_of(caller.key):
            outside = (_from_outside(given, outer, calls, depth - 1) for given, outer in in_callers(expr, place, calls))
            return expr.id if any(outside) else ""
        plain = any(each.name == expr.id and each.default is None for each in caller.fact.parameters)
        return expr.id if plain and called_from_outside(calls.analysis, caller.key) is not None else ""
    operands = expr.operands if isinstance(expr, ir.Operation) else (expr.item,) if isinstance(expr, ir.Subscript) else ()
    return next((found for each in operands if (found := _from_outside(each, place, calls, depth - 1))), "")


def _nested(expr: Expr) -> tuple[int, ...] | None:
    """Returns the shape of nested lists, `()` for a number, or None."""
    if isinstance(expr, ir.Constant):
        return ()
    if not isinstance(expr, ir.Display) or not expr.items:
        return None
    inner = _nested(expr.items[0])
    return (len(expr.items), *inner) if inner is not None else None
