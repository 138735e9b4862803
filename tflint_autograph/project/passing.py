"""Which bodies may pass another value on each call of a function, as far as it shows before they are run through."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body
from tflint_autograph.model.facts import FunctionFact, FunctionKey
from tflint_autograph.project.changes import flat, located
from tflint_autograph.project.project import Project
from tflint_autograph.project.walks import calls, expressions, inside, targets, walk

_WORDS = re.compile(r"\b(?:for|while|global|nonlocal)\b")
_UNSURE = ('"""', "'''", "#")
"""What may hold brackets that are none."""

_BRACKETS = re.compile(r"""[()[\]{}]|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'""")
_NAME = re.compile(r"\w+")
_LAMBDA = re.compile(r"\blambda\b")
_LOOPS = ("For", "AsyncFor", "While", "ListComp", "SetComp", "DictComp", "GeneratorExp")


def may_pass_varying(project: Project, key: FunctionKey, name: str) -> bool:
    """Whether the function, or module, may call `name` with what differs from call to call.

    It does so in a loop, or where it passes on one of its parameters, a name it shares, or an attribute it sets.
    """
    module, fact, lines = project.module(key.path), project.function(key), project.call_lines(key.path, frozenset({name}))
    if module is None or not lines:
        return False
    if fact is None:
        return _passes(module.body, frozenset(), module.sets, name, lines) or _in_lambda(project, key.path, module.body, name)
    given, sets = _given(fact), (*fact.sets, *fact.stores)
    if not may_pass(module.passage(fact.at), name, given.union(sets)):
        return False
    lowered = project.lowered(key)
    return lowered is not None and (
        _passes(lowered.body, given, sets, name, lines) or _in_lambda(project, key.path, lowered.body, name)
    )


def may_pass(text: str, name: str, names: frozenset[str]) -> bool:
    """Whether a function of this text may call `name` with one of these names or in a loop, or may have a lambda do it."""
    if any(sign in text for sign in _UNSURE):
        return True
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


def _given(fact: FunctionFact) -> frozenset[str]:
    """The parameters of a function but the object whose method it is."""
    return frozenset(parameter.name for parameter in fact.parameters[bool(fact.owner) :])


def _in_lambda(project: Project, path: str, body: Body, name: str) -> bool:
    """Whether a lambda of the body, or one inside it, speaks of the name: it may be called with anything."""
    for qualname in body.functions if "Lambda" in body.kinds else ():
        inner = project.lowered(FunctionKey(path, qualname)) if "<lambda " in qualname else None
        if inner is not None and (_speaks(inner.body, name) or _in_lambda(project, path, inner.body, name)):
            return True
    return False


def _speaks(body: Body, name: str) -> bool:
    return name in body.names or name in body.attributes


def _passes(body: Body, given: frozenset[str], sets: tuple[str, ...], name: str, lines: Sequence[int]) -> bool:
    """Whether a body, on one of these lines, passes on one of these names or attributes, or what a loop makes anew."""
    names = given | {shared for shared, _ in body.shared}
    if not _speaks(body, name) or not (names or sets or not body.kinds.isdisjoint(_LOOPS)):
        return False
    for statement, around in located(body.statements):
        if not any(statement.at.line <= line <= statement.at.end_line for line in lines):
            continue
        found = [call for call in calls(statement) if call.args and _word(call.func) == name]
        rounds = [each for each in (*around, statement) if _loops(each)] if found else []
        varying = names.union(*map(_bound_in, rounds))
        if any(_mentions(call, varying, sets) or (rounds and _asks(call)) for call in found):
            return True
    return False


def _word(func: ir.Expr) -> str:
    """The name of what is called, or the last word of it."""
    return func.attr if isinstance(func, ir.Attribute) else func.id if isinstance(func, ir.Name) else ""


def _loops(statement: ir.Statement) -> bool:
    """Whether it is a loop, or holds a comprehension outside the blocks inside it."""
    return isinstance(statement, (ir.For, ir.While)) or any(_clauses(statement))


def _clauses(statement: ir.Statement) -> Iterator[ir.Clause]:
    for expr in expressions(statement):
        yield from (part for part in inside(expr) if isinstance(part, ir.Clause))  # type: ignore[misc]


def _bound_in(statement: ir.Statement) -> set[str]:
    """The names which each round of a loop, or of the comprehensions in a statement, may bind anew."""
    bound = [clause.target for clause in _clauses(statement)]
    bound += [target for each in walk((statement,)) for target in targets(each)]
    return {each.id for target in bound for each in flat(target) if isinstance(each, ir.Name)}


def _asks(call: ir.Call) -> bool:
    """Whether another call gives one of the arguments."""
    return any(isinstance(part, ir.Call) for part in inside(call.args))


def _mentions(call: ir.Call, names: frozenset[str], sets: tuple[str, ...]) -> bool:
    """Whether the arguments hold one of the names, or an attribute of one of these."""
    return any(
        (isinstance(part, ir.Name) and part.id in names) or (isinstance(part, ir.Attribute) and part.attr in sets)
        for part in inside(call.args)
    )
