"""Evaluates expressions of eager code: names, attributes, items, displays, comprehensions and operators."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Any

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.traced.eager_runs import arrays
from tflint_autograph.traced.eager_runs.attributes import Attributes
from tflint_autograph.traced.eager_runs.constants import UNSURE, any_item, distinct, either, scalar
from tflint_autograph.traced.eager_runs.core import ROUNDS, Missing
from tflint_autograph.traced.eager_runs.loops import goes_over_data, place_of, rounds_of
from tflint_autograph.traced.eager_runs.results import contents, part_of
from tflint_autograph.traced.eager_runs.selecting import of_unknown
from tflint_autograph.traced.eager_runs.values import (
    MOST_ITEMS,
    NONE,
    OPAQUE,
    Array,
    Cut,
    Dataset,
    External,
    Frame,
    Function,
    Instance,
    Mapping,
    Opaque,
    Plain,
    Sequence,
    Value,
    contained,
    is_key,
    is_none,
    kept,
    keyed,
    next_number,
    number,
    of_key,
    whole,
)
from tflint_autograph.traced.tree.states import Need


class Expressions(Attributes):
    """Evaluates expressions."""

    def value(self, expr: Expr, frame: Frame) -> Value:
        """Returns the value of an expression."""
        self.work()
        evaluate = _EVALUATE.get(type(expr))
        value: Value = evaluate(self, expr, frame) if evaluate is not None else OPAQUE
        if self.recorder is not None:
            self.met(expr, value, frame, self._holder(expr.id, frame) if isinstance(expr, ir.Name) else None)
        return value

    def _holder(self, name: str, frame: Frame) -> Frame | None:
        """Returns the frame that binds a name, or None."""
        around: Frame | None = frame
        while around is not None:
            if name in around.names:
                return around
            around = around.around
        module = self.module(frame.key.path)
        return module if name in module.names else None

    def _name(self, expr: ir.Name, frame: Frame) -> Value:
        holder = self._holder(expr.id, frame)
        if holder is not None:
            return holder.names[expr.id]
        if expr.id == "__name__":
            return Plain("__main__")
        return External(f"builtins.{expr.id}") if expr.id in _BUILTINS else OPAQUE

    def _attribute(self, expr: ir.Attribute, frame: Frame) -> Value:
        return self.attribute(self.value(expr.value, frame), expr.attr, frame)

    def _display(self, expr: ir.Display, frame: Frame) -> Value:
        items: list[Value] = []
        for item in expr.items:
            if isinstance(item, ir.Starred):
                more, is_all = self.elements(self.value(item.value, frame))
                if not is_all:
                    return Sequence(expr.type, None)
                items += more
            else:
                items.append(kept(self.value(item, frame)))
        return Sequence(expr.type, items, is_written=all(number(item) is not None for item in items))

    def _mapping(self, expr: ir.Mapping, frame: Frame) -> Value:
        found: dict[object, Value] = {}
        for key, item in zip(expr.keys, expr.values, strict=True):
            name, value = (self.value(key, frame) if key is not None else OPAQUE), kept(self.value(item, frame))
            if key is None and isinstance(value, Mapping) and value.items is not None:
                found.update(value.items)
            elif is_key(name):
                found[keyed(name)] = value
            else:
                self.needed(name, Need.KEY)
                return Mapping(None)
        return Mapping(found)

    def _comprehension(self, expr: ir.Comprehension, frame: Frame) -> Value:
        inner = Frame(frame.key, frame)
        found: list[tuple[Value, Value]] = []
        first, *others = expr.clauses
        iterated = self.value(first.iterable, inner)
        is_all = self._clauses(expr, expr.clauses, inner, found, iterated)
        if expr.key is not None:
            known = is_all and all(is_key(key) for key, _ in found)
            return Mapping({keyed(key): value for key, value in found} if known else None)
        kind = "iterator" if expr.type == "generator" else expr.type
        values = [value for _, value in found]
        if kind == "set":
            return Sequence(kind, distinct(values) if is_all else None)
        length = iterated.length if isinstance(iterated, Sequence) and not (others or first.conditions) else None
        return Sequence(kind, values, is_open=not is_all, length=length)

    def elements(self, value: Value) -> tuple[list[Value], bool]:
        """Returns the first elements of an iterable, and whether there are no others."""
        self.consumed(value)
        if isinstance(value, Instance) and self.method(value.cls, "__iter__") is not None:
            value = self.special(value, "__iter__", [])
        value = contents(contained(value))
        if isinstance(value, Dataset) and self.running is not None and self.running.statement is not None:
            self.iterated(value, self.running, self.running.statement.at)
        if isinstance(value, Sequence):
            if value.items is None:
                return [OPAQUE] * ROUNDS, False
            items = value.items[value.place :] if value.kind == "iterator" else value.items
            if value.kind == "iterator":
                value.place = len(value.items)
            return list(items), not value.is_open
        if isinstance(value, Mapping) and value.items is not None:
            return [of_key(key) for key in value.items], True
        if isinstance(value, Dataset) and value.items is not None:
            return list(value.items), True
        if isinstance(value, Array) and value.kind != "ragged" and value.shape:
            kind, count = "numpy" if value.kind == "numpy" else "tensor", value.shape[0]
            first = min(count, ROUNDS + 1) if isinstance(count, int) else ROUNDS
            return [Array(kind, value.shape[1:], value.dtype) for _ in range(first)], first == count
        if isinstance(value, Plain) and isinstance(value.value, str):
            return [Plain(each) for each in value.value], True
        if isinstance(value, Opaque) and value.token is not None:
            return [Opaque((UNSURE, value.token, place)) for place in range(ROUNDS)], False
        return [OPAQUE] * ROUNDS, False

    def special(self, owner: Instance, name: str, args: list[Value]) -> Value:
        """Returns what a method of an object gives that syntax calls: `x[i]`, `for each in x`."""
        frame = self.running
        if frame is None or frame.statement is None:
            return OPAQUE
        return self.call(self.attribute(owner, name, frame), (args, {}), frame, frame.statement.at)

    def _clauses(
        self, expr: ir.Comprehension, clauses: tuple[ir.Clause, ...], frame: Frame, found: list[tuple[Value, Value]], first: Value | None = None
    ) -> bool:
        if not clauses:
            key = self.value(expr.key, frame) if expr.key is not None else NONE
            found.append((key, kept(self.value(expr.element, frame))))
            return True
        clause = clauses[0]
        iterated = first if first is not None else self.value(clause.iterable, frame)
        items, is_all = self.elements(iterated)
        total = rounds_of(iterated, items, is_all=is_all)
        is_all = is_all and len(items) <= MOST_ITEMS
        if not is_all:
            items = items[: 2 * ROUNDS]
        is_open = goes_over_data(self, clause.iterable, frame)
        for number_, item in enumerate(items):
            self.bind(clause.target, item, frame)
            tests = [self.truth(self.value(each, frame)) for each in clause.conditions]
            if False in tests:
                continue
            is_all = is_all and None not in tests
            with self.iterating(iterated, frame.key.path, place_of(expr, clauses), number_, total, is_open=is_open):
                is_all = self._clauses(expr, clauses[1:], frame, found) and is_all
        return is_all

    def _lambda(self, expr: ir.Lambda, frame: Frame) -> Value:
        made = self.function(FunctionKey(frame.key.path, expr.qualname), frame)
        if isinstance(made, Function):
            made.made = next_number()
        return made

    def _subscript(self, expr: ir.Subscript, frame: Frame) -> Value:
        owner = self.value(expr.value, frame)
        if isinstance(owner, Array):
            self.consumed(owner)
            index = self._index(expr.item, frame)
            held = part_of(owner, index[0].value) if len(index) == 1 and isinstance(index[0], Plain) else None
            return held if held is not None else arrays.part(owner, index)
        if isinstance(expr.item, ir.Slice):
            return self._sliced(owner, expr.item, frame)
        return of_unknown(owner, item := self.value(expr.item, frame)) or self.item(owner, item)

    def item(self, owner: Value, item: Value) -> Value:
        """Returns an item of an object, a container or a text."""
        self.looked_up(item, owner)
        if isinstance(owner, Instance) and self.method(owner.cls, "__getitem__") is not None:
            return self.special(owner, "__getitem__", [item])
        held = contained(owner)
        lacks = isinstance(held, Mapping) and held is not owner and self.truth(self.operated("in", [item, held])) is False
        if lacks and isinstance(owner, Instance) and self.method(owner.cls, "__missing__") is not None:
            return self.special(owner, "__missing__", [item])
        owner = held
        if isinstance(owner, Sequence) and owner.items is not None:
            place = number(item)
            if isinstance(place, int) and -len(owner.items) <= place < len(owner.items) and not (owner.is_open and place < 0):
                return owner.items[place]
        if isinstance(owner, Plain) and isinstance(owner.value, str):
            place = number(item)
            return Plain(owner.value[place]) if isinstance(place, int) and -len(owner.value) <= place < len(owner.value) else OPAQUE
        if owner is self.environment:
            return self.variable(item)
        if isinstance(owner, Mapping) and owner.items is not None and is_key(item):
            frame = self.running
            if owner.missing is not None and keyed(item) not in owner.items and frame is not None and frame.statement is not None:
                return self._filled(owner, keyed(item), self.call(owner.missing, ([], {}), frame, frame.statement.at))
            if self.catching == self.doubts and isinstance(item, Plain) and item.value not in owner.items and all(map(_is_sure, owner.items)):
                raise Missing
            if isinstance(item, Plain) or keyed(item) in owner.items:
                return owner.items.get(keyed(item), OPAQUE)
        return any_item(owner)

    def _filled(self, held: Mapping, key: object, value: Value) -> Value:
        """Returns the value of a key that a dict lacked, which it keeps from now on."""
        if self.change(held) and held.items is not None:
            held.items[key] = kept(value)
        return value

    def _index(self, item: Expr, frame: Frame) -> list[object]:
        """Returns the parts of an index of an array: values, or the three bounds of a slice."""
        parts = item.items if isinstance(item, ir.Display) and item.type == "tuple" else (item,)
        return [self._bounds(each, frame) if isinstance(each, ir.Slice) else self.value(each, frame) for each in parts]

    def _bounds(self, item: ir.Slice, frame: Frame) -> tuple[Value, Value, Value]:
        found: list[Value] = [NONE, NONE, NONE]
        for place, each in zip(item.places, item.parts, strict=True):
            found[place] = self.value(each, frame)
        return found[0], found[1], found[2]

    def _sliced(self, owner: Value, item: ir.Slice, frame: Frame) -> Value:
        bounds = self._bounds(item, frame)
        numbers = [number(each) for each in bounds]
        if isinstance(owner, Opaque) and is_none(bounds[0]) and is_none(bounds[2]):
            return Cut(whole(bounds[1]))
        is_known = all(isinstance(one, int) or is_none(each) for one, each in zip(numbers, bounds, strict=True))
        first, last, step = (each if isinstance(each, int) else None for each in numbers)
        if not is_known or step == 0:
            return OPAQUE
        if isinstance(owner, Sequence) and owner.items is not None and not owner.is_open:
            return Sequence(owner.kind, owner.items[first:last:step])
        return Plain(owner.value[first:last:step]) if isinstance(owner, Plain) and isinstance(owner.value, str) else OPAQUE

    def _operation(self, expr: ir.Operation, frame: Frame) -> Value:
        if expr.operators[0] in ("and", "or"):
            return self._either(expr, frame)
        start = self.read_count
        values = [self.value(each, frame) for each in expr.operands]
        if expr.operators[0] not in ("is", "is not"):
            for each in values:
                self.consumed(each)
        if expr.operators[0] in ("in", "not in") and values[1] is self.environment:
            self.asked_for(values[0])
            return OPAQUE
        result = self._computed(expr, values)
        if expr.operators[0] in _DECIDING:
            self.decided(start, result)
        return result

    def _computed(self, expr: ir.Operation, values: list[Value]) -> Value:
        """Returns the result of an operation on these operands."""
        if len(expr.operators) > 1:
            results = [self.operated(sign, values[place : place + 2]) for place, sign in enumerate(expr.operators)]
            truths = [self.truth(each) for each in results]
            return Plain(False) if False in truths else Plain(True) if None not in truths else OPAQUE
        return self.operated(expr.operators[0], values)

    def _either(self, expr: ir.Operation, frame: Frame) -> Value:
        value: Value = OPAQUE
        for each in expr.operands:
            value = self.value(each, frame)
            test = self.truth(value)
            if test is None:
                return OPAQUE
            if test is (expr.operators[0] == "or"):
                return value
        return value

    def _conditional(self, expr: ir.Conditional, frame: Frame) -> Value:
        test = self.tested(expr.test, frame)
        if test is not None:
            return self.value(expr.body if test else expr.orelse, frame)
        with self.doubting():
            first, second = self.value(expr.body, frame), self.value(expr.orelse, frame)
        return either(first, second)

    def _walrus(self, expr: ir.Walrus, frame: Frame) -> Value:
        value = self.value(expr.value, frame)
        self.bind(expr.target, value, frame)
        return value

    def _text(self, expr: ir.Text, frame: Frame) -> Value:
        values = [self.value(each, frame) for each in expr.parts]
        return scalar("text", values, "str")

    def _yield(self, expr: ir.Yield, frame: Frame) -> Value:
        value = self.value(expr.value, frame)
        around = frame
        while around.around is not None and around.around.key == frame.key:
            around = around.around
        around.yielded += self.elements(value)[0] if expr.each else [value]
        if around.resumed is not None:
            resumed, around.resumed = around.resumed, None
            resumed(value)
        return OPAQUE


_BUILTINS = frozenset(dir(builtins))

_DECIDING = frozenset({"<", "<=", ">", ">=", "==", "!=", "is", "is not", "in", "not in", "not"})
"""Operators whose result is one of two."""

def _is_sure(key: object) -> bool:
    """Whether it is known what a key of a dict is."""
    return key is None or isinstance(key, (str, int, float, bytes))


_EVALUATE: dict[type, Callable[[Any, Any, Frame], Value]] = {
    ir.Name: Expressions._name,
    ir.Attribute: Expressions._attribute,
    ir.Constant: lambda run, expr, frame: Plain(expr.value),
    ir.Display: Expressions._display,
    ir.Mapping: Expressions._mapping,
    ir.Comprehension: Expressions._comprehension,
    ir.Lambda: Expressions._lambda,
    ir.Subscript: Expressions._subscript,
    ir.Operation: Expressions._operation,
    ir.Conditional: Expressions._conditional,
    ir.Walrus: Expressions._walrus,
    ir.Text: Expressions._text,
    ir.Yield: Expressions._yield,
    ir.Await: lambda run, expr, frame: run.value(expr.value, frame),
    ir.Call: lambda run, expr, frame: run.called(expr, frame),
}
"""What evaluates each kind of expression."""
