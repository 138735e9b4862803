"""Follows a call in eager code into the function it leads to: what that returns or yields, with the arguments of the call known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr, Statement
from tflint_autograph.model.facts import MODULE, ClassKey
from tflint_autograph.model.joins import join_all
from tflint_autograph.model.record import record
from tflint_autograph.model.values import Callee, Kind, Origin, Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.walks import (
    calls,
    descendants,
    dotted_path,
    expressions,
    read_parts,
    targets,
    walk,
)
from tflint_autograph.project.callsites.caller import Caller, ProgramPoint
from tflint_autograph.project.callsites.renaming import in_callee
from tflint_autograph.project.values.body_result import Env
from tflint_autograph.project.values.signature import bind
from tflint_autograph.traced.graph.attribute_numbers import put_by_constructors

DEEPEST = 3
"""Maximum depth to which calls are followed."""

GROWTH = frozenset({"append", "extend", "add", "insert", "pop", "popleft", "appendleft", "remove", "update"})
"""The methods that change the length of a container."""

NUMBERS = ("builtins.int", "builtins.float", "builtins.complex")


def entered(call: ir.Call, place: ProgramPoint) -> tuple[Caller, Value | None, Callee] | None:
    """Returns the only project function that a call runs, interpreted with its arguments, with what it returns, and how it is called.

    None for other calls.
    """
    analysis, targets = place.caller.analysis, place.value(call.func).callees or _of_given_object(call.func, place)
    target = targets[0] if len(targets) == 1 and not targets[0].wrapper else None
    lowered = analysis.project.lowered(target.key) if target is not None else None
    if target is None or lowered is None or lowered.fact.decorators or any(each.keyword in ("*", "**") for each in call.args):
        return None
    args = tuple((each.keyword, place.value(each.value)) for each in call.args)
    entry = {**analysis.parameters(target.key, Origin.UNKNOWN), **bind(lowered.fact, target, args)}
    entry |= _numbers_of_receiver(analysis, target, entry)
    flow = analysis.run(target.key, lowered.body, lowered.fact.parent or MODULE, entry, traced=False)
    return Caller(analysis, target.key, flow, traced=False), flow.result, target


def _of_given_object(func: Expr, place: ProgramPoint) -> tuple[Callee, ...]:
    """Returns the method of an object that a constructor is given and keeps: `self.schedule.next`."""
    if not isinstance(func, ir.Attribute) or not isinstance(func.value, ir.Attribute):
        return ()
    analysis, owner = place.caller.analysis, place.value(func.value.value).cls
    values = put_by_constructors(analysis, owner, func.value.attr) if owner is not None else ()
    one = join_all(values)
    return analysis.attribute(one, func.attr, traced=False).callees if one.cls is not None else ()


def returned(inner: Caller) -> Iterator[tuple[Expr, ProgramPoint]]:
    """Yields the expressions that a function returns, with their places. `return` without a value counts as `None`."""
    for statement in inner.statements.values():
        if isinstance(statement, ir.Return):
            yield statement.value or ir.Constant(None), inner.place(statement.ordinal)


def yielded(inner: Caller) -> Iterator[tuple[Expr, ProgramPoint]]:
    """Yields the expressions that a generator yields, with their places."""
    for statement in inner.statements.values():
        for part in read_parts(statement):
            if isinstance(part, ir.Yield):
                yield part.value, inner.place(statement.ordinal)


def holds_numbers(analysis: Analysis, cls: ClassKey | None, attr: str) -> bool:
    """Whether all constructors, and the calls that pass them arguments, put a Python scalar into an attribute."""
    values = put_by_constructors(analysis, cls, attr) if cls is not None else ()
    return bool(values) and all(value.kind is Kind.PYTHON and value.type in NUMBERS for value in values)


def _numbers_of_receiver(analysis: Analysis, target: Callee, entry: Env) -> Env:
    """Returns the attributes of the receiver that a method reads and that hold numbers, by dotted name."""
    lowered = analysis.project.lowered(target.key)
    if lowered is None or not lowered.fact.receiver:
        return {}
    own = lowered.fact.receiver
    cls = entry[own].cls
    found: Env = {}
    for attr in lowered.body.attributes:
        if holds_numbers(analysis, cls, attr) and cls is not None:
            one = join_all(put_by_constructors(analysis, cls, attr))
            kind = one.type if one.type in NUMBERS else "builtins.float"
            found[f"{own}.{attr}"] = Value(Kind.PYTHON, Origin.OUTER, type=kind, spelling=f"{own}.{attr}")
    return found


def sources(inner: Caller, exprs: list[Expr]) -> set[str]:
    """Returns the names on which expressions of a function depend, through the statements that bind others of them."""
    found: set[str] = set()
    waiting = [each.id for expr in exprs for each in descendants(expr) if isinstance(each, ir.Name)]
    while waiting:
        found.update(waiting)
        bound = [each for each in inner.statements.values() if any(name.id in waiting for target in targets(each) for name in _names_in(target))]
        waiting = [name.id for each in bound for expr in expressions(each) for name in _names_in(expr) if name.id not in found]
    return found


def _names_in(expr: Expr) -> Iterator[ir.Name]:
    return (each for each in descendants(expr) if isinstance(each, ir.Name))


@record
class Reached:
    """A statement that runs where others call functions of the project: the dotted name that a path has there, and the file.

    `by_method`: a method is called on the way, which may be another one in a subclass.
    """

    statement: Statement
    name: str
    path: str
    by_method: bool = False

    def sets(self) -> bool:
        """Whether the statement sets what the name stands for to something other than a constant."""
        each = self.statement
        if isinstance(each, ir.Augment):
            return dotted_path(each.target) == self.name
        return isinstance(each, ir.Assign) and self.name in map(dotted_path, each.targets) and not isinstance(each.value, (ir.Constant, type(None)))

    def grows(self) -> bool:
        """Whether the statement changes the length of what the name stands for."""
        return any(
            isinstance(call.func, ir.Attribute) and call.func.attr in GROWTH and dotted_path(call.func.value) == self.name
            for call in calls(self.statement)
        )


def reached(name: str, body: tuple[Statement, ...], caller: Caller, depth: int = DEEPEST) -> Iterator[Reached]:
    """Yields these statements of a caller, and those of the functions and methods they call with the owner of a dotted name or itself."""
    for statement in walk(body):
        yield Reached(statement, name, caller.key.path)
        for call in calls(statement) if depth else ():
            for target, inside in in_callee(name, call, caller):
                if target.key in caller.analysis.results:
                    continue
                flow = caller.analysis.visible_arguments.flow(target.key)
                lowered = caller.analysis.project.lowered(target.key)
                called = Caller(caller.analysis, target.key, flow, traced=False)
                for each in reached(inside, lowered.body.statements, called, depth - 1) if lowered is not None else ():
                    yield replace(each, by_method=each.by_method or target.receiver is not None)
