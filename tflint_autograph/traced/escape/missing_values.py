"""Finds, by syntax, what conditions test to be missing and what is filled in under them."""

from __future__ import annotations

from collections.abc import Callable

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Expr, Statement
from tflint_autograph.model.synonyms import attribute_named
from tflint_autograph.project.bodies.liveness import flat
from tflint_autograph.project.bodies.order import order
from tflint_autograph.project.bodies.single import without_names
from tflint_autograph.project.bodies.walks import (
    assigned_by,
    attribute_kept,
    caught_by,
    entry,
    spelled_path,
    walk,
)

_ABSENT = frozenset({"AttributeError", "KeyError", "NameError"})
_COMPARES = frozenset({"==", "!=", "<", "<=", ">", ">="})
_FILLS = frozenset({"append", "extend", "add", "update", "setdefault", "insert"})


def absent(test: Expr) -> set[str]:
    """Returns the names, dotted names and containers that a true condition finds missing or empty."""
    if isinstance(test, ir.Operation):
        word = test.operators[0]
        if word == "or" and any(map(_compares, test.operands)):
            return set()
        if word in ("and", "or"):
            return {path for operand in test.operands for path in absent(operand)}
        if _asks_for_presence(test) is False:
            return _paths(*test.operands)
        if word == "==" and (empty := _measured(test)) is not None:
            return _paths(empty)
        if word == "not in":
            return _holding(test)
        if word == "not":
            return present(test.operands[0])
    return set()


def present(test: Expr) -> set[str]:
    """Returns the names, dotted names and containers that a true condition finds present."""
    named = attribute_named(test, "hasattr") or _attributes(test, "hasattr")
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


def _compares(test: Expr) -> bool:
    """Whether a condition compares two values of which neither is a constant: `self.state.shape != x.shape` may hold again at any time."""
    if not isinstance(test, ir.Operation) or _COMPARES.isdisjoint(test.operators):
        return False
    return not any(isinstance(each, ir.Constant) for each in test.operands)


def _measured(test: ir.Operation) -> Expr | None:
    """Returns `x` of a comparison of `len(x)` with zero, else None."""
    sizes = [each.args[0].value for each in test.operands if isinstance(each, ir.Call) and each.func == ir.Name("len") and len(each.args) == 1]
    is_zero = any(isinstance(each, ir.Constant) and each.value == 0 for each in test.operands)
    return sizes[0] if sizes and is_zero else None


def _asks_for_presence(test: ir.Operation) -> bool | None:
    """Whether a comparison tests for presence (True: `is not None`, `is True`) or absence (False); None if neither."""
    word, constants = test.operators[0], [each.value for each in test.operands if isinstance(each, ir.Constant)]
    limits = [each for each in constants if each is None or isinstance(each, bool)]
    return (limits[0] is True) is (word in ("is", "==")) if limits and word in ("is", "==", "is not", "!=") else None


def _holding(test: ir.Operation) -> set[str]:
    """Returns what `in` tests: the container, or the attribute if it contains all of them."""
    name, holder = test.operands
    return _paths(attribute_kept(holder, name) or holder)


def _paths(*exprs: Expr) -> set[str]:
    """Returns the spellings of names and attributes. An item of a container counts as the container."""
    found = set()
    for expr in exprs:
        path = spelled_path(expr)
        while not path and (kept := entry(expr)) is not None:
            expr = kept[0]
            path = spelled_path(expr)
        found.add(path)
    return found - {""}


def assigned(statements: tuple[Statement, ...]) -> set[str]:
    """Returns the names, dotted names and containers that statements assign or fill, nested blocks included."""
    found: set[str] = set()
    for statement in map(assigned_by, walk(statements)):
        if isinstance(statement, ir.Assign):
            found |= _paths(*flat(statement.targets))
        if isinstance(statement, ir.Evaluate) and isinstance(statement.value, ir.Call):
            func, held = statement.value.func, _attributes(statement.value, "setattr")
            if held is None and isinstance(func, ir.Attribute) and func.attr in _FILLS:
                held = func.value
            found |= _paths(held) if held is not None else set()
    return found


def _attributes(expr: Expr, function: str) -> Expr | None:
    """Returns `self.__dict__`, which holds what a call of `hasattr` or `setattr` names by a variable, else None: `hasattr(self, name)`."""
    if not isinstance(expr, ir.Call) or expr.func != ir.Name(function) or len(expr.args) < 2 or isinstance(expr.args[1].value, ir.Constant):
        return None
    return ir.Attribute(expr.args[0].value, "__dict__", expr.at)


