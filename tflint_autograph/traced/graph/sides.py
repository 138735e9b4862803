"""What a name is in the two branches of a condition: its dtypes and structures."""

from __future__ import annotations

from tflint_autograph.model import body as ir
from tflint_autograph.model.record import record
from tflint_autograph.model.values import Kind
from tflint_autograph.traced.graph.branches import assigned_to, known_before, other_part
from tflint_autograph.traced.graph.dtypes import dtypes
from tflint_autograph.traced.graph.structures import adds_items, of_value, structure
from tflint_autograph.traced.tree.binding import bindings_of
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.point import EnclosingScope


@record
class Sides:
    """A name in the branch that a statement is in and in the other one.

    `dtype`, `opposite_dtype`: words of `model.dtypes`. `structure`, `opposite_structure`: descriptions, as `structures.structure` gives
    them. `opposite`: the statement that binds the name in the other branch or before the condition, if there is one. `grows`: the statement
    adds items to what the name held before.
    """

    dtype: str
    opposite_dtype: str
    structure: str
    opposite_structure: str
    opposite: ir.Statement | None
    grows: bool = False


def sides(name: str, frame: EnclosingScope, fn: TracedFunction) -> Sides | None:
    """Returns what both branches bind to a name. None in the first of two branches that bind it: the second is compared."""
    assert fn.statement is not None
    types, ordinal = dtypes(fn), frame.statement.ordinal
    own = types.made.get((fn.statement.ordinal, name), "")
    given = assigned_to(name, fn.statement)
    shape = structure(given, fn.statement.ordinal, fn) if given is not None else ""
    last = bindings_of(fn).last(name, other_part(frame))
    if last is not None:
        if frame.part == "body":
            return None
        opposite = assigned_to(name, last)
        beside = structure(opposite, last.ordinal, fn) if opposite is not None else ""
        return Sides(own, types.end.get((ordinal, "body"), {}).get(name, ""), shape, beside, last)
    other = types.before.get(ordinal, {}).get(name, "")
    before = known_before(name, frame.statement, fn)
    grows = before.kind is Kind.CONTAINER and adds_items(fn.statement, name, before)
    return Sides(own, other, shape, of_value(before) or ("a tensor" if other else ""), _bound_before(name, ordinal, fn), grows)


def _bound_before(name: str, ordinal: int, fn: TracedFunction) -> ir.Statement | None:
    """Returns the last statement before the condition that binds the name, if it is the only one, else None."""
    found = [each for each in bindings_of(fn).of(name, fn.body.statements) if each.ordinal < ordinal]
    return found[0] if len(found) == 1 else None
