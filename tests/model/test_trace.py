"""The steps of a trace, one behind the other, are the tuple of them."""

from __future__ import annotations

import pickle
import sys

from tflint_autograph.engine.cache.codec import decode, encode
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.location import Span
from tflint_autograph.model.trace import Chain, Step, Trace

STEPS = tuple(Step(Span.point("m.py", number), f"calls `f{number}`") for number in range(1, 5))
CHAIN = Chain(Chain(STEPS[:2], STEPS[2]), STEPS[3])


def traced(steps: tuple[Step, ...] | Chain) -> Trace:
    return Trace("tf.function", steps, True, Confidence.HIGH)


def test_a_chain_is_the_tuple_of_its_steps() -> None:
    assert CHAIN == STEPS
    assert STEPS == CHAIN
    assert hash(CHAIN) == hash(STEPS)
    assert repr(CHAIN) == repr(STEPS)
    assert (len(CHAIN), CHAIN[0], CHAIN[-1], CHAIN[1:3], tuple(CHAIN)) == (4, STEPS[0], STEPS[-1], STEPS[1:3], STEPS)
    assert traced(CHAIN) == traced(STEPS)
    assert Chain(STEPS[:2], STEPS[3]) != STEPS[:3]
    assert STEPS[:3] != Chain(STEPS[:2], STEPS[3])


def test_what_leaves_a_process_holds_the_tuple() -> None:
    assert type(pickle.loads(pickle.dumps(CHAIN))) is tuple
    assert decode(Trace, encode(traced(CHAIN))) == traced(STEPS)


def test_long_chains_share_their_steps() -> None:
    chain = Chain((STEPS[0],), STEPS[1])
    for _ in range(10_000):
        chain = Chain(chain, STEPS[2])
    assert sys.getsizeof(chain) < 100
    assert (len(chain), len(tuple(chain)), pickle.loads(pickle.dumps(chain)) == chain) == (10_002, 10_002, True)
