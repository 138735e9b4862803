"""Infers dtypes from the body alone: literals, `tf.cast`, `dtype=`, comparisons. Unknown dtypes are empty strings.

A dtype is a word: a TensorFlow name such as `float32`; `floating` or `integer` for one of several; or `int`, `float`, `str` for a Python
value, which takes the dtype of the other operand, and becomes `int32`, `float32`, `string` where branches join.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import takewhile

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Expr, Statement
from tflint_autograph.model.facts import FunctionFact
from tflint_autograph.model.values import UNKNOWN, Callee, Kind, Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.liveness import bound, stored
from tflint_autograph.project.bodies.walks import expressions, is_jump, parts, walk
from tflint_autograph.project.values.body_result import BodyResult, CallSite
from tflint_autograph.tfapi.dtypes import BINARY, FLOATING, JOINING, KEEP, LIKE
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.point import made_once

Known = dict[str, str]

_ALONE = {"int": "int32", "float": "float32", "str": "string"}
_FLOATS = frozenset({"float", "floating", "float16", "float32", "float64", "bfloat16"})
_INTEGERS = frozenset({"int", "integer", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"})
_FAMILIES = ((_FLOATS, "floating"), (_INTEGERS, "integer"))
_NAMED = {"half": "float16", "double": "float64", "float_": "float64", "bool_": "bool"}
_GENERIC = frozenset({"int", "float", "str", "floating", "integer"})
_COMPARES = frozenset({"<", "<=", ">", ">=", "==", "!=", "in", "not in", "is", "is not", "not"})
_BOOLEAN = frozenset({"equal", "not_equal", "less", "less_equal", "greater", "greater_equal", "logical_and", "logical_or",
                      "logical_not", "reduce_all", "reduce_any", "is_nan", "is_finite", "is_inf"})  # fmt: skip
_INDEX = {"shape": "int32", "size": "int32", "rank": "int32", "argmax": "int64", "argmin": "int64"}
_OUT_TYPE = {"shape": 1, "size": 1, "argmax": 2, "argmin": 2}
_MADE = {"zeros": 1, "ones": 1, "cast": 1, "constant": 1, "convert_to_tensor": 1, "Variable": -1, "range": -1, "normal": 3,
         "uniform": 3, "eye": 3}  # fmt: skip
"""By function that creates tensors: the position of its dtype argument, or -1 if it is keyword-only."""

_NO_TENSORS = frozenset({"dtype", "name", "out_type", "output_type", "*", "**"})
"""Keywords, and signs of unpacked arguments, that pass no tensor whose dtype the result has."""

_USUAL = {"zeros": "float32", "ones": "float32", "normal": "float32", "uniform": "float32", "eye": "float32"}


def clash(one: str, other: str) -> bool:
    """Whether both dtypes are known and TensorFlow refuses to join them (FACTS control_dtype_mismatch)."""
    one, other = _ALONE.get(one, one), _ALONE.get(other, other)
    if not one or not other or one == other:
        return False
    return not any({one, other} <= family and some in (one, other) for family, some in _FAMILIES)


def spoken(dtype: str) -> str:
    """Returns the dtype as TensorFlow's messages name it."""
    return {"floating": "float", "integer": "int"}.get(dtype, _ALONE.get(dtype, dtype))


def plain(dtype: str) -> bool:
    """Whether the dtype belongs to a Python value rather than a tensor."""
    return dtype in _ALONE


@made_once
def dtypes(fn: TracedFunction) -> Dtypes:
    """Returns the dtypes in the function's body."""
    return Dtypes(fn.analysis, fn.body, fn.flow, dict.fromkeys(_floating(fn.fact, fn.body, fn.flow), "floating"), _DEEPEST)


_DEEPEST = 3
"""Maximum depth of calls whose results are followed into the called functions."""


