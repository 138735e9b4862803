"""The value of an expression, given what names hold. Does not know statements, nor what a call gives (`calls`)."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At, Body, Expr
from tflint_autograph.model.facts import MODULE, FunctionKey
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.trace import Step
from tflint_autograph.model.values import NOTHING, UNKNOWN, Kind, Origin, Target, Value, join, join_all
from tflint_autograph.project import calls
from tflint_autograph.project.flow import CallSite, Env, Flow
from tflint_autograph.project.operators import methods
from tflint_autograph.project.scope import Scope
from tflint_autograph.project.shapes import dimension

_ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "//": operator.floordiv, "%": operator.mod,
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq, "!=": operator.ne,
}  # fmt: skip
_IDENTITY = frozenset({"is", "is not", "in", "not in"})


class Evaluator:
    """Values of expressions in one body. `scope` answers for everything outside it; calls are recorded in `flow`.

    `parent` is the qualified name of the scope around the body, in which names it does not bind are looked up.
    """

    def __init__(
        self, scope: Scope, key: FunctionKey, parent: str, body: Body, flow: Flow, *, traced: bool
    ) -> None:
        self.scope = scope
        self.path, self.qualname = key
        self.parent = parent
        self.body = body
        self.shared = {name for name, _ in body.shared}
        self.flow = flow
        self.traced = traced
        self.env: Env | None = {}
        self.index = 0
        self.at = At(1, 1, 1, 1)

    def evaluate(self, expr: Expr) -> Value:
        """The value of `expr` where the run stands."""
        return _EVALUATE[type(expr)](self, expr)

    def set(self, path: str, value: Value) -> None:
        """Know `value` under a name or dotted name from here on, without touching what was known before."""
        self.env = {**(self.env or {}), path: value}

    def step(self, at: At, text: str) -> Step:
        """A sentence about a place of this file."""
        return Step(self.scope.span(self.path, at), text)

    def name(self, name: str) -> Value:
        """What a plain name holds here."""
        known = (self.env or {}).get(name)
        if known is not None:
            return known
        if name in self.body.bound and self.qualname != MODULE:
            return UNKNOWN
        return self.scope.lookup(self.path, self.parent, name, traced=self.traced)

    def attribute(self, receiver: Value, attr: str, at: At) -> Value:
        """What `.attr` of a value gives; a property counts as run here."""
        value = self.scope.attribute(receiver, attr, traced=self.traced)
        for target in value.targets:
            if target.through == "builtins.property":
                self.flow.touched[at, target.key] = CallSite(at, self.index, value, (), attr, receiver)
                return self.scope.result(replace(target, through=""), (), traced=self.traced)
        return value

    def widen(self, expr: Expr, container: Value, element: Value) -> None:
        """Know that a container held by a name has got another element."""
        path = dotted_path(expr)
        if path and path in (self.env or {}):
            element = element if container.element is None else join(container.element, element)
            self.set(path, replace(container, element=element, items=None))

    def iterate(self, iterable: Value, at: At) -> None:
        """A value is looped over: that of a project class runs its `__iter__`."""
        if iterable.cls is not None:
            self.touch(iterable, "__iter__", at)

    def enter(self, context: Value, at: At) -> Value:
        """What `with` binds for a context manager; that of a project class runs its methods."""
        if context.cls is None:
            return context
        result = self.touch(context, "__enter__", at)
        self.touch(context, "__exit__", at)
        return result

    def touch(self, receiver: Value, method: str, at: At, *given: Value) -> Value:
        """What a method gives that Python runs without a call in the text; unknown where the class has none."""
        results = []
        func, args = self.scope.attribute(receiver, method, traced=self.traced), tuple((None, value) for value in given)
        for target in func.targets:
            self.flow.touched[at, target.key] = CallSite(at, self.index, func, args, method, receiver)
            results.append(self.scope.result(target, args, traced=self.traced))
        return join_all(tuple(results))

    def operate(self, word: str, values: tuple[Value, ...]) -> Value | None:
        """What an operator gives on instances of project classes, whose methods it runs; None where it runs none."""
        left, right = methods(word, len(values))
        for method, receiver, given in ((left, values[0], values[1:]), (right, values[-1], values[:-1])):
            if method and receiver.cls is not None and self.scope.attribute(receiver, method, traced=self.traced).targets:
                return self.touch(receiver, method, self.at, *given)
        return None

    def within(self, env: Env, work: Callable[[], Value]) -> Value:
        """Do `work` with other names known, as in a comprehension."""
        before, self.env = self.env, env
        try:
            return work()
        finally:
            self.env = before


def dotted_path(expr: Expr) -> str:
    """`self.log` for the expression of that spelling; empty for anything but names and attributes."""
    parts = []
    while isinstance(expr, ir.Attribute):
        parts.append(expr.attr)
        expr = expr.value
    return ".".join([expr.id, *reversed(parts)]) if isinstance(expr, ir.Name) else ""


_MAPPINGS = frozenset({"builtins.dict", "collections.OrderedDict", "collections.defaultdict", "collections.Counter"})


def element_of(value: Value) -> Value:
    """What one step of an iteration over the value gives: of a dict, a key, of which nothing is known."""
    return Value(origin=Origin.FRESH) if value.type in _MAPPINGS else item_of(value)


def item_of(value: Value) -> Value:
    """What the value holds."""
    if value.items is not None:
        return _owned(join_all(value.items), value) if value.items else UNKNOWN
    if value.element is not None:
        return _owned(value.element, value)
    if value.kind is Kind.TENSOR and value.parameter and value.confidence is Confidence.LOW:
        # What is iterated may be a list of tensors as well as a tensor: what comes out of it is one either way.
        return Value(Kind.TENSOR, Origin.FRESH, because=value.because, confidence=Confidence.MEDIUM)
    if value.kind in (Kind.TENSOR, Kind.VARIABLE, Kind.ITERATOR, Kind.DATASET):
        unsized = value.unsized if value.kind is Kind.DATASET else frozenset()
        return Value(Kind.TENSOR, Origin.FRESH, because=value.because, confidence=value.confidence, unsized=unsized)
    if value.kind is Kind.NUMPY:
        return Value(Kind.NUMPY, value.origin, place=value.place)
    if value.type == "builtins.range":
        return Value(Kind.PYTHON, Origin.FRESH, type="builtins.int")
    if value.type == "builtins.str":
        return Value(Kind.PYTHON, Origin.FRESH, type="builtins.str")
    return _owned(UNKNOWN, value)


def _owned(element: Value, container: Value) -> Value:
    """An element of an outer container is outer too, unless it is known to be somebody else's."""
    if container.origin > element.origin or (container.origin is Origin.OUTER and not element.place):
        place = f"{container.place}[...]" if container.place else element.place
        return replace(element, origin=max(container.origin, element.origin), place=place)
    return element


