"""Finds the constants that attributes and parameters may have: from defaults, and from what the project passes or assigns."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Expr
from tflint_autograph.model.facts import MODULE, ClassKey, FunctionFact, FunctionKey
from tflint_autograph.model.values import NOTHING, Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.arguments import argument_of, arguments, kept_as
from tflint_autograph.project.bodies.globals_ import bindings
from tflint_autograph.project.bodies.order import call_at
from tflint_autograph.project.bodies.walks import read_in, spelled_in, walk, word_of
from tflint_autograph.project.index.scopes import scope_of
from tflint_autograph.project.interpreter.missing_attributes import is_filled
from tflint_autograph.project.points_to.call_sites import EagerCall
from tflint_autograph.project.values.body_result import Write
from tflint_autograph.project.values.signature import bind
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.escape.missing_values import absent, assigned
from tflint_autograph.traced.graph.attribute_numbers import given_for_field
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.point import TracedPoint

DEEPEST = 3
"""Maximum number of callers that are followed."""

_GIVEN_BY_KERAS = frozenset({"training", "mask"})


def constants(expr: Expr, ordinal: int, fn: TracedPoint) -> frozenset[object] | None:
    """Returns every constant that an attribute or a parameter may have in a statement, or None if other values are possible."""
    if isinstance(expr, ir.Attribute):
        owner = fn.value_at(expr.value, ordinal)
        if owner.cls is not None:
            return of_attribute(fn.analysis, owner.cls, expr.attr)
        switch = default_of(fn.analysis, fn.key.path, expr, owner)
        return None if switch is None else frozenset({switch})
    if not isinstance(expr, ir.Name) or expr.id in _GIVEN_BY_KERAS:
        return None
    return _of_name(fn.analysis, fn.key, expr.id, DEEPEST)


def _of_name(analysis: Analysis, key: FunctionKey, name: str, depth: int) -> frozenset[object] | None:
    """Returns the constants of a parameter of a function, or of one around it, which neither rebinds, or None."""
    owner = scope_of(analysis.project, key, name)
    if owner.qualname == MODULE or name in bindings(analysis.project.body(owner)):
        return None
    inside = map(analysis.project.body, analysis.names.within(owner))
    return None if any((name, "nonlocal") in body.shared for body in inside) else of_parameter(analysis, owner, name, depth)


def of_attribute(analysis: Analysis, cls: ClassKey, attr: str) -> frozenset[object] | None:
    """Returns the constants that objects of a class have under an attribute that only constructors and builders set, or None."""
    project, attributes, attr = analysis.project, analysis.attributes, kept_as(analysis, cls, attr)
    if project.resets(attr) or project.setting(attr) or is_filled(analysis, cls):
        return None
    given = tuple(given_for_field(analysis, cls, attr))
    body = attributes.class_value(cls, attr) if not given else None
    found = [_of_constant(value) for value in (*given, *((body,) if body is not None else ()))]
    for writer in analysis.classes.writers(cls, attr):
        for write in analysis.eager_calls(writer).writes.values():
            if write.name == attr and write.receiver is not None and write.receiver.cls is not None:
                found.append(_of_value(analysis, writer, write.value, DEEPEST))
    return _union(found)


def of_parameter(analysis: Analysis, key: FunctionKey, name: str, depth: int) -> frozenset[object] | None:
    """Returns the constants that calls in the project pass for a parameter, and its default, or None for a root's without a default.

    The default of a function that traced code calls counts only if such a call leaves the parameter out.
    """
    fact = analysis.project.function(key)
    default = next((each.default for each in fact.parameters if each.name == name), None) if fact is not None else None
    if fact is None or not depth or (default is None and key in analysis.roots):
        return None
    found: list[frozenset[object] | None] = []
    is_inner = key in analysis.results and key not in analysis.roots
    callers = {caller for caller, _ in analysis.sole_callers(key)}
    is_left_out = not is_inner
    for call in analysis.call_sites.of(key):
        if is_inner and call.caller not in analysis.results:
            # Eager code runs the function without a trace.
            continue
        if any(word == "*" for word, _ in call.site.args):
            return None
        given = bind(fact, call.target, call.site.args)
        callers.discard(call.caller)
        if name not in given and any(word == "**" for word, _ in call.site.args):
            is_left_out = True
            spread = _of_spread(analysis, call, name, depth - 1)
            found += [spread] if spread != frozenset() else []
        elif name in given:
            found.append(_of_value(analysis, call.caller, given[name], depth - 1) or _of_outer_name(analysis, call, fact, name, depth - 1))
        else:
            is_left_out = True
    if default is not None and (is_left_out or callers or not found):
        found.append(_of_constant(analysis.evaluate_at_definition(key.path, fact.parent, default)))
    return _union(found)


def _of_spread(analysis: Analysis, call: EagerCall, name: str, depth: int) -> frozenset[object] | None:
    """Returns the constants under a name in what a call spreads, if that is the `**options` of its function, which passes them on: those
    that calls of this function give the name, none where they leave it out. None for anything else.
    """
    fact, body = analysis.project.function(call.caller), analysis.project.body(call.caller)
    spread = {value.parameter for word, value in call.site.args if word == "**"}
    if fact is None or not depth or not spread <= fact.packed or not spread or not _only_spread(body, spread, name):
        return None
    outer = () if any(each.name == name for each in fact.parameters) else analysis.call_sites.of(call.caller)
    given = [_of_value(analysis, each.caller, value, depth) for each in outer for word, value in each.site.args if word == name]
    passed = [_of_spread(analysis, each, name, depth - 1) for each in outer if any(word == "**" for word, _ in each.site.args)]
    return None if None in (found := [*given, *passed]) else frozenset().union(*(each or () for each in found))


def _only_spread(body: Body, names: set[str], key: str) -> bool:
    """Whether a body uses these names only to spread them in calls, and to read and set items with other keys than `key`."""
    parts = list(spelled_in(body.statements))
    fixed = {id(arg.value) for each in parts if isinstance(each, ir.Call) for arg in each.args if arg.keyword == "**"}
    fixed.update(id(each.value) for each in parts if isinstance(each, ir.Subscript) and isinstance(each.item, ir.Constant) and each.item.value != key)
    return all(id(each) in fixed for each in parts if isinstance(each, ir.Name) and each.id in names)


def _of_outer_name(analysis: Analysis, call: EagerCall, fact: FunctionFact, name: str, depth: int) -> frozenset[object] | None:
    """Returns the constants of the name that a nested function passes on, a parameter of a function around it, or None."""
    body = analysis.project.body(call.caller)
    written = call_at(body, call.site.index, call.site.at) if call.caller.qualname != MODULE else None
    passed = arguments(written, body, call.target, fact).get(name) if written is not None else None
    return _of_name(analysis, call.caller, passed.id, depth) if isinstance(passed, ir.Name) and passed.id not in body.bound else None


def _of_value(analysis: Analysis, key: FunctionKey, value: Value, depth: int) -> frozenset[object] | None:
    """Returns the constants of a value in a function; it may be one of its parameters."""
    known = _of_constant(value)
    return known if known is not None or not value.parameter else of_parameter(analysis, key, value.parameter, depth)


def _of_constant(value: Value) -> frozenset[object] | None:
    constant = value.const
    is_known = constant is not NOTHING and (constant is None or isinstance(constant, (bool, int, float, str)))
    return frozenset({constant}) if is_known else None


def _union(found: list[frozenset[object] | None]) -> frozenset[object] | None:
    known = [each for each in found if each is not None]
    return frozenset().union(*known) if known and len(known) == len(found) else None


def is_filled_in(node: cst.BaseExpression, fn: TracedFunction) -> bool:
    """Whether each method that keeps a length of unknown size in this attribute sets the attribute to something else where it is None.

    Such as `if self.size is None: self.size = -1`. The value of an attribute joins whatever a method sets it to, one after the other.
    """
    length = fn.expression(node)
    if not isinstance(length, ir.Attribute):
        return False
    cls, analysis = fn.value_of(length.value).cls, fn.analysis
    if cls is None:
        return False
    flows = {key: analysis.results.get(key) or analysis.eager_calls(key) for key in analysis.classes.writers(cls, length.attr)}
    keeping = [key for key, flow in flows.items() if any(_keeps_unknown(each, length.attr) for each in flow.writes.values())]
    return bool(keeping) and all(_fills_in(key, length.attr, fn) for key in keeping)


def _keeps_unknown(write: Write, attr: str) -> bool:
    return write.name == attr and bool(write.value.unknown_axes)


def _fills_in(key: FunctionKey, attr: str, fn: TracedFunction) -> bool:
    """Whether a method tests an attribute of its object for being None, and sets it there."""
    fact = fn.analysis.project.function(key)
    if fact is None:
        return False
    conditions = [each for each in walk(fn.analysis.project.body(key).statements) if isinstance(each, ir.If)]
    return any(f"{fact.receiver}.{attr}" in absent(each.test) & assigned(each.body) for each in conditions)


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
    made = _assigned(analysis, path, read.value)
    if made is None:
        return None
    if read.attr == "value" and _defines(analysis, path, "", made):
        return _constant(argument_of(made, 1, "default"))
    if analysis.project.setting(read.attr) or not isinstance(made.func, ir.Attribute) or made.func.attr != "parse_args":
        return None
    return _only(_of_parser(analysis, path, read.attr)) if _is_parser(analysis, path, made.func.value) else None


def _of_flag(analysis: Analysis, name: str) -> Iterator[bool | None]:
    """Yields the default of each definition of a flag in the project, None where it is no constant or set again by its name."""
    project = analysis.project
    for key in project.all_mentioning(_DEFINING | {"set_default"}, tests=False):
        for part in read_in(project.body(key).statements):
            if isinstance(part, ir.Call) and isinstance(named := argument_of(part, 0, "name"), ir.Constant) and named.value == name:
                yield _constant(argument_of(part, 1, "default")) if _defines(analysis, key.path, key.qualname, part) else None


def _of_parser(analysis: Analysis, path: str, name: str) -> Iterator[bool | None]:
    """Yields the value without the argument of each argument of this name that the top of a file adds to a parser."""
    module = analysis.project.module(path)
    for part in read_in(module.body.statements) if module is not None else ():
        if not isinstance(part, ir.Call) or word_of(part.func) not in ("add_argument", "set_defaults"):
            continue
        named = {each.keyword: each.value for each in part.args}
        options = [each.value.value for each in part.args if each.keyword is None and isinstance(each.value, ir.Constant)]
        names = {option.lstrip("-").replace("-", "_") for option in options if isinstance(option, str)}
        action = named.get("action")
        if name in named or "**" in named or "dest" in named:
            yield None
        elif name in names:
            yield _SWITCHED.get(str(action.value)) if isinstance(action, ir.Constant) and "default" not in named else None


def _assigned(analysis: Analysis, path: str, name: Expr) -> ir.Call | None:
    """Returns the call whose result is the one value of a name of the module, or None."""
    bound = analysis.names.binding(path, name.id) if isinstance(name, ir.Name) else ()
    value = bound[0].value if len(bound) == 1 and isinstance(bound[0], ir.Assign) else None
    return value if isinstance(value, ir.Call) else None


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
