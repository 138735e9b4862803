"""Selects, of several statements that bind a module-level name, those that apply: no fallbacks, and only those that ran before."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Expr, Statement
from tflint_autograph.project.bodies.changes import mentions, named
from tflint_autograph.project.bodies.walks import spelled, walk
from tflint_autograph.project.queries.memoize import MANY, memoised_by_body
from tflint_autograph.tfapi.names import FRAMEWORKS

_FAILED = frozenset({"ImportError", "ModuleNotFoundError", "Exception", "BaseException"})
"""Exceptions named by a handler that runs when an import fails."""


def meant(body: Body, statements: tuple[Statement, ...]) -> tuple[Statement, ...]:
    """Returns the statements without those that the others override.

    Dropped are definitions that only apply when the module runs as a program, definitions for type checkers only, and the fallbacks in the
    handlers of a `try` that imports TensorFlow.
    """
    if len(statements) < 2:
        return statements
    for one, others in _pairs(body.statements):
        if any(_stands_in(each, one) for each in statements):
            statements = tuple([each for each in statements if not _stands_in(each, others)])
    apart = [each for main in body.statements if is_main(main) for each in walk((main,))]
    return tuple([each for each in statements if not _stands_in(each, apart)]) or statements


def is_main(statement: Statement) -> bool:
    """Whether this is `if __name__ == "__main__":`."""
    return isinstance(statement, ir.If) and mentions(statement.test, named("__name__"))


def _stands_in(statement: Statement, statements: list[Statement]) -> bool:
    return any(each is statement for each in statements)


def _pairs(statements: tuple[Statement, ...]) -> Iterator[tuple[list[Statement], list[Statement]]]:
    """Yields pairs of statement lists: the statements that apply, and the statements of the other block that then do not."""
    for statement in walk(statements):
        if isinstance(statement, ir.If) and mentions(statement.test, named("TYPE_CHECKING")):
            holds = not (isinstance(statement.test, ir.Operation) and statement.test.operators == ("not",))
            body, orelse = list(walk(statement.body)), list(walk(statement.orelse))
            yield (body, orelse) if holds else (orelse, body)
        elif isinstance(statement, ir.Try):
            handlers = [each for handler in statement.handlers if _is_for_imports(handler.type) for each in walk(handler.body)]
            yield [each for each in walk(statement.body) if _imports_tensorflow(each)], handlers


def _is_for_imports(caught: Expr | None) -> bool:
    names = caught.items if isinstance(caught, ir.Display) else (caught,)
    return caught is None or any(isinstance(each, ir.Name) and each.id in _FAILED for each in names)


def _imports_tensorflow(statement: Statement) -> bool:
    names = statement.names if isinstance(statement, ir.Import) else ()
    return any(is_tensorflow(dotted) for _, dotted in names)


def is_tensorflow(dotted: str) -> bool:
    """Whether a dotted name belongs to TensorFlow or Keras."""
    return dotted.partition(".")[0] in FRAMEWORKS


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
