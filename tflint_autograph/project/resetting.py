"""Which attributes of an object plain Python sets again after it was made. Does not say who reads them.

It is sure where the code that sets one is seen to run the object before and after (`driving`). Elsewhere an attribute
may as well be set while a program prepares what it runs later: then confidence is low.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body
from tflint_autograph.model.facts import MODULE, ClassKey, FunctionKey
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.trace import Step
from tflint_autograph.model.values import NOTHING, Value
from tflint_autograph.project.changes import Change, changes, fills_gap, mentions, named
from tflint_autograph.project.driving import given_anew, runs_between
from tflint_autograph.project.flow import Flow, Write
from tflint_autograph.project.walks import calls as calls_in
from tflint_autograph.project.walks import dotted_path, walk

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
    family += analysis.classes.descendants().get(cls, ())
    paths = {member.path for member in family}
    users = tuple(sorted(paths.union(*(importers.get(path, ()) for path in paths))))
    builds = cache(partial(_builds, analysis, family))
    for member in family:
        yield from _by_methods(analysis, member, family, users, name, value, builds)
    for path in users:
        yield from _from_outside(analysis, path, frozenset(family), name)


def _by_methods(
    analysis: Analysis, cls: ClassKey, family: list[ClassKey], users: tuple[str, ...], name: str, value: Value,
    builds: Callable[[str], bool],
) -> Iterator[tuple[Step, Confidence, bool]]:
    for method in analysis.classes.spelled_in(cls).get(name, ()):
        key = FunctionKey(cls.path, analysis.classes.methods_of(cls)[method])
        lowered = analysis.project.lowered(key)
        if lowered is None or not lowered.fact.parameters or key in analysis.flows or name not in lowered.body.attributes:
            continue
        if builds(method):
            continue
        spelled = named(f"{lowered.fact.parameters[0].name}.{name}")
        for change in changes(lowered.body.statements, value, spelled, spelled):
            if not fills_gap(change, spelled):
                again = len(analysis.classes.writers(cls, name)) > 1 or _in_body(analysis, cls, name)
                sure = _sureness(change, again)
                if sure > Confidence.LOW and not any(_called_between(analysis, path, family, method) for path in users):
                    sure = Confidence.LOW
                yield _step(analysis, key, change, name), sure, change.rebinds


def _called_between(analysis: Analysis, path: str, family: list[ClassKey], method: str) -> bool:
    """Whether plain Python of a file calls the method between runs of the same object."""
    for key in _plain(analysis, path, re.compile(rf"\.{re.escape(method)}\("), f".{method}("):
        if _is_own(analysis, key, frozenset(family)):
            continue
        calls = analysis.eager(key).calls.values()
        own = {site.at for site in calls if site.method == method and site.receiver and site.receiver.cls in family}
        for statement in walk(_body(analysis, key).statements) if own else ():
            for call in calls_in(statement):
                thing = dotted_path(call.func).rpartition(".")[0]
                if call.at in own and thing and _runs(analysis, key, thing, statement, None, True, frozenset({method})):
                    return True
    return False


def _runs(
    analysis: Analysis, key: FunctionKey, thing: str, statement: ir.Statement, stored: ir.Expr | None, updates: bool,
    setters: frozenset[str] = frozenset(),
) -> bool:  # fmt: skip
    """Whether the body of `key` runs the object it sets up, before and after."""
    body = _body(analysis, key)
    fact = analysis.project.function(key)
    parameters = frozenset(each.name for each in fact.parameters) if fact is not None else frozenset()
    again = fact is not None and given_anew(body, parameters, thing, stored, updates=updates)
    return runs_between(body, thing, statement, again=again, setters=BUILDERS | setters)


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
        for other in analysis.classes.spelled_in(cls).get(method, ()):
            if other not in found:
                lowered = analysis.project.lowered(FunctionKey(cls.path, analysis.classes.methods_of(cls)[other]))
                if lowered is not None and method in lowered.body.attributes:
                    found.add(other)
    return found


def _body(analysis: Analysis, key: FunctionKey) -> Body:
    """The body of a function, or of the module."""
    lowered = analysis.project.lowered(key)
    module = analysis.project.module(key.path)
    assert module is not None
    return lowered.body if lowered is not None else module.body


def _plain(analysis: Analysis, path: str, pattern: re.Pattern[str], word: str) -> Iterator[FunctionKey]:
    """The bodies of a file that plain Python runs and in whose lines the pattern occurs; the module is always one."""
    module = analysis.project.module(path)
    lines = module.lines_with(pattern, word) if module else []
    if module is None or not lines:
        return
    yield FunctionKey(path, MODULE)
    for fact in module.functions:
        key = FunctionKey(path, fact.qualname)
        touched = any(fact.at.line < line <= fact.at.end_line for line in lines)
        if touched and fact.name not in BUILDERS and key not in analysis.flows:
            yield key


def _from_outside(
    analysis: Analysis, path: str, family: frozenset[ClassKey], name: str
) -> Iterator[tuple[Step, Confidence, bool]]:
    """Code that sets the attribute of an instance it holds: `model.scale = 2.0`."""
    pattern = re.compile(rf"\.{re.escape(name)}\s*(?:[-+*/%@&|^]|//|\*\*|>>|<<)?=(?!=)")
    for key in _plain(analysis, path, pattern, f".{name}"):
        flow = analysis.eager(key)
        for write in flow.writes.values():
            if write.name == name and write.receiver is not None and write.receiver.cls in family:
                if _is_own(analysis, key, family) or (key.qualname == MODULE and not _runs_before(flow, write)):
                    continue
                place = "here" if key.qualname == MODULE else f"in `{analysis.project.display(key).rpartition('.')[2]}`"
                step = Step(analysis.project.span(path, write.at), f"`{name}` is set {place}")
                yield step, _written_sureness(analysis, key, write), True


def _written_sureness(analysis: Analysis, key: FunctionKey, write: Write) -> Confidence:
    """Medium at least where the body that sets the attribute runs the object before and after; low elsewhere."""
    for statement in walk(_body(analysis, key).statements):
        targets = statement.targets if isinstance(statement, ir.Assign) else ()
        targets = (statement.target,) if isinstance(statement, ir.Augment) else targets
        for target in targets if statement.ordinal == write.index else ():
            path = dotted_path(target)
            thing, _, last = path.rpartition(".")
            stored = getattr(statement, "value", None)
            updates = write.augmented or mentions(stored, named(path))
            if thing and last == write.name and _runs(analysis, key, thing, statement, stored, updates):
                return Confidence.HIGH if updates or write.value.const is NOTHING else Confidence.MEDIUM
    return Confidence.LOW


def _is_own(analysis: Analysis, key: FunctionKey, family: frozenset[ClassKey]) -> bool:
    """Whether this is a method of the class, whose own attribute is looked at elsewhere."""
    fact = analysis.project.function(key)
    return fact is not None and ClassKey(key.path, fact.owner) in family


def _runs_before(flow: Flow, write: Write) -> bool:
    """Whether the module has called something of the project before it sets the attribute."""
    return any(site.index < write.index and (site.func.targets or site.func.cls) for site in flow.calls.values())
