"""Which Keras the code of a project is written for: a layer with a seed has variables under Keras 3 alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of

LAYER = """import tensorflow as tf

class Layer(tf.keras.layers.Layer):
    def call(self, x):
        return tf.keras.layers.Dropout(0.5)(x)

model = tf.keras.Sequential([Layer()])
model.compile("sgd", "mse")
model.fit(tf.ones([3, 3]), tf.ones([3, 3]))
"""

OF_KERAS_2 = {
    "tensorflow-addons": "import tensorflow_addons as tfa\n",
    "an inner package": "from tensorflow.python.keras import backend as K\n",
    "a module that is gone": "from keras.utils.generic_utils import to_list\n",
    "a module of helpers": "from keras.utils import tf_utils\n",
    "an attribute of a module of helpers": "import tensorflow as tf\n\nflatten = tf.keras.utils.layer_utils.count_params\n",
    "the package itself": "import tf_keras\n",
    "a package built on it": "from tf_agents.agents import dqn_agent\n",
    "graphs of Keras 2": "import tensorflow_gnn as tfgnn\n",
    "an assignment to the environment": "import os\nos.environ['TF_USE_LEGACY_KERAS'] = '1'\n",
    "a default of the environment": "import os\nos.environ.setdefault('TF_USE_LEGACY_KERAS', 'True')\n",
    "a member that is gone": "import tensorflow as tf\nlinear = tf.keras.experimental.LinearModel\n",
    "a member in a function": "from tensorflow import keras\ndef scale(x):\n    return keras.layers.experimental.preprocessing.Rescaling(2.0)(x)\n",
    "an optimizer that is gone": "import tensorflow as tf\noptimizer = tf.keras.optimizers.legacy.SGD()\n",
    "a method of models that is gone": "def train(model, data):\n    model.fit_generator(data)\n",
    "a method of strategies that is gone": "def train(strategy, step, x):\n    strategy.experimental_run_v2(step, (x,))\n",
    "a method of metrics that is gone": "from tensorflow import keras\nloss = keras.metrics.Mean()\nloss.reset_states()\n",
    "a name that comes first": "from tensorflow import keras\nclass Own(keras.layers.Layer):\n    def build(self, shape):\n"
    "        self.kernel = self.add_weight('kernel', shape=[3])\n",
    "a formatted name that comes first": "from tensorflow import keras\nclass Own(keras.layers.Layer):\n    def build(self, shape):\n"
    "        self.kernel = self.add_weight(f'kernel_{shape}', shape=[3])\n",
    "an overridden method of metrics": "from tensorflow import keras\nclass Loss(keras.metrics.Metric):\n    def reset_states(self):\n        pass\n",
    "an overridden method of optimizers": "from tensorflow import keras\nclass Own(keras.optimizers.Optimizer):\n"
    "    def _resource_apply_dense(self, grad, var):\n        pass\n",
    "an argument that is gone": "from tensorflow.keras.optimizers import Adam\noptimizer = Adam(lr=0.1)\n",
}

OF_EITHER = {
    "nothing": "",
    "a method that layers have still": "from tensorflow import keras\nrnn = keras.layers.LSTM(3, stateful=True)\nrnn.reset_states()\n",
    "a method of no metric": "class Game:\n    def reset_states(self):\n        pass\nGame().reset_states()\n",
    "a choice": "try:\n    import tensorflow_addons as tfa\nexcept ImportError:\n    tfa = None\n",
    "an import under a condition": "import sys\nif sys.argv[1:]:\n    import tf_keras\n",
    "Keras 2 turned off": "import os\nos.environ['TF_USE_LEGACY_KERAS'] = '0'\n",
    "another variable": "import os\nos.environ['TF_CPP_MIN_LOG_LEVEL'] = '1'\n",
    "a name by keyword": "from tensorflow import keras\nclass Own(keras.layers.Layer):\n    def build(self, shape):\n"
    "        self.kernel = self.add_weight(shape=[3], name='kernel')\n",
    "a shape that comes first": "from tensorflow import keras\nclass Own(keras.layers.Layer):\n    def build(self, shape):\n"
    "        self.kernel = self.add_weight([3], name='kernel')\n",
    "a method of no layer": "class Own:\n    def add_weight(self, name):\n        pass\n    def build(self):\n        self.add_weight('kernel')\n",
    "a member that both have": "import tensorflow as tf\nlayer = tf.keras.layers.Dense(3)\n",
    "an argument that both take": "from tensorflow.keras.optimizers import Adam\noptimizer = Adam(learning_rate=0.1)\n",
    "the argument of something else": "def train(lr):\n    return lr\ntrain(lr=0.1)\n",
    "a package that brings no Keras": "import tensorflow_probability as tfp\n",
}


def found(root: Path, sources: dict[str, str]) -> list[str]:
    """The codes that are reported for some files."""
    return [each.code for each in report_of(root, sources, select=("TFA502",)).findings]


@pytest.mark.parametrize("text", OF_KERAS_2.values(), ids=OF_KERAS_2)
def test_code_that_needs_keras_2_is_read_as_such(tmp_path: Path, text: str) -> None:
    assert found(tmp_path, {"m.py": text + LAYER}) == []


@pytest.mark.parametrize("text", OF_EITHER.values(), ids=OF_EITHER)
def test_other_code_is_read_as_of_keras_3(tmp_path: Path, text: str) -> None:
    assert found(tmp_path, {"m.py": text + LAYER}) == ["TFA502"]


def test_what_one_file_needs_counts_for_those_that_imports_join_to_it(tmp_path: Path) -> None:
    main = "import tensorflow as tf\nimport tensorflow_addons\nfrom layer import Layer\n"
    assert found(tmp_path, {"layer.py": LAYER, "main.py": main}) == []


@pytest.mark.parametrize(("name", "codes"), [("layer", []), ("other", ["TFA502"])])
def test_imports_in_functions_join_files_as_well(tmp_path: Path, name: str, codes: list[str]) -> None:
    main = f"import tensorflow as tf\nimport tensorflow_addons\n\ndef load():\n    from {name} import Layer\n    return Layer()\n"
    assert found(tmp_path, {"layer.py": LAYER, "main.py": main, "other.py": "Layer = None\n"}) == codes


def test_what_one_file_needs_counts_for_its_package(tmp_path: Path) -> None:
    other = "import tensorflow as tf\nimport tensorflow_addons\n"
    inside = {"p/__init__.py": "", "p/q/__init__.py": "", "p/q/layer.py": LAYER, "p/other.py": other}
    assert found(tmp_path / "inside", inside) == []
    assert found(tmp_path / "outside", {"p/__init__.py": "", "p/other.py": other, "layer.py": LAYER}) == ["TFA502"]


def test_it_counts_for_no_other_file(tmp_path: Path) -> None:
    other = "import tensorflow as tf\nimport tensorflow_addons\n"
    assert found(tmp_path, {"layer.py": LAYER, "other.py": other}) == ["TFA502"]


def test_a_module_of_the_project_is_no_package_of_that_name(tmp_path: Path) -> None:
    own = {"official/__init__.py": "", "official/nets.py": "import tensorflow as tf\n"}
    assert found(tmp_path, {"m.py": "import official.nets\n" + LAYER, **own}) == ["TFA502"]


COMPILED = """import tensorflow as tf

