"""Which bodies may pass another value on each call of a function, as far as it shows before they are run through."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Expr
from tflint_autograph.model.facts import ClassKey, FunctionKey, ModuleFacts
from tflint_autograph.model.record import record
from tflint_autograph.project.bodies.changes import flat, located
from tflint_autograph.project.bodies.globals_ import tensor_libraries
from tflint_autograph.project.bodies.walks import calls, dotted_path, expressions, inside, targets, walk, word_of
from tflint_autograph.project.calling.caller import parts
from tflint_autograph.project.index.classes import Classes
from tflint_autograph.project.index.project import Project
from tflint_autograph.project.index.texts import called_paths

_WORDS = re.compile(r"\b(?:for|while|global|nonlocal)\b")
_TEXTS = r"""\"{3}(?:[^\\]|\\.)*?\"{3}|'{3}(?:[^\\]|\\.)*?'{3}|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'"""
"""Texts, which may hold brackets and signs of comments that are none."""

_BRACKETS = re.compile(rf"[()[\]{{}}]|{_TEXTS}", re.DOTALL)
_COMMENT = re.compile(rf"({_TEXTS})|#[^\n]*", re.DOTALL)
_NAME = re.compile(r"\w+")
_LAMBDA = re.compile(r"\blambda\b(?!\s*:)")
"""A lambda with parameters."""
_LOOPS = ("For", "AsyncFor", "While", "ListComp", "SetComp", "DictComp", "GeneratorExp")


@record
class Passing:
    """A parameter that is asked about: of a function called by `name`, called `keyword`, after so many positional ones.

    What is bound beforehand comes first: a call may have fewer arguments before it, never more.
    """

    name: str
    keyword: str
    before: int

    def given(self, call: ir.Call) -> Iterator[Expr]:
        """The arguments of a call that may arrive there; what is unpacked is none, nor what follows it."""
        for number, argument in enumerate(call.args):
            if argument.keyword == "*":
                break
            if argument.keyword is None and number <= self.before:
                yield argument.value
        yield from (argument.value for argument in call.args if argument.keyword == self.keyword)


def may_pass_varying(project: Project, key: FunctionKey, to: Passing) -> bool:
    """Whether the function, or module, may call the one asked about with what differs from call to call.

    It does so in a loop, or where it passes on one of its parameters, a name it shares, or an attribute it sets.
    """
    module, fact = project.module(key.path), project.function(key)
    if module is None:
        return False
    if fact is None:
        given, sets, body = frozenset[str](), module.sets, module.body
    else:
        given, sets = fact.given, (*fact.sets, *fact.stores)
        lowered = project.lowered(key) if may_pass(module.passage(fact.at), to.name, given.union(sets)) else None
        if lowered is None:
            return False
        body = lowered.body
    return _passes(project, module, body, given, sets, to) or _in_lambda(project, module, body, to)


def means_another(classes: Classes, key: FunctionKey, name: str, function: FunctionKey) -> bool:
    """Whether a method calls `name` of its own object alone, whose method of this name is never the given function."""
    module, fact = classes.project.module(key.path), classes.project.function(key)
    if module is None or fact is None or not fact.owner or not fact.parameters:
        return False
    own = f"{fact.parameters[0].name}.{name}"
    found = {path for path in called_paths(module.passage(fact.at)) if path.rpartition(".")[2] == name}
    if found != {own}:
        return False
    meant = classes.meant(ClassKey(key.path, fact.owner), name, exact=False)
    return bool(meant) and function not in meant


def may_pass(text: str, name: str, names: frozenset[str]) -> bool:
    """Whether a function of this text may call `name` with one of these names or in a loop, or may have a lambda do it."""
    if "#" in text:
        text = _COMMENT.sub(r"\1", text)
    found = [passed for passed in _passed(text, name) if passed.strip()]
    if found and (_WORDS.search(text) or any(not names.isdisjoint(_NAME.findall(passed)) for passed in found)):
        return True
    return any(name in _enclosed(text, match.end()) for match in _LAMBDA.finditer(text))


