"""The expressions that a call passes, by the parameters of the function that it runs."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Expr
from tflint_autograph.model.facts import FunctionFact
from tflint_autograph.model.values import Callee
from tflint_autograph.project.bodies.single import only_assignment


def arguments(call: ir.Call, body: Body, target: Callee, fact: FunctionFact | None) -> dict[str, Expr]:
    """Returns the argument expressions of a call by parameter name, without unpacked sequences and the arguments after them.

    `body` makes the call, which runs the function `fact` as `target`. Of an unpacked sequence or dict that is written out, each item counts.
    """
    names = [each.name for each in fact.parameters if each.kind == "positional"] if fact is not None else []
    free = names[len(target.bound_args) + (target.receiver is not None) :]
    found: dict[str, Expr] = {}
    starred = False
    for number, argument in enumerate(_written_out(call.args)):
        starred = starred or argument.keyword == "*"
        if argument.keyword is None and not starred:
            found[free[number] if number < len(free) else f"argument {number + 1}"] = argument.value
        elif argument.keyword == "**":
            found.update(_items(argument.value, body))
        elif argument.keyword not in (None, "*"):
            found[argument.keyword] = argument.value
    return found


def _written_out(args: tuple[ir.Argument, ...]) -> Iterator[ir.Argument]:
    """Yields the arguments, with the items of `*(a, b)` in its place."""
    for argument in args:
        value = argument.value.value if isinstance(argument.value, ir.Starred) else argument.value
        items = value.items if argument.keyword == "*" and isinstance(value, ir.Display) and value.type != "set" else ()
        if items and not any(isinstance(item, ir.Starred) for item in items):
            yield from (ir.Argument(item, None) for item in items)
        else:
            yield argument


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
