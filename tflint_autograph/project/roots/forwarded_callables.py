"""Finds functions that eager code passes to a helper or constructor which passes them on to something that traces."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from tflint_autograph.facts.layers import RUN_BY_LAYERS
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.values import Callee
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.interpreter.called import callables
from tflint_autograph.project.points_to.passed_arguments import passed
from tflint_autograph.project.roots.root import Root
from tflint_autograph.project.roots.roots import Roots

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
        for call, name, value in passed(analysis, forwarding):
            root = forwarding[call.target.key][name]
            yield from (_made(analysis, root, each) for each in callables(value, analysis, each=True))
            for giver, source in roots.givers(call.caller, value):
                if (giver, source) not in known:  # So it ends.
                    further[giver][source] = root
        forwarding = dict(further)


def _direct(analysis: Analysis, roots: Roots) -> Forwarding:
    found: Forwarding = {}
    for module in analysis.project.loaded():
        for qualname in analysis.tracers.candidates(module):
            for around in analysis.eager_functions.with_lambdas(FunctionKey(module.path, qualname)):
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


def _made(analysis: Analysis, root: Root, target: Callee) -> Root:
    helper = analysis.project.display(root.target.key)
    text = f"`{root.word}` in `{helper}` traces `{analysis.project.display(target.key)}`"
    return replace(root, target=target, text=text)