def _passed(text: str, name: str) -> Iterator[str]:
    """The arguments with which a text calls a name."""
    at = text.find(f"{name}(")
    while at >= 0:
        end = at + len(name) + 1
        if not text.endswith("def ", 0, at):
            yield _enclosed(text, end)
        at = text.find(f"{name}(", end)


def _enclosed(text: str, at: int) -> str:
    """What follows a place up to the end of the brackets around it."""
    depth = 1
    for match in _BRACKETS.finditer(text, at):
        sign = match[0][0]
        depth += (sign in "([{") - (sign in ")]}")
        if not depth:
            return text[at : match.start()]
    return text[at:]


def _in_lambda(project: Project, module: ModuleFacts, body: Body, to: Passing) -> bool:
    """Whether a lambda of the body, or one inside it, passes on one of its own parameters."""
    for qualname in body.functions if "Lambda" in body.kinds else ():
        inner = project.lowered(FunctionKey(module.path, qualname)) if "<lambda " in qualname else None
        if inner is not None and (
            _passes(project, module, inner.body, inner.fact.given, (), to) or _in_lambda(project, module, inner.body, to)
        ):
            return True
    return False


def _speaks(body: Body, name: str) -> bool:
    return name in body.names or name in body.attributes


def _passes(
    project: Project, module: ModuleFacts, body: Body, given: frozenset[str], sets: tuple[str, ...], to: Passing
) -> bool:  # fmt: skip
    """Whether a body passes on one of these names or attributes, or what a loop makes anew."""
    names = given | {shared for shared, _ in body.shared}
    if not _speaks(body, to.name) or not (names or sets or not body.kinds.isdisjoint(_LOOPS)):
        return False
    lines = project.call_lines(module.path, frozenset({to.name}))
    tensors = tensor_libraries(module.body) - (body.bound if body is not module.body else frozenset())
    for statement, around in located(body.statements):
        if not any(statement.at.line <= line <= statement.at.end_line for line in lines):
            continue
        found = [call for call in calls(statement) if call.args and word_of(call.func) == to.name]
        rounds = [each for each in (*around, statement) if _loops(each)] if found else []
        may = _Varying(names.union(*map(_bound_in, rounds)), sets, tensors, bool(rounds))
        if any(may.vary(given) for call in found for given in to.given(call)):
            return True
    return False


def _loops(statement: ir.Statement) -> bool:
    """Whether it is a loop, or holds a comprehension outside the blocks inside it."""
    return isinstance(statement, (ir.For, ir.While)) or any(_clauses(statement))


def _clauses(statement: ir.Statement) -> Iterator[ir.Clause]:
    for expr in expressions(statement):
        yield from (part for part in inside(expr) if isinstance(part, ir.Clause))


def _bound_in(statement: ir.Statement) -> set[str]:
    """The names which each round of a loop, or of the comprehensions in a statement, may bind anew."""
    bound = [clause.target for clause in _clauses(statement)]
    bound += [target for each in walk((statement,)) for target in targets(each)]
    return {each.id for target in bound for each in flat(target) if isinstance(each, ir.Name)}


@record
class _Varying:
    """What may be another value on each call: these names and attributes, and in a round of a loop what a call gives.

    What calls of these `tensors` give may not.
    """

    names: frozenset[str]
    sets: tuple[str, ...]
    tensors: frozenset[str]
    rounds: bool

    def vary(self, expr: Expr) -> bool:
        """Whether an expression may; only what holds no other number or text than these is left out."""
        if isinstance(expr, ir.Name):
            return expr.id in self.names
        if isinstance(expr, ir.Attribute):
            return expr.attr in self.sets
        if isinstance(expr, ir.Subscript):
            return self.vary(expr.item)
        if isinstance(expr, ir.Call):
            if dotted_path(expr.func).partition(".")[0] in self.tensors:
                return False
            return self.rounds or any(self.vary(argument.value) for argument in expr.args)
        return any(self.vary(part) for part in parts(expr))