def _constant(run: Evaluator, node: ir.Constant) -> Value:
    if node.value is None:
        return Value(Kind.NONE, Origin.FRESH, const=None)
    known = isinstance(node.value, (bool, int, float, str))
    return Value(
        Kind.PYTHON, Origin.FRESH, type=f"builtins.{type(node.value).__name__}", const=node.value if known else NOTHING
    )


def _attribute(run: Evaluator, node: ir.Attribute) -> Value:
    path = dotted_path(node)
    known = (run.env or {}).get(path) if path else None
    if known is not None:
        return known
    return run.attribute(run.evaluate(node.value), node.attr, node.at)


def _call(run: Evaluator, node: ir.Call) -> Value:
    method, receiver = "", None
    if isinstance(node.func, ir.Attribute):
        method = node.func.attr
        receiver = _hinted(run, node, run.evaluate(node.func.value))
        path = dotted_path(node.func)
        func = (run.env or {}).get(path) if path else None
        func = func or run.attribute(receiver, method, node.func.at)
    else:
        func = run.evaluate(node.func)
    args = tuple((argument.keyword, run.evaluate(argument.value)) for argument in node.args)
    site = CallSite(node.at, run.index, func, args, method, receiver)
    run.flow.calls[node.at] = site
    if receiver is not None and isinstance(node.func, ir.Attribute):
        _note_shape(run, node.func.value, receiver, method)
        _note_growth(run, node.func.value, receiver, method, args)
    return calls.result(run, site)


