"""Runs the entries of eager code: modules, and functions that code outside the project calls, with arguments that are not known."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice

from tflint_autograph.facts.scan import innermost
from tflint_autograph.model.facts import MODULE, ClassKey, FunctionFact, FunctionKey
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.mentions import ATTRIBUTE
from tflint_autograph.model.paths import is_test
from tflint_autograph.model.reachable import reachable
from tflint_autograph.model.values import UNKNOWN, Kind, Origin
from tflint_autograph.model.values import Value as Known
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.decorators import stands_behind_foreign
from tflint_autograph.project.bodies.usage_inference import counts
from tflint_autograph.project.callsites.root_calls import RootCalls
from tflint_autograph.project.index.classes import is_constructor
from tflint_autograph.project.index.project import SourceProject
from tflint_autograph.project.index.scopes import enclosing
from tflint_autograph.project.mutation.entry_points import called_from_outside
from tflint_autograph.project.mutation.keras_runs import runs_by_keras, sets_for_steps
from tflint_autograph.project.points_to.receivers import CALLBACKS
from tflint_autograph.traced.eager_runs.calling import Run
from tflint_autograph.traced.eager_runs.core import ROUNDS, Spent, Step
from tflint_autograph.traced.eager_runs.values import (
    OPAQUE,
    Class,
    Frame,
    Function,
    Given,
    Instance,
    Opaque,
    Scalar,
    Value,
)
from tflint_autograph.traced.escape.guards import is_builder

_NUMBERS = ("builtins.int", "builtins.float", "builtins.complex")

_PROPERTIES = frozenset({"builtins.property", "functools.cached_property"})

_DEEPEST = 3
"""Maximum depth of objects that constructors get."""

_UPWARDS = 4
"""Maximum number of callers between an entry and the caller of a traced function."""


Entry = tuple[str, FunctionKey | None]
"""A file whose module is run, and the function of it that code outside the project calls, if any."""


def program_of(analysis: Analysis, path: str) -> str:
    """Returns the file if it is a program of its own, since nothing imports it; empty for a test, and for a part of any program."""
    return "" if is_test(path) or analysis.importing.importers().get(path) else path


def programs_of(analysis: Analysis, key: FunctionKey) -> set[str]:
    """Returns the programs that run a function, directly or through others, as files; an empty text if any program may."""

    def above(each: FunctionKey) -> list[FunctionKey]:
        is_inner = not program_of(analysis, each.path) and each.qualname != MODULE
        return [call.caller for call in analysis.call_sites.of(each)] if is_inner else []

    return {program_of(analysis, each.path) for each in reachable([key], above) if not above(each)}


def entries(calls: RootCalls) -> Iterator[tuple[Entry, Run]]:
    """Runs each entry that may lead to a call of a traced function, and yields it with the run."""
    callers = _callers(calls)
    run = Run(calls.analysis)
    for path in _modules(calls, callers) if callers else ():
        enter(run, (path, None), calls)
        yield (path, None), run
    for key in sorted(_tops(calls, callers)):
        if key not in run.visited:
            enter(run, (key.path, key), calls)
            yield (key.path, key), run


def enter(run: Run, entry: Entry, calls: RootCalls) -> None:
    """Runs an entry."""
    run.begin()
    calls.guard(entry[0], partial(_entered, run, *entry))
    run.end(is_module=entry[1] is None)


def _entered(run: Run, path: str, key: FunctionKey | None) -> None:
    try:
        if key is None:
            run.module(path)
        else:
            _called_from_outside(run, key)
    except (Spent, RecursionError):
        run.is_cut = True


def _callers(calls: RootCalls) -> set[FunctionKey]:
    """Returns the eager functions and modules that call, make or trace functions, or have Keras run them."""
    found = {use.caller.key for use in calls.uses if not use.caller.traced}
    for key in sorted(calls.analysis.roots):
        found |= {scope for scope, _ in runs_by_keras(calls.analysis, key)}
    for span in calls.places:
        module = calls.analysis.project.module(span.path)
        if module is not None:
            found |= {FunctionKey(span.path, qualname) for qualname in innermost(module.functions, [span.start.line])}
    found.update(sets_for_steps(calls.analysis))
    return {key for key in found if key not in calls.analysis.results}


def _modules(calls: RootCalls, callers: set[FunctionKey]) -> list[str]:
    """Returns the files whose module-level code may lead to the callers: theirs, and those that mention their names."""
    project = calls.analysis.project
    paths = {key.path for key in callers}
    names = {part for key in callers for part in _spelled(project, key)}
    if names:
        paths |= {module.path for module in project.mentioning(frozenset(names))}
    return sorted(paths)


def _spelled(project: SourceProject, key: FunctionKey) -> Iterator[str]:
    """Yields the names that code which calls a function mentions: not that of a method that calls of the object run."""
    *around, name = key.qualname.split(".")
    yield from (part for part in around if part != "<locals>")
    if name != MODULE and (project.owner(key) is None or name not in ("__init__", "__call__", "call")):
        yield name


def _tops(calls: RootCalls, callers: set[FunctionKey]) -> set[FunctionKey]:
    """Returns the functions that lead to the callers and that nothing else leads to."""
    found: set[FunctionKey] = set()
    waiting, seen = [(key, 0) for key in callers], set(callers)
    while waiting:
        key, height = waiting.pop()
        if key.qualname == MODULE:
            continue
        above = set(_above(calls, key)) if height < _UPWARDS else set()
        if not above:
            found.add(key)
        waiting += [(each, height + 1) for each in above - seen]
        seen |= above
    return found


def _above(calls: RootCalls, key: FunctionKey) -> list[FunctionKey]:
    """Returns the eager functions that call a function, may read the property that it is, or, if none is seen to, are around it."""
    found = [outer.key for outer, _, _ in calls.calls_of(key) if outer.key.qualname != MODULE and not outer.traced]
    project = calls.analysis.project
    fact = project.function(key) if _PROPERTIES & calls.analysis.decorator_names(key) else None
    owner = project.owner(key)
    if owner is not None and calls.analysis.keras_kind(owner) == "callback":
        # Keras calls it while it runs a model.
        found += project.all_mentioning(frozenset({CALLBACKS}), tests=False)
    readers = project.all_mentioning(frozenset({fact.name}), ATTRIBUTE, tests=False) if fact is not None else ()
    found += [each for each in readers if each not in (key, FunctionKey(each.path, MODULE))]
    # What calls a function that is passed on is not known, but what passes it on.
    return [each for each in found or islice(enclosing(project, key), 1) if each not in calls.analysis.results]


def _called_from_outside(run: Run, key: FunctionKey) -> None:
    """Calls a function with arguments that are not known, and again if it met something and code outside may call it repeatedly."""
    fact = run.analysis.project.function(key)
    if fact is None or fact.parent or fact.is_lambda:
        return
    frame = run.module(key.path)
    owner = run.analysis.project.owner(key)
    func: Value = frame.names.get(fact.name, OPAQUE)
    if owner is not None:
        cls = _made_class(run, owner, key)
        made = Class(cls, run.module(cls.path))
        # Each call of a constructor makes another object.
        func = made if is_constructor(key) else run.attribute(_unknown_object(run, made, frame), fact.name, frame)
    if not isinstance(func, Function | Class):
        return
    sure = _repeatedly(run, key)
    for number in range(ROUNDS):
        run.way.append(Step(key.path, fact.header, number, is_loop=True, by_others=sure, name=fact.name))
        run.call(func, _unknown(run, key, fact, number), frame, fact.header)
        run.way.pop()
        if sure is None or not (run.calls or run.makings):
            return


def _made_class(run: Run, owner: ClassKey, key: FunctionKey) -> ClassKey:
    """Returns the first subclass that has a method from a class, since its constructor sets what the method reads, or the class itself."""
    classes, name = run.analysis.classes, key.qualname.rpartition(".")[2]
    return next((each for each in classes.subclasses(owner) if classes.method(each, name) == key), owner)


def _repeatedly(run: Run, key: FunctionKey) -> Confidence | None:
    """Returns the confidence that code outside the project calls a function repeatedly, or None."""
    if is_builder(run.analysis, key) or stands_behind_foreign(run.analysis, key):
        return None
    return called_from_outside(run.analysis, key)


def _unknown_object(run: Run, cls: Class, frame: Frame) -> Value:
    """Returns an object whose constructor got arguments that are not known."""
    method = run.analysis.classes.method(cls.key, "__init__")
    fact = run.analysis.project.function(method) if method is not None else None
    if method is None or fact is None:
        return Instance(cls.key, frame)
    return run.call(cls, _unknown(run, method, fact, 0), frame, fact.header)


def _unknown(run: Run, key: FunctionKey, fact: FunctionFact, number: int) -> Given:
    """Returns arguments that are not known, for the parameters that need one: others for each number of a call."""
    needed = [each for each in fact.parameters[bool(fact.owner) :] if each.default is None and each.kind in ("positional", "keyword")]
    known = {**run.analysis.parameters(key, Origin.UNKNOWN), **run.analysis.visible_arguments.given(key)} if needed else {}
    return [], {each.name: _argument(run, known.get(each.name, UNKNOWN), key, each.name, number) for each in needed}


def _argument(run: Run, value: Known, key: FunctionKey, name: str, number: int) -> Value:
    """Returns an unknown argument: an object, or a number, where its annotation, the use or the calls say that it is one."""
    token = (key, name, number)
    if value.cls is not None and run.depth < _DEEPEST:
        frame = run.module(value.cls.path)
        run.depth += 1
        made = _unknown_object(run, Class(value.cls, frame), frame)
        run.depth -= 1
        return made
    if value.kind is Kind.PYTHON and value.type in _NUMBERS:
        return Scalar(value.type.rpartition(".")[2], token)
    is_count = value.kind is Kind.UNKNOWN and counts(run.analysis.project.body(key), name)
    return Scalar("int", token) if is_count else Opaque(token)
