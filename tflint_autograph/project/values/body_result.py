"""What one pass over a body found out: plain data, asked by tracing and by the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from tflint_autograph.model.body import At
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.record import record
from tflint_autograph.model.values import UNKNOWN, Value, join

Env = dict[str, Value]
"""Names, and dotted names such as `self.log`, with what they hold at one point of a body."""

Part: TypeAlias = Literal["result", "bindings", "writes"]
"""What others ask of the flow of a traced function, each of one of these parts: its callers, the functions in it, its class."""


def merge(left: Env | None, right: Env | None) -> Env | None:
    """What is known where two ways meet; a name bound on one of them only keeps what it has there."""
    if left is None or left is right:
        return right
    if right is None:
        return left
    merged = dict(left)
    for name, value in right.items():
        known = merged.get(name)
        if known is None:
            merged[name] = value if "." not in name else UNKNOWN
        elif known is not value:
            merged[name] = join(known, value)
    for name in left:
        if "." in name and name not in right:
            merged[name] = UNKNOWN
    return merged


@record
class CallSite:
    """A call with everything it was made of. `keyword` is None for a positional argument, `*` and `**` for unpacked.

    `method` is the attribute called, with the value it was looked up on; both are empty for a plain call.
    """

    at: At
    index: int
    func: Value
    args: tuple[tuple[str | None, Value], ...]
    method: str = ""
    receiver: Value | None = None

    def argument(self, position: int | None, keyword: str) -> Value | None:
        """The value given by position (from 0) or by keyword."""
        for name, value in self.args:
            if name == keyword and keyword:
                return value
        positional = [value for name, value in self.args if name is None]
        if position is not None and position < len(positional):
            return positional[position]
        return None


@record
class Write:
    """An attribute set on an object, or a name declared `global` or `nonlocal` bound (then `receiver` is None)."""

    at: At
    index: int
    receiver: Value | None
    name: str
    value: Value
    augmented: bool = False


@dataclass(slots=True)
class BodyResult:
    """One body with one set of incoming values.

    `envs` hold what is known before each statement that can be reached (`Analysis.eager_envs` finds those of eager code
    again), `tests` the value of the condition of an `if`, `while` or conditional loop and of the iterable of a `for`, `finals` the join of everything a name was ever bound
    to. `graph` are the ordinals of statements that put operations into the graph, `maybe` of those that do if what the
    root was given is a tensor. `unsettled` are the ordinals of loops of which less is known, as a limit was reached; `is_cut` says that nothing is known for that reason.
    `touched` are functions run without a call in the text: properties, operators, `with`,
    iteration. The flows of eager code are kept without `envs`, `tests`, `graph`, `maybe` and `touched`, and with
    those calls alone of which somebody asks (`telling`).
    """

    states: dict[int, Env] = field(default_factory=dict)
    conditions: dict[int, Value] = field(default_factory=dict)
    calls: dict[At, CallSite] = field(default_factory=dict)
    implicit_calls: dict[tuple[At, FunctionKey], CallSite] = field(default_factory=dict)
    writes: dict[tuple[At, str], Write] = field(default_factory=dict)
    bindings: Env = field(default_factory=dict)
    ops: set[int] = field(default_factory=set)
    conditional_ops: set[int] = field(default_factory=set)
    unsettled: set[int] = field(default_factory=set)
    result: Value | None = None
    is_cut: bool = False

    def changed(self, before: BodyResult | None) -> Iterator[Part]:
        """The parts that are not what they were, or not what was taken for them while there was no flow."""
        if (self.result or UNKNOWN) != ((before and before.result) or UNKNOWN):
            yield "result"
        if before is None or self.bindings != before.bindings:
            yield "bindings"
        if before is None or self.writes != before.writes:
            yield "writes"

    def end(self) -> None:
        """Let go of what has stayed empty, now that the body has been run through."""
        self.conditions, self.calls = self.conditions or _NOTHING, self.calls or _NOTHING
        self.implicit_calls, self.writes = self.implicit_calls or _NOTHING, self.writes or _NOTHING
        self.ops, self.conditional_ops, self.unsettled = self.ops or _NONE, self.conditional_ops or _NONE, self.unsettled or _NONE

    def compact(self, one: Callable[[Value], Value], tells: Callable[[CallSite], bool], *, encloses: bool) -> None:
        """Let go of what is never asked of eager code, and let `one` give one object for equal values.

        A dict for each binding of each function takes more room than all else together, and few ask for it. What names
        are bound to is asked by the functions inside of one that `encloses` some; of others by who looks for functions. Of
        the calls those are kept that `tells` says something about.
        """
        if not encloses:
            self.bindings = {name: value for name, value in self.bindings.items() if value.type == "function"}
        self.states, self.conditions, self.implicit_calls, self.ops, self.conditional_ops = _NOTHING, _NOTHING, _NOTHING, _NONE, _NONE
        self.calls = {at: site for at, site in self.calls.items() if tells(site)} or _NOTHING
        self.bindings = self.bindings or _NOTHING
        for at, site in self.calls.items():
            receiver = None if site.receiver is None else one(site.receiver)
            args = tuple([(name, one(value)) for name, value in site.args])
            self.calls[at] = CallSite(at, site.index, one(site.func), args, site.method, receiver)
        for name, value in self.bindings.items():
            self.bindings[name] = one(value)
        self.result = self.result and one(self.result)


NO_ENV: Env = {}
"""What is known where nothing is: one object, so that what is worked out for it is known again."""

_NONE: set[int] = set()
_NOTHING: dict[Any, Any] = {}
"""Empty ones, which nobody fills once a flow has ended: of ten thousand flows most have little."""


def reached(flows: Mapping[FunctionKey, BodyResult], key: FunctionKey) -> Iterator[BodyResult]:
    """The flows of a traced function and of all it calls, through however many calls."""
    waiting, seen = [key], {key}
    while waiting:
        flow = flows.get(waiting.pop())
        if flow is None:
            continue
        yield flow
        called = {target.key: None for site in flow.calls.values() for target in site.func.callees}
        waiting += [each for each in called if each not in seen]
        seen.update(called)
