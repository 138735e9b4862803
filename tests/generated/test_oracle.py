"""What TensorFlow shows of programs of which it is known: the parts around a hazard change nothing, hazards differ.

Checks no finding.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.generated.comparing import compared
from tests.generated.composing import Composed, compose, wanted
from tests.generated.running.protocol import Pair
from tests.generated.running.running import observe, written

pytestmark = pytest.mark.tensorflow

KNOWN = {
    "decorator,nothing": "harmless",
    "keras-train-step,nothing": "harmless",
    "dataset-scan,nothing": "harmless",
    "own-decorator-caching,nothing,registry-decorator": "harmless",
    "decorator,print.text,guard=nothing": "hazard",
    "keras-layer,print.text,guard=nothing": "hazard",
    "dataset-map,print.tensor,guard=nothing": "hazard",
    "method-decorated,print.tf": "harmless",
    "plain,print.text": "harmless",
    "py-function,list.append": "harmless",
    "functions-run-eagerly,random.random": "harmless",
    "decorator,print.text,executing-eagerly": "intended",
    "decorator,print.text,once-global": "harmless",
    "decorator,print.text,py-function": "harmless",
    "call,clock.time,guard=nothing": "hazard",
    "keras-loss-function,clock.perf-counter,guard=nothing": "hazard",
    "decorator,clock.module-level": "harmless",
    "decorator,random.tf": "harmless",
    "decorator,numpy.seeded": "harmless",
    "decorator,environment.item,guard=nothing": "hazard",
    "decorator,log.warnings,guard=nothing": "hazard",
    "decorator,io.open-append,guard=nothing": "hazard",
    "decorator,iterator.count.global,guard=nothing": "hazard",
    "decorator,iterator.count.local": "harmless",
    "method-decorated,frozen.float,guard=nothing": "hazard",
    "decorator,frozen.variable-assign": "harmless",
    "decorator,argument.append,guard=nothing": "hazard",
    "decorator,variable.local,guard=nothing": "hazard",
    "method-decorated,variable.once-attribute": "harmless",
    "decorator,leak.append,guard=nothing": "hazard",
    "decorator,call.sleep,guard=nothing": "hazard",
    "decorator,loop.append.tf-range,guard=nothing": "hazard",
    "decorator,loop.append.python": "harmless",
    "decorator,scalar.range,guard=nothing": "hazard",
    "decorator,scalar.tensor": "harmless",
    "plain,made.in-loop,guard=nothing": "hazard",
    "plain,made.once": "harmless",
    "decorator,unrolled.range,guard=nothing": "hazard",
    "decorator,unrolled.tf-range": "harmless",
    "decorator,boundary.float64,guard=nothing": "hazard",
    "decorator,boundary.float32": "harmless",
}
"""What programs with these parts show."""

Observed = Mapping[str, tuple[Composed, Pair]]


@pytest.fixture(scope="module")
def observed(tmp_path_factory: pytest.TempPathFactory) -> Observed:
    folder = tmp_path_factory.mktemp("oracle")
    programs = {words: compose("oracle", number, wanted(words)) for number, words in enumerate(KNOWN)}
    written(programs.values(), folder)
    pairs = observe(programs.values(), folder)
    return {words: (program, pairs[program.name]) for words, program in programs.items()}


@pytest.mark.parametrize("words", KNOWN)
def test_a_run_shows_what_the_parts_do(words: str, observed: Observed) -> None:
    program, pair = observed[words]
    verdict = compared(program, pair, {})
    assert verdict.truth == KNOWN[words], verdict.reason
