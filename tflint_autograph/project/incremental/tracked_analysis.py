"""An analysis and a tracing whose results are kept in a query database from one run to the next.

Results for eager code are recomputed only if something they read has changed. Tracing is a sequence of steps: a function is followed again
only if something it read, or its arguments, changed; otherwise the recorded effects are repeated.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from operator import attrgetter
from typing import Any, TypeVar, cast

from tflint_autograph.model.body import At, Body
from tflint_autograph.model.facts import FunctionFact, FunctionKey, Lowered, ModuleFacts
from tflint_autograph.model.sameness import same
from tflint_autograph.model.trace import Trace
from tflint_autograph.model.values import Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.eager_code import DEEPEST, EagerFunctions
from tflint_autograph.project.incremental.query_database import QueryDatabase
from tflint_autograph.project.incremental.tracked_project import OF_NAMES, TrackedProject
from tflint_autograph.project.incremental.tracking import TrackedDict, TrackedSet, record, track, track_cached
from tflint_autograph.project.roots.root import Root
from tflint_autograph.project.roots.roots import Roots
from tflint_autograph.project.tracing.tracing import Tracing
from tflint_autograph.project.tracing.unconverted import Edge, Unconverted
from tflint_autograph.project.values.body_result import BodyResult, Env, Part, Write

T = TypeVar("T")

_OWNERS = (
    "classes", "attributes", "attributes.shared", "default_values", "eager_functions", "tracers", "filled", "importing", "keras_versions",
    "eager_settings", "call_sites", "constructor_arguments", "visible_arguments", "passed_functions", "containers", "name_writes", "name_writes.attribute_writes",
    "name_writes.runs",
)  # fmt: skip
"""The parts of an analysis that cache results of their methods."""

_TABLES = (("eager_functions", "lambdas_in", "_lambdas"), ("call_sites", "found_in", "_found_in"), ("name_writes", "of_name", "_globals"))
"""Methods of these parts that store results in a table of their own."""


class TrackedAnalysis(Analysis):
    """An analysis whose results are kept in the query database."""

    def __init__(self, database: QueryDatabase, project: TrackedProject, *settings: Any) -> None:
        super().__init__(project, *settings)
        self.cycle_guard.keeps = False
        self.cycle_guard.on_discard = lambda gone: database.discard([(member.table, member.query[1]) for member in gone])
        self.database = database
        self.results = TrackedDict[FunctionKey, BodyResult](database, "flow")
        self.entries = TrackedDict[FunctionKey, Env](database, "entry", lambda env: env and tuple(env.items()))
        self.known_arguments = TrackedDict[FunctionKey, Env](database, "known arguments", lambda env: env and tuple(env.items()))
        self.unconverted = TrackedDict(database, "unconverted")
        self.opening = TrackedDict(database, "opening")
        self.stated_lengths = TrackedDict(database, "stated lengths")
        self.callers = cast(Any, TrackedDict[FunctionKey, dict[tuple[FunctionKey, At], int]](
            database, "callers", lambda known: tuple((known or {}).items()), dict
        ))  # fmt: skip
        self.roots, self.compiled = TrackedSet(database, "root"), TrackedSet(database, "compiled")
        self.run_by_models = TrackedSet(database, "run by models")
        self.assumed_batches = TrackedSet(database, "assumed batches")
        self.print_converted, self.assert_converted = TrackedSet(database, "print"), TrackedSet(database, "assert")
        database.effects["depend"] = self.reads.add
        database.readers["is open"] = lambda key: key in self.open
        database.readers["so far"] = lambda read: Analysis.so_far(self, *read)
        self.eager_functions = TrackedEagerFunctions(database, self)
        for method in OF_NAMES:
            record(database, self.names, method)
        for owner in _OWNERS:
            track_cached(database, attrgetter(owner)(self))
        for owner, method, table in _TABLES:
            track(database, attrgetter(owner)(self), method, table)
        track_cached(database, self)

    def step(self, kind: str, key: Hashable, given: tuple[object, ...], work: Callable[[], T]) -> T:
        made: T = self.database.step(kind, key, given, work)
        return made

    def is_sought(self, path: str, name: str) -> bool:
        self.database.is_unfinished(f"{type(self).__name__}.module_value", (path, name))
        return super().is_sought(path, name)

    def so_far(self, key: FunctionKey, part: Part, name: str) -> Value | None:
        value = super().so_far(key, part, name)
        if self.running != key:
            self.database.record_read("so far", (key, part, name), value)
        return value

    def is_interpreted(self, key: FunctionKey) -> bool:
        if self.running != key:
            self.database.record_read("is open", key, key in self.open)
        return super().is_interpreted(key)

    def depend(self, key: FunctionKey, part: Part, name: str, value: object) -> None:
        if self.running is not None:
            self.database.record_effect("depend", self.running, (key, part, name), value)
        super().depend(key, part, name, value)


_CALLS = "eager"


class TrackedEagerFunctions(EagerFunctions):
    """Eager results kept in the query database."""

    def __init__(self, database: QueryDatabase, analysis: Analysis) -> None:
        super().__init__(analysis)
        self.database = database
        database.readers[_CALLS] = self.calls_of
        database.tables[_CALLS] = self.kept
        database.deepening = (_CALLS,)
        database.room = lambda: DEEPEST - self.depth

    def calls_of(self, key: FunctionKey) -> BodyResult:
        if key not in self.kept and self.depth >= DEEPEST:
            # Too deep here, but not necessarily where it is queried first the next time.
            flow = super().calls_of(key)
            self.database.record_read(_CALLS, key, flow)
            return flow
        known: BodyResult = self.database.result(_CALLS, key, lambda: EagerFunctions.calls_of(self, key), self._deeper)
        return known

    @contextmanager
    def _deeper(self) -> Iterator[None]:
        self.depth += 1
        try:
            yield
        finally:
            self.depth -= 1

    def settled(self, key: FunctionKey) -> list[BodyResult] | None:
        return None  # What is known of an earlier run may be another thing in this one.

    def is_unfinished(self, key: FunctionKey) -> bool:
        self.database.is_unfinished(_CALLS, key)
        return super().is_unfinished(key)


class TrackedRoots(Roots):
    """The roots of a project, with the results needed to find them kept in the query database."""

    def __init__(self, analysis: TrackedAnalysis) -> None:
        super().__init__(analysis)
        for owner in (self, self.switched, self.running):
            track_cached(analysis.database, owner)


class TrackedTracing(Tracing):
    """Repeats the steps of the last tracing in their order, and recomputes those whose inputs have changed."""

    def __init__(self, analysis: TrackedAnalysis, roots: Roots, guard: Callable[[str, Callable[[], None]], object]) -> None:
        super().__init__(analysis, roots, guard)
        self.database = analysis.database
        # Repeated, it is not recorded: no result is being computed then.
        self.database.effects |= {"add root": super().add_root, "link": super().link, "descend": self._descend_again}

    def roots_of(self, module: ModuleFacts) -> tuple[Root, ...]:
        return cast("tuple[Root, ...]", self.database.step("roots", module.path, (), lambda: Tracing.roots_of(self, module)))

    def assumed(self, key: FunctionKey, word: str, roots: list[Root], fact: FunctionFact) -> Env:
        def work() -> Env:
            return Tracing.assumed(self, key, word, roots, fact)

        given = word, tuple(roots), fact, dict(self.analysis.entries[key])
        entry: Env = self.database.step("assumed", key, given, work)
        return dict(entry)

    def by_use(self, key: FunctionKey, entry: Env, parameters: str) -> Env:
        def work() -> Env:
            return Tracing.by_use(self, key, entry, parameters)

        return cast(Env, self.database.step("by use", (key, parameters), (dict(entry),), work))

    def follow(self, key: FunctionKey, lowered: Lowered, entry: Env) -> BodyResult:
        def work() -> BodyResult:
            return Tracing.follow(self, key, lowered, entry)

        given = lowered, entry, self.analysis.is_final
        flow: BodyResult = self.database.step("follow", (key, self._work.runs[key]), given, work)
        return flow

    def descend(self, caller: FunctionKey, callee: FunctionKey) -> None:
        so_far = self.analysis.open.get(caller)
        known = (dict(so_far.bindings), dict(so_far.writes)) if so_far is not None else None
        self.database.record_effect("descend", caller, callee, known)
        self.database.unrecorded(super().descend, caller, callee)
        self.database.allow_rereads()

    def _descend_again(self, caller: FunctionKey, callee: FunctionKey, known: tuple[Env, dict[tuple[At, str], Write]] | None) -> None:
        """Interprets a function in the middle of its caller, of which the results are as they were then."""
        if known is not None:
            self.analysis.open[caller] = BodyResult(bindings=known[0], writes=known[1])
        super().descend(caller, callee)

    def run_through(self, key: FunctionKey, body: Body, parent: str, entry: Env) -> BodyResult:
        flow = super().run_through(key, body, parent, entry)
        memo = self.database.kept.get(("follow", (key, self._work.runs[key])))
        # The very flow that was there before, so that what has read it need not look at it again.
        return cast(BodyResult, memo.value) if memo is not None and same(flow, memo.value) else flow

    def ways(self) -> tuple[dict[FunctionKey, Trace], dict[FunctionKey, Unconverted]]:
        found = tuple(each for key, roots in self.found.items() for each in (key, *roots))
        edges = tuple(each for key, known in self.edges.items() if known for each in (key, *known.values()))
        made = self.database.step("ways", (), (found, edges), lambda: Tracing.ways(self))
        return cast("tuple[dict[FunctionKey, Trace], dict[FunctionKey, Unconverted]]", made)

    def add_root(self, root: Root) -> None:
        self.database.record_effect("add root", root)
        self.database.unrecorded(super().add_root, root)

    def entry_of(self, root: Root, fact: FunctionFact) -> Env:
        key = root.target.key

        def work() -> Env:
            return Tracing.entry_of(self, root, fact)

        entry: Env = self.database.step("enter", (key, len(self.found[key])), (root, fact), work)
        return dict(entry)

    def link(self, callee: FunctionKey, edge: Edge, ordinal: int, values: Env) -> None:
        self.database.record_effect("link", callee, edge, ordinal, values)
        self.database.unrecorded(super().link, callee, edge, ordinal, values)
