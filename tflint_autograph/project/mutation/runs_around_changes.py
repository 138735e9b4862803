"""Decides whether eager code runs a traced function before a change and again after it, directly or through other functions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Expr, Statement
from tflint_autograph.model.facts import MODULE, ClassKey, FunctionKey
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.synonyms import attribute_named
from tflint_autograph.model.values import UNKNOWN, Value
from tflint_autograph.project.bodies.alternatives import is_main
from tflint_autograph.project.bodies.arguments import arguments_and_receiver
from tflint_autograph.project.bodies.changes import InPlaceChange, base, located
from tflint_autograph.project.bodies.globals_ import bindings_in
from tflint_autograph.project.bodies.order import call_at, order
from tflint_autograph.project.bodies.single import full_path
from tflint_autograph.project.bodies.walks import catches, dotted_path, holds, item_path, last_ordinal, written_as
from tflint_autograph.project.mutation.entry_points import (
    ALWAYS,
    is_entry_point,
    is_kept,
    sources,
    sources_of_change,
)
from tflint_autograph.project.mutation.keras_runs import (
    binds,
    compiles_in,
    is_given,
    is_traced_by_keras,
    may_retrace,
    renewing,
    runs_by_keras,
)
from tflint_autograph.project.mutation.outside_writes import outside_writes
from tflint_autograph.project.queries.memoize import FEW, memoised_by_body
from tflint_autograph.project.queries.query import query

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis
    from tflint_autograph.project.points_to.call_sites import EagerCall
    from tflint_autograph.project.values.body_result import CallSite

_DEEPEST = 3
"""Maximum depth to which calls between eager functions are followed."""

_SETTER = 2
"""The number of parameters of a setter: the object and the value."""

_LOOPS = (ir.For, ir.While)


class EagerRun(NamedTuple):
    """A statement of eager code that runs a function, and the dotted name it calls; empty if that may differ each time.

    `owner` is the name of the object that is called or whose method it is, and `cls` its class. After the statements `renewed` the function
    is retraced.
    """

    ordinal: int
    thing: str
    owner: str = ""
    cls: ClassKey | None = None
    renewed: frozenset[int] = frozenset()


Runs = Mapping[FunctionKey, tuple[EagerRun, ...]]
"""Maps an eager function or module to its statements that run a function."""


class EagerRuns:
    """Queries about the order of runs and changes in eager code, computed on demand."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis

    @query
    def of_traced(self, reader: FunctionKey) -> Runs:
        """Returns the statements that run a traced function through a root. A root created by a function counts as that function's own."""
        return self._found(sorted(self.analysis.roots_above(reader)), same=True)

    def of_eager(self, key: FunctionKey) -> Runs:
        """Returns the statements that run an eager function."""
        return self._found((key,), same=False)

    def are_around(
        self, key: FunctionKey, ordinal: int, reader: FunctionKey, *,
        is_fixed: bool, adds: bool = False, thing: str = "", family: frozenset[ClassKey] = frozenset(),
    ) -> Confidence | None:  # fmt: skip
        """Returns the confidence that eager code runs `reader` before and after it runs the statement `ordinal` of `key`, or None.

        It is high where the code is seen to do so, and medium where calls of an entry point do, which the project does not contain.
        `is_fixed`: the change stores the same value every time, so a run must come before the first change. `adds`: it may only add an
        item. A change of an object spelled `thing`, of the classes `family`, ignores runs of other objects of these classes.
        """
        running = self.of_traced(reader)
        is_fixed = is_fixed or self._is_same_in_each_call(key, ordinal)
        if key in running:
            own = _of_same(running[key], thing, family)
            if is_between(self.analysis.project.body(key), ordinal, own, is_fixed=is_fixed):
                return Confidence.HIGH
        if key.qualname == MODULE or not running:
            return None
        is_by_keras = all(is_traced_by_keras(self.analysis, root) for root in self.analysis.roots_above(reader))
        if any(
            is_between(
                self.analysis.project.body(scope), each.ordinal, _of_same(running[scope], each.owner, family & {each.cls}), is_fixed=is_fixed
            )
            for scope, changing in self.of_eager(key).items()
            if scope in running
            for each in changing
            if not (is_by_keras and compiles_in(self.analysis, scope, each.ordinal))
        ):
            return Confidence.HIGH
        return Confidence.MEDIUM if not adds and self._are_in_other_calls(key, ordinal, running, thing, family) else None

    def _is_same_in_each_call(self, key: FunctionKey, ordinal: int) -> bool:
        """Whether a method stores an argument for which all calls of an object pass the same variable, where the caller makes that object and
        binds the variable once.
        """
        stored, fact = _places(self.analysis.project.body(key))[ordinal][0], self.analysis.project.function(key)
        if not isinstance(stored, ir.Assign) or not isinstance(stored.value, ir.Name) or fact is None or not fact.receiver:
            return False
        passed: dict[tuple[FunctionKey, Expr | None], set[Expr | None]] = {}
        for scope, given, _ in self._passing(key):
            passed.setdefault((scope, given.get(fact.receiver)), set()).add(given.get(stored.value.id))
        is_same = all(len(names) == 1 and self._binds_once(scope, thing, *names) for (scope, thing), names in passed.items())
        return bool(passed) and stored.value.id in fact.given and is_same

    def _binds_once(self, scope: FunctionKey, thing: Expr | None, name: Expr | None) -> bool:
        """Whether a body binds a name in one assignment, which no loop repeats, and an object to the result of a call."""
        body = self.analysis.project.body(scope)
        bound, made = (bindings_in(body).get(each.id, ()) if isinstance(each, ir.Name) else () for each in (name, thing))
        is_once = len(bound) == 1 and isinstance(bound[0], ir.Assign) and not order(body).repeats(bound[0].ordinal)
        return is_once and len(made) == 1 and isinstance(made[0], ir.Assign) and isinstance(made[0].value, (ir.Call, ir.Display))

    def _are_in_other_calls(self, key: FunctionKey, ordinal: int, running: Runs, thing: str, family: frozenset[ClassKey]) -> bool:
        """Whether each call of an entry point makes the change, with another value, and runs the same object in the same trace."""
        names = sources_of_change(self.analysis, key, *_places(self.analysis.project.body(key))[ordinal])
        return any(
            is_given(run.thing, body) and not may_retrace(body, run.thing)
            for scope, owner in self._changing_differently(key, names, thing)
            for body in (self.analysis.project.body(scope),)
            for run in _of_same(running.get(scope, ()), owner, family)
        )

    def _changing_differently(self, key: FunctionKey, names: frozenset[str], thing: str) -> Iterator[tuple[FunctionKey, str]]:
        """Yields the entry points of which each call makes a change that may store another value than the call before.

        `key` makes the change, which depends on the parameters `names`. Each comes with its name for the changed object, which `key` calls
        `thing`; both are empty for a variable of a module.
        """
        waiting = [(key, names, thing, 0)]
        while waiting:
            scope, names, owner, depth = waiting.pop()
            if names and is_entry_point(self.analysis, scope) and is_kept(self.analysis, scope, owner):
                yield scope, owner
            for caller, given, _ in self._passing(scope) if names and depth < _DEEPEST else ():
                exprs = [expr for name, expr in given.items() if name in names]
                first, _, rest = owner.partition(".")
                path = ".".join(filter(None, (dotted_path(given[first]), rest))) if first in given else owner
                waiting.append((caller, sources(self.analysis, caller, exprs) | names.intersection({ALWAYS}), path, depth + 1))

    def _passing(self, key: FunctionKey) -> Iterator[tuple[FunctionKey, dict[str, Expr], int]]:
        """Yields the eager code that calls a function, or sets the property of a setter, with what it passes for each parameter and the statement.
        """
        fact = self.analysis.project.function(key)
        for scope, site, target, decorates, _ in self.analysis.call_sites.of(key):
            if decorates is None and scope not in self.analysis.results:
                body = self.analysis.project.body(scope)
                call = call_at(body, site.index, site.at)
                yield scope, arguments_and_receiver(call, body, target, fact) if call is not None else {}, site.index
        for scope, change, thing, _ in self._settings(key) if fact is not None and len(fact.parameters) == _SETTER else ():
            owner = written_as(thing)
            if fact is not None and change.stored is not None and owner is not None:
                yield scope, {fact.parameters[0].name: owner, fact.parameters[1].name: change.stored}, change.statement.ordinal

    def _found(self, keys: Iterable[FunctionKey], *, same: bool) -> Runs:
        """Returns the statements that run one of the functions, directly or through others.

        Not those through a function that calls a method of an object which it creates: each of its calls is of another object. With `same`,
        not those through any that does not get the object. A function that runs what it is handed runs nothing else of that in this call.
        """
        found: defaultdict[FunctionKey, dict[EagerRun, None]] = defaultdict(dict)
        waiting: list[tuple[FunctionKey, int, FunctionKey | None, EagerRun | None]] = [(key, 0, None, None) for key in keys]
        seen: set[tuple[FunctionKey, FunctionKey | None]] = {(each[0], None) for each in waiting}
        while waiting:
            key, depth, handed, inner = waiting.pop()
            others = self._of_others(key, handed) if handed is not None else ()
            for scope, run, is_passed in self.statements(key) if inner is None else self._on_passed(key, inner):
                if (scope, run.ordinal) in others:
                    continue
                found[scope][run] = None
                is_of_argument = same and not is_passed and self._is_of_argument(scope, run)
                goes_on = is_passed or is_of_argument if same else not self._is_on_new_object(scope, run)
                through = key if scope in self._helpers(key) else None
                if scope.qualname != MODULE and seen.isdisjoint({(scope, None), (scope, through)}) and depth < _DEEPEST and goes_on:
                    seen.add((scope, through))
                    waiting.append((scope, depth + 1, through, run if is_of_argument else None))
        return {scope: tuple(sorted(runs, key=lambda run: run[:2])) for scope, runs in found.items()}

    def _is_of_argument(self, scope: FunctionKey, run: EagerRun) -> bool:
        """Whether a function of no class runs what it is given as an argument, or a method of that."""
        fact = self.analysis.project.function(scope)
        is_parameter = fact is not None and not fact.owner and run.thing.partition(".")[0] in fact.given
        return is_parameter and is_given(run.thing, self.analysis.project.body(scope))

    def _on_passed(self, key: FunctionKey, run: EagerRun) -> Iterator[tuple[FunctionKey, EagerRun, bool]]:
        """Yields the statements that call a function which runs an argument, as runs of the object that they pass; like `statements`."""
        first = run.thing.partition(".")[0]
        for scope, given, ordinal in self._passing(key):
            path = dotted_path(given[first]) if first in given else ""
            if path:
                thing, owner = (path + name[len(first) :] if name else "" for name in (run.thing, run.owner))
                yield scope, EagerRun(ordinal, thing, owner, run.cls), is_given(thing, self.analysis.project.body(scope))

    @query
    def statements(self, key: FunctionKey) -> tuple[tuple[FunctionKey, EagerRun, bool], ...]:
        """Returns the statements of eager code that call a function or, for a setter, set its property.

        Each comes with the function or module it is in, and whether that is given the object, instead of creating it. What is passed as an
        argument may be another object in each call.
        """
        setting = ((scope, EagerRun(change.statement.ordinal, f"{thing}.{key.qualname.split('.')[-2]}", thing, holder.cls))
                   for scope, change, thing, holder in self._settings(key))  # fmt: skip
        made = (*self._calling(self.analysis.call_sites.of(key)), *setting, *self._run_by_keras(key))
        found = [(scope, run, is_given(run.thing, self.analysis.project.body(scope)) and not run.renewed) for scope, run in made]
        functions = self.analysis.passed_functions
        passed = self._calling((*functions.calls(key), *functions.method_calls(key)))
        return (*found, *((scope, run, self._is_one_object(key)) for scope, run in passed))

    @query
    def _helpers(self, key: FunctionKey) -> frozenset[FunctionKey]:
        """Returns the functions that call a function only as what they are handed: `def timed(run): return run()`."""
        named = {call.caller for call in self.analysis.call_sites.of(key)}
        return frozenset(call.caller for call in self.analysis.passed_functions.calls(key)) - named

    def _of_others(self, helper: FunctionKey, handed: FunctionKey) -> set[tuple[FunctionKey, int]]:
        """Returns the statements that call a function and hand it other functions alone, by scope and ordinal."""
        found: dict[tuple[FunctionKey, int], bool] = {}
        for call in self.analysis.call_sites.of(helper):
            given = {target.key for _, value in call.site.args for target in value.callees}
            place = call.caller, call.site.index
            found[place] = found.get(place, True) and bool(given) and handed not in given
        return {place for place, is_other in found.items() if is_other}

    def _calling(self, found: Iterable[EagerCall]) -> Iterator[tuple[FunctionKey, EagerRun]]:
        for call in found:
            if call.decorates is None and call.caller not in self.analysis.results:
                yield call.caller, self._run(call.caller, call.site, call.target.key)

    def _is_on_new_object(self, scope: FunctionKey, run: EagerRun) -> bool:
        """Whether a function runs a method of an object that it creates by itself: each binding of its name calls the class."""
        binding = bindings_in(self.analysis.project.body(scope)).get(run.owner, ()) if run.cls is not None else ()
        sites = self.analysis.eager_calls(scope).calls.values() if binding else ()
        made = {(site.index, site.at) for site in sites if site.func.klass is not None}
        return bool(binding) and all(
            isinstance(each, ir.Assign) and isinstance(each.value, ir.Call) and (each.ordinal, each.value.at) in made for each in binding
        )

    def _is_one_object(self, key: FunctionKey) -> bool:
        """Whether a function is a decorated one of a module: one object, whatever name code has for it."""
        fact = self.analysis.project.function(key)
        return fact is not None and bool(fact.decorators) and not fact.owner and not fact.parent

    def _settings(self, key: FunctionKey) -> Iterator[tuple[FunctionKey, InPlaceChange, str, Value]]:
        """Yields the statements of eager code that set the property of a setter, with the name of the object and the object."""
        fact = self.analysis.project.function(key)
        if fact is not None and fact.owner and key.qualname.endswith(".setter"):
            cls, writes = ClassKey(key.path, fact.owner), self.analysis.name_writes.attribute_writes
            family = frozenset(self.analysis.classes.family(cls))
            for scope, change, thing, holder, _ in outside_writes(self.analysis, family, fact.name, UNKNOWN, writes.around(cls)):
                yield scope, change, thing, holder

    def _run_by_keras(self, key: FunctionKey) -> Iterator[tuple[FunctionKey, EagerRun]]:
        """Yields the statements of eager code with which Keras runs a function that it traces: `model.predict(x)`."""
        for scope, site in runs_by_keras(self.analysis, key):
            run = self._run(scope, site)
            yield scope, run._replace(renewed=renewing(self.analysis, scope, run.thing, key))

    def _run(self, scope: FunctionKey, site: CallSite, target: FunctionKey | None = None) -> EagerRun:
        """Returns a run of `target` with the called name, in which local aliases are replaced by what they stand for."""
        if target is not None and self._is_one_object(target):
            return EagerRun(site.index, target.qualname)
        body = self.analysis.project.body(scope)
        call = call_at(body, site.index, site.at)
        thing = _path(call.func, body) if call is not None else ""
        if site.func.cls is not None:
            return EagerRun(site.index, thing, thing, site.func.cls)
        cls = site.receiver.cls if site.receiver is not None else None
        return EagerRun(site.index, thing, thing.rpartition(".")[0] if cls is not None else "", cls)


