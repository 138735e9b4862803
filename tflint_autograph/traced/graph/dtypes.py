"""Infers dtypes in a body, as TensorFlow traces it: from literals, `tf.cast`, `dtype=`, comparisons. Dtypes are words of `model.dtypes`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Expr, Statement
from tflint_autograph.model.dtypes import FAMILIES, FLOATS, of_tensor, plain
from tflint_autograph.model.facts import FunctionFact
from tflint_autograph.model.values import UNKNOWN, Callee, Kind
from tflint_autograph.project.bodies.arguments import arguments
from tflint_autograph.project.bodies.container_puts import item_in
from tflint_autograph.project.bodies.liveness import bound, stored
from tflint_autograph.project.bodies.walks import expressions, is_jump, parts, root_name, walk
from tflint_autograph.project.values.body_result import BodyResult
from tflint_autograph.project.values.dtypes import common, of_call, of_operation, of_value
from tflint_autograph.tfapi.dtypes import KEEP
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.point import TracedPoint, made_once

Known = dict[str, str]


def clash(one: str, other: str) -> bool:
    """Whether both dtypes are known and TensorFlow refuses to join them (FACTS control_dtype_mismatch)."""
    one, other = of_tensor(one), of_tensor(other)
    if not one or not other or one == other:
        return False
    return not any({one, other} <= family and some in (one, other) for family, some in FAMILIES)


def spoken(dtype: str) -> str:
    """Returns the dtype as TensorFlow's messages name it."""
    return {"floating": "float", "integer": "int"}.get(dtype, of_tensor(dtype))


@made_once
def dtypes(fn: TracedPoint) -> Dtypes:
    """Returns the dtypes in the function's body, where its parameters have those that all callers pass."""
    return Dtypes(TracedPoint(fn.analysis, fn.key), _at_entry(fn.fact, fn.body, fn.flow) | dict(_given_by_only_call(fn)), _DEEPEST)


def _given_by_only_call(fn: TracedPoint) -> Iterator[tuple[str, str]]:
    """Yields the parameters of a function that is called at one place alone, with the dtypes that are known there."""
    caller, ordinal, given = fn.only_call() or (None, 0, {})
    types = dtypes(TracedPoint(fn.analysis, caller)) if caller is not None else None
    if types is not None:
        known = types.before.get(ordinal, {})
        yield from ((name, dtype) for name, expr in given.items() if (dtype := types.of(expr, known)))


@made_once
def dtypes_for_any_caller(fn: TracedFunction) -> Dtypes:
    """Returns the dtypes that the body alone shows, whoever calls it: what a fix writes has to be right for all."""
    return Dtypes(TracedPoint(fn.analysis, fn.key), _at_entry(fn.fact, fn.body, fn.flow, by_callers=False), _DEEPEST, by_callers=False)


def dtype_before(expr: Expr, ordinal: int, fn: TracedFunction) -> str:
    """Returns the dtype of an expression in a statement, from the body or from its value: that of a call has no place in the body."""
    types = dtypes(fn)
    return types.of(expr, types.before.get(ordinal, {})) or of_value(fn.value_at(expr, ordinal))


_DEEPEST = 3
"""Maximum depth of calls whose results are followed into the called functions."""


