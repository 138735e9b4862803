"""Finds the switches of the command line, which are what their default says unless a user gives them: `flags.DEFINE_bool("debug", False, "")`."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.model.facts import MODULE
from tflint_autograph.model.values import Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.walks import read_in, word_of
from tflint_autograph.tfapi.names import canonical

_MODULES = frozenset({"absl.flags", "tensorflow.app.flags", "tensorflow.flags"})
_DEFINING = frozenset({"DEFINE_bool", "DEFINE_boolean"})
_PARSER = "argparse.ArgumentParser"
_SWITCHED = {"store_true": False, "store_false": True}
"""Actions of `argparse` that take no text, with the value without the argument."""


def default_of(analysis: Analysis, path: str, read: ir.Attribute, owner: Value) -> bool | None:
    """Returns the default of the switch that an attribute of `owner` reads in a file, or None if it reads no switch or code sets it, too."""
    module, _, holder = canonical(owner.name).rpartition(".")
    if module in _MODULES and holder == "FLAGS":
        return None if analysis.project.setting(read.attr) else _only(_of_flag(analysis, read.attr))
    given = _assigned(analysis, path, read.value)
    if given is None:
        return None
    if read.attr == "value" and _defines(analysis, path, "", given):
        return _constant(_argument(given, 1, "default"))
    if analysis.project.setting(read.attr) or not isinstance(given.func, ir.Attribute) or given.func.attr != "parse_args":
        return None
    return _only(_of_parser(analysis, path, read.attr)) if _is_parser(analysis, path, given.func.value) else None


def _of_flag(analysis: Analysis, name: str) -> Iterator[bool | None]:
    """Yields the default of each definition of a flag in the project, None where it is no constant or set again by its name."""
    project = analysis.project
    for key in project.all_mentioning(_DEFINING | {"set_default"}, tests=False):
        scope = "" if key.qualname == MODULE else key.qualname
        for part in read_in(project.body(key).statements):
            if isinstance(part, ir.Call) and isinstance(named := _argument(part, 0, "name"), ir.Constant) and named.value == name:
                yield _constant(_argument(part, 1, "default")) if _defines(analysis, key.path, scope, part) else None


def _of_parser(analysis: Analysis, path: str, name: str) -> Iterator[bool | None]:
    """Yields the value without the argument of each argument of this name that the top of a file adds to a parser."""
    module = analysis.project.module(path)
    for part in read_in(module.body.statements) if module is not None else ():
        if not isinstance(part, ir.Call) or word_of(part.func) not in ("add_argument", "set_defaults"):
            continue
        given = {each.keyword: each.value for each in part.args}
        options = [each.value.value for each in part.args if each.keyword is None and isinstance(each.value, ir.Constant)]
        names = {option.lstrip("-").replace("-", "_") for option in options if isinstance(option, str)}
        action = given.get("action")
        if name in given or "**" in given or "dest" in given:
            yield None
        elif name in names:
            yield _SWITCHED.get(str(action.value)) if isinstance(action, ir.Constant) and "default" not in given else None


def _assigned(analysis: Analysis, path: str, name: Expr) -> ir.Call | None:
    """Returns the call whose result is the one value of a name of the module, or None."""
    bound = analysis.names.binding(path, name.id) if isinstance(name, ir.Name) else ()
    value = bound[0].value if len(bound) == 1 and isinstance(bound[0], ir.Assign) else None
    return value if isinstance(value, ir.Call) else None


def _argument(call: ir.Call, place: int, keyword: str) -> Expr | None:
    plain = [each.value for each in call.args if each.keyword is None]
    named = (each.value for each in call.args if each.keyword == keyword)
    return plain[place] if place < len(plain) else next(named, None)


def _defines(analysis: Analysis, path: str, scope: str, call: ir.Call) -> bool:
    module, _, word = canonical(analysis.evaluate_at_definition(path, scope, call.func).name).rpartition(".")
    return module in _MODULES and word in _DEFINING


def _is_parser(analysis: Analysis, path: str, expr: Expr) -> bool:
    return analysis.evaluate_at_definition(path, "", expr).factory == _PARSER


def _constant(expr: Expr | None) -> bool | None:
    return expr.value if isinstance(expr, ir.Constant) and isinstance(expr.value, bool) else None


def _only(found: Iterator[bool | None]) -> bool | None:
    """Returns the value if all are the same."""
    values = set(found)
    return values.pop() if len(values) == 1 else None
