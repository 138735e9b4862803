"""Says in words what repeats a call, and where."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At, Expr
from tflint_autograph.model.finding import Label
from tflint_autograph.project.bodies.liveness import spelled, stored
from tflint_autograph.project.bodies.walks import dotted_path, item_path, parts
from tflint_autograph.project.callsites.caller import ProgramPoint
from tflint_autograph.project.callsites.root_calls import RootCalls
from tflint_autograph.traced.eager_runs.retraces import Retrace


def repetition(found: Retrace) -> str:
    """Returns a clause that says when the place runs again."""
    if found.repeats is None:
        return "in several calls"
    if found.repeats.by_others is not None:
        return f"on every call of `{found.repeats.name}`"
    return "in each iteration of this loop" if found.repeats.at.line else "in each iteration"


def labels(found: Retrace, calls: RootCalls, loop: str, call: str) -> tuple[Label, ...]:
    """Returns the place of what repeats the calls, with the text `loop`, or of an earlier call, with the text `call`."""
    repeats = found.repeats
    if repeats is not None and repeats.by_others is None and repeats.at.line:
        at = repeats.at
        return (Label(calls.analysis.span(repeats.path, At(at.line, at.column, at.line, at.column + 3)), loop),)
    if found.first is not None:
        return (Label(calls.analysis.span(*found.first), call),)
    return ()


def differing_part(expr: Expr | None, path: tuple[object, ...]) -> Expr | None:
    """Returns the part of an argument at these keys and positions, as far as the call writes its containers out."""
    for step in path:
        if isinstance(expr, ir.Mapping):
            expr = next((value for key, value in zip(expr.keys, expr.values, strict=True) if key == ir.Constant(step)), None)
        elif isinstance(expr, ir.Display) and isinstance(step, int) and step < len(expr.items):
            expr = expr.items[step]
        else:
            return expr
    return expr


def spoken(expr: Expr | None, place: ProgramPoint) -> str:
    """Returns the name that an argument is, or the first one that it is computed from and that differs; an empty string for others."""
    if expr is None:
        return ""
    bound = {name for loop in place.loops for name in (*stored(loop.body), *spelled((loop.target,)))}
    caller, found = place.caller, list(_named(expr))
    changing = [path for name, path in found if name in bound] or [path for name, path in found if name in caller.body.bound]
    return _path(expr) or next(iter(changing), "")


def _path(expr: Expr) -> str:
    return dotted_path(expr) or item_path(expr)


def _named(expr: Expr) -> Iterator[tuple[str, str]]:
    """Yields the names in an expression, each with the spelling of the attribute or item that it reads of it."""
    path = _path(expr)
    if path:
        yield path.partition(".")[0].partition("[")[0], path
        return
    inner = list(parts(expr))
    if isinstance(expr, ir.Call):
        # Of what is called, only the object of a method has a part in the result.
        inner = [*(argument.value for argument in expr.args), *([expr.func.value] if isinstance(expr.func, ir.Attribute) else ())]
    for part in inner:
        yield from _named(part)
