"""What runs of eager code show of a read in a traced function: that its value is not the one of the first call, or that it always is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tflint_autograph.facts.scan import innermost
from tflint_autograph.model.body import Expr
from tflint_autograph.model.facts import MODULE, FunctionKey
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.location import Span
from tflint_autograph.model.trace import Step
from tflint_autograph.project.bodies.walks import walk
from tflint_autograph.project.mutation.confidence import NameWrite
from tflint_autograph.traced.tree.function_view import FunctionView, once_a_function
from tflint_autograph.traced.tree.states import Held, Late, Needed, StaleRead, spelling


@once_a_function
def stale_globals(fn: FunctionView) -> Iterator[str]:
    """Yields the last words of the names and members of modules of which a read in the function is stale."""
    yield from (each.word for each in fn.states.stale if each.held is Held.NAME)


@once_a_function
def stale_attributes(fn: FunctionView) -> Iterator[str]:
    """Yields the names of the attributes of which a read in the function is stale."""
    yield from (each.word for each in fn.states.stale if each.held in (Held.ATTRIBUTE, Held.FLAGS))


def created_late(fn: FunctionView) -> Mapping[int, Late]:
    """Returns the statements that create a variable in a trace after the first one, which runs show, with what they show of it."""
    return dict(fn.states.late)


def met_leaks(fn: FunctionView) -> Mapping[int, Confidence]:
    """Returns the statements that store a tensor which another trace, or eager code, uses, as runs show, with the confidence."""
    return {ordinal: Confidence.HIGH if is_sure else Confidence.MEDIUM for ordinal, is_sure in fn.states.leaks}


def needed_results(fn: FunctionView) -> tuple[Needed, ...]:
    """Returns the uses, in eager code, of results of the function that need Python values."""
    return fn.states.needed


def written_files(fn: FunctionView) -> Mapping[object, Span]:
    """Returns the files that eager code writes after a traced call, by name, with the place."""
    return dict(fn.states.files)


def met_variable(fn: FunctionView) -> StaleRead | None:
    """Returns the stale read of a variable of the environment by the current statement."""
    if fn.statement is None:
        return None
    found = (each for each in fn.states.stale if each.held is Held.ENVIRONMENT)
    return next((each for each in found if each.ordinal == fn.statement.ordinal), None)


def met_write(expr: Expr, held: Held, fn: FunctionView) -> NameWrite | None:
    """Returns the change that a run shows between calls of the trace in which the current statement reads an expression."""
    found = fn.states.at(fn.statement.ordinal, spelling(expr)) if fn.statement is not None and fn.states.stale else None
    return _as_write(found, fn) if found is not None and found.held is held else None


def _as_write(found: StaleRead, fn: FunctionView) -> NameWrite:
    where = "here" if found.writer.qualname == MODULE else f"in `{fn.analysis.project.display(found.writer).rpartition('.')[2]}`"
    confidence = Confidence.HIGH if found.is_sure else Confidence.MEDIUM
    return NameWrite(Step(found.changed, f"`{found.name or found.word}` is changed {where}"), confidence, rebinds=True, is_around=True, is_met=True)


def is_steady(expr: Expr, write: NameWrite, fn: FunctionView) -> bool:
    """Whether runs meet this change, and what the expression reads is the same in all calls of each trace."""
    if spelling(expr) not in fn.states.steady:
        return False
    span, project = write.step.span, fn.analysis.project
    module = project.module(span.path)
    qualname = next(iter(innermost(module.functions, [span.start.line])), None) if module is not None else None
    if qualname is None:
        return False
    writer, start = FunctionKey(span.path, qualname), (span.start.line, span.start.column)
    before = [each for each in walk(project.body(writer).statements) if each.at[:2] <= start]
    return bool(before) and (writer, max(before, key=lambda each: each.at[:2]).ordinal) in fn.states.written
