"""Evaluates expressions in a given state. Statements and the results of calls (`calls`) are evaluated elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from sys import intern
from typing import Any, TypeVar

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At, Body, Expr
from tflint_autograph.model.constants import as_constant
from tflint_autograph.model.facts import MODULE, ClassKey, FunctionKey
from tflint_autograph.model.joins import join
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.trace import Step
from tflint_autograph.model.values import CONVERTED, NOTHING, SHAPE, UNKNOWN, Callee, Kind, Origin, Value
from tflint_autograph.project.bodies.walks import dotted_path, written_as
from tflint_autograph.project.interpreter import calls, implicit
from tflint_autograph.project.interpreter.displays import comprehension, display, mapping, names_inside
from tflint_autograph.project.interpreter.operating import conditional, operation
from tflint_autograph.project.interpreter.receivers import hinted, note_growth, note_helper, note_shape
from tflint_autograph.project.interpreter.special import GLOBALS
from tflint_autograph.project.queries.memoize import memoised
from tflint_autograph.project.values.body_result import BodyResult, CallSite, Env, Unreached
from tflint_autograph.project.values.bound import bound, method_of
from tflint_autograph.project.values.elements import (
    element_of,
    item_of,
    owned,
    sliced,
    under,
    unpacked,
    with_key,
)
from tflint_autograph.project.values.scope import Arguments, Scope
from tflint_autograph.project.values.shapes import dimension, with_open_slices
from tflint_autograph.tfapi.names import canonical

Found = TypeVar("Found")


class Evaluator:
    """Evaluates the expressions of one body. `scope` resolves everything outside it; calls are recorded in `flow`.

    `parent` is the qualified name of the enclosing scope, in which free names are looked up.
    """

    def __init__(
        self, scope: Scope, key: FunctionKey, parent: str, body: Body, flow: BodyResult, *, traced: bool
    ) -> None:
        self.scope = scope
        self.key, (self.path, self.qualname) = key, key
        self.parent = parent
        self.body = body
        self.shared = {name for name, _ in body.shared}
        self.flow = flow
        self.traced = traced
        self.env: Env | None = {}
        self.dotted = True
        """Whether `env` contains a dotted name."""
        self.open: dict[int, tuple[Value, CallSite | None, tuple[Value, ...]]] = {}
        """By identity: results of methods called on unknown values, with the call and what it was made from."""
        self.narrowings: dict[str, tuple[Value, Value | None]] = {}
        """What the conditions around the expression say of names, for as long as they hold."""
        self.index = 0
        self.at = At(1, 1, 1, 1)
        self._own: dict[tuple[str, ClassKey], ClassKey | None] = {}

    def evaluate(self, expr: Expr) -> Value:
        """Returns the value of `expr` in the current state."""
        return self.arrived(_EVALUATE[type(expr)](self, expr))

    def arrived(self, value: Value) -> Value:
        """Returns a value that has arrived, else what stands for it. Raises Unreached as `unreached` does."""
        return value if value.kind is not Kind.BOTTOM else self.unreached()

    def unreached(self) -> Value:
        """Returns what stands for a value that has not arrived yet. Raises Unreached where the rest of a body can be left out for now."""
        return UNKNOWN

    def reached(self, work: Callable[[], Value]) -> Value | None:
        """Returns the result of `work`, such as the element of a container, or None as long as it needs a value that has not arrived."""
        try:
            return work()
        except Unreached:
            return None

    def set(self, path: str, value: Value) -> None:
        """Sets `value` under a name or dotted name in the current state, without changing earlier states."""
        self.dotted = self.dotted or "." in path
        self.env = {**(self.env or {}), path: value}

    def step(self, at: At, text: str, kind: Kind = Kind.UNKNOWN, source: str = "") -> Step:
        """Creates a provenance step: a sentence about a place in this file, and the kind and source of the value it is about."""
        return Step(self.scope.span(self.path, at), text, kind.value, source)

    def name(self, name: str) -> Value:
        """Returns the value of a plain name."""
        known = self.env.get(name) if self.env else None
        if known is not None:
            return known
        if name in self.body.bound and self.qualname != MODULE:
            return UNKNOWN
        return self.scope.lookup(self.path, self.parent, name, traced=self.traced, reader=self.qualname)

    def attribute(self, node: ir.Attribute, receiver: Value) -> Value:
        """Returns the value of an attribute; a property is recorded as run."""
        own = self.own_class(node.value, receiver)
        value = self.scope.attribute(receiver, node.attr, traced=self.traced, own=own)
        return implicit.read_attribute(self, receiver, node.attr, value, node.at, own)

    def applied(self, func: Value, args: Arguments) -> Value:
        """Returns the result of a function that is passed to another one, which calls it."""
        return calls.applied(self, func, args)

    def own_class(self, expr: Expr, receiver: Value) -> ClassKey | None:
        """Returns the class of the receiver in a method called through a base, which only knows the base; else None."""
        if receiver.cls is None or type(expr) is not ir.Name:
            return None
        asked = expr.id, receiver.cls
        if asked not in self._own:
            self._own[asked] = self.scope.own_class(self.path, self.qualname, *asked)
        return self._own[asked]

    def widen(self, expr: Expr, container: Value, element: Value, key: object = NOTHING) -> None:
        """Records that a container under a name has got another element, also for later reads of what the body stored there."""
        path = dotted_path(expr)
        if not path or path not in (self.env or {}):
            return
        keyed = with_key(container, key, element)
        element = element if container.element is None else join(container.element, element)
        grown = container._replace(element=element, items=None, items_by_key=keyed)
        self.set(path, grown)
        if isinstance(expr, ir.Attribute):
            self._widen_written(expr, grown)
        elif path in self.flow.bindings:
            self.flow.bindings[path] = join(self.flow.bindings[path], grown)

    def _widen_written(self, expr: ir.Attribute, grown: Value) -> None:
        """Widens the value of an attribute that the body has set."""
        for place, write in self.flow.writes.items():
            if write.name == expr.attr and write.value.kind is Kind.CONTAINER and write.receiver == self.evaluate(expr.value):
                self.flow.writes[place] = replace(write, value=join(write.value, grown))

    def inside(self, clauses: tuple[ir.Clause, ...]) -> Env:
        """Returns the state inside a comprehension with these clauses."""
        return names_inside(self, clauses)

    def within(self, env: Env, work: Callable[[], Found]) -> Found:
        """Runs `work` in another state, as in a comprehension, and returns its result."""
        before, self.env = self.env, env
        try:
            return work()
        finally:
            self.env = before


def _name(run: Evaluator, node: ir.Name) -> Value:
    return run.name(node.id)


def _constant(run: Evaluator, node: ir.Constant) -> Value:
    if node.value is None:
        return _NONE
    return _literal(type(node.value).__name__, as_constant(node.value))


_NONE = Value(Kind.NONE, Origin.FRESH, const=None)


@memoised(1024)
def _literal(kind: str, const: object) -> Value:
    """Returns the value of a literal. Memoised, since strings, flags and small numbers occur thousands of times."""
    return Value(Kind.PYTHON, Origin.FRESH, type=intern(f"builtins.{kind}"), const=const)


def _attribute(run: Evaluator, node: ir.Attribute) -> Value:
    known = _dotted(run, node)
    if known is not None:
        return known
    receiver = run.evaluate(node.value)
    return bound(receiver, dotted_path(node.value), node.attr, run.attribute(node, receiver))


def _dotted(run: Evaluator, node: ir.Attribute) -> Value | None:
    """Returns the value stored under a dotted name, or None."""
    path = dotted_path(node) if run.dotted and run.env else ""
    return run.env.get(path) if path and run.env else None


def _call(run: Evaluator, node: ir.Call) -> Value:
    site = call(run, node)
    if not run.traced:
        return calls.result(run, site)
    run.scope.called(run.key, site)
    known = _by_word(run, node, site) if site.func.name in (_GETATTR, implicit.SETATTR) else None
    return known if known is not None else calls.result(run, site)


_GETATTR = "builtins.getattr"


def _by_word(run: Evaluator, node: ir.Call, site: CallSite) -> Value | None:
    """Reads or sets an attribute that is given as a string, under the dotted name of its object; returns what is read, or None."""
    path = dotted_path(node.args[0].value) if node.args else ""
    name = site.args[1][1].const if path and len(site.args) > 1 else None
    if not isinstance(name, str) or site.args[0][0] is not None:
        return None
    if site.func.name == _GETATTR:
        return run.env.get(f"{path}.{name}") if run.dotted and run.env else None
    if len(site.args) > 2:
        run.set(f"{path}.{name}", site.args[2][1])
    return None


def call(run: Evaluator, node: ir.Call) -> CallSite:
    """Creates the call site with its evaluated function and arguments. The result is evaluated separately."""
    method, receiver, called = "", None, node.func
    if type(called) is ir.Attribute:
        method = called.attr
        receiver = run.evaluate(called.value)
        if receiver.kind is Kind.UNKNOWN:
            receiver = hinted(run, node, receiver)
        func = _dotted(run, called) or run.attribute(called, receiver)
    else:
        func = run.evaluate(called)
    held = method_of(func, run.env)
    if held is not None:
        method, receiver = held.method, held.receiver
    args = tuple([(argument.keyword, run.evaluate(argument.value)) for argument in node.args])
    keywords = [keyword for keyword, _ in args]
    if "*" in keywords or "**" in keywords:
        looped = [(word, implicit.iterated(run, value, node.at) if word == "*" else value) for word, value in args]
        args = tuple(unpacked(tuple(looped)))
    site = CallSite(node.at, run.index, func, args, method, receiver)
    run.flow.calls[node.at] = site
    if args and (run.traced or func.name == implicit.SETATTR):
        implicit.called(run, site)
    changed = written_as(held.path) if held is not None else getattr(called, "value", None)
    if receiver is not None and changed is not None:
        if receiver.unknown_axes:
            note_shape(run, changed, receiver, method)
        if args and receiver.kind is Kind.CONTAINER:
            note_growth(run, changed, receiver, method, args)
    if args and func.callees:
        note_helper(run, node, func.callees)
    return site


def _lambda(run: Evaluator, node: ir.Lambda) -> Value:
    return Value(Kind.CALLABLE, Origin.FRESH, callees=(Callee(FunctionKey(run.path, node.qualname)),))


def _subscript(run: Evaluator, node: ir.Subscript) -> Value:
    value = run.evaluate(node.value)
    index = run.evaluate(node.item)
    if value.kind in (Kind.TENSOR, Kind.VARIABLE):
        # No tensor has keys: what was taken for one by its use alone is a dict after all.
        keyed = index.type == "builtins.str" and value.confidence is not Confidence.HIGH
        still = CONVERTED if value.type == CONVERTED else ""
        part = Value(Kind.TENSOR, Origin.FRESH, type=still, dtype=value.dtype, provenance=value.provenance, confidence=value.confidence)
        return UNKNOWN if keyed else with_open_slices(run, part, value, node.item, index)
    if value.kind is Kind.NUMPY:
        return Value(Kind.NUMPY, value.origin, spelling=value.spelling, dtype=value.dtype)
    if isinstance(node.item, ir.Slice):
        return sliced(value)
    if value.spelling == GLOBALS and isinstance(index.const, str):
        return run.scope.lookup(run.path, MODULE, index.const, traced=run.traced)
    if value.name == "sys.modules":
        own = index.name == "builtins.__name__"
        module = Value(Kind.MODULE, Origin.OUTER, module=run.path) if own else UNKNOWN
        return run.scope.imported(run.path, index.const) if isinstance(index.const, str) else module
    if value.kind is Kind.PYTHON and (value.unknown_axes or value.type == SHAPE):
        return dimension(value, index.const)
    if value.kind is Kind.PYTHON:
        return Value(Kind.PYTHON, Origin.FRESH, confidence=value.confidence)
    if value.items is not None and type(index.const) is int and -len(value.items) <= index.const < len(value.items):
        return owned(value.items[index.const], value)
    if value.cls is not None:
        # A class that derives from `dict` may have no method but the one for a key that is missing.
        return implicit.touch_either(run, value, ("__getitem__", "__missing__"), run.at, index)
    if index.factory and canonical(index.factory) == "tensorflow.get_default_graph":
        # What is kept by graph belongs to the trace that is being made, as a collection of the graph does.
        return item_of(value)._replace(origin=Origin.FRESH)
    return under(value, index.const) if value.kind is Kind.CONTAINER or value.element is not None else owned(UNKNOWN, value)


def _slice(run: Evaluator, node: ir.Slice) -> Value:
    for part in node.parts:
        run.evaluate(part)
    return Value(Kind.PYTHON, Origin.FRESH, type="builtins.slice")


def _walrus(run: Evaluator, node: ir.Walrus) -> Value:
    value = run.evaluate(node.value)
    run.set(node.target.id, value)
    known = run.flow.bindings.get(node.target.id)
    run.flow.bindings[node.target.id] = value if known is None else join(known, value)
    return value


def _text(run: Evaluator, node: ir.Text) -> Value:
    for part in node.parts:
        implicit.formatted(run, run.evaluate(part))
    return Value(Kind.PYTHON, Origin.FRESH, type="builtins.str")


def _yield(run: Evaluator, node: ir.Yield) -> Value:
    value = element_of(implicit.iterated(run, run.evaluate(node.value), run.at)) if node.each else run.evaluate(node.value)
    run.flow.result = value if run.flow.result is None else join(run.flow.result, value)
    return UNKNOWN


def _await(run: Evaluator, node: ir.Await) -> Value:
    run.evaluate(node.value)
    return UNKNOWN


_EVALUATE: dict[type, Callable[[Evaluator, Any], Value]] = {
    ir.Name: _name,
    ir.Attribute: _attribute,
    ir.Call: _call,
    ir.Constant: _constant,
    ir.Display: display,
    ir.Mapping: mapping,
    ir.Comprehension: comprehension,
    ir.Lambda: _lambda,
    ir.Subscript: _subscript,
    ir.Slice: _slice,
    ir.Operation: operation,
    ir.Conditional: conditional,
    ir.Starred: lambda run, node: run.evaluate(node.value),
    ir.Walrus: _walrus,
    ir.Text: _text,
    ir.Yield: _yield,
    ir.Await: _await,
}
