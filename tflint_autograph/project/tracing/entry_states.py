"""What a traced function is given: by the roots, and by each call that leads into it. Follows no call."""

from __future__ import annotations

from collections import defaultdict
from functools import partial, reduce
from typing import TypeAlias

from tflint_autograph.model.body import At
from tflint_autograph.model.facts import ClassKey, FunctionKey, Lowered
from tflint_autograph.model.trace import Step
from tflint_autograph.model.values import MOST_CLASSES, UNKNOWN, Callee, Kind, Origin, Value, join
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.values.body_result import Env
from tflint_autograph.project.values.elements import is_taken_for_tensor
from tflint_autograph.project.values.forwarded_arguments import said_of_tensor, says_nothing
from tflint_autograph.project.values.scope import Arguments
from tflint_autograph.project.values.signature import bind

CallEdge: TypeAlias = tuple[FunctionKey, At]
"""A call in traced code: who calls, and where."""


class EntryStates:
    """The ways into the traced functions. What all of them pass is in the `entries` of the analysis."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self._ways: defaultdict[FunctionKey, dict[CallEdge | None, Env]] = defaultdict(dict)
        """By function, what each way into it passes: a call in traced code, or None for the roots."""

    def begin(self) -> None:
        """Take what is known so far for what the roots pass: what eager code gives them is taken back by no call."""
        self._ways.update({key: {None: entry} for key, entry in self.analysis.entries.items()})

    def forget(self) -> None:
        """Let go of what each way passes: nothing is entered any more."""
        self._ways.clear()

    def enter(self, key: FunctionKey, values: Env, way: CallEdge | None, *, takes_back: bool) -> bool:
        """Join what one way into the function passes with what the others do; whether it is given something else now.

        What the same way has passed in an earlier pass may be taken back: its caller did not know the results of all that
        it calls, and took them for unknown.
        """
        known, ways = self.analysis.entries.get(key), self._ways[key]
        before = ways.get(way)
        if known is None:
            self.analysis.entries[key], ways[way] = dict(values), values
            return True
        if before == values:
            ways[way] = values  # the same, and what it is known by now
            return False
        again = takes_back and way is not None and before is not None
        ways[way] = values if way is not None or before is None else self._joined(key, before, values)
        if again and before is not None:
            entry = self._joined_anew(key, known, before, values)
        else:
            entry = self._joined(key, known, values)
        if entry == known:
            return False
        self.analysis.entries[key] = entry
        return True

    def passed(self, target: Callee, lowered: Lowered, caller: FunctionKey, at: At, args: Arguments) -> Env:
        """What a call with these arguments, in the traced function `caller`, passes to a function."""
        entry = self.analysis.default_values.alone(target.key).copy()
        bound = bind(lowered.fact, target, args)
        for name, value in bound.items():
            told = entry.get(name)
            if told is not None and is_taken_for_tensor(value):
                said = said_of_tensor(self.analysis, target.key, lowered, name)
                instead = told._replace(origin=max(told.origin, value.origin), spelling=value.spelling or told.spelling)
                value = instead if said is None else value._replace(confidence=min(value.confidence, said))
            if told is None or told.cls is None or not says_nothing(value):
                entry[name] = self._shown(value, caller, at, name)
        for parameter in lowered.fact.parameters:
            if parameter.name not in bound and parameter.default is not None and args:
                entry[parameter.name] = self.analysis.default_values.left(target.key, parameter.name)
        if target.wrapper == "tensorflow.function":
            entry = {name: value._replace(origin=Origin.ARGUMENT) for name, value in entry.items() if value.cls is None}
        return {name: value if value.parameter == name else value._replace(parameter=name) for name, value in entry.items()}

    def _shown(self, value: Value, caller: FunctionKey, at: At, name: str) -> Value:
        """An argument as the callee sees it; an outer container remembers who passed it."""
        mutable = value.kind in (Kind.CONTAINER, Kind.NUMPY) or (value.kind is Kind.UNKNOWN and not value.name)
        if value.origin in (Origin.OUTER, Origin.ARGUMENT) and value.spelling and mutable:
            shown = f"`{self.analysis.project.display(caller)}` passes `{value.spelling}`"
            return value._replace(provenance=Step(self.analysis.project.span(caller.path, at), shown), parameter=name)
        return value._replace(parameter=name)

    def _joined_anew(self, key: FunctionKey, known: Env, before: Env, values: Env) -> Env:
        """What a function is given now that one way passes these values where it has passed others before."""
        entry = dict(known)
        for name in {**before, **values}:
            gone, value = before.get(name), values.get(name)
            if gone is value or gone == value:
                continue
            given = [each[name] for each in self._ways[key].values() if name in each]
            if value is not None and gone is not None and gone in given:
                # Another way passes still what this one did, so that nothing is taken back.
                given = [known[name], value]
            entry[name] = reduce(partial(self._one, key, name), given) if given else UNKNOWN
        return entry

    def _joined(self, key: FunctionKey, known: Env, values: Env) -> Env:
        """What a function is given that is entered in one more way."""
        entry = dict(known)
        for name, value in values.items():
            before = entry.get(name)
            entry[name] = value if before is None else self._one(key, name, before, value)
        return entry

    def _one(self, key: FunctionKey, name: str, before: Value, value: Value) -> Value:
        """The join of two ways in. As `self`, objects of different classes are objects of the class the method is in.

        What its subclasses override is looked at when one way in did so already, and else what those do that are passed: not all
        of them need be reached here.
        As another parameter they are objects of the class it is annotated with, where they all are.
        """
        if before is value or before == value:
            return before
        after = join(before, value)
        if before.cls is None or value.cls is None:
            return after
        fact = self.analysis.project.function(key)
        if fact is not None and bool(fact.owner) and bool(fact.parameters) and fact.parameters[0].name == name:
            return self._of_both(ClassKey(key.path, fact.owner), before, value, after)
        if after.cls is not None:
            return after
        told = self.analysis.default_values.alone(key).get(name, UNKNOWN).cls
        if told is not None and all(each.cls == told or self._is_below(each.cls, told) for each in (before, value)):
            return after._replace(cls=told, exact=False, possible_classes=())
        return after

    def _of_both(self, owner: ClassKey, before: Value, value: Value, after: Value) -> Value:
        """An object that two ways pass as `self` to a method of `owner`: of too many classes, it is taken for one of `owner` alone."""
        classes = {cls for each in (before, value) for cls in each.possible_classes or (each.cls,) if cls is not None}
        if len(classes) == 1:
            return after._replace(possible_classes=before.possible_classes or value.possible_classes)
        alone = (owner,)
        too_many = len(classes) > MOST_CLASSES or alone in (before.possible_classes, value.possible_classes)
        exact = all(each.exact or self._is_below(each.cls, owner) for each in (before, value))
        return after._replace(cls=owner, exact=exact, possible_classes=() if not exact else alone if too_many else tuple(sorted(classes)))

    def _is_below(self, cls: ClassKey | None, owner: ClassKey) -> bool:
        """Whether a class is a subclass of another: of one above or beside it, an object may be of any class below."""
        return cls is not None and cls != owner and owner in self.analysis.classes.mro(cls)
