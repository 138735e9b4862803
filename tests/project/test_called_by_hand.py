"""A layer that eager code alone calls is not traced, whatever else the project fits: each beside a use by which Keras may trace it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

LAYER = """
import tensorflow as tf

class Scale(tf.keras.layers.Layer):
    def call(self, x):
        print(x)
        return x * 2.0

other = tf.keras.Sequential([tf.keras.layers.Dense(1)])
other.compile(loss="mse")
other.fit(tf.ones((4, 3)), tf.ones((4, 1)))
"""
LAMBDA = """
import tensorflow as tf

def scaled(x):
    print(x)
    return x * 2.0

def scale(factor):
    return tf.keras.layers.Lambda(lambda x: scaled(x) * factor)

layer = scale(0.5)
other = tf.keras.Sequential([tf.keras.layers.Dense(1)])
other.compile(loss="mse")
other.fit(tf.ones((4, 3)), tf.ones((4, 1)))
"""
KEPT = """
class Ranker(tf.keras.Model):
    def calibrate(self, batches):
        self.scale = Scale()
        for scores in batches:
            score = self.shown({argument})
        return self.scale.trainable_weights

    def shown(self, scores):
        return self.scale(scores)

    def call(self, x):
        return {call}
"""


def confidence(tmp_path: Path, program: str) -> Confidence:
    """The confidence of the print that each program has."""
    (finding,) = report_of(tmp_path, program, select=("TFA101",)).findings
    return finding.confidence


@pytest.mark.parametrize(
    "used",
    [
        "print(Scale()(tf.ones((4, 3)))[0])\n",
        "layer = Scale()\nfor batch in tf.data.Dataset.range(3):\n    layer(batch)\n",
        "layer = Scale()\nlayer(tf.ones((4, 3)))\nprint(layer.trainable_variables, layer.name)\n",
        KEPT.format(argument="scores", call="x"),
    ],
)
def test_a_layer_that_eager_code_calls_is_not_traced(tmp_path: Path, used: str) -> None:
    assert confidence(tmp_path, LAYER + used) is Confidence.LOW


@pytest.mark.parametrize(
    "used",
    [
        "def block(x):\n    return Scale()(x)\n",
        "layer = Scale()\ndef block(x):\n    return layer(x)\n",
        "layer = Scale()\nmodel = tf.keras.Sequential([layer])\nlayer(tf.ones((4, 3)))\n",
        "inputs = tf.keras.Input((3,))\nmodel = tf.keras.Model(inputs, Scale()(inputs))\n",
        "layer = Scale()\nlayer(tf.ones((4, 3)))\nlayer.save('layer')\n",
        "class Block:\n    def __init__(self):\n        self.scale = Scale()\n    def apply(self, x):\n        return self.scale(x)\n",
        KEPT.format(argument="scores", call="self.shown(x)"),
        KEPT.format(argument="scores", call="tf.map_fn(self.shown, x)"),
        KEPT.format(argument="scores", call="x") + "\n    def train_step(self, data):\n        return self.calibrate([data])\n",
    ],
)
def test_a_layer_that_other_code_may_call_is_traced(tmp_path: Path, used: str) -> None:
    assert confidence(tmp_path, LAYER + used) is Confidence.MEDIUM


def test_a_layer_that_another_file_uses_is_traced(tmp_path: Path) -> None:
    sources = {"m.py": LAYER + "layer = Scale()\nlayer(tf.ones((4, 3)))\n", "n.py": "from m import layer\nrun = [layer]\n"}
    (finding,) = report_of(tmp_path, sources, select=("TFA101",)).findings
    assert finding.confidence is Confidence.MEDIUM


NET = """
import tensorflow as tf

class Net(tf.keras.Model):
    def call(self, x):
        print(x)
        return x * 2.0
