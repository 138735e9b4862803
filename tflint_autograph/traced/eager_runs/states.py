"""What traced functions read although eager code changes it between the calls of one trace, as a run of the eager code shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.single import named_again
from tflint_autograph.project.bodies.walks import walk
from tflint_autograph.project.callsites.root_calls import RootCalls
from tflint_autograph.tfapi import effects
from tflint_autograph.traced.eager_runs.recording import Comparison, Stale
from tflint_autograph.traced.eager_runs.retraces import met
from tflint_autograph.traced.eager_runs.snapshots import Place
from tflint_autograph.traced.eager_runs.trainable import FLAG
from tflint_autograph.traced.tree.states import BY_KERAS, NOTHING, Held, Late, Needed, StaleRead, States


def states(calls: RootCalls) -> Mapping[FunctionKey, States]:
    """Returns what runs of eager code show by function, where they call a trace again after something has changed, or use its result."""
    analysis, found = calls.analysis, met(calls)
    needed: dict[FunctionKey, list[Needed]] = {}
    for (key, place, need), (path, at) in found.needs.items():
        needed.setdefault(key, []).append(Needed(place, need, analysis.span(path, at)))
    files = tuple((str(name), analysis.span(path, at)) for name, (path, at) in found.files.items())
    reading = {key for key, flow in analysis.results.items() if files and any(_reads_file(site.func.name) for site in flow.calls.values())}
    shown = _compared(analysis, found.comparison)
    return {
        key: replace(shown.get(key, NOTHING), needed=tuple(needed.get(key, ())), files=files if key in reading else ())
        for key in sorted(shown.keys() | needed.keys() | reading)
    }


def _reads_file(name: str) -> bool:
    return effects.folds(name) or effects.reads_data(name) or effects.opens(name)


def _compared(analysis: Analysis, found: Comparison) -> dict[FunctionKey, States]:
    """Returns what the calls of traces show by function."""
    stale: dict[FunctionKey, list[StaleRead]] = {}
    for place, each in found.stale.items():
        stale.setdefault(place.key, []).append(_read(analysis, place, each))
    steady: dict[FunctionKey, set[str]] = {}
    for place in found.seen if not found.is_partial else ():
        steady.setdefault(place.key, set()).add(place.spelled)
    for place in (*found.unknown, *found.stale):
        steady.get(place.key, set()).discard(place.spelled)
    late: dict[FunctionKey, list[tuple[int, Late]]] = {}
    for (key, ordinal), each_late in sorted(found.created_late.items()):
        late.setdefault(key, []).append((ordinal, each_late))
    leaks: dict[FunctionKey, list[tuple[int, bool]]] = {}
    for (key, at), is_sure in found.leaks.items():
        leaks.setdefault(key, []).extend((each.ordinal, is_sure) for each in walk(analysis.project.body(key).statements) if each.at == at)
    written = frozenset(found.written_at)
    return {
        key: States(
            _first(stale.get(key, [])), frozenset(steady.get(key, ())), written if steady.get(key) else frozenset(), tuple(late.get(key, ())),
            leaks=tuple(leaks.get(key, ())),
        )
        for key in sorted(stale.keys() | steady.keys() | late.keys() | leaks.keys())
    }


def _read(analysis: Analysis, place: Place, stale: Stale) -> StaleRead:
    held = Held.ENVIRONMENT if stale.is_environment else Held.ATTRIBUTE if stale.is_attribute else Held.NAME
    if stale.name == FLAG and place.spelled.rpartition(".")[2] != FLAG:
        held = Held.FLAGS
    changed = analysis.project.span(stale.written.key.path, stale.written.at)
    if place.key == BY_KERAS:
        return StaleRead(0, place.spelled, held, stale.name, changed, stale.written.key, stale.is_sure)
    body = analysis.project.body(place.key)
    aliases = {alias for alias, spelled in body.dotted if spelled == place.spelled}
    naming = (each.ordinal for each in walk(body.statements) if aliases and named_again(each, body) in aliases)
    return StaleRead(next(naming, place.ordinal), place.spelled, held, stale.name, changed, stale.written.key, stale.is_sure)


def _first(found: list[StaleRead]) -> tuple[StaleRead, ...]:
    """Returns the first read of each spelling, the surest of a statement."""
    known: dict[str, StaleRead] = {}
    for each in sorted(found, key=lambda each: each.ordinal):
        known.setdefault(each.spelled, each)
    return tuple(known.values())
