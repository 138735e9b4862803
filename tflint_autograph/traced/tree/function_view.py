"""A traced function without its syntax tree: the results of interpreting it, which suffice to select the rules that may find something."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, wraps
from itertools import islice, takewhile
from typing import TypeVar

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At, Expr, Statement
from tflint_autograph.model.facts import MODULE, ClassKey, FunctionKey, Lowered
from tflint_autograph.model.finding import Label
from tflint_autograph.model.location import Span
from tflint_autograph.model.trace import Trace
from tflint_autograph.model.values import UNKNOWN, Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.decorators import is_cached
from tflint_autograph.project.bodies.liveness import Liveness
from tflint_autograph.project.bodies.liveness import liveness as of_body
from tflint_autograph.project.bodies.order import order
from tflint_autograph.project.bodies.walks import expressions, targets, walk
from tflint_autograph.project.index.blocks import assigned
from tflint_autograph.project.index.scopes import with_enclosing
from tflint_autograph.project.interpreter.called import run_by
from tflint_autograph.project.interpreter.expressions import Evaluator
from tflint_autograph.project.tracing.conversion import turned_off
from tflint_autograph.project.tracing.unconverted import Unconverted
from tflint_autograph.project.values.body_result import BodyResult, CallSite
from tflint_autograph.tfapi.eager import ARRAYS, VALUE_METHODS
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.tree.point import TracedPoint
from tflint_autograph.traced.tree.states import NOTHING

Node = TypeVar("Node", bound=Expr)
Found = TypeVar("Found")


class FunctionView(TracedPoint):
    """A traced function before it is parsed with libcst.

    `trace`: why it is traced. `name`: its dotted name. `unconverted`: the best call path on which AutoGraph does not convert it, or None.
    `cycle`: the functions of its recursion, itself included, as far as known. `states`: what runs show of what it reads. `seen` is reused from `before`, an earlier view of the
    same function.
    """

    def __init__(self, analysis: Analysis, key: FunctionKey, trace: Trace) -> None:
        super().__init__(analysis, key)
        self.trace = trace
        self.unconverted: Unconverted | None = analysis.unconverted.get(key)
        self.opening: Mapping[str, Trace] = analysis.opening.get(key, {})
        self.cycle: frozenset[FunctionKey] = frozenset()
        self.states = NOTHING
        self.before: FunctionView | None = None

    @property
    def is_called_by_program(self) -> bool:
        """Whether the program's own code calls the root and can pass more arguments. Keras and datasets choose the arguments."""
        return self.trace.root == "tf.function"

    @cached_property
    def name(self) -> str:
        """The dotted name of the function."""
        return self.analysis.project.display(self.key)

    @property
    def converted(self) -> bool:
        """Whether AutoGraph converts the function on the path of its trace."""
        return self.trace.converted

    @property
    def unconverted_under(self) -> str:
        """The version of Keras that alone leaves the function unconverted; empty if it is converted, or never is."""
        return self.unconverted.reason.under if self.unconverted is not None else ""

    @property
    def assumes_values(self) -> tuple[str, ...]:
        """The ids of what a finding rests on beside the call path that needs the value of a tensor, as eager code alone has it.

        Whoever wrote a method like this for Keras has run it eagerly, unless the project shows that Keras traces it.
        """
        return ("values-unseen",) if "keras-unseen" in self.trace.assumptions else ()

    @cached_property
    def assumed(self) -> tuple[str, ...]:
        """The ids of what every finding in the function rests on beside its call path."""
        return self.assumes_values if self.assumes_values and any(map(_needs_value, self.calls)) else ()

    @property
    def is_nested(self) -> bool:
        """Whether another function contains the function."""
        return bool(self.fact.parent)

    @property
    def turned_off(self) -> bool:
        """Whether the function's own text keeps AutoGraph from converting it, or from converting a function around it."""
        if self.unconverted is None or not self.analysis.disabled(self.key):
            return False
        return any(self.unconverted.reason == turned_off(self.analysis, key) for key in with_enclosing(self.analysis.project, self.key))

    @property
    def is_generator_root(self) -> bool:
        """Whether the function is traced for its own sake, and yields."""
        return self.body.generator and self.is_root and len(self.trace.steps) == 1

    @property
    def is_called_behind_loop(self) -> bool:
        """Whether the only call of the function is in or behind a loop: one of the graph turns numbers into tensors."""
        caller, ordinal, given = self.only_call() or (None, 0, {})
        loops = (each for each in walk(self.analysis.project.body(caller).statements) if isinstance(each, (ir.For, ir.While))) if caller is not None and given else ()
        return any(each.ordinal < ordinal for each in loops)

    @property
    def is_called_implicitly(self) -> bool:
        """Whether an operator, a statement or a built-in function in traced code runs the method: `len(x)`, `x in y`, `with x`."""
        flows = self.analysis.results
        callers = self.analysis.callers.get(self.key, {})
        return any(caller in flows and (at, self.key) in flows[caller].implicit_calls for caller, at in callers)

    @cached_property
    def seen(self) -> dict[type, list[tuple[Expr, Value]]]:
        """All reachable expressions with their values, by type. Each statement is evaluated once."""
        return self._recorder.seen

    def every(self, kind: type[Node]) -> Iterator[Node]:
        """Yields all reachable expressions of a type."""
        return (expr for expr, _ in self.seen.get(kind, ()))  # type: ignore[misc]

    def values(self) -> Iterator[Value]:
        """Yields the values of all reachable expressions."""
        return (value for found in self.seen.values() for _, value in found)

    @cached_property
    def calls(self) -> tuple[CallSite, ...]:
        """The reachable calls."""
        return tuple(self._recorder.flow.calls.values())

    @cached_property
    def called_names(self) -> frozenset[str]:
        """The canonical dotted names of the called functions outside the project."""
        return frozenset(canonical(site.func.name) for site in self.calls if site.func.name)

    @property
    def alone(self) -> Iterator[ir.Call]:
        """Yields the calls that are statements, reachable or not."""
        for statement in walk(self.body.statements):
            if isinstance(statement, ir.Evaluate) and isinstance(statement.value, ir.Call):
                yield statement.value

    @cached_property
    def liveness(self) -> Liveness:
        """Which names are read later, by statement."""
        return of_body(self.analysis.project, self.key.path, Lowered(self.fact, self.body))

    def unread(self, statement: Statement) -> Iterator[Expr]:
        """Yields what a statement gives to plain names of the function alone, which it does not read later, also in `a, b = x, y`."""
        pairs = list(assigned(statement))
        kept = self.liveness.after[statement.ordinal].union(dict(self.body.shared)) if pairs else frozenset[str]()
        used = [given for target, given in pairs if not isinstance(target, ir.Name) or target.id in kept]
        yield from (given for _, given in pairs if not any(given is each for each in used))

    @cached_property
    def tests(self) -> tuple[Value, ...]:
        """The values of all conditions and iterated expressions."""
        return tuple(self.flow.conditions.values())

    def seen_value(self, expr: Expr) -> Value:
        """Returns the value of a reachable expression; unknown for any other."""
        return self._recorder.by_id.get(id(expr), UNKNOWN)

    def own_class(self, expr: Expr, receiver: Value) -> ClassKey | None:
        """Returns the class of the function's receiver if the expression is that (`Evaluator.own_class`), else None."""
        return self._recorder.own_class(expr, receiver)

    @cached_property
    def _recorder(self) -> _Recorder:
        if self.before is not None:
            return self.before._recorder
        recorder = _Recorder(self.analysis, self.key, self.fact.parent or MODULE, self.body, BodyResult(), traced=True)
        before, self.analysis.running = self.analysis.running, self.key
        for statement in walk(self.body.statements):
            env = self.flow.states.get(statement.ordinal)
            if env is not None:
                recorder.index, recorder.at = statement.ordinal, statement.at
                starts = _starts(statement)
                for expr in (*expressions(statement), *_stored_in(statement)):
                    recorder.env = self.flow.states.get(starts.get(id(expr), statement.ordinal), env)
                    recorder.evaluate(expr)
        self.analysis.running = before
        return recorder

    def sites(self, statement: Statement) -> Iterator[CallSite]:
        """Yields the calls inside a statement, nested blocks included, in no particular order."""
        return self._sites_from(statement.ordinal, statement)

    def _sites_from(self, first: int, statement: Statement) -> Iterator[CallSite]:
        start = bisect_left(self._sites, first, key=_index)
        return takewhile(lambda site: site.index <= order(self.body).last[statement.ordinal], islice(self._sites, start, None))

    @cached_property
    def _sites(self) -> list[CallSite]:
        """The calls, sorted by the ordinals of their statements."""
        return sorted(self.flow.calls.values(), key=_index)

    def makes_graph(self, statement: Statement) -> bool:
        """Whether a statement nested in `statement` adds operations to the graph."""
        return self._makes_graph_from(statement.ordinal + 1, statement)

    def makes_graph_with(self, statement: Statement) -> bool:
        """Whether a statement, or one nested in it, adds operations to the graph."""
        return self._makes_graph_from(statement.ordinal, statement)

    def _makes_graph_from(self, first: int, statement: Statement) -> bool:
        last = order(self.body).last[statement.ordinal]
        place = bisect_left(self._operations, first)
        if place < len(self._operations) and self._operations[place] <= last:
            return True
        inside = self._sites_from(first, statement)
        return any(self.analysis.makes_graph(each.key) for site in inside for each in run_by(self.analysis, site.func, traced=True))

    @cached_property
    def _operations(self) -> list[int]:
        """The ordinals of the statements that add, or may add, operations to the graph."""
        return sorted(self.flow.ops | self.flow.conditional_ops)

    def trains(self, loop: Statement) -> bool:
        """Whether the loop's body records gradients: then it is a training loop, and each iteration copies the model."""
        inside = self._sites_from(loop.ordinal + 1, loop)
        return any(site.method == "apply_gradients" or canonical(site.func.name) == "tensorflow.GradientTape" for site in inside)

    @property
    def caches_result(self) -> bool:
        """Whether Python caches the function's results: `functools.lru_cache` (FACTS mutation_lru_cache_helper)."""
        return is_cached(self.analysis, self.key)

    @property
    def unroll_limit(self) -> int:
        """The largest constant number of iterations for which unrolling a Python loop is considered intended."""
        return self.analysis.unroll_limit

    def parameter_is_list(self, name: str) -> bool:
        """Whether the parameter takes one container, as opposed to `*args` or `**kwargs`."""
        return any(each.name == name and each.kind in ("positional", "keyword") for each in self.fact.parameters)

    def generation(self, name: str) -> int:
        """Returns the Keras version, 2 or 3, of a dotted name in the project."""
        return self.analysis.keras_versions.generation(name, self.key.path)

    @property
    def prints_tensors(self) -> bool:
        """Whether the roots of the function turn on the conversion of `print` (FACTS print-converted-by-feature)."""
        return self._all_roots_in(self.analysis.print_converted)

    @property
    def asserts_tensors(self) -> bool:
        """Whether the roots of the function turn on the conversion of `assert`."""
        return self._all_roots_in(self.analysis.assert_converted)

    def _all_roots_in(self, asking: set[FunctionKey]) -> bool:
        """Whether all roots that reach the function are among these. An option of a root applies to everything it reaches."""
        roots = self.roots_above() if asking else frozenset[FunctionKey]()
        return bool(roots) and roots <= asking

    def roots_above(self) -> frozenset[FunctionKey]:
        """Returns the roots that reach the function, which may be one itself."""
        return self.analysis.roots_above(self.key)

    def keras_kind(self, cls: ClassKey) -> str:
        """Returns `layer`, `model`, ... for a project class that derives from one of Keras, else an empty string."""
        return self.analysis.keras_kind(cls)

    def span(self, at: At) -> Span:
        """Returns the span of a position in the function's file."""
        return self.analysis.span(self.key.path, at)

    def because(self, value: Value) -> tuple[Label, ...]:
        """Returns a secondary label with the place that explains a value, or nothing."""
        step = value.provenance
        return (Label(step.span, step.text),) if step is not None and step.span.start.line else ()


