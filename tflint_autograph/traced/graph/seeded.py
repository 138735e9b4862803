"""Finds draws behind a seed that is the same on every call, so that each call draws the same numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.values import seeds_the_same
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.walks import preceded_by, run_in_any_case
from tflint_autograph.project.values.body_result import BodyResult
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.tree.point import TracedPoint, on_every_path

_DEPTH = 3
"""Maximum number of functions through which a function seeds a generator."""


@cache
def seeded_before(stream: str) -> Callable[[TracedPoint], bool]:
    """Returns the question whether a body, or each that calls the function, always seeds a generator before the current statement with the
    same value: `np.random.seed(1)` for the stream `numpy.random`.
    """

    @on_every_path
    def is_seeded(fn: TracedPoint) -> bool:
        if fn.statement is None:
            return False
        ordinal, statements = fn.statement.ordinal, fn.body.statements
        return any(preceded_by(statements, ordinal, index) for index in _seeding(fn.analysis, fn.flow, f"{stream}.seed", _DEPTH))

    return is_seeded


def _seeding(analysis: Analysis, flow: BodyResult, seed: str, depth: int) -> Iterator[int]:
    """Yields the statements of a body that seed a generator, or call a function that always does."""
    for site in flow.calls.values():
        if canonical(site.func.name) == seed:
            if site.args and all(seeds_the_same(value) for _, value in site.args):
                yield site.index
        elif depth and site.func.callees and all(_always_seeds(analysis, each.key, seed, depth - 1) for each in site.func.callees):
            yield site.index


def _always_seeds(analysis: Analysis, key: FunctionKey, seed: str, depth: int) -> bool:
    flow = analysis.results.get(key)
    if flow is None:
        return False
    sure = {each.ordinal for each in run_in_any_case(analysis.project.body(key).statements)}
    return any(index in sure for index in _seeding(analysis, flow, seed, depth))
