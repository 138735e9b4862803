"""Finds aliases: other names a file binds to a name, `import f as g`, `g = f`, `g = kept.f if fast else h`. Does not evaluate values."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr, Statement
from tflint_autograph.model.facts import ModuleFacts
from tflint_autograph.project.index.blocks import assigned, blocks, paired


def aliases_in(facts: ModuleFacts) -> Iterator[tuple[str, str]]:
    """Yields the aliases in a module and its classes: the name, and the alias bound to it."""
    found = [each for statement in facts.body.statements for each in _bound_by(statement)]
    found += [(word, name) for cls in facts.classes for name, value in cls.attributes for word in words_of(value)]
    return ((word, name) for word, name in dict.fromkeys(found) if word != name)


def _bound_by(statement: Statement) -> Iterator[tuple[str, str]]:
    """Yields the aliases that a statement binds, nested blocks included."""
    if isinstance(statement, ir.Import):
        yield from ((dotted.rpartition(".")[2], name) for name, dotted in statement.names)
    elif isinstance(statement, ir.For) and isinstance(statement.iterable, ir.Display):
        yield from (pair for item in statement.iterable.items for pair in _named(paired(statement.target, item)))
    yield from _named(assigned(statement))
    for block in blocks(statement):
        for each in block:
            yield from _bound_by(each)


def _named(pairs: Iterator[tuple[Expr, Expr]]) -> Iterator[tuple[str, str]]:
    for target, value in pairs:
        if isinstance(target, (ir.Name, ir.Attribute)):
            name = target.id if isinstance(target, ir.Name) else target.attr
            yield from ((word, name) for word in words_of(value))


def words_of(value: Expr) -> Iterator[str]:
    """Yields the names, or last parts of dotted names, of the objects that an expression may return unchanged."""
    if isinstance(value, ir.Name):
        yield value.id
    elif isinstance(value, ir.Attribute):
        yield value.attr
    elif isinstance(value, ir.Conditional):
        yield from words_of(value.body)
        yield from words_of(value.orelse)
    elif isinstance(value, ir.Operation) and value.operators[0] in ("and", "or"):
        for operand in value.operands:
            yield from words_of(operand)
    elif isinstance(value, ir.Walrus):
        yield value.target.id
        yield from words_of(value.value)
