"""A traced function as a rule sees it: its nodes, what is known of them, and why it is traced."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At, Expr, Statement
from tflint_autograph.model.facts import MODULE, ClassKey, FunctionKey
from tflint_autograph.model.finding import Edit, Label
from tflint_autograph.model.location import Span
from tflint_autograph.model.record import record
from tflint_autograph.model.trace import Trace
from tflint_autograph.model.values import UNKNOWN, Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.elements import element_of
from tflint_autograph.project.evaluate import Evaluator, bind_loosely
from tflint_autograph.project.flow import CallSite, Env, Flow
from tflint_autograph.project.unconverted import Unconverted
from tflint_autograph.project.walks import last_ordinal
from tflint_autograph.tfapi.names import canonical, keras_generation
from tflint_autograph.traced.expressions import clauses, lower
from tflint_autograph.traced.pairs import CstStatement
from tflint_autograph.traced.slices import Slice, places, text_at


@record
class Frame:
    """A compound statement around the node that is looked at. `part` is the block it stands in: body, orelse, ..."""

    node: CstStatement
    statement: Statement
    part: str


class TracedFunction:
    """One traced function while its nodes are walked. What it answers holds for the node being looked at.

    `trace` says why the function is traced, `name` is its dotted name, `flow` what the pass over its body found.
    `unconverted` is the best way on which AutoGraph does not rewrite it, None where there is none.
    """

    def __init__(self, analysis: Analysis, key: FunctionKey, trace: Trace) -> None:
        lowered = analysis.project.lowered(key)
        assert lowered is not None
        self.analysis = analysis
        self.key = key
        self.trace = trace
        self.name = analysis.project.display(key)
        self.fact, self.body = lowered
        self.flow: Flow = analysis.flows[key]
        self.is_root = key in analysis.roots
        self.unconverted: Unconverted | None = analysis.unconverted.get(key)
        self.frames: tuple[Frame, ...] = ()
        self.statement: Statement | None = None
        self.env: Env = {}
        self.node: cst.FunctionDef | cst.Lambda
        self._part: Slice
        self._places: dict[int, At] = {}
        parent = self.fact.parent or MODULE
        self._known: dict[tuple[int, int], tuple[Value, cst.CSTNode, Env]] = {}
        self._evaluator = Evaluator(analysis, key, parent, self.body, Flow(), traced=True)

    def take(self, part: Slice) -> None:
        """Look at this piece of the file from now on."""
        assert isinstance(part.node, (cst.FunctionDef, cst.Lambda))
        self._part, self.node = part, part.node

    @property
    def converted(self) -> bool:
        """Whether AutoGraph rewrites the function on the way its trace shows."""
        return self.trace.converted

    def value(self, node: cst.CSTNode) -> Value:
        """What is known of an expression. Asked again by another rule, it is not worked out again."""
        key = id(node), id(self.env)
        known = self._known.get(key)
        if known is None:
            self._evaluator.env = self.env
            # The node and the names are kept with the answer: their identities are the key.
            known = self._known[key] = self._evaluator.evaluate(lower(node)), node, self.env
        return known[0]

    def value_at(self, expr: Expr, ordinal: int) -> Value:
        """What is known of a plain expression where the statement `ordinal` begins."""
        self._evaluator.env = self.flow.envs.get(ordinal, {})
        return self._evaluator.evaluate(expr)

    def called(self, call: cst.Call) -> str:
        """The canonical dotted name of what a call calls; empty for what lies in the project or is unknown."""
        name = self.value(call.func).name
        return canonical(name) if name else ""

    def arguments(self, call: cst.Call) -> tuple[tuple[str | None, Value], ...]:
        """The values of the arguments, each with its keyword, `*`, `**` or None."""
        return tuple(
            (arg.keyword.value if arg.keyword else arg.star or None, self.value(arg.value)) for arg in call.args
        )

    def bind_comprehension(self, node: cst.CompFor) -> Env:
        """What is known inside a comprehension."""
        self._evaluator.env = self.env
        for clause in clauses(node):
            bind_loosely(self._evaluator, clause.target, element_of(self._evaluator.evaluate(clause.iterable)))
        return self._evaluator.env or {}

    def test(self, statement: Statement) -> Value:
        """The condition of an `if` or `while`, or the iterable of a `for`, as the pass over the body valued it."""
        return self.flow.tests.get(statement.ordinal, UNKNOWN)

    def sites(self, statement: Statement) -> Iterator[CallSite]:
        """The calls inside a statement, those of the blocks in it included, in no particular order."""
        last = last_ordinal(statement)
        return (site for site in self.flow.calls.values() if statement.ordinal <= site.index <= last)

    def makes_graph(self, statement: Statement) -> bool:
        """Whether a statement inside `statement`, its own header aside, puts operations into the graph."""
        first, last = statement.ordinal + 1, last_ordinal(statement)
        if any(first <= ordinal <= last for ordinal in (*self.flow.graph, *self.flow.maybe)):
            return True
        return any(
            self.analysis.makes_graph(target.key)
            for site in self.sites(statement)
            if site.index >= first
            for target in site.func.targets
        )

    @property
    def unroll_limit(self) -> int:
        """The constant number of rounds up to which a Python loop is taken for meant."""
        return self.analysis.unroll_limit

    def parameter_is_list(self, name: str) -> bool:
        """Whether the parameter takes one container, not the rest of the arguments."""
        return any(each.name == name and each.kind in ("positional", "keyword") for each in self.fact.parameters)

    def generation(self, name: str) -> int:
        """The Keras, 2 or 3, that a dotted name means under the project's TensorFlow."""
        return keras_generation(name, self.analysis.tensorflow)

    @property
    def prints_tensors(self) -> bool:
        """Whether the roots of the function ask AutoGraph to convert `print` (FACTS print-converted-by-feature)."""
        return self._all_roots_in(self.analysis.print_converted)

    @property
    def asserts_tensors(self) -> bool:
        """Whether the roots of the function ask AutoGraph to convert `assert`."""
        return self._all_roots_in(self.analysis.assert_converted)

    def _all_roots_in(self, asking: set[FunctionKey]) -> bool:
        """Whether all roots that reach the function are among these: what a root asks for holds for all it reaches."""
        reached: set[FunctionKey] = set()
        todo = [self.key] if asking else []
        while todo:
            key = todo.pop()
            if key not in reached:
                reached.add(key)
                todo += [caller for caller, _ in self.analysis.callers.get(key, {})]
        roots = reached & self.analysis.roots
        return bool(roots) and roots <= asking

    def keras_kind(self, cls: ClassKey) -> str:
        """`layer`, `model`, ... for a project class that derives from one of Keras."""
        return self.analysis.keras_kind(cls)

    def span(self, at: At) -> Span:
        """A place of the function's file."""
        return self.analysis.span(self.key.path, at)

    def place(self, node: cst.CSTNode) -> At:
        """The place of a node in the file, its own brackets left out."""
        if not self._places:
            self._places = places(self._part)
        return self._places[id(node)]

    def edit(self, node: cst.CSTNode | At, text: str) -> Edit:
        """Write `text` in the place of a node; brackets around the node stay."""
        return Edit(self.span(node if isinstance(node, At) else self.place(node)), text)

    def source(self, node: cst.CSTNode | At) -> str:
        """The text of a node as it is written, its own brackets left out; its lines end in a line feed."""
        module = self.analysis.project.module(self.key.path)
        assert module is not None
        return text_at(module.lines, node if isinstance(node, At) else self.place(node))

    def because(self, value: Value) -> tuple[Label, ...]:
        """The place that says why a value is what it is, as a secondary label."""
        step = value.because
        return (Label(step.span, step.text),) if step is not None else ()

    def guarded_by(self, *words: str) -> Iterator[Frame]:
        """The compound statements of these kinds around the node, the innermost first."""
        wanted = tuple(getattr(ir, word) for word in words)
        return (frame for frame in reversed(self.frames) if isinstance(frame.statement, wanted))
