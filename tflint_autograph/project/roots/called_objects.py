"""Finds calls of objects with a `__call__` method: `Wrapper()(f)`, `jit(f)` where `jit = Wrapper()`."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.model.values import Callee, Value, each_of
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.roots.roots import callables
from tflint_autograph.project.values.body_result import CallSite

_ROUNDS = 3
"""Maximum depth to which names of objects are followed, through their creators, the importers of those names, and so on."""

_CALL = "__call__"


def calls_of_objects(analysis: Analysis, keys: Collection[FunctionKey]) -> Iterator[tuple[FunctionKey, CallSite, Callee]]:
    """Yields the calls in eager code that run one of these `__call__` methods; the caller comes first.

    Only functions that mention the class, or a name of an object of it, are searched.
    """
    owners = [(key, ClassKey(key.path, key.qualname.rpartition(".")[0])) for key in keys if key.qualname.endswith(f".{_CALL}")]
    family = {cls for key, owner in owners for cls in _running(analysis, owner, key)}
    words, known = {cls.qualname.rpartition(".")[2] for cls in family}, set[str]()
    seen: set[FunctionKey] = set()
    for _ in range(_ROUNDS):
        new = frozenset(words - known)
        known |= new
        for caller in [*analysis.project.all_mentioning(new)]:
            if caller in seen or caller in keys:
                continue
            seen.add(caller)
            words.update(_names(analysis, caller, family))
            yield from _called(analysis, caller, keys)


def _running(analysis: Analysis, owner: ClassKey, key: FunctionKey) -> Iterator[ClassKey]:
    """Yields a class and those of its subclasses whose instances run the method when called."""
    for cls in (owner, *analysis.classes.subclasses(owner)):
        if analysis.classes.method(cls, _CALL) == key:
            yield cls


def _names(analysis: Analysis, key: FunctionKey, family: Collection[ClassKey]) -> Iterator[str]:
    """Yields the names that a function or module gives to objects of the classes, and its own if it returns one."""
    flow = analysis.eager_calls(key)
    yield from (name for name, value in flow.bindings.items() if _is_one(value, family))
    yield from (write.name for write in flow.writes.values() if _is_one(write.value, family))
    fact = analysis.project.function(key) if flow.result is not None and _is_one(flow.result, family) else None
    if fact is not None and not fact.is_lambda:
        yield fact.name


def _is_one(value: Value, family: Collection[ClassKey]) -> bool:
    return any(one.cls in family for one in (each_of(value) if value.possible_classes else (value,)))


def _called(analysis: Analysis, caller: FunctionKey, keys: Collection[FunctionKey]) -> Iterator[tuple[FunctionKey, CallSite, Callee]]:
    for key, flow in analysis.eager_functions.flows(caller):
        for site in flow.calls.values():
            for target in callables(site.func, analysis):
                if target.key in keys:
                    yield key, site, target
