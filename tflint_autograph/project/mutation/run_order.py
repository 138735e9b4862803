"""Whether the code that sets an object up also runs it, before and after. Does not say what is set."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Expr, Statement
from tflint_autograph.project.bodies.changes import located, mentions
from tflint_autograph.project.bodies.single import full_path, known_as
from tflint_autograph.project.bodies.walks import (
    calls,
    last_ordinal,
    preceded_by,
    spelled,
    walk,
)

RETRACING = frozenset({"compile", "make_train_function", "make_test_function", "make_predict_function"})
"""Methods of a Keras model after which it traces again (FACTS `keras_attr_toggled_after_fit`)."""


def runs_between(
    body: Body, thing: str, setting: Statement, *, again: bool, setters: frozenset[str], retracing: frozenset[str] = RETRACING, since: int = -1
) -> bool:  # fmt: skip
    """Whether the body calls the object `thing` (`net`, `self.net`) both before and after it sets something up.

    A loop around both does, and so does a body that may be run `again` on the same object with another outcome: one
    that updates, or stores what it is given. Methods called `setters` are no runs; an object that one of the `retracing` makes
    trace again is none of these. The statement `since` makes the object: what ran before was another, and a loop around it has one an iteration.
    """
    runs: list[tuple[Statement, tuple[Statement, ...]]] = []
    around_setting: tuple[Statement, ...] = ()
    for statement, around in located(body.statements):
        if statement is setting:
            around_setting = around
        words = set(_called(statement, thing, body))
        if words & retracing:
            return False
        if words - setters and statement.ordinal > since:
            runs.append((statement, around))
    if not runs:
        return False
    loops = {each.ordinal for each in around_setting if isinstance(each, (ir.For, ir.While)) and each.ordinal > since}
    if any(each.ordinal in loops for _, around in runs for each in around):
        return True
    ordinals = [statement.ordinal for statement, _ in runs]
    return again or min(ordinals) < setting.ordinal < max(ordinals)


def made_at(body: Body, thing: str, setting: Statement) -> int:
    """The ordinal of the last statement that gives the object to whoever gets to another, as what it calls makes; -1 where none does."""
    found = -1
    for statement in walk(body.statements):
        if statement.ordinal >= setting.ordinal:
            break
        if isinstance(statement, ir.Assign) and isinstance(statement.value, ir.Call) and any(map(known_as(body, thing), statement.targets)):
            found = statement.ordinal if preceded_by(body.statements, setting.ordinal, statement.ordinal) else found
    return found


def given_anew(body: Body, parameters: frozenset[str], thing: str, stored: Expr | None, *, updates: bool) -> bool:
    """Whether a body may set another value each time it is run, on an object that it did not make or take itself."""
    first = thing.partition(".")[0]
    if first in body.bound and first != "self":
        return False
    return updates or mentions(stored, lambda expr: isinstance(expr, ir.Name) and expr.id in parameters)


def calls_before(body: Body, first: str, then: str) -> bool:
    """Whether a body has made all its calls of `first` when it first speaks of `then`, two functions that it defines.

    It may do no more with `first` than call it, and that in no loop in which it speaks of `then`. `then = tf.function(then)`
    says nothing of it yet.
    """
    calling, speaking = [], []
    for statement in walk(body.statements):
        if _puts_around(statement, then):
            continue
        parts = list(spelled(statement))
        called = sum(isinstance(part, ir.Call) and part.func == ir.Name(first) for part in parts)
        if called != parts.count(ir.Name(first)):
            return False
        calling += [statement.ordinal] * called
        speaking += [statement.ordinal] * (ir.Name(then) in parts)
    loops = (each for each in walk(body.statements) if isinstance(each, (ir.For, ir.While)))
    ends = [last_ordinal(each) for each in loops if any(each.ordinal < ordinal <= last_ordinal(each) for ordinal in calling)]
    return bool(calling) and max(calling + ends) < min(speaking, default=0)


def _puts_around(statement: Statement, name: str) -> bool:
    """Whether a statement binds a name to what a call makes of what it held, and of nothing else that has a name."""
    call = statement.value if isinstance(statement, ir.Assign) and statement.targets == (ir.Name(name),) else None
    if not isinstance(call, ir.Call) or call.func == ir.Name(name):
        return False
    given = [each.value for each in call.args]
    return given[:1] == [ir.Name(name)] and all(isinstance(each, ir.Constant) for each in given[1:])


def _called(statement: Statement, thing: str, body: Body) -> Iterator[str]:
    """The methods of the object that a statement calls itself; empty for the object called as a function."""
    for call in calls(statement):
        path = full_path(call.func, body)
        owner, _, method = path.rpartition(".")
        if path == thing:
            yield ""
        elif owner == thing:
            yield method
