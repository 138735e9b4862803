"""Opens the way to a statement that recorded calls do not come to: sets the names in the conditions before it, as attributes or arguments."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice, product
from numbers import Real
from types import CodeType, FrameType
from typing import Any

from tflint_autograph.confirm.probe.calls.changing import Place, place_of
from tflint_autograph.confirm.probe.replaying.keras_steps import bound
from tflint_autograph.confirm.probe.replaying.recording import Recorded, Recording
from tflint_autograph.confirm.protocol import Watch
from tflint_autograph.confirm.statements import dotted, dotted_names

_TRIES = 6
"""Maximum number of values that are tried on the way to a statement."""

_WAYS = 4
"""Maximum number of ways to make one condition hold."""

_OPERATORS: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
    ast.Is: operator.is_, ast.IsNot: operator.is_not, ast.In: lambda one, all_of: one in all_of, ast.NotIn: lambda one, all_of: one not in all_of,
}  # fmt: skip

_MIRRORED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.Eq, ast.NotEq: ast.NotEq, ast.Lt: ast.Gt, ast.LtE: ast.GtE, ast.Gt: ast.Lt, ast.GtE: ast.LtE, ast.Is: ast.Is, ast.IsNot: ast.IsNot,
}  # fmt: skip

_Way = dict[str, Any]
"""The values to set, by name."""


class Opening:
    """What is set so that the calls of a recording come to the statement of a finding; `gates` are the conditions on the way, in order.

    `recording` has the arguments that were set.
    """

    def __init__(self, finding: str, gates: Sequence[Watch], recording: Recording) -> None:
        self.finding = finding
        self.recording = recording
        self._recorded = recording
        self._gates = {each.id: each for each in gates}
        self._code = _code(recording)
        self._held: dict[str, dict[str, Place]] = {}
        self._left: dict[str, list[_Way]] = {}
        self._chosen: dict[str, _Way] = {}
        self._tries = 0

    @property
    def told(self) -> tuple[str, ...]:
        """What was set, as a user would write it."""
        return tuple(f"`{name}` set to {value!r}"[:80] for way in self._chosen.values() for name, value in way.items())

    def met(self, watch: str, frame: FrameType) -> None:
        """Records where the names of a condition are kept, when a run first comes to it."""
        gate = self._gates.get(watch)
        if gate is not None and gate.test and watch not in self._held:
            found = ((name, self._place(name, frame)) for name in dotted_names(ast.parse(gate.test, mode="eval").body))
            self._held[watch] = {name: place for name, place in found if place is not None}

    def further(self, reached: Collection[str]) -> bool:
        """Chooses what to set after a run that came to these watches, and not to the statement; False if there is nothing left."""
        last = next((each for each in reversed(self._gates) if each in reached), "")
        if not last or self._tries >= _TRIES:
            return False
        if last not in self._left:
            gate = self._gates[last]
            values = {name: place[0] for name, place in self._held.get(last, {}).items()}
            self._left[last] = [*islice(filter(None, ways(gate.test, values, wanted=gate.wanted)), _WAYS)] if gate.test else []
        if not self._left[last]:
            return False
        self._tries += 1
        self._chosen[last] = self._left[last].pop(0)
        self.recording = self._with_arguments()
        return True

    def apply(self) -> None:
        """Sets the values of attributes and globals, before a call."""
        for watch, way in self._chosen.items():
            for name, value in way.items():
                if name in self._held[watch]:
                    self._held[watch][name][1](value)

    def undo(self) -> None:
        """Restores the values of attributes and globals."""
        for watch, way in self._chosen.items():
            for name in way:
                if name in self._held[watch]:
                    self._held[watch][name][2]()

    def _place(self, name: str, frame: FrameType) -> Place | None:
        """Returns where a name is kept; of local variables only a parameter of the recorded function can be set, by its argument."""
        if "." in name or name not in frame.f_code.co_varnames:
            return place_of(name, frame)
        is_argument = frame.f_code is self._code and name in self._parameters()
        return (frame.f_locals.get(name), _nothing, _nothing) if is_argument and name in frame.f_locals else None

    def _parameters(self) -> tuple[str, ...]:
        return self._code.co_varnames[: self._code.co_argcount + self._code.co_kwonlyargcount] if self._code is not None else ()

    def _with_arguments(self) -> Recording:
        """Returns the recording with the arguments that are set."""
        given = {name: value for way in self._chosen.values() for name, value in way.items() if "." not in name and name in self._parameters()}
        return replace(self._recorded, calls=[self._given(each, given) for each in self._recorded.calls])

    def _given(self, call: Recorded, given: Mapping[str, Any]) -> Recorded:
        names = self._parameters()
        # What a method or layer is called on is not among the recorded arguments
        is_bound = self._recorded.holder is not None and not (call.args and call.args[0] is self._recorded.holder)
        args, kwargs = list(call.args), dict(call.kwargs)
        for name, value in given.items():
            index = names.index(name) - is_bound
            if name not in kwargs and index < len(args):
                args[index] = value
            else:
                kwargs[name] = value
        return replace(call, args=tuple(args), kwargs=kwargs)


def _nothing(*given: Any) -> None:
    """Stands for what sets a value that an argument gives."""


def _code(recording: Recording) -> CodeType | None:
    """Returns the code of the recorded function, None for the step of a Keras model, whose arguments are data."""
    called = recording.calls[0].function
    if recording.step is not None:
        return None
    called = getattr(type(called), "call", called) if recording.holder is called else getattr(called, "python_function", called)
    found: CodeType | None = getattr(bound(called)[0], "__code__", None)
    return found


def ways(test: str, values: Mapping[str, Any], *, wanted: bool) -> Iterator[_Way]:
    """Yields what to set so that a condition holds, or does not; nothing to set where that is not known to be necessary.

    `values` are those that the dotted names in it have, as far as they can be set.
    """
    yield from _ways(ast.parse(test, mode="eval").body, values, wanted=wanted)


def _ways(node: ast.expr, values: Mapping[str, Any], *, wanted: bool) -> Iterator[_Way]:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield from _ways(node.operand, values, wanted=not wanted)
    elif isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And) is wanted:
        parts = [[*islice(_ways(each, values, wanted=wanted), _WAYS)] for each in node.values]
        yield from ({name: value for way in chosen for name, value in way.items()} for chosen in product(*parts))
    elif isinstance(node, ast.BoolOp):
        for each in node.values:
            yield from _ways(each, values, wanted=wanted)
    elif isinstance(node, ast.Compare) and len(node.ops) == 1:
        yield from _of_comparison(node, values, wanted=wanted)
    elif isinstance(node, ast.Call) and wanted:
        yield from _of_call(node, values)
    elif (name := dotted(node)) in values:
        yield from _changed(name, values[name], bool, (True, 1, False, 0), wanted=wanted)
    else:
        yield {}


def _of_comparison(node: ast.Compare, values: Mapping[str, Any], *, wanted: bool) -> Iterator[_Way]:
    kind = type(node.ops[0])
    for one, other, how in ((node.left, node.comparators[0], kind), (node.comparators[0], node.left, _MIRRORED.get(kind))):
        name = dotted(one)
        if name not in values or how is None or how not in _OPERATORS:
            continue
        try:
            with_ = values[dotted(other)] if dotted(other) in values else ast.literal_eval(other)
        except ValueError:
            continue
        found = with_ if isinstance(with_, (tuple, list, set, frozenset)) and how in (ast.In, ast.NotIn) else tuple(dict.fromkeys((with_, *_like(with_, 1), *_like(with_, -1))))
        yield from _changed(name, values[name], partial(_compared, _OPERATORS[how], with_), (*found, None), wanted=wanted)
        return
    yield {}


def _compared(how: Callable[[Any, Any], Any], with_: Any, held: Any) -> Any:
    return how(held, with_)


def _of_call(node: ast.Call, values: Mapping[str, Any]) -> Iterator[_Way]:
    """Yields each text in a call for each argument of it that is a text: functions compare one with the other."""
    names = [name for each in (*node.args, getattr(node.func, "value", node)) if isinstance(values.get(name := dotted(each)), str)]
    texts = [each.value for each in ast.walk(node) if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    yield from ({name: text} for name in names for text in texts)
    if not names:
        yield {}


def _changed(name: str, held: Any, holds: Callable[[Any], Any], found: Sequence[Any], *, wanted: bool) -> Iterator[_Way]:
    """Yields the values of a name with which a condition holds as wanted, nothing to set if it does already; none of another kind."""
    kinds: tuple[type, ...] = (type(held),)
    if _is_number(held):
        kinds = (int, float, type(held))
    for value in (held, *found):
        is_met = _holds(holds, value) is wanted
        if is_met and value is held:
            yield {}
            return
        if is_met and type(value) in kinds:
            yield {name: value}


def _holds(holds: Callable[[Any], Any], value: Any) -> bool | None:
    """Returns whether a condition holds with a value, None if that value cannot be compared."""
    try:
        return bool(holds(value))
    except Exception:  # noqa: BLE001 - objects compare as they like
        return None


def _like(value: Any, step: int) -> tuple[Any, ...]:
    """Returns the next value of a number or flag, a text that differs, or nothing."""
    if isinstance(value, bool):
        return (not value,)
    if _is_number(value):
        return (value + step,)
    return (f"{value}_",) if isinstance(value, str) else ()


def _is_number(value: Any) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)
