"""Syntactic check of which bodies may pass a varying argument to a function, before they are interpreted."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Expr
from tflint_autograph.model.facts import ClassKey, FunctionKey, ModuleFacts
from tflint_autograph.model.record import record
from tflint_autograph.project.bodies.changes import located
from tflint_autograph.project.bodies.globals_ import tensor_libraries
from tflint_autograph.project.bodies.liveness import flat
from tflint_autograph.project.bodies.walks import (
    calls,
    descendants,
    dotted_path,
    expressions,
    parts,
    root_name,
    targets,
    walk,
    word_of,
)
from tflint_autograph.project.index.aliases import other_names
from tflint_autograph.project.index.classes import Classes
from tflint_autograph.project.index.project import SourceProject

_LOOPS = ("For", "AsyncFor", "While", "ListComp", "SetComp", "DictComp", "GeneratorExp")


@record
class PassedParameter:
    """A parameter of interest: of a function called by these `names`, passed as `keyword` or after this many positional arguments.

    Bound arguments come first, so a call may have fewer positional arguments before it, never more. `is_receiver`: it is the `self` of a
    method.
    """

    names: frozenset[str]
    keyword: str
    before: int
    is_receiver: bool = False

    def given(self, call: ir.Call) -> Iterator[Expr]:
        """Yields the arguments of a call that may bind the parameter. Unpacked arguments and those after them are skipped."""
        for number, argument in enumerate(call.args):
            if argument.keyword == "*":
                break
            if argument.keyword is None and number <= self.before:
                yield argument.value
        yield from (argument.value for argument in call.args if argument.keyword == self.keyword)
        if self.is_receiver and isinstance(call.func, ir.Attribute):
            yield call.func.value


def may_pass_varying(project: SourceProject, key: FunctionKey, to: PassedParameter) -> bool:
    """Whether the function or module `key` may call the function with an argument that varies between calls.

    True if the call is in a loop, or passes a parameter, a shared name or an attribute that the body sets.
    """
    module, fact = project.module(key.path), project.function(key)
    if module is None:
        return False
    lowered = project.lowered(key) if fact is not None else None
    if fact is None:
        given, sets, body = frozenset[str](), module.sets, module.body
    elif lowered is not None:
        given, sets, body = fact.given, (*fact.sets, *fact.stores), lowered.body
    else:
        return False
    return _passes(project, module, body, given, sets, to) or _in_lambda(project, module, body, to)


def means_another(classes: Classes, key: FunctionKey, name: str, function: FunctionKey) -> bool:
    """Whether a method calls `name` only on `self`, and that method is never the given function."""
    lowered = classes.project.lowered(key)
    fact = lowered.fact if lowered is not None else None
    if lowered is None or fact is None or not fact.owner or not fact.parameters:
        return False
    called = {dotted_path(call.func) for each in walk(lowered.body.statements) for call in calls(each) if word_of(call.func) == name}
    if called != {f"{fact.parameters[0].name}.{name}"}:
        return False
    meant = classes.meant(ClassKey(key.path, fact.owner), name, exact=False)
    return bool(meant) and function not in meant


def _in_lambda(project: SourceProject, module: ModuleFacts, body: Body, to: PassedParameter) -> bool:
    """Whether a lambda of the body, nested ones included, passes on one of its own parameters."""
    for qualname in body.functions if "Lambda" in body.kinds else ():
        inner = project.lowered(FunctionKey(module.path, qualname)) if "<lambda " in qualname else None
        if inner is not None and (
            _passes(project, module, inner.body, inner.fact.given, (), to) or _in_lambda(project, module, inner.body, to)
        ):
            return True
    return False


def _passes(
    project: SourceProject, module: ModuleFacts, body: Body, given: frozenset[str], sets: tuple[str, ...], to: PassedParameter
) -> bool:
    """Whether a body passes on one of these names or attributes, or a value that a loop computes again in each iteration."""
    names = given | {shared for shared, _ in body.shared}
    known_as = to.names | other_names(body, to.names)
    if known_as.isdisjoint((*body.names, *body.attributes)) or not (names or sets or not body.kinds.isdisjoint(_LOOPS)):
        return False
    tensors = tensor_libraries(module.body) - (body.bound if body is not module.body else frozenset())
    for statement, around in located(body.statements):
        found = [call for call in calls(statement) if (call.args or to.is_receiver) and word_of(call.func) in known_as]
        rounds = [each for each in (*around, statement) if _loops(each)] if found else []
        may = _Varying(project, names.union(*map(_bound_in, rounds)), sets, tensors, bool(rounds))
        if any(may.vary(given) for call in found for given in to.given(call)):
            return True
    return False


def _loops(statement: ir.Statement) -> bool:
    """Whether a statement is a loop, or contains a comprehension outside its nested blocks."""
    return isinstance(statement, (ir.For, ir.While)) or any(_clauses(statement))


def _clauses(statement: ir.Statement) -> Iterator[ir.Clause]:
    for expr in expressions(statement):
        yield from (part for part in descendants(expr) if isinstance(part, ir.Clause))


def _bound_in(statement: ir.Statement) -> set[str]:
    """Returns the names that each iteration of a loop, or of the comprehensions in a statement, may rebind, or whose objects it may change."""
    bound = [clause.target for clause in _clauses(statement)]
    for each in walk((statement,)):
        bound += targets(each)
        if isinstance(each, ir.Evaluate) and isinstance(each.value, ir.Call):
            bound.append(each.value.func)
    return {root_name(each) for each in flat(bound)}


@record
class _Varying:
    """Decides whether an expression may vary between calls: these names and attributes do, and inside a loop calls and what methods set.

    Results of functions of the `tensors` libraries do not count.
    """

    project: SourceProject
    names: frozenset[str]
    sets: tuple[str, ...]
    tensors: frozenset[str]
    rounds: bool

    def vary(self, expr: Expr) -> bool:
        """Whether an expression may vary. False only if it contains nothing but these constants."""
        if isinstance(expr, ir.Name):
            return expr.id in self.names
        if isinstance(expr, ir.Attribute):
            return expr.attr in self.sets or (self.rounds and self.project.resets(expr.attr))
        if isinstance(expr, ir.Subscript):
            return self.vary(expr.item)
        if isinstance(expr, ir.Call):
            if dotted_path(expr.func).partition(".")[0] in self.tensors:
                return False
            return self.rounds or any(self.vary(argument.value) for argument in expr.args)
        return any(self.vary(part) for part in parts(expr))