"""


@pytest.mark.parametrize(
    ("path", "used", "expected"),
    [
        ("show.py", "net = Net()\nprint(net(tf.ones((4, 3))).numpy())\n", Confidence.LOW),
        ("test_net.py", "net = Net()\nprint(net(tf.ones((4, 3))).numpy())\n", Confidence.MEDIUM),
        ("show.py", "net = Net()\nnet(tf.ones((4, 3)))\nnet.compile('sgd', 'mse')\nnet.fit(tf.ones((4, 3)))\n", Confidence.MEDIUM),
        ("show.py", "def show(net: Net):\n    return net(tf.ones((4, 3)))\n", Confidence.MEDIUM),
        ("show.py", "x = tf.keras.Input((3,))\nmodel = tf.keras.Model(x, Net()(x))\n", Confidence.MEDIUM),
    ],
)
def test_a_model_that_a_script_calls(tmp_path: Path, path: str, used: str, expected: Confidence) -> None:
    sources = {"net.py": NET, path: f"import tensorflow as tf\nfrom net import Net\n{used}"}
    (finding,) = report_of(tmp_path, sources, select=("TFA101",)).findings
    assert finding.confidence is expected


@pytest.mark.parametrize(
    ("used", "expected"),
    [
        ("image = layer(tf.ones((4, 3)))\n", Confidence.LOW),
        ("for _ in range(9):\n    image = layer(tf.ones((4, 3)))\n", Confidence.LOW),
        ("model = tf.keras.Sequential([layer])\n", Confidence.MEDIUM),
        ("image = layer(tf.ones((4, 3)))\nmodel = tf.keras.Sequential([scale(2.0)])\n", Confidence.MEDIUM),
    ],
)
def test_a_lambda_layer_is_followed_through_its_factory(tmp_path: Path, used: str, expected: Confidence) -> None:
    assert confidence(tmp_path, LAMBDA + used) is expected


OWN_PREDICT = """
import tensorflow as tf

class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)

    def call(self, x):
        print(x)
        return self.dense(x)

    def predict(self, x):
        return {predict}

net, optimizer = Net(), tf.keras.optimizers.SGD()
for x in tf.ones((4, 1, 3)):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(net(x))
    optimizer.apply_gradients(zip(tape.gradient(loss, net.variables), net.variables))
net.{method}(tf.ones((1, 3)))
"""


@pytest.mark.parametrize(
    ("predict", "method", "expected"),
    [
        ("tf.nn.softmax(self(x)).numpy()", "predict", Confidence.LOW),
        ("super().predict(x) * 2.0", "predict", Confidence.MEDIUM),
        ("tf.nn.softmax(self(x)).numpy()", "evaluate", Confidence.MEDIUM),
    ],
)
def test_a_predict_of_its_own_that_never_reaches_keras_traces_nothing(
    tmp_path: Path, predict: str, method: str, expected: Confidence
) -> None:
    assert confidence(tmp_path, OWN_PREDICT.format(predict=predict, method=method)) is expected


OWN_RUNS = """
import tensorflow as tf

class Readout(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.states = tf.keras.layers.Dense(3)

    def call(self, x):
        print(x)
        return self.states(x)

    def fit(self, x, y):
        {fit}

    def evaluate(self, x, y):
        return tf.reduce_mean(self.states(x) - y)

def run(x, y):
    model = Readout()
    model.compile(loss="mse")
    model.fit(x, y)
    return model.{method}(x, y)
"""


@pytest.mark.parametrize(
    ("fit", "method", "expected"),
    [
        ("self.solved = tf.linalg.lstsq(self.states(x), y)", "evaluate", Confidence.LOW),
        ("return super().fit(x, y)", "evaluate", Confidence.MEDIUM),
        ("self.solved = tf.linalg.lstsq(self.states(x), y)", "predict", Confidence.MEDIUM),
    ],
)
def test_a_model_with_a_fit_of_its_own(tmp_path: Path, fit: str, method: str, expected: Confidence) -> None:
    assert confidence(tmp_path, OWN_RUNS.format(fit=fit, method=method)) is expected

FUNCTIONAL = """
def built():
    inputs = tf.keras.Input((3,))
    return tf.keras.Model(inputs, Net()(inputs))

model = built()
"""


@pytest.mark.parametrize(
    ("used", "expected"),
    [
        ("@tf.function\ndef forward(x):\n    return model(x)\n\nforward(tf.ones((4, 3)))\n", Confidence.MEDIUM),
        ("@tf.function\ndef total(x):\n    return tf.reduce_sum(x)\n\ntotal(model(tf.ones((4, 3))))\n", Confidence.LOW),
        ("model(tf.ones((4, 3)))\n", Confidence.LOW),
        ("Net()(tf.ones((4, 3)))\n\n@tf.function\ndef forward(x):\n    return model(x)\n\nforward(tf.ones((4, 3)))\n", Confidence.LOW),
    ],
)
def test_a_layer_of_a_functional_model_is_traced_where_a_function_may_call_the_model(tmp_path: Path, used: str, expected: Confidence) -> None:
    assert confidence(tmp_path, NET + FUNCTIONAL + used) is expected