_DATASET_ONLY = frozenset({"prefetch", "padded_batch", "unbatch", "interleave", "flat_map", "take_while", "ragged_batch"})


def _hinted(run: Evaluator, node: ir.Call, receiver: Value) -> Value:
    """A dataset, where only a dataset has such a call: `num_parallel_calls=`, `tf.data.AUTOTUNE`, `.prefetch(...)`."""
    if receiver.kind is not Kind.UNKNOWN or receiver.name or receiver.cls or receiver.targets or receiver.module:
        return receiver
    assert isinstance(node.func, ir.Attribute)
    keywords = {argument.keyword for argument in node.args}
    told = "num_parallel_calls" in keywords or (
        node.func.attr in ("map", "batch", "prefetch", "interleave")
        and any(
            run.evaluate(argument.value).name.endswith(".AUTOTUNE")
            for argument in node.args
            if isinstance(argument.value, (ir.Name, ir.Attribute))
        )
    )
    if not told:
        return receiver
    because = run.step(node.at, f"only a dataset has this `{node.func.attr}`")
    return replace(receiver, kind=Kind.DATASET, type="dataset", because=because)


def _note_shape(run: Evaluator, expr: Expr, receiver: Value, method: str) -> None:
    """Take a tensor whose shape is set to have a length along each axis."""
    path = dotted_path(expr)
    if method == "set_shape" and receiver.unsized and path:
        run.set(path, replace(receiver, unsized=frozenset()))


def _note_growth(
    run: Evaluator, expr: Expr, receiver: Value, method: str, args: tuple[tuple[str | None, Value], ...]
) -> None:
    """Remember what is put into a local container."""
    if receiver.kind is not Kind.CONTAINER or not args:
        return
    if method in ("append", "add", "appendleft", "insert"):
        run.widen(expr, receiver, args[-1][1])
    elif method in ("extend", "update"):
        run.widen(expr, receiver, item_of(args[-1][1]))


def _display(run: Evaluator, node: ir.Display) -> Value:
    values = []
    exact = True
    for item in node.items:
        if isinstance(item, ir.Starred):
            values.append(element_of(run.evaluate(item.value)))
            exact = False
        else:
            values.append(run.evaluate(item))
    element = join_all(tuple(values)) if values else None
    items = tuple(values) if exact and len(values) <= 16 else None
    return Value(Kind.CONTAINER, Origin.FRESH, type=f"builtins.{node.type}", items=items, element=element)


def _mapping(run: Evaluator, node: ir.Mapping) -> Value:
    for key in node.keys:
        if key is not None:
            run.evaluate(key)
    values = [run.evaluate(value) for value in node.values]
    unpacked = [item_of(value) if key is None else value for key, value in zip(node.keys, values, strict=True)]
    element = join_all(tuple(unpacked)) if unpacked else None
    return Value(Kind.CONTAINER, Origin.FRESH, type="builtins.dict", element=element)


def _comprehension(run: Evaluator, node: ir.Comprehension) -> Value:
    def work() -> Value:
        for clause in node.clauses:
            iterable = run.evaluate(clause.iterable)
            bind_loosely(run, clause.target, element_of(iterable))
            for condition in clause.conditions:
                run.evaluate(condition)
        if node.key is not None:
            run.evaluate(node.key)
        return run.evaluate(node.element)

    element = run.within(dict(run.env or {}), work)
    if node.type == "generator":
        return Value(Kind.OBJECT, Origin.FRESH, type="builtins.generator", element=element)
    return Value(Kind.CONTAINER, Origin.FRESH, type=f"builtins.{node.type}", element=element)


def bind_loosely(run: Evaluator, target: Expr, value: Value) -> None:
    """Bind the names of a comprehension's target."""
    if isinstance(target, ir.Name):
        run.set(target.id, value)
    elif isinstance(target, ir.Starred):
        bind_loosely(run, target.value, Value(Kind.CONTAINER, Origin.FRESH, type="builtins.list"))
    elif isinstance(target, ir.Display):
        exact = value.items is not None and len(value.items) == len(target.items)
        parts = value.items if exact and value.items is not None else (element_of(value),) * len(target.items)
        for item, part in zip(target.items, parts, strict=True):
            bind_loosely(run, item, part)


