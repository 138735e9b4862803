"""Estimates the confidence that traced code has read a name before eager code changes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body
from tflint_autograph.model.facts import MODULE, FunctionFact, FunctionKey
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.record import record
from tflint_autograph.model.trace import Step
from tflint_autograph.project.bodies.alternatives import is_main
from tflint_autograph.project.bodies.changes import InPlaceChange
from tflint_autograph.project.bodies.liveness import flat
from tflint_autograph.project.bodies.walks import calls as made_calls
from tflint_autograph.project.bodies.walks import catches, descendants, dotted_path, last_ordinal, targets, walk
from tflint_autograph.tfapi import effects
from tflint_autograph.tfapi.names import canonical

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis


def between(analysis: Analysis, scope: FunctionKey, change: InPlaceChange, reader: FunctionFact) -> Confidence | None:
    """Returns the confidence that the scope runs the reader before a change and again after it, or None if it does not.

    It is low where the scope runs other functions on both sides of a change that is in no loop, which may run the reader or not.
    """
    loops = [loop for loop in change.loops if loop.at.begins_after(reader.at)]
    sites = [site for site in analysis.eager_calls(scope).calls.values() if site.at.begins_after(reader.at)]
    own = FunctionKey(scope.path, reader.qualname)
    here = change.statement.ordinal
    around = range(loops[0].ordinal, last_ordinal(loops[0]) + 1) if loops else None
    found = {run.ordinal: run for run in analysis.name_writes.runs.of_traced(own).get(scope, ())}
    every = {site.index for site in sites if site.index in found}
    # Runs of the trace that reads the name before the change.
    direct = {each for each in every if found[each].renewed.isdisjoint(around or range(min(here, each), max(here, each)))}
    # What the scope runs once the name means another function runs that one.
    sites = [] if reader.is_superseded else sites
    running = {site.index for site in sites if site.func.callees or site.func.cls or site.func.type == "function"}
    if around is not None:
        if every.intersection(around):
            # Where the scope runs the reader, what else it runs has no part in this.
            return Confidence.HIGH if direct.intersection(around) else None
        return Confidence.MEDIUM if running.intersection(around) else None
    if not change.at.begins_after(reader.at) or any((isinstance(each, ir.If) and not is_main(each)) or catches(each) for each in change.around):
        return None
    for calls, confidence in ((direct, Confidence.HIGH), (running, Confidence.LOW)):
        if min(calls, default=here) < here < max(calls, default=here):
            return confidence
    return None


def meanwhile(analysis: Analysis, key: FunctionKey, change: InPlaceChange) -> Confidence | None:
    """Returns the confidence that a function that runs once, such as `main`, runs traced code between iterations of a change, or None.

    For a method it is unknown whether each iteration uses a new object with its own trace.
    """
    if not change.loops:
        return None
    loop = change.loops[0]
    # The constant is set from the first iteration on, if nothing runs before it.
    inside = range(loop.ordinal, change.statement.ordinal if change.is_fixed else last_ordinal(loop) + 1)
    targets = {target.key for site in analysis.eager_calls(key).calls.values() if site.index in inside for target in site.func.callees}
    facts = (analysis.project.function(each) for each in targets if each in analysis.roots)
    if any(fact is not None and not fact.owner and not fact.parent for fact in facts):
        return Confidence.MEDIUM
    return Confidence.LOW if targets else None


def judged(analysis: Analysis, key: FunctionKey, body: Body, change: InPlaceChange) -> Confidence:
    """Returns the confidence that a change happens between calls of traced code, judged by the function that makes it.

    A function that sets a name to a constant sets it permanently, however often it is called. A constructor runs before the methods of its
    object, which start the traces. Of one that the program calls by its name, as text, it is not seen when that is.
    """
    if _is_called_by_name(analysis, key):
        return Confidence.LOW
    if change.updates or (change.loops and not _fills(change)):
        return Confidence.HIGH
    fact = analysis.project.function(key)
    if fact is not None and fact.owner and fact.name == "__init__":
        return Confidence.LOW
    fixed = isinstance(change.key, ir.Constant) or change.key is None
    parameter = isinstance(change.stored, ir.Name) and change.stored.id in body.bound
    if not change.rebinds and (not fixed or (parameter and change.key is None)):
        # A registry or a cache: entries are added, none is replaced.
        return Confidence.LOW
    if not change.rebinds:
        return Confidence.MEDIUM
    latch = isinstance(change.stored, ir.Constant)
    return Confidence.MEDIUM if _goes_on(analysis, key, body, change) and not latch else Confidence.LOW


def _is_called_by_name(analysis: Analysis, key: FunctionKey) -> bool:
    """Whether nothing is seen to call a function, in a file whose top runs what a text names: `eval(f"load_{name}()")`."""
    top = analysis.project.body(FunctionKey(key.path, MODULE))
    return not _RUNS_TEXT.isdisjoint(top.names) and not analysis.call_sites.of(key)


_RUNS_TEXT = frozenset({"eval", "exec", "globals"})
"""Built-ins by which a program runs, or finds, what a text names."""


def _fills(change: InPlaceChange) -> bool:
    """Whether a loop adds an item to a dict for each of its elements, as code does that fills a table: each iteration sets another one."""
    loop, key = change.loops[-1], change.key
    if not change.adds or key is None or len(change.loops) > 1 or not isinstance(loop, ir.For):
        return False
    if isinstance(key, ir.Constant) or not {part for part in descendants(key) if isinstance(part, ir.Name)} <= {*flat((loop.target,))}:
        return False
    tables = [target.value for target in targets(change.statement) if isinstance(target, ir.Subscript)]
    return not any(part in tables for part in descendants(change.stored))


def _goes_on(analysis: Analysis, key: FunctionKey, body: Body, change: InPlaceChange) -> bool:
    """Whether the function calls something after the change, other than to say what it did. If not, it only sets the name up."""
    later = (statement for statement in walk(body.statements) if statement.ordinal > change.statement.ordinal)
    return any(not _is_output(analysis, key.path, call) for statement in later for call in made_calls(statement))


def _is_output(analysis: Analysis, path: str, call: ir.Call) -> bool:
    """Whether a call prints or logs: `print`, or a function of a module of logging under the name that the file imports."""
    name, dot, rest = dotted_path(call.func).partition(".")
    binding = analysis.names.binding(path, name)
    imported = [dotted for each in binding if isinstance(each, ir.Import) for bound, dotted in each.names if bound == name]
    if len(imported) != len(binding):
        return False
    names = [f"{each}{dot}{rest}" for each in imported] or [f"builtins.{name}"]
    return all(effects.prints(canonical(each)) or effects.logs(canonical(each)) for each in names)


@record
class NameWrite:
    """A place that changes a name, the text for a message, and the confidence that traced code read the name before.

    `rebinds`: False if the object is changed in place. `is_around`: eager code is seen to run the reader before and after. `is_met`: a run of
    the eager code shows both values.
    """

    step: Step
    confidence: Confidence
    rebinds: bool
    is_around: bool = False
    by_others: bool = False
    is_met: bool = False

    def sureness(self, is_known: bool) -> Confidence:
        """Returns the confidence of a finding.

        An unknown value (`is_known` False) may keep its state in variables, so a change in place is less certain.
        """
        if is_known:
            return self.confidence
        return min(self.confidence, Confidence.MEDIUM if self.is_around and self.rebinds else Confidence.LOW)


def surest(found: tuple[NameWrite | None, ...]) -> NameWrite | None:
    """Returns the change with the highest confidence, the first by place, or None."""
    known = [each for each in found if each is not None]
    return min(known, key=lambda each: (-each.confidence.rank, not each.is_around, each.step.span.sort_key()), default=None)
