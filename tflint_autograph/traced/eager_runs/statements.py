"""Runs statements of eager code: a few iterations of each loop, and both branches of a condition that is not known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr, Statement
from tflint_autograph.project.bodies.liveness import stored
from tflint_autograph.project.values.arithmetic import in_place, methods_behind
from tflint_autograph.traced.eager_runs.constants import Choice, either
from tflint_autograph.traced.eager_runs.core import ROUNDS, Step
from tflint_autograph.traced.eager_runs.definitions import Definitions
from tflint_autograph.traced.eager_runs.loops import Filled, goes_over_data, rounds_of
from tflint_autograph.traced.eager_runs.results import part_of
from tflint_autograph.traced.eager_runs.trainable import FLAG, SET
from tflint_autograph.traced.eager_runs.values import (
    NONE,
    OPAQUE,
    Array,
    Class,
    External,
    Frame,
    Function,
    Instance,
    Layer,
    Mapping,
    Module,
    Plain,
    Sequence,
    Value,
    contained,
    datasets_of,
    is_key,
    kept,
    keyed,
)


class Statements(Definitions):
    """Runs statements."""

    def execute(self, block: tuple[Statement, ...], frame: Frame) -> str:
        """Runs statements; returns the word that ended them: `return`, `break`, `continue`, `raise` or an empty string."""
        for statement in block:
            self.work()
            frame.statement, self.running = statement, frame
            run = _RUN.get(type(statement))
            word = str(run(self, statement, frame)) if run is not None else ""
            if word:
                return word
        return ""

    def _assign(self, statement: ir.Assign, frame: Frame) -> str:
        if statement.value is not None:
            value = self.value(statement.value, frame)
            if all(isinstance(target, ir.Name) for target in statement.targets):
                self.named(statement.value, value)
            for target in statement.targets:
                self.bind(target, value, frame)
        return ""

    def bind(self, target: Expr, value: Value, frame: Frame) -> None:
        """Binds a target."""
        kept(value)
        if isinstance(target, ir.Name):
            holder = self.scope(target.id, frame)
            self.keep_names(holder)
            holder.names[target.id] = value
            self.wrote(holder, target.id, frame)
        elif isinstance(target, ir.Display):
            self._unpack(target, value, frame)
        elif isinstance(target, ir.Starred):
            self.bind(target.value, OPAQUE, frame)
        elif isinstance(target, ir.Attribute):
            self.set_attribute(self.value(target.value, frame), target.attr, value)
        elif isinstance(target, ir.Subscript):
            held, item = self.value(target.value, frame), self.value(target.item, frame)
            self.looked_up(item, held)
            if isinstance(held, Instance) and self.method(held.cls, "__setitem__") is not None:
                self.special(held, "__setitem__", [item, value])
            else:
                self.set_item(contained(held), item, value)

    def _unpack(self, target: ir.Display, value: Value, frame: Frame) -> None:
        items, is_all = self.elements(value) if not isinstance(value, (Plain, External)) else ([], False)
        is_known = is_all and len(items) == len(target.items) and not any(isinstance(each, ir.Starred) for each in target.items)
        for number, each in enumerate(target.items):
            self.bind(each, items[number] if is_known else part_of(value, number) or OPAQUE, frame)

    def set_attribute(self, owner: Value, name: str, value: Value) -> None:
        """Sets an attribute of an object or a module."""
        if isinstance(owner, Module):
            self.keep_names(owner.frame)
            owner.frame.names[name] = value
            self.wrote(owner.frame, name)
        elif isinstance(owner, (Instance, Class, Layer)):
            held = self.class_of(owner.key) if isinstance(owner, Class) else owner
            if held.attributes is not None:
                self.changed.append(held)
                self.keep(held)
                before = held.attributes.get(name, SET if name == FLAG else OPAQUE)
                held.attributes[name] = either(before, value) if self.is_doubted(held) else value
                self.wrote(held, name)
        elif isinstance(owner, Choice):
            with self.doubting():
                for each in owner.values:
                    self.set_attribute(each, name, value)

    def set_item(self, owner: Value, item: Value, value: Value) -> None:
        """Sets an item of a container."""
        if isinstance(owner, Array) and owner.kind != "variable":
            self.change(owner)
        elif isinstance(owner, Mapping) and owner.of is not None:
            if isinstance(item, Plain):
                self.set_attribute(owner.of, str(item.value), value)
        elif isinstance(owner, Mapping) and self.change(owner) and owner.items is not None:
            if is_key(item):
                owner.items[keyed(item)] = value
            else:
                owner.items = None
        elif isinstance(owner, Sequence) and self.change(owner) and owner.items is not None:
            place = item.value if isinstance(item, Plain) else None
            if isinstance(place, int) and -len(owner.items) <= place < len(owner.items):
                owner.items[place] = value
            else:
                owner.items = None

    def scope(self, name: str, frame: Frame) -> Frame:
        """Returns the frame in which an assignment binds a name."""
        shared = dict(self.analysis.project.body(frame.key).shared) if frame.around is not None else {}
        if shared.get(name) == "global":
            return self.module(frame.key.path)
        if shared.get(name) == "nonlocal":
            around = frame.around
            while around is not None and name not in around.names:
                around = around.around
            return around or frame
        return frame

    def _augment(self, statement: ir.Augment, frame: Frame) -> str:
        target, given = statement.target, self.value(statement.value, frame)
        held = self.value(target, frame)
        if isinstance(held, Instance) and self.method(held.cls, in_place(statement.operator)) is not None:
            self.bind(target, self.special(held, in_place(statement.operator), [given]), frame)
            return ""
        inner = contained(held)
        if statement.operator == "+" and isinstance(inner, Sequence) and inner.kind == "list":
            items, is_all = self.elements(given)
            if self.change(inner) and inner.items is not None:
                inner.items = inner.items + items if is_all else None
            return ""
        if statement.operator == "|" and isinstance(inner, Mapping):
            self.call(External("update", inner), ([contained(given)], {}), frame, statement.at)
            return ""
        is_part = isinstance(target, ir.Subscript) and isinstance(self.value(target.value, frame), Array)
        if isinstance(held, Array) and held.kind == "numpy" and held.shape != () and not is_part:
            # A number of NumPy, as a Python one, is replaced.
            self.change(held)
            return ""
        self.bind(target, self.operated(statement.operator, [held, given]), frame)
        return ""

    def _evaluate(self, statement: ir.Evaluate | ir.Assert, frame: Frame) -> str:
        self.value(statement.value if isinstance(statement, ir.Evaluate) else statement.test, frame)
        return ""

    def _return(self, statement: ir.Return, frame: Frame) -> str:
        frame.returned.append(self.value(statement.value, frame) if statement.value is not None else NONE)
        return "return"

    def _raise(self, statement: ir.Raise, frame: Frame) -> str:
        return "raise"

    def _jump(self, statement: ir.Jump, frame: Frame) -> str:
        return statement.word if statement.word != "pass" else ""

    def _import(self, statement: ir.Import, frame: Frame) -> str:
        for name, dotted in statement.names:
            if name != "*":
                frame.names[name] = self.imported(frame.key.path, dotted)
        return ""

    def _if(self, statement: ir.If, frame: Frame) -> str:
        test = self.tested(statement.test, frame)
        if test is not None:
            return self.execute(statement.body if test else statement.orelse, frame)
        before = dict(frame.names)
        with self.doubting():
            first = self.execute(statement.body, frame)
        after, frame.names = frame.names, before.copy()
        with self.doubting():
            second = self.execute(statement.orelse, frame)
        if first and second:
            return first if first == second else "return"
        if first or second:
            # One branch leaves: what goes on is the other one.
            frame.names = after if second else frame.names
            return ""
        for name in after.keys() | frame.names.keys():
            frame.names[name] = either(after.get(name, OPAQUE), frame.names.get(name, OPAQUE))
        return ""

    def tested(self, expr: Expr, frame: Frame) -> bool | None:
        """Returns the truth of an expression, or None."""
        start = self.read_count
        test = self.truth(self.value(expr, frame))
        if test is not None:
            self.decided(start, Plain(test))
        return test

    def truth(self, value: Value) -> bool | None:
        """Returns the truth of a value, or None."""
        self.consumed(value)
        if isinstance(value, Plain):
            return bool(value.value)
        if isinstance(value, Sequence) and value.kind in ("list", "tuple"):
            return None if value.items is None or (value.is_open and not value.items) else bool(value.items)
        if isinstance(value, Mapping):
            return None if value.items is None else bool(value.items)
        if isinstance(value, Instance):
            method = next((name for name in methods_behind("builtins.bool") if self.method(value.cls, name) is not None), "")
            return self.truth(self.special(value, method, [])) if method else self.truth(value.held) if value.held is not None else True
        return True if isinstance(value, (Function, Class)) else None

    def _for(self, statement: ir.For, frame: Frame) -> str:
        iterated = self.value(statement.iterable, frame)
        items, is_all = self.elements(iterated)
        return self._rounds(statement, frame, items[:ROUNDS], is_all and len(items) <= ROUNDS, iterated, rounds_of(iterated, items, is_all=is_all))

    def _while(self, statement: ir.While, frame: Frame) -> str:
        return self._rounds(statement, frame, [None] * ROUNDS, False)

    def _rounds(
        self, statement: ir.For | ir.While, frame: Frame, items: list[Value] | list[None], is_all: bool, iterated: Value | None = None,
        total: int | None = None,
    ) -> str:  # fmt: skip
        start, filled = len(self.changed), Filled(frame.names)
        is_open = isinstance(statement, ir.For) and goes_over_data(self, statement.iterable, frame)
        for number, item in enumerate(items):
            for each in datasets_of(iterated):
                self.iterated(each, frame, statement.at)
            if isinstance(statement, ir.For):
                assert item is not None
                self.bind(statement.target, item, frame)
            else:
                test = self.tested(statement.test, frame)
                if test is False:
                    is_all = True
                    break
            with self.iterating(iterated, frame.key.path, statement.at, number, total, is_open=is_open):
                word = self.execute(statement.body, frame)
            if word in ("break", "return", "raise"):
                return word if word != "break" else ""
            if not is_all:
                filled.see(self.changed[start:])
        if not is_all:
            self._forget(statement, frame, start, filled)
        return self.execute(statement.orelse, frame)

    def _forget(self, statement: ir.For | ir.While, frame: Frame, start: int, filled: Filled) -> None:
        """What the iterations that are not run may change is unknown, but for the first items of lists that each one adds to."""
        for name in stored(statement.body):
            held = frame.names.get(name)
            if held is not None and not isinstance(held, (Function, Class)) and not filled.is_only_filled(held):
                frame.names[name] = either(filled.datasets.get(name, OPAQUE), held)
        for held in self.changed[start:]:
            if filled.is_only_filled(held):
                held.is_open = True
            elif not isinstance(held, (Instance, Layer)):
                self.forget(held)

    def _with(self, statement: ir.With, frame: Frame) -> str:
        return self._managed(statement, list(statement.items), frame)

    def _managed(self, statement: ir.With, items: list[tuple[Expr, Expr | None]], frame: Frame) -> str:
        """Runs the body of a `with` in these contexts."""
        if not items:
            return self.execute(statement.body, frame)
        (context, target), *others = items
        held = self.value(context, frame)
        ended: list[str] = []

        def inside(value: Value) -> None:
            frame.statement, self.running = statement, frame
            if target is not None:
                self.bind(target, value, frame)
            ended.append(self._managed(statement, others, frame))

        if isinstance(held, External) and held.name == "manager" and isinstance(held.owner, Function):
            self.body(held.owner, dict(held.owner.named), Step(frame.key.path, statement.at), inside)
        elif isinstance(held, Instance) and self.method(held.cls, "__enter__") is not None:
            inside(self.call(self.attribute(held, "__enter__", frame), ([], {}), frame, statement.at))
            self.call(self.attribute(held, "__exit__", frame), ([NONE, NONE, NONE], {}), frame, statement.at)
        else:
            inside(OPAQUE)
        return ended[0] if ended else ""

    def _try(self, statement: ir.Try, frame: Frame) -> str:
        word = self.tried(statement, frame)
        return self.execute(statement.final, frame) or word

    def _match(self, statement: ir.Match, frame: Frame) -> str:
        with self.doubting():
            for case in statement.cases:
                before = dict(frame.names)
                self.execute(case.body, frame)
                frame.names = {name: value if before.get(name) is value else OPAQUE for name, value in frame.names.items()}
        return ""

    def _delete(self, statement: ir.Delete, frame: Frame) -> str:
        for target in statement.targets:
            if isinstance(target, ir.Name):
                frame.names.pop(target.id, None)
            elif isinstance(target, ir.Subscript):
                self._delete_item(self.value(target.value, frame), self.value(target.item, frame))
        return ""

    def _delete_item(self, owner: Value, item: Value) -> None:
        held = contained(owner)
        if isinstance(owner, Instance) and self.method(owner.cls, "__delitem__") is not None:
            self.special(owner, "__delitem__", [item])
        elif isinstance(held, (Sequence, Mapping)) and self.change(held):
            if isinstance(held, Mapping) and held.items is not None and held.of is None and is_key(item):
                held.items.pop(keyed(item), None)
            else:
                self.forget(held)


_RUN: dict[type, Callable[[Any, Any, Frame], str]] = {
    ir.Assign: Statements._assign,
    ir.Augment: Statements._augment,
    ir.Evaluate: Statements._evaluate,
    ir.Assert: Statements._evaluate,
    ir.Return: Statements._return,
    ir.Raise: Statements._raise,
    ir.Jump: Statements._jump,
    ir.Import: Statements._import,
    ir.Define: Statements.define,
    ir.If: Statements._if,
    ir.For: Statements._for,
    ir.While: Statements._while,
    ir.With: Statements._with,
    ir.Try: Statements._try,
    ir.Match: Statements._match,
    ir.Delete: Statements._delete,
}
"""What runs each kind of statement."""
