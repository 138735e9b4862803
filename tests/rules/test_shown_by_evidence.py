"""Findings that are shown or not by what the code around them tells: is it one tensor, is it a new object?"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

SLICE = """
import tensorflow as tf


class Table(tf.keras.Model):
    def __init__(self, sizes):
        super().__init__()
        self.tables = [tf.keras.layers.Embedding(size, 8) for size in sizes]

    def call(self, inputs):
        rest = {rest}
        found = []
        for one, table in zip(rest, self.tables):
            found.append(table(one))
        rest = tf.concat(found, axis=-1)
        return inputs[0] + rest
"""


@pytest.mark.parametrize(("rest", "lines"), [("inputs[1:]", []), ("inputs[1:] * 2.0", [13])])
def test_what_a_name_is_bound_to_later_says_nothing_of_a_slice_that_is_iterated(tmp_path: Path, rest: str, lines: list[int]) -> None:
    report = report_of(tmp_path, SLICE.format(rest=rest), select=("TFA203",), min_confidence=Confidence.MEDIUM)
    assert [each.span.start.line for each in report.findings] == lines


AGENTS = """
import tensorflow as tf


class Agent:
    def __init__(self):
        self.total = tf.Variable(0.0)

    @tf.function
    def update(self, x):
        self.total.assign_add(x)


class Game:
    def __init__(self, players):
        self.count = len(players)
        self.agents = []
        for _ in range(self.count):
            self.agents.append(Agent())

    def step(self):
        for place in range(self.count):
            {made}
            self.agents[place].update(tf.ones([]))


def main():
    Game(input()).step()


main()
"""


@pytest.mark.parametrize(("made", "lines"), [("pass", []), ("self.agents[place] = Agent()", [24])])
def test_objects_made_beforehand_have_a_trace_each(tmp_path: Path, made: str, lines: list[int]) -> None:
    report = report_of(tmp_path, AGENTS.format(made=made), select=("TFA404",), min_confidence=Confidence.MEDIUM)
    assert [each.span.start.line for each in report.findings] == lines


TRIALS = """
import tensorflow as tf


class Codec:
    def __init__(self, size):
        self.size = size

    @tf.function
    def encode(self, x):
        return x * self.size


def trial(size):
    codec = Codec(size)
    return codec.encode(tf.constant(1.0))


for size in {sizes}:
    print(trial(size))
"""


@pytest.mark.parametrize(("sizes", "lines"), [("(1, 2, 3)", []), ("range(10)", [16])])
def test_a_few_trials_have_an_object_each(tmp_path: Path, sizes: str, lines: list[int]) -> None:
    report = report_of(tmp_path, TRIALS.format(sizes=sizes), select=("TFA404",), min_confidence=Confidence.MEDIUM)
    assert [each.span.start.line for each in report.findings] == lines


MADE = """
import tensorflow as tf


def train(dataset, build):
    strategy = tf.distribute.get_strategy()
    while True:
        for batch in dataset:
            {bound}

            @tf.function
            def step(x):
                return strategy.run(tf.square, (x,))

            step(batch)


train(tf.data.Dataset.range(10), input)
"""


@pytest.mark.parametrize(("bound", "lines"), [("pass", [12]), ("strategy = build()", [])])
def test_functions_of_a_loop_that_call_one_object_are_made_for_nothing(tmp_path: Path, bound: str, lines: list[int]) -> None:
    report = report_of(tmp_path, MADE.format(bound=bound), select=("TFA403",), min_confidence=Confidence.MEDIUM)
    assert [each.span.start.line for each in report.findings] == lines


BATCHES = """
import tensorflow as tf


class Net(tf.keras.Model):
    def call(self, inputs):
        count = inputs.shape[0]
        return inputs + tf.zeros([count, 1])


net = Net()


@tf.function
def step(x):
    return net(x)


def train(batches):
    for batch in batches:
        step(batch)


{also}
"""


@pytest.mark.parametrize(("also", "lines"), [("", []), ("net.compile('sgd', 'mse')\nnet.fit(input(), input())", [8])])
def test_only_the_callers_that_leave_a_length_open_count_for_what_needs_it(tmp_path: Path, also: str, lines: list[int]) -> None:
    report = report_of(tmp_path, BATCHES.format(also=also), select=("TFA304",), min_confidence=Confidence.MEDIUM)
    assert [each.span.start.line for each in report.findings] == lines
    assert all(each.trace is not None and "Keras traces" in each.trace.steps[0].text for each in report.findings)


LIMIT = """
import tensorflow as tf


@tf.function
def clipped(x, limit{default}):
    if limit:
        x = tf.clip_by_value(x, -limit, limit)
    return x
"""


@pytest.mark.parametrize(("default", "lines"), [("=None", []), ("", [7])])
def test_a_number_that_may_be_left_out_is_asked_for(tmp_path: Path, default: str, lines: list[int]) -> None:
    report = report_of(tmp_path, LIMIT.format(default=default), select=("TFA214",), min_confidence=Confidence.MEDIUM)
    assert [each.span.start.line for each in report.findings] == lines
