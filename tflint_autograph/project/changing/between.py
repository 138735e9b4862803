"""Whether plain Python runs an object before it calls a method of it, and after. Does not say what the method does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.facts import MODULE, ClassKey, FunctionKey
from tflint_autograph.model.values import Origin
from tflint_autograph.project.bodies.storing import body_of
from tflint_autograph.project.bodies.walks import calls as calls_in
from tflint_autograph.project.bodies.walks import dotted_path, walk
from tflint_autograph.project.changing.driving import given_anew, made_at, runs_between
from tflint_autograph.project.index.texts import below, called_paths, lines_of

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis

BUILDERS = frozenset(
    {"__init__", "__new__", "__post_init__", "__setstate__", "build", "setup", "setUp", "compile", "from_config",
     "set_weights", "load_weights", "__enter__", "__exit__"}
)  # fmt: skip
"""Methods that run before anything is traced, or that put back on the way out what they set on the way in."""


def called_between(analysis: Analysis, path: str, family: frozenset[ClassKey], method: str) -> bool:
    """Whether plain Python of a file calls the method between runs of the same object."""
    module = analysis.project.module(path)
    lines = lines_of(module.text, f".{method}(") if module is not None else ()
    for key in _plain_bodies(analysis, path, lines):
        if is_own(analysis, key, family) or not _may_run(analysis, key, method) or method not in body_of(analysis, key).attributes:
            continue
        between = dict(_between_runs(analysis, key, method))
        # Last, as the whole body and all it calls are run through for it.
        for site in analysis.eager(key).calls.values() if between else ():
            held = site.receiver if site.at in between and site.method == method else None
            if held is not None and held.cls in family and (between[site.at] or held.origin is not Origin.FRESH):
                return True
    return False


def _may_run(analysis: Analysis, key: FunctionKey, method: str) -> bool:
    """Whether a body calls the method, and something else, of a thing it names, as its text looks; True for a module."""
    module, fact = analysis.project.module(key.path), analysis.project.function(key)
    if module is None or fact is None:
        return True
    called = called_paths(module.passage(fact.at))
    things = {path.removesuffix(f".{method}") for path in called if path.endswith(f".{method}")}
    return any(path in things or path.rpartition(".")[0] in things for path in called if not path.endswith(f".{method}"))


def _between_runs(analysis: Analysis, key: FunctionKey, method: str) -> Iterator[tuple[ir.At, bool]]:
    """The calls of the method in a body that runs the same thing before and after, and whether so if the body makes it, too."""
    for statement in walk(body_of(analysis, key).statements):
        for call in calls_in(statement):
            thing, _, name = dotted_path(call.func).rpartition(".")
            if name == method and thing and runs(analysis, key, thing, statement, None, True, frozenset({method})):
                yield call.at, runs(analysis, key, thing, statement, None, True, frozenset({method}), is_made=True)


def runs(
    analysis: Analysis, key: FunctionKey, thing: str, statement: ir.Statement, stored: ir.Expr | None, updates: bool,
    setters: frozenset[str] = frozenset(), *, is_made: bool = False,
) -> bool:  # fmt: skip
    """Whether the body of `key` runs the object it sets up, before and after; `is_made` says that it makes it, too."""
    body = body_of(analysis, key)
    fact = analysis.project.function(key)
    parameters = frozenset(each.name for each in fact.parameters) if fact is not None else frozenset()
    again = fact is not None and given_anew(body, parameters, thing, stored, updates=updates)
    since = made_at(body, thing, statement) if is_made else -1
    return runs_between(body, thing, statement, again=again, setters=BUILDERS | setters, since=since)


def _plain_bodies(analysis: Analysis, path: str, lines: Sequence[int]) -> Iterator[FunctionKey]:
    """The bodies of a file that plain Python runs and that hold one of the ascending lines; the module is always one."""
    module = analysis.project.module(path)
    if module is None or not lines:
        return
    yield FunctionKey(path, MODULE)
    for fact in module.functions:
        key = FunctionKey(path, fact.qualname)
        if below(fact.at, lines) and is_plain(analysis, key):
            yield key


def is_plain(analysis: Analysis, key: FunctionKey) -> bool:
    """Whether plain Python runs the body, and not while it makes an object."""
    fact = analysis.project.function(key)
    return fact is None or (fact.name not in BUILDERS and key not in analysis.flows)


def is_own(analysis: Analysis, key: FunctionKey, family: frozenset[ClassKey]) -> bool:
    """Whether this is a method of the class, whose own attribute is looked at elsewhere."""
    fact = analysis.project.function(key)
    return fact is not None and ClassKey(key.path, fact.owner) in family
