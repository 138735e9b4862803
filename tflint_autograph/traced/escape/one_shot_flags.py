"""Recognises flags that are switched permanently: code under `if self.first:` runs once if `self.first = False` always follows.

Likewise code under a comparison that its own block makes false: `if self.calls == 0: self.calls += 1`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Expr, Statement
from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.model.values import Kind, Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.arguments import as_written
from tflint_autograph.project.bodies.order import order
from tflint_autograph.project.bodies.single import given_to, without_names
from tflint_autograph.project.bodies.walks import (
    assigned_by,
    dotted_path,
    implied,
    sets_path,
    spelled_path,
    walk,
)
from tflint_autograph.project.callsites.caller import Caller
from tflint_autograph.project.callsites.renaming import in_caller
from tflint_autograph.tfapi.effects import assigns
from tflint_autograph.tfapi.tracing import lifts

_DEPTH = 3
"""Maximum number of calls up the stack that are searched for code that switches a flag."""

Owner = Callable[[str], ClassKey | None]
"""Returns the class of a dotted name if it is of the project."""


def used_up(analysis: Analysis, key: FunctionKey, body: Body, ordinal: int, owner: Owner) -> set[str]:
    """Returns the object flags that guards around the statement `ordinal` test, and that are switched permanently.

    Not those of guards under which a variable is assigned.
    """
    guards = [guard for guard in _guards(body, ordinal) if not _assigns(analysis, key, guard.body, _DEPTH)]
    found = {
        (path, off)
        for guard in guards
        for path, off in asked(without_names(guard.test, body, guard.ordinal))
        if _sets(walk(guard.body), path, off)
        or throws(body, path, off, guard.ordinal)
        or _callers_throw(analysis, key, path, off, _DEPTH)
    }
    caller = Caller(analysis, key, analysis.results[key], traced=True)
    paths = {path for path, _ in found} | {path for guard in guards for path in _left_behind(guard, caller)}
    return {path for path in paths if not thrown_back(analysis, path, owner)}


def _assigns(analysis: Analysis, key: FunctionKey, block: tuple[Statement, ...], depth: int) -> bool:
    """Whether a block of a traced function assigns a variable: the graph does so on each call, eager code only once.

    Not under `tf.init_scope`, which the graph does not contain.
    """
    flow = analysis.results.get(key)
    if flow is None or not depth:
        return False
    opening = {site.index for site in flow.calls.values() if site.func.name and lifts(site.func.name)}
    every = tuple(walk(block))
    lifted = {inner.ordinal for each in every if isinstance(each, ir.With) and each.ordinal in opening for inner in walk(each.body)}
    inside = {each.ordinal for each in every} - lifted
    for site in flow.calls.values():
        if site.index not in inside:
            continue
        if site.receiver is not None and assigns(site.receiver.kind.name.lower(), site.method):
            return True
        if any(_assigns(analysis, target.key, analysis.project.body(target.key).statements, depth - 1) for target in site.func.callees):
            return True
    return False


def _left_behind(guard: ir.If, caller: Caller) -> Iterator[str]:
    """Yields the dotted name that a guard compares with a constant, if its block makes the comparison false.

    `== 0` is false once the number has changed, `< 0` once a length is added to a negative axis. A constant added to a negative number may
    still count up to zero.
    """
    test = guard.test
    if not isinstance(test, ir.Operation) or len(test.operators) != 1 or len(test.operands) != 2:
        return
    path, limit = dotted_path(test.operands[0]), test.operands[1]
    for each in walk(guard.body) if path and isinstance(limit, ir.Constant) else ():
        added = _added(each, path, caller)
        counts = isinstance(added, ir.Constant)
        from_behind = test.operators == ("<",) and limit == ir.Constant(0) and not counts
        if added is not None and (from_behind or (test.operators == ("==",) and counts and added != ir.Constant(0))):
            yield path


def _added(statement: Statement, path: str, caller: Caller) -> Expr | None:
    """Returns what a statement adds to the value of a dotted name: `length` in `self.axis = length + self.axis`."""
    if isinstance(statement, ir.Augment):
        return statement.value if statement.operator == "+" and dotted_path(statement.target) == path else None
    if not isinstance(statement, ir.Assign) or not sets_path(statement, path):
        return None
    value = as_written(caller.analysis, caller.key, statement.value, flow=caller.flow) if statement.value is not None else None
    if not isinstance(value, ir.Operation) or value.operators != ("+",) or len(value.operands) != 2:
        return None
    left, right = value.operands
    return right if dotted_path(left) == path else left if dotted_path(right) == path else None


def throws(body: Body, path: str, off: bool, ordinal: int) -> bool:
    """Whether every path from the statement `ordinal` sets the flag to the value `off`."""
    return order(body).followed_by(ordinal, lambda each: _sets((each,), path, off), {})


def thrown_back(analysis: Analysis, path: str, owner: Owner) -> bool:
    """Whether eager code other than a constructor sets the flag, or its writers are unknown."""
    thing, _, name = path.rpartition(".")
    cls = owner(thing)
    return cls is None or analysis.name_writes.of_attribute(cls, name, Value(Kind.PYTHON, type="builtins.bool")) is not None


def _guards(body: Body, ordinal: int) -> list[ir.If]:
    """Returns the conditions that are true at the statement `ordinal`, innermost first."""
    around = order(body).holders(ordinal)
    return [each.statement for each in around if isinstance(each.statement, ir.If) and each.block is each.statement.body]


def asked(test: Expr) -> Iterator[tuple[str, bool]]:
    """Returns the dotted names that a condition tests, each with the value that makes it false: `self.first and not self.told`."""
    return ((path, not holds) for part, holds in implied(test, holds=True) if (path := spelled_path(part)))


def _sets(statements: Iterator[Statement] | tuple[Statement, ...], path: str, off: bool) -> bool:
    """Whether one of the statements sets the flag to this value."""
    return any(given_to(path, each) == ir.Constant(off) for each in map(assigned_by, statements))


def _callers_throw(analysis: Analysis, key: FunctionKey, path: str, off: bool, depth: int) -> bool:
    """Whether all traced callers of the function set the flag, of the object that they pass, after the call."""
    callers = analysis.sole_callers(key)
    if not callers or not depth:
        return False
    for (caller, at), ordinal in callers.items():
        flow = analysis.results.get(caller)
        site = flow.calls.get(at) if flow is not None else None
        own = in_caller(path, key, Caller(analysis, caller, flow, traced=True), site) if flow is not None and site is not None else ""
        if not own or (not throws(analysis.project.body(caller), own, off, ordinal) and not _callers_throw(analysis, caller, own, off, depth - 1)):
            return False
    return True
