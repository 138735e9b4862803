"""Memoised flow results over bodies, and queries that those results need. Which functions are traced is decided in `tracing`."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property, partial
from sys import intern
from typing import TYPE_CHECKING, TypeVar

from tflint_autograph.config.dependencies import NEWEST
from tflint_autograph.model import body as ir
from tflint_autograph.model.body import NO_BODY, At, Body, Expr
from tflint_autograph.model.facts import MODULE, ClassKey, FunctionKey, display_name
from tflint_autograph.model.joins import join_all
from tflint_autograph.model.location import Span
from tflint_autograph.model.values import BOTTOM, NO_AXES, UNKNOWN, Callee, Kind, Origin, Value
from tflint_autograph.project.bodies import arguments, globals_
from tflint_autograph.project.bodies.container_puts import methods_called_on
from tflint_autograph.project.bodies.decorators import decorated, escapes, is_cached, names_of_decorators
from tflint_autograph.project.bodies.disabled import disabled
from tflint_autograph.project.bodies.filled_modules import FilledModules
from tflint_autograph.project.bodies.importing import Importing
from tflint_autograph.project.bodies.module_names import ModuleNames
from tflint_autograph.project.eager_code import EagerFunctions
from tflint_autograph.project.execution_mode.global_switches import EagerSettings
from tflint_autograph.project.execution_mode.keras_version import KerasVersions
from tflint_autograph.project.execution_mode.tracers import Tracers
from tflint_autograph.project.index.classes import Classes
from tflint_autograph.project.index.project import SourceProject
from tflint_autograph.project.index.scopes import scope_of
from tflint_autograph.project.interpreter import narrowing
from tflint_autograph.project.interpreter.attributes import Attributes
from tflint_autograph.project.interpreter.called import run_by
from tflint_autograph.project.interpreter.expressions import Evaluator
from tflint_autograph.project.interpreter.missing_attributes import is_missing
from tflint_autograph.project.interpreter.records import super_of
from tflint_autograph.project.interpreter.results import enclosing, generator_of, in_call, is_open, returned_here
from tflint_autograph.project.interpreter.statements import BodyInterpreter
from tflint_autograph.project.points_to import computed_lookups
from tflint_autograph.project.points_to.call_sites import CallSites
from tflint_autograph.project.points_to.visible_arguments import VisibleArguments
from tflint_autograph.project.queries.cycles import DEFINITION, GLOBAL, CycleGuard
from tflint_autograph.project.queries.query import query
from tflint_autograph.project.values import hints
from tflint_autograph.project.values.body_result import BodyResult, Env, reached
from tflint_autograph.project.values.parameters import Parameters, parameters
from tflint_autograph.project.values.scope import Arguments
from tflint_autograph.project.values.signature import bind
from tflint_autograph.project.values.traced_results import TracedResults

if TYPE_CHECKING:
    from tflint_autograph.model.trace import Trace
    from tflint_autograph.project.mutation.name_writes import NameWrites
    from tflint_autograph.project.points_to.constructor_arguments import ConstructorArguments
    from tflint_autograph.project.points_to.containers import Containers
    from tflint_autograph.project.points_to.passed_functions import PassedFunctions
    from tflint_autograph.project.tracing.unconverted import Unconverted

T = TypeVar("T")


class Analysis(TracedResults):
    """Results of the abstract interpretation of every body of a project, computed on demand.

    `entries`, `flows`, `roots`, `unconverted` and `callers` concern traced functions and are filled by `Tracing`. `known_arguments` maps the parameters of functions around
    a root to the values passed to them. `run_by_models` contains the roots that eager code gives to a Keras model or its layers, `compiled` those with
    `jit_compile=True`, `assumed_batches` the places of those that Keras may trace with batches of unknown length, while no code in reach fits
    a model. Queries that another module answers have its function as a method.
    """

    parameters = parameters
    imported = globals_.imported
    looked_up = computed_lookups.looked_up
    annotated = hints.value_of
    promised = hints.of_result
    accessed = arguments.accessed
    done_by = arguments.done_by
    type_tests = narrowing.made_by
    giving = arguments.giving
    written_out = query(arguments.body_as_written)
    calls_written_out = query(arguments.calls_written_out)
    disabled = query(disabled)
    names_of_decorators = query(names_of_decorators)
    last_run = query(globals_.last_run)
    methods_called_on = query(methods_called_on)
    named_in = query(computed_lookups.named_in)

    def __init__(
        self, project: SourceProject, extra_roots: frozenset[str] = frozenset(), extra_eager: frozenset[str] = frozenset(),
        tensorflow: tuple[int, int] = NEWEST, unroll_limit: int = 16,
    ) -> None:  # fmt: skip
        super().__init__()
        self.project = project
        self.tensorflow = tensorflow
        self.nested = 0
        self.unroll_limit = unroll_limit
        self.print_converted: set[FunctionKey] = set()
        self.assert_converted: set[FunctionKey] = set()
        self.compiled: set[FunctionKey] = set()
        self.stated_lengths: dict[FunctionKey, dict[str, tuple[int | None, ...]]] = {}
        self.assumed_batches: set[Span] = set()
        self.extra_roots = extra_roots
        self.extra_eager = extra_eager
        self.cycle_guard = CycleGuard()
        self.classes = Classes(project, self.evaluate_at_definition, self.cycle_guard)
        self.attributes = Attributes(self)
        self.default_values = Parameters(self)
        self.eager_functions = EagerFunctions(self)
        self.call_sites = CallSites(self)
        self.visible_arguments = VisibleArguments(self)
        self.importing = Importing(project)
        self.names = ModuleNames(project)
        self.keras_versions = KerasVersions(self)
        self.eager_settings = EagerSettings(self)
        self.tracers = Tracers(self)
        self.filled = FilledModules(self)
        self.entries: dict[FunctionKey, Env] = {}
        self.known_arguments: dict[FunctionKey, Env] = {}
        self.run_by_models: set[FunctionKey] = set()
        self.unconverted: dict[FunctionKey, Unconverted] = {}
        self.opening: dict[FunctionKey, dict[str, Trace]] = {}

    @cached_property
    def containers(self) -> Containers:
        """Queries about what code adds to containers. Created on first use, since most programs need none."""
        from tflint_autograph.project.points_to.containers import Containers

        return Containers(self)

    @cached_property
    def constructor_arguments(self) -> ConstructorArguments:
        """Queries about what eager code passes to constructors."""
        from tflint_autograph.project.points_to.constructor_arguments import ConstructorArguments

        return ConstructorArguments(self)

    @cached_property
    def passed_functions(self) -> PassedFunctions:
        """Queries about functions that eager code passes as arguments. Created on first use, since few programs need them."""
        from tflint_autograph.project.points_to.passed_functions import PassedFunctions

        return PassedFunctions(self)

    @cached_property
    def name_writes(self) -> NameWrites:
        """Queries about writes to shared names. Created on first use, since most programs need none."""
        from tflint_autograph.project.mutation.name_writes import NameWrites

        return NameWrites(self)

    def step(self, kind: str, key: Hashable, given: tuple[object, ...], work: Callable[[], T]) -> T:
        """Returns the memoised result of `work`, which may read only the analysis and its inputs `given`."""
        return work()

    def span(self, path: str, at: At) -> Span:
        return self.project.span(path, at)

    def keras_kind(self, cls: ClassKey) -> str:
        found = self.classes.keras(cls)
        return found[0].kind if found and found[0].kind != "module" else ""

    def run(
        self, key: FunctionKey, body: Body, parent: str, entry: Env, *, traced: bool, flow: BodyResult | None = None
    ) -> BodyResult:
        """Interprets a body once, from the entry state `entry`. If `flow` is passed, the results are written into it as they are found."""
        flow = BodyResult() if flow is None else flow
        BodyInterpreter(self, key, parent, body, flow, traced=traced).run(entry)
        flow.end()
        return flow

    def evaluate_at_definition(self, path: str, parent: str, expr: Expr, env: Env | None = None) -> Value:
        """Returns the value of an expression outside of any body: a decorator, a base class or a default."""
        return self.evaluated_at_definition(path, parent, expr, env)[0]

    def evaluated_at_definition(self, path: str, parent: str, expr: Expr, env: Env | None = None) -> tuple[Value, BodyResult]:
        """Returns the value of a decorator, base class or default, and the body result with the calls that it makes."""
        run = Evaluator(self, FunctionKey(path, ""), parent or MODULE, NO_BODY, BodyResult(), traced=False)
        run.env = env or {}
        return run.evaluate(expr), run.flow

    def arguments_of(self, key: FunctionKey) -> Env | None:
        """Returns what eager code passes to a function around a root, or to a constructor, by parameter; None if nothing is known of it."""
        known = self.known_arguments.get(key)
        return known if known is not None else self.constructor_arguments.given(key) or None

    @contextmanager
    def before_tracing(self) -> Iterator[None]:
        """Lets queries about eager code see the program as if nothing had been traced or called so far."""
        traced, self.results = self.results, {}
        depth, self.eager_functions.depth = self.eager_functions.depth, 0
        try:
            yield
        finally:
            self.results, self.eager_functions.depth = traced, depth

    @query
    def makes_graph(self, key: FunctionKey) -> bool:
        """Whether a traced function, or one it calls, puts operations into the graph."""
        return any(flow.ops or flow.conditional_ops for flow in reached(self.results, key, partial(run_by, self, traced=True)))

    def eager_calls(self, key: FunctionKey) -> BodyResult:
        """Returns the call sites of a function or module run as eager code. Inside a cycle, returns what is known so far."""
        return self.eager_functions.calls_of(key)

    def sole_callers(self, key: FunctionKey) -> Mapping[tuple[FunctionKey, At], int]:
        """Returns the traced call sites of a function, with the ordinals of their statements, if nothing else calls it.

        Empty for a root.
        """
        return {} if key in self.roots else self.callers.get(key, {})

    def decorator_names(self, key: FunctionKey) -> frozenset[str]:
        """Returns the canonical dotted names of a function's decorators, called or not.

        Decorators of the project keep the name a user would write.
        """
        fact = self.project.function(key)
        return self.names_of_decorators(key) if fact is not None and fact.decorators else frozenset()

    def lookup(self, path: str, qualname: str, name: str, *, traced: bool, reader: str = "") -> Value:
        scope = scope_of(self.project, FunctionKey(path, qualname), name)
        if scope.qualname != MODULE:
            return enclosing(self, scope, name, traced=traced)
        found = globals_.value_by_then(self, path, name, reader) if reader else None
        found = found or self.module_value(path, name)
        return found if found is not None else globals_.builtin(name)

    def is_unfinished(self, key: FunctionKey) -> bool:
        """Whether the result of a function or module is still being computed."""
        return self.eager_functions.is_unfinished(key)

    def is_sought(self, path: str, name: str) -> bool:
        """Whether the value of a module-level name is still being computed."""
        return self.cycle_guard.read((GLOBAL, (path, name)))

    def _may_be_bound_again(self, path: str, name: str) -> bool:
        """Whether a body that binds a module-level name is still being interpreted."""
        return any(map(self.is_unfinished, (FunctionKey(path, MODULE), *globals_.rebinders(self, path, name))))

    @query(cycle=GLOBAL, start=lambda analysis, path, name: UNKNOWN, drops=_may_be_bound_again)
    def module_value(self, path: str, name: str) -> Value | None:
        """Returns the value of a module-level name: None if the module does not bind it, unknown while it is being computed."""
        value = globals_.value_of(self, path, name)
        return value and self.eager_functions.one(value)

    def mentions(self, path: str, word: str) -> bool:
        module = self.project.module(path)
        return module is not None and module.mentions(word)

    def definition(self, path: str, qualname: str, is_class: bool) -> Value:
        if is_class:
            place = intern(qualname.rpartition(".")[2])
            return Value(Kind.CALLABLE, Origin.OUTER, klass=ClassKey(path, qualname), spelling=place)
        return self.function_value(FunctionKey(path, qualname))

    def _undecorated(self, key: FunctionKey) -> Value:
        """Returns a function of the project without its decorators."""
        return Value(Kind.CALLABLE, Origin.OUTER, callees=(Callee(key),), spelling=intern(display_name(key.qualname.rpartition(".")[2])))

    @query(cycle=DEFINITION, start=_undecorated)
    def function_value(self, key: FunctionKey) -> Value:
        """Returns a function of the project with its decorators applied, or without them while they are being computed."""
        return decorated(self, key, self._undecorated(key))

    def is_extra_root(self, value: Value) -> bool:
        """Whether the configuration declares that a callable traces like `tf.function`."""
        return bool(self.extra_roots) and not self.extra_roots.isdisjoint(self._names(value))

    def is_extra_decorator(self, path: str, parent: str, expr: Expr) -> bool:
        """Whether the configuration declares that a decorator, called or not, traces like `tf.function`."""
        called = expr.func if isinstance(expr, ir.Call) else expr
        return bool(self.extra_roots) and self.is_extra_root(self.evaluate_at_definition(path, parent, called))

    def is_extra_eager(self, value: Value) -> bool:
        """Whether the configuration declares that a callable runs its argument eagerly, like `tf.py_function`."""
        return bool(self.extra_eager) and not self.extra_eager.isdisjoint(self._names(value))

    def _names(self, value: Value) -> set[str]:
        classes = (self.project.display(cls) for cls in (value.klass, value.cls) if cls is not None)
        return {value.name, *classes, *(self.project.display(target.key) for target in value.callees)}

    def called_name(self, path: str, parent: str, expr: Expr) -> str:
        """Returns the dotted name of a decorator, for example `tensorflow.py_function` for `@tf.py_function(Tout=tf.float32)`."""
        return self.evaluate_at_definition(path, parent, expr.func).name if isinstance(expr, ir.Call) else ""

    def attribute(self, receiver: Value, attr: str, *, traced: bool, own: ClassKey | None = None) -> Value:
        return self.attributes.of(receiver, attr, traced=traced, own=own)

    def own_class(self, path: str, qualname: str, name: str, cls: ClassKey) -> ClassKey | None:
        owner = self.classes.of_own(FunctionKey(path, qualname), name)
        return owner if owner is not None and owner not in self.classes.mro(cls) else None

    def made_in_class(self, cls: ClassKey, attr: str) -> Value | None:
        return self.attributes.made_in_class(cls, attr)

    def lacks(self, cls: ClassKey, attr: str) -> bool:
        return self.classes.method(cls, "__getattr__") is not None and is_missing(self, cls, attr)

    def is_module(self, cls: ClassKey) -> bool:
        return "types.ModuleType" in self.classes.external(cls)

    def base_of(self, one: ClassKey, other: ClassKey) -> ClassKey | None:
        return one if one in self.classes.mro(other) else other if other in self.classes.mro(one) else None

    def result(self, target: Callee, args: Arguments, *, traced: bool) -> Value:
        if escapes(target):
            return Value(Kind.TENSOR, Origin.FRESH, type="tensor")
        fact = self.project.function(target.key)
        if fact is None:
            return UNKNOWN
        if fact.generator:
            yielded = self.part(target.key, "result") if traced else self.eager_functions.returned(target.key)
            return generator_of(yielded, fact, target, args)
        if traced:
            value = self.part(target.key, "result") or (BOTTOM if target.key in self.entries else UNKNOWN)
        else:
            value = self.eager_functions.returned(target.key)
        if value.kind is Kind.BOTTOM:
            return UNKNOWN if self.is_final and traced else value
        if traced and value.unknown_axes and is_open(self.entries.get(target.key, {})) and not is_open(bind(fact, target, args)):
            # The length is lost by another caller of the function.
            value = value._replace(unknown_axes=NO_AXES)
        here = returned_here(self, target, args, traced=traced) if value.kind in (Kind.UNKNOWN, Kind.CALLABLE) else None
        return here or in_call(value, fact, target, args, is_cached=bool(fact.decorators) and is_cached(self, target.key))

    def call_method(self, receiver: Value, method: str, args: Arguments, *, traced: bool) -> Value:
        targets = self.attribute(receiver, method, traced=traced).callees
        return join_all(tuple(self.result(target, args, traced=traced) for target in targets))

    def super_of(self, path: str, qualname: str, env: Mapping[str, Value]) -> Value:
        return super_of(self.project.function(FunctionKey(path, qualname)), path, env)
