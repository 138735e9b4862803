"""Finds constructs in the text of a function that disable its conversion by AutoGraph. Says nothing about who calls the function."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At, Body, Statement
from tflint_autograph.model.facts import MODULE, ClassKey, FunctionFact, FunctionKey, Lowered
from tflint_autograph.project.bodies.liveness import liveness
from tflint_autograph.project.bodies.walks import walk
from tflint_autograph.project.index.blocks import blocks
from tflint_autograph.project.index.project import SourceProject

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis

WALRUS = "a walrus"
FOR_ELSE = "`for`/`else`"
WHILE_ELSE = "`while`/`else`"
MATCH = "`match`"
PRIVATE = "a name-mangled attribute"
GENERATOR = "a nested generator"
ASYNC = "a nested `async def`"
TWINS = "a second lambda on the same line"
ANNOTATED = "an annotation"


def disabled(analysis: Analysis, key: FunctionKey) -> str:
    """Returns the first construct for which AutoGraph gives up on the function, as one of the words above, or an empty string.

    AutoGraph converts a function with everything nested in it, and gives up on all of it (FACTS, "syntax that disables conversion of the
    whole enclosing function").
    """
    project, lowered = analysis.project, analysis.project.lowered(key)
    if lowered is None:
        return ""
    if lowered.fact.is_lambda and _has_twin(project, key, lowered.fact):
        return TWINS
    return next(_causes(project, key.path, lowered), "")


def is_private(attr: str) -> bool:
    """Whether Python mangles the attribute in a class; AutoGraph refuses it everywhere."""
    return attr.startswith("__") and not attr.endswith("__")


def _causes(project: SourceProject, path: str, lowered: Lowered) -> Iterator[str]:
    body = lowered.body
    if "NamedExpr" in body.kinds:
        yield WALRUS
    if any(is_private(attr) for attr in body.attributes):
        yield PRIVATE
    yield from _statements(body)
    if next(_annotated(project, path, lowered), None) is not None:
        yield ANNOTATED
    for inner in _nested(project, path, body):
        if inner.fact.is_async:
            yield ASYNC
        if inner.body.generator:
            yield GENERATOR
        yield from _causes(project, path, inner)


def _statements(body: Body) -> Iterator[str]:
    if not body.kinds & {"For", "While", "Match"}:
        return
    for statement in walk(body.statements):
        if isinstance(statement, ir.For) and statement.orelse:
            yield FOR_ELSE
        if isinstance(statement, ir.While) and statement.orelse:
            yield WHILE_ELSE
        if isinstance(statement, ir.Match) and refused(statement):
            yield MATCH


def annotated(project: SourceProject, path: str, lowered: Lowered) -> Iterator[At]:
    """Yields the places of annotated names for which AutoGraph gives up, in a function and the functions nested in it."""
    yield from _annotated(project, path, lowered)
    for inner in _nested(project, path, lowered.body):
        yield from annotated(project, path, inner)


def _annotated(project: SourceProject, path: str, lowered: Lowered) -> Iterator[At]:
    """Yields the annotated names that a branch or a loop body reads from outside or passes on.

    AutoGraph makes a function of every branch and loop body and declares such names `nonlocal` in it, which Python does not allow for an
    annotated name (tensorflow.python.autograph.converters.control_flow; tried under TensorFlow 2.21).
    """
    found = tuple(_in_blocks(lowered.body.statements, None)) if lowered.body.kinds & _BLOCKS else ()
    if not found:
        return
    live = liveness(project, path, lowered)
    for statement, name, block in found:
        if name in live.into[block.ordinal] | live.after[block.ordinal]:
            yield statement.at


def _in_blocks(statements: tuple[Statement, ...], block: Statement | None) -> Iterator[tuple[ir.Assign, str, Statement]]:
    """Yields the annotated names in branches and loops, each with the innermost branch or loop statement."""
    for statement in statements:
        if isinstance(statement, ir.Assign):
            target = statement.targets[0]
            if block is not None and statement.annotation is not None and isinstance(target, ir.Name):
                yield statement, target.id, block
            continue
        inner = statement if isinstance(statement, (ir.If, ir.For, ir.While)) else block
        for each in blocks(statement):
            yield from _in_blocks(each, inner)


_BLOCKS = frozenset({"If", "For", "While"})


def refused(statement: ir.Match) -> bool:
    """Whether AutoGraph refuses a `match`: a subject, guard, value pattern or class pattern reads a name.

    A `match` on a literal with literal patterns and captures is converted (tried under TensorFlow 2.21).
    """
    return _reads(statement.subject) or any(case.reads or _reads(case.guard) for case in statement.cases)


def _reads(expr: object) -> bool:
    if isinstance(expr, (ir.Name, ir.Attribute)):
        return True
    return isinstance(expr, tuple) and any(_reads(part) for part in expr)


def _nested(project: SourceProject, path: str, body: Body) -> Iterator[Lowered]:
    """Yields the functions, lambdas and methods of classes defined directly in a body."""
    names = list(body.functions)
    for statement in walk(body.statements) if "ClassDef" in body.kinds else ():
        if isinstance(statement, ir.Define) and statement.is_class:
            fact = project.cls(ClassKey(path, statement.qualname))
            names += [qualname for _, qualname in fact.methods] if fact is not None else []
    for name in names:
        lowered = project.lowered(FunctionKey(path, name))
        if lowered is not None:
            yield lowered


def _has_twin(project: SourceProject, key: FunctionKey, fact: FunctionFact) -> bool:
    """Whether a second lambda on the same line keeps AutoGraph from finding the source of this one (FACTS control_lambdas_same_line)."""
    names = project.body(FunctionKey(key.path, fact.parent or MODULE)).functions
    others = (project.function(FunctionKey(key.path, name)) for name in names if name != key.qualname)
    return any(
        other is not None and other.is_lambda and other.at.line == fact.at.line and _signature(other) == _signature(fact)
        for other in others
    )


def _signature(fact: FunctionFact) -> tuple[tuple[str, str], ...]:
    return tuple((parameter.name, parameter.kind) for parameter in fact.parameters)
