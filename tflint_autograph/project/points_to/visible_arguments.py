"""Interprets eager functions with what the visible calls pass for parameters that neither an annotation nor a default describes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from tflint_autograph.model.body import At
from tflint_autograph.model.facts import MODULE, ClassKey, FunctionFact, FunctionKey
from tflint_autograph.model.joins import join_all
from tflint_autograph.model.paths import counts_for
from tflint_autograph.model.values import NOTHING, Kind, Origin, Value
from tflint_autograph.project.bodies.arguments import kept_as
from tflint_autograph.project.index.classes import constructor_of
from tflint_autograph.project.points_to.passed_arguments import passed
from tflint_autograph.project.queries.cycles import GIVEN
from tflint_autograph.project.queries.query import query
from tflint_autograph.project.values.body_result import BodyResult, CallSite, Env
from tflint_autograph.project.values.signature import bind

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis

_LONGEST = 4
"""Maximum number of callers, each calling the next, whose own parameters are looked up."""


class VisibleArguments:
    """The parameters of eager functions as their visible calls agree on them, and the results with them."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.cycle_guard = analysis.cycle_guard

    @query(cycle=GIVEN, start=lambda arguments, key: {})
    def given(self, key: FunctionKey) -> Env:
        """Returns the values of the untold parameters that all visible calls agree on, and the functions in attributes of objects among them.

        Calls from tests count only for tests.
        """
        of_calls = self._of_calls(key, _LONGEST)
        return of_calls | self._of_attributes(key, of_calls)

    @query
    def flow(self, key: FunctionKey) -> BodyResult:
        """Returns the result of a function or module with its calls, like `Analysis.eager_calls`."""
        given = self.given(key)
        return self.analysis.eager_functions.result_with(key, given) if given else self.analysis.eager_calls(key)

    def flows(self, key: FunctionKey) -> Iterator[tuple[FunctionKey, BodyResult]]:
        """Yields the results of a function or module, and of the lambdas in it."""
        yield from ((each, self.flow(each)) for each in self.analysis.eager_functions.with_lambdas(key))

    @query
    def states(self, key: FunctionKey) -> dict[int, Env]:
        """Returns the state before each statement, by ordinal."""
        given = self.given(key)
        return self.analysis.eager_functions.full_result(key, given).states if given else self.analysis.eager_functions.states(key)

    @query
    def _of_calls(self, key: FunctionKey, depth: int) -> Env:
        """Returns the untold parameters that all visible calls agree on, with those of callers looked up to this depth."""
        fact = self.analysis.project.function(key) if key.qualname != MODULE else None
        if fact is None:
            return {}
        found: dict[str, list[Value]] = {name: [] for name in self._untold(key, fact)}
        for call in self.analysis.call_sites.of(key) if found else ():
            if call.decorates is not None:
                return {}
            if call.caller == key or not counts_for(call.caller.path, key.path):
                continue
            bound = bind(fact, call.target, call.site.args)
            if depth > 1 and any(_is_open(value) for name, value in bound.items() if name in found):
                site = self._as_called(call.caller, call.site, depth)
                bound = bind(fact, call.target, site.args)
            for name, value in bound.items():
                if name in found:
                    found[name].append(value)
        told = {name: _parameter(name, values) for name, values in found.items() if values and not any(map(_is_open, values))}
        return {name: value for name, value in told.items() if name not in fact.packed or _holds_functions(value)}

    def _of_attributes(self, key: FunctionKey, given: Env) -> Env:
        """Returns the functions and objects that constructors store from their arguments in attributes which a function reads of its object or of
        objects that it is given, by dotted name.
        """
        lowered = self.analysis.project.lowered(key) if key.qualname != MODULE else None
        if lowered is None:
            return {}
        owners = {name: value.cls for name, value in given.items() if value.cls is not None}
        if lowered.fact.receiver:
            owners[lowered.fact.receiver] = ClassKey(key.path, lowered.fact.owner)
        found: dict[str, Value] = {}
        for own, cls, attr in ((own, cls, attr) for own, cls in owners.items() for attr in sorted(lowered.body.attributes)):
            kept = kept_as(self.analysis, cls, attr)
            alone = self.analysis.attributes.stored(cls, kept)
            if alone is None or not _is_open(alone) or not alone.parameter:
                continue
            stored = list(self._given_to_constructors(key, cls, kept))
            told = [value for value in stored if value is not None and (value.callees or value.cls is not None)]
            if told and len(told) == len(stored):
                found[f"{own}.{attr}"] = join_all(tuple(told))
        return found

    def _given_to_constructors(self, key: FunctionKey, cls: ClassKey, attr: str) -> Iterator[Value | None]:
        """Yields what constructors, generated ones included, store in an attribute; nothing if other code sets it, or the method `key` itself."""
        writers = self.analysis.classes.writers(cls, attr)
        declared = self.analysis.classes.declared(cls, attr) if self.analysis.classes.makes_fields(cls) else None
        if declared is not None and not writers:
            yield from (each.value for each in passed(self.analysis, {constructor_of(declared[0]): {attr}}))
        elif key not in writers and all(each.qualname.endswith(".__init__") for each in writers):
            yield from (self.flow(each).stored(attr) for each in writers)

    def _untold(self, key: FunctionKey, fact: FunctionFact) -> tuple[str, ...]:
        """Returns the names of the parameters of which nothing is known, those with further arguments included."""
        told, packed = self.analysis.default_values.alone(key), fact.packed
        return tuple(each.name for each in fact.parameters if each.name in packed or _is_open(told[each.name]))

    def _as_called(self, caller: FunctionKey, site: CallSite, depth: int) -> CallSite:
        """Returns a call with its arguments where the caller's own parameters are known."""
        return self._calls_as_called(caller, depth).get(site.at, site)

    @query
    def _calls_as_called(self, caller: FunctionKey, depth: int) -> Mapping[At, CallSite]:
        """Returns the calls that a function makes, where its own parameters are known; nothing where none is."""
        given = self._of_calls(caller, depth - 1)
        return self.analysis.eager_functions.full_result(caller, given).calls if given else {}


def _is_open(value: Value) -> bool:
    return value.kind is Kind.UNKNOWN and value.cls is None and not value.possible_classes and not value.name


def _holds_functions(value: Value) -> bool:
    """Whether further arguments are functions or objects: of others, the container that Python makes of them says enough."""
    return value.element is not None and bool(value.element.callees or value.element.cls is not None or value.element.possible_classes)


def _parameter(name: str, values: list[Value]) -> Value:
    """Returns the value of a parameter that may be any of these arguments. A number is one of many."""
    one = join_all(tuple([value._replace(provenance=None) for value in values]))
    return one._replace(origin=max(one.origin, Origin.ARGUMENT), spelling=name, parameter=name, const=NOTHING)
