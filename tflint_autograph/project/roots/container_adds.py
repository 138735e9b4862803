"""Finds functions that methods add to a list or dict of their object for traced methods to call: `net.add_hook(log)`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from tflint_autograph.model import body as ir
from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.model.paths import is_test
from tflint_autograph.model.values import Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.attribute_stores import looped_over, put
from tflint_autograph.project.index.classes import adding_to
from tflint_autograph.project.points_to.passed_arguments import passed
from tflint_autograph.project.roots.constructor_fields import all_given
from tflint_autograph.project.values.body_result import Env

Adders = Mapping[FunctionKey, Mapping[str, str]]
"""By method: the parameters that it adds to containers, with the attributes of these containers."""


def container_additions(analysis: Analysis) -> dict[FunctionKey, Env]:
    """Maps the key of the adding methods of a class (`adding_to`) to the functions they are called with, by attribute."""
    adders = {key: puts for cls in analysis.project.classes() for key, puts in _adders(analysis, cls)}
    given: defaultdict[tuple[ClassKey, str], dict[Value, None]] = defaultdict(dict)
    for call, parameter, value in passed(analysis, adders):
        key = call.target.key
        fact = analysis.project.function(key)
        if fact is not None and value.callees:
            given[ClassKey(key.path, fact.owner), adders[key][parameter]][value] = None
    added: defaultdict[FunctionKey, Env] = defaultdict(dict)
    for (cls, attr), values in given.items():
        one = all_given(attr, values)
        if one is not None:
            added[adding_to(cls)][attr] = one
    return added


def _adders(analysis: Analysis, cls: ClassKey) -> Iterator[tuple[FunctionKey, Mapping[str, str]]]:
    """Yields the methods of a class that add an argument to a container of their object which a method iterates."""
    known = analysis.project.cls(cls)
    if known is None or is_test(cls.path):
        return
    looped = _looped(analysis, cls)
    for name, qualname in known.methods if looped else ():
        lowered = analysis.project.lowered(FunctionKey(cls.path, qualname))
        if lowered is not None and name != "__init__" and len(lowered.fact.parameters) > 1:
            found = put(lowered.body, lowered.fact.receiver)
            puts = {given: attr for attr, given in found if given in lowered.fact.given and attr in looped}
            if puts:
                yield FunctionKey(cls.path, qualname), puts


def _looped(analysis: Analysis, cls: ClassKey) -> frozenset[str]:
    """Returns the attributes that loops in the methods of a class iterate."""
    keys = analysis.project.functions_mentioning(cls.path, frozenset({"for"}))
    found = (each for key in keys if key.qualname.startswith(f"{cls.qualname}.") for each in looped_over(analysis.project.body(key)))
    return frozenset(each.attr for each in found if isinstance(each, ir.Attribute))
