"""The results of interpreting a body once, as plain data for tracing and for the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At, Expr
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.joins import join
from tflint_autograph.model.reachable import reachable
from tflint_autograph.model.record import record
from tflint_autograph.model.values import BOTTOM, UNKNOWN, Callee, Kind, Value
from tflint_autograph.tfapi.names import canonical

Env = dict[str, Value]
"""A state: names, and dotted names such as `self.log`, with their values at one point of a body."""

Part: TypeAlias = Literal["result", "bindings", "writes"]
"""A part of a traced function's result that others depend on: its callers, the functions nested in it, its class."""


class Unreached(Exception):
    """Raised by an expression that needs a value that has not arrived yet (BOTTOM): what follows it is not reached, as far as is known."""


def merge(left: Env | None, right: Env | None) -> Env | None:
    """Joins the states of two branches. A name bound on only one of them keeps its value from there.

    An attribute set on only one of them is left out: what any code stores there is its value.
    """
    if left is None or left is right:
        return right
    if right is None:
        return left
    merged = {name: value for name, value in left.items() if "." not in name or name in right}
    for name, value in right.items():
        known = merged.get(name)
        if known is None:
            if "." not in name:
                merged[name] = value
        elif known is not value:
            merged[name] = join(known, value)
    return merged


@record
class CallSite:
    """A call with its evaluated function and arguments. `keyword` is None for a positional argument, `*` and `**` for unpacked ones.

    `method` is the name of the called attribute, `receiver` the value it was looked up on; both are empty for a plain call.
    """

    at: At
    index: int
    func: Value
    args: tuple[tuple[str | None, Value], ...]
    method: str = ""
    receiver: Value | None = None

    def argument(self, position: int | None, keyword: str) -> Value | None:
        """Returns the argument given by position (from 0) or by keyword, or None."""
        for name, value in self.args:
            if name == keyword and keyword:
                return value
        positional = [value for name, value in self.args if name is None]
        if position is not None and position < len(positional):
            return positional[position]
        return None


@record
class Write:
    """An attribute that is set on an object, or a `global` or `nonlocal` name that is bound (then `receiver` is None)."""

    at: At
    index: int
    receiver: Value | None
    name: str
    value: Value
    augmented: bool = False


@dataclass(slots=True)
class BodyResult:
    """The result of interpreting a body with one entry state.

    `envs`: the state before each reachable statement. `tests`: the value of the condition of an `if`, `while` or conditional loop, and of
    the iterable of a `for`. `finals`: the join of all values ever bound to a name. `graph`: ordinals of statements that add operations to
    the graph, `maybe`: of those that do so if the root's argument is a tensor. `unsettled`: ordinals of loops where a limit was reached;
    `limit`: the limit (`LIMITS`) by which less is known of the whole body. `is_partial`: a value had not arrived yet, so that a part of the body was not reached.
    `touched`: functions that run implicitly (properties, operators, `with`, iteration).
    Results of eager code are kept without `envs`, `tests`, `graph` and `maybe`, and only with the relevant calls, `touched` functions included.
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
    limit: str = ""
    is_partial: bool = False

    @property
    def returned(self) -> Value:
        """The result: unknown if the body returns nowhere, bottom if it does not as far as it was reached."""
        return self.result or (BOTTOM if self.is_partial else UNKNOWN)

    def part(self, part: Part, name: str) -> Value | None:
        """Returns the result, the value of a name, or the value stored under an attribute of any object; None if there is none."""
        if part == "result":
            return self.returned
        return self.bindings.get(name) if part == "bindings" else self.stored(name)

    def sites(self) -> Iterator[CallSite]:
        """Yields the calls, those that syntax makes last."""
        yield from self.calls.values()
        yield from self.implicit_calls.values()

    def stored(self, attr: str) -> Value | None:
        """Returns what the body stores under an attribute of objects of project classes, or None."""
        value: Value | None = None
        for write in self.writes.values():
            if write.name != attr or write.receiver is None or write.receiver.cls is None:
                continue
            # `self.n += x` says nothing new of the kind, least of all when `self.n` itself is being found out.
            if not write.augmented or write.value.kind is not Kind.UNKNOWN:
                value = write.value if value is None else join(value, write.value)
        return value

    def end(self) -> None:
        """Replaces empty collections by shared ones, now that the body has been interpreted."""
        self.conditions, self.calls = self.conditions or _NOTHING, self.calls or _NOTHING
        self.implicit_calls, self.writes = self.implicit_calls or _NOTHING, self.writes or _NOTHING
        self.ops, self.conditional_ops, self.unsettled = self.ops or _NONE, self.conditional_ops or _NONE, self.unsettled or _NONE

    def called(self, expr: Expr | None) -> str:
        """Returns the canonical dotted name of what a call runs outside of the project; an empty string for other expressions."""
        site = self.calls.get(expr.at) if isinstance(expr, ir.Call) else None
        return canonical(site.func.name) if site is not None else ""

    def compact(
        self, one: Callable[[Value], Value], tells: Callable[[CallSite], bool], *, encloses: bool, methods: frozenset[str] = frozenset()
    ) -> None:
        """Drops what is never read from eager code, and replaces equal values by one object with `one`.

        A dict per binding of each function takes more memory than everything else. The values of names are only kept if the body `encloses`
        functions, or if they may be functions. Calls are kept if `tells` is true for them, those that syntax makes only of `methods`.
        """
        if not encloses:
            self.bindings = {name: value for name, value in self.bindings.items() if value.type == "function"}
        self.states, self.conditions, self.ops, self.conditional_ops = _NOTHING, _NOTHING, _NONE, _NONE
        self.calls = {at: site for at, site in self.calls.items() if tells(site)} or _NOTHING
        self.implicit_calls = {at: site for at, site in self.implicit_calls.items() if site.method in methods and tells(site)} or _NOTHING
        self.bindings = self.bindings or _NOTHING
        for at, site in self.calls.items():
            receiver = None if site.receiver is None else one(site.receiver)
            args = tuple([(name, one(value)) for name, value in site.args])
            self.calls[at] = CallSite(at, site.index, one(site.func), args, site.method, receiver)
        for name, value in self.bindings.items():
            self.bindings[name] = one(value)
        self.result = self.result and one(self.result)


NO_ENV: Env = {}
"""The empty state: one shared object, so that results cached for it by identity are found again."""

_NONE: set[int] = set()
_NOTHING: dict[Any, Any] = {}
"""Shared empty collections, which nobody fills after a body has been interpreted: most of ten thousand results need few others."""


def reached(
    flows: Mapping[FunctionKey, BodyResult], key: FunctionKey, run_by: Callable[[Value], tuple[Callee, ...]]
) -> Iterator[BodyResult]:
    """Returns the results of a traced function and of everything it calls, directly or not. `run_by` maps a called value to functions."""

    def called(each: FunctionKey) -> Iterator[FunctionKey]:
        flow = flows.get(each)
        return (target.key for site in flow.calls.values() for target in run_by(site.func)) if flow is not None else iter(())

    return (flows[each] for each in reachable([key], called) if each in flows)