class Dtypes:
    """The results of one pass over a body: dtypes `before` a statement, `made` by one for a name, and at the `end` of a block.

    A loop's body is interpreted with the state before its first iteration, as TensorFlow traces it. `returned` are the dtypes of results.
    """

    def __init__(self, analysis: Analysis, body: Body, flow: BodyResult, given: Known, depth: int) -> None:
        # Kept by the function, so it must not keep the function: with its tree that would stay for the whole run.
        self._analysis = analysis
        self._flow = flow
        self._depth = depth
        self._known: dict[tuple[int, int], tuple[str, Expr, Known]] = {}
        self.returned: set[str] = set()
        self.before: dict[int, Known] = {}
        self.made: dict[tuple[int, str], str] = {}
        self.end: dict[tuple[int, str], Known] = {}
        self._compared = frozenset(_meeting_floats(body, flow))
        self._block(body.statements, given)

    def _block(self, statements: tuple[Statement, ...], known: Known) -> Known | None:
        for statement in statements:
            self.before[statement.ordinal] = known
            if isinstance(statement, ir.Return):
                self.returned.add(self.of(statement.value, known) if statement.value is not None else "")
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
            known[target.id] = self.made[ordinal, target.id] = self.of(value, before) or ("floating" if target.id in self._compared else "")
        elif isinstance(target, ir.Display):
            values = value.items if isinstance(value, ir.Display) and len(value.items) == len(target.items) else ()
            for number, item in enumerate(target.items):
                if values:
                    self._bind(ordinal, item, values[number], known, before)
                elif isinstance(item, ir.Name):
                    known.pop(item.id, None)

    def _numbers(self, loop: ir.For) -> Iterator[str]:
        """Yields the index name of a loop over `enumerate(...)`."""
        target, iterable = loop.target, loop.iterable
        if isinstance(target, ir.Display) and isinstance(iterable, ir.Call) and self._name(iterable) == "builtins.enumerate":
            yield from (item.id for item in target.items[:1] if isinstance(item, ir.Name))

    def _element(self, iterable: Expr, known: Known) -> str:
        """Returns the dtype of the elements that a loop over the expression yields."""
        if isinstance(iterable, ir.Call) and self._name(iterable) == "builtins.range":
            return "int"
        dtype = self.of(iterable, known)
        return "" if plain(dtype) else dtype

    def of(self, expr: Expr, known: Known) -> str:
        """Returns the dtype of an expression, given the dtypes of its names."""
        if isinstance(expr, ir.Constant):
            return {bool: "bool", int: "int", float: "float", str: "str"}.get(type(expr.value), "")
        if isinstance(expr, ir.Name):
            return known.get(expr.id, "")
        key = id(expr), id(known)
        if key not in self._known:
            # Both are kept with the answer: their identities are the key.
            self._known[key] = self._of(expr, known), expr, known
        return self._known[key][0]

    def _of(self, expr: Expr, known: Known) -> str:
        if isinstance(expr, ir.Operation):
            return self._operation(expr, known)
        if isinstance(expr, ir.Call):
            return self._call(expr, known)
        if isinstance(expr, ir.Subscript):
            dtype = self.of(expr.value, known)
            return "" if plain(dtype) else dtype
        if isinstance(expr, ir.Conditional):
            one, other = self.of(expr.body, known), self.of(expr.orelse, known)
            return one if one == other else ""
        return ""

    def _operation(self, expr: ir.Operation, known: Known) -> str:
        if _COMPARES & set(expr.operators):
            return "bool"
        found = [self.of(operand, known) for operand in expr.operands]
        if len(found) == 1:
            return found[0]
        if expr.operators[0] in ("and", "or"):
            return "bool" if set(found) == {"bool"} else ""
        return combined(expr.operators[0], found[0], found[1])

    def _name(self, call: ir.Call) -> str:
        site = self._flow.calls.get(call.at)
        return canonical(site.func.name) if site is not None and site.func.name else ""

    def _call(self, call: ir.Call, known: Known) -> str:
        name, site = self._name(call), self._flow.calls.get(call.at)
        last = name.rpartition(".")[2]
        if site is not None and not name and site.func.callees and self._depth:
            found = {self._result(target, call, known) for target in site.func.callees}
            return found.pop() if len(found) == 1 else ""
        if site is None or not name:
            return ""
        if name in ("builtins.int", "builtins.float", "builtins.bool"):
            return {"int": "int32", "float": "float32"}.get(last, last)
        if not name.startswith("tensorflow."):
            return ""
        if last in _MADE:
            return self._made(last, call, site, known)
        tensors = [self.of(each.value, known) for each in takewhile(lambda each: each.keyword not in _NO_TENSORS, call.args)]
        first = combined("*", *tensors[:2]) if last in BINARY and len(tensors) > 1 else next(iter(tensors), "")
        if last in FLOATING:
            return first if first in _FLOATS and not plain(first) else "floating"
        if last in _INDEX:
            given = site.argument(_OUT_TYPE.get(last), "out_type") or site.argument(None, "output_type")
            return _INDEX[last] if given is None else dtype_named(given)
        if last in _BOOLEAN:
            return "bool"
        given = site.argument(1, "dtype") if last in LIKE else None
        if given is not None and given.kind is not Kind.NONE:
            return dtype_named(given)
        if last in JOINING and call.args and isinstance(call.args[0].value, ir.Display):
            found = {self.of(item, known) for item in call.args[0].value.items}
            first = found.pop() if len(found) == 1 else ""
        return _ALONE.get(first, first) if last in KEEP | JOINING else ""

    def _result(self, target: Callee, call: ir.Call, known: Known) -> str:
        """Returns the dtype of what a function of the project returns for these arguments."""
        lowered, flow = self._analysis.project.lowered(target.key), self._analysis.results.get(target.key)
        if lowered is None or flow is None or lowered.body.generator:
            return ""
        floating = dict.fromkeys(_floating(lowered.fact, lowered.body, flow), "floating")
        given = {name: dtype for name, expr in _passed(lowered.fact, target, call) if (dtype := self.of(expr, known))}
        returned = Dtypes(self._analysis, lowered.body, flow, floating | given, self._depth - 1).returned
        return next(iter(returned)) if len(returned) == 1 else ""

    def _made(self, last: str, call: ir.Call, site: CallSite, known: Known) -> str:
        place = _MADE[last]
        given = site.argument(place if place > 0 else None, "dtype")
        if given is not None:
            return dtype_named(given)
        if last in _USUAL or not call.args:
            return _USUAL.get(last, "")
        value = call.args[0].value
        while isinstance(value, ir.Display) and value.items:
            value = value.items[0]
        dtype = self.of(value, known) if last in ("constant", "convert_to_tensor", "Variable") else ""
        if last == "range":
            found = {self.of(arg.value, known) for arg in call.args if arg.keyword is None}
            return "int32" if found <= {"int", "int32"} else "integer" if found <= _INTEGERS | {""} else ""
        return _ALONE.get(dtype, dtype)