def _of_same(runs: tuple[EagerRun, ...], thing: str, family: frozenset[ClassKey]) -> tuple[EagerRun, ...]:
    """Returns the runs without those of other objects of the same classes than `thing`."""
    return tuple([run for run in runs if not thing or run.cls not in family or run.owner == thing])


def _path(func: Expr, body: Body) -> str:
    """Returns the dotted name of a called expression, items with a constant key in it included: `nets[0].step`."""
    called, words = base(attribute_named(func, "getattr") or func), [""]
    path = full_path(called, body)
    while not path and isinstance(called, ir.Attribute):
        words.insert(0, f".{called.attr}")
        called = called.value
        path = item_path(called)
    return path and path + "".join(words)


@memoised_by_body(FEW)
def _places(body: Body) -> dict[int, tuple[Statement, tuple[Statement, ...]]]:
    """Maps the ordinals of a body to its statements, each with the enclosing compound statements."""
    return {statement.ordinal: (statement, around) for statement, around in located(body.statements)}


def is_between(body: Body, ordinal: int, runs: tuple[EagerRun, ...], *, is_fixed: bool) -> bool:
    """Whether the same object is run before and after the statement `ordinal` of a body. A loop around both counts."""
    statement, around = _places(body)[ordinal]
    for loop in (each for each in (*around, statement) if isinstance(each, _LOOPS)):
        inside = [run for run in runs if loop.ordinal <= run.ordinal <= last_ordinal(loop) and lasts(run, body, loop)]
        # A branch that has all the runs makes the change before the first one, unless the loop does not make the first run.
        branches = [each.body if holds(each.body, ordinal) else each.orelse for each in around if isinstance(each, ir.If) and each.ordinal > loop.ordinal]
        is_new = not is_fixed or any(not holds(branch, run.ordinal) for branch in branches for run in inside)
        is_run_before = any(run.thing == each.thing and run.ordinal < loop.ordinal for each in inside for run in runs)
        if inside and (is_new or is_run_before or inside[0].ordinal < ordinal):
            return True
    if any((isinstance(each, (ir.If, ir.Match)) and not is_main(each)) or catches(each) for each in around):
        return False
    before: dict[str, int] = {run.thing: run.ordinal for run in runs if run.thing and run.ordinal < ordinal}
    after = (run for run in runs if run.ordinal > ordinal and run.thing in before)
    return any(_is_kept(run, body, before[run.thing] + 1, run.ordinal) for run in after)


def lasts(run: EagerRun, body: Body, loop: Statement) -> bool:
    """Whether a loop runs the same object in each iteration, in the same trace."""
    return bool(run.thing) and _is_kept(run, body, loop.ordinal, last_ordinal(loop) + 1)


def _is_kept(run: EagerRun, body: Body, first: int, end: int) -> bool:
    """Whether the statements of a range leave a name its object, and the object its traces."""
    return run.renewed.isdisjoint(range(first, end)) and not binds(run.thing, _from(body, first, end))


def _from(body: Body, first: int, end: int) -> Iterator[Statement]:
    return (statement for ordinal, (statement, _) in _places(body).items() if first <= ordinal < end)
