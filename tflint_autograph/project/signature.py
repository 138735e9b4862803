"""Which argument of a call lands in which parameter."""

from __future__ import annotations

from tflint_autograph.model.facts import FunctionFact
from tflint_autograph.model.values import Kind, Origin, Target, Value, join_all
from tflint_autograph.project.scope import Arguments


def bind(fact: FunctionFact, target: Target, args: Arguments) -> dict[str, Value]:
    """The value each parameter gets from this call; parameters left to their defaults are missing."""
    positional = [value for keyword, value in args if keyword is None]
    unpacked = any(keyword == "*" for keyword, _ in args)
    positional = [*target.bound, *positional]
    if target.receiver is not None:
        positional = [target.receiver, *positional]
    bound: dict[str, Value] = {}
    names = [parameter for parameter in fact.parameters if parameter.kind == "positional"]
    if not unpacked:
        bound.update({parameter.name: value for parameter, value in zip(names, positional, strict=False)})
    elif target.receiver is not None and names:
        bound[names[0].name] = target.receiver
    rest = positional[len(names) :]
    accepted = {parameter.name for parameter in fact.parameters if parameter.kind in ("positional", "keyword")}
    extra = []
    for keyword, value in (*target.keywords, *args):
        if keyword in accepted and keyword is not None:
            bound[keyword] = value
        elif keyword not in (None, "*", "**"):
            extra.append(value)
    for parameter in fact.parameters:
        given = {"*": rest, "**": extra}.get(parameter.kind)
        if given is not None and not unpacked:
            type_name = "builtins.tuple" if parameter.kind == "*" else "builtins.dict"
            items = tuple(given) if parameter.kind == "*" else None
            element = join_all(tuple(given)) if given else None
            bound[parameter.name] = Value(Kind.CONTAINER, Origin.FRESH, type=type_name, items=items, element=element)
    return bound
