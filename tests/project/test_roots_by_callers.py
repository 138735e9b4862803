"""What a function traces depends on what its visible callers pass: the function in a partial, the object whose method makes a dataset."""

from __future__ import annotations

import pytest

from tests.programs import Traced

PARTIAL = """
import functools
import tensorflow as tf


def head(x):
    return tf.linalg.matvec(x, x)


def other(x):
    return x


def loss(run, x):
    return run(x)


def build(run, limit=None):
    return tf.function(functools.partial(loss, {bound}))


{use}
"""


@pytest.mark.parametrize(
    ("bound", "use", "found"),
    [
        ("run", "step = build(head)", {"head"}),
        ("run=run", "step = build(head)", {"head"}),
        ("run", "steps = [build(head), build(other)]", {"head", "other"}),
        ("head", "step = build(other)", {"head"}),
        ("run", "step = build", set()),
    ],
)
def test_a_partial_has_bound_what_callers_pass(traced: Traced, bound: str, use: str, found: set[str]) -> None:
    assert set(traced(PARTIAL.format(bound=bound, use=use))) == {"loss", *found}


SOURCE = """
import tensorflow as tf


class Source:
    def dataset(self):
        return tf.data.Dataset.range(3)


class Pool:
    def dataset(self):
        return self

    def map(self, function):
        return function


def sweep(source, factor):
    return source.dataset().map(lambda x: x * factor)


{use}
"""


@pytest.mark.parametrize(("use", "is_traced"), [("sweep(Source(), 2)", True), ("sweep(Pool(), 2)", False), ("sweep", False)])
def test_a_method_of_a_parameter_makes_a_dataset(traced: Traced, use: str, is_traced: bool) -> None:
    assert bool(traced(SOURCE.format(use=use))) is is_traced
