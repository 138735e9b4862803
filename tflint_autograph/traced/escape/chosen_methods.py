"""Detects a method that an object calls by another name, where the constructor of the object that traced code uses chose another method."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At
from tflint_autograph.model.facts import MODULE, ClassKey, FunctionKey
from tflint_autograph.model.values import Kind, Origin, Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.order import call_at
from tflint_autograph.project.bodies.walks import assigned_by, walk
from tflint_autograph.project.values.body_result import CallSite
from tflint_autograph.project.values.signature import bind
from tflint_autograph.traced.escape.passed_arguments import traced_call
from tflint_autograph.traced.tree.point import TracedPoint, on_every_path

CHOSEN = "the object that traced code uses is made with another method in its place"

_INIT = "__init__"


@on_every_path
def is_other(fn: TracedPoint) -> bool:
    """Whether each traced call of the function is of an attribute in which its object has another method."""
    calls = fn.analysis.sole_callers(fn.key)
    return bool(fn.fact.owner) and bool(calls) and all(_has_other(fn.analysis, fn.key, caller, at) for caller, at in calls)


def _has_other(analysis: Analysis, key: FunctionKey, caller: FunctionKey, at: At) -> bool:
    """Whether a traced call is of an attribute of an object, `self.projector.project(x)`, whose constructor does not set it to a method."""
    found, fact = traced_call(analysis, key, caller, at), analysis.project.function(key)
    call = call_at(analysis.project.body(caller), found[0].index, at) if found is not None else None
    if call is None or fact is None or not isinstance(call.func, ir.Attribute) or call.func.attr == fact.name:
        return False
    made = _making(analysis, caller, call.func.value)
    owner = ClassKey(key.path, fact.owner)
    return made is not None and made.func.klass == owner and _leaves_out(analysis, owner, made, call.func.attr, fact.name)


def _making(analysis: Analysis, caller: FunctionKey, held: ir.Expr) -> CallSite | None:
    """Returns the call that makes the object in an attribute of the caller's object, if its constructor alone sets that, and once."""
    owner = analysis.project.owner(caller)
    if owner is None or not isinstance(held, ir.Attribute) or not isinstance(held.value, ir.Name):
        return None
    functions = analysis.project.all_mentioning(frozenset({held.attr}))
    setting = [(key, each) for key in functions for each in _set(analysis, key, held.attr) if not _is_of_other(analysis, key, each, owner)]
    init = analysis.classes.method(owner, _INIT)
    if len(setting) != 1 or init is None or setting[0][0] != init or not isinstance(setting[0][1].value, ir.Call):
        return None
    place = setting[0][1].value.at
    return next((site for site in analysis.eager_calls(init).calls.values() if site.at == place), None)


def _set(analysis: Analysis, key: FunctionKey, attr: str) -> Iterator[ir.Assign]:
    """Yields the assignments in a function to an attribute of this name, of whatever object."""
    for statement in map(assigned_by, walk(analysis.project.body(key).statements)):
        if isinstance(statement, ir.Assign) and any(isinstance(each, ir.Attribute) and each.attr == attr for each in statement.targets):
            yield statement


def _is_of_other(analysis: Analysis, key: FunctionKey, setting: ir.Assign, cls: ClassKey) -> bool:
    """Whether an assignment is to attributes of the own object of a method, which is of a class that has nothing to do with another one."""
    owner, fact = analysis.project.owner(key), analysis.project.function(key)
    if owner is None or fact is None or not fact.receiver or cls in analysis.classes.mro(owner) or owner in analysis.classes.mro(cls):
        return False
    return all(isinstance(each, ir.Attribute) and each.value == ir.Name(fact.receiver) for each in setting.targets)


def _leaves_out(analysis: Analysis, cls: ClassKey, made: CallSite, attr: str, method: str) -> bool:
    """Whether the constructor of a class sets an attribute to a method, but not with these arguments."""
    init = analysis.classes.method(cls, _INIT)
    lowered = analysis.project.lowered(init) if init is not None else None
    if init is None or lowered is None or any(word in ("*", "**") for word, _ in made.args):
        return False
    choosing = [each for each in _set(analysis, init, attr) if isinstance(each.value, ir.Attribute) and each.value.attr == method]
    target = next((each for each in analysis.attribute(Value(Kind.OBJECT, Origin.FRESH, cls=cls, exact=True), _INIT, traced=False).callees), None)
    if not choosing or target is None:
        return False
    given = bind(lowered.fact, target, made.args)
    entry = {each.name: given.get(each.name) or analysis.default_values.left(init, each.name) for each in lowered.fact.parameters}
    before, analysis.running = analysis.running, init
    try:
        flow = analysis.run(init, lowered.body, lowered.fact.parent or MODULE, entry, traced=False)
    finally:
        analysis.running = before
    return not flow.is_partial and flow.states.keys().isdisjoint(each.ordinal for each in choosing)
