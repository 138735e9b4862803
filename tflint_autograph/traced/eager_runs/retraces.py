"""Compares the calls that eager runs meet: which traced functions are traced again, for what, and which are made again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias
from weakref import WeakKeyDictionary

from tflint_autograph.model.body import At
from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.paths import counts_for
from tflint_autograph.model.record import record
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.callsites.root_calls import FunctionCreation, RootCall, RootCalls
from tflint_autograph.traced.eager_runs.constants import is_counted, is_unsure
from tflint_autograph.traced.eager_runs.core import Called, Made, Step
from tflint_autograph.traced.eager_runs.entries import entries, program_of
from tflint_autograph.traced.eager_runs.identity import compared_own, is_fixed, is_unhashable
from tflint_autograph.traced.eager_runs.keys import Difference, differing
from tflint_autograph.traced.eager_runs.loops import (
    FEW,
    are_few,
    bound_in,
    by_place,
    in_first_run,
    is_chosen,
    is_each,
    is_open,
    of_one_call,
    repeating,
    total,
)
from tflint_autograph.traced.eager_runs.recording import Comparison
from tflint_autograph.traced.eager_runs.values import Function, Instance, Tracing, Value
from tflint_autograph.traced.tree.states import Need

_FOUND: WeakKeyDictionary[RootCalls, Met] = WeakKeyDictionary()

_SIZES = frozenset({Difference.SHAPE, Difference.DTYPE})
_MADE = _SIZES | {Difference.OBJECT}
"""What a program makes for what it is given."""
_VALUES = frozenset({Difference.SCALAR, Difference.TEXT}) | _SIZES

FEW_OWN = 2
"""Maximum number of objects, or of functions of one code, that are taken as meant: each one has its own trace."""


_Function: TypeAlias = "tuple[Tracing, Value | None]"
_Functions: TypeAlias = "dict[_Function, list[Called]]"
"""Calls by the traced function and the object that it belongs to."""


@record
class Retrace:
    """A place that has a function traced again.

    `difference`: in what an argument, called `parameter`, differs between calls, at the keys and positions `path` in it; None for a function
    that is made again, of which `is_owned` says that another object has it. `count` is how many different ones a run met, and `total` how
    many there are, where it is known. `confidence`: that the code runs so. `repeats`: the loop, or the calls from outside the project, whose
    iterations differ; `first`: the file and place of the call that the others differ from. `example`: one of the values.

    `is_reused`: a trace of each one serves several calls. `for_few`: none serves more than `FEW_CALLS`. `has_objects`: each one calls objects
    of its own, such as a model. `is_here`: calls at this place differ from each other. `is_new`: each one is made after the call before.
    `is_open`: each iteration of a loop has another one, and arguments decide how often it iterates; or each call from outside the project
    has another one, which no argument decides: a counter.
    """

    difference: Difference | None
    parameter: str
    path: tuple[object, ...]
    count: int
    total: int | None
    confidence: Confidence
    repeats: Step | None
    first: tuple[str, At] | None
    example: Value | None
    is_owned: bool = False
    is_reused: bool = False
    for_few: bool = False
    has_objects: bool = False
    is_here: bool = True
    is_new: bool = False
    is_open: bool = False

    @property
    def is_many(self) -> bool:
        """Whether there are more than a few, or as many as arguments decide, however few one run shows."""
        return self.count > FEW or self.is_open

    @property
    def is_enough(self) -> bool:
        """Whether there are too many to be meant: more than a few, or a few that are new in each iteration of a loop."""
        return self.count > FEW or (self.is_new and not self.is_owned and (self.is_open or self.count == FEW))

    @property
    def is_by_others(self) -> bool:
        """Whether only calls from outside the project repeat it."""
        return self.repeats is not None and self.repeats.by_others is not None


@record
class Met:
    """What runs show: what is traced again, by the file and place of the call, or of the code that makes the function, how the calls of
    traces compare, the objects that a call passes which cannot be traced, with their parameters, and the uses that
    need a Python value of a result, by the traced function and where it is in the result. `files`: what is written after a traced call.
    """

    retraces: dict[tuple[str, At], Retrace]
    comparison: Comparison
    unhashable: dict[tuple[str, At], tuple[str, ClassKey]]
    needs: dict[tuple[FunctionKey, tuple[object, ...], Need], tuple[str, At]]
    files: dict[object, tuple[str, At]]


def retrace_at(use: RootCall | FunctionCreation, calls: RootCalls) -> Retrace | None:
    """Returns what runs of eager code show of a place there; None in traced code, too."""
    return met(calls).retraces.get((use.caller.key.path, use.at)) if not use.caller.traced else None


def met(calls: RootCalls) -> Met:
    """Returns what runs of the eager code show."""
    if calls not in _FOUND:
        _FOUND[calls] = _found(calls)
    return _FOUND[calls]


def _found(calls: RootCalls) -> Met:
    """Compares what each entry meets. That of a test shows nothing of the use of code that is no test."""
    found: dict[tuple[str, At], Retrace] = {}
    comparison = Comparison()
    unhashable: dict[tuple[str, At], tuple[str, ClassKey]] = {}
    needs: dict[tuple[FunctionKey, tuple[object, ...], Need], tuple[str, At]] = {}
    files: dict[object, tuple[str, At]] = {}
    same: dict[str, _Functions] = {}
    places = {(use.caller.key.path, use.at) for use in calls.uses if not use.caller.traced}
    for entry, run in entries(calls):
        path, every, makings = entry[0], run.calls, run.makings
        called = [_as_written(each, places) for each in every if counts_for(path, each.tracing.function.key.path)]
        is_driving, is_program = _drives(called, makings), _is_program(called)
        unhashable.update(_unhashable(called, calls.analysis))
        needs, files, comparison = run.needs, run.written_files, run.comparison  # of this entry and those before it
        every_call = _compared(called, makings, calls.analysis, same.setdefault(program_of(calls.analysis, path), {}))
        for place, each in (*every_call, *_in_one_call(called, makings, calls.analysis)):
            known = found.get(place)
            is_own = (is_driving or each.is_reused) and each.difference not in _VALUES
            if each.is_by_others and (is_own or (is_program and (each.difference in _MADE or each.is_owned))):
                continue
            if known is None or (each.confidence, each.count) > (known.confidence, known.count):
                found[place] = each
    for several in _met_together(same):
        apart = _differing(sorted(several, key=lambda each: (each.path, each.at)), is_here=False)
        if apart is not None:
            told, (first, *others) = apart
            for other in others if told.difference in _SIZES else others[:1]:
                how = differing(first.key[told.parameter], other.key[told.parameter])
                found.setdefault((other.path, other.at), replace(told, difference=how[0] if how is not None else told.difference))
    return Met(found, comparison, unhashable, needs, files)


def _met_together(same: dict[str, _Functions]) -> Iterator[list[Called]]:
    """Yields the calls of each function in one program, with those of what is a part of any. `same` are the calls by program."""
    shared = same.pop("", {})
    yield from filter(None, shared.values())
    for own in same.values():
        yield from ([*shared.get(function, ()), *several] for function, several in own.items() if several)


def _unhashable(called: list[Called], analysis: Analysis) -> Iterator[tuple[tuple[str, At], tuple[str, ClassKey]]]:
    """Yields the calls that pass an object which Python cannot hash, whatever conditions decide about, with the parameter and the class."""
    for each in called:
        for name, value in each.given.items() if not each.doubts else ():
            if name in each.key and isinstance(value, Instance) and value.cls.path and is_unhashable(value.cls, analysis):
                yield (each.path, each.at), (name, value.cls)


def _is_program(called: list[Called]) -> bool:
    """Whether an entry that code outside the project calls runs several traced calls, or one in a loop: it is more of a program, which runs
    once for what it is given, than a step.
    """
    return len({(each.path, each.at) for each in called}) > 1 or any(step.is_loop for each in called for step in each.way[1:])


def _as_written(called: Called, places: set[tuple[str, At]]) -> Called:
    """Returns a call at the place that users see: that of the call of a wrapper, if the traced function is called inside of it."""
    if (called.path, called.at) in places:
        return called
    outer = next((step for step in reversed(called.way) if not step.is_loop and (step.path, step.at) in places), None)
    return called._replace(path=outer.path, at=outer.at) if outer is not None else called


def _drives(called: list[Called], makings: list[Made]) -> bool:
    """Whether an entry that code outside the project calls runs a traced function of its own in a loop, in which it is not made: its
    iterations are many then, and its own calls few.
    """
    own = {each.tracing: each.way for each in makings if each.tracing.place is not None and each.way}
    calls = (each for each in called if each.tracing in own and each.way and each.way[0].by_others)
    return any(step.is_loop and step not in own[each.tracing] for each in calls for step in each.way[1:])


def _confidence(repeats: Step | None, several: Sequence[Called | Made]) -> Confidence:
    """Returns the confidence that code runs so. If a condition that is unknown decides about it: medium in a loop of the code, else low."""
    if any(each.doubts > (repeats.doubts if repeats is not None else 0) for each in several):
        return Confidence.MEDIUM if repeats is not None and repeats.by_others is None else Confidence.LOW
    if repeats is not None and repeats.by_others is not None:
        return repeats.by_others
    return Confidence.HIGH if repeats is not None else Confidence.MEDIUM


def _compared(calls: list[Called], makings: list[Made], analysis: Analysis, same: _Functions) -> Iterator[tuple[tuple[str, At], Retrace]]:
    by_function: _Functions = {}
    for each in calls:
        by_function.setdefault((each.tracing, each.owner), []).append(each)
    for function, group in by_function.items():
        yield from _of_one(group, same.setdefault(function, []))
    yield from _of_several(calls, makings, by_function, analysis)


def _in_one_call(calls: list[Called], makings: list[Made], analysis: Analysis) -> Iterator[tuple[tuple[str, At], Retrace]]:
    """Yields what loops create in each iteration, and what calls of an entry from outside the project hide, since each of them creates it, too."""
    shown = _compared(of_one_call(calls), of_one_call(makings), analysis, {}) if any(way[0].by_others for *_, way, _ in calls if way) else ()
    yield from ((place, each) for place, each in shown if each.is_enough and each.repeats is not None and each.difference not in _VALUES)


def _of_one(group: list[Called], same: list[Called]) -> Iterator[tuple[tuple[str, At], Retrace]]:
    """Yields the calls of one traced function that differ at one place; those that pass the same each time are added to others."""
    for place, here in by_place(group).items():
        found = _differing(here, is_here=True)
        if found is not None:
            yield place, found[0]
        elif not any(each.choices for each in here):
            same.append(here[0])


def _differing(calls: list[Called], *, is_here: bool) -> tuple[Retrace, list[Called]] | None:
    """Returns how these calls, at one place if `is_here`, differ in one parameter, with the first call for each value.

    The parameter is the one with the most different values, of those that differ without calls from outside, and of those that surely do.
    """
    best: tuple[Retrace, list[Called]] | None = None
    most = (False, False, 0)
    for name in calls[0].key:
        distinct, kind = _distinct(calls, name)
        is_sure = len([each for each in distinct if not is_unsure(each.key[name])]) > 1
        if kind is None or (not is_sure and not (is_here and (kind[0] not in _SIZES or all(is_counted(each.key[name]) for each in distinct)))):
            continue
        what, path = kind
        ways, earlier, is_new = [each.way for each in distinct], distinct[0], _are_later(distinct, [each.given[name] for each in distinct])
        repeats, parted = repeating(ways) if is_here else (None, ways)
        is_meant = what in (Difference.OBJECT, Difference.CALLABLE) and len(distinct) <= FEW_OWN and not (is_new and is_open(repeats))
        rank = (repeats is None or repeats.by_others is None, is_sure, len(distinct))
        if is_meant or (what in _SIZES and is_here and is_chosen(calls, name)) or rank <= most:
            continue
        sure = min(_confidence(repeats, distinct), Confidence.HIGH if is_sure else Confidence.MEDIUM)
        found = Retrace(
            what, name, path, len(distinct), total(repeats, ways, parted) if is_sure else None, sure, repeats, None if is_here else (earlier.path, earlier.at),
            earlier.given[name], is_reused=len(distinct) != sum(_is_known(each, name) for each in calls), is_here=is_here, is_new=is_new,
            is_open=(is_open(repeats) or _is_of_state(repeats, [each.given[name] for each in distinct])) and is_each(repeats, calls, distinct),
        )  # fmt: skip
        best, most = (found, distinct), rank
    return best


def _is_of_state(repeats: Step | None, values: list[Value]) -> bool:
    """Whether values that differ between calls from outside the project are known whatever these pass: the state of the program makes them."""
    return repeats is not None and repeats.by_others is not None and all(map(is_fixed, values))


def _are_later(calls: Sequence[Called], values: Sequence[Value | None]) -> bool:
    """Whether each of these values but the first was made after the call before the one that it belongs to."""
    return all(value is not None and _number(value) > before.number for before, value in zip(calls, values[1:], strict=False))


def _is_known(call: Called, name: str) -> bool:
    """Whether anything is known of what TensorFlow compares of an argument."""
    return name in call.key and bool(call.key[name].kind)


def _number(value: Value) -> int:
    """Returns when an object or a function was made; 0 for what is not known."""
    return value.number if isinstance(value, Instance) else (value.made or 0) if isinstance(value, Function) else 0


def _distinct(calls: list[Called], name: str) -> tuple[list[Called], tuple[Difference, tuple[object, ...]] | None]:
    """Returns the first call for each value of a parameter, and how the first two differ, or None."""
    found: list[Called] = []
    kind: tuple[Difference, tuple[object, ...]] | None = None
    for each in calls:
        if name in each.key:
            from_others = [differing(other.key[name], each.key[name]) for other in found]
            is_relaxed = each.tracing.is_relaxed and any(one is not None and one[0] is Difference.SHAPE for one in from_others)
            if None not in from_others and not is_relaxed:
                kind = kind or next(iter(from_others), None)
                found.append(each)
    return found, kind


def _of_several(
    calls: list[Called], makings: list[Made], by_function: _Functions, analysis: Analysis
) -> Iterator[tuple[tuple[str, At], Retrace]]:
    """Yields the calls, and the places that make functions, of code that is traced for several of them."""
    for place, here in by_place(calls).items():
        by_code: dict[FunctionKey, dict[_Function, Called]] = {}
        for each in here:
            by_code.setdefault(each.tracing.function.key, {})[each.tracing, each.owner] = each
        every = max(by_code.values(), key=len)
        if len(every) > FEW_OWN:
            of_each = list(every.values())
            yield place, _again(of_each, list(every), by_function, owner=of_each[0].owner, is_new=_are_later(of_each, [one.owner for one in of_each]))
    made: dict[tuple[str, At], list[Made]] = {}
    used = {each.tracing for each in calls}
    for making in makings:
        if making.tracing in used and not _is_of_layer(making, analysis):
            made.setdefault((making.path, making.at), []).append(making)
    for place, several in made.items():
        keys = {each.tracing.function.key for each in several}
        if len(several) > 1 and len(keys) == 1:
            repeats, _ = repeating([each.way for each in several])
            is_in_open = is_open(repeats)
            is_repeated = max(Counter(each.calls for each in several).values()) > FEW_OWN
            functions = [key for key in by_function if key[0] in {each.tracing for each in several}]
            # Other calls of the code around the loop have objects of their own, which one run of the loop shares.
            is_alike, has_objects = compared_own(in_first_run(several, several[0], repeats), bound_in(repeats, several[0], analysis))
            if is_repeated or (is_alike and (is_in_open or len(several) > FEW_OWN)):
                yield place, _again(several, functions, by_function, is_alike=is_alike, has_objects=has_objects)


def _is_of_layer(made: Made, analysis: Analysis) -> bool:
    """Whether the constructor of a Keras layer makes the function, which the model keeps together with the layer: `x = Scaled(3)(x)`."""
    fact = analysis.project.function(made.inside)
    is_constructor = fact is not None and fact.name == "__init__" and bool(fact.owner)
    return fact is not None and is_constructor and analysis.keras_kind(ClassKey(made.inside.path, fact.owner)) == "layer"


def _again(
    several: Sequence[Called | Made], functions: list[_Function], by_function: _Functions,
    *, owner: Value | None = None, is_alike: bool = False, has_objects: bool = False, is_new: bool = False,
) -> Retrace:  # fmt: skip
    is_used_once = all(len(by_function[each]) == 1 for each in functions)
    for_few = all(are_few([call.way for call in by_function[each]]) for each in functions)
    ways = [each.way for each in several]
    repeats, parted = repeating(ways)
    return Retrace(
        None, "", (), len(several), total(repeats, ways, parted), _confidence(repeats, several), repeats, None, owner, is_owned=owner is not None,
        is_reused=not (is_used_once or is_alike), for_few=for_few, has_objects=has_objects, is_new=is_alike or is_new, is_open=is_open(repeats),
    )  # fmt: skip