class Dtypes:
    """The results of one pass over a body: dtypes `before` a statement, `made` by one for a name, and at the `end` of a block.

    A loop's body is interpreted with the state before its first iteration, as TensorFlow traces it. `results` are the results, each with the state before its `return`, and `returned` their dtypes.
    """

    def __init__(self, point: TracedPoint, given: Known, depth: int, *, by_callers: bool = True) -> None:
        # Kept by the function, so it must not keep the function: with its tree that would stay for the whole run.
        self._point = point
        self._analysis = point.analysis
        self._flow = point.flow
        self._depth = depth
        self._by_callers = by_callers
        self._stored = stored(point.body.statements)
        self._known: dict[tuple[int, int], tuple[str, Expr, Known]] = {}
        self.returned: set[str] = set()
        self.results: list[tuple[Expr | None, Known]] = []
        self.before: dict[int, Known] = {}
        self.made: dict[tuple[int, str], str] = {}
        self.end: dict[tuple[int, str], Known] = {}
        self._compared = frozenset(_meeting_floats(point.body, point.flow))
        self._block(point.body.statements, given)

    def _block(self, statements: tuple[Statement, ...], known: Known) -> Known | None:
        for statement in statements:
            self.before[statement.ordinal] = known
            if isinstance(statement, ir.Return):
                self.returned.add(self.of(statement.value, known) if statement.value is not None else "")
                self.results.append((statement.value, known))
            if isinstance(statement, (ir.Return, ir.Raise)) or is_jump(statement):
                return None
            after = self._after(statement, dict(known))
            if after is None:
                return None
            known = after
        return known

    def _after(self, statement: Statement, known: Known) -> Known | None:
        if isinstance(statement, ir.Assign) and statement.value is not None:
            for target in statement.targets:
                self._bind(statement.ordinal, target, statement.value, known, dict(known))
        elif isinstance(statement, ir.Augment):
            value = ir.Operation((statement.operator,), (statement.target, statement.value))
            self._bind(statement.ordinal, statement.target, value, known, dict(known))
        elif isinstance(statement, ir.If):
            ends = [self._inside(statement, part, known) for part in ("body", "orelse")]
            return _meet(*ends)
        elif isinstance(statement, ir.With):
            return self._inside(statement, "body", _without(known, bound(statement)))
        elif isinstance(statement, (ir.For, ir.While)):
            start = _without(known, bound(statement))
            if isinstance(statement, ir.For) and isinstance(statement.target, ir.Name):
                start[statement.target.id] = self._element(statement.iterable, known)
            elif isinstance(statement, ir.For):
                start.update(dict.fromkeys(self._numbers(statement), "int"))
            return _meet(known, self._inside(statement, "body", start))
        elif isinstance(statement, ir.Try) and not statement.handlers:
            end = self._block(statement.body, known)
            return self._block(statement.final, end) if end is not None else None
        else:
            names = bound(statement) | stored((statement,))
            for part in ("body", "orelse", "final"):
                self._block(getattr(statement, part, ()), _without(known, names))
            return _without(known, names)
        return known

    def _inside(self, statement: Statement, part: str, known: Known) -> Known | None:
        end = self._block(getattr(statement, part), known)
        self.end[statement.ordinal, part] = end or {}
        return end

    def _bind(self, ordinal: int, target: Expr, value: Expr, known: Known, before: Known) -> None:
        if isinstance(target, ir.Name):
            found = self.of(value, before) or ("floating" if target.id in self._compared else self._bound(target.id))
            known[target.id] = self.made[ordinal, target.id] = found
        elif isinstance(target, ir.Display):
            values = value.items if isinstance(value, ir.Display) and len(value.items) == len(target.items) else ()
            for number, item in enumerate(target.items):
                if values:
                    self._bind(ordinal, item, values[number], known, before)
                elif isinstance(item, ir.Name):
                    known[item.id] = self._bound(item.id)

    def _bound(self, name: str) -> str:
        """Returns the dtype of all values that the body binds to a name."""
        return of_value(self._flow.bindings.get(name, UNKNOWN)) if self._by_callers else ""

    def _numbers(self, loop: ir.For) -> Iterator[str]:
        """Yields the index name of a loop over `enumerate(...)`."""
        target, iterable = loop.target, loop.iterable
        if isinstance(target, ir.Display) and isinstance(iterable, ir.Call) and self._flow.called(iterable) == "builtins.enumerate":
            yield from (item.id for item in target.items[:1] if isinstance(item, ir.Name))

    def _element(self, iterable: Expr, known: Known) -> str:
        """Returns the dtype of the elements that a loop over the expression yields."""
        if isinstance(iterable, ir.Call) and self._flow.called(iterable) == "builtins.range":
            return "int"
        dtype = self.of(iterable, known)
        return "" if plain(dtype) else dtype

    def of(self, expr: Expr, known: Known) -> str:
        """Returns the dtype of an expression, given the dtypes of its names."""
        if isinstance(expr, ir.Constant):
            return {bool: "bool", int: "int", float: "float", str: "str"}.get(type(expr.value), "")
        if isinstance(expr, ir.Name):
            return known[expr.id] if expr.id in known else self._outer(expr)
        key = id(expr), id(known)
        if key not in self._known:
            # Both are kept with the answer: their identities are the key.
            self._known[key] = self._of(expr, known), expr, known
        return self._known[key][0]

    def _of(self, expr: Expr, known: Known) -> str:
        if isinstance(expr, ir.Operation):
            return of_operation(expr.operators, [self.of(operand, known) for operand in expr.operands])
        if isinstance(expr, ir.Attribute):
            return self._outer(expr)
        if isinstance(expr, ir.Call):
            return self._call(expr, known)
        if isinstance(expr, ir.Subscript):
            dtype = self.of(expr.value, known) or (self._call(expr.value, known, expr.item) if isinstance(expr.value, ir.Call) else "")
            return "" if plain(dtype) else dtype
        if isinstance(expr, ir.Conditional):
            one, other = self.of(expr.body, known), self.of(expr.orelse, known)
            return one if one == other else ""
        return ""

    def _outer(self, expr: ir.Name | ir.Attribute) -> str:
        """Returns the dtype of a tensor, variable or Python scalar that the body does not bind: that of an outer name, or an attribute."""
        point, name = self._point, root_name(expr)
        is_of_caller = name in point.fact.given and (isinstance(expr, ir.Name) or not self._by_callers)
        if not name or name in self._stored or is_of_caller or (isinstance(expr, ir.Attribute) and self._sets(expr.attr)):
            return ""
        value = point.value_at(expr, 0)
        return of_value(value) if value.kind.graph or value.kind is Kind.PYTHON else ""

    def _sets(self, attr: str) -> bool:
        return any(write.name == attr for write in self._flow.writes.values())

    def _call(self, call: ir.Call, known: Known, item: Expr | None = None) -> str:
        """Returns the dtype of the result of a call, or of an item of a dict that a function of the project returns."""
        name, site = self._flow.called(call), self._flow.calls.get(call.at)
        if site is not None and not name and site.func.callees and self._depth:
            found = {self._result(target, call, known, item) for target in self._analysis.giving(site.func.callees)}
            return found.pop() if len(found) == 1 else ""
        if site is None or not name or item is not None:
            return ""
        given = [(each.keyword, self._of_argument(each.value, known)) for each in call.args]
        if self._by_callers and [keyword for keyword, _ in given] == [keyword for keyword, _ in site.args]:
            # What the body does not bind is known by its value.
            given = [(word, dtype or of_value(value)) for (word, dtype), (_, value) in zip(given, site.args, strict=True)]
        return of_call(name, site, given)

    def _of_argument(self, expr: Expr, known: Known) -> str:
        """Returns the dtype of an argument; for a list that of all its items."""
        if isinstance(expr, ir.Display):
            return common({self._of_argument(item, known) for item in expr.items})
        return self.of(expr, known)

    def _result(self, target: Callee, call: ir.Call, known: Known, item: Expr | None) -> str:
        """Returns the dtype of what a function of the project returns for these arguments, or of an item of that."""
        lowered, flow = self._analysis.project.lowered(target.key), self._analysis.results.get(target.key)
        if lowered is None or flow is None or lowered.body.generator:
            return ""
        given = {name: dtype for name, expr in arguments(call, self._point.body, target, lowered.fact).items() if (dtype := self.of(expr, known))}
        known_before = _at_entry(lowered.fact, lowered.body, flow, by_callers=self._by_callers) | given
        inner = Dtypes(TracedPoint(self._analysis, target.key), known_before, self._depth - 1, by_callers=self._by_callers)
        returned = inner.returned if item is None else {inner.of(held, at) if (held := item_in(value, item)) else "" for value, at in inner.results}
        return next(iter(returned)) if len(returned) == 1 else ""


