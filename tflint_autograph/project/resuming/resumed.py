"""An analysis and a tracing that keep, in a ledger, what they worked out from one run to the next. Decides nothing anew.

Plain Python is a matter of answers: each is asked again only where something it has read says something else. Tracing
is a row of steps: each function is followed again only where something it has read, or was handed, is not what it was;
otherwise what the step did is done as it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import partial
from operator import attrgetter
from typing import Any, TypeVar, cast

from tflint_autograph.model.body import At, Body
from tflint_autograph.model.facts import FunctionFact, FunctionKey, Lowered, ModuleFacts
from tflint_autograph.model.sameness import same
from tflint_autograph.model.trace import Trace
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.answers.remembered import table_of
from tflint_autograph.project.plain import DEEPEST, Plain
from tflint_autograph.project.resuming.ledger import Ledger
from tflint_autograph.project.resuming.watched import WatchedProject
from tflint_autograph.project.resuming.watching import WatchedDict, WatchedSet, watch
from tflint_autograph.project.roots.root import Root
from tflint_autograph.project.roots.roots import Roots
from tflint_autograph.project.tracing.tracing import Tracing
from tflint_autograph.project.tracing.unconverted import Edge, Unconverted
from tflint_autograph.project.values.flow import Env, Flow, Part

T = TypeVar("T")

_ANSWERS = (
    ("classes", "bases", "_bases"), ("classes", "mro", "_mro"), ("classes", "methods_of", "_methods"),
    ("classes", "attributes_of", "_attributes"), ("classes", "own_writers", "_writers"),
    ("classes", "descendants", "_descendants"), ("classes", "spelled_in", "_spelled"), ("attributes", "stored", "_stored"),
    ("attributes", "first_set_by", "_first"), ("unpassed", "alone", "_alone"), ("unpassed", "left", "_left"), ("plain", "envs", "_envs"), ("plain", "given", "_given"), ("plain", "lambdas_in", "_lambdas"),
    ("tracers", "words", "_words"), ("filled", "written", "_written"), ("filled", "below", "_below"), ("importing", "targets", "_targets"), ("importing", "importers", "_importers"),
    ("names", "binding", "_bindings"), ("names", "is_bound_in_turn", "_in_turn"), ("names", "tensor_libraries", "_libraries"),
    ("names", "imported_as", "_imported"), ("names", "within", "_within"), ("names", "decorators", "_decorators"),
    ("call_sites", "of", "_calls"), ("call_sites", "uses", "_uses"), ("rebinding", "of_name", "_globals"), ("rebinding", "at_the_top", "_tops"), ("rebinding", "of_held", "_attributes"), ("rebinding", "modules_in", "_modules"),
    ("rebinding", "inner", "_inner"), ("rebinding", "importers", "_importers"), ("rebinding.resetting", "family", "_families"), ("rebinding.resetting", "setters", "_set"),
    ("rebinding.resetting", "names", "_names"), ("rebinding.resetting", "places", "_places"),
    ("rebinding.resetting", "resetters", "_resetters"),
    ("rebinding.resetting", "near", "_reaching"), ("rebinding.resetting", "holders", "_holders"),
    ("rebinding.resetting", "writes", "_writes"), ("rebinding.resetting", "is_called_between", "_between"),
    ("rebinding.resetting", "is_builder", "_builders"),
)  # fmt: skip
_SWITCHED = ("eager_files", "files_of_version_1")
_RUNNING = (
    "jitted_classes", "may_be_called", "called_directly", "sizes_batches", "opens_tape", "builds_model",
    "makes_function", "has_keras_trace", "stepped", "trained_by_hand", "parts_by_hand", "trainers", "users", "fits", "opens_batch",
    "files_of_whole_batches", "compiles", "runs_eagerly",
)  # fmt: skip


class ResumedAnalysis(Analysis):
    """An analysis whose answers the ledger knows."""

    def __init__(self, ledger: Ledger, project: WatchedProject, *settings: Any) -> None:
        super().__init__(project, *settings)
        self.halfway.keeps = False
        self.halfway.told = lambda gone: ledger.let_go([(member.table, member.cell[1]) for member in gone])
        self.ledger = ledger
        self.flows = WatchedDict[FunctionKey, Flow](ledger, "flow")
        self.entries = WatchedDict[FunctionKey, Env](ledger, "entry", lambda env: env and tuple(env.items()))
        self.makers = WatchedDict[FunctionKey, Env](ledger, "maker", lambda env: env and tuple(env.items()))
        self.unconverted = WatchedDict(ledger, "unconverted")
        self.callers = cast(Any, WatchedDict[FunctionKey, dict[tuple[FunctionKey, At], int]](
            ledger, "callers", lambda known: tuple((known or {}).items()), dict
        ))  # fmt: skip
        self.roots, self.compiled = WatchedSet(ledger, "root"), WatchedSet(ledger, "compiled")
        self.print_converted, self.assert_converted = WatchedSet(ledger, "print"), WatchedSet(ledger, "assert")
        ledger.doers["depend"] = lambda key, part, running: self.dependents[key, part].add(running)
        self.plain = ResumedPlain(ledger, self)
        for owner, method, table in _ANSWERS:
            watch(ledger, attrgetter(owner)(self), method, table)
        for method, table in (
            ("module_value", "_globals"), ("function_value", "_definitions"),
            ("makes_graph", "_graph"), ("disabled", "_disabled"), ("names_of_decorators", "_decorators"),
        ):  # fmt: skip
            watch(ledger, self, method, table)

    def step(self, kind: str, key: Hashable, given: tuple[object, ...], work: Callable[[], T]) -> T:
        made: T = self.ledger.step(kind, key, given, work)
        return made

    def is_sought(self, path: str, name: str) -> bool:
        self.ledger.is_unfinished(f"{type(self).__name__}.module_value", (path, name))
        return super().is_sought(path, name)

    def depend(self, key: FunctionKey, part: Part) -> None:
        if self.running is not None and self.running != key:
            self.ledger.did("depend", key, part, self.running)
        super().depend(key, part)


class ResumedPlain(Plain):
    """Flows of plain Python which the ledger knows: those with their calls and those without, each an answer of its own."""

    def __init__(self, ledger: Ledger, analysis: Analysis) -> None:
        super().__init__(analysis)
        self.ledger = ledger
        ledger.readers |= {kept: partial(self.ran, kept) for kept in self.kept}
        ledger.tables.update(self.kept)
        ledger.deepening = tuple(self.kept)
        ledger.room = lambda: DEEPEST - self.depth

    def ran(self, kept: str, key: FunctionKey) -> Flow:
        if key not in self.kept[kept] and self.depth >= DEEPEST:
            # Too deep here, which it need not be where it is asked for first the next time.
            flow = super().ran(kept, key)
            self.ledger.read(kept, key, flow)
            return flow
        known: Flow = self.ledger.answer(kept, key, lambda: Plain.ran(self, kept, key), self._deeper)
        return known

    @contextmanager
    def _deeper(self) -> Iterator[None]:
        self.depth += 1
        try:
            yield
        finally:
            self.depth -= 1

    def is_unfinished(self, key: FunctionKey) -> bool:
        self.ledger.is_unfinished(self.least(key), key)
        return super().is_unfinished(key)


class ResumedRoots(Roots):
    """The roots of a project, what it takes to find them kept."""

    def __init__(self, analysis: ResumedAnalysis) -> None:
        super().__init__(analysis)
        watch(analysis.ledger, self, "handing", "_handing")
        for method in _SWITCHED:
            watch(analysis.ledger, self.switched, method, table_of(method))
        for method in _RUNNING:
            watch(analysis.ledger, self.running, method, table_of(method))


class ResumedTracing(Tracing):
    """A tracing that takes the steps again in the order of the last time, and works out those that cannot stand."""

    def __init__(self, analysis: ResumedAnalysis, roots: Roots, guard: Callable[[str, Callable[[], None]], object]) -> None:
        super().__init__(analysis, roots, guard)
        self.ledger = analysis.ledger
        # Done again, neither is noted: no answer is being worked out then.
        self.ledger.doers |= {"add root": super().add_root, "link": super().link}

    def roots_of(self, module: ModuleFacts) -> tuple[Root, ...]:
        return cast("tuple[Root, ...]", self.ledger.step("roots", module.path, (), lambda: Tracing.roots_of(self, module)))

    def assumed(self, key: FunctionKey, word: str, roots: list[Root], fact: FunctionFact) -> Env:
        def work() -> Env:
            return Tracing.assumed(self, key, word, roots, fact)

        given = word, tuple(roots), fact, dict(self.analysis.entries[key])
        entry: Env = self.ledger.step("assumed", key, given, work)
        return dict(entry)

    def by_use(self, key: FunctionKey, entry: Env, parameters: str) -> Env:
        def work() -> Env:
            return Tracing.by_use(self, key, entry, parameters)

        return cast(Env, self.ledger.step("by use", (key, parameters), (dict(entry),), work))

    def follow(self, key: FunctionKey, lowered: Lowered, entry: Env) -> Flow:
        def work() -> Flow:
            return Tracing.follow(self, key, lowered, entry)

        flow: Flow = self.ledger.step("follow", (key, self._runs[key]), (lowered, entry), work)
        return flow

    def run_through(self, key: FunctionKey, body: Body, parent: str, entry: Env) -> Flow:
        flow = super().run_through(key, body, parent, entry)
        memo = self.ledger.kept.get(("follow", (key, self._runs[key])))
        # The very flow that was there before, so that what has read it need not look at it again.
        return cast(Flow, memo.value) if memo is not None and same(flow, memo.value) else flow

    def ways(self) -> tuple[dict[FunctionKey, Trace], dict[FunctionKey, Unconverted]]:
        found = tuple(each for key, roots in self.found.items() for each in (key, *roots))
        edges = tuple(each for key, known in self.edges.items() if known for each in (key, *known.values()))
        made = self.ledger.step("ways", (), (found, edges), lambda: Tracing.ways(self))
        return cast("tuple[dict[FunctionKey, Trace], dict[FunctionKey, Unconverted]]", made)

    def add_root(self, root: Root) -> None:
        self.ledger.did("add root", root)
        self.ledger.aside(super().add_root, root)

    def entry_of(self, root: Root, fact: FunctionFact) -> Env:
        key = root.target.key

        def work() -> Env:
            return Tracing.entry_of(self, root, fact)

        entry: Env = self.ledger.step("enter", (key, len(self.found[key])), (root, fact), work)
        return dict(entry)

    def link(self, callee: FunctionKey, edge: Edge, ordinal: int, values: Env) -> None:
        self.ledger.did("link", callee, edge, ordinal, values)
        self.ledger.aside(super().link, callee, edge, ordinal, values)
