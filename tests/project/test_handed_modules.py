"""TensorFlow under a name that no plain import binds: chosen while a module is imported, given back by a function, kept on an object."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import Traced, report_of
from tflint_autograph.model.joins import join
from tflint_autograph.model.values import Kind, Value

STEP = "\n@tf.function\ndef step(x):\n    return x\n"
IN_A_FUNCTION = "\ndef run():\n    tf = get()\n    @tf.function\n    def step(x):\n        return x\n    return step\n"


@pytest.mark.parametrize(
    "source",
    [
        "import os\nif os.environ.get('B'):\n    import tensorflow as tf\nelse:\n    tf = None\n",
        "try:\n    import tensorflow as tf\nexcept ImportError:\n    tf = None\n",
        "try:\n    import tensorflow as tf\nexcept ImportError:\n    class tf:\n        function = None\n",
        "try:\n    import tensorflow as tf\nexcept (ImportError, OSError):\n    import stub\n    tf = stub.Missing()\n",
        "try:\n    import tensorflow.compat.v1 as tf\n    tf.disable_v2_behavior()\nexcept ImportError:\n    import tensorflow as tf\n",
        "from typing import TYPE_CHECKING\nimport lazy\nif TYPE_CHECKING:\n    import tensorflow as tf\nelse:\n    tf = lazy.load('tensorflow')\n",
        "import importlib\ntf = importlib.import_module('tensorflow')\n",
        "import importlib\nNAME = 'tensorflow'\ntf = importlib.import_module(name=NAME)\n",
        "tf = __import__('tensorflow.keras')\n",
        "import sys, tensorflow\ntf = sys.modules['tensorflow']\n",
        "import tensorflow\nglobals()['tf'] = tensorflow\n",
        "import sys, tensorflow\nsetattr(sys.modules[__name__], 'tf', tensorflow)\n",
        "import sys, tensorflow\ndef fill(module):\n    setattr(sys.modules[__name__], 'tf', tensorflow)\nfill()\n",
        "import tensorflow\nMODULES = {'tf': tensorflow}\ntf = MODULES['tf']\n",
        "import types, tensorflow\nlib = types.SimpleNamespace(tf=tensorflow)\ntf = lib.tf\n",
        "from tensorflow.python.util.lazy_loader import LazyLoader\ntf = LazyLoader('tf', globals(), 'tensorflow')\n",
        (
            "import importlib, types\n\nclass Lazy(types.ModuleType):\n    def __init__(self, local, name):\n        self.name = name\n"
            "    def __getattr__(self, item):\n        return getattr(importlib.import_module(self.name), item)\n\ntf = Lazy('tf', 'tensorflow')\n"
        ),
        "def get():\n    import tensorflow\n    return tensorflow\ntf = get()\n",
        "def get():\n    try:\n        import tensorflow\n    except ImportError:\n        return None\n    return tensorflow\ntf = get()\n",
        "tf = None\ndef load():\n    global tf\n    import tensorflow\n    tf = tensorflow\nload()\n",
        "tf = None\ndef load():\n    global tf\n    import tensorflow as tf\nload()\n",
        "def __getattr__(name):\n    if name == 'tf':\n        import tensorflow\n        return tensorflow\n    raise AttributeError(name)\n",
        "from tensorflow import *\nimport tensorflow as tf\n",
    ],
)  # fmt: skip
def test_a_module_that_others_have_tensorflow_from(traced: Traced, source: str) -> None:
    assert set(traced({"lib.py": source, "m.py": f"from lib import tf\n{STEP}"})) == {"step"}
    assert set(traced({"m.py": f"import lib\n{STEP.replace('tf', 'lib.tf')}"})) == {"step"}


@pytest.mark.parametrize(
    "body",
    [
        "import tensorflow as lib\n    return lib",
        "try:\n        import tensorflow.compat.v2 as lib\n    except ImportError:\n        import tensorflow as lib\n    return lib",
        "if name == 'tf':\n        import tensorflow as lib\n    else:\n        import torch as lib\n    return lib",
        "if name == 'tf':\n        import tensorflow as lib\n        return lib\n    import jax\n    return jax",
        "if name == 'jax':\n        import jax.numpy\n        return jax.numpy\n    import tensorflow\n    return tensorflow",
    ],
)
def test_a_function_that_gives_tensorflow_back(traced: Traced, body: str) -> None:
    assert set(traced(f"def get(name='tf'):\n    {body}\n{IN_A_FUNCTION}")) == {"run.step"}


def test_a_backend_that_is_chosen_while_it_is_imported(traced: Traced) -> None:
    """Its own folders are what it may take its names from, of which TensorFlow's counts."""
    chooser = """
        import importlib
        import sys

        def load(name):
            module = importlib.import_module("." + name, __name__)
            own = sys.modules[__name__]
            for api in module.__dict__:
                setattr(own, api, module.__dict__[api])

        load("tensorflow")
    """
    files = {
        "pkg/__init__.py": "", "pkg/backend/__init__.py": chooser,
        "pkg/backend/jax/__init__.py": "import jax\n\ndef shape(x): return x\n",
        "pkg/backend/tensorflow/__init__.py": "from .tensor import *\n",
        "pkg/backend/tensorflow/tensor.py": "import tensorflow as tf\n\ndef shape(x): return tf.shape(x)\n",
        "pkg/backend/torch/__init__.py": "import torch\n\ndef shape(x): return x.shape\n",
        "pkg/m.py": f"from .backend import shape, tf\n{STEP.replace('return x', 'return shape(x)')}",
    }  # fmt: skip
    assert set(traced(files)) == {"pkg.m.step", "pkg.backend.tensorflow.tensor.shape"}


