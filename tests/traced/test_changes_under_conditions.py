"""Changes of which it is not known whether they run, and objects that are made where that is not known either."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

TRAINER = """
import keras
import tensorflow as tf


class Trainer:
    def __init__(self):
        self.net = keras.Sequential([keras.layers.Dense(2), keras.layers.Dense(1)])
        self.opt = keras.optimizers.SGD(0.1)

    @tf.function
    def update(self, x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(self.net(x))
        variables = self.net.trainable_variables
        self.opt.apply_gradients(zip(tape.gradient(loss, variables), variables))
        return loss


def train(epochs, freeze_at):
    trainer = Trainer()
    for epoch in range(epochs):
        {change}
        trainer.update(tf.ones([3, 2]))
"""

FITTED = """
import keras


class Phased(keras.Sequential):
    def __init__(self, *layers):
        super().__init__({layers})

    def freeze(self, *which):
        for number in which:
            self.layers[number].trainable = {flag}


class Switch(keras.callbacks.Callback):
    def __init__(self, make):
        super().__init__()
        self.make = make

    def on_epoch_begin(self, epoch, logs=None):
        if epoch == 1:
            self.model.{attribute} = self.make()


class Other(keras.callbacks.Callback):
    pass


def run(x, y, name):
    model = Phased(keras.layers.Dense(3), keras.layers.Dense(1))
    model.compile(keras.optimizers.SGD(0.3), "mse")
    table = {{"switch": lambda: Switch(lambda: keras.optimizers.SGD(0.0)), "other": lambda: Other()}}
    model.fit(x, y, epochs=3, callbacks=[{callback}])
    {then}
    model.fit(x, y)
"""


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ("if epoch == freeze_at:\n            trainer.net.layers[0].trainable = False", [Confidence.MEDIUM]),
        ("trainer.net.layers[0].trainable = epoch == 0", [Confidence.HIGH]),
        ("if epoch == freeze_at:\n            trainer.net.layers[0].trainable = True", []),
        ("if epoch == freeze_at:\n            print(epoch)", []),
    ],
)
def test_a_flag_that_may_be_set_later(tmp_path: Path, change: str, expected: list[Confidence]) -> None:
    found = report_of(tmp_path, TRAINER.format(change=change), select=("TFA114",)).findings
    assert [each.confidence for each in found] == expected


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"then": "model.freeze(0)"}, ["`trainable` is set after Keras has traced the training step"]),
        ({"then": "model.freeze(0)", "flag": "True"}, []),
        ({"then": "model.freeze(0)\n    model.compile(keras.optimizers.SGD(0.3), 'mse')"}, []),
        ({"callback": "table[name]()"}, ["`optimizer` is set after Keras has traced the training step"]),
        ({"callback": "table['switch']()"}, ["`optimizer` is set after Keras has traced the training step"]),
        ({"callback": "table['other']()"}, []),
        ({"callback": "table[name]()", "attribute": "note"}, []),
    ],
)
def test_what_a_method_or_a_callback_sets(tmp_path: Path, given: dict[str, str], expected: list[str]) -> None:
    usual = {"layers": "list(layers)", "flag": "False", "attribute": "optimizer", "callback": "", "then": "pass"}
    found = report_of(tmp_path, FITTED.format(**{**usual, **given}), select=("TFA114",)).findings
    assert [each.message for each in found] == expected


MADE = """
import tensorflow as tf


class Setting:
    def __init__(self, rate):
        self.rate = rate
        self.rates = [rate]


@tf.function
def step(x, rate):
    return x * rate


def run(chosen, setting: Setting):
    {before}
    if chosen:
        {inside}
        for number in range(6):
            {change}
            step(tf.ones([2]), made.{read})
"""


@pytest.mark.parametrize(
    ("before", "inside", "change", "read", "count"),
    [
        ("pass", "made = Setting(0.5)", "made.rate = number * 0.1", "rate", 1),
        ("pass", "made = Setting(0.5)", "made.rates[0] = number * 0.1", "rates[0]", 1),
        ("pass", "made = Setting(0.5)", "made.rate = 0.1", "rate", 0),
        ("pass", "made = Setting(0.5)", "setting.rate = number", "rate", 0),
    ],
)
def test_an_object_made_under_a_condition_is_known_there(tmp_path: Path, before: str, inside: str, change: str, read: str, count: int) -> None:
    program = MADE.format(before=before, inside=inside, change=change, read=read)
    assert len(report_of(tmp_path, program, select=("TFA402",)).findings) == count
