"""Joins the arguments that eager code passes to traced functions, over all calls in the project."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from tflint_autograph.model import body as ir
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.joins import join
from tflint_autograph.model.mentions import ATTRIBUTE
from tflint_autograph.model.paths import is_test
from tflint_autograph.model.trace import Step
from tflint_autograph.model.values import CONVERTED, NO_AXES, NO_TENSOR, UNKNOWN, Kind, Origin, Value, outside
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.enclosed import left_out
from tflint_autograph.project.bodies.walks import read_in
from tflint_autograph.project.points_to.call_sites import EagerCall
from tflint_autograph.project.values.body_result import CallSite, Env
from tflint_autograph.project.values.elements import is_taken_for_tensor
from tflint_autograph.project.values.forwarded_arguments import said_of_tensor
from tflint_autograph.project.values.hints import specified
from tflint_autograph.project.values.scope import Arguments
from tflint_autograph.project.values.signature import bind


def call_sites(analysis: Analysis, keys: frozenset[FunctionKey]) -> dict[FunctionKey, Env]:
    """Returns, for each function in `keys`, the joined values of its parameters over all calls in eager code.

    A parameter that is unknown in some call is left out, unless calls can only leave it to its default. One that some calls pass and others
    leave to its default has either value. NumPy arrays become tensors (FACTS retracing, "numpy-scalar-argument").
    """
    found: dict[FunctionKey, dict[str, Value]] = {}
    defaulted: defaultdict[FunctionKey, set[str]] = defaultdict(set)
    unclear: defaultdict[FunctionKey, defaultdict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for caller, site, target, *_ in _calls(analysis, keys):
        lowered = analysis.project.lowered(target.key)
        if lowered is None:
            continue
        known = found.setdefault(target.key, {})
        receiver = lowered.fact.receiver
        packed = lowered.fact.packed
        bound = bind(lowered.fact, target, site.args)
        if not any(keyword in ("*", "**") for keyword, _ in site.args):
            defaulted[target.key].update(each.name for each in lowered.fact.parameters if each.default is not None and each.name not in bound)
        for name, value in bound.items():
            if name in packed or (name == receiver and target.receiver is not None):
                continue
            if value.kind is Kind.UNKNOWN and value.cls is None and value.type == "" and is_option(analysis, value.spelling):
                value = value._replace(type=NO_TENSOR)
            if is_taken_for_tensor(value) and said_of_tensor(analysis, target.key, lowered, name) is None:
                value = UNKNOWN
            if value.kind is Kind.UNKNOWN and value.cls is None and value.type != NO_TENSOR:
                unclear[target.key][name].add(value.name)
                continue
            value = _arrived(analysis, caller.path, site, name, value)
            known[name] = value if name not in known else join(known[name], value)
    for key, left in defaulted.items():
        for name in sorted(left.intersection(found[key])):
            found[key][name] = join(found[key][name], analysis.default_values.left(key, name))
    told = {
        key: {name: value for name, value in values.items() if name not in unclear[key] and (value.kind is not Kind.UNKNOWN or value.type == NO_TENSOR)}
        for key, values in found.items()
    }
    for key, names in unclear.items():
        for name, given in names.items():
            if analysis.default_values.alone(key).get(name, UNKNOWN).name:
                # Some call gives another function than the one that is the default.
                one = next(iter(given)) if len(given) == 1 else ""
                told[key][name] = Value(origin=Origin.ARGUMENT, name=one, spelling=name, parameter=name)
    for key in sorted(keys):
        for name in left_out(analysis, key):
            told.setdefault(key, {})[name] = analysis.default_values.left(key, name)
    return told


def _calls(analysis: Analysis, keys: frozenset[FunctionKey]) -> Iterator[EagerCall]:
    """Yields the calls of these functions in eager code, and of their `get_concrete_function`, which traces immediately, as they are made."""
    functions = analysis.passed_functions
    for key in sorted(keys):
        yield from (call for call in functions.made(key) if call.caller not in keys)
    for caller in analysis.project.all_mentioning(frozenset({_CONCRETE}), ATTRIBUTE) if keys else ():
        for key, flow in analysis.visible_arguments.flows(caller) if caller not in keys else ():
            for site in flow.calls.values():
                traced = site.receiver.callees if site.method == _CONCRETE and site.receiver is not None else ()
                for target in traced:
                    made = functions.as_made(EagerCall(key, site, target), site.receiver or UNKNOWN) if target.key in keys else ()
                    yield from (call._replace(site=replace(call.site, args=_traced_with(call.site))) for call in made)


_CONCRETE = "get_concrete_function"
"""The method of a traced function that traces it immediately."""


def _traced_with(site: CallSite) -> Arguments:
    """Returns the arguments that a call of `get_concrete_function` traces its function with."""
    return tuple([(keyword, _traced_for(value)) for keyword, value in site.args])


def _traced_for(value: Value) -> Value:
    """Returns the value a function is traced with for this argument: a tensor for a `tf.TensorSpec`, also inside a structure."""
    tensor = specified(value)
    if tensor is not None or value.kind is not Kind.CONTAINER:
        return tensor or value
    return value.holding(_traced_for)


def _arrived(analysis: Analysis, path: str, site: CallSite, name: str, value: Value) -> Value:
    """Returns the argument as the traced function gets it: a NumPy array becomes a tensor, though eager code may still change it."""
    is_array = value.kind is Kind.NUMPY
    kind = Kind.TENSOR if is_array else value.kind
    because = Step(analysis.project.span(path, site.at), f"`{name}` is {value.kind.spoken} in this call", kind.value)
    # What is only assumed to be a tensor may be a container, which the traced function can change.
    is_tensor = kind is Kind.TENSOR and not is_array and not is_taken_for_tensor(value)
    origin = Origin.FRESH if is_tensor else Origin.ARGUMENT
    type_name = CONVERTED if is_array else "tensor" if kind is Kind.TENSOR and not value.type else value.type
    place = name if origin is Origin.ARGUMENT else ""
    return _converted_within(value, because)._replace(
        kind=kind, type=type_name, origin=origin, spelling=place, provenance=because, parameter=name, unknown_axes=NO_AXES,
        callees=outside(value.callees),
    )  # fmt: skip


def _converted_within(value: Value, because: Step) -> Value:
    """Returns a container with the NumPy arrays in it as tensors: a call converts its arguments by `tf.nest`."""
    return value.holding(lambda item: _converted(item, because)) if value.kind is Kind.CONTAINER else value


def _converted(value: Value, because: Step) -> Value:
    """Returns one item of an argument as the traced function gets it: another tensor in each call, if it is an array."""
    if value.kind is not Kind.NUMPY:
        return _converted_within(value, because)
    return value._replace(kind=Kind.TENSOR, type=CONVERTED, origin=Origin.FRESH, spelling="", provenance=because, unknown_axes=NO_AXES)


_ADDS = "add_argument"


def is_option(analysis: Analysis, spelled: str) -> bool:
    """Whether a dotted name, of an object that is not known, reads an attribute that options of this name define and no code but tests sets."""
    project, (holder, _, name) = analysis.project, spelled.rpartition(".")
    if not holder or holder == "self" or project.resets(name) or not all(map(is_test, project.setting(name))):
        return False
    found = project.all_mentioning(frozenset({_ADDS}), ATTRIBUTE, tests=False)
    return any(_defines(part, name) for key in found for part in read_in(project.body(key).statements))


def _defines(part: ir.Expr, name: str) -> bool:
    """Whether an expression adds an option whose value is an attribute of this name: by `dest`, or by the first long spelling."""
    if not isinstance(part, ir.Call) or not isinstance(part.func, ir.Attribute) or part.func.attr != _ADDS:
        return False
    stored = next((each.value for each in part.args if each.keyword == "dest"), None)
    if stored is not None:
        return isinstance(stored, ir.Constant) and stored.value == name
    spelled = [each.value.value for each in part.args if each.keyword is None and isinstance(each.value, ir.Constant)]
    texts = [each for each in spelled if isinstance(each, str)]
    long = next((each for each in texts if each.startswith("--")), texts[0] if texts else "")
    return long.lstrip("-").replace("-", "_") == name