def _passed(fact: FunctionFact, target: Callee, call: ir.Call) -> Iterator[tuple[str, Expr]]:
    """Yields the arguments of a call by parameter; none if some are unpacked."""
    if any(each.keyword in ("*", "**") for each in call.args) or target.bound_args:
        return
    positional = [each.name for each in fact.parameters if each.kind == "positional"][target.receiver is not None :]
    yield from zip(positional, (each.value for each in call.args if each.keyword is None), strict=False)
    yield from ((each.keyword, each.value) for each in call.args if each.keyword is not None)


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
            if any(_meets_float(name, expr) for expr in found):
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
        if is_met and any(_meets_float(ir.Name(name), expr) for statement in every for expr in expressions(statement)):
            yield name


def _meets_float(name: ir.Name, expr: Expr) -> bool:
    if isinstance(expr, ir.Operation) and name in expr.operands:
        return any(isinstance(operand, ir.Constant) and type(operand.value) is float for operand in expr.operands)
    return any(_meets_float(name, part) for part in parts(expr))


def dtype_named(value: Value) -> str:
    """Returns the dtype that an argument such as `tf.float32`, `np.int64` or `"bool"` names."""
    word = value.const if isinstance(value.const, str) else value.name.rpartition(".")[2]
    if value.kind is Kind.PYTHON and not isinstance(value.const, str):
        return ""
    word = _NAMED.get(word, word)
    if value.name.startswith("builtins."):
        return _ALONE.get(word, word if word == "bool" else "")
    return word if word in _FLOATS | _INTEGERS | {"bool", "string"} and word not in _GENERIC else ""


def combined(sign: str, one: str, other: str) -> str:
    """Returns the dtype of an arithmetic operation on two dtypes."""
    if sign == "/" and {one, other} & _INTEGERS and {one, other} <= _INTEGERS:
        return "float" if plain(one) and plain(other) else "float64"
    if not one or not other:
        known = one or other
        return "floating" if known == "float" else known if known in _FLOATS | _INTEGERS and not plain(known) else ""
    if one == other:
        return one if one != "bool" else ""
    if plain(one) and plain(other):
        return "float" if {one, other} == {"int", "float"} else ""
    if plain(one) or plain(other):
        python, tensor = (one, other) if plain(one) else (other, one)
        return tensor if tensor in _FLOATS or (python == "int" and tensor in _INTEGERS) else ""
    for family, some in _FAMILIES:
        if {one, other} <= family and some in (one, other):
            return other if one == some else one
    return ""


def _meet(one: Known | None, other: Known | None) -> Known | None:
    """Returns the dtypes that names have on either path. Two dtypes of floats are one of them."""
    if one is None or other is None:
        return one if other is None else other
    both = ((name, dtype, other.get(name, "")) for name, dtype in one.items())
    return {name: dtype if dtype == beside else "floating" for name, dtype, beside in both if dtype == beside or {dtype, beside} <= _FLOATS}


def _without(known: Known, names: frozenset[str]) -> Known:
    return {name: dtype for name, dtype in known.items() if name not in names}