class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)

    def call(self, x):
        return self.dense(x)

@tf.function
def configure(x):
    net = Net()
    net.compile(loss="mse")
    {used}
    return x
"""


@pytest.mark.parametrize(
    ("head", "used", "expected"),
    [
        ("import tf_keras\n", "net.layers[0].trainable = False", []),
        ("import tf_keras\n", "x = net(x)", ["TFA502"]),
        ("import tf_keras\n", "net.fit(x)", ["TFA502"]),
        ("", "net.layers[0].trainable = False", ["TFA502"]),
    ],
)
def test_a_model_of_keras_2_has_no_variables_before_it_is_called(tmp_path: Path, head: str, used: str, expected: list[str]) -> None:
    assert found(tmp_path, {"m.py": head + COMPILED.format(used=used)}) == expected


PASSED = """
{imports}

def loss(y_true, y_pred):
    error = tf.reduce_mean(tf.abs(y_true - y_pred))
    if error > 1.0:
        return error * 2.0
    return error

model = keras.Sequential([keras.layers.Dense(1)])
model.compile({how})
model.fit(tf.ones((4, 2)), tf.ones((4, 1)))
"""


@pytest.mark.parametrize("how", ["loss=loss", "'sgd', 'mse', metrics=[loss]"])
@pytest.mark.parametrize(
    ("imports", "said"),
    [
        ("import keras\nimport tensorflow as tf", ["not converted under Keras 3"]),
        ("import tensorflow as tf\nfrom tensorflow import keras", ["not converted under Keras 3"]),
        ("import tensorflow as tf\nimport tf_keras as keras", []),
    ],
)
def test_keras_2_converts_losses_and_metrics_passed_to_compile(tmp_path: Path, how: str, imports: str, said: list[str]) -> None:
    found = report_of(tmp_path, PASSED.format(how=how, imports=imports), select=("TFA201",)).findings
    assert [finding.message.partition(", ")[2] for finding in found] == said
