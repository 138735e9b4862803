"""The shape and dtype that an expression of plain Python is seen to make. Knows no tensor of traced code."""

from __future__ import annotations

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.model.record import record
from tflint_autograph.project.caller import Place, made_at
from tflint_autograph.project.rootcalls import RootCalls
from tflint_autograph.project.walks import dotted_path
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.varying import varying

_SHAPED = frozenset(
    {f"{module}.{name}" for module in ("tensorflow", "numpy") for name in ("ones", "zeros", "empty", "full", "fill")}
    | {"tensorflow.random.normal", "tensorflow.random.uniform", "numpy.random.normal", "tensorflow.range", "numpy.arange"}
)
_LISTED = frozenset({"tensorflow.constant", "tensorflow.convert_to_tensor", "numpy.array", "numpy.asarray"})


@record
class Made:
    """What is seen of an array: its `shape` where all of it is written down, `dtype` as written, and a name on which
    the shape depends that is not the same in each call."""

    shape: tuple[int, ...] | None
    dtype: str
    depends: str


def made(expr: Expr, place: Place, calls: RootCalls) -> Made | None:
    """The array an expression makes; None for one of which nothing is seen."""
    if isinstance(expr, ir.Name):
        assign = made_at(expr.id, place.caller)
        if assign is None or assign.value is None or isinstance(assign.value, ir.Name):
            return None
        return made(assign.value, place.caller.place(assign.ordinal), calls)
    if isinstance(expr, ir.Subscript):
        bounds = expr.item.parts if isinstance(expr.item, ir.Slice) else ()
        depends = next((name for bound in bounds if (name := _changing(bound, place, calls))), "")
        return Made(None, "", depends) if len(bounds) == 1 and depends else None
    return _called(expr, place, calls) if isinstance(expr, ir.Call) else None


def _called(call: ir.Call, place: Place, calls: RootCalls) -> Made | None:
    name = canonical(place.called(call))
    if not call.args or call.args[0].keyword not in (None, "shape", "dims") or name not in _SHAPED | _LISTED:
        return None
    first = call.args[0].value
    dtype = next((dotted_path(each.value).rpartition(".")[2] for each in call.args if each.keyword == "dtype"), "")
    if name in _LISTED:
        return Made(_nested(first), dtype, "")
    sizes = first.items if isinstance(first, ir.Display) else (first,)
    known = [place.value(size).const for size in sizes]
    whole = tuple(size for size in known if type(size) is int)
    depends = next((found for size in sizes if (found := _changing(size, place, calls))), "")
    return Made(whole if len(whole) == len(sizes) else None, dtype, depends)


def _changing(size: Expr, place: Place, calls: RootCalls) -> str:
    """The name a size depends on, where that is a loop variable, or an argument of a function nobody is seen to call."""
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
    """The shape of nested lists; () for a number."""
    if isinstance(expr, ir.Constant):
        return ()
    if not isinstance(expr, ir.Display) or not expr.items:
        return None
    inner = _nested(expr.items[0])
    return (len(expr.items), *inner) if inner is not None else None
