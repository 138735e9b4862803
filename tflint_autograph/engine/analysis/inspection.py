"""Runs the rules over the traced functions of a run, in one process or several. Filters nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from tflint_autograph.engine.analysis.cores import processes
from tflint_autograph.engine.analysis.prefilters import prefilter_for
from tflint_autograph.engine.analysis.progress import untold
from tflint_autograph.engine.analysis.run import AnalysisRun
from tflint_autograph.engine.analysis.select import active, ignored_in
from tflint_autograph.engine.analysis.sites import are_called, calls_in, place_of, set_flags, uses_of
from tflint_autograph.engine.results import NOTHING, FunctionResult, ShardResult
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.finding import Finding
from tflint_autograph.model.location import Span
from tflint_autograph.model.trace import Trace
from tflint_autograph.project.tracing.recursion import cycles
from tflint_autograph.rules.catalogue import Known, known
from tflint_autograph.tfapi.keras import READ_BY_STEPS
from tflint_autograph.traced.tree.function_view import FunctionView
from tflint_autograph.traced.tree.states import NOTHING as UNMET
from tflint_autograph.traced.tree.states import StaleRead, States

if TYPE_CHECKING:
    from tflint_autograph.project.callsites.root_calls import RootCalls, Use

NONE: frozenset[FunctionKey] = frozenset()

Circles = Mapping[FunctionKey, frozenset[FunctionKey]]
"""Maps each recursive function to the functions of its cycle."""


def inspect(run: AnalysisRun, found: dict[str, list[Finding]]) -> None:
    """Runs the rules over the traced functions of the files in `found`, and adds their findings."""
    keys = [key for key in sorted(run.program.tracing.traces) if key.path in found]
    rules = active(run.settings, known())
    calls = calls_in(run.program.tracing, run.guard) if any(rule.sites or _asks_runs(rule) for rule in rules) else None
    met = _met(run, calls) if calls is not None and any(map(_asks_runs, rules)) else {}
    for part in _parts(run, keys, rules, met):
        for path, findings in part.found.items():
            found[path] += findings
        run.files.problems.update(part.problems)
        run.bugs.update(part.bugs)
        run.cst_lines += part.lines
    if calls is not None:
        _look_at_calls(run, found, rules, calls, met)


def _asks_runs(rule: Known) -> bool:
    """Whether a rule looks at what runs of eager code show of a function."""
    return "stale_reads" in rule.when


def _parts(run: AnalysisRun, keys: Sequence[FunctionKey], rules: Sequence[Known], met: Mapping[FunctionKey, States]) -> Iterator[ShardResult]:
    """Yields the results of the rules for the functions, from other processes if there is enough work."""
    by_path = {path: tuple(group) for path, group in groupby(keys, lambda key: key.path)}
    weights = {path: sum(_length(run, key) for key in group) for path, group in by_path.items()}
    count = 1 if run.strict else min(processes(run.settings.jobs, sum(weights.values())), len(by_path))
    # Of the whole program: no matter of one function's step, nor of one process.
    circles = cycles(run.program.tracing.edges)

    def look(paths: Iterable[str]) -> ShardResult:
        if count > 1:
            # Several processes have one terminal.
            run.progress = untold
        return _look_into(run, [key for path in paths for key in by_path[path]], rules, circles, met)

    if count <= 1:
        yield look(by_path)
        return
    from tflint_autograph.engine.analysis.forks import spread
    from tflint_autograph.rules.api import load

    load()  # once, and not in each child
    yield from spread(look, weights, count)


def _met(run: AnalysisRun, calls: RootCalls) -> Mapping[FunctionKey, States]:
    """Returns what runs of eager code show of the reads of each function: nothing where each root is a `tf.function` that nothing calls.

    The training step of Keras itself has an entry as well, if code sets what it reads.
    """
    if not are_called(calls, run.program.tracing) and not any(map(run.program.project.setting, READ_BY_STEPS)):
        return {}
    # A run whose traced functions nothing calls needs none of it.
    from tflint_autograph.traced.eager_runs.states import states

    return states(calls)


def _length(run: AnalysisRun, key: FunctionKey) -> int:
    fact = run.program.project.function(key)
    return fact.at.end_line - fact.at.line + 1 if fact is not None else 0


def _look_into(run: AnalysisRun, keys: Sequence[FunctionKey], rules: Sequence[Known], circles: Circles, met: Mapping[FunctionKey, States]) -> ShardResult:
    """Runs those of the rules that may find something over these functions, in this process."""
    found: dict[str, list[Finding]] = {key.path: [] for key in keys}
    lines = 0

    def look(key: FunctionKey, trace: Trace, rules: Sequence[Known]) -> FunctionResult:
        nonlocal lines
        done = _looked(run, key, trace, rules, cycle=circles.get(key, NONE), states=met.get(key, UNMET))
        lines += done.lines
        return done

    by_path = {path: tuple(rule for rule in rules if not ignored_in(run.settings, path, rule)) for path in found}
    for number, key in enumerate(keys):
        run.progress("Looking into functions", number, len(keys))
        fitting = by_path[key.path]

        def work(key: FunctionKey = key, fitting: Sequence[Known] = fitting) -> None:
            trace = run.program.tracing.traces[key]
            given = trace, fitting, circles.get(key, NONE), met.get(key, UNMET)
            done = run.program.analysis.step("rules", key, given, partial(look, key, trace, fitting))
            found[key.path] += done.findings
            run.files.problems.update({problem.span.path: problem for problem in done.problems})

        if not run.guard(key.path, work):
            found[key.path] += _rule_by_rule(run, key, fitting, circles.get(key, NONE), met.get(key, UNMET))
    problems = {path: problem for path, problem in run.files.problems.items() if path in found}
    return ShardResult(found, problems, {path: bug for path, bug in run.bugs.items() if path in found}, lines)


def _rule_by_rule(
    run: AnalysisRun, key: FunctionKey, rules: Sequence[Known], cycle: frozenset[FunctionKey], states: States
) -> list[Finding]:
    """Returns the findings of each rule on its own, after an internal error in one of them, so that the others are not lost."""
    project, trace, found = run.program.project, run.program.tracing.traces[key], list[Finding]()
    fact = project.function(key)
    place = run.files.in_cell(Span.point(key.path, fact.at.line, fact.at.column)) if fact is not None else None
    for rule in rules:

        def work(rule: Known = rule) -> None:
            found.extend(_looked(run, key, trace, (rule,), cycle=cycle, states=states).findings)

        run.guard(key.path, work, place=place, lost=f"`{project.display(key)}` is not checked for {rule.code}")
    return found


def _looked(
    run: AnalysisRun, key: FunctionKey, trace: Trace, rules: Sequence[Known], *, cycle: frozenset[FunctionKey], states: States
) -> FunctionResult:
    """Returns the results of the rules that may find something in the function, judged before it is parsed with libcst."""
    if key not in run.program.analysis.results:
        return NOTHING
    view = FunctionView(run.program.analysis, key, trace)
    view.cycle, view.states = cycle, states
    looking = [rule for rule in rules if rule.looks and prefilter_for(rule)(view)]
    if not looking:
        return NOTHING
    from tflint_autograph.engine.analysis.analyze import analyze
    from tflint_autograph.rules.api import rule_of
    from tflint_autograph.traced.tree.function import TracedFunction

    fn = TracedFunction(run.program.analysis, key, trace)
    fn.cycle, fn.states, fn.before = cycle, states, view
    return analyze(fn, [rule_of(rule) for rule in looking])


def _look_at_calls(
    run: AnalysisRun, found: dict[str, list[Finding]], rules: Sequence[Known], calls: RootCalls, met: Mapping[FunctionKey, States]
) -> None:
    """Runs the rules for calls of traced functions, wherever these are, and for changes of what Keras has traced."""
    from tflint_autograph.engine.analysis.sites import look

    rules = [rule for rule in rules if rule.sites]
    if not rules:
        return
    uses = uses_of(calls, run.program.tracing, found.__contains__)
    # A call that may run one of several functions has one finding: the most certain one, by its place in the list of its file.
    places: dict[tuple[str, Span], int] = {}
    for use in (*uses, *set_flags(met, found.__contains__)):
        path = place_of(use).path
        fitting = [rule for rule in rules if not ignored_in(run.settings, path, rule)]

        def work(use: Use | StaleRead = use, fitting: Sequence[Known] = fitting) -> None:
            from tflint_autograph.rules.api import rule_of

            for finding in look(calls, use, run.program.tracing, [rule_of(rule) for rule in fitting]):
                known = found.get(finding.span.path)
                number = places.get((finding.code, finding.span))
                if known is not None and number is None:
                    places[finding.code, finding.span] = len(known)
                    known.append(finding)
                elif known is not None and number is not None and finding.confidence > known[number].confidence:
                    known[number] = finding

        run.guard(path, work)
