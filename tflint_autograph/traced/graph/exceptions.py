"""Classifies the exceptions that traced code raises and catches."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.facts import ClassKey
from tflint_autograph.model.values import Value
from tflint_autograph.project.bodies.walks import caught_by, holds, read_in, walk
from tflint_autograph.project.index.blocks import blocks
from tflint_autograph.project.mutation.entry_points import is_left_to_others
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.tree.function_view import FunctionView
from tflint_autograph.traced.tree.point import TracedPoint, on_every_path

HANDLES_GRAPH = "it handles an error of the running graph, which leaves the traced function"

SUPPRESS = "contextlib.suppress"

_RECREATED = frozenset({"builtins.Exception", "builtins.BaseException"})


def handles_lost(fn: FunctionView) -> bool:
    """Whether the function raises what AutoGraph does not re-create, or catches what a running graph raises."""
    for statement in walk(fn.body.statements):
        if isinstance(statement, ir.Raise) and any(is_lost_error(fn.seen_value(value), fn) for value in statement.values):
            return True
        if isinstance(statement, ir.Try) and _catches_graph(statement, fn):
            return True
        if isinstance(statement, ir.With) and any(isinstance(each, ir.Call) and _suppresses(each, statement, fn) for each, _ in statement.items):
            return True
    return False


def _suppresses(call: ir.Call, statement: ir.With, fn: FunctionView) -> bool:
    """Whether a context is `contextlib.suppress` with a TensorFlow error."""
    names = [canonical(fn.value_at(each, statement.ordinal).name) for each in (call.func, *(argument.value for argument in call.args))]
    return names[0] == SUPPRESS and any(map(is_graph_error, names[1:]))


def _catches_graph(statement: ir.Try, fn: FunctionView) -> bool:
    """Whether an `except` names a TensorFlow error."""
    types = (each for handler in statement.handlers for each in caught_by(handler.type))
    return any(is_graph_error(canonical(fn.value_at(each, statement.ordinal).name)) for each in types)


def is_graph_error(name: str) -> bool:
    """Whether an exception is raised by a running graph."""
    return name.startswith("tensorflow.errors.")


@on_every_path
def handles_graph(fn: TracedPoint) -> bool:
    """Whether an `except` around the current statement names errors of the running graph alone."""
    around = (frame.statement for frame in fn.frames if isinstance(frame.statement, ir.Try) and frame.part == "handler")
    return fn.statement is not None and any(_handled_by(each, fn.statement.ordinal, fn) for each in around)


def _handled_by(statement: ir.Try, ordinal: int, fn: TracedPoint) -> bool:
    handler = next((each for each in statement.handlers if holds(each.body, ordinal)), None)
    names = [canonical(fn.value_at(each, statement.ordinal).name) for each in caught_by(handler.type)] if handler is not None else []
    return bool(names) and all(map(is_graph_error, names))


def takes_next(statement: ir.Statement, fn: FunctionView) -> bool:
    """Whether a statement takes the next element of an iterator that the function is passed, as an operation if it is one of a dataset."""
    taken = (site.args[0][1] for site in fn.sites(statement) if site.func.name == "builtins.next" and site.args)
    return any(bool(value.parameter) for value in taken)


def is_lost_error(raised: Value, fn: FunctionView) -> bool:
    """Whether the value is a project exception that AutoGraph does not re-create with the original location.

    It does for a class with the constructor of `Exception` itself, which even `ValueError` does not have, and for some built-in ones
    (tensorflow.python.autograph.pyct.error_utils).
    """
    if raised.cls is None:
        return False
    if fn.analysis.classes.method(raised.cls, "__init__") is not None:
        return True
    bases = fn.analysis.classes.external(raised.cls)
    return bool(bases) and all(each.startswith("builtins.") for each in bases) and bases[0] not in _RECREATED


def only_raises(block: tuple[ir.Statement, ...]) -> bool:
    """Whether the block of an `except` ends in a `raise` on its only path: an error leaves the function with it and without it."""
    return isinstance(block[-1], ir.Raise) and not any(blocks(each) for each in block)


def may_be_caught(cls: ClassKey, fn: FunctionView) -> bool:
    """Whether the function around the statement, or a traced function that reaches it, has an `except` for an exception of the class.

    AutoGraph makes another exception only where one leaves the traced function (tensorflow.python.eager.polymorphic_function).
    """
    lineage = set(fn.analysis.classes.lineage(cls))
    outside = {*fn.analysis.classes.external(cls), *_RECREATED}
    for key in sorted(fn.analysis.callers_above(fn.key)):
        view = fn if key == fn.key else FunctionView(fn.analysis, key, fn.trace)
        for statement in walk(view.body.statements):
            if not isinstance(statement, ir.Try) or (view is fn and not any(each is fn.statement for each in walk(statement.body))):
                continue
            for handler in statement.handlers:
                caught = [view.value_at(each, statement.ordinal) for each in caught_by(handler.type)]
                if handler.type is None or any(value.klass in lineage or canonical(value.name) in outside for value in caught):
                    return True
    return False


def is_awaited(cls: ClassKey, fn: FunctionView) -> bool:
    """Whether eager code asks for the class: by an `except`, or as what a call or a tuple gets, such as `pytest.raises(Missing)`; whether an
    `except` around a call of the function names an error that it is; or whether code outside of the project may call the function.

    Where none does, the program ends with the same text, whatever the class.
    """
    analysis, runs = fn.analysis, fn.analysis.name_writes.runs.of_traced(fn.key)
    if any(is_left_to_others(analysis, each) for each in (*analysis.roots_above(fn.key), *runs)):
        return True
    lineage, outside = set(analysis.classes.lineage(cls)), {*analysis.classes.external(cls)} - _RECREATED
    names = frozenset(each.qualname.rpartition(".")[2] for each in lineage if isinstance(each, ClassKey))
    for key in sorted({*analysis.project.all_mentioning(names), *runs} - {*analysis.results}):
        if any(analysis.evaluate_at_definition(key.path, "", each).klass in lineage for each in _handed_on(analysis.project.body(key))):
            return True
        for statement in walk(analysis.project.body(key).statements):
            is_around = isinstance(statement, ir.Try) and any(holds(statement.body, run.ordinal) for run in runs.get(key, ()))
            for handler in statement.handlers if isinstance(statement, ir.Try) else ():
                caught = [analysis.evaluate_at_definition(key.path, "", each) for each in caught_by(handler.type)]
                if any(value.klass in lineage or (is_around and canonical(value.name) in outside) for value in caught):
                    return True
    return False


def _handed_on(body: ir.Body) -> Iterator[ir.Expr]:
    """Yields the names and attributes that a body passes to calls, or puts into lists and tuples."""
    for part in read_in(body.statements):
        given = [each.value for each in part.args] if isinstance(part, ir.Call) else part.items if isinstance(part, ir.Display) else ()
        yield from (each for each in given if isinstance(each, (ir.Name, ir.Attribute)))
