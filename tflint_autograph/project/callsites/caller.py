"""The context of a call: its function or module, the loops around it, and its argument expressions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import takewhile

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At, Body, Expr, Statement
from tflint_autograph.model.facts import MODULE, FunctionFact, FunctionKey, Lowered
from tflint_autograph.model.record import record
from tflint_autograph.model.values import Callee, Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.arguments import arguments, arguments_and_receiver
from tflint_autograph.project.bodies.order import call_at, order
from tflint_autograph.project.bodies.single import loop_target, only_assignment
from tflint_autograph.project.bodies.walks import expressions, parts, targets
from tflint_autograph.project.index.blocks import paired
from tflint_autograph.project.interpreter.caching_evaluator import CachingEvaluator
from tflint_autograph.project.queries.query import query
from tflint_autograph.project.values.body_result import NO_ENV, BodyResult, CallSite, Env
from tflint_autograph.project.values.scope import Arguments


@record
class EagerLoop:
    """A Python loop around a place: a statement, or a clause of a comprehension; `statement` then contains the clause.

    `target` and `iterable` are None for `while`. `body` are the statements that run in each iteration.
    """

    statement: Statement
    target: Expr | None
    iterable: Expr | None
    body: tuple[Statement, ...]


class ProgramPoint:
    """A place in a function: the ordinal of its statement, the loops around it (outermost first) and the state there.

    The state is computed on demand, since most users need only the loops.
    """

    def __init__(self, caller: Caller, ordinal: int, loops: tuple[EagerLoop, ...], clauses: tuple[ir.Clause, ...] = ()) -> None:
        self.caller = caller
        self.ordinal = ordinal
        self.loops = loops
        self._clauses = clauses

    @cached_property
    def env(self) -> Env:
        """The values of the names at this place."""
        return self.caller.env(self.ordinal, self._clauses)

    def value(self, expr: Expr) -> Value:
        """Returns the value of an expression at this place."""
        return self._evaluator.value(expr, self.env)

    @cached_property
    def _evaluator(self) -> CachingEvaluator:
        return self.caller.evaluator()

    def without(self, path: str) -> ProgramPoint:
        """Returns this place with the value of a dotted name forgotten."""
        place = ProgramPoint(self.caller, self.ordinal, self.loops)
        place.env = {name: value for name, value in self.env.items() if name != path}
        return place

    def called(self, call: ir.Call) -> str:
        """Returns the dotted name of the called function, or an empty string for project functions and unknown ones."""
        return self.value(call.func).name


class Caller:
    """A function, or a module (`key.qualname` is then `MODULE`), that calls or creates traced functions.

    `traced`: `flow` is the result of tracing, otherwise that of eager code.
    """

    def __init__(self, analysis: Analysis, key: FunctionKey, flow: BodyResult, *, traced: bool) -> None:
        self.analysis = analysis
        self.key = key
        self.flow = flow
        self.traced = traced
        self.name = analysis.project.display(key)

    @cached_property
    def _lowered(self) -> Lowered | None:
        return self.analysis.project.lowered(self.key) if self.key.qualname != MODULE else None

    @cached_property
    def fact(self) -> FunctionFact | None:
        """The function; None for a module."""
        return self._lowered.fact if self._lowered is not None else None

    @cached_property
    def body(self) -> Body:
        """The body of the function, or of the module."""
        if self._lowered is not None:
            return self._lowered.body
        module = self.analysis.project.module(self.key.path)
        assert module is not None
        return module.body

    @cached_property
    def statements(self) -> dict[int, Statement]:
        """The statements by their ordinals."""
        return order(self.body).statements

    @cached_property
    def methods(self) -> frozenset[str]:
        """The names of the methods that are called."""
        return frozenset(site.method for site in self.flow.calls.values())

    def evaluator(self) -> CachingEvaluator:
        """The evaluator for the expressions of the function."""
        parent = (self.fact.parent if self.fact is not None else "") or MODULE
        return CachingEvaluator(self.analysis, self.key, parent, self.body, traced=self.traced)

    def call(self, site: CallSite) -> ir.Call | None:
        """Returns the expression of a call."""
        return call_at(self.body, site.index, site.at)

    def arguments(self, call: ir.Call, target: Callee) -> dict[str, Expr]:
        """Returns the argument expressions of a call by parameter name (`bodies.arguments`)."""
        return arguments(call, self.body, target, self.analysis.project.function(target.key))

    def arguments_and_receiver(self, call: ir.Call, target: Callee) -> dict[str, Expr]:
        """Returns the argument expressions of a call by parameter name, with the object whose method it runs.

        What the function unpacks first of a tuple that the call writes out counts by the names it gives to the items.
        """
        found = arguments_and_receiver(call, self.body, target, self.analysis.project.function(target.key))
        first = next(iter(self.analysis.project.body(target.key).statements), None)
        packed = found.get(first.value.id) if isinstance(first, ir.Assign) and isinstance(first.value, ir.Name) else None
        names = first.targets[0] if isinstance(first, ir.Assign) and len(first.targets) == 1 else None
        if isinstance(names, ir.Display) and packed is not None:
            found = {name.id: item for name, item in paired(names, packed) if isinstance(name, ir.Name)} | found
        return found

    @query
    def place(self, ordinal: int, at: At | None = None) -> ProgramPoint:
        """Returns the program point of a statement, or of the call at `at` in it: the same object each time, with the values it knows."""
        loops = [
            EagerLoop(each, loop_target(each) if isinstance(each, ir.For) else None, each.iterable if isinstance(each, ir.For) else None, each.body)
            for each in reversed([*order(self.body).loops(ordinal)])
        ]
        statement = self.statements.get(ordinal)
        inner: list[ir.Clause] = []
        for expr in (*expressions(statement), *targets(statement)) if statement is not None and at is not None else ():
            for each, clauses in _inside(expr, ()):
                if isinstance(each, ir.Call) and each.at == at:
                    inner += clauses
                    loops += [EagerLoop(statement, one.target, one.iterable, ()) for one in clauses if statement is not None]
        return ProgramPoint(self, ordinal, tuple(loops), tuple(inner))

    def env(self, ordinal: int, clauses: tuple[ir.Clause, ...]) -> Env:
        """Returns the state before a statement, and inside the given clauses of its comprehensions."""
        envs = self.flow.states if self.traced or self.flow.states else self.analysis.visible_arguments.states(self.key)
        env = envs.get(ordinal, NO_ENV)
        if not clauses:
            return env
        run = self.evaluator()
        run.env = env
        return run.inside(clauses)


def fixed(call: ir.Call, ordinal: int, caller: Caller, target: Callee) -> Iterator[tuple[str, Expr, ProgramPoint]]:
    """Yields the arguments that `functools.partial` bound before a call of its result, with the place where it was created."""
    made: Expr = call.func
    if not target.bound_args and not target.bound_keywords:
        return
    if isinstance(made, ir.Name) and (assigned := only_assignment(caller.body, made.id)) is not None and assigned.value is not None:
        made, ordinal = assigned.value, assigned.ordinal
    if isinstance(made, ir.Call) and made.args:
        place = caller.place(ordinal, made.at)
        inner = ir.Call(made.args[0].value, made.args[1:], made.at)
        if place.called(made) == "functools.partial":
            found = caller.arguments(inner, target._replace(bound_args=(), bound_keywords=()))
            yield from ((name, expr, place) for name, expr in found.items())


def passed(call: ir.Call, args: Arguments) -> Iterator[tuple[Expr, Value]]:
    """Yields the argument expressions of a call with their values, without unpacked arguments and those after them."""
    named = dict(args)
    before = takewhile(lambda each: each.keyword is None, call.args)
    yield from zip((each.value for each in before), (value for keyword, value in args if keyword is None), strict=False)
    yield from ((each.value, named[each.keyword]) for each in call.args if each.keyword not in (None, "*", "**"))


def _inside(expr: Expr, clauses: tuple[ir.Clause, ...]) -> Iterator[tuple[Expr, tuple[ir.Clause, ...]]]:
    """Yields every expression in `expr`, itself included, with the comprehension clauses around it."""
    waiting = [(expr, clauses)]
    while waiting:
        part, outer = waiting.pop()
        yield part, outer
        waiting += reversed(list(_below(part, outer)))


def _below(expr: Expr, clauses: tuple[ir.Clause, ...]) -> Iterator[tuple[Expr, tuple[ir.Clause, ...]]]:
    """Yields the direct subexpressions, each with the comprehension clauses around it."""
    if not isinstance(expr, ir.Comprehension):
        yield from ((part, clauses) for part in parts(expr))
        return
    for number, clause in enumerate(expr.clauses):
        outer = (*clauses, *expr.clauses[:number])
        yield clause.iterable, outer
        yield from ((condition, (*outer, clause)) for condition in clause.conditions)
    yield from ((part, (*clauses, *expr.clauses)) for part in (expr.key, expr.element) if part is not None)
