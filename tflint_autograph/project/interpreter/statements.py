"""Interprets the statements of a body and records the state before each. Expressions are evaluated by `expressions`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At, Expr, Statement
from tflint_autograph.model.constants import truth_of
from tflint_autograph.model.facts import MODULE
from tflint_autograph.model.joins import join
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.values import NO_AXES, UNKNOWN, Kind, Origin, Value
from tflint_autograph.project.bodies.globals_ import is_bound_in_turn
from tflint_autograph.project.bodies.liveness import stored
from tflint_autograph.project.bodies.single import without_names
from tflint_autograph.project.bodies.walks import dotted_path, fills_list
from tflint_autograph.project.interpreter import implicit
from tflint_autograph.project.interpreter.expressions import Evaluator, call
from tflint_autograph.project.interpreter.loops import Head, by_graph, either, run_for, run_while
from tflint_autograph.project.interpreter.narrowing import keep_base, narrowed
from tflint_autograph.project.interpreter.receivers import note_either
from tflint_autograph.project.interpreter.special import GLOBALS, note_member
from tflint_autograph.project.values.arithmetic import updates
from tflint_autograph.project.values.body_result import Env, Unreached, Write, merge
from tflint_autograph.project.values.elements import element_for, element_of, parts_for, starred_parts
from tflint_autograph.project.values.forwarded_arguments import says_nothing
from tflint_autograph.project.values.shapes import dimension


class BodyInterpreter(Evaluator):
    """Interprets a body once. `env` is the current state, or None in unreachable code."""

    def run(self, entry: Env) -> None:
        """Interprets the whole body from the entry state `entry`, which contains the parameters."""
        self.env = entry
        self.dotted = any("." in name for name in entry)
        self.flow.bindings.update(entry)
        self.breaks: list[list[Env | None]] = []
        self.heads: dict[int, Head] = {}
        self.block(self.body.statements)
        if self.body.returns is not None:
            self.flow.result = self._returned(self.body.returns)

    def _returned(self, annotation: Expr) -> Value | None:
        """Returns the result, or the value of the return annotation if the result is unknown; of a generator, what it yields."""
        result = self.flow.result
        if result is not None and (result.parameter or not says_nothing(result)):
            return result
        told = self.scope.promised(annotation, self.path)
        return (element_of(told) if told is not None and self.body.generator else told) or result

    def block(self, statements: tuple[Statement, ...]) -> None:
        for statement in statements:
            if self.env is None:
                return
            known = self.flow.states.get(statement.ordinal)
            self.flow.states[statement.ordinal] = self.env if known is None else merge(known, self.env) or {}
            self.index, self.at = statement.ordinal, statement.at
            try:
                _RUN[type(statement)](self, statement)
            except Unreached:
                self.env = None

    def unreached(self) -> Value:
        """Raises Unreached, and records that the body is not fully interpreted."""
        self.flow.is_partial = True
        raise Unreached

    def branch(self, statements: tuple[Statement, ...], env: Env | None) -> Env | None:
        """Interprets a block from the state `env` and returns the state at its end."""
        self.env = env
        self.block(statements)
        return self.env

    def follows(self, name: str) -> bool:
        """Whether an import or definition is interpreted as a statement: in a module, if several statements bind the name.

        A name with one binding is resolved without it.
        """
        return self.qualname != MODULE or is_bound_in_turn(self.body, name)

    def bind(self, target: Expr, value: Value, at: At, *, augmented: bool = False) -> None:
        """Assigns `value` to a target of any shape. `augmented`: the new value depends on the old one."""
        assert self.env is not None
        if isinstance(target, ir.Name):
            self.bind_name(target.id, value, at)
        elif isinstance(target, ir.Attribute):
            self.bind_attribute(target, value, at, augmented=augmented)
        elif isinstance(target, ir.Subscript):
            self.bind_item(target, value)
        elif isinstance(target, ir.Display):
            self.unpack(target, value, at)
        elif isinstance(target, ir.Starred):
            self.bind(target.value, Value(Kind.CONTAINER, Origin.FRESH, type="builtins.list", element=value), at)

    def bind_name(self, name: str, value: Value, at: At) -> None:
        assert self.env is not None
        if name in self.shared:
            self.flow.writes[at, name] = Write(at, self.index, None, name, value)
        prefix = name + "."
        env = self.env = self.env.copy()
        if self.dotted:
            for path in [path for path in env if path.startswith(prefix)]:
                del env[path]
        if value.unknown_axes and value.kind is Kind.PYTHON and fills_list(self.body, name):
            value = value._replace(unknown_axes=NO_AXES)
        env[name] = value
        known = self.flow.bindings.get(name)
        self.flow.bindings[name] = value if known is None else join(known, value)

    def bind_attribute(self, target: ir.Attribute, value: Value, at: At, *, augmented: bool) -> None:
        assert self.env is not None
        receiver = self.evaluate(target.value)
        known = self.flow.writes.get((at, target.attr))
        joined = value if known is None else join(known.value, value)
        self.flow.writes[at, target.attr] = Write(at, self.index, receiver, target.attr, joined, augmented)
        implicit.set_attribute(self, receiver, target.attr, value, at)
        implicit.fill_namespace(self, receiver, target.attr, value)
        path = dotted_path(target)
        if path:
            self.set(path, value)

    def bind_item(self, target: ir.Subscript, value: Value) -> None:
        assert self.env is not None
        key = self.evaluate(target.item)
        container = self.evaluate(target.value)
        if container.cls is not None and self.traced:
            implicit.touch(self, container, "__setitem__", self.at, key, value)
        if container.spelling == GLOBALS:
            note_member(self, self.at, key, value)
        if container.kind is Kind.CONTAINER:
            self.widen(target.value, container, value, key.const)
        if container.unknown_axes and container.kind is Kind.PYTHON and dotted_path(target.value):
            # `shape = x.shape.as_list()`: an item that is assigned replaces an unknown length.
            self.set(dotted_path(target.value), container._replace(unknown_axes=NO_AXES))

    def unpack(self, target: ir.Display, value: Value, at: At) -> None:
        value = implicit.iterated(self, value, at)
        starred = any(isinstance(item, ir.Starred) for item in target.items)
        if value.items is not None and len(value.items) == len(target.items) and not starred:
            parts = parts_for(target, value, self.body)
        elif value.unknown_axes and value.kind is Kind.PYTHON and not starred:
            parts = tuple(dimension(value, number) for number in range(len(target.items)))
        elif starred and value.items is not None and len(value.items) >= len(target.items) - 1:
            parts = starred_parts(target, value)
        else:
            parts = tuple([element_for(item, value, self.body) for item in target.items])
        for item, part in zip(target.items, parts, strict=True):
            self.bind(item, part, at)


def _evaluate(run: BodyInterpreter, node: ir.Evaluate) -> None:
    if type(node.value) is ir.Call and not run.traced:
        # What it gives is thrown away; in a graph it may still be an operation.
        call(run, node.value)
    else:
        run.evaluate(node.value)


def _assign(run: BodyInterpreter, node: ir.Assign) -> None:
    if node.value is None:
        return
    value = run.evaluate(node.value)
    if node.annotation is not None and value.kind in (Kind.UNKNOWN, Kind.NONE):
        value = run.scope.annotated(node.annotation, run.path) or value
    for target in node.targets:
        run.bind(target, value, node.at, augmented=updates(target, node.value))


def _augment(run: BodyInterpreter, node: ir.Augment) -> None:
    before = run.evaluate(node.target)
    made = implicit.updated(run, before, node.operator, run.evaluate(node.value)) if before.cls is not None else None
    value = made or run.evaluate(ir.Operation((node.operator,), (node.target, node.value)))
    if before.kind is Kind.CONTAINER and before.type != "builtins.tuple":
        value = before._replace(items=None, items_by_key=None, element=value.element)
    run.bind(node.target, value, node.at, augmented=True)


def _return(run: BodyInterpreter, node: ir.Return) -> None:
    value = run.evaluate(node.value) if node.value is not None else Value(Kind.NONE, Origin.FRESH, const=None)
    if not run.body.generator:
        run.flow.result = value if run.flow.result is None else join(run.flow.result, value)
    run.env = None


def _stop(run: BodyInterpreter, node: ir.Raise) -> None:
    for value in node.values:
        run.evaluate(value)
    run.env = None


def _jump(run: BodyInterpreter, node: ir.Jump) -> None:
    if node.word in ("break", "continue") and run.breaks:
        run.breaks[-1].append(run.env)
        run.env = None


def _delete(run: BodyInterpreter, node: ir.Delete) -> None:
    for target in node.targets:
        if isinstance(target, ir.Attribute):
            implicit.delete_attribute(run, run.evaluate(target.value), target.attr, target.at)
        elif isinstance(target, ir.Subscript):
            container, key = run.evaluate(target.value), run.evaluate(target.item)
            implicit.touch_first(run, container, ("__delitem__",), node.at, key)


def _assert(run: BodyInterpreter, node: ir.Assert) -> None:
    implicit.asked(run, run.evaluate(node.test))
    if node.message is not None:
        run.evaluate(node.message)


def _import(run: BodyInterpreter, node: ir.Import) -> None:
    for name, target in node.names:
        if name != "*" and run.follows(name):
            run.bind_name(name, run.scope.imported(run.path, target), node.at)


def _define(run: BodyInterpreter, node: ir.Define) -> None:
    if run.follows(node.name):
        made = run.scope.definition(run.path, node.qualname, node.is_class)
        # Each call of a function makes its own class.
        run.bind_name(node.name, made._replace(origin=Origin.FRESH) if node.is_class and run.qualname != MODULE else made, node.at)


def _if(run: BodyInterpreter, node: ir.If) -> None:
    test = implicit.asked(run, run.evaluate(node.test))
    run.flow.conditions[node.ordinal] = test
    before = run.env
    truth = truth_of(test)
    asked = without_names(node.test, run.body, node.ordinal)
    after = other = None
    if truth is not False:
        after = run.branch(node.body, narrowed(run, asked, before, holds=True, spelled=node.test))
    if truth is not True:
        other = run.branch(node.orelse, narrowed(run, asked, before, holds=False, spelled=node.test))
    run.env = _of_branches(run, node, after, other)
    if after is None or other is None or after is other:
        return
    for name in run.shared:
        if (name in after) is not (name in other):
            run.set(name, join(run.name(name), run.scope.lookup(run.path, run.parent, name, traced=run.traced, reader=run.qualname)))
    if run.open:
        note_either(run, run.env or {}, after, other)
    for statement in (*node.body, *node.orelse):
        for target in statement.targets if isinstance(statement, ir.Assign) else ():
            if isinstance(target, ir.Name):
                keep_base(run, target.id, after, other)


def _of_branches(run: BodyInterpreter, node: ir.If, after: Env | None, other: Env | None) -> Env | None:
    """Joins the states at the ends of both branches. What a tensor decides is a tensor."""
    if not run.traced:
        return merge(after, other)
    test = run.flow.conditions[node.ordinal]
    is_of_graph = test.kind.graph and test.confidence is Confidence.HIGH
    env = either(after, other, test.confidence if is_of_graph else Confidence.LOW)
    if env is None or after is None or other is None or not is_of_graph:
        return env
    return by_graph(env, stored((*node.body, *node.orelse)), test)


def _with(run: BodyInterpreter, node: ir.With) -> None:
    for context, target in node.items:
        value = implicit.entered(run, run.evaluate(context), node.at)
        if target is not None:
            run.bind(target, value, node.at)
    run.block(node.body)


def _try(run: BodyInterpreter, node: ir.Try) -> None:
    before = run.env
    done = run.branch(node.body, before)
    raised = merge(before, done)
    for index in _indexes(node.body):
        raised = merge(raised, run.flow.states.get(index))
    ends = [run.branch(node.orelse, done) if done is not None else None]
    for handler in node.handlers:
        start = {**(raised or {}), handler.name: UNKNOWN} if handler.name else raised or {}
        ends.append(run.branch(handler.body, start))
    run.env = None
    for end in ends:
        # What the block sets is what mostly runs; a handler puts a number in its place.
        run.env = either(run.env, end, Confidence.MEDIUM) if run.traced else merge(run.env, end)
    if node.final:
        reached = run.env is not None
        run.env = run.env if reached else raised or {}
        run.block(node.final)
        run.env = run.env if reached else None


def _indexes(statements: tuple[Statement, ...]) -> list[int]:
    return [statement.ordinal for statement in statements]


def _match(run: BodyInterpreter, node: ir.Match) -> None:
    subject = run.flow.conditions[node.ordinal] = run.evaluate(node.subject)
    before = run.env
    after = before
    for case in node.cases:
        run.env = {**(before or {}), **dict.fromkeys(case.names, UNKNOWN)}
        # Of what a pattern of many parts takes, only sequences match it, which no tensor is.
        if case.target is not None and (isinstance(case.target, ir.Name) or subject.kind is Kind.CONTAINER):
            run.bind(case.target, subject, node.at)
        if case.guard is not None:
            run.evaluate(case.guard)
        after = merge(after, run.branch(case.body, run.env))
    run.env = after


_RUN: dict[type, Callable[[BodyInterpreter, Any], None]] = {
    ir.Assign: _assign,
    ir.Augment: _augment,
    ir.Delete: _delete,
    ir.Evaluate: _evaluate,
    ir.Return: _return,
    ir.Raise: _stop,
    ir.Assert: _assert,
    ir.Declare: lambda run, node: None,
    ir.Import: _import,
    ir.Jump: _jump,
    ir.Define: _define,
    ir.If: _if,
    ir.For: run_for,
    ir.While: run_while,
    ir.With: _with,
    ir.Try: _try,
    ir.Match: _match,
}
