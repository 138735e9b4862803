"""Keras objects of a project that trains its models itself: Keras traces none of their methods."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

METRIC = """import tensorflow as tf

class Seen(tf.keras.metrics.Metric):
    def __init__(self):
        super().__init__()
        self.values = []

    def update_state(self, y_true, y_pred, sample_weight=None):
        print("seen", y_pred)

    def result(self):
        return sum(self.values)
"""

TRAINER = """import tensorflow as tf
from metric import Seen

class Trainer:
    def __init__(self, model, optimizer):
        self.model, self.optimizer = model, optimizer
        self.metric = {made}

    @tf.function
    def step(self, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self.model(x) - y) ** 2)
        gradients = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))
        return loss

    def train(self, data):
        for x, y in data:
            self.step(x, y)
            self.metric.update_state(y, self.model(x))
"""

FITTED = "\n    def fit(self, data):\n        self.model.compile('sgd', 'mse', metrics=[self.metric])\n        self.model.fit(data)\n"

HOW = {
    "only by its own step": (TRAINER.format(made="Seen()"), False),
    "by Keras, too": (TRAINER.format(made="Seen()") + FITTED, True),
    "with an object that it does not create": (TRAINER.format(made="None"), True),
}


@pytest.mark.parametrize(("text", "shown"), HOW.values(), ids=HOW)
def test_what_a_project_trains_itself_is_reached_by_calls(tmp_path: Path, text: str, *, shown: bool) -> None:
    found = report_of(tmp_path, {"metric.py": METRIC, "trainer.py": text}, select=("TFA101",)).findings
    assert any(each.confidence > Confidence.LOW for each in found) is shown


SCHEDULE = """import tensorflow as tf

class Warmup(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __call__(self, step):
        print("asked")
        return 0.1

optimizer = tf.keras.optimizers.Adam(Warmup())
w = tf.Variable(1.0)

{decorator}
def step():
    with tf.GradientTape() as tape:
        loss = w * w
    optimizer.apply_gradients([(tape.gradient(loss, w), w)])

for _ in range(10):
    step()
"""


@pytest.mark.parametrize(("decorator", "shown"), [("@tf.function", True), ("", False)], ids=["traced", "eager"])
def test_the_schedule_of_an_optimizer_that_a_traced_function_applies(tmp_path: Path, decorator: str, *, shown: bool) -> None:
    found = report_of(tmp_path, SCHEDULE.format(decorator=decorator), select=("TFA101",)).findings
    assert any(each.confidence > Confidence.LOW for each in found) is shown
