"""The entry states of traced functions: what the roots pass, and what each call passes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import TypeAlias

from tflint_autograph.model.body import At
from tflint_autograph.model.facts import ClassKey, FunctionKey, Lowered
from tflint_autograph.model.joins import MOST_CLASSES, join, join_all, widened
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.trace import Step
from tflint_autograph.model.values import UNKNOWN, Callee, Kind, Origin, Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.points_to.call_sites import EagerCall
from tflint_autograph.project.roots.root import Root
from tflint_autograph.project.tracing.recursion import only_called
from tflint_autograph.project.values.body_result import Env
from tflint_autograph.project.values.elements import is_taken_for_tensor
from tflint_autograph.project.values.forwarded_arguments import said_of_tensor, says_nothing
from tflint_autograph.project.values.scope import Arguments
from tflint_autograph.project.values.signature import bind

CallEdge: TypeAlias = tuple[FunctionKey, At]
"""A call in traced code: the caller and the place."""


class EntryStates:
    """The ways into the traced functions. The join of what they pass is in the `entries` of the analysis."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.ways: defaultdict[FunctionKey, dict[CallEdge | None, Env]] = defaultdict(dict)
        """By function: what each way into it passes. A way is a call in traced code, or None for the roots."""
        self._only_called = frozenset[FunctionKey]()

    def begin(self, found: Mapping[FunctionKey, list[Root]]) -> None:
        """Takes the current entries as what the roots pass. Later calls never retract them, except what was only taken for a tensor."""
        self.ways.update({key: {None: entry} for key, entry in self.analysis.entries.items()})
        unseen = {key for key, roots in found.items() if all("keras-unseen" in root.assumptions for root in roots)}
        self._only_called = only_called(found) | unseen

    def forget(self) -> None:
        """Releases what each way passes. Nothing may be entered afterwards."""
        self.ways.clear()

    def enter(self, key: FunctionKey, values: Env, way: CallEdge | None) -> bool:
        """Joins what one way into the function passes with the others. Returns whether the entry state has changed."""
        known, ways = self.analysis.entries.get(key), self.ways[key]
        before = ways.get(way)
        if known is None:
            self.analysis.entries[key], ways[way] = dict(values), values
            return True
        if before == values:
            ways[way] = values  # the same, and what it is known by now
            return False
        ways[way] = values if way is not None or before is None else self._joined(key, before, values)
        entry = self._joined(key, known, values)
        if entry == known:
            return False
        self.analysis.entries[key] = entry
        return True

    def passed(self, target: Callee, lowered: Lowered, caller: FunctionKey, at: At, args: Arguments) -> Env:
        """Returns the parameter values that a call with these arguments, in the traced function `caller`, passes to a function."""
        entry = self.analysis.default_values.alone(target.key).copy()
        bound = bind(lowered.fact, target, args)
        for name, value in bound.items():
            told = entry.get(name)
            if is_taken_for_tensor(value):
                said, known = said_of_tensor(self.analysis, target.key, lowered, name), told or UNKNOWN
                if said is None:
                    value = known._replace(origin=max(known.origin, value.origin), spelling=value.spelling or known.spelling)
                elif told is not None and at not in self.analysis.calls_written_out(caller):
                    # Where it is written out, its uses count for the caller's argument.
                    value = value._replace(confidence=min(value.confidence, said))
            if told is None or told.cls is None or not says_nothing(value):
                entry[name] = self._shown(value, caller, at, name)
        for parameter in lowered.fact.parameters:
            if parameter.name not in bound and parameter.default is not None and args:
                entry[parameter.name] = self.analysis.default_values.left(target.key, parameter.name)
        self._narrow(target.key, lowered, entry)
        if target.wrapper == "tensorflow.function":
            entry = {name: value._replace(origin=Origin.ARGUMENT) for name, value in entry.items() if value.cls is None}
        return {name: value if value.parameter == name else value._replace(parameter=name) for name, value in entry.items()}

    def _narrow(self, key: FunctionKey, lowered: Lowered, entry: Env) -> None:
        """Makes an object of the method's class of the one passed as `self`, where it is known as one of a class above."""
        name = lowered.fact.receiver
        owner, value = ClassKey(key.path, lowered.fact.owner), entry.get(name, UNKNOWN)
        if value.cls is not None and self._is_below(owner, value.cls):
            entry[name] = value._replace(cls=owner, exact=False, possible_classes=())

    def _shown(self, value: Value, caller: FunctionKey, at: At, name: str) -> Value:
        """Returns an argument as the callee sees it. An outer container records who passed it."""
        mutable = value.kind in (Kind.CONTAINER, Kind.NUMPY) or (value.kind is Kind.UNKNOWN and not value.name)
        if value.origin in (Origin.OUTER, Origin.ARGUMENT) and value.spelling and mutable:
            shown = f"`{self.analysis.project.display(caller)}` passes `{value.spelling}`"
            return value._replace(provenance=Step(self.analysis.project.span(caller.path, at), shown), parameter=name)
        return value._replace(parameter=name)

    def _joined(self, key: FunctionKey, known: Env, values: Env) -> Env:
        """Returns the entry state of a function after one more way into it."""
        entry = dict(known)
        for name, value in values.items():
            before = entry.get(name)
            passed = self._tensors_of_traced_calls(key, name) if before is not None and is_taken_for_tensor(before) else ()
            entry[name] = value if before is None else join_all(passed) if passed else self._one(key, name, before, value)
        return entry

    def _tensors_of_traced_calls(self, key: FunctionKey, name: str) -> tuple[Value, ...]:
        """Returns what traced code passes for a parameter of a root that nothing else calls, if these are tensors for certain; else nothing."""
        ways = self.ways[key]
        if None not in ways or key not in self._only_called:
            return ()
        passed = tuple([values.get(name, UNKNOWN) for way, values in ways.items() if way is not None])
        is_sure = all(each.kind is Kind.TENSOR and each.confidence is Confidence.HIGH for each in passed)
        return passed if is_sure and all(map(self._is_traced, self.analysis.passed_functions.made(key))) else ()

    def _is_traced(self, call: EagerCall) -> bool:
        """Whether traced code makes a call, also on behalf of whoever calls the function that makes it: a root, or another traced one."""
        is_root = call.caller in self.analysis.roots
        return is_root or (call.caller in self.ways and (call.behalf is None or self._is_traced(call.behalf)))

    def _one(self, key: FunctionKey, name: str, before: Value, value: Value) -> Value:
        """Joins the values of a parameter from two ways. Objects of different classes, as `self`, become objects of the method's class.

        Overrides in subclasses are considered if one of the ways did so already; otherwise only those of the passed objects, since not
        every subclass need be used here. For other parameters, objects of different classes become objects of the annotated class, if all
        belong to it.
        """
        if before is value or before == value:
            return before
        after = widened(join(before, value))
        if before.cls is None or value.cls is None:
            return after
        fact = self.analysis.project.function(key)
        if fact is not None and fact.receiver == name:
            return self._of_both(ClassKey(key.path, fact.owner), before, value, after)
        if after.cls is not None:
            return after
        told = self.analysis.default_values.alone(key).get(name, UNKNOWN).cls
        if told is not None and all(each.cls == told or self._is_below(each.cls, told) for each in (before, value)):
            return after._replace(cls=told, exact=False, possible_classes=())
        return after

    def _of_both(self, owner: ClassKey, before: Value, value: Value, after: Value) -> Value:
        """Joins two objects passed as `self` to a method of `owner`. With too many classes, the result is just an object of `owner`."""
        classes = {cls for each in (before, value) for cls in each.possible_classes or (each.cls,) if cls is not None}
        if len(classes) == 1:
            return after._replace(possible_classes=before.possible_classes or value.possible_classes)
        alone = (owner,)
        too_many = len(classes) > MOST_CLASSES or alone in (before.possible_classes, value.possible_classes)
        exact = all(each.exact or self._is_below(each.cls, owner) for each in (before, value))
        return after._replace(cls=owner, exact=exact, possible_classes=() if not exact else alone if too_many else tuple(sorted(classes)))

    def _is_below(self, cls: ClassKey | None, owner: ClassKey) -> bool:
        """Whether a class is a subclass of `owner`. An object of another class may be of any subclass."""
        return cls is not None and cls != owner and owner in self.analysis.classes.mro(cls)
