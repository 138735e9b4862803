"""Flags that are thrown for good: what is under `if self.first:` runs once where `self.first = False` follows for sure.

So does what is under a comparison that its own block makes fail: `if self.calls == 0: self.calls += 1`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Expr, Statement
from tflint_autograph.model.facts import ClassKey, FunctionKey, Parameter
from tflint_autograph.model.values import Kind, Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.order import order
from tflint_autograph.project.bodies.single import without_names
from tflint_autograph.project.bodies.walks import (
    assigned_by,
    dotted_path,
    spelled_path,
    walk,
)

_DEPTH = 3
"""How many calls up it is looked for who throws a flag."""

Owner = Callable[[str], ClassKey | None]
"""The class of what a dotted name holds, where it is one of the project."""


def used_up(analysis: Analysis, key: FunctionKey, body: Body, ordinal: int, owner: Owner) -> set[str]:
    """The flags of objects that guards around the statement `ordinal` ask for, and that are thrown for good."""
    guards = _guards(body, ordinal)
    found = {
        (path, off)
        for guard in guards
        for path, off in asked(without_names(guard.test, body, guard.ordinal))
        if _sets(walk(guard.body), path, off)
        or throws(body, path, off, guard.ordinal)
        or _callers_throw(analysis, key, path, off, _DEPTH)
    }
    paths = {path for path, _ in found} | {path for guard in guards for path in _left_behind(guard)}
    return {path for path in paths if not thrown_back(analysis, path, owner)}


def _left_behind(guard: ir.If) -> Iterator[str]:
    """The dotted name a guard compares with a constant, where its block makes the comparison fail.

    `== 0` fails once the number has moved, `< 0` once a length is added to an axis that counts from behind. Where a constant is
    added to a number below zero, it may count up to it.
    """
    test = guard.test
    if not isinstance(test, ir.Operation) or len(test.operators) != 1 or len(test.operands) != 2:
        return
    path, limit = dotted_path(test.operands[0]), test.operands[1]
    for each in walk(guard.body) if path and isinstance(limit, ir.Constant) else ():
        added = _added(each, path)
        counts = isinstance(added, ir.Constant)
        from_behind = test.operators == ("<",) and limit == ir.Constant(0) and not counts
        if added is not None and (from_behind or (test.operators == ("==",) and counts and added != ir.Constant(0))):
            yield path


def _added(statement: Statement, path: str) -> Expr | None:
    """What a statement adds to what the dotted name holds: `length` in `self.axis = length + self.axis`."""
    if isinstance(statement, ir.Augment):
        return statement.value if statement.operator == "+" and dotted_path(statement.target) == path else None
    if not isinstance(statement, ir.Assign) or not any(dotted_path(target) == path for target in statement.targets):
        return None
    value = statement.value
    if not isinstance(value, ir.Operation) or value.operators != ("+",) or len(value.operands) != 2:
        return None
    left, right = value.operands
    return right if dotted_path(left) == path else left if dotted_path(right) == path else None


def throws(body: Body, path: str, off: bool, ordinal: int) -> bool:
    """Whether whoever gets to the statement `ordinal` sets the flag further on, whatever happens in between."""
    return order(body).followed_by(ordinal, lambda each: _sets((each,), path, off), {})


def thrown_back(analysis: Analysis, path: str, owner: Owner) -> bool:
    """Whether anything but a constructor sets the flag in eager code, or nothing is known of who does."""
    thing, _, name = path.rpartition(".")
    cls = owner(thing)
    return cls is None or analysis.name_writes.of_attribute(cls, name, Value(Kind.PYTHON, type="builtins.bool")) is not None


def _guards(body: Body, ordinal: int) -> list[ir.If]:
    """The conditions that hold where the statement `ordinal` is, the innermost first."""
    around = order(body).holders(ordinal)
    return [each.statement for each in around if isinstance(each.statement, ir.If) and each.block is each.statement.body]


def asked(test: Expr) -> Iterator[tuple[str, bool]]:
    """The dotted names whose truth a condition needs, each with the value that makes it fail: `self.first and not self.told`."""
    word = test.operators[0] if isinstance(test, ir.Operation) else ""
    if isinstance(test, ir.Operation) and word == "and":
        for operand in test.operands:
            yield from asked(operand)
    path = spelled_path(test.operands[0] if isinstance(test, ir.Operation) and word == "not" else test)
    if path:
        yield path, word == "not"


def _sets(statements: Iterator[Statement] | tuple[Statement, ...], path: str, off: bool) -> bool:
    """Whether one of the statements gives the flag this value."""
    assigning = (each for each in map(assigned_by, statements) if isinstance(each, ir.Assign) and each.value == ir.Constant(off))
    return any(dotted_path(target) == path for each in assigning for target in each.targets)


def _callers_throw(analysis: Analysis, key: FunctionKey, path: str, off: bool, depth: int) -> bool:
    """Whether all traced code that calls the method on its own object sets the flag of that object behind the call."""
    fact, callers = analysis.project.function(key), analysis.sole_callers(key)
    thing, _, name = path.rpartition(".")
    if not callers or not depth or fact is None or not _is_own(fact.parameters, thing):
        return False
    for (caller, at), ordinal in callers.items():
        lowered, flow = analysis.project.lowered(caller), analysis.results.get(caller)
        site = flow.calls.get(at) if flow is not None else None
        receiver = site.receiver if site is not None and site.method == fact.name else None
        if lowered is None or receiver is None or not _is_own(lowered.fact.parameters, receiver.parameter):
            return False
        own = f"{receiver.parameter}.{name}"
        if not throws(lowered.body, own, off, ordinal) and not _callers_throw(analysis, caller, own, off, depth - 1):
            return False
    return True


def _is_own(parameters: tuple[Parameter, ...], thing: str) -> bool:
    return bool(parameters) and parameters[0].name == thing
