"""A traced function as a rule sees it: its nodes, what is known of them, and why it is traced."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At, Expr, Statement
from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.model.finding import Edit
from tflint_autograph.model.record import record
from tflint_autograph.model.trace import Trace
from tflint_autograph.model.values import UNKNOWN, Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.interpreter.calls import applied
from tflint_autograph.project.tracing.higher_order import applied_to
from tflint_autograph.project.values.body_result import Env
from tflint_autograph.project.values.bound import method_of
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.tree.expressions import Lowering
from tflint_autograph.traced.tree.function_view import FunctionView
from tflint_autograph.traced.tree.pairs import CstStatement
from tflint_autograph.traced.tree.slices import FunctionSlice, Places, piece, text_at


@record
class EnclosingScope:
    """A compound statement around the node that is looked at. `part` is the block it is in: body, orelse, ..."""

    node: CstStatement
    statement: Statement
    part: str

    @property
    def key(self) -> tuple[int, str]:
        """What no other frame of the function has."""
        return self.statement.ordinal, self.part


class TracedFunction(FunctionView):
    """One traced function while its nodes are walked. What it answers holds for the node being looked at."""

    def __init__(self, analysis: Analysis, key: FunctionKey, trace: Trace) -> None:
        super().__init__(analysis, key, trace)
        self.frames: tuple[EnclosingScope, ...] = ()
        self.env: Env = {}
        self.node: cst.FunctionDef | cst.Lambda
        self._part: FunctionSlice
        self._places: Places | None = None
        self._pieces: dict[int, Places] = {}
        self._outermost: tuple[CstStatement, Statement] | None = None
        self._lowering = Lowering()

    def take(self, part: FunctionSlice) -> None:
        """Look at this piece of the file from now on."""
        assert isinstance(part.node, (cst.FunctionDef, cst.Lambda))
        self._part, self.node = part, part.node

    def stand(self, node: CstStatement, statement: Statement) -> None:
        """Look at a statement of the function's own block, and at what is in it, from now on."""
        self._outermost = node, statement

    def expression(self, node: cst.CSTNode) -> Expr:
        """The plain expression for a libcst one; its calls have no place."""
        return self._lowering.expr(node)

    def value(self, node: cst.CSTNode) -> Value:
        """What is known of an expression."""
        return self._evaluator.value(self._lowering.expr(node), self.env)

    def class_held(self, path: str) -> ClassKey | None:
        """The class of what a name or dotted name holds, where it is one of the project."""
        return self.env[path].cls if path in self.env else None

    def called(self, call: cst.Call) -> str:
        """The canonical dotted name of what a call calls; empty for what lies in the project or is unknown."""
        name = self.value(call.func).name
        return canonical(name) if name else ""

    def method(self, call: cst.Call) -> tuple[str, Value]:
        """The name of the method a call calls, and its receiver; an empty name and an unknown value where it calls none.

        A method that is kept under a name first, as by `push = losses.append`, is one as well.
        """
        held = method_of(self.value(call.func), self.env)
        if isinstance(call.func, cst.Attribute):
            word, receiver = call.func.attr.value, self.value(call.func.value)
            if held is None or (held.method == word and receiver.cls is None and not receiver.module):
                return word, receiver
        return (held.method, held.receiver) if held is not None else ("", UNKNOWN)

    def arguments(self, call: cst.Call) -> tuple[tuple[str | None, Value], ...]:
        """The values of the arguments, each with its keyword, `*`, `**` or None."""
        return tuple(
            (arg.keyword.value if arg.keyword else arg.star or None, self.value(arg.value)) for arg in call.args
        )

    def given_back(self, call: cst.Call, keyword: str) -> Value:
        """What a function gives that a call hands to one of Python's, which calls it: the `key` of `sorted`."""
        site = self.flow.calls.get(self.place(call))
        func = site.argument(None, keyword) if site is not None else None
        self._evaluator.env = self.env
        return applied(self._evaluator, func, applied_to(site)) if site is not None and func is not None else UNKNOWN

    def bind_comprehension(self, node: cst.CompFor) -> Env:
        """What is known inside a comprehension."""
        self._evaluator.env = self.env
        return self._evaluator.inside(self._lowering.clauses(node))

    def place(self, node: cst.CSTNode) -> At:
        """The place of a node in the file, its own brackets left out."""
        near = self._near()
        if near is not None and node in near:
            return near.of(node)
        if self._places is None:
            self._places = Places(self._part)
        return self._places.of(node)

    def _near(self) -> Places | None:
        """The places in the statement that is looked at: most that are asked for lie there, and the rest need not be written out."""
        if self._outermost is None:
            return None
        node, statement = self._outermost
        if id(node) not in self._pieces:
            lines = self.analysis.project.lines(self.key.path)
            self._pieces[id(node)] = Places(self._part, piece(lines, node, statement.at, self.body.statements[0].at))
        return self._pieces[id(node)]

    def edit(self, node: cst.CSTNode | At, text: str) -> Edit:
        """Write `text` in the place of a node; brackets around the node stay."""
        return Edit(self.span(node if isinstance(node, At) else self.place(node)), text)

    def source(self, node: cst.CSTNode | At) -> str:
        """The text of a node as it is written, its own brackets left out; its lines end in a line feed."""
        return text_at(self.analysis.project.lines(self.key.path), node if isinstance(node, At) else self.place(node))

    def guarded_by(self, *words: str) -> Iterator[EnclosingScope]:
        """The compound statements of these kinds around the node, the innermost first."""
        wanted = tuple(getattr(ir, word) for word in words)
        return (frame for frame in reversed(self.frames) if isinstance(frame.statement, wanted))
