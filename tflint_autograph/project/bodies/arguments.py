"""The expressions that a call passes, by the parameters of the function that it runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import NO_BODY, At, Body, Expr, Statement
from tflint_autograph.model.facts import ClassKey, FunctionFact, FunctionKey, Lowered
from tflint_autograph.model.values import Callee
from tflint_autograph.project.bodies.single import only_assignment, without_names
from tflint_autograph.project.bodies.walks import calls, descendants, names_in, walk
from tflint_autograph.project.index.blocks import does_nothing
from tflint_autograph.project.index.project import SourceProject
from tflint_autograph.project.index.scopes import scope_of
from tflint_autograph.project.queries.memoize import FEW, memoised_by_body

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis
    from tflint_autograph.project.values.body_result import BodyResult


def arguments(call: ir.Call, body: Body, target: Callee, fact: FunctionFact | None) -> dict[str, Expr]:
    """Returns the argument expressions of a call by parameter name, without unpacked sequences and the arguments after them.

    `body` makes the call, which runs the function `fact` as `target`. Of an unpacked dict that a name stands for, each item counts.
    """
    names = [each.name for each in fact.parameters if each.kind == "positional"] if fact is not None else []
    free = names[len(target.bound_args) + (target.receiver is not None) :]
    found: dict[str, Expr] = {}
    starred = False
    for number, argument in enumerate(call.args):
        starred = starred or argument.keyword == "*"
        if argument.keyword is None and not starred:
            found[free[number] if number < len(free) else f"argument {number + 1}"] = argument.value
        elif argument.keyword == "**":
            found.update(_items(argument.value, body))
        elif argument.keyword not in (None, "*"):
            found[argument.keyword] = argument.value
    return found


def argument_of(call: ir.Call, position: int, keyword: str) -> Expr | None:
    """Returns the argument of a call by position or keyword; None if it is missing or the call unpacks arguments."""
    if any(each.keyword in ("*", "**") for each in call.args):
        return None
    several = [each.value for each in call.args if each.keyword is None]
    return next((each.value for each in call.args if each.keyword == keyword), several[position] if position < len(several) else None)


def arguments_and_receiver(call: ir.Call, body: Body, target: Callee, fact: FunctionFact | None) -> dict[str, Expr]:
    """Returns the argument expressions of a call by parameter name (`arguments`), with the object whose method it runs."""
    found = arguments(call, body, target, fact)
    if target.receiver is not None and isinstance(call.func, ir.Attribute) and fact is not None and fact.parameters:
        found[fact.parameters[0].name] = call.func.value
    return found


def _items(mapping: Expr, body: Body) -> Iterator[tuple[str, Expr]]:
    """Yields the items with constant keys of a dict display, or of a name that only stands for one."""
    assign = only_assignment(body, mapping.id) if isinstance(mapping, ir.Name) else None
    written = assign.value if assign is not None else mapping
    for key, value in zip(written.keys, written.values, strict=True) if isinstance(written, ir.Mapping) else ():
        if isinstance(key, ir.Constant) and isinstance(key.value, str):
            yield key.value, value


def accessed(analysis: Analysis, key: FunctionKey) -> str:
    """Returns the attribute of its receiver that a method returns, if it only names it and others before, or an empty string."""
    lowered = analysis.project.lowered(key)
    if lowered is None:
        return ""
    statements, parameters = lowered.body.statements, lowered.fact.parameters
    value = statements[-1].value if statements and isinstance(statements[-1], ir.Return) else None
    if isinstance(value, ir.Name) and (kept := only_assignment(lowered.body, value.id)) is not None:
        value = kept.value
    if not parameters or not isinstance(value, ir.Attribute) or not all(map(_only_names, statements[:-1])):
        return ""
    return value.attr if value.value == ir.Name(parameters[0].name) else ""


def _only_names(statement: Statement) -> bool:
    """Whether a statement does nothing but to give names to what it calls nothing for."""
    if isinstance(statement, ir.Assign) and statement.value is not None:
        return all(isinstance(each, ir.Name) for each in statement.targets) and isinstance(statement.value, (ir.Name, ir.Attribute, ir.Constant))
    return does_nothing(statement)


def kept_as(analysis: Analysis, cls: ClassKey, attr: str, depth: int = 3) -> str:
    """Returns the attribute in which objects of a class keep what `attr` is: another one for a property that only returns that."""
    getter = analysis.classes.method(cls, attr)
    is_property = getter is not None and "builtins.property" in analysis.decorator_names(getter)
    read = accessed(analysis, getter) if getter is not None and is_property and depth else ""
    return kept_as(analysis, cls, read, depth - 1) if read else attr


_BINDING = (ir.Comprehension, ir.Lambda, ir.Walrus)
"""Expressions with names of their own, which are no names of the function around them."""


def as_written(
    analysis: Analysis, key: FunctionKey, expr: Expr, *, flow: BodyResult | None = None, last_as: type[ir.Return | ir.Evaluate] = ir.Return, depth: int = 3
) -> Expr:
    """Returns what a function would write for a call, or a property, of the project that only returns an expression, else the expression itself.

    Names of the module must mean the same on both sides. The expression may be such a call, too, up to `depth` of them. With `last_as` as
    `Evaluate` the call is a statement, and the function only evaluates the expression. `flow` is the result of interpreting the function.
    """
    project = analysis.project
    inner, given = _entered(analysis, key, expr, flow or analysis.results.get(key) or analysis.eager_calls(key))
    lowered = project.lowered(inner) if inner is not None and inner != key and depth else None
    if inner is None or lowered is None or not lowered.body.statements or lowered.body.generator or lowered.fact.is_async:
        return expr
    *before, last = lowered.body.statements
    if not isinstance(last, last_as) or last.value is None or not all(map(_only_binds, before)):
        return expr
    value = as_written(analysis, inner, without_names(last.value, lowered.body, last.ordinal), last_as=last_as, depth=depth - 1)
    parts = list(descendants(value))
    if any(isinstance(each, _BINDING) for each in parts):
        return expr
    free = {each.id for each in parts if isinstance(each, ir.Name) and each.id not in given}
    return rewritten(value, given) if all(scope_of(project, inner, name) == scope_of(project, key, name) for name in free) else expr


def done_by(analysis: Analysis, call: ir.Call, target: Callee) -> ir.Call | None:
    """Returns the method call on an argument that a function does nothing but make, as the caller would write it, or None."""
    lowered = analysis.project.lowered(target.key) if not target.wrapper else None
    statements = [each for each in lowered.body.statements if not does_nothing(each)] if lowered is not None else []
    done = statements[0].value if len(statements) == 1 and isinstance(statements[0], ir.Evaluate) else None
    if lowered is None or lowered.fact.decorators or not isinstance(done, ir.Call) or not isinstance(done.func, ir.Attribute):
        return None
    given = arguments(call, NO_BODY, target, lowered.fact)
    names = names_in(done)
    written = rewritten(done, given) if names <= given.keys() else None
    return written if isinstance(written, ir.Call) else None


def body_as_written(analysis: Analysis, key: FunctionKey) -> Body:
    """Returns the body of a function with what its assignments, returns and statements call written out (`as_written`)."""
    body = analysis.project.body(key)
    statements = _block_as_written(analysis, key, body.statements)
    return body if statements is body.statements else body._replace(statements=statements)


def calls_written_out(analysis: Analysis, key: FunctionKey) -> frozenset[At]:
    """Returns the places of the calls that are written out in the body of a function (`body_as_written`)."""
    written = walk(analysis.written_out(key).statements)
    pairs = zip(walk(analysis.project.body(key).statements), written, strict=True)
    return frozenset(value.at for old, new in pairs if old is not new and isinstance(value := getattr(old, "value", None), ir.Call))


def _block_as_written(analysis: Analysis, key: FunctionKey, block: tuple[Statement, ...]) -> tuple[Statement, ...]:
    written = tuple([_statement_as_written(analysis, key, each) for each in block])
    return block if all(new is old for new, old in zip(written, block, strict=True)) else written


def _statement_as_written(analysis: Analysis, key: FunctionKey, statement: Statement) -> Statement:
    if isinstance(statement, (ir.Assign, ir.Evaluate, ir.Return)) and isinstance(statement.value, ir.Call):
        kind = ir.Evaluate if isinstance(statement, ir.Evaluate) else ir.Return
        value = as_written(analysis, key, statement.value, last_as=kind)
        return statement if value is statement.value else statement._replace(value=value)
    blocks = {part: getattr(statement, part) for part in ("body", "orelse", "final") if getattr(statement, part, None)}
    written = {part: _block_as_written(analysis, key, block) for part, block in blocks.items()}
    return statement if all(written[part] is block for part, block in blocks.items()) else statement._replace(**written)


def _entered(analysis: Analysis, key: FunctionKey, expr: Expr, flow: BodyResult) -> tuple[FunctionKey | None, dict[str, Expr]]:
    """Returns the only project function that an expression runs, with what its parameters stand for."""
    if isinstance(expr, ir.Attribute):
        keys = {inner for at, inner in flow.implicit_calls if at == expr.at}
        fact = analysis.project.function(next(iter(keys))) if len(keys) == 1 else None
        return (next(iter(keys)), {fact.parameters[0].name: expr.value}) if fact is not None and len(fact.parameters) == 1 else (None, {})
    site = flow.calls.get(expr.at) if isinstance(expr, ir.Call) else None
    target = run_alone(analysis.project, site.func.callees) if site is not None else None
    if not isinstance(expr, ir.Call) or target is None:
        return None, {}
    return target.key, arguments_and_receiver(expr, analysis.project.body(key), target, analysis.project.function(target.key))


def _only_binds(statement: Statement) -> bool:
    """Whether a statement is a docstring, or binds local names and does nothing else."""
    if isinstance(statement, ir.Assign):
        return all(isinstance(target, ir.Name) for target in statement.targets)
    return does_nothing(statement)


def rewritten(expr: Expr, given: Mapping[str, Expr]) -> Expr:
    """Returns an expression with the names of parameters replaced by what is passed for them."""
    found: Expr = _part(expr, given)
    return found


def _part(field: Any, given: Mapping[str, Expr]) -> Any:
    """Returns a field of an expression with the names in it replaced."""
    if type(field) is ir.Name:
        return given.get(field.id, field)
    if type(field) is ir.At or not isinstance(field, tuple):
        return field
    parts = [_part(each, given) for each in field]
    return tuple(parts) if type(field) is tuple else type(field)(*parts)


def giving(analysis: Analysis, targets: tuple[Callee, ...]) -> tuple[Callee, ...]:
    """Returns the functions whose result a call returns. Wrappers that return the result of another one are left out, unless all are such."""
    return (len(targets) > 1 and tuple([each for each in targets if not _returns_for_another(analysis.project, each.key)])) or targets


def _returns_for_another(project: SourceProject, key: FunctionKey) -> bool:
    """Whether a nested function returns what a parameter of the enclosing function returns when it is called, and nothing else.

    The function that a decorator puts around another one is of this kind where it leaves the result as it is.
    """
    parent = project.function(FunctionKey(key.path, key.qualname.rpartition(".<locals>.")[0]))
    lowered = project.lowered(key) if parent is not None else None
    if parent is None or lowered is None:
        return False
    name = _called_for_result(lowered.body)
    return name not in lowered.body.bound and any(each.name == name for each in parent.parameters)


def run_alone(project: SourceProject, targets: tuple[Callee, ...]) -> Callee | None:
    """Returns the only function that a call runs, apart from wrappers that forward exactly their own arguments to it; None for a traced one."""
    run = [each for each in targets if len(targets) == 1 or not hands_on(project, each.key)]
    return run[0] if len(run) == 1 and not run[0].wrapper else None


def hands_on(project: SourceProject, key: FunctionKey) -> bool:
    """Whether a function is a wrapper that calls the one it wraps with exactly its own arguments, and returns the result."""
    lowered = project.lowered(key)
    return lowered is not None and _returns_for_another(project, key) and forwards(lowered)


def forwards(lowered: Lowered) -> bool:
    """Whether a function calls something with exactly the arguments that it gets."""
    names = [each for each in lowered.fact.parameters if each.kind != "keyword"]
    given = [ir.Argument(ir.Name(each.name), "*" if each.kind == "*" else None) for each in names[bool(lowered.fact.owner) :] if each.kind != "**"]
    packed = [ir.Argument(ir.Name(each.name), "**") for each in names if each.kind == "**"]
    made = (call for each in walk(lowered.body.statements) for call in calls(each))
    return bool(given) and any([*call.args] in ([*given, *packed], given) for call in made)


@memoised_by_body(FEW)
def _called_for_result(body: ir.Body) -> str:
    """Returns the name of the only function that a body calls to return what that returns, or an empty string."""
    called = set[str]()
    for value in [each.value for each in walk(body.statements) if isinstance(each, ir.Return)]:
        kept = only_assignment(body, value.id) if isinstance(value, ir.Name) else None
        made = kept.value if kept is not None else value
        called.add(made.func.id if isinstance(made, ir.Call) and isinstance(made.func, ir.Name) else "")
    return called.pop() if len(called) == 1 else ""
