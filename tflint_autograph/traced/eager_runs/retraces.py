"""Compares the calls that eager runs meet: which traced functions are traced again, for what, and which are made again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from weakref import WeakKeyDictionary

from tflint_autograph.model.body import At
from tflint_autograph.model.facts import MODULE, FunctionKey, Parameter
from tflint_autograph.model.paths import counts_for
from tflint_autograph.model.record import record
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.callsites.root_calls import FunctionCreation, RootCall, RootCalls
from tflint_autograph.traced.eager_runs.calling import Run
from tflint_autograph.traced.eager_runs.core import STEPS, Called, Made, Spent
from tflint_autograph.traced.eager_runs.keys import Difference, Part, difference
from tflint_autograph.traced.eager_runs.values import OPAQUE, Class, Frame, Function, Given, Instance, Value

_FOUND: WeakKeyDictionary[RootCalls, dict[tuple[str, At], Retrace]] = WeakKeyDictionary()

FEW_OWN = 2
"""Maximum number of objects, or of functions of one code, that are taken as meant: each one has its own trace."""

_UPWARDS = 4
"""Maximum number of callers between an entry and the caller of a traced function."""


@record
class Retrace:
    """A place that has a function traced again.

    `difference`: in what an argument, called `parameter`, differs between calls; None for a function that is made again, of which
    `is_owned` says that another object has it. `count` is how many different ones a run met. `is_avoidable`: each one is called
    only once, or they have nothing of their own. `is_sure`: under no unknown condition. `is_here`: calls at this place differ from each other.
    """

    difference: Difference | None
    parameter: str
    count: int
    is_sure: bool
    is_owned: bool = False
    is_avoidable: bool = False
    is_here: bool = True


def retrace_at(use: RootCall | FunctionCreation, calls: RootCalls) -> Retrace | None:
    """Returns what runs of eager code show of a place there; None in traced code, too."""
    return retraces(calls).get((use.caller.key.path, use.at)) if not use.caller.traced else None


def retraces(calls: RootCalls) -> dict[tuple[str, At], Retrace]:
    """Returns what is traced again, by the file and place of the call, or of the code that makes the function."""
    if calls not in _FOUND:
        _FOUND[calls] = _found(calls)
    return _FOUND[calls]


def _found(calls: RootCalls) -> dict[tuple[str, At], Retrace]:
    found: dict[tuple[str, At], Retrace] = {}
    callers = {use.caller.key for use in calls.uses if not use.caller.traced}
    if not callers:
        return found
    run = Run(calls.analysis)
    for path in _modules(calls, callers):
        _enter(run, found, path, partial(run.module, path))
    for key in sorted(_tops(calls, callers)):
        if key not in run.visited:
            _enter(run, found, key.path, partial(_called_alone, run, key))
    return found


def _enter(run: Run, found: dict[tuple[str, At], Retrace], path: str, start: Callable[[], object]) -> None:
    """Runs an entry in a file and adds what it shows. That of a test shows nothing of the use of code that is no test."""
    run.calls, run.makings, run.changed, run.left, run.doubts, run.choices, run.way = [], [], [], STEPS, 0, [], []
    with suppress(Spent, RecursionError):
        start()
    calls = [each for each in run.calls if counts_for(path, each.tracing.function.key.path)]
    for place, each in _compared(calls, run.makings, run.analysis):
        known = found.get(place)
        if known is None or (each.is_sure, each.count) > (known.is_sure, known.count):
            found[place] = each


def _modules(calls: RootCalls, callers: set[FunctionKey]) -> list[str]:
    """Returns the files whose module-level code may lead to the callers: theirs, and those that mention their names."""
    project = calls.analysis.project
    paths = {key.path for key in callers}
    names = {part for key in callers for part in key.qualname.split(".") if part not in (MODULE, "<locals>", "__init__", "__call__", "call")}
    if names:
        paths |= {module.path for module in project.mentioning(frozenset(names))}
    return sorted(paths)


def _tops(calls: RootCalls, callers: set[FunctionKey]) -> set[FunctionKey]:
    """Returns the functions that lead to the callers and that nothing else leads to."""
    found: set[FunctionKey] = set()
    waiting, seen = [(key, 0) for key in callers], set(callers)
    while waiting:
        key, height = waiting.pop()
        if key.qualname == MODULE:
            continue
        above = {outer.key for outer, _, _ in calls.calls_of(key) if outer.key.qualname != MODULE and not outer.traced} if height < _UPWARDS else set()
        if not above:
            found.add(key)
        waiting += [(each, height + 1) for each in above - seen]
        seen |= above
    return found


def _called_alone(run: Run, key: FunctionKey) -> None:
    """Calls a function with arguments that are not known."""
    fact = run.analysis.project.function(key)
    if fact is None or fact.parent or fact.is_lambda:
        return
    frame = run.module(key.path)
    owner = run.analysis.project.owner(key)
    func: Value = frame.names.get(fact.name, OPAQUE)
    if owner is not None:
        made = _unknown_object(run, Class(owner, frame), frame)
        func = run.attribute(made, fact.name, frame)
    if isinstance(func, Function):
        run.call(func, _unknown(fact.parameters[bool(owner) :]), frame, fact.header)


def _unknown_object(run: Run, cls: Class, frame: Frame) -> Value:
    """Returns an object whose constructor got arguments that are not known."""
    method = run.analysis.classes.method(cls.key, "__init__")
    fact = run.analysis.project.function(method) if method is not None else None
    return run.call(cls, _unknown(fact.parameters[1:]), frame, fact.header) if fact is not None else Instance(cls.key, frame)


def _unknown(parameters: tuple[Parameter, ...]) -> Given:
    """Returns arguments that are not known, for the parameters that need one."""
    return [], {each.name: OPAQUE for each in parameters if each.default is None and each.kind == "positional"}


def _compared(calls: list[Called], makings: list[Made], analysis: Analysis) -> Iterator[tuple[tuple[str, At], Retrace]]:
    by_function: dict[tuple[int, int], list[Called]] = {}
    for each in calls:
        by_function.setdefault((id(each.tracing), id(each.owner)), []).append(each)
    for group in by_function.values():
        yield from _of_one(group)
    yield from _of_several(calls, makings, by_function, analysis)


def _of_one(group: list[Called]) -> Iterator[tuple[tuple[str, At], Retrace]]:
    """Yields the calls of one traced function that differ: at one place, or from those at other places that pass the same each time."""
    before: list[Called] = []
    for place, here in _by_place(group).items():
        found = _differing(here, is_here=True)
        if found is None and not any(each.choices for each in here):
            before.append(here[0])
            found = _differing(before, is_here=False)
        if found is not None:
            yield place, found


def _differing(calls: list[Called], *, is_here: bool) -> Retrace | None:
    """Returns how these calls differ from each other in one parameter: the one with the most different values.

    Without `is_here` the last call is to differ from all others.
    """
    best: Retrace | None = None
    for name, _ in calls[0].key:
        parts = [(dict(each.key).get(name), each) for each in calls]
        distinct: list[tuple[object, Called]] = []
        kind: Difference | None = None
        for one, each in parts:
            if one is None:
                continue
            found = [difference(other, one) for other, _ in distinct]  # type: ignore[arg-type]
            if all(met is not None for met in found) or not distinct:
                kind = next((met for met in found if met is not None), kind)
                distinct.append((one, each))
        is_new = is_here or (bool(distinct) and distinct[-1][1] is calls[-1])
        is_meant = kind in (Difference.OBJECT, Difference.CALLABLE) and len(distinct) <= FEW_OWN
        is_meant = is_meant or (kind in (Difference.SHAPE, Difference.DTYPE) and is_here and _is_chosen(parts))
        if kind is not None and is_new and not is_meant and (best is None or len(distinct) > best.count):
            relaxed = calls[0].tracing.is_relaxed and kind is Difference.SHAPE
            is_sure = all(each.is_sure for _, each in distinct)
            best = Retrace(kind, name, len(distinct), is_sure, is_here=is_here) if not relaxed else best
    return best


def _is_chosen(parts: list[tuple[Part | None, Called]]) -> bool:
    """Whether an argument differs between calls by the items of a loop that has a few written ones, and by nothing else."""
    groups: dict[tuple[tuple[At, int], ...], list[Part]] = {}
    for one, each in parts:
        if one is not None:
            groups.setdefault(each.choices, []).append(one)
    return all(choices and not any(difference(some[0], other) for other in some) for choices, some in groups.items())


def _by_place(calls: Iterable[Called]) -> dict[tuple[str, At], list[Called]]:
    found: dict[tuple[str, At], list[Called]] = {}
    for each in calls:
        found.setdefault((each.path, each.at), []).append(each)
    return found


def _of_several(
    calls: list[Called], makings: list[Made], by_function: dict[tuple[int, int], list[Called]], analysis: Analysis
) -> Iterator[tuple[tuple[str, At], Retrace]]:
    """Yields the calls, and the places that make functions, of code that is traced for several of them."""
    for place, here in _by_place(calls).items():
        by_code: dict[FunctionKey, dict[tuple[int, int], Called]] = {}
        for each in here:
            by_code.setdefault(each.tracing.function.key, {})[id(each.tracing), id(each.owner)] = each
        every = max(by_code.values(), key=len)
        if len(every) > FEW_OWN:
            some = next(iter(every.values()))
            is_owned = some.owner is not None
            yield place, _again(len(every), list(every), by_function, [each.is_sure for each in every.values()], is_owned=is_owned)
    made: dict[tuple[str, At], list[Made]] = {}
    used = {id(each.tracing) for each in calls}
    for making in makings:
        if id(making.tracing) in used:
            made.setdefault((making.path, making.at), []).append(making)
    for place, several in made.items():
        keys = {each.tracing.function.key for each in several}
        if len(several) > 1 and len(keys) == 1:
            is_repeated = max(Counter(each.way for each in several).values()) > FEW_OWN
            functions = [key for key in by_function if key[0] in {id(each.tracing) for each in several}]
            is_alike = not any(_has_own(each.tracing.function, several[0].tracing.function, analysis) for each in several)
            if is_repeated or (is_alike and len(several) > FEW_OWN):
                yield place, _again(len(several), functions, by_function, [each.is_sure for each in several], is_alike=is_alike)


def _has_own(function: Function, first: Function, analysis: Analysis) -> bool:
    """Whether a function has another receiver than the first one, or reads names of the call that made it."""
    if function.receiver is not first.receiver or function.bound or function.named or function.defaults:
        return True
    names, frame = set(analysis.project.body(function.key).names), function.frame
    while frame is not None and frame.around is not None:
        if names & frame.names.keys() - analysis.project.body(function.key).bound:
            return True
        frame = frame.around
    return False


def _again(
    count: int, functions: list[tuple[int, int]], by_function: dict[tuple[int, int], list[Called]], sure: list[bool], *, is_owned: bool = False,
    is_alike: bool = False,
) -> Retrace:  # fmt: skip
    is_used_once = all(len(by_function[each]) == 1 for each in functions)
    return Retrace(None, "", count, all(sure), is_owned=is_owned, is_avoidable=is_used_once or is_alike)