def _at_entry(fact: FunctionFact, body: Body, flow: BodyResult, *, by_callers: bool = True) -> Known:
    """Returns the dtypes of the parameters: those that all callers pass, or floats as the body needs them."""
    entry = flow.states.get(0, {}) if by_callers else {}
    passed = {each.name: dtype for each in fact.parameters if (dtype := of_value(entry.get(each.name, UNKNOWN)))}
    return dict.fromkeys(_floating(fact, body, flow), "floating") | passed


def _floating(fact: FunctionFact, body: Body, flow: BodyResult) -> Iterator[str]:
    """Yields the tensor parameters that are combined with a Python float: integer tensors would raise there in eager code too."""
    entry = flow.states.get(0, {})
    for parameter in fact.parameters:
        name = ir.Name(parameter.name)
        if not entry.get(parameter.name, UNKNOWN).kind.graph:
            continue
        for statement in walk(body.statements):
            found = [*expressions(statement)]
            if isinstance(statement, ir.Augment):
                found.append(ir.Operation((statement.operator,), (statement.target, statement.value)))
            if any(_meets_float(name, expr, flow) for expr in found):
                yield parameter.name
                break
            if parameter.name in bound(statement):
                break


def _meeting_floats(body: Body, flow: BodyResult) -> Iterator[str]:
    """Yields the tensors with one binding in the body that are combined with a Python float."""
    every = list(walk(body.statements))
    times = Counter(name for statement in every for name in bound(statement))
    for name, value in flow.bindings.items():
        is_met = times[name] == 1 and value.kind is Kind.TENSOR
        if is_met and any(_meets_float(ir.Name(name), expr, flow) for statement in every for expr in expressions(statement)):
            yield name


def _meets_float(name: ir.Name, expr: Expr, flow: BodyResult) -> bool:
    """Whether a name, or the result of an operation on it that keeps its dtype, is combined with a Python float."""
    if isinstance(expr, ir.Operation) and any(_has_dtype_of(name, operand, flow) for operand in expr.operands):
        return any(isinstance(operand, ir.Constant) and type(operand.value) is float for operand in expr.operands)
    return any(_meets_float(name, part, flow) for part in parts(expr))


def _has_dtype_of(name: ir.Name, expr: Expr, flow: BodyResult) -> bool:
    if isinstance(expr, ir.Subscript):
        return _has_dtype_of(name, expr.value, flow)
    called = flow.called(expr) if isinstance(expr, ir.Call) and len(expr.args) == 1 else ""
    is_kept = called.startswith("tensorflow.") and called.rpartition(".")[2] in KEEP
    return expr == name or (is_kept and isinstance(expr, ir.Call) and _has_dtype_of(name, expr.args[0].value, flow))


def _meet(one: Known | None, other: Known | None) -> Known | None:
    """Returns the dtypes that names have on either path. Two dtypes of floats are one of them."""
    if one is None or other is None:
        return one if other is None else other
    both = ((name, dtype, other.get(name, "")) for name, dtype in one.items())
    return {name: dtype if dtype == beside else "floating" for name, dtype, beside in both if dtype == beside or {dtype, beside} <= FLOATS}


def _without(known: Known, names: frozenset[str]) -> Known:
    return {name: dtype for name, dtype in known.items() if name not in names}