def _lambda(run: Evaluator, node: ir.Lambda) -> Value:
    return Value(Kind.CALLABLE, Origin.FRESH, targets=(Target(FunctionKey(run.path, node.qualname)),))


def _subscript(run: Evaluator, node: ir.Subscript) -> Value:
    value = run.evaluate(node.value)
    index = run.evaluate(node.item)
    if value.kind in (Kind.TENSOR, Kind.VARIABLE):
        return Value(Kind.TENSOR, Origin.FRESH, because=value.because, confidence=value.confidence)
    if value.kind is Kind.NUMPY:
        return Value(Kind.NUMPY, value.origin, place=value.place)
    if isinstance(node.item, ir.Slice):
        return _sliced(value)
    if value.kind is Kind.PYTHON and value.unsized:
        return dimension(value, index.const)
    if value.kind is Kind.PYTHON:
        return Value(Kind.PYTHON, Origin.FRESH, confidence=value.confidence)
    if value.items is not None and type(index.const) is int and -len(value.items) <= index.const < len(value.items):
        return _owned(value.items[index.const], value)
    if value.cls is not None:
        return run.touch(value, "__getitem__", run.at, index)
    return item_of(value) if value.kind is Kind.CONTAINER else _owned(UNKNOWN, value)


def _sliced(value: Value) -> Value:
    """`x[a:b]` copies a list and shows a part of everything else."""
    if value.kind is Kind.CONTAINER:
        return replace(value, origin=Origin.FRESH, items=None, place="", parameter="")
    return replace(value, items=None, parameter="", const=NOTHING, unsized=frozenset())


def _slice(run: Evaluator, node: ir.Slice) -> Value:
    for part in node.parts:
        run.evaluate(part)
    return Value(Kind.PYTHON, Origin.FRESH, type="builtins.slice")


def _operation(run: Evaluator, node: ir.Operation) -> Value:
    word = node.operators[0]
    if word in ("and", "or"):
        return _either(run, word, node.operands)
    values = tuple(run.evaluate(operand) for operand in node.operands)
    if word == "not":
        return _negated(values[0])
    if any(value.cls is not None for value in values):
        made = run.operate(word, values)
        if made is not None:
            return made
    if _IDENTITY.issuperset(node.operators):
        return _identity(word, values)
    value = combined(word, values)
    if value.kind is Kind.TENSOR:
        run.flow.graph.add(run.index)
    elif value.kind is Kind.UNKNOWN and any(_may_be_tensor(operand) for operand in values):
        run.flow.maybe.add(run.index)
    return value


def _may_be_tensor(value: Value) -> bool:
    """Whether nothing is known of an argument of the root but that it was given."""
    return value.kind is Kind.UNKNOWN and value.origin is Origin.ARGUMENT


def _either(run: Evaluator, word: str, operands: tuple[Expr, ...]) -> Value:
    """`and`, `or`: the operands behind one that decides are not reached."""
    from_here = []
    value = UNKNOWN
    for operand in operands:
        value = run.evaluate(operand)
        truth = bool(value.const) if isinstance(value.const, (bool, int, str)) or value.const is None else None
        if truth is None:
            from_here.append(value)
        elif truth is (word == "or"):
            return value if not from_here else replace(join_all((*from_here, value)), const=truth)
    if not from_here:
        return value
    if any(value.kind.graph for value in from_here):
        tensor = next(value for value in from_here if value.kind.graph)
        return Value(Kind.TENSOR, Origin.FRESH, because=tensor.because, confidence=tensor.confidence)
    return join_all(tuple(from_here))


def _negated(value: Value) -> Value:
    if value.kind.graph:
        return Value(Kind.TENSOR, Origin.FRESH, because=value.because, confidence=value.confidence)
    if isinstance(value.const, (bool, int, str)) or value.const is None:
        return Value(Kind.PYTHON, Origin.FRESH, type="builtins.bool", const=not value.const)
    return Value(Kind.PYTHON, Origin.FRESH, type="builtins.bool")


