"""The table of assumptions: every id is used, every use is in the table, and each limits the confidence of what rests on it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import tflint_autograph
from tests.programs import report_of
from tflint_autograph.model.levels import Confidence
from tflint_autograph.tfapi.assumptions import assumptions, limit_of, text_of, weakest

PACKAGE = Path(tflint_autograph.__file__).parent


def used() -> set[str]:
    """The texts in the package that look like the id of an assumption: hyphenated, beside the word `assum`."""
    files = [path for part in ("rules", "traced", "project") for path in (PACKAGE / part).rglob("*.py")]
    texts = (path.read_text(encoding="utf-8") for path in files)
    nodes = (node for text in texts if "assum" in text for node in ast.walk(ast.parse(text)))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def test_every_assumption_is_used() -> None:
    assert set(assumptions()) <= used()


@pytest.mark.parametrize("name", assumptions())
def test_an_assumption_limits_the_confidence_and_says_what_is_assumed(name: str) -> None:
    assert limit_of(name) < Confidence.HIGH
    assert text_of(name).startswith("the ") or text_of(name)[0].isupper() or text_of(name).startswith("callers")
    assert not text_of(name).endswith(".")


def test_the_weakest_of_several_is_told() -> None:
    assert weakest(("keras-run", "keras-update", "keeps-items")) == "keras-update"
    assert weakest(()) == ""


HEAD = "import tensorflow as tf\n\n"
UNKNOWN = HEAD + "class Box:\n    def __init__(self, kept):\n        self.kept = kept\n\n    @tf.function\n    def __call__(self, x):\n        {change}\n        return x * 2.0\n"
METRIC = HEAD + (
    "class Seen(tf.keras.metrics.Metric):\n    def update_state(self, y_true, y_pred, sample_weight=None):\n        print('updated', y_true)\n\n"
    "    def result(self):\n        return 0.0\n\n{use}\n"
)
LAYER = HEAD + "class Seen(tf.keras.layers.Layer):\n    def call(self, x):\n        return tf.nn.relu(x).numpy()\n\n{use}\n"
ARRAY = HEAD + (
    "import keras\n\nclass Seen(keras.layers.Layer):\n    def call(self, x):\n        rows = keras.ops.convert_to_numpy(keras.ops.relu(x))\n"
    "        return x * float(rows.max())\n\n{use}\n"
)
FIT = "model = tf.keras.Sequential([tf.keras.layers.Dense(1)])\nmodel.compile('sgd', 'mse', metrics=[Seen()])\nmodel.fit(tf.ones([4, 2]), tf.ones([4, 1]))"
STEPS = HEAD + (
    "model = tf.keras.Sequential([tf.keras.layers.Dense(1)])\noptimizer = tf.keras.optimizers.SGD()\n\n@tf.function\ndef train(x):\n"
    "    for _ in range({count}):\n        with tf.GradientTape() as tape:\n            loss = tf.reduce_sum(model(x))\n"
    "        grads = tape.gradient(loss, model.trainable_variables)\n"
    "        optimizer.apply_gradients(zip(grads, model.trainable_variables))\n    return loss\n"
)


READ = "import numpy as np\nimport tensorflow as tf\n\n@tf.function\ndef f(x, path: str):\n    return x * np.load({path})\n"


@pytest.mark.parametrize(
    ("code", "text", "found"),
    [
        ("TFA503", UNKNOWN.format(change="self.kept['n'] = len(x.shape) + x"), ("low", "keeps-items")),
        ("TFA503", UNKNOWN.format(change="if tf.reduce_sum(x) > 0.0:\n            self.kept['n'] = len(x.shape) + x"), ("medium", "keeps-elements")),
        ("TFA503", UNKNOWN.format(change="self.kept.append(len(x.shape))"), ("medium", "keeps-elements")),
        ("TFA503", UNKNOWN.replace("= kept", "= []").format(change="self.kept.append(len(x.shape))"), ("high",)),
        ("TFA101", METRIC.format(use="seen = Seen()\nseen(1.0, 2.0)"), ("low", "keras-update")),
        ("TFA101", METRIC.format(use=FIT), ("high",)),
        ("TFA101", METRIC.format(use=""), ("medium", "keras-unseen")),
        ("TFA302", LAYER.format(use=""), ("low", "keras-unseen", "values-unseen")),
        ("TFA101", LAYER.format(use="").replace("        return", "        print(x)\n        return"), ("low", "keras-unseen", "values-unseen")),
        ("TFA101", LAYER.format(use="").replace("        return", "        print(x)\n        return").replace(".numpy()", ""), ("medium", "keras-unseen")),
        ("TFA302", LAYER.format(use="model = tf.keras.Sequential([Seen()])\nmodel.compile('sgd', 'mse')\nmodel.fit(tf.ones([4, 2]), tf.ones([4, 1]))"), ("medium", "keras-run")),
        ("TFA306", ARRAY.format(use=""), ("low", "keras-unseen", "values-unseen")),
        ("TFA306", ARRAY.format(use="model = keras.Sequential([Seen()])\nmodel.predict(tf.ones([4, 2]))"), ("medium", "keras-run")),
        ("TFA103", READ.format(path="'mask.npy'"), ("low", "file-changes")),
        ("TFA103", READ.format(path="path"), ("high",)),
        ("TFA103", READ.replace("np.load({path})", "open({path}).read()").format(path="'gain.txt'"), ("low", "file-changes")),
        ("TFA103", READ.replace("np.load({path})", "open({path}, 'a').tell()").format(path="'gain.txt'"), ("high",)),
        ("TFA401", "import settings\n" + STEPS.format(count="settings.STEPS"), ("low", "many-steps")),
        ("TFA401", STEPS.format(count="100"), ("high",)),
    ],
)
def test_what_a_finding_rests_on_decides_how_sure_it_is(tmp_path: Path, code: str, text: str, found: tuple[str, ...]) -> None:
    (finding,) = report_of(tmp_path, {"m.py": text}, select=(code,)).findings
    assert (finding.confidence.value, *finding.assumptions) == found
