"""Finds calls of functions that eager code passes to other functions, `drive(step)`, and the arguments that other functions forward."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.model.mentions import ATTRIBUTE
from tflint_autograph.model.paths import counts_for
from tflint_autograph.model.values import UNKNOWN, Kind, Value
from tflint_autograph.project.index.classes import constructor_of
from tflint_autograph.project.points_to.call_sites import EagerCall
from tflint_autograph.project.points_to.meaning import CALL
from tflint_autograph.project.points_to.referring import subjects
from tflint_autograph.project.queries.query import query
from tflint_autograph.project.values.bound import MADE_OF, made_of
from tflint_autograph.project.values.scope import Arguments
from tflint_autograph.project.values.signature import bind

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis
    from tflint_autograph.project.values.body_result import BodyResult, CallSite, Env

_DEEPEST = 3
"""Maximum number of functions that pass a function, or an argument, on to the next."""


class PassedFunctions:
    """Queries about functions that are arguments of calls in eager code. Tests count only for code of tests."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.cycle_guard = analysis.cycle_guard

    @query
    def calls(self, key: FunctionKey) -> tuple[EagerCall, ...]:
        """Returns the calls of a function under the name of a parameter, or of an attribute that stores one."""
        found: dict[EagerCall, None] = {}
        seen: set[FunctionKey] = set()
        waiting = list(self._receivers(self._passing(key), key))
        for _ in range(_DEEPEST):
            flows = [(scope, flow) for each in dict.fromkeys(waiting) if each not in seen for scope, flow in self._flows(each, key)]
            seen.update(waiting)
            found.update((call, None) for scope, flow in flows for call in self.analysis.call_sites.among(scope, flow.calls.values(), key))
            waiting = list(self._receivers(flows, key))
        return tuple(call for call in found if counts_for(call.caller.path, key.path))

    @query
    def method_calls(self, key: FunctionKey) -> tuple[EagerCall, ...]:
        """Returns the calls of a method of an object that is an argument of the caller."""
        return tuple(dict.fromkeys(call for scope, flow in self._given_objects(key) for call in self.analysis.call_sites.among(scope, flow.calls.values(), key)))

    def made(self, key: FunctionKey) -> Iterator[EagerCall]:
        """Yields the calls of a function, also under the name of a parameter, as their callers make them on behalf of others (`as_made`)."""
        for call in self.analysis.call_sites.of(key):
            yield from self.as_made(call)
        for call in self.calls(key):
            yield from self.as_made(call, call.site.func)

    def as_made(self, call: EagerCall, passed: Value = UNKNOWN, depth: int = _DEEPEST) -> Iterator[EagerCall]:
        """Yields a call, once for each call of its caller if it forwards a parameter of the caller, with the argument for that.

        If the called function is a parameter of the caller itself (`passed`), only those calls of the caller count that pass it.
        """
        call, found = call._replace(site=self._with_visible(call)), False
        forwards = depth and (passed.parameter or any(_is_forwarded(keyword, value) for keyword, value in call.site.args))
        for outer, given in self._given_to(call.caller, depth) if forwards else ():
            if not passed.parameter or self._refers(given.get(passed.parameter, UNKNOWN), call.target.key):
                found = True
                yield call._replace(site=replace(call.site, args=tuple(_filled_in(call.site.args, given))), behalf=outer)
        if not found and not passed.parameter:
            yield call

    def _with_visible(self, call: EagerCall) -> CallSite:
        """Returns the call with what the visible calls of its caller make of arguments that are unknown without: an item of a parameter,
        `f(item)`, what it makes of one, `f(cls(4))`, or a parameter that a loop sets again, `state = f(state)`.
        """
        site = call.site
        if not any(_is_unclear(value) for _, value in site.args):
            return site
        seen = self.analysis.visible_arguments.flow(call.caller).calls.get(site.at, site)
        if len(seen.args) != len(site.args):
            return site
        return replace(site, args=tuple([other if _is_unclear(one[1]) else one for one, other in zip(site.args, seen.args, strict=True)]))

    @query
    def _given_to(self, caller: FunctionKey, depth: int) -> tuple[tuple[EagerCall, Env], ...]:
        """Returns the calls of a function, each with its arguments by parameter, defaults included: one of those that a function makes with
        equal arguments. Calls from tests count only for tests.
        """
        fact, calls = self.analysis.project.function(caller), self.analysis.call_sites.of(caller)
        if fact is None:
            return ()
        made = (each for call in calls if call.caller != caller and counts_for(call.caller.path, caller.path) for each in self.as_made(call, depth=depth - 1))
        found: dict[tuple[FunctionKey, frozenset[tuple[str, Value]]], tuple[EagerCall, Env]] = {}
        for each in made:
            given = bind(fact, each.target, each.site.args)
            if not any(keyword in ("*", "**") for keyword, _ in each.site.args):
                left = (one.name for one in fact.parameters if one.default is not None and one.name not in given)
                given |= {name: self.analysis.default_values.left(caller, name)._replace(parameter="") for name in left}
            found.setdefault((each.caller, frozenset(given.items())), (each, given))
        return tuple(found.values())

    def _passing(self, key: FunctionKey) -> Iterator[tuple[FunctionKey, BodyResult]]:
        """Yields the eager code that may pass a function as an argument, with its results."""
        project, names = self.analysis.project, self.analysis.call_sites.search(key).names
        written_in = self.analysis.call_sites.scope_of_lambda(key)
        if written_in is not None and written_in not in self.analysis.results:
            yield written_in, self.analysis.eager_calls(written_in)
        is_called = key.qualname.endswith(f".{CALL}")
        for module in project.mentioning(names) if names else ():
            for scope in project.functions_mentioning(module.path, names):
                uses = self.analysis.call_sites.uses(scope)
                # An object may be made where it is passed: `walk(Net(), x)`.
                may_pass = uses is not None and (is_called or not names.isdisjoint(uses.given | uses.names.passed))
                if may_pass and scope not in self.analysis.results:
                    flow = self.analysis.eager_calls(scope)
                    if self._may_refer(scope, key):
                        yield scope, flow

    def _may_refer(self, scope: FunctionKey, key: FunctionKey) -> bool:
        """Whether values of a function or module may be the function, or a class or object that runs it; true while they are not known."""
        refers = self.analysis.call_sites.referred_by(scope)
        return refers is None or any(each in refers.functions or each in refers.classes for each in self.analysis.call_sites.subjects(key))

    def _passing_calls(self, caller: FunctionKey, flow: BodyResult, key: FunctionKey) -> Iterator[CallSite]:
        """Yields the calls in a result of the caller that pass the function, or an object or a class that runs it when it is called."""
        given = self.analysis.call_sites.index_of(caller, flow).given
        yield from (site for subject in self.analysis.call_sites.subjects(key) for site in given.get(subject, ()))

    def _given_objects(self, key: FunctionKey) -> Iterator[tuple[FunctionKey, BodyResult]]:
        """Yields the eager functions that mention a method and get objects as arguments, with their results.

        Calls from tests count only for tests.
        """
        fact, project = self.analysis.project.function(key), self.analysis.project
        names = frozenset({fact.name}) if fact is not None and fact.owner else frozenset[str]()
        modules = project.mentioning(names) if names else ()
        for module in (each for each in modules if counts_for(each.path, key.path)):
            for scope in project.functions_mentioning(module.path, names, ATTRIBUTE):
                if scope not in self.analysis.results and self.analysis.visible_arguments.given(scope):
                    yield scope, self.analysis.visible_arguments.flow(scope)

    def _receivers(self, flows: Iterable[tuple[FunctionKey, BodyResult]], key: FunctionKey) -> Iterator[FunctionKey]:
        """Yields the eager functions and constructors to which these results pass a function."""
        for scope, flow in flows:
            for site in self._passing_calls(scope, flow, key):
                yield from (target.key for target in site.func.callees if target.key not in self.analysis.results)
                made = site.func.klass
                if made is not None:
                    written = self.analysis.classes.method(made, "__init__")
                    yield from (written,) if written is not None else {constructor_of(each.owner): None for each in self.analysis.classes.filled_fields(made)}

    def _flows(self, receiver: FunctionKey, key: FunctionKey) -> Iterator[tuple[FunctionKey, BodyResult]]:
        """Yields the results of a function that gets the function as an argument, and of those that read an attribute it stores that in."""
        own, project = list(self.analysis.visible_arguments.flows(receiver)), self.analysis.project
        yield from own
        names = frozenset(write.name for _, flow in own for write in flow.writes.values() if self._refers(write.value, key))
        if project.function(receiver) is None:
            generated = ClassKey(receiver.path, receiver.qualname.rpartition(".")[0])
            names = frozenset(each.name for each in self.analysis.classes.filled_fields(generated))
        reading = list(project.functions_mentioning(receiver.path, names, ATTRIBUTE)) if names else []
        getters = frozenset(each.qualname.rpartition(".")[2] for each in reading if self.analysis.accessed(each) in names) - names
        for scope in dict.fromkeys((*reading, *(project.functions_mentioning(receiver.path, getters, ATTRIBUTE) if getters else ()))):
            if scope != receiver and scope not in self.analysis.results:
                yield scope, self.analysis.visible_arguments.flow(scope)

    def _refers(self, value: Value, key: FunctionKey) -> bool:
        """Whether a value may be the function, a class or an object that runs it when it is called, or a container with one of these."""
        return not set(self.analysis.call_sites.subjects(key)).isdisjoint(subjects((value,)))


def _is_unclear(value: Value) -> bool:
    """Whether nothing is known of an argument, not even that it is a parameter of the caller, or made of one."""
    return value.kind is Kind.UNKNOWN and value.cls is None and not value.parameter and not value.name and value.factory != MADE_OF


def _is_forwarded(keyword: str | None, value: Value) -> bool:
    """Whether an argument is just a parameter of the caller, or a dataset made of one."""
    return value.factory == MADE_OF or (bool(value.parameter) and (value.kind is Kind.UNKNOWN or keyword == "*"))


def _filled_in(args: Arguments, given: Env) -> Iterator[tuple[str | None, Value]]:
    """Yields the arguments of a call in a function that is called with `given`."""
    for keyword, value in args:
        told = given.get(value.parameter) if _is_forwarded(keyword, value) else None
        if value.factory == MADE_OF:
            yield keyword, made_of(given.get(value.spelling))
        elif told is None:
            yield keyword, value
        elif keyword == "*" and told.items is not None:
            yield from ((None, item) for item in told.items)
        else:
            yield keyword, told
