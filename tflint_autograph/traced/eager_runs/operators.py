"""Operators of eager code on constants, scalars, lists and arrays."""

from __future__ import annotations

import operator as operator_module
from collections.abc import Callable
from typing import Any

from tflint_autograph.project.values.arithmetic import methods
from tflint_autograph.traced.eager_runs import arrays
from tflint_autograph.traced.eager_runs.constants import scalar
from tflint_autograph.traced.eager_runs.results import NAME_OF_TYPE, TYPE, asked_types, chooses
from tflint_autograph.traced.eager_runs.statements import Statements
from tflint_autograph.traced.eager_runs.values import (
    MOST_ITEMS,
    OPAQUE,
    Array,
    External,
    Instance,
    Mapping,
    Opaque,
    Plain,
    Scalar,
    Sequence,
    Value,
    contained,
    is_key,
    is_none,
    keyed,
    number,
)
from tflint_autograph.traced.tree.states import Need

_NUMBERS: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator_module.add, "-": operator_module.sub, "*": operator_module.mul, "/": operator_module.truediv, "//": operator_module.floordiv, "%": operator_module.mod,
    "<": operator_module.lt, "<=": operator_module.le, ">": operator_module.gt, ">=": operator_module.ge, "==": operator_module.eq, "!=": operator_module.ne,
}  # fmt: skip
_LARGEST = 10**12
_NEGATED = {"!=": "=="}
"""Operators that Python computes by the method of another one, whose result it negates."""


class Operators(Statements):
    """Applies operators."""

    def operated(self, operator: str, operands: list[Value]) -> Value:
        """Returns the result of an operator."""
        for each, asked in (operands, operands[::-1]) if len(operands) == 2 else ():
            if isinstance(each, External) and each.name in (TYPE, NAME_OF_TYPE) and each.owner is not None:
                self.type_asked(each.owner, asked)
        if operator in ("is", "is not", "not"):
            return self._identical(operator, operands)
        if any(isinstance(each, Instance) for each in operands):
            made = self._by_method(operator, operands)
            if made is not None:
                return made
        operands = [contained(each) for each in operands]
        if operator in ("in", "not in"):
            self.looked_up(*operands)
            return self._contained(operator, operands)
        if any(isinstance(each, Array) for each in operands):
            if any(isinstance(number(each), float) or (isinstance(each, Scalar) and each.type == "float") for each in operands):
                for each in operands:
                    self.needed(each, Need.INTEGER)
            return arrays.operated(operator, operands)
        if len(operands) == 1:
            one = number(operands[0])
            if one is not None:
                return Plain(-one if operator == "-" else +one) if operator in "+-" else OPAQUE
            return scalar(operator, operands)
        if len(operands) != 2:
            return scalar(operator, operands)
        first, second = operands
        if operator == "%" and isinstance(first, Plain) and isinstance(first.value, str):
            given = second.items if isinstance(second, Sequence) and second.kind == "tuple" and not second.is_open else [second]
            return scalar("text", [first, *given], "str") if given is not None else OPAQUE
        if isinstance(first, Sequence) or isinstance(second, Sequence):
            return self._joined(operator, first, second)
        if isinstance(first, Plain) and isinstance(second, Plain):
            return _computed(operator, first.value, second.value)
        return scalar(operator, operands)

    def type_asked(self, value: Value, asked: Value) -> None:
        """Notes a test of the type of what a traced function returned."""
        statement = self.running.statement if self.running is not None else None
        if isinstance(value, Array) and statement is not None and not chooses(statement):
            for need in asked_types(asked):
                self.needed(value, need)

    def _by_method(self, operator: str, operands: list[Value]) -> Value | None:
        """Returns what the method gives that an operator calls on an object, or None where no object has one."""
        for word in (operator, _NEGATED.get(operator, "")):
            left, right = methods(word, len(operands)) if word else ("", "")
            for name, owner, others in ((left, operands[0], operands[1:]), (right, operands[-1], operands[:-1])):
                if name and isinstance(owner, Instance) and self.method(owner.cls, name) is not None:
                    made = self.special(owner, name, others)
                    return made if word == operator and word != "not in" else self._identical("not", [made])
        return None

    def _joined(self, operator: str, first: Value, second: Value) -> Value:
        if operator == "+" and isinstance(first, Sequence) and isinstance(second, Sequence):
            if first.items is not None and second.items is not None and not first.is_open:
                return Sequence(first.kind, first.items + second.items, is_open=second.is_open)
            return Sequence(first.kind, None)
        held, count = (first, number(second)) if isinstance(first, Sequence) else (second, number(first))
        if operator == "*" and isinstance(held, Sequence) and held.items is not None and isinstance(count, int):
            is_short = len(held.items) * count <= 4 * MOST_ITEMS and not held.is_open
            return Sequence(held.kind, held.items * count) if is_short else Sequence(held.kind, None)
        return OPAQUE

    def _identical(self, operator: str, operands: list[Value]) -> Value:
        if operator == "not":
            test = self.truth(operands[0])
            return Plain(not test) if test is not None else OPAQUE
        first, second = operands
        for one, other in ((first, second), (second, first)):
            if isinstance(other, Plain) and isinstance(other.value, bool):
                self.needed(one, Need.IDENTITY)
        if isinstance(first, (Opaque, External)) or isinstance(second, (Opaque, External)):
            return OPAQUE
        nothing = list(map(is_none, operands))
        if any(nothing):
            return Plain(all(nothing) is (operator == "is"))
        return OPAQUE

    @staticmethod
    def _contained(operator: str, operands: list[Value]) -> Value:
        item, held = operands
        if is_key(item) and isinstance(held, Mapping) and held.items is not None:
            return Plain((keyed(item) in held.items) is (operator == "in"))
        items = held.items if isinstance(held, Sequence) and not held.is_open else None
        if isinstance(item, Plain) and items is not None and all(isinstance(each, Plain) for each in items):
            return Plain((item.value in [each.value for each in items if isinstance(each, Plain)]) is (operator == "in"))
        return OPAQUE


def _computed(operator: str, first: Any, second: Any) -> Value:
    """Returns the result of an operator on two constants."""
    numbers = isinstance(first, (int, float)) and isinstance(second, (int, float))
    compute = _NUMBERS.get(operator)
    if operator == "**" and numbers and abs(second) <= 64:
        compute = operator_module.pow
    if compute is None or not (numbers or (isinstance(first, str) and isinstance(second, str) and operator in ("+", "==", "!="))):
        return Plain(first == second) if operator == "==" else Plain(first != second) if operator == "!=" else OPAQUE
    try:
        found = compute(first, second)
    except (ArithmeticError, ValueError):
        return OPAQUE
    is_huge = isinstance(found, complex) or (isinstance(found, (int, float)) and abs(found) > _LARGEST)
    return OPAQUE if is_huge else Plain(found)