Setting = Callable[[tuple[Statement, ...]], set[str]]
"""Returns what statements set, in the functions that they call, too."""


def guarded_at(
    body: Body, ordinal: int, spelled: Callable[[Expr], Expr], sets: Setting, known: dict[int, frozenset[str]]
) -> frozenset[str]:
    """Returns the names known to be missing, and filled in, at the statement `ordinal`; see `spelled_out`.

    `known` caches results for the blocks of the body, by the first statement of each.
    """
    path: list[tuple[tuple[Statement, ...], int, tuple[Statement, ...]]] = []
    found, inner = frozenset[str](), tuple[Statement, ...]()
    for holder in order(body).holders(ordinal):
        path.append((holder.block, ordinal, inner))
        around = known.get(holder.block[0].ordinal)
        if around is not None:
            found = around
            break
        if holder.statement is not None:
            ordinal, inner = holder.statement.ordinal, holder.block
    for block, place, inner in reversed(path):
        known[block[0].ordinal] = found
        found |= _guarded(block, place, inner, lambda test, at: spelled(without_names(test, body, at)), sets)
    return found


def _guarded(
    statements: tuple[Statement, ...], ordinal: int, inner: tuple[Statement, ...], spelled: Callable[[Expr, int], Expr], sets: Setting
) -> set[str]:
    """Returns what the statements of one block, up to the one with this ordinal, find missing for its `inner` block."""
    found: set[str] = set()
    for number, statement in enumerate(statements):
        if statement.ordinal > ordinal:
            break
        if isinstance(statement, ir.If):
            found |= _by_condition(statement, statements[number + 1 :], inner, spelled, sets)
        if isinstance(statement, ir.Assign) and statement.ordinal == ordinal and isinstance(statement.value, ir.Conditional):
            test = spelled(statement.value.test, statement.ordinal)
            found |= (absent(test) | present(test)) & sets((statement,))
        if isinstance(statement, ir.Try):
            last = statement.body[-1] if statement.body else None
            if isinstance(last, ir.Return) and last.value is not None and _passes_on_absence(statement):
                # `try: return kinds[name]`, `except KeyError: pass`, and it is filled in further on.
                found |= _paths(last.value) & sets(statements[number + 1 :])
            for handler in statement.handlers:
                caught = {name.id for name in caught_by(handler.type) if isinstance(name, ir.Name)}
                if caught & _ABSENT and handler.body is inner:
                    found |= sets(handler.body)
    return found


def _by_condition(
    statement: ir.If, later: tuple[Statement, ...], inner: tuple[Statement, ...], spelled: Callable[[Expr, int], Expr], sets: Setting
) -> set[str]:
    """Returns what an `if` around a statement, or one before it that returns, finds missing and is then provided."""
    inside, otherwise = bool(inner) and statement.body is inner, bool(inner) and statement.orelse is inner
    returns = bool(statement.body) and isinstance(statement.body[-1], ir.Return)
    if not (inside or otherwise or returns):
        return set()
    test = spelled(statement.test, statement.ordinal)
    if inside:
        return _provided(absent(test), statement.body, sets)
    there = present(test)
    if otherwise:
        return _provided(there, statement.orelse, sets)
    return there & sets(later) if there else there


def _passes_on_absence(statement: ir.Try) -> bool:
    """Whether code after a `try` that ends in `return` is reached only if something was missing."""
    caught = [{name.id for name in caught_by(handler.type) if isinstance(name, ir.Name)} for handler in statement.handlers]
    return bool(caught) and all(names and names <= _ABSENT for names in caught)


def _provided(missing: set[str], body: tuple[Statement, ...], sets: Setting) -> set[str]:
    """Returns those of the missing names that a guarded block provides. A method of the same object may provide any of them."""
    if not missing:
        return missing
    found = missing & sets(body)
    for statement in walk(body):
        if isinstance(statement, ir.Evaluate) and isinstance(statement.value, ir.Call):
            func = statement.value.func
            if isinstance(func, ir.Attribute) and (owner := spelled_path(func.value)):
                found |= {path for path in missing if path.startswith(f"{owner}.")}
    return found