def _needs_value(site: CallSite) -> bool:
    """Whether a call needs the value of a tensor or variable, such as `x.numpy()`, or that of whatever Keras passes."""
    if canonical(site.func.name) == ARRAYS:
        return True
    return site.method in VALUE_METHODS and site.receiver is not None and site.receiver.kind.graph


class _Recorder(Evaluator):
    """An evaluator that records every expression it evaluates."""

    def __init__(
        self, analysis: Analysis, key: FunctionKey, parent: str, body: ir.Body, flow: BodyResult, *, traced: bool
    ) -> None:
        super().__init__(analysis, key, parent, body, flow, traced=traced)
        self.seen: defaultdict[type, list[tuple[Expr, Value]]] = defaultdict(list)
        self.by_id: dict[int, Value] = {}

    def evaluate(self, expr: Expr) -> Value:
        value = super().evaluate(expr)
        if type(expr) is ir.Call and type(expr.func) is ir.Attribute:
            # Looked up for its receiver, not valued as an expression.
            func = self.flow.calls[expr.at].func
            self.seen[ir.Attribute].append((expr.func, func))
            self.by_id[id(expr.func)] = func
        # Written out, as every expression of every traced function comes by.
        self.seen[type(expr)].append((expr, value))
        self.by_id[id(expr)] = value
        return value


def _index(site: CallSite) -> int:
    return site.index


def _starts(statement: Statement) -> dict[int, int]:
    """Maps each `case` guard, by identity, to the first statement of its case, whose state also has the names of the pattern."""
    return {id(case.guard): case.body[0].ordinal for case in statement.cases} if type(statement) is ir.Match else {}


def _stored_in(statement: Statement) -> Iterator[Expr]:
    """Yields what a statement binds, if it is more than a name: its parts are read."""
    return (target for target in targets(statement) if type(target) is not ir.Name)


def once_a_function(find: Callable[[FunctionView], Iterator[Found]]) -> Callable[[FunctionView], tuple[Found, ...]]:
    """Caches all results of `find` for the lifetime of a function view, for all rules that use it."""

    @wraps(find)
    def asked(fn: FunctionView) -> tuple[Found, ...]:
        fn = fn.before or fn
        if find not in fn.answers:
            fn.answers[find] = tuple(find(fn))
        found: tuple[Found, ...] = fn.answers[find]
        return found

    return asked
