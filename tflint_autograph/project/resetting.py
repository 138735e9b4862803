"""Which attributes of an object plain Python sets again after it was made. Does not say who reads them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.facts import MODULE, ClassKey, FunctionKey
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.trace import Step
from tflint_autograph.model.values import NOTHING, Value
from tflint_autograph.project.changes import Change, Spelled, changes, fills_gap
from tflint_autograph.project.flow import Flow, Write

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis

BUILDERS = frozenset(
    {"__init__", "__new__", "__post_init__", "__setstate__", "build", "setup", "setUp", "compile", "from_config",
     "set_weights", "load_weights", "__enter__", "__exit__"}
)  # fmt: skip
"""Methods that run before anything is traced, or that put back on the way out what they set on the way in."""


def resets(
    analysis: Analysis, cls: ClassKey, name: str, value: Value, importers: Mapping[str, tuple[str, ...]]
) -> Iterator[tuple[Step, Confidence, bool]]:
    """The places that set an attribute of the class again: a place, how sure it is, whether it is set or changed in place.

    `importers` names, by file, the files that import it.
    """
    family = [base for base in analysis.classes.mro(cls) if isinstance(base, ClassKey)]
    family += analysis.classes.descendants.get(cls, ())
    for member in family:
        yield from _by_methods(analysis, member, family, name, value)
    paths = {member.path for member in family}
    for path in sorted(paths.union(*(importers.get(path, ()) for path in paths))):
        yield from _from_outside(analysis, path, frozenset(family), name)


def _by_methods(
    analysis: Analysis, cls: ClassKey, family: list[ClassKey], name: str, value: Value
) -> Iterator[tuple[Step, Confidence, bool]]:
    fact = analysis.project.cls(cls)
    for method, qualname in fact.methods if fact else ():
        key = FunctionKey(cls.path, qualname)
        lowered = analysis.project.lowered(key)
        if lowered is None or not lowered.fact.parameters or key in analysis.flows or name not in lowered.body.attributes:
            continue
        if _builds(analysis, family, method):
            continue
        spelled = Spelled(frozenset({f"{lowered.fact.parameters[0].name}.{name}"}))
        for change in changes(lowered.body.statements, value, spelled, spelled):
            if not fills_gap(change, spelled):
                again = len(analysis.classes.writers(cls, name)) > 1 or _in_body(analysis, cls, name)
                yield _step(analysis, key, change, name), _sureness(change, again), change.rebinds


def _sureness(change: Change, again: bool) -> Confidence:
    """How sure it is that traced code has read the attribute before; `again` says that something else sets it, too."""
    if change.updates or change.loops:
        return Confidence.HIGH
    if change.rebinds and (not again or isinstance(change.stored, ir.Constant)):
        # The one place that sets it, or a switch that is thrown for good.
        return Confidence.LOW
    return Confidence.MEDIUM


def _in_body(analysis: Analysis, cls: ClassKey, name: str) -> bool:
    return analysis.classes.attribute_expressions(cls, name) is not None


def _step(analysis: Analysis, key: FunctionKey, change: Change, name: str) -> Step:
    word = "set" if change.rebinds else "changed"
    where = analysis.project.display(key).rpartition(".")[2]
    return Step(analysis.project.span(key.path, change.at), f"`{name}` is {word} in `{where}`")


def _builds(analysis: Analysis, family: list[ClassKey], method: str) -> bool:
    """Whether the method is a builder, or is used by builders of the classes only, straight or through such methods."""
    if method in BUILDERS:
        return True
    waiting, seen = [method], {method}
    while waiting:
        users = _users(analysis, family, waiting.pop()) - seen
        waiting += sorted(users - BUILDERS)
        seen |= users
    return bool(seen & BUILDERS) and all(each in BUILDERS or each.startswith("_") for each in seen)


def _users(analysis: Analysis, family: list[ClassKey], method: str) -> set[str]:
    """The methods of the classes in which the name of a method occurs."""
    found = set()
    for cls in family:
        fact = analysis.project.cls(cls)
        for other, qualname in fact.methods if fact else ():
            lowered = analysis.project.lowered(FunctionKey(cls.path, qualname))
            if lowered is not None and method in lowered.body.attributes:
                found.add(other)
    return found


def _from_outside(
    analysis: Analysis, path: str, family: frozenset[ClassKey], name: str
) -> Iterator[tuple[Step, Confidence, bool]]:
    """Code that sets the attribute of an instance it holds: `model.scale = 2.0`."""
    module = analysis.project.module(path)
    pattern = re.compile(rf"\.{re.escape(name)}\s*(?:[-+*/%@&|^]|//|\*\*|>>|<<)?=(?!=)")
    lines = [number for number, line in enumerate(module.lines, 1) if name in line and pattern.search(line)] if module else []
    if module is None or not lines:
        return
    keys = [
        FunctionKey(path, fact.qualname)
        for fact in module.functions
        if fact.name not in BUILDERS and any(fact.at.line < line <= fact.at.end_line for line in lines)
    ]
    for key in (FunctionKey(path, MODULE), *keys):
        if key in analysis.flows:
            continue
        flow = analysis.eager(key)
        for write in flow.writes.values():
            if write.name == name and write.receiver is not None and write.receiver.cls in family:
                if _is_own(analysis, key, family) or (key.qualname == MODULE and not _runs_before(flow, write)):
                    continue
                place = "here" if key.qualname == MODULE else f"in `{analysis.project.display(key).rpartition('.')[2]}`"
                step = Step(analysis.project.span(path, write.at), f"`{name}` is set {place}")
                sure = Confidence.HIGH if write.augmented or write.value.const is NOTHING else Confidence.MEDIUM
                yield step, sure, True


def _is_own(analysis: Analysis, key: FunctionKey, family: frozenset[ClassKey]) -> bool:
    """Whether this is a method of the class, whose own attribute is looked at elsewhere."""
    fact = analysis.project.function(key)
    return fact is not None and ClassKey(key.path, fact.owner) in family


def _runs_before(flow: Flow, write: Write) -> bool:
    """Whether the module has called something of the project before it sets the attribute."""
    return any(site.index < write.index and (site.func.targets or site.func.cls) for site in flow.calls.values())
