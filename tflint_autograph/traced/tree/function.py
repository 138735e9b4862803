"""A traced function as rules see it: its nodes, their values, and why it is traced."""

from __future__ import annotations

import libcst as cst

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At, Expr, Statement
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.finding import Edit
from tflint_autograph.model.trace import Trace
from tflint_autograph.model.values import UNKNOWN, Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.interpreter.calls import applied
from tflint_autograph.project.interpreter.narrowing import narrowed
from tflint_autograph.project.tracing.higher_order import applied_to
from tflint_autograph.project.values.body_result import Env
from tflint_autograph.project.values.bound import method_of
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.tree.expressions import CstLowering
from tflint_autograph.traced.tree.function_view import FunctionView
from tflint_autograph.traced.tree.pairs import CstStatement
from tflint_autograph.traced.tree.slices import FunctionSlice, Places, piece, text_at


class TracedFunction(FunctionView):
    """A traced function during the walk over its nodes. Its answers refer to the current node."""

    def __init__(self, analysis: Analysis, key: FunctionKey, trace: Trace) -> None:
        super().__init__(analysis, key, trace)
        self.node: cst.FunctionDef | cst.Lambda
        self._part: FunctionSlice
        self._places: Places | None = None
        self._pieces: dict[int, Places] = {}
        self._outermost: tuple[CstStatement, Statement] | None = None
        module = analysis.project.module(key.path)
        own = self.body.bound
        self._lowering = CstLowering(dict(self.fact.aliases), dict(self.body.dotted), own | module.shadowed if module is not None else own)

    def take(self, part: FunctionSlice) -> None:
        """Sets the piece of the file that is being walked."""
        assert isinstance(part.node, (cst.FunctionDef, cst.Lambda))
        self._part, self.node = part, part.node

    def stand(self, node: CstStatement, statement: Statement) -> None:
        """Sets the current statement."""
        self._outermost = node, statement

    def expression(self, node: cst.CSTNode) -> Expr:
        """Returns the converted expression of a libcst node. Its calls have no position."""
        return self._lowering.expr(node)

    def written(self, node: cst.CSTNode) -> Expr:
        """Returns the converted expression of a libcst node, with a call of a helper that only returns an expression written out."""
        expr = self._lowering.expr(node)
        return self.written_out(expr._replace(at=self.place(node))) if isinstance(expr, ir.Call) else expr

    def value(self, node: cst.CSTNode) -> Value:
        """Returns the value of an expression at the current node."""
        return self.value_of(self._lowering.expr(node))

    def value_of(self, expr: Expr) -> Value:
        """Returns the value of a converted expression at the current node."""
        return self._evaluator.value(expr, self.env)

    def called(self, call: cst.Call) -> str:
        """Returns the canonical dotted name of the called function; empty if it is of the project or unknown."""
        return canonical(self.value(call.func).name)

    def method(self, call: cst.Call) -> tuple[str, Value]:
        """Returns the name of the called method and its receiver, or an empty string and an unknown value.

        A method that was assigned to a name first, as in `push = losses.append`, counts too.
        """
        held = method_of(self.value(call.func), self.env)
        if isinstance(call.func, cst.Attribute):
            word, receiver = call.func.attr.value, self.value(call.func.value)
            if held is None or (held.method == word and receiver.cls is None and not receiver.module):
                return word, receiver
        return (held.method, held.receiver) if held is not None else ("", UNKNOWN)

    def arguments(self, call: cst.Call) -> tuple[tuple[str | None, Value], ...]:
        """Returns the values of the arguments, each with its keyword, `*`, `**` or None."""
        return tuple(
            (arg.keyword.value if arg.keyword else arg.star or None, self.value(arg.value)) for arg in call.args
        )

    def given_back(self, call: cst.Call, keyword: str) -> Value:
        """Returns the result of a function passed to a built-in that calls it, such as the `key` of `sorted`."""
        site = self.flow.calls.get(self.place(call))
        func = site.argument(None, keyword) if site is not None else None
        self._evaluator.env = self.env
        return applied(self._evaluator, func, applied_to(site)) if site is not None and func is not None else UNKNOWN

    def bind_comprehension(self, node: cst.CompFor) -> Env:
        """Returns the state inside a comprehension."""
        self._evaluator.env = self.env
        return self._evaluator.inside(self._lowering.clauses(node))

    def narrowed(self, test: cst.BaseExpression, *, holds: bool) -> Env:
        """Returns the state where a condition is true (`holds`) or false, as in a branch of `a if test else b`."""
        self._evaluator.value(self._lowering.expr(test), self.env)
        return narrowed(self._evaluator, self._lowering.expr(test), self.env, holds=holds) or self.env

    def place(self, node: cst.CSTNode) -> At:
        """Returns the position of a node in the file, without its own parentheses."""
        near = self._near()
        if near is not None and node in near:
            return near.of(node)
        if self._places is None:
            self._places = Places(self._part)
        return self._places.of(node)

    def _near(self) -> Places | None:
        """The positions of the nodes in the current statement, which are those mostly needed."""
        if self._outermost is None:
            return None
        node, statement = self._outermost
        if id(node) not in self._pieces:
            lines = self.analysis.project.lines(self.key.path)
            self._pieces[id(node)] = Places(self._part, piece(lines, node, statement.at, self.body.statements[0].at))
        return self._pieces[id(node)]

    def edit(self, node: cst.CSTNode | At, text: str) -> Edit:
        """Returns an edit that replaces a node by `text`. Parentheses around the node stay."""
        return Edit(self.span(node if isinstance(node, At) else self.place(node)), text)

    def source(self, node: cst.CSTNode | At) -> str:
        """Returns the source of a node without its own parentheses, with line feeds as line ends."""
        return text_at(self.analysis.project.lines(self.key.path), node if isinstance(node, At) else self.place(node))
