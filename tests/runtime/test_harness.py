"""The harness sees output, exceptions, hangs and growing graphs, and nothing where there is nothing. Proves no rule."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.runtime.harness import Observation, differs, observe

pytestmark = pytest.mark.tensorflow

PROGRAMS = {
    "same": "import tensorflow as tf\n\nf = tf.function(lambda x: x * 2)\nfor v in (1, 2, 3):\n    print(int(f(v)))\n",
    "tf-print": "import tensorflow as tf\n\n@tf.function\ndef f(x):\n    tf.print(f'{x}')\n\nf(tf.constant(1))\n",
    "raises": "import tensorflow as tf\n\n@tf.function\ndef f(x):\n    return x.numpy()\n\nf(tf.constant(1))\n",
    "fit": """
import keras
import numpy as np

class Doubled(keras.layers.Layer):
    def call(self, x):
        print("call")
        return x * 2.0

model = keras.Sequential([Doubled(), keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(np.ones([8, 2]), np.ones([8, 1]), batch_size=2, verbose=0)
""",
    "dataset": """
import tensorflow as tf

def double(x):
    print("double")
    return x * 2

numbers = tf.data.Dataset.range(3).map(double).filter(lambda x: x < 4)
print([int(x) for x in numbers], [int(x) for x in numbers])
""",
}


@pytest.fixture(scope="module")
def seen() -> Mapping[str, Observation]:
    return observe(PROGRAMS)


def test_what_agrees_does_not_differ(seen: Mapping[str, Observation]) -> None:
    assert seen["same"].graph.stdout == "2\n4\n6\n"
    assert len(seen["same"].graph.traces) == 3
    assert seen["same"].eager.traces == ()
    assert differs(seen["same"]) is None


def test_text_of_tf_print_is_compared(seen: Mapping[str, Observation]) -> None:
    assert (differs(seen["tf-print"]) or "").startswith("tf.print: eager '1\\n'")


def test_an_exception_of_the_graph_alone_is_named(seen: Mapping[str, Observation]) -> None:
    assert differs(seen["raises"]) == "exception: eager none, graph AttributeError"


def test_a_program_that_does_not_end_is_stopped() -> None:
    hangs = observe({"hangs": "while True:\n    pass\n"}, seconds=1)["hangs"]
    assert (hangs.eager.exception, hangs.graph.exception) == ("Timeout", "Timeout")


def test_keras_runs_as_python_on_the_eager_side(seen: Mapping[str, Observation]) -> None:
    assert seen["fit"].eager.stdout.count("call") > seen["fit"].graph.stdout.count("call") >= 1


def test_functions_of_datasets_run_as_python_on_the_eager_side(seen: Mapping[str, Observation]) -> None:
    eager, graph = seen["dataset"].eager.stdout, seen["dataset"].graph.stdout
    assert eager.endswith("[0, 2] [0, 2]\n")
    assert graph == "double\n[0, 2] [0, 2]\n"
    assert eager.count("double") == 6
