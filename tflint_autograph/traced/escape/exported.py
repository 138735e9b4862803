"""Recognises functions that the program only exports: their Python runs when they are traced to be saved, and never in a call."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.values import Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.traced.tree.function import TracedFunction

_SIGNATURES = "signatures"
"""The argument of `tf.saved_model.save` and of `save` of a Keras 2 model with the functions to export."""

_SAVES = "save"


def is_only_exported(fn: TracedFunction) -> bool:
    """Whether each root that reaches the function is saved as a signature, and called by no code of the project but tests."""
    roots = fn.roots_above()
    called = any(call.decorates is None for root in roots for call in fn.analysis.call_sites.counted(root))
    return bool(roots) and not called and roots <= _exported(fn.analysis)


def _exported(analysis: Analysis) -> set[FunctionKey]:
    """Returns the functions that eager code passes as signatures to what saves a model."""
    found: set[FunctionKey] = set()
    names = frozenset({_SIGNATURES})
    for key in analysis.project.all_mentioning(names):
        for site in analysis.eager_calls(key).calls.values() if key not in analysis.results else ():
            given = site.argument(None, _SIGNATURES) if _SAVES in (site.method, site.func.name.rpartition(".")[2]) else None
            found.update(_functions_in(given) if given is not None else ())
    return found


def _functions_in(value: Value) -> Iterator[FunctionKey]:
    """Yields the functions that a value is or contains."""
    yield from (target.key for target in value.callees)
    for each in value.contents:
        yield from _functions_in(each)
