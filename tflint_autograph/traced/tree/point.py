"""A program point in a traced function: one statement, the state before it, and what surrounds it, without a syntax tree."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At, Expr, Statement
from tflint_autograph.model.facts import MODULE, ClassKey, FunctionKey
from tflint_autograph.model.record import record
from tflint_autograph.model.values import UNKNOWN, Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.arguments import as_written
from tflint_autograph.project.bodies.order import order
from tflint_autograph.project.callsites.caller import Caller
from tflint_autograph.project.callsites.renaming import in_caller
from tflint_autograph.project.interpreter.caching_evaluator import CachingEvaluator
from tflint_autograph.project.values.body_result import NO_ENV, BodyResult, Env
from tflint_autograph.tfapi.names import canonical

if TYPE_CHECKING:
    from tflint_autograph.traced.tree.pairs import CstStatement

Found = TypeVar("Found")
Names = ParamSpec("Names")
Point = TypeVar("Point", bound="TracedPoint")


@record
class EnclosingScope:
    """A compound statement around the current statement. `part` names the block that contains it: body, orelse, ...

    `node` is its libcst node, or None in a function that is not parsed with libcst.
    """

    node: CstStatement | None
    statement: Statement
    part: str

    @property
    def key(self) -> tuple[int, str]:
        """A unique key of this block in the function."""
        return self.statement.ordinal, self.part


class TracedPoint:
    """A function with the result of interpreting its body, and its current statement.

    `flow`: the result of interpreting the body. `statement`: the current statement, `env` the state before it, `frames` the compound
    statements around it, outermost first. `answers` caches the results of `once_a_function`, `made_once` and `on_every_path`, which an
    earlier view of the same function, `before`, shares.
    """

    def __init__(self, analysis: Analysis, key: FunctionKey) -> None:
        lowered = analysis.project.lowered(key)
        assert lowered is not None
        self.analysis = analysis
        self.key = key
        self.fact, self.body = lowered
        self.flow: BodyResult = analysis.results[key]
        self.is_root = key in analysis.roots
        self.statement: Statement | None = None
        self.frames: tuple[EnclosingScope, ...] = ()
        self.env: Env = {}
        self.before: TracedPoint | None = None
        self.answers: dict[object, Any] = {}

    def table(self, of: object) -> dict[Any, Any]:
        """Returns the table in which a function keeps what it has found out here, for the lifetime of this view."""
        found: dict[Any, Any] = self.answers.setdefault(of, {})
        return found

    def guarded_by(self, *words: str) -> Iterator[EnclosingScope]:
        """Yields the compound statements of these kinds around the statement, innermost first."""
        wanted = tuple(getattr(ir, word) for word in words)
        return (frame for frame in reversed(self.frames) if isinstance(frame.statement, wanted))

    def class_held(self, path: str) -> ClassKey | None:
        """Returns the class of a name or dotted name, if it is of the project, else None."""
        return self.env[path].cls if path in self.env else None

    def test(self, statement: Statement) -> Value:
        """Returns the value of the condition of an `if` or `while`, or of the iterable of a `for`."""
        return self.flow.conditions.get(statement.ordinal, UNKNOWN)

    def value_at(self, expr: Expr, ordinal: int) -> Value:
        """Returns the value of an expression before the statement `ordinal`."""
        return self._evaluator.value(expr, self.flow.states.get(ordinal, NO_ENV))

    def written_out(self, expr: Expr) -> Expr:
        """Returns an expression of a statement, or what a helper that it calls does nothing but return, in the names of this function."""
        return as_written(self.analysis, self.key, expr, flow=self.flow)

    def library_call(self, expr: Expr | None, ordinal: int) -> str:
        """Returns the canonical dotted name of what a call in a statement runs outside of the project, perhaps by a helper that only returns the
        result; an empty string for other expressions.
        """
        written = self.written_out(expr) if isinstance(expr, ir.Call) else expr
        return canonical(self.value_at(written.func, ordinal).name) if isinstance(written, ir.Call) else ""

    def only_call(self) -> tuple[FunctionKey, int, dict[str, Expr]] | None:
        """Returns the only traced call of a function that is no root: the caller, its statement, and what is passed for the parameters."""
        calls = [*self.analysis.sole_callers(self.key).items()] if not self.is_root else []
        (caller, at), ordinal = calls[0] if len(calls) == 1 else ((None, None), 0)
        flow = self.analysis.results.get(caller) if caller is not None and caller != self.key else None
        site = flow.calls.get(at) if flow is not None and at is not None else None
        if caller is None or flow is None or site is None:
            return None
        calling = Caller(self.analysis, caller, flow, traced=True)
        call = calling.call(site)
        target = next((each for each in site.func.callees if each.key == self.key), None)
        return (caller, ordinal, calling.arguments_and_receiver(call, target)) if call is not None and target is not None else None

    def is_open_argument(self, value: Value) -> bool:
        """Whether a value is an argument of a function that is no root, so that calls may pass something else. The only call passes what it does."""
        point, given = self.as_passed(value)
        return bool(given.parameter) and not point.is_root

    def as_passed(self, value: Value, depth: int = 3) -> tuple[TracedPoint, Value]:
        """Returns what the only call passes for an argument, with its caller; the value itself for any other value."""
        caller, ordinal, given = (depth and value.parameter and self.only_call()) or (None, 0, {})
        if caller is None or value.parameter not in given:
            return self, value
        outer = TracedPoint(self.analysis, caller)
        return outer.as_passed(outer.value_at(given[value.parameter], ordinal), depth - 1)

    @cached_property
    def as_caller(self) -> Caller:
        """The function as one that calls others."""
        return Caller(self.analysis, self.key, self.flow, traced=True)

    @cached_property
    def _evaluator(self) -> CachingEvaluator:
        return CachingEvaluator(self.analysis, self.key, self.fact.parent or MODULE, self.body, traced=True)


def on_every_path(excused: Callable[Concatenate[TracedPoint, Names], bool]) -> Callable[Concatenate[TracedPoint, Names], bool]:
    """Decorator for a property of a statement, so that it also covers a function of which every traced call has it.

    It is then true if `excused` is, at the statement or at some call on every call path from a root to it. A property of a name or dotted
    name is that of the name it has in the caller.
    """
    called = in_every_call(excused)

    def asked(fn: TracedPoint, /, *names: Names.args, **unused: Names.kwargs) -> bool:
        return excused(fn, *names, **unused) or called(fn, *names, **unused)

    return asked


def in_every_call(excused: Callable[Concatenate[TracedPoint, Names], bool]) -> Callable[Concatenate[TracedPoint, Names], bool]:
    """Decorator like `on_every_path` that considers the calls of the function alone, not the statement itself."""

    def asked(fn: TracedPoint, /, *names: Names.args, **unused: Names.kwargs) -> bool:
        known, query = (fn.before or fn).answers, (asked, names)
        if query not in known:
            known[query] = _at_every_call(fn.analysis, fn.key, excused, names)
        found: bool = known[query]
        return found

    return asked


def _at_every_call(analysis: Analysis, key: FunctionKey, excused: Callable[..., bool], names: tuple[Any, ...]) -> bool:
    waiting = [(key, names)]
    seen = {key}
    while waiting:
        callee, names = waiting.pop()
        callers = analysis.sole_callers(callee)
        if not callers:
            return False
        for (caller, at), ordinal in callers.items():
            if caller in seen:
                continue
            if names and caller not in analysis.results:
                return False
            there = tuple(_in_caller(analysis, name, callee, caller, at) for name in names)
            if not all(there):
                return False
            if not _is_excused(analysis, caller, ordinal, excused, there):
                seen.add(caller)
                waiting.append((caller, there))
    return True


def _in_caller(analysis: Analysis, name: str, callee: FunctionKey, caller: FunctionKey, at: At) -> str:
    """Returns the name that a name of a called function has in its caller, or an empty string."""
    calling = Caller(analysis, caller, analysis.results[caller], traced=True)
    site = calling.flow.calls.get(at)
    return in_caller(name, callee, calling, site) if site is not None else ""


def _is_excused(
    analysis: Analysis, key: FunctionKey, ordinal: int, excused: Callable[..., bool], names: tuple[str, ...]
) -> bool:
    if key not in analysis.results or analysis.project.lowered(key) is None:
        return False
    fn = TracedPoint(analysis, key)
    scopes = [*order(fn.body).holders(ordinal)]
    fn.statement = next((each for each in scopes[0].block if each.ordinal == ordinal), None) if scopes else None
    fn.frames = tuple(
        EnclosingScope(None, each.statement, _part(each.statement, each.block)) for each in reversed(scopes) if each.statement is not None
    )
    fn.env = fn.flow.states.get(ordinal, NO_ENV)
    return fn.statement is not None and excused(fn, *names)


def _part(statement: Statement, block: tuple[Statement, ...]) -> str:
    """Returns the word for a block of a compound statement."""
    named = (word for word in ("body", "orelse", "final") if getattr(statement, word, None) is block)
    return next(named, "body" if isinstance(statement, ir.Match) else "handler")


def made_once(make: Callable[[Point], Found]) -> Callable[[Point], Found]:
    """Caches the result of `make`, such as a table, for the lifetime of a view of a function."""

    @wraps(make)
    def asked(fn: Point) -> Found:
        if make not in fn.answers:
            fn.answers[make] = make(fn)
        found: Found = fn.answers[make]
        return found

    return asked
