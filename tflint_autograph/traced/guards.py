"""Code that runs once by design: guards such as `if self.v is None:`, constructors and builders."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Expr, Statement
from tflint_autograph.model.facts import ClassKey, FunctionFact, FunctionKey
from tflint_autograph.model.values import Kind, Origin, Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.classes import blocks
from tflint_autograph.project.decorators import is_cached
from tflint_autograph.project.flow import Env, Flow
from tflint_autograph.project.liveness import flat
from tflint_autograph.project.single import each_replaced, without_names
from tflint_autograph.project.walks import (
    assigned_by,
    attribute_kept,
    attribute_named,
    entry,
    holds,
    spelled_path,
    walk,
)
from tflint_autograph.traced.flags import used_up
from tflint_autograph.traced.glimpse import Glimpse, once_a_function

if TYPE_CHECKING:
    from tflint_autograph.traced.function import TracedFunction

_ABSENT = frozenset({"AttributeError", "KeyError", "NameError"})
_FILLS = frozenset({"append", "extend", "add", "update", "setdefault", "insert"})
_SCOPED = frozenset({"__init__", "__enter__", "__exit__", "build"})
"""Methods that run once for an object, or undo on the way out what they did on the way in."""

_PLAIN = frozenset({"", "module"})
"""What `keras_kind` says of classes that are not of Keras."""

_ONCE = frozenset({"sonnet.once", "sonnet.src.once.once", "contextlib.contextmanager"})
"""Decorators of functions that run once, or undo on the way out what they did on the way in."""


def spelled_out(test: Expr, flow: Flow | None, analysis: Analysis) -> Expr:
    """The condition with what a method of the same object returns in place of its call: `if self._needs_init():`."""
    return each_replaced(test, lambda part: _returned(part, flow, analysis) or part)


def _returned(test: Expr, flow: Flow | None, analysis: Analysis) -> Expr | None:
    if flow is None or not isinstance(test, ir.Call) or test.args or not isinstance(test.func, ir.Attribute):
        return None
    site = flow.calls.get(test.at)
    targets = site.func.targets if site is not None else ()
    lowered = analysis.project.lowered(targets[0].key) if len(targets) == 1 else None
    if lowered is None or [ir.Name(each.name) for each in lowered.fact.parameters] != [test.func.value]:
        return None
    spoken = [each for each in lowered.body.statements if not _is_text(each)]
    return spoken[0].value if len(spoken) == 1 and isinstance(spoken[0], ir.Return) else None


def _is_text(statement: Statement) -> bool:
    return isinstance(statement, ir.Evaluate) and isinstance(statement.value, ir.Constant)


def absent(test: Expr) -> set[str]:
    """The names, dotted names and containers which a condition finds missing, or empty."""
    if isinstance(test, ir.Operation):
        word = test.operators[0]
        if word in ("and", "or"):
            return {path for operand in test.operands for path in absent(operand)}
        if _asks_for_presence(test) is False:
            return _paths(*test.operands)
        if word == "not in":
            return _holding(test)
        if word == "not":
            return present(test.operands[0])
    return set()


def present(test: Expr) -> set[str]:
    """The names, dotted names and containers which a condition finds there."""
    named = attribute_named(test, "hasattr")
    if named is not None:
        return _paths(named)
    if isinstance(test, ir.Operation):
        word = test.operators[0]
        if _asks_for_presence(test):
            return _paths(*test.operands)
        if word == "in":
            return _holding(test)
        if word == "not":
            return absent(test.operands[0])
        if word in ("and", "or"):
            return {path for operand in test.operands for path in present(operand)}
    return _paths(test)


def _asks_for_presence(test: ir.Operation) -> bool | None:
    """Whether a comparison holds of what is there: `is not None`, `is True`. None where it is with nothing of the kind."""
    word, constants = test.operators[0], [each.value for each in test.operands if isinstance(each, ir.Constant)]
    limits = [each for each in constants if each is None or isinstance(each, bool)]
    return (limits[0] is True) is (word in ("is", "==")) if limits and word in ("is", "==", "is not", "!=") else None


def _holding(test: ir.Operation) -> set[str]:
    """What a name is asked for with `in`: the container, or the attribute where it is what holds them all."""
    name, holder = test.operands
    return _paths(attribute_kept(holder, name) or holder)


def _paths(*exprs: Expr) -> set[str]:
    """The spellings of names and attributes; an item of a container stands for the container."""
    found = set()
    for expr in exprs:
        path = spelled_path(expr)
        while not path and (kept := entry(expr)) is not None:
            expr = kept[0]
            path = spelled_path(expr)
        found.add(path)
    return found - {""}


def assigned(statements: tuple[Statement, ...]) -> set[str]:
    """The names, dotted names and containers which statements assign or fill, in blocks inside them too."""
    found: set[str] = set()
    for statement in map(assigned_by, walk(statements)):
        if isinstance(statement, ir.Assign):
            found |= _paths(*flat(statement.targets))
        if isinstance(statement, ir.Evaluate) and isinstance(statement.value, ir.Call):
            func = statement.value.func
            if isinstance(func, ir.Attribute) and func.attr in _FILLS:
                found |= _paths(func.value)
    return found


def _as_written(test: Expr) -> Expr:
    return test


def guarded_at(body: Body, ordinal: int, spelled: Callable[[Expr], Expr] = _as_written) -> set[str]:
    """The paths known to be missing, and filled in, where the statement `ordinal` stands; see `spelled_out`."""
    return _guarded(body.statements, ordinal, lambda test, place: spelled(without_names(test, body, place)))


def _guarded(statements: tuple[Statement, ...], ordinal: int, spelled: Callable[[Expr, int], Expr]) -> set[str]:
    found: set[str] = set()
    for number, statement in enumerate(statements):
        if statement.ordinal > ordinal:
            break
        if isinstance(statement, ir.If):
            found |= _by_condition(statement, statements[number + 1 :], ordinal, spelled)
        if isinstance(statement, ir.Assign) and statement.ordinal == ordinal and isinstance(statement.value, ir.Conditional):
            test = spelled(statement.value.test, statement.ordinal)
            found |= (absent(test) | present(test)) & assigned((statement,))
        if isinstance(statement, ir.Try):
            last = statement.body[-1] if statement.body else None
            if isinstance(last, ir.Return) and last.value is not None and _passes_on_absence(statement):
                # `try: return kinds[name]`, `except KeyError: pass`, and it is filled in further on.
                found |= _paths(last.value) & assigned(statements[number + 1 :])
            for handler in statement.handlers:
                caught = {name.id for name in _caught(handler.type) if isinstance(name, ir.Name)}
                if caught & _ABSENT and holds(handler.body, ordinal):
                    found |= assigned(handler.body)
        for block in blocks(statement):
            if holds(block, ordinal):
                found |= _guarded(block, ordinal, spelled)
    return found


def _by_condition(
    statement: ir.If, later: tuple[Statement, ...], ordinal: int, spelled: Callable[[Expr, int], Expr]
) -> set[str]:
    """What an `if` around the statement `ordinal`, or one before it that returns, finds missing and is provided there."""
    inside, otherwise = holds(statement.body, ordinal), holds(statement.orelse, ordinal)
    returns = bool(statement.body) and isinstance(statement.body[-1], ir.Return)
    if not (inside or otherwise or returns):
        return set()
    test = spelled(statement.test, statement.ordinal)
    if inside:
        return _provided(absent(test), statement.body)
    there = present(test)
    if otherwise:
        return _provided(there, statement.orelse)
    return there & assigned(later) if there else there


def _passes_on_absence(statement: ir.Try) -> bool:
    """Whether code behind a `try` that ends in a `return` is reached where something was missing, and not otherwise."""
    caught = [{name.id for name in _caught(handler.type) if isinstance(name, ir.Name)} for handler in statement.handlers]
    return bool(caught) and all(names and names <= _ABSENT for names in caught)


def _provided(missing: set[str], body: tuple[Statement, ...]) -> set[str]:
    """What a guarded block provides of what is missing; a method of the same object may provide anything of it."""
    if not missing:
        return missing
    found = missing & assigned(body)
    for statement in walk(body):
        if isinstance(statement, ir.Evaluate) and isinstance(statement.value, ir.Call):
            func = statement.value.func
            if isinstance(func, ir.Attribute) and isinstance(func.value, ir.Name):
                found |= {path for path in missing if path.startswith(func.value.id + ".")}
    return found


def _caught(expr: Expr | None) -> tuple[Expr, ...]:
    if isinstance(expr, ir.Display):
        return expr.items
    return (expr,) if expr is not None else ()


def filled_once(fn: TracedFunction) -> set[str]:
    """The paths that a guard around the current statement finds missing and fills in, or finds true and makes false."""
    if fn.statement is None:
        return set()
    spelled = partial(spelled_out, flow=fn.flow, analysis=fn.analysis)
    return guarded_at(fn.body, fn.statement.ordinal, spelled) | flags_used_up(fn)


def flags_used_up(fn: TracedFunction) -> set[str]:
    """The flags of objects that a guard around the current statement asks for, and that are thrown for good (`flags`)."""
    ordinal = fn.statement.ordinal if fn.statement is not None else 0
    return used_up(fn.analysis, fn.key, fn.body, ordinal, fn.class_held)


def runs_once(fn: TracedFunction) -> bool:
    """Whether the current statement runs once by design, however often the function is called.

    A constructor or builder, a cached function, a statement under a guard that finds something missing and provides it
    (FACTS variables, "OK: variable-singleton"), or a function called under such guards only. A guard that only a later
    trace reaches does not help (FACTS variables_singleton_after_first_trace), nor one on an argument of the root.
    """
    if is_builder(fn.analysis, fn.key):
        return True
    if filled_once(fn):
        return not _reached_late(fn)
    return all(_called_or_kept_once(fn))


@once_a_function
def _called_or_kept_once(fn: Glimpse) -> Iterator[bool]:
    """The same of all of a function: one answer."""
    yield called_once(fn.analysis, fn.key) or is_kept(fn.analysis, fn.key)


def set_up_once(fn: TracedFunction) -> bool:
    """Whether the current statement stands under a guard that something sets up what it finds missing, here or in all callers.

    Unlike `runs_once` it does not ask whether only a later trace reaches the guard, which matters to variables alone.
    """
    return bool(filled_once(fn)) or called_once(fn.analysis, fn.key)


def made_each_call(fn: TracedFunction) -> bool:
    """Whether the statement stands in the constructor of an object of which traced code makes a new one on each call.

    Keras objects are left out: making one is what is wrong there, not what its constructor does.
    """
    if fn.fact.name != "__init__" or not fn.fact.owner or fn.keras_kind(ClassKey(fn.key.path, fn.fact.owner)) not in _PLAIN:
        return False
    return bool(fn.analysis.callers.get(fn.key)) and not called_once(fn.analysis, fn.key)


def is_builder(analysis: Analysis, key: FunctionKey) -> bool:
    """A constructor or builder, a method Keras or Sonnet runs once, or a function whose result is cached."""
    fact = analysis.project.function(key)
    if fact is None:
        return False
    if is_cached(analysis, key) or analysis.decorator_names(key) & _ONCE:
        return True
    if not fact.owner:
        return False
    found = analysis.classes.keras(ClassKey(key.path, fact.owner))
    return fact.name in _SCOPED or (found is not None and fact.name in found[0].once)


def is_kept(analysis: Analysis, key: FunctionKey) -> bool:
    """Whether Python runs the function once, too, on each way to it.

    It keeps what the function or a caller returns, or a caller asks first for what it then provides for good.
    """
    waiting, seen = [key], {key}
    while waiting:
        function = waiting.pop()
        if is_cached(analysis, function):
            continue
        callers = analysis.sole_callers(function)
        if not callers:
            return False
        again = dict.fromkeys(caller for (caller, _), ordinal in callers.items() if not _provides_for_good(analysis, caller, ordinal))
        waiting += [caller for caller in again if caller not in seen]
        seen.update(again)
    return True


def _provides_for_good(analysis: Analysis, key: FunctionKey, ordinal: int) -> bool:
    """Whether a statement of the function stands under a guard on what is there on the next call: `if not self.net: self.build()`."""
    lowered = analysis.project.lowered(key)
    if lowered is None:
        return False
    given = analysis.entries.get(key, {})
    return any(lives_on(path, lowered.body, given) for path in _guarded_in(analysis, key, lowered.body, ordinal))


def _guarded_in(analysis: Analysis, key: FunctionKey, body: Body, ordinal: int) -> set[str]:
    """What `guarded_at` says of a statement in the body of a traced function."""
    return guarded_at(body, ordinal, partial(spelled_out, flow=analysis.flows.get(key), analysis=analysis))


def lives_on(path: str, body: Body, env: Env) -> bool:
    """Whether what a name or dotted name holds is there on the next call; `env` has what the names of the body hold."""
    first, dot, _ = path.partition(".")
    if first not in body.bound or first in dict(body.shared):
        return True
    return bool(dot) and first in env and env[first].origin is Origin.OUTER


def called_once(analysis: Analysis, key: FunctionKey, depth: int = 3) -> bool:
    """Whether every call of the function by traced code stands under a guard, or in code that runs once itself."""
    callers = analysis.sole_callers(key)
    if not callers or not depth:
        return False
    for (caller, _), ordinal in callers.items():
        lowered = analysis.project.lowered(caller)
        if lowered is None:
            return False
        # An argument that is missing is given anew with each call.
        given = {parameter.name for parameter in lowered.fact.parameters}
        guarded = is_builder(analysis, caller) or _guarded_in(analysis, caller, lowered.body, ordinal) - given
        guarded = guarded or used_up(analysis, caller, lowered.body, ordinal, partial(_class_of_own, caller, lowered.fact))
        if not guarded and not called_once(analysis, caller, depth - 1):
            return False
    return True


def _class_of_own(key: FunctionKey, method: FunctionFact, thing: str) -> ClassKey | None:
    """The class of what a name holds in a method, if that is its own object."""
    own = method.owner and method.parameters and method.parameters[0].name == thing
    return ClassKey(key.path, method.owner) if own else None


def _reached_late(fn: TracedFunction) -> bool:
    """Whether the guard stands under a condition that an argument of the root decides, or is held by an argument."""
    guarded = filled_once(fn)
    names = {path.split(".")[0] for path in guarded}
    for name in names:
        held = fn.env.get(name)
        if held is not None and held.origin is Origin.ARGUMENT:
            return True
    for frame in fn.frames:
        statement = frame.statement
        if isinstance(statement, ir.If) and not absent(without_names(statement.test, fn.body, statement.ordinal)):
            test = fn.test(statement)
            if decided_by_caller(test) or test.kind.graph:
                return True
    return False


def decided_by_caller(test: Value) -> bool:
    """Whether a condition is an argument of the root of which nothing more is known than that it is Python's or not."""
    return test.origin is Origin.ARGUMENT and test.kind in (Kind.UNKNOWN, Kind.PYTHON)