def _identity(word: str, values: tuple[Value, ...]) -> Value:
    result = Value(Kind.PYTHON, Origin.FRESH, type="builtins.bool")
    if word in ("is", "is not") and len(values) == 2 and Kind.NONE in (values[0].kind, values[1].kind):
        other = values[0] if values[1].kind is Kind.NONE else values[1]
        if other.kind is Kind.NONE:
            return replace(result, const=word == "is")
    if word in ("is", "is not") and len(values) == 2 and all(isinstance(value.const, bool) for value in values):
        return replace(result, const=(values[0].const is values[1].const) is (word == "is"))
    return result


def combined(word: str, values: tuple[Value, ...]) -> Value:
    """What an arithmetic or comparison operator gives for operands of these kinds."""
    for value in values:
        if value.kind.graph:
            alone = all(other is value or other.kind is Kind.PYTHON for other in values)
            unsized = value.unsized if alone else frozenset()
            return Value(Kind.TENSOR, Origin.FRESH, because=value.because, confidence=value.confidence, unsized=unsized)
    if any(value.kind is Kind.NUMPY for value in values):
        return Value(Kind.NUMPY, Origin.FRESH)
    if values[0].kind is Kind.CONTAINER and word in ("+", "*", "|"):
        elements = tuple(value.element for value in values if value.element is not None)
        return Value(Kind.CONTAINER, Origin.FRESH, type=values[0].type, element=join_all(elements) if elements else None)
    if all(value.kind is Kind.PYTHON for value in values):
        return _folded(word, values)
    given = max((value.origin for value in values if value.kind is Kind.UNKNOWN), default=Origin.UNKNOWN)
    return Value(Kind.UNKNOWN, Origin.ARGUMENT if given is Origin.ARGUMENT else Origin.UNKNOWN)


def _folded(word: str, values: tuple[Value, ...]) -> Value:
    kept = values[0].type if len({value.type for value in values}) == 1 else ""
    type_name = "builtins.bool" if word in ("<", "<=", ">", ">=", "==", "!=") else kept
    result = Value(Kind.PYTHON, Origin.FRESH, type=type_name, confidence=min(value.confidence for value in values))
    numbers = [value.const for value in values if type(value.const) in (int, bool, float)]
    if len(values) == 2 and len(numbers) == 2 and word in _ARITHMETIC:
        try:
            return replace(result, const=_ARITHMETIC[word](*numbers))
        except (ZeroDivisionError, OverflowError):
            return result
    return result


def _conditional(run: Evaluator, node: ir.Conditional) -> Value:
    test = run.evaluate(node.test)
    if isinstance(test.const, (bool, int, str)) or test.const is None:
        return run.evaluate(node.body if test.const else node.orelse)
    return join(run.evaluate(node.body), run.evaluate(node.orelse))


def _walrus(run: Evaluator, node: ir.Walrus) -> Value:
    value = run.evaluate(node.value)
    run.set(node.target.id, value)
    known = run.flow.finals.get(node.target.id)
    run.flow.finals[node.target.id] = value if known is None else join(known, value)
    return value


def _text(run: Evaluator, node: ir.Text) -> Value:
    for part in node.parts:
        run.evaluate(part)
    return Value(Kind.PYTHON, Origin.FRESH, type="builtins.str")


def _opaque(run: Evaluator, node: ir.Yield | ir.Await) -> Value:
    run.evaluate(node.value)
    return UNKNOWN


_EVALUATE: dict[type, Callable[[Evaluator, Any], Value]] = {
    ir.Name: lambda run, node: run.name(node.id),
    ir.Attribute: _attribute,
    ir.Call: _call,
    ir.Constant: _constant,
    ir.Display: _display,
    ir.Mapping: _mapping,
    ir.Comprehension: _comprehension,
    ir.Lambda: _lambda,
    ir.Subscript: _subscript,
    ir.Slice: _slice,
    ir.Operation: _operation,
    ir.Conditional: _conditional,
    ir.Starred: lambda run, node: run.evaluate(node.value),
    ir.Walrus: _walrus,
    ir.Text: _text,
    ir.Yield: _opaque,
    ir.Await: _opaque,
}
