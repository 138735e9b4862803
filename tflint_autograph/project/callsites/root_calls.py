"""Finds the calls of traced functions, and the places that create them, in eager and in traced code."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, partial
from itertools import islice
from typing import Any

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At
from tflint_autograph.model.facts import MODULE, FunctionKey, ModuleFacts
from tflint_autograph.model.location import Span
from tflint_autograph.model.mentions import Mention
from tflint_autograph.model.record import record
from tflint_autograph.model.values import Callee, Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.globals_ import tensor_libraries
from tflint_autograph.project.bodies.walks import descendants, dotted_path, walk, word_of
from tflint_autograph.project.callsites.caller import Caller
from tflint_autograph.project.callsites.method_lookups import MethodLookup, MethodLookups
from tflint_autograph.project.index.scopes import scope_of
from tflint_autograph.project.interpreter.called import run_by
from tflint_autograph.project.queries.query import query
from tflint_autograph.project.roots.roots import Roots
from tflint_autograph.project.values.body_result import BodyResult, CallSite
from tflint_autograph.project.values.signature import bind
from tflint_autograph.tfapi.names import canonical

GRAPH = "tensorflow.function"
"""Wrappers whose functions are retraced for each new Python argument (`Callee.wrapper`)."""


@record
class RootCall:
    """A call of a `tf.function`; `target` is the function behind it."""

    caller: Caller
    site: CallSite
    target: Callee

    @property
    def at(self) -> At:
        """The place of the call."""
        return self.site.at

    @property
    def verb(self) -> str:
        """The verb for messages: what the caller does with the function."""
        return "calls"

    @property
    def key(self) -> FunctionKey:
        """The traced function."""
        return self.target.key


@record
class FunctionCreation:
    """A place that creates a new `tf.function` each time it runs: a call, or a decorated `def` (then `site` is None)."""

    caller: Caller
    at: At
    ordinal: int
    key: FunctionKey
    site: CallSite | None

    @property
    def verb(self) -> str:
        """The verb for messages: what the caller does with the function."""
        return "creates"

    @property
    def object(self) -> Value | None:
        """The instance of a project class that is passed in place of a function, or None."""
        given = self.site.argument(0, "func") if self.site is not None else None
        return given if given is not None and given.cls is not None else None


Use = RootCall | FunctionCreation | MethodLookup
Seen = tuple[FunctionKey, type[RootCall] | type[FunctionCreation] | type[MethodLookup], tuple[Any, ...]]
"""A use as plain data: the function it is in, its kind, and its fields besides the caller."""


class RootCalls:
    """Finds the uses of the given `tf.function`s, and the callers of a plain function."""

    def __init__(
        self, analysis: Analysis, roots: Roots, keys: frozenset[FunctionKey], decorated: frozenset[FunctionKey],
        places: tuple[Span, ...], guard: Callable[[str, Callable[[], None]], object],
    ) -> None:  # fmt: skip
        """`decorated` are those of the `keys` that a decorator of the project traces (`own_decorators`), `places` those that trace functions."""
        self.analysis = analysis
        self.guard = guard
        self.places = places
        self.roots = roots
        self.keys = keys
        self._decorated = decorated
        self._callers: dict[FunctionKey, Caller] = {}

    def caller(self, key: FunctionKey, flow: BodyResult) -> Caller:
        """Returns the calling context for the flow of one function."""
        if key not in self._callers:
            self._callers[key] = self._made(key, flow)
        return self._callers[key]

    def _made(self, key: FunctionKey, flow: BodyResult) -> Caller:
        return Caller(self.analysis, key, flow, traced=self.analysis.results.get(key) is flow)

    def spoken(self, key: FunctionKey, call: ir.Call | None = None) -> str:
        """Returns the name of the traced function for messages: as the call spells it, else its own name."""
        written = dotted_path(call.func) if call is not None else ""
        return written or self.analysis.project.display(key).rpartition(".")[2]

    @query
    def calls_of(self, key: FunctionKey) -> tuple[tuple[Caller, CallSite, Callee], ...]:
        """Returns the calls of one function in eager code."""
        calls = self.analysis.call_sites.by_others(frozenset({key}))
        return self._placed((call.caller, call.site, call.target) for call in calls if call.decorates is None)

    def _placed(self, found: Iterable[tuple[FunctionKey, CallSite, Callee]]) -> tuple[tuple[Caller, CallSite, Callee], ...]:
        return tuple((self.caller(caller, self.analysis.visible_arguments.flow(caller)), site, target) for caller, site, target in found)

    @cached_property
    def uses(self) -> tuple[Use, ...]:
        """Returns all uses, by file and place."""
        found: dict[tuple[FunctionKey, At, FunctionKey, type], Use] = {}

        wanted = self.keys, self._decorated, self._words
        # The identical objects of the last run if unchanged: they are compared for every file.
        wanted = self.analysis.step("wanted uses", (), wanted, lambda: wanted)

        def look(path: str) -> None:
            given = wanted, tuple(self._traced.get(path, ())), path in self._calling, path in self._lookups.files, self._passed.get(path, ())
            for key, kind, what in self.analysis.step("uses", path, given, lambda: tuple(self._seen(path))):
                flow = self.analysis.results[key] if key in self.analysis.results else self.analysis.visible_arguments.flow(key)
                use = kind(self.caller(key, flow), *what)
                found.setdefault((key, use.at, use.key, type(use)), use)

        for module in self.analysis.project.loaded():
            self.guard(module.path, partial(look, module.path))
        return tuple(use for _, use in sorted(found.items(), key=lambda item: item[0][:3]))

    def _seen(self, path: str) -> Iterator[Seen]:
        """Yields the uses in a file."""
        module = self.analysis.project.module(path)
        decorating = frozenset(fact.parent or MODULE for fact in module.functions if fact.decorators) if module is not None else frozenset()
        met: set[At] = set()
        for key, flow in self._flows(path):
            # Not cached: most contain no use, and each would keep a body from being released.
            for each in self._in_flow(self._made(key, flow), holds=key.qualname in decorating):
                met.add(each[2][0].at if each[1] is RootCall else each[2][0])
                yield each
            for inner in self._lambdas(key):
                # One that the interpreter has called shows its calls in the function around it.
                for each in self._in_flow(self._made(inner, self.analysis.visible_arguments.flow(inner)), holds=False):
                    if each[1] is RootCall and each[2][0].at not in met:
                        yield each
        for key, *looked in self._lookups.found(path):
            yield key, MethodLookup, tuple(looked)

    @cached_property
    def _lookups(self) -> MethodLookups:
        return MethodLookups(self.analysis, self.keys)

    @cached_property
    def _traced(self) -> dict[str, list[FunctionKey]]:
        """The traced functions by file."""
        found: dict[str, list[FunctionKey]] = {}
        for key in sorted(self.analysis.results):
            found.setdefault(key.path, []).append(key)
        return found

    def _flows(self, path: str) -> Iterator[tuple[FunctionKey, BodyResult]]:
        """Yields the results of the traced functions of a file, and of the plain functions that may contain a use."""
        yield from ((key, self.analysis.results[key]) for key in self._traced.get(path, ()))
        module = self.analysis.project.module(path)
        if module is None:
            return
        callers = self._callers_in(module)
        candidates = (FunctionKey(path, each) for each in self.analysis.tracers.candidates(module))
        for caller in dict.fromkeys((*candidates, *callers, *self._passed.get(path, ()))):
            for key, flow in self.analysis.visible_arguments.flows(caller):
                if key not in self.analysis.results:
                    yield key, flow

    def _lambdas(self, key: FunctionKey) -> Iterator[FunctionKey]:
        """Yields the lambdas of a function or module that may call something with one of these names, nested ones included."""
        for qualname in self.analysis.project.body(key).functions:
            inner = FunctionKey(key.path, qualname)
            uses = self.analysis.call_sites.uses(inner) if "<lambda " in qualname.rpartition(".")[2] else None
            if uses is not None and inner not in self.analysis.results and uses.may_call(self.analysis.project.aliases(self._words), frozenset()):
                yield inner
                yield from self._lambdas(inner)

    def _callers_in(self, module: ModuleFacts) -> Iterator[FunctionKey]:
        """Yields the module and its functions that may call something with one of these names."""
        project, names, foreign = self.analysis.project, self.analysis.project.aliases(self._words), tensor_libraries(module.body)
        how = Mention(read=True, foreign=foreign)
        for key in project.functions_mentioning(module.path, self._words, how) if module.path in self._calling else ():
            if self.analysis.eager_functions.settled(key) is not None:
                # Its calls are known: its body need not be lowered for a summary.
                yield key
                continue
            uses = self.analysis.call_sites.uses(key)
            if (uses is not None and uses.may_call(names, foreign)) or any(self._lambdas(key)):
                yield key

    @cached_property
    def _calling(self) -> frozenset[str]:
        """The files that mention one of these names."""
        return frozenset(module.path for module in self.analysis.project.mentioning(self._words))

    @cached_property
    def _passed(self) -> dict[str, tuple[FunctionKey, ...]]:
        """The functions that call one of the functions which they get as an argument, by file."""
        callers = {call.caller for key in self.keys for call in self.analysis.passed_functions.calls(key)}
        return {path: tuple(sorted(each for each in callers if each.path == path)) for path in {each.path for each in callers}}

    def uses_of(self, key: FunctionKey) -> tuple[Use, ...]:
        """Returns the uses of one function, by file and place."""
        return self._by_key.get(key, ())

    @cached_property
    def _by_key(self) -> dict[FunctionKey, tuple[Use, ...]]:
        found: dict[FunctionKey, list[Use]] = {}
        for use in self.uses:
            found.setdefault(use.key, []).append(use)
        return {key: tuple(uses) for key, uses in found.items()}

    @cached_property
    def _own_names(self) -> frozenset[str]:
        """The names of the functions, and of the classes whose objects run one when they are called."""
        words = set()
        for key in self.keys:
            fact = self.analysis.project.function(key)
            if fact is not None and fact.owner and fact.name in ("__call__", "call"):
                words.add(fact.owner.rpartition(".")[2])
            elif fact is not None and not fact.is_lambda:
                words.add(fact.name)
        return frozenset(words)

    @cached_property
    def _words(self) -> frozenset[str]:
        """The names by which the functions may be called: their own, those of their classes, the names bound to them, and those of containers
        that hold them and of methods and properties that return them.
        """
        words = self._own_names.union(*(self.analysis.call_sites.search(key).names for key in sorted(self.keys)))
        for module in self.analysis.project.loaded():
            words |= self.analysis.step("aliases", module.path, (), partial(self._aliases, module))
        return words.union(self._getters(words)) - {""}

    def _getters(self, words: frozenset[str]) -> Iterator[str]:
        """Yields the names of the methods and properties that only return an attribute with one of these names."""
        project = self.analysis.project
        for key in project.all_mentioning(words):
            fact = project.function(key)
            if fact is not None and fact.owner and fact.name not in words and self.analysis.accessed(key) in words:
                yield fact.name

    def _aliases(self, module: ModuleFacts) -> frozenset[str]:
        words: set[str] = set()
        for qualname in self.analysis.tracers.candidates(module):
            flow = self.analysis.eager_calls(FunctionKey(module.path, qualname))
            words.update(name for name, value in flow.bindings.items() if self._is_root(value))
            words.update(write.name for write in flow.writes.values() if self._is_root(write.value))
        for cls in module.classes:
            words.update(name for name, expr in cls.attributes if not self._own_names.isdisjoint(word_of(part) for part in descendants(expr)))
        return frozenset(words)

    def _is_root(self, value: Value) -> bool:
        """Whether a value is a `tf.function`, an object of the project whose call is one, or a container of one of them."""
        if value.cls is None:
            held = (*value.contents, *(each for _, each in value.items_by_key or ()))
            is_traced = value.type == "function" or any(target.wrapper == GRAPH for target in value.callees)
            return is_traced or any(map(self._is_root, held))
        return self.analysis.classes.method(value.cls, "__call__") in self.keys

    def _in_flow(self, caller: Caller, *, holds: bool) -> Iterator[Seen]:
        """Yields the uses in a result. `holds`: its body may contain decorated functions."""
        for site in caller.flow.calls.values():
            func = site.func
            for target in run_by(self.analysis, func, traced=False):
                if target.key in self.keys and (target.wrapper == GRAPH or target.key in self._decorated):
                    yield caller.key, RootCall, (site, target)
            if func.name.endswith("function") and canonical(func.name) == GRAPH:
                for key in (*self._made_of(site), *self._made_around(caller, site)):
                    yield caller.key, FunctionCreation, (site.at, site.index, key, site)
        for statement in _defining(caller) if holds else ():
            if isinstance(statement, ir.Define) and not statement.is_class and statement.decorated:
                yield from self._defined(caller, statement)

    def _made_of(self, site: CallSite) -> Iterator[FunctionKey]:
        """Yields the functions passed to a `tf.function` call; for a Keras object, its `call` method."""
        func = site.argument(0, "func")
        if func is None:
            return
        is_keras = func.cls is not None and bool(self.analysis.keras_kind(func.cls))
        yield from (target.key for target in run_by(self.analysis, func, traced=False) if is_keras or target.key in self.keys)

    def _made_around(self, caller: Caller, site: CallSite) -> Iterator[FunctionKey]:
        """Yields one of the functions that the decorator, or factory, around a wrapper was given, if the wrapper has it traced."""
        call, func = caller.call(site), site.argument(0, "func")
        name = call.args[0].value if call is not None and call.args else None
        home = scope_of(self.analysis.project, caller.key, name.id) if isinstance(name, ir.Name) else caller.key
        fact = self.analysis.project.function(home)
        if func is None or func.callees or func.cls is not None or home == caller.key or fact is None or not isinstance(name, ir.Name) or name.id not in fact.given:
            return
        given = [bind(fact, each.target, each.site.args).get(name.id) for each in self.analysis.call_sites.of(home)]
        yield from islice((target.key for value in given if value is not None for target in value.callees if target.key in self.keys), 1)

    def _defined(self, caller: Caller, statement: ir.Define) -> Iterator[Seen]:
        key = FunctionKey(caller.key.path, statement.qualname)
        value = self.analysis.definition(*key, is_class=False)
        fact = self.analysis.project.function(key)
        if fact is not None and key in self.keys and any(target.wrapper == GRAPH for target in value.callees):
            yield caller.key, FunctionCreation, (fact.header, statement.ordinal, key, None)


def _defining(caller: Caller) -> Iterator[ir.Statement]:
    """Yields the statements that may define functions repeatedly: those of a function, or those in loops of a module."""
    statements = walk(caller.body.statements)
    if caller.key.qualname != MODULE:
        return statements
    loops = (each for each in statements if isinstance(each, (ir.For, ir.While)))
    return iter({each.ordinal: each for loop in loops for each in walk(loop.body)}.values())
