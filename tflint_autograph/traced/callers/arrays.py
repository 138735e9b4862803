"""Derives the shape and dtype of an array from the eager expression that creates it."""

from __future__ import annotations

from dataclasses import replace

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.model.dtypes import FLOATS, GENERIC, INTEGERS
from tflint_autograph.model.record import record
from tflint_autograph.model.values import Kind
from tflint_autograph.project.bodies.single import only_assignment
from tflint_autograph.project.callsites.caller import ProgramPoint
from tflint_autograph.project.callsites.root_calls import RootCalls
from tflint_autograph.project.mutation.entry_points import called_from_outside
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.callers.passed_in import in_callers
from tflint_autograph.traced.callers.varying import varying

_SHAPES = {
    **dict.fromkeys((f"{module}.{name}" for module in ("tensorflow", "numpy") for name in ("ones", "zeros", "empty", "full")), (0, "shape")),
    "tensorflow.fill": (0, "dims"),
    **dict.fromkeys((f"tensorflow.random.{name}" for name in ("normal", "uniform", "truncated_normal", "gamma", "poisson")), (0, "shape")),
    **dict.fromkeys((f"numpy.random.{name}" for name in ("random", "random_sample", "standard_normal")), (0, "size")),
    **dict.fromkeys((f"numpy.random.{name}" for name in ("normal", "uniform", "randint")), (2, "size")),
    **dict.fromkeys(("numpy.random.choice", "numpy.random.poisson", "numpy.random.exponential"), (1, "size")),
}
"""By function that creates an array: the position and keyword of its shape."""

_BY_SIZES = frozenset({"tensorflow.range", "numpy.arange", "numpy.random.rand", "numpy.random.randn"})
"""Functions with a shape that each of their positional arguments takes part in."""

_CAST = "tensorflow.cast"
_LISTED = frozenset({"tensorflow.constant", "tensorflow.convert_to_tensor", "tensorflow.Variable", "numpy.array", "numpy.asarray"})
"""Functions that copy an array, or create one from lists."""

_SCALARS = frozenset(f"numpy.{name}" for name in (FLOATS | INTEGERS) - GENERIC)
_FILLED = frozenset({"ones", "zeros", "empty"})
"""Functions that take a shape and then a dtype."""

_MAKING = _LISTED | _SCALARS | _BY_SIZES | _SHAPES.keys() | {_CAST}

_DEEPEST = 5
"""Maximum depth to which assignments, operands and callers are followed."""


@record
class CreatedArray:
    """What is known of an array.

    `shape`: its shape if all of it is written out. `dtype`: its dtype, a word of `model.dtypes`. `depends`: a varying name on which the shape depends.
    `dtype_depends`: a parameter on which the dtype depends, of a function that code outside the project calls.
    """

    shape: tuple[int, ...] | None
    dtype: str
    depends: str
    dtype_depends: str = ""


_FIRST = (None, "value", "object", "x", "initial_value", "a")
"""The keywords of what an array is copied or created from."""


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
    if isinstance(expr, ir.Operation):
        return _scaled(expr, place, calls)
    return _called(expr, place, calls) if isinstance(expr, ir.Call) else None


def _scaled(expr: ir.Operation, place: ProgramPoint, calls: RootCalls) -> CreatedArray | None:
    """Returns the array that an operator makes of one array and Python scalars."""
    others = [operand for operand in expr.operands if place.value(operand).kind is not Kind.PYTHON]
    array = made(others[0], place, calls) if len(others) == 1 else None
    return array and replace(array, dtype=place.value(expr).dtype, dtype_depends="")


def _called(call: ir.Call, place: ProgramPoint, calls: RootCalls) -> CreatedArray | None:
    name = canonical(place.called(call))
    if name not in _MAKING:
        return None
    dtype = place.value(call).dtype
    said = _said_dtype(call, name)
    of_caller = _from_outside(said, place, calls) if said is not None and not dtype else ""
    if name in _SCALARS:
        return CreatedArray((), dtype, "")
    if name in _LISTED or name == _CAST:
        first = call.args[0].value if call.args and call.args[0].keyword in _FIRST else None
        if first is None:
            return None
        shape, depends = _nested(first), _listed(first, place)
        inner = made(first, place, calls) if shape is None and not depends else None
        return CreatedArray(shape, dtype, depends, of_caller) if inner is None else replace(inner, dtype=dtype, dtype_depends=of_caller)
    sizes = _sizes(call, name)
    if sizes is None:
        return None
    known = [place.value(size).const for size in sizes]
    whole = tuple(size for size in known if type(size) is int)
    depends = next((found for size in sizes if (found := _changing(size, place, calls))), "")
    return CreatedArray(whole if len(whole) == len(sizes) else None, dtype, depends, of_caller)


def _sizes(call: ir.Call, name: str) -> tuple[Expr, ...] | None:
    """Returns the expressions that give the shape of the array which a function creates, or None if none is given."""
    positional = tuple(each.value for each in call.args if each.keyword is None)
    if name in _BY_SIZES:
        return positional or None
    place, keyword = _SHAPES[name]
    shape = next((each.value for each in call.args if each.keyword == keyword), positional[place] if place < len(positional) else None)
    if shape is None:
        return None
    return shape.items if isinstance(shape, ir.Display) else (shape,)


def _listed(expr: Expr, place: ProgramPoint) -> str:
    """Returns the loop variable, or part of it, that iterates literal lists of different shapes; else an empty string."""
    for loop in place.loops if isinstance(expr, ir.Name) else ():
        if loop.target == expr and isinstance(loop.iterable, ir.Display):
            shapes = {shape for each in loop.iterable.items if (shape := _nested(each)) is not None}
            return expr.id if isinstance(expr, ir.Name) and len(shapes) > 1 else ""
    return ""


def _said_dtype(call: ir.Call, name: str) -> Expr | None:
    """Returns the expression that gives the dtype, or None."""
    behind = call.args[1:2] if name in _LISTED or name == _CAST or name.rpartition(".")[2] in _FILLED else ()
    found = (each.value for each in call.args if each.keyword == "dtype" or (each in behind and each.keyword is None))
    return next(found, None)


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
