"""Finds functions that eager code passes to a helper or constructor which passes them on to something that traces."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import chain

from tflint_autograph.facts.layers import RUN_BY_LAYERS
from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.model.values import Callee, Value, each_of
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.interpreter.called import callables
from tflint_autograph.project.roots.allocations import is_constructor, passed_to
from tflint_autograph.project.roots.root import Root
from tflint_autograph.project.roots.roots import Roots
from tflint_autograph.project.values.body_result import CallSite
from tflint_autograph.project.values.signature import bind

DEEPEST = 3
"""Maximum depth of helpers that forward a function under a Keras name to other helpers."""

Forwarding = dict[FunctionKey, dict[str, Root]]
"""By function and parameter: the kind of root that an argument becomes."""


def forwarded_roots(analysis: Analysis, roots: Roots) -> Iterator[Root]:
    """Yields the roots among the arguments of helpers such as `def make(parse): return ds.map(parse)`, by call or decorator.

    A constructor may do the same, or store its argument for a method of its class that does.
    """
    forwarding = _direct(analysis, roots)
    known: set[tuple[FunctionKey, str]] = set()
    while forwarding:
        known.update((key, name) for key, parameters in forwarding.items() for name in parameters)
        further: defaultdict[FunctionKey, dict[str, Root]] = defaultdict(dict)
        for caller, root, value in _passed(analysis, forwarding):
            yield from (_made(analysis, root, each) for each in callables(value, analysis, each=True))
            for giver, name in roots.givers(caller, value):
                if (giver, name) not in known:  # So it ends.
                    further[giver][name] = root
        forwarding = dict(further)


def _direct(analysis: Analysis, roots: Roots) -> Forwarding:
    found: Forwarding = {}
    for module in analysis.project.loaded():
        for qualname in analysis.tracers.candidates(module):
            around = FunctionKey(module.path, qualname)
            for helper in (around, *_layered(analysis, around)):
                for key, name, root in roots.forwarding(helper):
                    found.setdefault(key, {})[name] = root
    return found


def _layered(analysis: Analysis, key: FunctionKey, depth: int = DEEPEST) -> Iterator[FunctionKey]:
    """Yields the helpers and constructors to which a function passes a function under a Keras name for what layers run."""
    for site in analysis.eager_calls(key).calls.values() if depth else ():
        named = [value for name, value in site.args if name is not None and name.endswith(RUN_BY_LAYERS)]
        if any(value.callees or (value.parameter and depth < DEEPEST) for value in named):
            made = analysis.classes.method(site.func.klass, "__init__") if site.func.klass is not None else None
            for each in (*(target.key for target in site.func.callees), *([made] if made is not None else [])):
                yield each
                yield from _layered(analysis, each, depth - 1)


def _passed(analysis: Analysis, forwarding: Forwarding) -> Iterator[tuple[FunctionKey, Root, Value]]:
    """Yields the arguments that calls pass to those parameters, with the calling function."""
    made = {key: known for key, known in forwarding.items() if is_constructor(key)}
    called = frozenset(forwarding.keys() - made)
    for caller, site, target in chain((call[:3] for call in analysis.call_sites.by_others(called)), calls_of_objects(analysis, called)):
        for root, value in _given(analysis, forwarding, target, site.args):
            yield caller, root, value
    for caller, key, name, value, *_ in passed_to(analysis, made):
        yield caller, made[key][name], value


def _given(
    analysis: Analysis, forwarding: Forwarding, target: Callee, args: tuple[tuple[str | None, Value], ...]
) -> Iterator[tuple[Root, Value]]:
    """Yields the arguments that arrive in forwarded parameters."""
    fact = analysis.project.function(target.key)
    for name, value in bind(fact, target, args).items() if fact is not None else ():
        if name in forwarding[target.key]:
            yield forwarding[target.key][name], value


def _made(analysis: Analysis, root: Root, target: Callee) -> Root:
    helper = analysis.project.display(root.target.key)
    text = f"`{root.word}` in `{helper}` traces `{analysis.project.display(target.key)}`"
    return replace(root, target=target, text=text)


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
