"""Results of interpreting eager code, computed on demand. Independent of tracing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tflint_autograph.model.facts import MODULE, FunctionKey
from tflint_autograph.model.joins import widened
from tflint_autograph.model.values import BOTTOM, NOTHING, UNKNOWN, Origin, Value
from tflint_autograph.project.execution_mode.relevant_calls import is_relevant_call
from tflint_autograph.project.queries.cycles import FLOW, MODULE_FLOW, CyclicQuery, Member
from tflint_autograph.project.queries.query import query
from tflint_autograph.project.values.arithmetic import OPERATORS
from tflint_autograph.project.values.body_result import BodyResult, CallSite, Env

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis

DEEPEST = 24
"""Maximum depth of nested calls between eager functions. Results of deeper calls are unknown."""

MOST_PASSES = 3
"""Maximum number of passes over a recursive eager function until its result is taken for unknown."""

_SCOPES = frozenset({"FunctionDef", "AsyncFunctionDef", "Lambda", "ClassDef"})


class EagerFunctions:
    """Functions and modules interpreted as eager code with unknown parameters. `depth` is the current call depth."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.cycle_guard = analysis.cycle_guard
        self.project = analysis.project
        self.depth = 0
        self.kept: dict[FunctionKey, BodyResult] = {}
        self._values: dict[Value, Value] = {}
        self._read: dict[FunctionKey, Value] = {}
        self._first_pass: set[FunctionKey] = set()
        self._lambdas: dict[FunctionKey, tuple[str, ...]] = {}

    def calls_of(self, key: FunctionKey) -> BodyResult:
        """Returns the result of a function or module with its call sites. Inside a cycle, returns what is known so far."""
        if key in self.kept:
            self.cycle_guard.read(_query(key))
            return self.kept[key]
        member, reached = Member(_query(key), self.kept, lambda: self.calls_of(key)), self.cycle_guard.reached
        while key not in self.kept:
            start, passes = reached.get(member.query, (None, 0))
            flow = BodyResult(result=start)
            with self.cycle_guard.computing(member, flow) as computation:
                if self.depth < DEEPEST:
                    computation.repeats = self._pass(key, flow, passes)
                else:
                    flow.limit = "call-depth"
            if computation.repeats:
                reached[member.query] = flow.result and (widened(flow.result) if passes + 1 < MOST_PASSES else UNKNOWN), passes + 1
        return self.kept[key]

    def flows(self, key: FunctionKey) -> Iterator[tuple[FunctionKey, BodyResult]]:
        """Yields the results of a function or module as eager code, and of the lambdas in it."""
        yield from ((each, self.calls_of(each)) for each in self.with_lambdas(key))

    def with_lambdas(self, key: FunctionKey) -> Iterator[FunctionKey]:
        """Yields a function or module, and the lambdas in it."""
        yield key
        yield from (FunctionKey(key.path, name) for name in self.lambdas_in(key))

    def is_open(self, key: FunctionKey) -> bool:
        """Whether the result with call sites is being computed, so that it still changes."""
        return self.cycle_guard.is_open(_query(key))

    def settled(self, key: FunctionKey) -> list[BodyResult] | None:
        """Returns the results of `flows` if all of them are known and final, else None."""
        lambdas = self._lambdas.get(key)
        keys = [key, *(FunctionKey(key.path, name) for name in lambdas)] if lambdas is not None else []
        is_known = all(each in self.kept and not self.cycle_guard.is_unsettled(_query(each)) for each in keys)
        return [self.kept[each] for each in keys] if keys and is_known else None

    def lambdas_in(self, key: FunctionKey) -> tuple[str, ...]:
        """Returns the qualified names of the lambdas in a function or module."""
        if key not in self._lambdas:
            fact = self.project.function(key)
            names = self.project.body(key).functions if key.qualname == MODULE or (fact is not None and fact.lambdas) else ()
            self._lambdas[key] = tuple(name for name in names if name.rpartition(".")[2].startswith("<lambda "))
        return self._lambdas[key]

    def returned(self, key: FunctionKey) -> Value:
        """Returns the result of a call. In a recursive call it is what is known so far: bottom in the first pass, later that of the last."""
        flow = self.calls_of(key)
        if not self.is_unfinished(key):
            return flow.returned
        value = flow.result or (BOTTOM if key in self._first_pass else UNKNOWN)
        self._read[key] = value
        return value

    def _pass(self, key: FunctionKey, flow: BodyResult, passes: int) -> bool:
        """Interprets a body. Returns whether another pass is needed, since a recursive call in it read another result than this one."""
        self._read.pop(key, None)
        (self._first_pass.discard if passes else self._first_pass.add)(key)
        self._fill(key, flow)
        flow.limit = "recursion" if passes == MOST_PASSES else ""
        return key in self._read and passes < MOST_PASSES and self._read[key] != (widened(flow.result) if flow.result else UNKNOWN)

    def _fill(self, key: FunctionKey, flow: BodyResult) -> None:
        self.depth += 1
        try:
            self._run(key, flow)
        except RecursionError:
            self.project.too_deep.add(key.path)
        finally:
            self.depth -= 1
        flow.compact(self.one, self._tells, encloses=self._encloses(key), methods=OPERATORS)

    @query
    def states(self, key: FunctionKey) -> dict[int, Env]:
        """Returns the state before each statement, by ordinal. Computed on demand."""
        return self.full_result(key).states

    def full_result(self, key: FunctionKey, given: Env | None = None) -> BodyResult:
        """Returns the complete result of a body, with the parameters in `given` known. It is not cached."""
        flow = BodyResult()
        self._run(key, flow, given)
        return flow

    def result_with(self, key: FunctionKey, given: Env) -> BodyResult:
        """Returns the result of a body with its call sites and the parameters in `given` known. It is not cached."""
        flow = self.full_result(key, given)
        flow.compact(self.one, self._tells, encloses=self._encloses(key), methods=OPERATORS)
        return flow

    @query
    def with_arguments(self, key: FunctionKey) -> BodyResult:
        """Returns the result of a constructor, or of a function around a root, with its known arguments."""
        return self.result_with(key, self.analysis.arguments_of(key) or {})

    def is_unfinished(self, key: FunctionKey) -> bool:
        """Whether the result of a function or module is still being computed."""
        return self.cycle_guard.is_open(_query(key))

    def _run(self, key: FunctionKey, flow: BodyResult, given: Env | None = None) -> None:
        before, self.analysis.running = self.analysis.running, None
        try:
            self._run_through(key, flow, given or {})
        finally:
            self.analysis.running = before

    def _run_through(self, key: FunctionKey, flow: BodyResult, given: Env) -> None:
        if key.qualname == MODULE:
            module = self.project.module(key.path)
            if module is not None:
                self.analysis.run(key, module.body, MODULE, {}, traced=False, flow=flow)
            return
        lowered = self.project.lowered(key)
        if lowered is not None:
            entry = self.analysis.parameters(key, Origin.UNKNOWN) | given
            self.analysis.run(key, lowered.body, lowered.fact.parent or MODULE, entry, traced=False, flow=flow)

    def _encloses(self, key: FunctionKey) -> bool:
        """Whether the body may contain functions, lambdas or classes that can see its names."""
        lowered = self.project.lowered(key) if key.qualname != MODULE else None
        return lowered is None or not _SCOPES.isdisjoint(lowered.body.kinds)

    def _tells(self, site: CallSite) -> bool:
        return is_relevant_call(site, self.analysis.extra_roots)

    def one(self, value: Value) -> Value:
        """Returns the first of all equal values that contain no other value, to save memory: thousands of calls have equal results."""
        if value is UNKNOWN:
            return value
        is_plain = value.items is None and value.element is None and not value.callees and value.provenance is None
        return self._values.setdefault(value, value) if is_plain and value.const is NOTHING else value


def _query(key: FunctionKey) -> CyclicQuery:
    return (MODULE_FLOW if key.qualname == MODULE else FLOW), key
