"""Decides whether the code that sets an object up also runs it before and after."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Expr, Statement
from tflint_autograph.project.bodies.changes import located, mentions
from tflint_autograph.project.bodies.order import order
from tflint_autograph.project.bodies.single import full_path, known_as
from tflint_autograph.project.bodies.walks import (
    calls,
    last_ordinal,
    preceded_by,
    spelled,
    walk,
)

RETRACING = frozenset({"compile", "make_train_function", "make_test_function", "make_predict_function"})
"""Methods of a Keras model after which it retraces (FACTS `keras_attr_toggled_after_fit`)."""


def runs_between(
    body: Body, thing: str, setting: Statement, *, again: bool, setters: frozenset[str], retracing: frozenset[str] = RETRACING, since: int = -1
) -> bool:  # fmt: skip
    """Whether the body calls the object `thing` (`net`, `self.net`) both before and after the statement `setting`.

    A loop around both counts, and so does a body that may run `again` on the same object with another value. Methods in `setters` do not
    count as runs, and calls of `retracing` methods cause a retrace. The statement `since` creates the object: earlier runs were of another
    object, and a loop around it creates one in each iteration.
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
    """Returns the ordinal of the last statement that creates the object before `setting`, or -1."""
    found = -1
    for statement in walk(body.statements):
        if statement.ordinal >= setting.ordinal:
            break
        if isinstance(statement, ir.Assign) and isinstance(statement.value, ir.Call) and any(map(known_as(body, thing), statement.targets)):
            found = statement.ordinal if preceded_by(body.statements, setting.ordinal, statement.ordinal) else found
    return found


def given_anew(body: Body, parameters: frozenset[str], thing: str, stored: Expr | None, *, updates: bool) -> bool:
    """Whether a body may set a different value each time it runs, on an object that it did not create or fetch itself."""
    first = thing.partition(".")[0]
    if first in body.bound and first != "self":
        return False
    return updates or mentions(stored, lambda expr: isinstance(expr, ir.Name) and expr.id in parameters)


def calls_before(body: Body, first: str, then: str) -> bool:
    """Whether a body makes all its calls of `first` before it first mentions `then`; both are functions that it defines.

    It may only call `first`, and not in a loop that mentions `then`. `then = tf.function(then)` does not count as a mention.
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
    ends = [last_ordinal(loop) for ordinal in calling for loop in order(body).loops(ordinal)]
    return bool(calling) and max(calling + ends) < min(speaking, default=0)


def _puts_around(statement: Statement, name: str) -> bool:
    """Whether a statement rebinds a name to the result of a call on its old value only, such as `f = tf.function(f)`."""
    call = statement.value if isinstance(statement, ir.Assign) and statement.targets == (ir.Name(name),) else None
    if not isinstance(call, ir.Call) or call.func == ir.Name(name):
        return False
    given = [each.value for each in call.args]
    return given[:1] == [ir.Name(name)] and all(isinstance(each, ir.Constant) for each in given[1:])


def _called(statement: Statement, thing: str, body: Body) -> Iterator[str]:
    """Yields the methods of the object that a statement calls; an empty string for calling the object itself."""
    for call in calls(statement):
        path = full_path(call.func, body)
        owner, _, method = path.rpartition(".")
        if path == thing:
            yield ""
        elif owner == thing:
            yield method
