"""Selects the rules that may find something in a traced function, from what interpreting it recorded. Imports neither rules nor libcst.

A function in which no rule may find something is never parsed with libcst, and a rule without such functions is never imported. A rule
says with `when=` what its checks look for, as words; each of them is a reason to examine a function, and without any each traced function
is examined, if it has a statement of a type the checks visit.

| word | reason |
|---|---|
| `names:effects.prints` | something outside the project is read or called whose dotted name satisfies this predicate of `tfapi` |
| `given:arrays.converts` | the same, called with a tensor |
| `alone:tables.must_use` | the same, called as a statement, or for names that nothing reads |
| `methods:effects.maker_prints` | a method is called, by what is known of its object and its name: `("rich.console.Console", "print")` |
| `values:open_length` | an expression has a value that satisfies this predicate of `traced.tree.kinds` |
| `changes:lasting` | a value with this property is changed in place: see `changed` |
| `query:escape.class_state.makes_objects` | this query of `traced`, with which the check begins, has a result |
| `is:caches_result` | this property of `FunctionView` is true |
| `decides` | a tensor or dataset decides: in a condition, a loop, or an expression whose truth is tested |
| `python` | a tensor or dataset is passed to Python itself: to a built-in, a comparison, a text, an index, an unpacking |

`names:xla.differs+query:graph.compiled.compiled` asks for both.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr, Statement
from tflint_autograph.model.values import UNKNOWN, Kind, Origin, Value
from tflint_autograph.project.bodies.walks import descendants, targets, walk
from tflint_autograph.project.tracing.higher_order import applied_method
from tflint_autograph.project.values.body_result import CallSite
from tflint_autograph.rules.catalogue import Known
from tflint_autograph.tfapi import python_uses
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.tree import kinds
from tflint_autograph.traced.tree.function_view import FunctionView, once_a_function
from tflint_autograph.traced.tree.point import made_once

Condition = Callable[[FunctionView], bool]


@functools.cache
def prefilter_for(rule: Known) -> Condition:
    """Returns the condition under which a rule examines a function. Raises an error for an unknown word."""
    conditions = [_every([_condition(part) for part in word.split("+")]) for word in rule.when.split()]

    def may_find(fn: FunctionView) -> bool:
        if rule.statements and rule.statements.isdisjoint(fn.body.kinds):
            return False
        return not conditions or any(condition(fn) for condition in conditions)

    return may_find


def _every(conditions: list[Condition]) -> Condition:
    return conditions[0] if len(conditions) == 1 else lambda fn: all(condition(fn) for condition in conditions)


def _condition(word: str) -> Condition:
    sort, _, name = word.partition(":")
    return _CONDITIONS[sort](name)


def _of(package: str, name: str) -> Callable[..., bool]:
    """Returns a predicate by its dotted name in a package of the linter."""
    module, _, function = name.rpartition(".")
    found: Callable[..., bool] = getattr(importlib.import_module(f"tflint_autograph.{package}.{module}"), function)
    return found


def _names(name: str) -> Condition:
    told = _of("tfapi", name)
    return lambda fn: any(map(told, _named(fn)))


@made_once
def _named(fn: FunctionView) -> frozenset[str]:
    """Returns the canonical dotted names outside the project that the function reads or calls."""
    read = {value.name for _, value in chain(fn.seen.get(ir.Name, ()), fn.seen.get(ir.Attribute, ())) if value.name}
    return fn.called_names.union(map(canonical, read))


def _given(name: str) -> Condition:
    told = _of("tfapi", name)
    return lambda fn: any(site.func.name and told(canonical(site.func.name)) and _takes_tensor(site) for site in fn.calls)


def _alone(name: str) -> Condition:
    told = _of("tfapi", name)

    def is_alone(fn: FunctionView) -> bool:
        for each in (each for each in walk(fn.body.statements) if each.ordinal in fn.flow.states):
            left = (each.value,) if isinstance(each, ir.Evaluate) else fn.unread(each)
            if any(told(fn.library_call(value, each.ordinal)) for value in left):
                return True
        return False

    return is_alone


def _takes_tensor(site: CallSite) -> bool:
    return any(kinds.symbolic_in(value) is not None for _, value in site.args)


def _methods(name: str) -> Condition:
    told = _of("tfapi", name)
    return lambda fn: any(told(*pair) for pair in _called_methods(fn))


@made_once
def _called_methods(fn: FunctionView) -> frozenset[tuple[str, str]]:
    """Returns the names of the called methods, each with the factory, type, kind and Keras class of its object."""
    found = ((site.receiver, site.method) for site in fn.calls if site.method and site.receiver is not None)
    return frozenset((word, method) for receiver, method in found for word in _words_of(receiver, fn) if word)


def _words_of(value: Value, fn: FunctionView) -> tuple[str, ...]:
    return value.factory, value.type, value.kind.name.lower(), fn.keras_kind(value.cls) if value.cls is not None else ""


def _values(name: str) -> Condition:
    told = _of("traced.tree", f"kinds.{name}")
    return lambda fn: any(map(told, fn.values()))


def _query(name: str) -> Condition:
    asked = _of("traced", name)
    return lambda fn: bool(asked(fn))


def _is(name: str) -> Condition:
    return lambda fn: bool(getattr(fn, name))


def _in_graph(value: Value) -> bool:
    return value.kind.graph or kinds.of_dataset(value)


@made_once
def _decides(fn: FunctionView) -> bool:
    """Whether a tensor or dataset may decide what Python code does next."""
    ranges = (value for site in fn.calls if canonical(site.func.name) in python_uses.RANGES for _, value in site.args)
    if any(map(_in_graph, chain(fn.tests, ranges))) or any(value.kind.graph for value in _truths(fn)):
        return True
    # What a condition compares may become a tensor in the loop.
    return "While" in fn.body.kinds and any(value.kind.graph for value in fn.values())


def _truths(fn: FunctionView) -> Iterator[Value]:
    """Yields the values whose truth may be tested in expressions and statements."""
    for expr, value in fn.seen.get(ir.Operation, ()):
        assert isinstance(expr, ir.Operation)
        if expr.operators[0] in ("and", "or", "not"):
            yield from map(fn.seen_value, expr.operands)
        elif len(expr.operators) > 1:
            yield value
    yield from (fn.seen_value(expr.test) for expr in fn.every(ir.Conditional))
    clauses = (clause for expr in fn.every(ir.Comprehension) for clause in expr.clauses)
    yield from (fn.seen_value(part) for clause in clauses for part in descendants(clause.conditions))
    for statement in walk(fn.body.statements):
        if isinstance(statement, (ir.If, ir.While, ir.Assert)):
            yield fn.seen_value(statement.test)
        elif isinstance(statement, ir.Match):
            yield from (fn.seen_value(case.guard) for case in statement.cases if case.guard is not None)


@made_once
def _python(fn: FunctionView) -> bool:
    """Whether Python itself, and not TensorFlow, takes a tensor or a dataset: as it is, or in a container that it looks into."""
    if fn.fact.owner and fn.fact.name in python_uses.GIVEN_TO_PYTHON:
        return True
    sites = [site for site in fn.calls if _looks_into(site)]
    if any(site.argument(None, "key") is not None for site in sites):
        # What the key returns is compared.
        return True
    looked_into = _looked_into(sites, fn)
    return any(map(_in_graph, _taken(fn))) or any(map(_has_part_in_graph, looked_into))


def _has_part_in_graph(value: Value) -> bool:
    """Whether the value, a part of it, or what it generates is a tensor or dataset."""
    return _in_graph(value) or any(kinds.symbolic_in(each) is not None for each in (value, value.element) if each is not None)


def _looks_into(site: CallSite) -> bool:
    if python_uses.looks_into(site.func.name):
        return True
    return site.receiver is not None and python_uses.looks_into_by(site.receiver.kind.name.lower(), site.method)


def _taken(fn: FunctionView) -> Iterator[Value]:
    """Yields what Python iterates, unpacks, uses as an index, or passes to its own functions."""
    yield from (value for _, value in fn.seen.get(ir.Starred, ()))
    yield from (fn.seen_value(each.value) for each in fn.every(ir.Yield) if isinstance(each, ir.Yield) and each.each)
    for site in fn.calls:
        by_python = python_uses.takes(site.func.name) and not (fn.converted and site.func.name == python_uses.RANGE)
        by_python = by_python or (site.func.klass is not None and fn.analysis.classes.is_enumeration(site.func.klass))
        yield from (value for word, value in site.args if by_python or word == "*")
    for comprehension in fn.every(ir.Comprehension):
        yield from (fn.seen_value(clause.iterable) for clause in comprehension.clauses)
    for expr in fn.every(ir.Subscript):
        owner = fn.seen_value(expr.value)
        if not owner.kind.graph and (owner.kind is Kind.NUMPY or owner.type):
            yield from map(fn.seen_value, descendants(expr.item))
    for statement in walk(fn.body.statements):
        if isinstance(statement, ir.Assign) and any(isinstance(target, ir.Display) for target in statement.targets):
            yield fn.seen_value(statement.value) if statement.value is not None else UNKNOWN
        elif isinstance(statement, ir.For) and (not fn.converted or isinstance(statement.target, ir.Display)):
            yield fn.seen_value(statement.iterable)
            yield from map(fn.seen_value, statement.iterable.items if isinstance(statement.iterable, ir.Display) else ())
        elif isinstance(statement, ir.For) and isinstance(statement.iterable, ir.Call):
            yield from filter(kinds.of_dataset, (fn.seen_value(argument.value) for argument in statement.iterable.args))


def _looked_into(sites: Iterable[CallSite], fn: FunctionView) -> Iterator[Value]:
    """Yields what Python compares or writes as text, by these calls and otherwise. The elements of containers count."""
    for site in sites:
        yield from (value for _, value in site.args)
        yield site.receiver or UNKNOWN
    yield from (fn.seen_value(part) for text in fn.every(ir.Text) for part in text.parts)
    for expr in fn.every(ir.Operation):
        values = [fn.seen_value(operand) for operand in expr.operands]
        if not {"in", "not in"}.isdisjoint(expr.operators) or (expr.operators == ("%",) and values[0].type == "builtins.str"):
            yield from values
        elif not {"==", "!="}.isdisjoint(expr.operators):
            yield from (value for value in values if value.kind is Kind.CONTAINER)
    yield from (fn.seen_value(statement.subject) for statement in walk(fn.body.statements) if isinstance(statement, ir.Match))


def _changes(name: str) -> Condition:
    told = _CHANGED[name]
    return lambda fn: any(told(owner, by_attribute) for owner, by_attribute in changed(fn))


def _lasts(owner: Value, by_attribute: bool) -> bool:
    # An attribute known by its dotted name is not looked up.
    return owner is UNKNOWN or (kinds.lasting_object(owner) if by_attribute else kinds.lasting_container(owner))


_CHANGED: dict[str, Callable[[Value, bool], bool]] = {
    "anything": lambda owner, by_attribute: True,
    "lasting": _lasts,
    "argument": lambda owner, by_attribute: owner.origin is Origin.ARGUMENT,
}
"""Properties of what is changed in place, given the value and whether one of its attributes is set."""


@once_a_function
def changed(fn: FunctionView) -> Iterator[tuple[Value, bool]]:
    """Yields the values that statements and calls of the function change in place, and whether by setting an attribute.

    A name that is declared `global` or `nonlocal` counts as unknown.
    """
    yield from ((UNKNOWN, False) for _ in fn.body.shared[:1])
    for statement in walk(fn.body.statements):
        if statement.ordinal in fn.flow.states:
            yield from _by_statement(statement, fn)
    for site in fn.calls:
        held = applied_method(site, None)
        method, receiver = (held.method, held.receiver) if held is not None else (site.method, site.receiver or UNKNOWN)
        receiver = kinds.as_container(receiver, method, fn.analysis)
        if method and kinds.changes(receiver, method):
            yield receiver, False
        name = canonical(site.func.name) if site.func.name else ""
        for position in kinds.changed_arguments(name) if name else ():
            if position < len(site.args):
                yield site.args[position][1], name == "builtins.setattr"
        if name.startswith("numpy."):
            yield from ((value, False) for keyword, value in site.args if keyword == kinds.OUT)


def _by_statement(statement: Statement, fn: FunctionView) -> Iterator[tuple[Value, bool]]:
    for target in targets(statement):
        yield from _owners(target, fn)
    if isinstance(statement, ir.Augment):
        before = fn.flow.states[statement.ordinal].get(getattr(statement.target, "id", ""))
        before = before or fn.seen_value(statement.target)
        if before.kind is Kind.CONTAINER or kinds.array_in_place(before):
            yield before, False


def _owners(target: Expr, fn: FunctionView) -> Iterator[tuple[Value, bool]]:
    """Yields the object in which an attribute or item is stored."""
    if isinstance(target, ir.Attribute):
        yield fn.seen_value(target.value), True
    elif isinstance(target, ir.Subscript):
        yield kinds.as_container(fn.seen_value(target.value), "__setitem__", fn.analysis), False
    elif isinstance(target, ir.Display):
        for item in target.items:
            yield from _owners(item, fn)
    elif isinstance(target, ir.Starred):
        yield from _owners(target.value, fn)


_CONDITIONS: dict[str, Callable[[str], Condition]] = {
    "names": _names, "given": _given, "alone": _alone, "methods": _methods, "values": _values, "changes": _changes, "query": _query,
    "is": _is, "decides": lambda name: _decides, "python": lambda name: _python,
}  # fmt: skip