def test_star_imports_of_several_backends(traced: Traced) -> None:
    files = {
        "pkg/__init__.py": "",
        "pkg/backend.py": "import os\nif os.environ['B'] == 'a':\n    from .a import *\nelse:\n    from .b import *\n",
        "pkg/a.py": "def shape(x): return x.shape\n",
        "pkg/b.py": "import tensorflow as tf\n\ndef shape(x): return tf.shape(x)\n",
        "pkg/m.py": f"from .backend import shape\nimport tensorflow as tf\n{STEP.replace('return x', 'return shape(x)')}",
    }
    assert set(traced(files)) == {"pkg.m.step", "pkg.b.shape"}


@pytest.mark.parametrize(("star", "used"), [("tensorflow", "function"), ("tensorflow.compat.v2", "function")])
def test_what_a_star_import_of_tensorflow_binds(traced: Traced, star: str, used: str) -> None:
    assert set(traced(f"import os\nfrom {star} import *\n\n@{used}\ndef step(x):\n    return x\n")) == {"step"}


def test_classes_of_a_star_import(traced: Traced) -> None:
    source = "from tensorflow.keras.layers import *\n\nclass Mine(Layer):\n    def call(self, x):\n        return x\n"
    assert set(traced(source)) == {"Mine.call"}


def test_a_class_comes_from_the_last_star_import_that_is_known_to_have_it(traced: Traced) -> None:
    stars = "".join(f"from tensorflow.keras.{part} import *\n" for part in ("models", "layers", "optimizers"))
    source = f"{stars}\nclass Net(Model):\n    def call(self, x):\n        return x\n\nclass Mine(Layer):\n    def call(self, x):\n        return x\n"
    assert set(traced(source)) == {"Net.call", "Mine.call"}
    assert not traced(source.replace("models import", "losses import").replace("layers import", "metrics import"))


@pytest.mark.parametrize("stand_in", ["import stub as tf", "tf = object()"])
def test_who_catches_something_else_may_have_either(tmp_path: Path, stand_in: str) -> None:
    source = f"try:\n    import tensorflow as tf\nexcept KeyError:\n    {stand_in}\n{STEP}"
    assert report_of(tmp_path, source).stats.traced == (stand_in.startswith("import"))


@pytest.mark.parametrize(
    ("left", "right", "name"),
    [
        ("tensorflow", "torch", "tensorflow"),
        ("jax.numpy", "tensorflow", "tensorflow"),
        ("tensorflow.sqrt", "torch.sqrt", "tensorflow.sqrt"),
        ("tensorflow", "numpy", ""),
        ("tensorflow", "tensorflow.compat.v1", "tensorflow"),
        ("tensorflow.compat.v1", "tensorflow.compat.v2", "tensorflow.compat.v1"),
    ],
)
def test_of_two_frameworks_tensorflow_s_name_is_known(left: str, right: str, name: str) -> None:
    one, other = Value(name=left), Value(name=right)
    assert join(one, other).name == join(other, one).name == name
    assert join(one, other).kind is Kind.UNKNOWN


@pytest.mark.parametrize("imports", ["from flow.keras import tf_keras", "import flow\ntf_keras = flow.keras.tf_keras", "from flow.tf_keras import layers"])
def test_keras_2_that_a_library_hands_on(traced: Traced, imports: str) -> None:
    base = "layers.Layer" if imports.endswith("layers") else "tf_keras.layers.Layer"
    found = traced(f"import tensorflow as tf\n{imports}\n\nclass Mine({base}):\n    def call(self, x):\n        return x\n")
    assert found["Mine.call"].converted
