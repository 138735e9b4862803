"""A call path through two programs, which nothing imports, is none: what one hands to a library does not reach what the other traces.

A program that hands something to a layer of a library shows how that layer runs.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence
from tflint_autograph.traced.escape.two_programs import APART, EAGER

LIBRARY = """
class Task:
    def __init__(self, callback):
        self.callback = callback

    def __call__(self, x):
        self.callback(x)
        return x
"""
TEST = """
import tensorflow as tf
from library import Task

def quiet(x):
    return x

def test_task():
    tf.function(Task(quiet))(tf.constant(1))
"""
SCRIPT = """
import tensorflow as tf
from library import Task

def loud(x):
    print("x", x)

{run}
"""
RUN = "Task(loud)(tf.constant(1))"


@pytest.mark.parametrize(
    ("run", "others", "is_apart"),
    [
        (RUN, {}, True),
        (f'if __name__ == "__main__":\n    {RUN}', {}, True),
        (f"TASK = {RUN}", {}, False),
        (RUN, {"all.py": "import keras\nimport script\nimport test_task\n"}, False),
        (RUN, {"all.py": "import keras, importlib\nimportlib.import_module('script')\n"}, False),
        (RUN.replace("Task(loud)", "tf.function(Task(loud))"), {}, False),
    ],
)
def test_what_a_script_hands_to_a_library(tmp_path: Path, run: str, others: dict[str, str], is_apart: bool) -> None:
    sources = {"library.py": LIBRARY, "test_task.py": TEST, "script.py": SCRIPT.format(run=run), **others}
    (found,) = report_of(tmp_path, sources, select=("TFA101",)).findings
    assert (found.confidence is Confidence.LOW) == (found.excuse == APART)
    assert (found.excuse == APART) is is_apart


LAYERS = """
import tensorflow as tf

class Calling(tf.keras.layers.Layer):
    def __init__(self, callback):
        super().__init__()
        self.callback = callback

    def call(self, x):
        self.callback(x)
        return x
"""
USING = """
import tensorflow as tf
from layers import Calling

def loud(x):
    print("x", x)

{run}
"""


@pytest.mark.parametrize(
    ("run", "others", "is_eager"),
    [
        ("tf.keras.Sequential([Calling(loud)])(tf.constant(1))", {}, True),
        ("model = tf.keras.Sequential([Calling(loud)])\nmodel.compile('sgd', 'mse')\nmodel.predict(tf.ones([2, 2]))", {}, False),
        ("LAYER = Calling(loud)", {}, False),
        ("tf.keras.Sequential([Calling(loud)])(tf.constant(1))", {"all.py": "import keras, importlib\nimportlib.import_module('using')\n"}, False),
    ],
)
def test_what_a_script_hands_to_a_layer(tmp_path: Path, run: str, others: dict[str, str], is_eager: bool) -> None:
    (found,) = report_of(tmp_path, {"layers.py": LAYERS, "using.py": USING.format(run=run), **others}, select=("TFA101",)).findings
    assert (found.confidence is Confidence.LOW) == (found.excuse == EAGER)
    assert (found.excuse == EAGER) is is_eager
