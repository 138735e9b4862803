"""Computes the traced functions: follows calls from the roots, with the values they pass, to a fixpoint."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Container
from functools import partial

from tflint_autograph.model.body import At, Body
from tflint_autograph.model.facts import FunctionFact, FunctionKey, Lowered, ModuleFacts
from tflint_autograph.model.joins import widened
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.trace import Trace
from tflint_autograph.model.values import Callee, Origin, Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.interpreter.called import callables
from tflint_autograph.project.interpreter.calls import handed_to
from tflint_autograph.project.roots.forwarded_callables import forwarded_roots
from tflint_autograph.project.roots.passed_datasets import roots_of_passed_datasets
from tflint_autograph.project.roots.root import Root
from tflint_autograph.project.roots.root_entry import greatest, lengths, likely, opened, said_by
from tflint_autograph.project.roots.roots import Roots
from tflint_autograph.project.tracing.callees import callees, gradients, is_wrapped, may_be_new, of_one_among, wrappers
from tflint_autograph.project.tracing.conversion import (
    asks_for_conversion,
    asks_itself,
    kept_by_keras,
    kept_when_called,
    kept_when_touched,
)
from tflint_autograph.project.tracing.entry_states import CallEdge, EntryStates
from tflint_autograph.project.tracing.flagged import asked_around, given_to
from tflint_autograph.project.tracing.higher_order import MENTIONING, applied_to, applying, handed_over
from tflint_autograph.project.tracing.limits import limits
from tflint_autograph.project.tracing.recursion import DEEPEST, Worklist, arguments_of_calls, arguments_of_factories
from tflint_autograph.project.tracing.trace_paths import best_ways, caller_of, opening_roots, unconverted_roots
from tflint_autograph.project.tracing.unconverted import (
    CONVERTED,
    Edge,
    EdgeKind,
    Reason,
    Unconverted,
    passed_to,
    unconverted,
)
from tflint_autograph.project.tracing.unknown_length_paths import unknown_length_traces
from tflint_autograph.project.values.body_result import BodyResult, CallSite, Env
from tflint_autograph.project.values.forwarded_arguments import by_use
from tflint_autograph.project.values.signature import bind
from tflint_autograph.project.values.traced_results import follow_nothing
from tflint_autograph.tfapi import tracing as api
from tflint_autograph.tfapi.tracing import When

_BY_MODELS = ("Model.compile", "keras.layers.")
"""The first words of roots that eager code gives to a Keras model, or to a layer of one."""


class Tracing:
    """The traced functions of a project. After `run`, `traces` maps each of them to its best trace."""

    def __init__(
        self, analysis: Analysis, roots: Roots, guard: Callable[[str, Callable[[], None]], object] | None = None
    ) -> None:
        self.analysis = analysis
        self._guard = guard or (lambda path, work: work())
        self.project = analysis.project
        self.roots = roots
        self.found: defaultdict[FunctionKey, list[Root]] = defaultdict(list)
        self.edges: defaultdict[FunctionKey, dict[tuple[FunctionKey, At], Edge]] = defaultdict(dict)
        self.traces: dict[FunctionKey, Trace] = {}
        self._kept: dict[tuple[FunctionKey, str], Reason] = {}
        self._running = False
        self._work = Worklist(self._visit)
        self._with_gradient: set[FunctionKey] = set()
        self._entering = EntryStates(analysis)
        self._made: defaultdict[FunctionKey, list[tuple[FunctionKey, tuple[FunctionKey, At]]]] = defaultdict(list)

    def run(self) -> None:
        """Finds the roots of the files read so far and everything they reach, reading further files on the way.

        `guard` surrounds the work on one file, so that an internal error affects only that file.
        """
        # First, while nothing else is being computed: classes are queried from deep inside other queries.
        self.analysis.classes.descendants()
        for module in self.project.loaded():
            self._guard(module.path, partial(self._begin, module))
        for root in forwarded_roots(self.analysis, self.roots):
            self.add_root(root)
        for root in roots_of_passed_datasets(self.analysis, self.roots):
            self.add_root(root)
        arguments_of_calls(self.analysis, self.found)
        self._assume()
        arguments_of_factories(self.analysis, self.found)
        self._running = True
        self._entering.begin(self.found)
        self._settle()
        traces, plain = self.ways()
        self.traces.update(traces)
        self.analysis.unconverted.update(plain)
        opening = opening_roots(self.analysis, self.found)
        self.analysis.opening.update(unknown_length_traces(self.project, self._entering.ways, self.edges, traces, opening))
        self._entering.forget()
        self.analysis.reads.clear()
        self._made.clear()

    def _settle(self) -> None:
        """Interprets functions until nothing changes: first as far as values arrive, then with what never arrives as unknown."""
        self.analysis.on_call, self.analysis.is_final = self._meet, False
        self._work.run(self.edges)
        self.analysis.is_final = True
        self._work.add(*sorted(key for key, flow in self.analysis.results.items() if flow.is_partial))
        self._work.run(self.edges)
        self.analysis.on_call = follow_nothing

    def _meet(self, key: FunctionKey, site: CallSite, implicit: Callee | None) -> None:
        """Interprets the functions that a call in a traced function runs, before its result is read, if they have no result yet."""
        first = len(self._made[key])
        if implicit is None and may_be_new(self.analysis, key, site):
            self._call(key, site)
        elif implicit is not None and implicit.key not in self.analysis.results:
            self._implicit(key, site, implicit.key, 1)
        for callee, _ in self._made[key][first:]:
            self.descend(key, callee)

    def descend(self, caller: FunctionKey, callee: FunctionKey) -> None:
        """Interprets a called function in the middle of its caller, if it waits to be interpreted for the first time."""
        if callee in self._work.waiting and not self.analysis.is_interpreted(callee) and len(self.analysis.open) < DEEPEST:
            self._work.visit(callee)

    def ways(self) -> tuple[dict[FunctionKey, Trace], dict[FunctionKey, Unconverted]]:
        """Returns the best trace of each function, and the best one on which AutoGraph does not convert it."""
        traces = best_ways(self.analysis, self.found, self.edges)
        return traces, unconverted(self.project, unconverted_roots(self.analysis, self.found), self.edges, traces)

    def limits(self, paths: Container[str]) -> tuple[tuple[str, int], ...]:
        """Returns the limits reached in these files, with the number of affected functions."""
        return limits(self.analysis, self._work.unsettled, paths)

    def by_use(self, key: FunctionKey, entry: Env, parameters: str) -> Env:
        """Returns the parameter values that follow from their use in the function."""
        return by_use(self.analysis, key, entry, parameters)

    def _assume(self) -> None:
        """Assumes that parameters of unknown kind are tensors."""
        for key, roots in self.found.items():
            lowered = self.project.lowered(key)
            words = {"lambda" if root.word == "keras.layers.Lambda" else root.parameters for root in roots}
            if lowered is not None:
                word = "passed" if "passed" in words else min(words)
                self.analysis.entries[key] = self.assumed(key, word, roots, lowered.fact)

    def assumed(self, key: FunctionKey, word: str, roots: list[Root], fact: FunctionFact) -> Env:
        """Returns the parameter values of a root. For parameters of unknown kind: assume tensor unless their use contradicts it.

        What a partial has bound is a Python value, or was created outside the graph.
        """
        entry = dict(self.analysis.entries[key])
        kept = {name for root in roots for name in bind(fact, root.target, ())}
        entry.update({name: value for name, value in by_use(self.analysis, key, entry, word).items() if name not in kept})
        for root in likely(roots):
            entry.update(opened(self.analysis, root, fact, entry))
        return entry

    def _begin(self, module: ModuleFacts) -> None:
        if self.project.index.is_framework(module.path):
            return
        for root in self.roots_of(module):
            self.add_root(root)

    def roots_of(self, module: ModuleFacts) -> tuple[Root, ...]:
        """Returns the roots visible in one file."""
        return tuple(self.roots.of_module(module))

    def add_root(self, root: Root) -> None:
        """Adds a root to the worklist."""
        key = root.target.key
        fact = self.project.function(key)
        if fact is None or fact.is_async or self.project.index.is_framework(key.path) or any(known == root for known in self.found[key]):
            return
        self.found[key].append(root)
        self.project.bodies.keep(key)
        self.analysis.roots.add(key)
        stated = lengths(self.analysis, root, fact)
        known = self.analysis.stated_lengths.get(key) if len(self.found[key]) > 1 else None
        self.analysis.stated_lengths[key] = stated if known is None else {name: greatest(known[name], stated[name]) for name in known if name in stated}
        if root.word.startswith(_BY_MODELS):
            self.analysis.run_by_models.add(key)
        entry = self.entry_of(root, fact)
        if self._running:
            entry.update(self.by_use(key, entry, root.parameters))
            entry.update(opened(self.analysis, root, fact, entry) if root in likely(self.found[key]) else {})
        self._enter(key, entry)

    def entry_of(self, root: Root, fact: FunctionFact) -> Env:
        """Returns the parameter values that the root implies."""
        return said_by(self.analysis, root, fact)

    def _enter(self, key: FunctionKey, values: Env, way: CallEdge | None = None) -> None:
        """Adds a function to the worklist if its entry state has changed."""
        if self._entering.enter(key, values, way):
            self._work.add(key)

    def _visit(self, key: FunctionKey) -> None:
        self._guard(key.path, partial(self._interpret, key))

    def _interpret(self, key: FunctionKey) -> None:
        lowered = self.project.lowered(key)
        if lowered is None:
            return
        self._forget(key)
        self.analysis.reads.forget(key)
        try:
            flow = self.follow(key, lowered, dict(self.analysis.entries[key]))
        finally:
            self.analysis.open.pop(key, None)
        self._work.add(*self.analysis.reads.outdated(key, flow, self.analysis.eager_calls))

    def run_through(self, key: FunctionKey, body: Body, parent: str, entry: Env) -> BodyResult:
        """Returns the result of interpreting a traced function with this entry state."""
        flow = BodyResult()
        if key not in self.analysis.results:
            self.analysis.open[key] = flow
        self.analysis.run(key, body, parent, entry, traced=True, flow=flow)
        if self._work.runs[key] > 1 and flow.result is not None:
            flow.result = widened(flow.result)
        return flow

    def follow(self, key: FunctionKey, lowered: Lowered, entry: Env) -> BodyResult:
        """Interprets a traced function and follows its calls."""
        around, self.analysis.running = self.analysis.running, key
        try:
            return self._followed(key, lowered, entry)
        finally:
            self.analysis.running = around

    def _followed(self, key: FunctionKey, lowered: Lowered, entry: Env) -> BodyResult:
        self.project.bodies.keep(key)
        parent = lowered.fact.parent or "<module>"
        flow = self.analysis.results[key] = self.run_through(key, lowered.body, parent, entry)
        for site in flow.calls.values():
            self._call(key, site)
        for target, at in gradients(self.analysis, key, flow, self._with_gradient):
            self._edge(key, EdgeKind.GRADIENT, target, at, (), 0)
        if key in self.found:
            for target, at, args in wrappers(self.analysis, key, self.found[key]):
                self._edge(key, EdgeKind.REPLACED, target, at, args, 0)
        among = Counter((at, site.method) for (at, _), site in flow.implicit_calls.items())
        for (at, callee), site in flow.implicit_calls.items():
            self._implicit(key, site, callee, among[at, site.method])
        return flow

    def _implicit(self, key: FunctionKey, site: CallSite, callee: FunctionKey, among: int) -> None:
        """Follows a call that Python makes implicitly to one `among` several functions."""
        target, kept = Callee(callee, receiver=site.receiver), kept_when_touched(site.method)
        self._edge(key, EdgeKind.USES, target, site.at, site.args, site.index, kept, of_one_among(among))

    def _wrap(self, target: Callee, site: CallSite) -> None:
        """Follows the gradient that a function returns if `tf.custom_gradient` wraps it."""
        if is_wrapped(target, site) and target.key not in self._with_gradient:
            self._with_gradient.add(target.key)
            self._work.add(target.key)

    def _forget(self, key: FunctionKey) -> None:
        """Removes the calls found in an earlier pass: what was unknown then may now rule some of them out."""
        for callee, place in self._made.pop(key, ()):
            self.edges[callee].pop(place, None)
            self.analysis.callers[callee].pop(place, None)

    def _call(self, key: FunctionKey, site: CallSite) -> None:
        """Follows one call of a traced function."""
        name = site.func.name
        row = api.tracing_call(name) if name else None
        if (row is not None and row.when is When.NEVER) or self.analysis.is_extra_eager(site.func):
            return
        for root in self.roots.of_call(key, site, When.ALWAYS):
            self.add_root(root)
        if row is not None or site.receiver is not None:
            self._inside(key, site)
        args = handed_to(self.analysis.keras_kind(site.func.cls), site.args) if site.func.cls is not None else site.args
        called = tuple(callees(self.analysis, key, site, args))
        confidence = min(of_one_among(len(called)), site.func.confidence if site.func.callees else Confidence.HIGH)
        for target in called:
            kept = kept_by_keras(self.analysis, site, target)
            asks = asks_for_conversion(self.analysis, site, target)
            self._edge(key, EdgeKind.CALLS, target, site.at, args, site.index, kept, confidence, asks=asks)
            self._wrap(target, site)
        if row is None:
            self._passed_on(key, site, applying(site))

    def _inside(self, key: FunctionKey, site: CallSite) -> None:
        """Follows calls that run their function argument in traced code: `tf.cond`, `strategy.run`, ..."""
        for root in self.roots.of_call(key, site, When.INSIDE):
            if root.word == "tf.function" or root.target.key in self.analysis.roots:
                continue
            target = root.target
            args = handed_over(site) if root.parameters == "passed" else tuple((None, value) for value in root.handed)
            lowered = self.project.lowered(target.key) if root.parameters == "tensors" and not args else None
            if lowered is not None:
                entry = self.analysis.parameters(target.key, Origin.UNKNOWN)
                args = tuple(self.by_use(target.key, entry, root.parameters).items())
            kept = CONVERTED if root.converted else passed_to(f"`{root.word}`")
            self._edge(key, EdgeKind.PASSES, target, site.at, args, site.index, kept, to=f" to `{root.word}`")
            self._wrap(target, site)

    def _passed_on(self, key: FunctionKey, site: CallSite, name: str) -> None:
        """Handles a function passed to unknown code outside the project, which may call it."""
        builtin = name.startswith(("builtins.", "functools.", "itertools."))
        if not name or name in MENTIONING:
            return
        confidence = Confidence.HIGH if builtin else Confidence.LOW
        for _, value in site.args:
            for target in callables(value, self.analysis):
                called = f"`{name.removeprefix('builtins.')}`"
                self._edge(key, EdgeKind.PASSES, target, site.at, applied_to(site), site.index, passed_to(called), confidence, to=f" to {called}")

    def _edge(
        self, caller: FunctionKey, kind: EdgeKind, target: Callee, at: At, args: tuple[tuple[str | None, Value], ...],
        ordinal: int, kept: Reason = CONVERTED, confidence: Confidence = Confidence.HIGH, *, asks: bool = False, to: str = "",
    ) -> None:  # fmt: skip
        lowered = self.project.lowered(target.key)
        if lowered is None or lowered.fact.is_async or self.project.index.is_framework(target.key.path):
            return
        self.project.bodies.keep(target.key)  # it is going to be followed
        nested = target.key.qualname.startswith(caller.qualname + ".<locals>.") and target.key.path == caller.path
        asks = asks or asks_itself(self.analysis, target, lowered.fact)
        # What is nested in a converted function is converted with it, whatever calls it (FACTS "OK: nested-function-converted").
        reason = CONVERTED if nested else self._kept_when_called(target, lowered) or (CONVERTED if asks else kept)
        sentence = f"{caller_of(self.analysis, caller, target.key)} {kind.active} `{self.project.display(target.key)}`{to}"
        entry = self._entering.passed(target, lowered, caller, at, args)
        around = self.project.lowered(caller)
        asked = asked_around(around.body, ordinal, around.fact.given) if around is not None else ()
        edge = Edge(caller, at, kind, sentence, reason, confidence, asks, given_to(lowered.body, entry), asked)
        self.link(target.key, edge, ordinal, entry)

    def _kept_when_called(self, target: Callee, lowered: Lowered) -> Reason:
        """Returns `kept_when_called`, memoised: it is the same for every call of the function."""
        key = target.key, target.wrapper
        known = self._kept.get(key)
        if known is not None:
            return known
        return self.analysis.cycle_guard.kept(self._kept, key, lambda: kept_when_called(self.analysis, target, lowered))

    def link(self, callee: FunctionKey, edge: Edge, ordinal: int, values: Env) -> None:
        """Traces a function because of a call in the statement `ordinal` of the caller, which passes these values."""
        place = edge.caller, edge.at
        self._made[edge.caller].append((callee, place))
        self.edges[callee][place] = edge
        self.analysis.callers[callee][place] = ordinal
        self._enter(callee, values, place)
