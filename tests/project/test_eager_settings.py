"""Settings that decide whether Keras runs a model eagerly."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

MODEL = """import tensorflow as tf

class Net(tf.keras.Model):
    def __init__(self, params):
        super().__init__()
        self.params, self.seen = params, []

    def test_step(self, data):
        loss = tf.reduce_sum(data)
        {guard}
            self.seen.append(loss.numpy())
        return {{"loss": loss}}

def evaluate(params, data):
    model = Net(params)
    model.compile("sgd", "mse", run_eagerly={given})
    model.evaluate(data)
"""

GUARDS = {
    "the setting": ("if self.params.system.eagerly:", "params.system.eagerly", 0),
    "the setting and more": ("if self.params.eagerly and self.seen:", "params.eagerly", 0),
    "another setting": ("if self.params.debug:", "params.system.eagerly", 2),
    "the setting turned off": ("if not self.params.eagerly:", "params.eagerly", 2),
    "no setting": ("if self.params.eagerly:", "False", 2),
}


@pytest.mark.parametrize(("guard", "given", "number"), GUARDS.values(), ids=GUARDS)
def test_a_condition_on_the_setting_is_false_in_a_graph(tmp_path: Path, guard: str, given: str, number: int) -> None:
    found = report_of(tmp_path, {"m.py": MODEL.format(guard=guard, given=given)}, select=("TFA302", "TFA503")).findings
    assert len([each for each in found if not each.excuse]) == number


METRIC = """import tensorflow as tf

class Count(tf.keras.metrics.Metric):
    seen = 0

    def update_state(self, y_true, y_pred, sample_weight=None):
        self.seen += y_true.numpy().sum()

    def result(self):
        return self.seen

class Words(Count):
    pass

class Trainer:
    def metric(self):
        {turned}
        return Words()

    def fit(self, model, data):
        model.compile("sgd", "mse", metrics=[self.metric()], run_eagerly=self.config.eagerly)
        model.fit(data)
"""

TURNED = {
    "on": ("self.config.eagerly = True", "", []),
    "on, and elsewhere not": ("self.config.eagerly = True", "metric = Words()\n", ["TFA302"]),
    "off": ("self.config.eagerly = False", "", ["TFA302"]),
    "another one": ("self.config.debug = True", "", ["TFA302"]),
}


@pytest.mark.parametrize(("turned", "more", "codes"), TURNED.values(), ids=TURNED)
def test_what_is_made_where_the_setting_is_turned_on_runs_eagerly(tmp_path: Path, turned: str, more: str, codes: list[str]) -> None:
    found = report_of(tmp_path, {"m.py": METRIC.format(turned=turned) + more}, select=("TFA302",)).findings
    assert [each.code for each in found] == codes


OLD = """import tensorflow as tf
{imports}

class Net(tf.keras.Model):
    def call(self, x):
        print("x", x)
        return x
"""

IMPORTS = {
    "what version 2 removed": ("import tensorflow.contrib.eager as tfe", 0),
    "a member that version 2 removed": ("from tensorflow import placeholder", 0),
    "what is there": ("from tensorflow import keras", 1),
    "the compatible module": ("from tensorflow.compat.v1 import placeholder", 1),
    "a choice": ("try:\n    from tensorflow.contrib import layers\nexcept ImportError:\n    layers = None", 1),
}


@pytest.mark.parametrize(("imports", "number"), IMPORTS.values(), ids=IMPORTS)
def test_a_file_that_version_2_cannot_import_is_doubted(tmp_path: Path, imports: str, number: int) -> None:
    found = report_of(tmp_path, {"m.py": OLD.format(imports=imports)}, select=("TFA101",)).findings
    assert len([each for each in found if each.confidence > Confidence.LOW]) == number
