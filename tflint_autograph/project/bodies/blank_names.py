"""Finds names of a function whose members are not code of the project: untyped parameters, containers. Does not evaluate values."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Statement
from tflint_autograph.model.facts import FunctionFact, Parameter
from tflint_autograph.project.bodies.walks import descendants, read_parts, root_name, targets, walk

BUILTINS = frozenset({"bytearray", "bytes", "dict", "enumerate", "float", "frozenset", "int", "len", "list", "range", "repr", "set", "sorted", "str", "tuple", "zip"})
"""Built-in functions and types that return numbers, strings and containers."""

_PLAIN = frozenset({ir.Comprehension, ir.Constant, ir.Display, ir.Mapping, ir.Text})
"""Expressions whose value is a number, a string or a container."""

_SETTING = frozenset({"setattr", "vars", "locals", "exec", "eval"})
"""Functions that may set attributes of an object, or rebind a name."""


def blank_names(body: Body, fact: FunctionFact | None) -> frozenset[str]:
    """Returns these names of a function, provided that no name in `BUILTINS` is rebound in its module; none for a module.

    An untyped parameter may hold any object, but inside the function nothing is known about it.
    """
    if fact is None or not _SETTING.isdisjoint(body.names) or "__dict__" in body.attributes:
        return frozenset()
    plain: set[str] = set()
    others = {name for name, _ in body.shared}
    for statement in walk(body.statements):
        name = _plainly_bound(statement, body)
        if name:
            plain.add(name)
        else:
            others.update(_bound(statement))
        others.update(part.target.id for part in read_parts(statement) if isinstance(part, ir.Walrus))
    receiver = fact.receiver
    given = {each.name for each in fact.parameters if each.name != receiver and not is_told(each)}
    return frozenset((plain | given) - others) - {each.name for each in fact.parameters if each.name not in given}


def is_told(parameter: Parameter) -> bool:
    """Whether the annotation or the default of a parameter says what it may hold."""
    return parameter.annotation is not None or not (parameter.default is None or isinstance(parameter.default, ir.Constant))


def _plainly_bound(statement: Statement, body: Body) -> str:
    """Returns the one name to which a statement certainly assigns a number, a string or a container, or an empty string."""
    if not isinstance(statement, ir.Assign) or len(statement.targets) != 1 or not isinstance(statement.targets[0], ir.Name):
        return ""
    value = statement.value
    if isinstance(value, ir.Call):
        is_plain = isinstance(value.func, ir.Name) and value.func.id in BUILTINS and value.func.id not in body.bound
    else:
        is_plain = type(value) in _PLAIN and (statement.annotation is None or not isinstance(value, ir.Constant))
    return statement.targets[0].id if is_plain else ""


def _bound(statement: Statement) -> Iterator[str]:
    """Yields the names that a statement binds, or whose attributes or items it sets, its inner blocks left out."""
    for target in targets(statement):
        yield from (root_name(part) for part in descendants(target) if isinstance(part, (ir.Name, ir.Attribute, ir.Subscript)))
    if isinstance(statement, ir.Import):
        yield from (name for name, _ in statement.names)
    elif isinstance(statement, ir.Define):
        yield statement.name
    elif isinstance(statement, ir.Try):
        yield from (handler.name for handler in statement.handlers if handler.name)
    elif isinstance(statement, ir.Match):
        yield from (name for case in statement.cases for name in case.names)
