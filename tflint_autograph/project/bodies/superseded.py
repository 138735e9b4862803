"""Determines when functions of a module run that are redefined later, as in the cells of a notebook."""

from __future__ import annotations

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Statement
from tflint_autograph.project.bodies.walks import spelled, walk
from tflint_autograph.project.queries.memoize import MANY, memoised_by_body


def bound_by_then(body: Body, qualname: str, statements: tuple[Statement, ...]) -> tuple[Statement, ...]:
    """Returns those of `statements`, which bind one name, that have run when a function runs for the last time.

    `qualname` is the function's, or that of a function or method in it. All of them, unless a definition that is always reached replaces
    the function.
    """
    last = _last_runs(body).get(qualname.partition(".")[0])
    return statements if last is None else tuple(each for each in statements if each.ordinal <= last)


@memoised_by_body(MANY)
def _last_runs(body: Body) -> dict[str, int]:
    """Maps each replaced function or class, by qualified name, to the ordinal of the last statement that can run it."""
    found: dict[str, int] = {}
    living: dict[str, str] = {}
    for statement in walk(body.statements):
        for name in {each.id for each in spelled(statement) if isinstance(each, ir.Name)} & living.keys():
            found[living[name]] = statement.ordinal
        if isinstance(statement, ir.Define):
            replaced = living.get(statement.name)
            if replaced is not None and any(each is statement for each in body.statements):
                # Nothing in the module mentions it: other code may run it for as long as its name means it.
                found.setdefault(replaced, statement.ordinal - 1)
            living[statement.name] = statement.qualname
    for qualname in living.values():
        found.pop(qualname, None)
    return found
