"""Which step of a model a function of Keras' trainer runs, and how it is traced."""

from __future__ import annotations

import sys
import types
from pathlib import Path
from typing import Any

import pytest

from tests.confirm.confirmed import confirmed
from tflint_autograph.confirm.probe.replaying.keras_steps import keras_step

pytestmark = [pytest.mark.tensorflow, pytest.mark.imports_tensorflow]

TRAINER = """\
class Model:
    def __call__(self, x): ...
    def train_step(self, data): ...
    def test_step(self, data): ...
    def predict_step(self, data): ...

def made_2(self):
    def step_function(model, iterator):
        def run_step(data):
            return model.test_step(data)
        return run_step(next(iterator))
    def test_function(iterator):
        return step_function(self, iterator)
    return test_function

def made_3(self):
    def one_step_on_data(data):
        return self.predict_step(data)
    def one_step_on_iterator(iterator):
        return one_step_on_data(next(iterator))
    return one_step_on_iterator

def made_of_method(self):
    step = self.train_step
    return lambda data: step(data)
"""
MODELS = """\
import tensorflow as tf


class Own(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)

    def call(self, x):
        return self.dense(x)

    def train_step(self, data):
        if tf.reduce_sum(data[0]) > 0.0:
            return {"loss": tf.constant(1.0)}
        return {"loss": tf.constant(0.0)}

    def predict_step(self, data):
        print("predicts")
        return self(data)


if __name__ == "__main__":
    model = Own()
    model.compile("sgd", "mse")
    model.predict(tf.ones([6, 2]), batch_size=2, verbose=0)
    model.fit(tf.ones([6, 2]), tf.ones([6, 1]), batch_size=2, verbose=0)
"""


@pytest.mark.parametrize(("name", "step"), [("made_2", "test_step"), ("made_3", "predict_step"), ("made_of_method", "train_step")])
@pytest.mark.parametrize("package", ["tf_keras", "keras"])
def test_the_step_is_the_method_that_the_function_names(name: str, step: str, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("tensorflow")
    trainer = types.ModuleType(f"{package}.src.trainer")
    monkeypatch.setitem(sys.modules, trainer.__name__, trainer)
    exec(TRAINER, vars(trainer))  # noqa: S102 - the text above
    model = trainer.Model()
    assert keras_step(vars(trainer)[name](model)) == getattr(model, step)


def test_other_functions_have_no_step() -> None:
    pytest.importorskip("tensorflow")
    assert keras_step(lambda data: data) is None


def test_steps_are_replayed_as_keras_traces_them(tmp_path: Path) -> None:
    (tmp_path / "models.py").write_text(MODELS, encoding="utf-8")
    found: list[dict[str, Any]] = confirmed(tmp_path, "--no-cache", "--using", "main")["findings"]
    told = {each["code"]: (each["evidence"]["verdict"], each["evidence"]["text"]) for each in found}
    assert {code: verdict for code, (verdict, _) in told.items()} == {"TFA101": "confirmed", "TFA201": "confirmed"}, told
    assert all("called as in `python models.py`" in text for _, text in told.values())
