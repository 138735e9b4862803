"""Selects, of several statements that bind the same module-level name, those that apply, for example without the fallbacks of a failed
import.
"""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Expr, Statement
from tflint_autograph.project.bodies.changes import mentions, named
from tflint_autograph.project.bodies.walks import walk
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
